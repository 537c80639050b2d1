// The demo's projects with tasks, comments, updates, and tasks that wait for the partner.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { NewProjectTemplate } from '../../src/contract/projects/index.ts'
import { makeAgreement } from '../factories/agreements.ts'
import type { MadeCompany, MadeUser, Owner } from '../factories/people.ts'
import { idAt } from '../factories/tickets.ts'
import { companyDays } from './zones.ts'

type Cast = { companies: Map<string, MadeCompany>; people: Map<string, MadeUser>; now: number }
type Template = z.input<typeof NewProjectTemplate>

const DAY = 86_400_000
const HELEN = 'admin@millwright.example'
const TOMASZ = 'engineer@millwright.example'
const DANA = 'owner@northgate.example'
const MARCUS = 'member@northgate.example'
const PRIYA = 'owner@bluepeak.example'

const TEMPLATES: Template[] = [
  {
    name: 'Microsoft 365 tenant migration',
    description:
      'Move mailboxes, OneDrive and Teams from one tenant to another. Users keep working, and the cutover takes one evening.',
    budgetMinutes: 2_400,
    phases: [
      {
        name: 'Discovery',
        tasks: [
          { title: 'List mailboxes, groups and shared drives', startDay: 0, dueDay: 3, estimateMinutes: 180 },
          { title: 'Name a contact person at the client', side: 'partner', dueDay: 3 },
          { title: 'Check licenses in the new tenant', startDay: 2, dueDay: 5, estimateMinutes: 60 },
        ],
      },
      {
        name: 'Preparation',
        tasks: [
          { title: 'Create accounts and groups', startDay: 5, dueDay: 9, estimateMinutes: 240 },
          { title: 'Lower the TTL of the email DNS records', side: 'partner', dueDay: 9 },
          { title: 'Copy email older than 30 days', startDay: 7, dueDay: 16, estimateMinutes: 360 },
        ],
      },
      {
        name: 'Cutover',
        tasks: [
          { title: 'Announce the cutover date', side: 'partner', dueDay: 16 },
          { title: 'Change email DNS records and copy the rest', startDay: 18, dueDay: 18, estimateMinutes: 300 },
          { title: 'Check mail flow, calendars and phones', startDay: 19, dueDay: 20, estimateMinutes: 240 },
        ],
      },
      {
        name: 'Follow-up',
        tasks: [
          { title: 'Answer questions for a week', startDay: 19, dueDay: 26, estimateMinutes: 300 },
          { title: 'Shut down the old tenant', startDay: 26, dueDay: 30, estimateMinutes: 60 },
        ],
      },
    ],
  },
  {
    name: 'PSA integration',
    description: 'Connect a system to the PSA, so that tickets, time and configurations match on both sides.',
    budgetMinutes: 1_500,
    phases: [
      {
        name: 'Scoping',
        tasks: [
          { title: 'Document the field mapping', startDay: 0, dueDay: 4, estimateMinutes: 120 },
          { title: 'Create an API user in the PSA', side: 'partner', dueDay: 4 },
        ],
      },
      {
        name: 'Build',
        tasks: [
          { title: 'Build the connection', startDay: 5, dueDay: 15, estimateMinutes: 720 },
          { title: 'Test with ten real records', startDay: 14, dueDay: 18, estimateMinutes: 180 },
          { title: 'Check the ten records', side: 'partner', dueDay: 20 },
        ],
      },
      {
        name: 'Go live',
        tasks: [
          { title: 'Turn it on', startDay: 21, dueDay: 21, estimateMinutes: 60 },
          { title: 'Monitor it for a week', startDay: 21, dueDay: 28, estimateMinutes: 120 },
        ],
      },
    ],
  },
  {
    name: 'Documentation cleanup',
    description: 'Remove outdated articles, write missing ones, and give every article an owner and a review date.',
    budgetMinutes: 960,
    phases: [
      {
        name: 'Audit',
        tasks: [
          { title: 'List articles that nobody opened in a year', startDay: 0, dueDay: 3, estimateMinutes: 60 },
          { title: 'Mark articles to keep', side: 'partner', dueDay: 8 },
        ],
      },
      {
        name: 'Clean up',
        tasks: [
          { title: 'Merge duplicates', startDay: 8, dueDay: 14, estimateMinutes: 240 },
          { title: 'Write missing articles', startDay: 10, dueDay: 20, estimateMinutes: 360 },
        ],
      },
      {
        name: 'Maintain',
        tasks: [{ title: 'Set an owner and a review date for each', startDay: 20, dueDay: 24, estimateMinutes: 120 }],
      },
    ],
  },
]

