// The demo's company profiles, a few more partners with users and a ticket or two, staff notes, API keys and profile
// changes.
import { createHash, randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Role } from '../../src/contract/base.ts'
import type { AuditLog } from '../../src/server/platform/database/db.types.ts'
import type { Platform } from '../../src/server/platform/platform.ts'
import { type MadeCompany, type MadeUser, makeCompany, makeUser, type Owner } from '../factories/people.ts'
import { idAt, makeTicket } from '../factories/tickets.ts'
import { Picture } from './png.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const office = (from: string, to: string) => [{ from, to }]
const week = (days: string[], from: string, to: string, more: object = {}) => ({
  ...Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((d) => [d, days.includes(d) ? office(from, to) : []]),
  ),
  ...more,
})
const working = ['mon', 'tue', 'wed', 'thu', 'fri']

const profiles: Record<string, { time_zone: string; tools: string[]; hours: object | null }> = {
  'Northgate IT': {
    time_zone: 'America/Chicago',
    tools: ['Autotask', 'Datto RMM', 'IT Glue', 'Microsoft 365', 'Pax8', 'Huntress', 'QuickBooks Online', '3CX'],
    hours: week(working, '07:30', '17:30', { fri: office('07:30', '16:00') }),
  },
  'Bluepeak Managed Services': {
    time_zone: 'America/Los_Angeles',
    tools: ['ConnectWise PSA', 'NinjaOne', 'Hudu', 'Microsoft 365', 'Xero', 'SentinelOne'],
    hours: null,
  },
}

type DemoCompany = {
  name: string
  slug: string
  domain: string
  phone: string
  address: string
  description: string
  time_zone: string
  tools: string[]
  /** Days since they joined. */
  joined: number
  people: { name: string; role: Role; seen: number | null }[]
  tickets?: {
    subject: string
    description: string
    category: string
    impact: string
    urgency: string
    status: string
    /** Hours since it was opened. */
    ago: number
  }[]
}

