// Time entries on the demo's tickets, open, approved and declined estimates, and a timer.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Platform } from '../../src/server/platform/platform.ts'
import type { MadeCompany, MadeUser, Owner } from '../factories/people.ts'
import { idAt, makeMessage } from '../factories/tickets.ts'
import { makeEstimate, makeTime } from '../factories/time.ts'
import { companyDays } from './zones.ts'

type World = { companies: Map<string, MadeCompany>; people: Map<string, MadeUser>; now: number }

const HOUR = 3_600_000

/** Tickets with time that is not billable, and the note that the partner sees. */
const FREE: Record<string, { reason: 'own_mistake' | 'repair' | 'goodwill'; note: string }> = {
  '212 duplicate configuration items after we renamed a UDF': {
    reason: 'own_mistake',
    note: 'The sync should have matched by device UID.',
  },
  'Disk cleanup component fails on about half the machines': { reason: 'repair', note: 'Fix of our component.' },
  'Nothing has reached Autotask for half an hour, request threshold exceeded': {
    reason: 'repair',
    note: 'Back under the request threshold.',
  },
  'Phone agent mispronounces Gough Street': { reason: 'goodwill', note: 'Extended the pronunciation list.' },
  'Invoice sync to QuickBooks stopped, 19 invoices missing': { reason: 'repair', note: 'Fix of our sync.' },
}
/** Categories without time entries, because such questions are answered for free. */
const UNBOOKED = ['billing', 'account']

type Step = { by: string; at: number; status: 'approved' | 'declined'; comment?: string }
const ESTIMATES: { subject: string; by: string; at: number; minutes: number; note: string; decided?: Step }[] = [
  {
    subject: 'Client reports should carry our logo',
    by: 'admin@millwright.example',
    at: 26.5,
    minutes: 180,
    note: 'Your logo on the cover, your blue in headings and charts of all client reports, and a proof with the Cedar Valley report before it goes live.',
  },
  {
    subject: 'Teacher accounts need a start date in August',
    by: 'engineer@millwright.example',
    at: 3,
    minutes: 150,
    note: 'Start date on the form, the list of scheduled requests, and a test with one account at Seabright.',
  },
  {
    subject: 'Time reminder should leave part-time techs alone on their off days',
    by: 'engineer@millwright.example',
    at: 3,
    minutes: 300,
    note: 'Read the off days of every technician from the calendars in Microsoft 365, also when they change.',
    decided: {
      by: 'owner@northgate.example',
      at: 5,
      status: 'declined',
      comment: 'More than we need. A list of days off per person is enough. It changes twice a year.',
    },
  },
  {
    subject: 'Time reminder should leave part-time techs alone on their off days',
    by: 'engineer@millwright.example',
    at: 6,
    minutes: 120,
    note: 'A list of off days per technician, kept by you on the settings page of the reminder.',
    decided: { by: 'owner@northgate.example', at: 20, status: 'approved', comment: 'Yes, please.' },
  },
  {
    subject: 'Move our Hudu device pages to the new layout',
    by: 'engineer@millwright.example',
    at: 2,
    minutes: 60,
    note: 'New layout for all device pages, with the old fields kept.',
    decided: { by: 'owner@bluepeak.example', at: 3, status: 'approved' },
  },
]

/** Returns minutes between 10 and 75, the same at every start. */
const length = (id: string) => 10 + (createHash('sha256').update(id).digest().readUInt8(0) % 14) * 5

type Booked = Parameters<typeof makeTime>[1] & { created_at: string }
/** Writes a time entry with its audit log entry, as the product does. */
async function book(db: Owner, entry: Booked): Promise<void> {
  const { id } = await makeTime(db, entry)
  const { minutes, worked_on, work_type, billable = true, reason = null, note = '' } = entry
  await db
    .insertInto('audit_log')
    .values({
      company_id: entry.ticket.company_id,
      actor_id: entry.by.id,
      actor_role: entry.by.email.startsWith('admin') ? 'admin' : 'engineer',
      action: 'time.book',
      subject_type: 'time_entry',
      subject_id: id,
      after: JSON.stringify({ minutes, workedOn: worked_on, workType: work_type, billable, reason, note }),
      created_at: entry.created_at,
    })
    .execute()
}