type Said = { by: string; ago: number; body: string; internal?: true }
type DemoTask = {
  title: string
  body?: string
  status?: 'todo' | 'doing' | 'waiting_on_partner' | 'done'
  side?: 'partner'
  who?: string
  /** Days from today. */
  from?: number
  due?: number
  hours?: number
  /** Hours worked, and how many days ago. */
  worked?: [hours: number, ago: number][]
  /** Days ago. */
  done?: number
  since?: number
  said?: Said[]
}
type DemoProject = {
  company: string
  name: string
  description: string
  status: 'planned' | 'active' | 'waiting_on_partner' | 'done'
  lead: string
  begun: number
  due: number
  finished?: number
  budget: number
  agreement?: { owner: string; cents: number }
  phases: [name: string, tasks: DemoTask[]][]
  updates: { by: string; ago: number; health: 'on_track' | 'at_risk' | 'delayed'; body: string; done: number }[]
}

const PROJECTS: DemoProject[] = [
  {
    company: 'Northgate IT',
    name: 'Harbor Dental: move to Microsoft 365',
    description:
      'Harbor Dental leaves its old hosted Exchange. **38 mailboxes**, four shared calendars and the front desk’s shared drive move to their own Microsoft 365 tenant.\n\nThe cutover is on a Friday evening, so that both practices open on Monday with everything in place.',
    status: 'active',
    lead: TOMASZ,
    begun: -34,
    due: 18,
    budget: 40,
    agreement: { owner: DANA, cents: 620_000 },
    phases: [
      [
        'Discovery',
        [
          {
            title: 'List mailboxes, groups and shared drives',
            status: 'done',
            who: TOMASZ,
            from: -34,
            due: -30,
            hours: 3,
            worked: [[3.5, 31]],
            done: 30,
          },
          {
            title: 'Name a contact person at Harbor Dental',
            status: 'done',
            side: 'partner',
            who: DANA,
            due: -30,
            done: 31,
          },
          {
            title: 'Check licenses in the new tenant',
            status: 'done',
            who: TOMASZ,
            from: -31,
            due: -28,
            hours: 1,
            worked: [[0.75, 29]],
            done: 29,
          },
        ],
      ],
      [
        'Preparation',
        [
          {
            title: 'Create accounts and groups',
            status: 'done',
            who: TOMASZ,
            from: -27,
            due: -20,
            hours: 4,
            worked: [
              [2.5, 25],
              [2, 22],
            ],
            done: 22,
          },
          {
            title: 'Lower the TTL of the email DNS records',
            body: 'At the registrar of `harbordental.example`: MX and autodiscover to 300 seconds, at least two days before the cutover.',
            status: 'done',
            side: 'partner',
            who: MARCUS,
            due: -18,
            done: 19,
            said: [
              { by: MARCUS, ago: 20, body: 'The registrar only offers 600 seconds. Is that enough?' },
              { by: TOMASZ, ago: 19.8, body: 'Yes, ten minutes is fine.' },
            ],
          },
          {
            title: 'Copy email older than 30 days',
            status: 'done',
            who: TOMASZ,
            from: -19,
            due: -9,
            hours: 6,
            worked: [
              [3, 17],
              [2.25, 13],
              [1.5, 10],
            ],
            done: 10,
            said: [
              {
                by: TOMASZ,
                ago: 13,
                body: 'Two mailboxes have folders with more than 100,000 items. I split them by year.',
                internal: true,
              },
            ],
          },
        ],
      ],
      [
        'Cutover',
        [
          {
            title: 'Copy the last 30 days and calendars',
            status: 'doing',
            who: TOMASZ,
            from: -8,
            due: 4,
            hours: 5,
            worked: [[2, 8.5]],
          },
          { title: 'Tell both practices the cutover date', side: 'partner', who: DANA, due: 5 },
          { title: 'Change email DNS records', who: TOMASZ, from: 7, due: 7, hours: 2 },
          { title: 'Check mail flow, calendars and phones', who: TOMASZ, from: 8, due: 10, hours: 4 },
        ],
      ],
      ['Follow-up', [{ title: 'Answer questions for a week', who: HELEN, from: 8, due: 16, hours: 5 }]],
    ],
    updates: [
      {
        by: TOMASZ,
        ago: 29,
        health: 'on_track',
        done: 2,
        body: 'We know what moves: 38 mailboxes, four calendars, one shared drive. Two mailboxes belong to people who left. Dana will let us know whether to move them.\n\nNext: accounts in the new tenant.',
      },
      {
        by: TOMASZ,
        ago: 16,
        health: 'at_risk',
        done: 5,
        body: 'Copying old email is slower than planned because two mailboxes have very large folders. We split them by year.\n\nThe cutover Friday still holds if the last copy finishes by next week.',
      },
      {
        by: TOMASZ,
        ago: 9,
        health: 'on_track',
        done: 6,
        body: 'All email older than 30 days is in the new tenant, including the large folders. We’re back on schedule.\n\nNext: the last 30 days and the calendars. Please tell both practices the cutover date by then.',
      },
    ],
  },
  {
    company: 'Northgate IT',
    name: 'Autotask and Hudu configuration comparison',
    description:
      'Compare configurations in Autotask and assets in Hudu every night, and open one ticket that lists the differences.',
    status: 'waiting_on_partner',
    lead: HELEN,
    begun: -12,
    due: 24,
    budget: 25,
    phases: [
      [
        'Scoping',
        [
          {
            title: 'Document the field mapping',
            status: 'done',
            who: HELEN,
            from: -12,
            due: -8,
            hours: 2,
            done: 8,
          },
          {
            title: 'Create an API user in Autotask',
            body: 'A user of the type *API user (system)*, without access to contracts:\n\n1. Admin → Resources → New API User.\n2. Security level: API User (system).\n3. Integration vendor: Custom.\n\nPut the key in your password manager and share it with us there, never by email.',
            status: 'waiting_on_partner',
            side: 'partner',
            who: DANA,
            due: 2,
            since: 3,
            said: [{ by: HELEN, ago: 3, body: 'With this, we can start building the same day.' }],
          },
          {
            title: 'Choose the configuration types to compare',
            body: 'The list from Autotask has 42 types. Check the ones your technicians use. We’ll leave the rest out of the comparison.',
            status: 'waiting_on_partner',
            side: 'partner',
            who: MARCUS,
            due: 4,
            since: 2,
          },
        ],
      ],
      [
        'Build',
        [
          { title: 'Build the nightly comparison', who: TOMASZ, from: 4, due: 13, hours: 12 },
          { title: 'Test with ten real records', who: TOMASZ, from: 13, due: 16, hours: 3 },
          { title: 'Check the ten records', side: 'partner', due: 18 },
        ],
      ],
      ['Go live', [{ title: 'Turn it on and monitor it for a week', who: TOMASZ, from: 18, due: 24, hours: 3 }]],
    ],
    updates: [
      {
        by: HELEN,
        ago: 3,
        health: 'on_track',
        done: 1,
        body: 'The list of fields is agreed. We need two things from you before we build: an API user in Autotask, and the configuration types that matter. Both are in your task list.',
      },
    ],
  },
  {
    company: 'Northgate IT',
    name: 'IT Glue cleanup after the merger',
    description:
      'Combine the documentation of two teams: merge duplicates, archive outdated articles and give each remaining article an owner.',
    status: 'done',
    lead: TOMASZ,
    begun: -96,
    due: -60,
    finished: 62,
    budget: 16,
    phases: [
      [
        'Audit',
        [
          {
            title: 'List articles that nobody opened in a year',
            status: 'done',
            who: TOMASZ,
            from: -96,
            due: -92,
            hours: 1,
            worked: [[1, 94]],
            done: 93,
          },
          { title: 'Mark articles to keep', status: 'done', side: 'partner', who: MARCUS, due: -85, done: 86 },
        ],
      ],
      [
        'Clean up',
        [
          {
            title: 'Merge duplicates',
            status: 'done',
            who: TOMASZ,
            from: -84,
            due: -75,
            hours: 4,
            worked: [
              [2.5, 82],
              [2, 77],
            ],
            done: 76,
          },
          {
            title: 'Write missing articles',
            status: 'done',
            who: HELEN,
            from: -80,
            due: -68,
            hours: 6,
            worked: [
              [3, 74],
              [2.5, 70],
            ],
            done: 69,
          },
        ],
      ],
      [
        'Maintain',
        [
          {
            title: 'Set an owner and a review date for each',
            status: 'done',
            side: 'partner',
            who: DANA,
            due: -62,
            done: 63,
          },
        ],
      ],
    ],
    updates: [
      {
        by: TOMASZ,
        ago: 84,
        health: 'on_track',
        done: 2,
        body: 'Of 1,140 articles, 412 were not opened in a year. Marcus kept 61 of them. The rest move to the archive, where you can still search them.',
      },
      {
        by: TOMASZ,
        ago: 62,
        health: 'on_track',
        done: 5,
        body: 'Done. 367 articles remain, each with an owner and a review date. The archive stays searchable for a year.',
      },
    ],
  },
  {
    company: 'Bluepeak Managed Services',
    name: 'Fleet inventory in ServiceNow',
    description: 'Laptops on board are entered once, in port, and show up in ServiceNow under their vessel.',
    status: 'planned',
    lead: HELEN,
    begun: 9,
    due: 44,
    budget: 30,
    phases: [
      [
        'Scoping',
        [
          { title: 'Walk through one vessel together', who: HELEN, from: 9, due: 11, hours: 3 },
          { title: 'Send the list of vessels with their crews', side: 'partner', who: PRIYA, due: 12 },
        ],
      ],
      ['Build', [{ title: 'Build the form for the dock', who: TOMASZ, from: 13, due: 27, hours: 14 }]],
      ['Go live', [{ title: 'Enter the first three vessels', side: 'partner', due: 37 }]],
    ],
    updates: [],
  },
]

