// The provider's leads, in every stage and with every outcome, with their activities.
import type { Platform } from '../../src/server/platform/platform.ts'
import { makeLead, makeLeadActivity } from '../factories/leads.ts'
import type { MadeCompany, MadeUser, Owner } from '../factories/people.ts'
import { idAt } from '../factories/tickets.ts'

const HOUR = 3_600_000
const DAY = 24

type Stage = 'new' | 'contacted' | 'qualified' | 'proposal' | 'negotiation'
type By = 'admin' | 'engineer'
type Act = { at: number; by: By } & (
  | { note: string }
  | { stage: [Stage, Stage] }
  | { owner: By }
  | { next: string; due?: number }
  | { lost: string }
  | { spam: true }
)
type DemoLead = {
  /** Hours since it came in. */
  ago: number
  kind: 'contact' | 'voice' | 'notice' | 'manual'
  name?: string
  organization?: string
  email: string
  phone?: string
  about?: string
  page?: string
  callVolume?: string
  message?: string
  tags?: string[]
  stage?: Stage
  owner?: By
  /** The next action, and in how many hours it is due. A negative number means overdue. */
  next?: { text: string; inHours?: number }
  /** The demo company that the lead became. */
  won?: string
  /** Oldest first. `at` is in hours after it came in. */
  acts?: Act[]
}