/** Writes time entries, estimates and a timer. Needs the tickets and their conversations. */
export async function seedTime(db: Owner, _: Platform, { people, now }: World): Promise<void> {
  const who = (email: string) => people.get(email) as MadeUser
  const engineer = who('engineer@millwright.example')
  const staff = [engineer, who('admin@millwright.example')]
  const dayOf = await companyDays(db)
  const tickets = await db
    .selectFrom('tickets')
    .select(['id', 'company_id', 'subject', 'category', 'created_at'])
    .where('category', 'not in', UNBOOKED)
    .execute()
  for (const ticket of tickets) {
    const worked = await db
      .selectFrom('messages')
      .select(['id', 'kind', 'author_id', 'created_at'])
      .where('company_id', '=', ticket.company_id)
      .where('ticket_id', '=', ticket.id)
      .where('author_kind', '=', 'agent')
      .where('kind', 'in', ['reply', 'note'])
      .orderBy('created_at')
      .execute()
    const free = FREE[ticket.subject]
    for (const [n, m] of worked.entries()) {
      const by = staff.find((p) => p.id === m.author_id)
      if (!by) continue
      const at = new Date(m.created_at)
      await book(db, {
        ticket,
        by,
        id: idAt(at),
        message_id: m.kind === 'reply' ? m.id : null,
        minutes: length(ticket.subject + n),
        worked_on: dayOf(ticket.company_id, at),
        work_type: m.kind === 'note' ? 'development' : at.getUTCHours() < 6 ? 'after_hours' : 'remote',
        billable: free === undefined,
        reason: free?.reason ?? null,
        note: n === 0 ? (free?.note ?? '') : '',
        created_at: at.toISOString(),
        updated_at: at.toISOString(),
      })
    }
  }

  for (const e of ESTIMATES) {
    const ticket = await db
      .selectFrom('tickets')
      .select(['id', 'company_id', 'created_at'])
      .where('subject', '=', e.subject)
      .executeTakeFirstOrThrow()
    const at = (hours: number) => new Date(Math.min(new Date(ticket.created_at).getTime() + hours * HOUR, now - 60_000))
    const line = (by: string, hours: number, change: object) =>
      makeMessage(db, {
        ticket,
        author: who(by),
        byStaff: by.endsWith('@millwright.example'),
        id: idAt(at(hours)),
        kind: 'event',
        body: '',
        data: JSON.stringify({ type: 'estimate', from: String(e.minutes), ...change }),
        created_at: at(hours).toISOString(),
      })
    await makeEstimate(db, {
      ticket,
      by: who(e.by),
      minutes: e.minutes,
      note: e.note,
      created_at: at(e.at).toISOString(),
      ...(e.decided
        ? {
            status: e.decided.status,
            decided_by: who(e.decided.by).id,
            decided_at: at(e.decided.at).toISOString(),
            decided_ip: '203.0.113.24',
            comment: e.decided.comment ?? null,
          }
        : {}),
    })
    await line(e.by, e.at, { to: 'proposed' })
    if (e.decided)
      await line(e.decided.by, e.decided.at, {
        to: e.decided.status,
        ...(e.decided.comment ? { comment: e.decided.comment } : {}),
      })
    // Approved estimates have time entries.
    if (e.decided?.status === 'approved')
      await book(db, {
        ticket,
        by: engineer,
        minutes: 75,
        work_type: 'development',
        worked_on: dayOf(ticket.company_id, at(e.decided.at + 3)),
        note: 'First version, on our test system.',
        internal_note: 'Hand over to Helen if it takes longer than Thursday.',
        created_at: at(e.decided.at + 3).toISOString(),
        updated_at: at(e.decided.at + 3).toISOString(),
      })
  }

  const begun = await db
    .selectFrom('tickets')
    .select(['id', 'company_id'])
    .where('subject', '=', 'Disk cleanup component fails on about half the machines')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('timers')
    .values({
      company_id: begun.company_id,
      id: uuid(),
      user_id: engineer.id,
      ticket_id: begun.id,
      started_at: sql<string>`now() - interval '40 minutes'`,
      // Paused, because a running timer would look forgotten when the demo stays open for days.
      running_since: null,
      kept_seconds: 18 * 60,
    })
    .execute()
}