/** Writes project templates and the projects of the demo's partners. */
export async function seedProjects(db: Owner, { companies, people, now }: Cast): Promise<void> {
  const who = (email: string) => people.get(email) as MadeUser
  const at = (ago: number) => new Date(now - ago * DAY)
  const iso = (ago: number) => at(ago).toISOString()
  const dayOf = await companyDays(db)
  await db
    .insertInto('project_templates')
    .values(
      TEMPLATES.map((t) => ({
        company_id: who(HELEN).companyId,
        id: uuid(),
        name: t.name,
        description: t.description ?? '',
        budget_minutes: t.budgetMinutes ?? null,
        phases: JSON.stringify(
          t.phases.map((p) => ({
            name: p.name,
            tasks: (p.tasks ?? []).map((task) => ({
              body: '',
              side: 'provider',
              startDay: null,
              dueDay: null,
              estimateMinutes: null,
              ...task,
            })),
          })),
        ),
      })),
    )
    .execute()
  for (const p of PROJECTS) {
    const company_id = (companies.get(p.company) as MadeCompany).id
    const day = (fromNow: number) => dayOf(company_id, at(-fromNow))
    const agreement =
      p.agreement &&
      (await makeAgreement(db, {
        by: who(HELEN),
        companyId: company_id,
        type: 'fixed_price',
        name: p.name,
        at: iso(-p.begun + 9),
        terms: {
          priceCents: p.agreement.cents,
          coversTime: true,
          billingPoint: 'completion',
          startsOn: day(p.begun - 5),
        },
        signed: { by: who(p.agreement.owner), at: iso(-p.begun + 6) },
      }))
    const planned = at(-p.begun + 3)
    const own = { company_id, id: idAt(planned < new Date(now) ? planned : at(1)) }
    const of = { company_id, project_id: own.id }
    const created_at = (planned < new Date(now) ? planned : at(1)).toISOString()
    const last = Math.min(...p.updates.map((u) => u.ago), p.finished ?? 1_000, 20)
    await db
      .insertInto('projects')
      .values({
        ...own,
        name: p.name,
        description: p.description,
        status: p.status,
        status_at: iso(p.finished ?? last),
        agreement_id: agreement?.id ?? null,
        lead_id: who(p.lead).id,
        starts_on: day(p.begun),
        due_on: day(p.due),
        budget_minutes: p.budget * 60,
        completed_at: p.finished === undefined ? null : iso(p.finished),
        created_by: who(HELEN).id,
        created_at,
        updated_at: iso(p.finished ?? (p.status === 'planned' ? 1 : last)),
      })
      .execute()
    const owners = [...people.values()].filter((u) => u.companyId === company_id && u.email.startsWith('owner@'))
    await db
      .insertInto('project_watchers')
      .values([who(p.lead), ...owners].map((u) => ({ ...of, user_id: u.id, created_at })))
      .execute()
    let position = 0
    for (const [n, [name, tasks]] of p.phases.entries()) {
      const phase_id = uuid()
      await db
        .insertInto('project_phases')
        .values({ ...of, id: phase_id, name, position: n, created_at })
        .execute()
      for (const t of tasks) {
        const id = uuid()
        const done = t.done === undefined ? null : iso(t.done)
        await db
          .insertInto('project_tasks')
          .values({
            ...of,
            id,
            phase_id,
            position: position++,
            title: t.title,
            body: t.body ?? '',
            status: t.status ?? 'todo',
            side: t.side ?? 'provider',
            assignee_id: t.who ? who(t.who).id : null,
            starts_on: t.from === undefined ? null : day(t.from),
            due_on: t.due === undefined ? null : day(t.due),
            estimate_minutes: t.hours === undefined ? null : t.hours * 60,
            status_at: done ?? iso(t.since ?? 4),
            completed_at: done,
            completed_by: done ? who(t.who ?? p.lead).id : null,
            created_at,
            updated_at: done ?? created_at,
          })
          .execute()
        for (const c of t.said ?? [])
          await db
            .insertInto('project_comments')
            .values({
              ...of,
              id: uuid(),
              task_id: id,
              author_id: who(c.by).id,
              body: c.body,
              staff_only: c.internal ?? false,
              created_at: iso(c.ago),
            })
            .execute()
        // Work that no price covers draws hours when `hours.ts` writes the ledger.
        for (const [hours, ago] of t.worked ?? [])
          await db
            .insertInto('time_entries')
            .values({
              company_id,
              id: idAt(at(ago)),
              task_id: id,
              user_id: who(t.who ?? p.lead).id,
              minutes: hours * 60,
              worked_on: dayOf(company_id, at(ago)),
              work_type: 'consulting',
              agreement_id: agreement?.id ?? null,
              note: '',
              created_at: iso(ago),
              updated_at: iso(ago),
            })
            .execute()
      }
    }
    for (const u of p.updates)
      await db
        .insertInto('project_updates')
        .values({
          ...of,
          id: uuid(),
          author_id: who(u.by).id,
          health: u.health,
          body: u.body,
          tasks_done: u.done,
          tasks_total: position,
          created_at: iso(u.ago),
        })
        .execute()
  }
  // Link the active project to the ticket that requested it.
  const northgate = (companies.get('Northgate IT') as MadeCompany).id
  await sql`insert into project_tickets (company_id, project_id, ticket_id)
    select p.company_id, p.id, t.id from projects p, lateral (select id from tickets where company_id = ${northgate}
      and merged_into is null and category = 'integration' order by number limit 1) t
    where p.company_id = ${northgate} and p.status = 'active' on conflict do nothing`.execute(db)
}