const LEADS: DemoLead[] = [
  {
    ago: 2,
    kind: 'contact',
    name: 'Renee Albrecht',
    organization: 'Cedarline Networks',
    email: 'renee@cedarline.example',
    about: '/msp-license-compliance',
    message:
      'We manage about 60 Microsoft 365 tenants and reconcile licenses by hand every month. It takes two people most of the day. Could you show us how the comparison with our PSA works? We use HaloPSA.',
  },
  {
    ago: 7,
    kind: 'voice',
    name: 'Curtis Yoon',
    organization: 'Harborview IT',
    email: 'curtis@harborview.example',
    phone: '+1 555 0116',
    callVolume: '100-500',
    tags: ['voice'],
  },
  { ago: 19, kind: 'notice', email: 'studio@lanternworks.example', page: '/vendors-vcto' },
  {
    ago: 1.5 * DAY,
    kind: 'contact',
    name: 'Owen Barrett',
    organization: 'Tidewater Technology Partners',
    email: 'owen.barrett@tidewater.example',
    phone: '+1 555 0171',
    message: 'Do you work with companies of four people? We are small, but onboarding new users eats our Mondays.',
    owner: 'engineer',
    next: { text: 'Call and ask which tools they onboard into', inHours: 20 },
    acts: [
      { at: 5, by: 'engineer', owner: 'engineer' },
      { at: 5.1, by: 'engineer', next: 'Call and ask which tools they onboard into', due: 56 },
    ],
  },
  {
    ago: 4 * DAY,
    kind: 'contact',
    name: 'Priscilla Nwosu',
    organization: 'Greenbelt Managed IT',
    email: 'pnwosu@greenbelt.example',
    phone: '+1 555 0129',
    about: '/msp-ai-ticket-triage',
    message:
      'Our dispatcher leaves in January. We’d like incoming tickets to be sorted and assigned before anyone looks at them. Autotask and Datto RMM.',
    stage: 'contacted',
    owner: 'admin',
    tags: ['autotask', 'dispatch'],
    next: { text: 'Send the two questions about their queues', inHours: -26 },
    acts: [
      { at: 3, by: 'admin', owner: 'admin' },
      {
        at: 20,
        by: 'admin',
        note: 'Called. She has a category list that nobody follows and wants to start with the ten that matter. The owner, Raymond, decides.',
      },
      { at: 20.1, by: 'admin', stage: ['new', 'contacted'] },
      { at: 20.2, by: 'admin', next: 'Send the two questions about their queues', due: 70 },
    ],
  },
  {
    ago: 5 * DAY,
    kind: 'manual',
    name: 'Glenn Sadler',
    phone: '+1 555 0198',
    email: 'glenn@sadlerdata.example',
    organization: 'Sadler Data Services',
    message: 'Met at the regional MSP meetup in Duluth. Builds his own scripts and is tired of babysitting them.',
    stage: 'contacted',
    owner: 'engineer',
    tags: ['event'],
    next: { text: 'Look at the script that fails most', inHours: 3 * DAY },
    acts: [
      { at: 30, by: 'engineer', stage: ['new', 'contacted'] },
      { at: 30.2, by: 'engineer', note: 'He’ll send the script that reads the backup emails. Runs on his own laptop.' },
      { at: 30.3, by: 'engineer', next: 'Look at the script that fails most', due: 8 * DAY },
    ],
  },
  {
    ago: 9 * DAY,
    kind: 'contact',
    name: 'Marisol Ferrante',
    organization: 'Pinecrest Cloud',
    email: 'marisol@pinecrest.example',
    phone: '+1 555 0134',
    about: '/msp-connect-systems',
    message:
      'Quotes take us three days because prices come from four distributors. Is that something you have done before?',
    stage: 'qualified',
    owner: 'engineer',
    tags: ['quoting'],
    next: { text: 'Show the quote flow with two of their distributors', inHours: 2 * DAY },
    acts: [
      { at: 4, by: 'engineer', owner: 'engineer' },
      { at: 26, by: 'engineer', stage: ['new', 'contacted'] },
      {
        at: 26.5,
        by: 'engineer',
        note: '22 people, about 40 quotes a month. Two of the distributors have an API. The others email price lists.',
      },
      { at: 5 * DAY, by: 'engineer', stage: ['contacted', 'qualified'] },
      { at: 5 * DAY + 1, by: 'engineer', next: 'Show the quote flow with two of their distributors', due: 11 * DAY },
    ],
  },
  {
    ago: 12 * DAY,
    kind: 'voice',
    name: 'Dr. Helena Brandt',
    organization: 'Brandt & Lowe Dental Group',
    email: 'office@brandtlowe.example',
    phone: '+1 555 0157',
    callVolume: '500-2000',
    stage: 'qualified',
    owner: 'admin',
    tags: ['voice', 'dental'],
    next: { text: 'Get the wording for appointment changes', inHours: -3 },
    acts: [
      { at: 6, by: 'admin', owner: 'admin' },
      {
        at: 8,
        by: 'admin',
        note: 'Three locations, one switchboard. Most calls move or cancel appointments. One of our partners in the region handles their IT. Ask whether to go through them.',
      },
      { at: 8.1, by: 'admin', stage: ['new', 'qualified'] },
      { at: 8.2, by: 'admin', next: 'Get the wording for appointment changes', due: 12 * DAY - 3 },
    ],
  },
  {
    ago: 16 * DAY,
    kind: 'contact',
    name: 'Isaac Delacroix',
    organization: 'Bayou Systems Group',
    email: 'isaac@bayousystems.example',
    phone: '+1 555 0145',
    message:
      'We lost a client because nobody saw that the backups had stopped. We want that monitored, with a ticket when something is off. ConnectWise Manage, Veeam.',
    stage: 'proposal',
    owner: 'engineer',
    tags: ['backup', 'connectwise'],
    next: { text: 'Ask whether the owner got the proposal', inHours: 28 },
    acts: [
      { at: 2, by: 'engineer', owner: 'engineer' },
      { at: 3, by: 'engineer', stage: ['new', 'contacted'] },
      { at: 4 * DAY, by: 'engineer', stage: ['contacted', 'qualified'] },
      {
        at: 9 * DAY,
        by: 'engineer',
        note: 'Sent the proposal: backup check for all sites, one ticket per failure, a weekly summary for the owner.',
      },
      { at: 9 * DAY + 0.2, by: 'engineer', stage: ['qualified', 'proposal'] },
      { at: 9 * DAY + 0.3, by: 'engineer', next: 'Ask whether the owner got the proposal', due: 17 * DAY + 4 },
    ],
  },
  {
    ago: 24 * DAY,
    kind: 'contact',
    name: 'Tamara Lindqvist',
    organization: 'Fjord Street IT',
    email: 'tamara@fjordstreet.example',
    phone: '+1 555 0162',
    about: '/msp-dashboards-chatbots',
    message:
      'Quarterly reviews: we copy numbers from five portals into slides. Please tell us what you need from us to end that.',
    stage: 'negotiation',
    owner: 'admin',
    tags: ['reporting', 'hot'],
    next: { text: 'Agree on the start date', inHours: 6 },
    acts: [
      { at: 5, by: 'admin', owner: 'admin' },
      { at: 6, by: 'admin', stage: ['new', 'contacted'] },
      { at: 3 * DAY, by: 'admin', stage: ['contacted', 'qualified'] },
      { at: 10 * DAY, by: 'admin', stage: ['qualified', 'proposal'] },
      {
        at: 20 * DAY,
        by: 'admin',
        note: 'They want a retainer instead of blocks, starting after their audit. Everything else is agreed.',
      },
      { at: 20 * DAY + 0.1, by: 'admin', stage: ['proposal', 'negotiation'] },
      { at: 20 * DAY + 0.2, by: 'admin', next: 'Agree on the start date', due: 24 * DAY + 6 },
    ],
  },
  {
    // A second lead from the same address, to be merged.
    ago: 3 * DAY,
    kind: 'contact',
    name: 'Tamara L.',
    organization: 'Fjord Street IT',
    email: 'tamara@fjordstreet.example',
    message: 'One more question: could the review also show how many hours the automations saved?',
  },
  {
    ago: 70 * DAY,
    kind: 'contact',
    name: 'Priya Raman',
    organization: 'Bluepeak Managed Services',
    email: 'owner@bluepeak.example',
    phone: '+1 555 0187',
    message:
      'We support marinas and property companies on the coast and are drowning in vendor emails. Can you help with that?',
    stage: 'negotiation',
    owner: 'admin',
    won: 'Bluepeak Managed Services',
    acts: [
      { at: 4, by: 'admin', owner: 'admin' },
      { at: 5, by: 'admin', stage: ['new', 'contacted'] },
      { at: 6 * DAY, by: 'admin', stage: ['contacted', 'proposal'] },
      { at: 11 * DAY, by: 'admin', stage: ['proposal', 'negotiation'] },
      { at: 12 * DAY, by: 'admin', note: 'Agreed by phone: start with the vendor emails, 20-hour block.' },
    ],
  },
  {
    ago: 40 * DAY,
    kind: 'contact',
    name: 'Leland Marsh',
    organization: 'Marsh & Sons Computing',
    email: 'leland@marshcomputing.example',
    message: 'How much for everything?',
    stage: 'contacted',
    owner: 'engineer',
    acts: [
      { at: 3, by: 'engineer', owner: 'engineer' },
      { at: 3.2, by: 'engineer', stage: ['new', 'contacted'] },
      { at: 3.5, by: 'engineer', note: 'Wrote, called twice, left a message.' },
      { at: 18 * DAY, by: 'engineer', lost: 'No response after several attempts' },
    ],
  },
  {
    ago: 31 * DAY,
    kind: 'voice',
    name: 'Bettina Okafor',
    organization: 'Lakeshore Legal',
    email: 'bettina@lakeshorelegal.example',
    phone: '+1 555 0103',
    callVolume: 'under-100',
    stage: 'proposal',
    owner: 'admin',
    tags: ['voice'],
    acts: [
      { at: 7, by: 'admin', owner: 'admin' },
      { at: 9, by: 'admin', stage: ['new', 'proposal'] },
      { at: 14 * DAY, by: 'admin', lost: 'Too few calls. An answering service is cheaper for them.' },
    ],
  },
  {
    ago: 6 * DAY,
    kind: 'contact',
    name: 'SEO Team',
    email: 'rank@first-page-fast.example',
    message: 'Dear website owner, we can bring you to the first page in 7 days. Reply YES for a free audit.',
    acts: [{ at: 1, by: 'engineer', spam: true }],
  },
]