const partners: DemoCompany[] = [
  {
    name: 'Ironwood Networks',
    slug: 'ironwood-networks',
    domain: 'ironwood.example',
    phone: '+1 555 0119',
    address: '902 W Fort Street, Boise, ID 83702',
    description: 'Managed IT and networks for builders, engineers and their sites.',
    time_zone: 'America/Boise',
    tools: ['HaloPSA', 'NinjaOne', 'Hudu', 'Microsoft 365', 'Ubiquiti UniFi'],
    joined: 214,
    people: [
      { name: 'Marisol Vega', role: 'owner', seen: 4 },
      { name: 'Evan Brandt', role: 'member', seen: 20 },
      { name: 'Tess Whitaker', role: 'member', seen: 51 },
    ],
    tickets: [
      {
        subject: 'Add the Meridian branch to the onboarding run',
        description: 'New hires in Meridian need the same group memberships as Boise. I’ll send the list of groups.',
        category: 'automation',
        impact: 'some',
        urgency: 'low',
        status: 'in_progress',
        ago: 70,
      },
    ],
  },
  {
    name: 'Cedar & Pine IT',
    slug: 'cedar-and-pine',
    domain: 'cedarpine.example',
    phone: '+1 555 0164',
    address: '31 Haywood Road, Asheville, NC 28806',
    description: 'A two-person shop: IT for inns, breweries and small clinics in the mountains.',
    time_zone: 'America/New_York',
    tools: ['Syncro', 'Google Workspace', 'Bitdefender', 'QuickBooks Online'],
    joined: 97,
    people: [
      { name: 'June Calloway', role: 'owner', seen: 9 },
      { name: 'Hollis Reed', role: 'member', seen: 130 },
    ],
  },
  {
    name: 'Lakeshore Tech Partners',
    slug: 'lakeshore-tech',
    domain: 'lakeshoretech.example',
    phone: '+1 555 0133',
    address: '150 E Front Street, Erie, PA 16507',
    description: 'Managed services and compliance for manufacturers on the lake.',
    time_zone: 'America/New_York',
    tools: ['ConnectWise PSA', 'ConnectWise Automate', 'IT Glue', 'SentinelOne', 'Microsoft 365', 'Power BI'],
    joined: 301,
    people: [
      { name: 'Dominic Farrow', role: 'owner', seen: 1 },
      { name: 'Angela Pruitt', role: 'owner', seen: 33 },
      { name: 'Ravi Menon', role: 'member', seen: 2 },
      { name: 'Kelsey Stroud', role: 'member', seen: 74 },
    ],
    tickets: [
      {
        subject: 'Invoices went out without the backup line since Monday',
        description:
          'All agreements of the type Backup are affected. We’ve stopped sending. Finance is waiting for a corrected run.',
        category: 'billing',
        impact: 'all',
        urgency: 'medium',
        status: 'in_progress',
        ago: 31,
      },
      {
        subject: 'License report counts shared mailboxes',
        description: 'The difference from Partner Center is exactly the number of shared mailboxes.',
        category: 'licenses',
        impact: 'one',
        urgency: 'medium',
        status: 'waiting_on_partner',
        ago: 120,
      },
    ],
  },
  {
    name: 'Summit Desk',
    slug: 'summit-desk',
    domain: 'summitdesk.example',
    phone: '+1 555 0171',
    address: '1877 Pearl Street, Boulder, CO 80302',
    description: 'Service desk for startups that have outgrown doing it themselves.',
    time_zone: 'America/Denver',
    tools: ['Atera', 'Google Workspace', 'Slack', 'Jamf'],
    joined: 160,
    people: [
      { name: 'Petra Novak', role: 'owner', seen: 41 * 24 },
      { name: 'Miles Ackerman', role: 'member', seen: 66 * 24 },
    ],
  },
  {
    name: 'Harborlight Systems',
    slug: 'harborlight',
    domain: 'harborlight.example',
    phone: '+1 555 0108',
    address: '64 Dauphin Street, Mobile, AL 36602',
    description: '',
    time_zone: 'America/Chicago',
    tools: [],
    joined: 3,
    people: [{ name: 'Walter Boone', role: 'owner', seen: null }],
  },
  {
    name: 'Fieldstone Managed IT',
    slug: 'fieldstone',
    domain: 'fieldstone.example',
    phone: '+1 555 0155',
    address: '8 N Queen Street, Lancaster, PA 17603',
    description: 'IT for farms, food producers and the shops that sell what they make.',
    time_zone: 'America/New_York',
    tools: ['Autotask', 'Datto RMM', 'Datto BCDR', 'IT Glue', 'Mimecast'],
    joined: 255,
    people: [
      { name: 'Ruthanne Yoder', role: 'owner', seen: 16 },
      { name: 'Colin Mercer', role: 'member', seen: 16 },
      { name: 'Bea Holloway', role: 'member', seen: 90 },
    ],
    tickets: [
      {
        subject: 'Can cold storage alerts call instead of email?',
        description: 'Nobody reads email at night. A call to whoever is on call would work.',
        category: 'voice',
        impact: 'some',
        urgency: 'medium',
        status: 'new',
        ago: 6,
      },
    ],
  },
  {
    name: 'Redrock Computing',
    slug: 'redrock-computing',
    domain: 'redrock.example',
    phone: '+1 555 0126',
    address: '245 W St George Boulevard, St. George, UT 84770',
    description: 'Managed IT for dental and eye clinics in southern Utah and Nevada.',
    time_zone: 'America/Denver',
    tools: ['HaloPSA', 'N-able N-central', 'Huntress', 'Microsoft 365', 'Pax8'],
    joined: 128,
    people: [
      { name: 'Noelle Jessop', role: 'owner', seen: 2 },
      { name: 'Brody Lund', role: 'member', seen: 7 },
    ],
    tickets: [
      {
        subject: 'Ticket triage put every ticket into Billing overnight',
        description: 'Since about 2 am all new tickets are Billing, P4. We’re sorting them manually for now.',
        category: 'ai',
        impact: 'all',
        urgency: 'high',
        status: 'in_progress',
        ago: 29,
      },
    ],
  },
]

const notes: { company: string; by: string; ago: number; body: string }[] = [
  {
    company: 'Northgate IT',
    by: 'engineer@millwright.example',
    ago: 62 * 24,
    body: 'Dana decides, Marcus knows the details. For anything in Autotask, ask Marcus first. He built the queues.',
  },
  {
    company: 'Northgate IT',
    by: 'admin@millwright.example',
    ago: 19 * 24,
    body: 'Called about the renewal in the spring. They want the license check for all clients, and a price for the voice agent before they decide.',
  },
  {
    company: 'Northgate IT',
    by: 'engineer@millwright.example',
    ago: 50,
    body: 'No changes on Fridays after 2 pm their time:\n\n- the dental clients close then and call about everything\n- Ines is alone on the desk',
  },
  {
    company: 'Bluepeak Managed Services',
    by: 'engineer@millwright.example',
    ago: 8 * 24,
    body: 'Priya prefers a short call over a long ticket. Mornings, Pacific.',
  },
]

/** Draws a square logo with a letter. */
function logo(letter: string): Uint8Array {
  const picture = new Picture(128, 128, [15, 42, 67])
  picture.rect(0, 104, 128, 24, [46, 160, 148])
  picture.text(34, 10, letter, [238, 241, 244], 12)
  return picture.png()
}

type World = { companies: Map<string, MadeCompany>; people: Map<string, MadeUser>; now: number }

