// The demo's service levels: holidays, a 24/7 policy for one company, and the targets of the existing tickets,
// calculated from their conversations.
import { v7 as uuid } from 'uuid'
import type { Platform } from '../../src/server/platform/platform.ts'
import {
  applyStatusChange,
  aroundTheClock,
  type Clocks,
  countUsedMs,
  findDueTime,
  getServiceLevels,
  markWarningsSent,
  recalculateOpenTargets,
  recordFirstResponse,
  startClocks,
} from '../../src/server/sla/index.ts'
import { clockColumns, clocksOf, slaColumns } from '../../src/server/tickets/sla/sla.ts'
import type { MadeCompany, MadeUser, Owner } from '../factories/people.ts'

type Given = { companies: Map<string, MadeCompany>; people: Map<string, MadeUser>; now: number }

const DAY = 86_400_000
/** Returns the n-th weekday (1 is Monday) of a month. A negative n counts from the end. */
function nth(year: number, month: number, weekday: number, n: number): string {
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const found = Array.from({ length: days }, (_, i) => new Date(Date.UTC(year, month - 1, i + 1))).filter(
    (d) => d.getUTCDay() === weekday % 7,
  )
  return (found.at(n > 0 ? n - 1 : n) as Date).toISOString().slice(0, 10)
}
const morning = [{ from: '09:00', to: '13:00' }]
const holidaysOf = (year: number) => {
  const thanksgiving = nth(year, 11, 4, 4)
  const after = new Date(Date.parse(thanksgiving) + DAY).toISOString().slice(0, 10)
  return [
    { date: `${year}-01-01`, name: 'New Year’s Day', hours: [] },
    { date: nth(year, 5, 1, -1), name: 'Memorial Day', hours: [] },
    { date: `${year}-07-04`, name: 'Independence Day', hours: [] },
    { date: nth(year, 9, 1, 1), name: 'Labor Day', hours: [] },
    { date: thanksgiving, name: 'Thanksgiving', hours: [] },
    { date: after, name: 'Day after Thanksgiving', hours: morning },
    { date: `${year}-12-24`, name: 'Christmas Eve', hours: morning },
    { date: `${year}-12-25`, name: 'Christmas Day', hours: [] },
  ]
}

/** Share of the target used, in turn, for tickets that would otherwise appear neglected for days. */
const SHARES = [0.35, 0.8, 0.55, 1.2, 0.2, 0.65]