/** Writes the leads of the demo. */
export async function seedLeads(
  db: Owner,
  _platform: Platform,
  { companies, people, now }: { companies: Map<string, MadeCompany>; people: Map<string, MadeUser>; now: number },
): Promise<void> {
  const who: Record<By, MadeUser> = {
    admin: people.get('admin@millwright.example') as MadeUser,
    engineer: people.get('engineer@millwright.example') as MadeUser,
  }
  const provider = { id: who.admin.companyId }
  for (const lead of LEADS) {
    const came = now - lead.ago * HOUR
    const at = (hours: number) => new Date(Math.min(came + hours * HOUR, now)).toISOString()
    const acts = lead.acts ?? []
    const lost = acts.flatMap((act) => ('lost' in act ? [act.lost] : []))[0]
    const won = lead.won ? companies.get(lead.won) : undefined
    const last = acts.at(-1)
    const wonAt = won ? at((last?.at ?? 0) + 1) : null
    const made = await makeLead(db, provider, {
      id: idAt(new Date(came)),
      kind: lead.kind,
      name: lead.name ?? null,
      organization: lead.organization ?? null,
      email: lead.email,
      phone: lead.phone ?? null,
      about: lead.about ?? null,
      call_volume: lead.callVolume ?? null,
      message: lead.message ?? null,
      page: lead.kind === 'manual' ? null : (lead.page ?? (lead.kind === 'voice' ? '/voice-ai-agent' : '/contact')),
      consent_at: lead.kind === 'manual' ? null : at(0),
      tags: lead.tags ?? [],
      stage: lead.stage ?? 'new',
      status: won ? 'won' : lost ? 'lost' : acts.some((act) => 'spam' in act) ? 'spam' : 'open',
      lost_reason: lost ?? null,
      owner_id: lead.owner ? who[lead.owner].id : null,
      next_action: lead.next?.text ?? null,
      next_action_at: lead.next?.inHours === undefined ? null : new Date(now + lead.next.inHours * HOUR).toISOString(),
      converted_company_id: won?.id ?? null,
      converted_at: wonAt,
      created_at: at(0),
      updated_at: wonAt ?? at(last?.at ?? 0),
    })
    const say = (by: By, when: string, fields: Parameters<typeof makeLeadActivity>[3]) =>
      makeLeadActivity(db, made, who[by], { id: idAt(new Date(when)), created_at: when, text: '', ...fields })
    const change = (field: string, from: string | null, to: string | null, due: string | null = null) =>
      JSON.stringify({ field, from, to, at: due })
    if (lead.kind === 'manual') await say(lead.owner ?? 'admin', at(0), { kind: 'created' })
    for (const act of acts) {
      const when = at(act.at)
      if ('note' in act) await say(act.by, when, { kind: 'note', text: act.note })
      else if ('stage' in act) await say(act.by, when, { kind: 'stage', data: change('stage', ...act.stage) })
      else if ('owner' in act)
        await say(act.by, when, { kind: 'owner', data: change('owner', null, who[act.owner].fullName) })
      else if ('next' in act) {
        const due = act.due === undefined ? null : new Date(came + act.due * HOUR).toISOString()
        await say(act.by, when, { kind: 'next_action', data: change('nextAction', null, act.next, due) })
      } else if ('lost' in act)
        await say(act.by, when, { kind: 'status', text: act.lost, data: change('status', 'open', 'lost') })
      else await say(act.by, when, { kind: 'status', data: change('status', 'open', 'spam') })
    }
    if (won && wonAt)
      await say('admin', wonAt, { kind: 'converted', text: won.name, data: change('status', 'open', 'won') })
  }
}