/** Writes the companies as they would be after some months. */
export async function seedCompanies(db: Owner, _platform: Platform, { companies, people, now }: World): Promise<void> {
  const iso = (hoursAgo: number) => new Date(now - hoursAgo * HOUR).toISOString()
  const id = (name: string) => (companies.get(name) as MadeCompany).id
  const who = (email: string) => people.get(email) as MadeUser

  for (const [name, { time_zone, tools, hours }] of Object.entries(profiles)) {
    await db
      .updateTable('companies')
      .set({ time_zone, tools, business_hours: hours && JSON.stringify(hours) })
      .where('id', '=', id(name))
      .execute()
  }
  await db
    .updateTable('companies')
    .set({ created_at: iso(415 * 24) })
    .where('id', '=', id('Northgate IT'))
    .execute()

  for (const p of partners) {
    const company = await makeCompany(db, {
      id: idAt(new Date(now - p.joined * DAY)),
      name: p.name,
      slug: p.slug,
      website: `https://${p.domain}`,
      phone: p.phone,
      address: p.address,
      ...(p.description ? { description: p.description } : {}),
      created_at: iso(p.joined * 24),
      mail_approved_at: iso(p.joined * 24),
    })
    await db
      .updateTable('companies')
      .set({ time_zone: p.time_zone, tools: p.tools })
      .where('id', '=', company.id)
      .execute()
    companies.set(company.name, company)
    const users: MadeUser[] = []
    for (const { name, role, seen } of p.people) {
      const email = `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@${p.domain}`
      const user = await makeUser(db, { companyId: company.id, role, email, fullName: name })
      await db
        .updateTable('profiles')
        .set({ created_at: iso(p.joined * 24), last_seen_at: seen === null ? null : iso(seen) })
        .where('id', '=', user.id)
        .execute()
      users.push(user)
    }
    for (const { ago, ...ticket } of p.tickets ?? []) {
      const at = new Date(now - ago * HOUR)
      await makeTicket(db, {
        ...ticket,
        requester: users.at(-1) as MadeUser,
        id: idAt(at),
        assignee_id: ticket.status === 'new' ? null : who('engineer@millwright.example').id,
        first_response_at: ticket.status === 'new' ? null : iso(Math.max(0, ago - 1)),
        created_at: at.toISOString(),
        updated_at: iso(Math.max(0, ago - 2)),
      })
    }
  }

  // Collect the entries, to insert them in chronological order.
  const acts: (Insertable<AuditLog> & { ago: number })[] = []
  for (const { company, by, ago, body } of notes) {
    const at = new Date(now - ago * HOUR)
    const row = { company_id: id(company), created_at: at.toISOString() }
    await db
      .insertInto('company_notes')
      .values({ ...row, id: idAt(at), author_id: who(by).id, body })
      .execute()
    acts.push({
      ...row,
      ago,
      actor_id: who(by).id,
      actor_role: by.startsWith('admin') ? 'admin' : 'engineer',
      via: 'session',
      action: 'company.note',
      subject_type: 'company',
      subject_id: id(company),
      after: JSON.stringify({ note: body }),
    })
  }

  const dana = who('owner@northgate.example')
  const keys = [
    { name: 'Monitoring opens tickets', scopes: ['tickets:write', 'tickets:read'], made: 120, used: 1, ends: null },
    { name: 'Wallboard', scopes: ['tickets:read', 'company:read'], made: 74, used: 0.1, ends: 16 },
    {
      name: 'Trial of the contact sync',
      scopes: ['contacts:read'],
      made: 203,
      used: 160 * 24,
      ends: null,
      revoked: 150,
    },
  ]
  for (const k of keys) {
    const at = new Date(now - k.made * DAY)
    await db
      .insertInto('api_keys')
      .values({
        company_id: dana.companyId,
        id: uuid({ msecs: at.getTime() }),
        name: k.name,
        prefix: `mwk_${randomBytes(6).toString('base64url')}`,
        // The hash is random, so no key matches it.
        hash: createHash('sha256').update(randomBytes(32)).digest('hex'),
        scopes: k.scopes,
        created_by: dana.id,
        created_at: at.toISOString(),
        expires_at: k.ends === null ? null : new Date(now + k.ends * DAY).toISOString(),
        last_used_at: iso(k.used),
        revoked_at: k.revoked === undefined ? null : iso(k.revoked * 24),
      })
      .execute()
  }

  const edits = [
    {
      ago: 88 * 24,
      before: { tools: ['Autotask', 'Datto RMM', 'Microsoft 365'] },
      after: { tools: profiles['Northgate IT']?.tools },
    },
    { ago: 40 * 24, before: { phone: '+1 555 0140' }, after: { phone: '+1 555 0142' } },
  ]
  for (const { ago, before, after } of edits) {
    acts.push({
      company_id: dana.companyId,
      ago,
      actor_id: dana.id,
      actor_role: 'owner',
      via: 'session',
      action: 'company.edit',
      subject_type: 'company',
      subject_id: dana.companyId,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      created_at: iso(ago),
    })
  }
  for (const { ago: _, ...act } of acts.toSorted((one, other) => other.ago - one.ago))
    await db.insertInto('audit_log').values(act).execute()

  const bytes = Buffer.from(logo('N'))
  const etag = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  await db
    .insertInto('pictures')
    .values({ company_id: dana.companyId, id: dana.companyId, type: 'image/png', bytes, etag })
    .execute()
}