/** Writes policies, holidays and the targets of every ticket. */
export async function seedSla(db: Owner, platform: Platform, { companies, people, now }: Given): Promise<void> {
  const provider = companies.values().find((c) => c.is_internal) as MadeCompany
  const admin = people.get('admin@millwright.example') as MadeUser
  const calendar = await db
    .selectFrom('sla_calendars')
    .selectAll()
    .where('company_id', '=', provider.id)
    .executeTakeFirstOrThrow()
  const year = new Date(now).getUTCFullYear()
  const holidays = [...holidaysOf(year), ...holidaysOf(year + 1)]
  await db
    .updateTable('sla_calendars')
    .set({ holidays: JSON.stringify(holidays), version: 2 })
    .where('id', '=', calendar.id)
    .execute()
  const kept = { timeZone: calendar.time_zone, name: calendar.name, hours: calendar.hours }
  const act = { company_id: provider.id, actor_id: admin.id, actor_role: 'admin' }
  await db
    .insertInto('audit_log')
    .values({
      ...act,
      action: 'sla.calendar-edited',
      subject_type: 'sla_calendar',
      subject_id: calendar.id,
      before: JSON.stringify({ ...kept, holidays: [] }),
      after: JSON.stringify({ ...kept, holidays }),
      reason: 'Our holidays for this year and next year.',
      created_at: new Date(now - 40 * DAY).toISOString(),
    })
    .execute()

  const both = (response: object, resolution: object) => ({ response, resolution })
  const always = (minutes: number) => ({ minutes, clock: 'always' })
  const business = (minutes: number) => ({ minutes, clock: 'business' })
  const targets = {
    P1: both(always(15), always(120)),
    P2: both(always(60), always(240)),
    P3: both(business(120), business(480)),
    P4: both(business(240), business(1440)),
  }
  const id = uuid()
  const name = 'Urgent around the clock'
  await db
    .insertInto('sla_policies')
    .values({ company_id: provider.id, id, name, calendar_id: calendar.id, targets: JSON.stringify(targets) })
    .execute()
  const bluepeak = companies.get('Bluepeak Managed Services') as MadeCompany
  await db.updateTable('companies').set({ sla_policy_id: id }).where('id', '=', bluepeak.id).execute()
  await db
    .insertInto('audit_log')
    .values({
      ...act,
      action: 'sla.policy-created',
      subject_type: 'sla_policy',
      subject_id: id,
      after: JSON.stringify({ name, calendarId: calendar.id, targets }),
      reason: 'Bluepeak runs a night desk, so P1 and P2 also count at night.',
      created_at: new Date(now - 39 * DAY).toISOString(),
    })
    .execute()

  // Read in this transaction, because its rows are not visible to others yet.
  const book = await getServiceLevels({ db: { system: db }, bus: platform.bus } as unknown as Platform)
  const rows = await db
    .selectFrom('tickets')
    .select(['id', 'company_id', 'agreement_id', 'priority', 'status', ...slaColumns])
    .orderBy('id')
    .execute()
  const replies = await db
    .selectFrom('messages')
    .select(['ticket_id', 'author_kind', 'created_at'])
    .where('kind', '=', 'reply')
    .orderBy('created_at')
    .execute()
  const byTicket = Map.groupBy(replies, (m) => m.ticket_id)
  let late = 0
  for (const row of rows) {
    const level = book.level(row, row.priority)
    if (!level) continue
    // From a staff reply to the partner's next reply, the ticket waited for the partner.
    const messages = byTicket.get(row.id) ?? []
    const pauses = messages.flatMap((m, i): [number, number][] => {
      const next = messages[i + 1]
      return m.author_kind === 'agent' && next?.author_kind === 'partner'
        ? [[Date.parse(m.created_at), Date.parse(next.created_at)]]
        : []
    })
    const { respondedAt, pausedAt, doneAt, startedAt } = clocksOf(row)
    let clocks: Clocks = { ...startClocks(startedAt), pauses }
    if (respondedAt !== null) {
      clocks = recordFirstResponse(
        { ...clocks, pauses: pauses.filter(([from]) => from < respondedAt) },
        level,
        respondedAt,
      )
      clocks = { ...clocks, pauses }
    }
    // Add a pause to tickets that took too long, as if they had waited for someone.
    const end = doneAt ?? pausedAt ?? now
    const count = level.resolution.clock === 'business' ? level.time : aroundTheClock
    const goal = level.resolution.minutes * 60_000
    if (countUsedMs(count, clocks, end) > goal * 0.9 && row.status !== 'new') {
      const share = (doneAt === null ? SHARES : [0.5, 0.7, 0.9, 0.6, 1.3])[late++ % (doneAt === null ? 6 : 5)] as number
      const from = findDueTime(count, clocks, goal * share)
      if (from < end)
        clocks = {
          ...clocks,
          pauses: [
            ...clocks.pauses.filter(([a]) => a < from).map(([a, b]): [number, number] => [a, Math.min(b, from)]),
            [from, end],
          ],
        }
    }
    if (pausedAt !== null) clocks = applyStatusChange(clocks, level, 'in_progress', row.status, end)
    clocks = markWarningsSent(recalculateOpenTargets(clocks, level, now), now)
    await db
      .updateTable('tickets')
      .set({ sla_revision: book.revision, ...clockColumns(clocks, level) })
      .where('company_id', '=', row.company_id)
      .where('id', '=', row.id)
      .execute()
  }
}
