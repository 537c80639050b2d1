// Compares the calculated days with a simple recount in TypeScript, after random changes of tickets and hours.
import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeInstallation, makeRuns } from '../../../test/factories/automations.ts'
import { makeClient } from '../../../test/factories/contacts.ts'
import { makeDraw, makeHours } from '../../../test/factories/hours.ts'
import { makeTicket } from '../../../test/factories/tickets.ts'
import { makeTime } from '../../../test/factories/time.ts'
import { inLane } from '../../../test/harness/lane.ts'
import { startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { notifyOfEvents } from '../notifications/index.ts'
import { countMarked } from './jobs.ts'
import { reconcileRollups } from './reconcile.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

const NIL = '00000000-0000-0000-0000-000000000000'
const CATEGORIES = ['automation', 'licenses', 'billing'] as const
const PRIORITIES = ['P1', 'P2', 'P3', 'P4'] as const
// These days include both daylight saving changes of New York, and of Havana, where midnight occurs twice.
const FIRST = Date.UTC(2026, 1, 25)
const at = (minutes: number) => new Date(FIRST + minutes * 60_000).toISOString()
const MINUTES = 270 * 1440

const dayIn = (zone: string, when: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(when),
  )

type Cells = Map<string, number[]>
const count = (cells: Cells, key: string, place: number, by = 1) => {
  const row = cells.get(key) ?? [0, 0, 0, 0, 0, 0, 0, 0, 0]
  row[place] = (row[place] ?? 0) + by
  cells.set(key, row)
}

/** Recounts everything directly from the rows, one ticket at a time. */
async function recount(companyId: string) {
  const { zone } = (await sql<{ zone: string }>`select company_zone(${companyId}::uuid) as zone`.execute(server.db))
    .rows[0] as { zone: string }
  const days: Cells = new Map()
  const answers = new Map<string, number[]>()
  const tickets = await server.db.selectFrom('tickets').selectAll().where('company_id', '=', companyId).execute()
  for (const t of tickets) {
    if (t.merged_into) continue
    const put = (when: string, place: number, by = 1) => {
      for (const client of [NIL, ...(t.client_id ? [t.client_id] : [])])
        for (const value of [`priority ${t.priority}`, `category ${t.category}`])
          count(days, `${client} ${dayIn(zone, when)} ${value}`, place, by)
    }
    put(t.created_at, 0)
    const done = t.resolved_at ?? t.closed_at
    if (done) {
      put(done, 1)
      const inTime = t.resolution_due_at && Date.parse(done) <= Date.parse(t.resolution_due_at)
      // A ticket that its own company closed before an answer is never in time, and late only if it was overdue by
      // then.
      if (t.resolution_due_at && !(inTime && t.closed_unanswered)) put(done, inTime ? 5 : 6)
    }
    if (t.first_response_at) {
      // A day counts even if it has only a response without a target.
      put(t.first_response_at, 3, 0)
      if (t.response_due_at)
        put(t.first_response_at, Date.parse(t.first_response_at) <= Date.parse(t.response_due_at) ? 3 : 4)
      const minutes = Math.floor((Date.parse(t.first_response_at) - Date.parse(t.created_at)) / 60_000)
      for (const client of [NIL, ...(t.client_id ? [t.client_id] : [])]) {
        const key = `${client} ${dayIn(zone, t.first_response_at)} ${t.priority}`
        answers.set(key, [...(answers.get(key) ?? []), minutes])
      }
    }
    if (t.rated_at && t.rating) {
      put(t.rated_at, 7)
      put(t.rated_at, 8, t.rating)
    }
    const events = await server.db
      .selectFrom('messages')
      .select(['data', 'created_at'])
      .where('ticket_id', '=', t.id)
      .where('kind', '=', 'event')
      .execute()
    for (const e of events) {
      const data = e.data as { type: string; from: string; to: string }
      if (
        data.type === 'status' &&
        ['resolved', 'closed'].includes(data.from) &&
        !['resolved', 'closed'].includes(data.to)
      )
        put(e.created_at, 2)
    }
  }
  const people: Cells = new Map()
  for (const t of tickets) {
    const done = t.resolved_at ?? t.closed_at
    if (!t.merged_into && done && t.assignee_id) count(people, `${t.assignee_id} ${dayIn(zone, done)}`, 1)
  }
  const hours: Cells = new Map()
  const lines = await server.db.selectFrom('hour_ledger').selectAll().where('company_id', '=', companyId).execute()
  const entries = await server.db.selectFrom('time_entries').selectAll().where('company_id', '=', companyId).execute()
  for (const l of lines) {
    const entry = entries.find((e) => e.id === l.entry_id)
    const ticket = tickets.find((t) => t.id === entry?.ticket_id)
    for (const client of [NIL, ...(ticket?.client_id ? [ticket.client_id] : [])]) {
      const key = `${client} ${dayIn(zone, l.created_at)} ${ticket?.category ?? ''}`
      if (l.entry_id) count(hours, key, 1, -l.minutes)
      else if (l.kind === 'purchase' || l.kind === 'grant') count(hours, key, 0, l.minutes)
      count(hours, key, 4, l.overage)
    }
  }
  return { days, answers, hours, people }
}

async function storedDays(companyId: string) {
  const rows = await server.db
    .selectFrom('report_days')
    .selectAll()
    .select(sql<string>`day::text`.as('on'))
    .where('company_id', '=', companyId)
    .execute()
  const days: Cells = new Map(
    rows.map((r) => [
      `${r.client_id} ${r.on} ${r.dimension} ${r.value}`,
      [
        r.opened,
        r.resolved,
        r.reopened,
        r.response_kept,
        r.response_missed,
        r.resolution_kept,
        r.resolution_missed,
        r.rated,
        r.rating_sum,
      ],
    ]),
  )
  const answers = new Map(
    rows.filter((r) => r.responses.length > 0).map((r) => [`${r.client_id} ${r.on} ${r.value}`, r.responses]),
  )
  const lines = await server.db
    .selectFrom('report_hours')
    .selectAll()
    .select(sql<string>`day::text`.as('on'))
    .where('company_id', '=', companyId)
    .execute()
  const hours: Cells = new Map(
    lines.map((r) => [`${r.client_id} ${r.on} ${r.category}`, [r.added, r.drawn, 0, 0, r.overage, 0, 0, 0, 0]]),
  )
  const resolved = await server.db
    .selectFrom('report_people')
    .select(['user_id', 'resolved', sql<string>`day::text`.as('on')])
    .where('company_id', '=', companyId)
    .execute()
  const people: Cells = new Map(resolved.map((r) => [`${r.user_id} ${r.on}`, [0, r.resolved, 0, 0, 0, 0, 0, 0, 0]]))
  return { days, answers, hours, people }
}

const sorted = (cells: Map<string, number[]>) => Object.fromEntries([...cells].toSorted(([a], [b]) => (a < b ? -1 : 1)))
async function agree(companyId: string) {
  const [found, due] = [await storedDays(companyId), await recount(companyId)]
  expect(sorted(found.days)).toEqual(sorted(due.days))
  expect(sorted(found.answers)).toEqual(
    sorted(new Map([...due.answers].map(([k, v]) => [k, v.toSorted((a, b) => a - b)]))),
  )
  expect(sorted(found.hours)).toEqual(sorted(due.hours))
  expect(sorted(found.people)).toEqual(sorted(due.people))
}

const minute = fc.nat({ max: MINUTES })
const ticket = fc.nat({ max: 11 })
const command = fc.oneof(
  fc.record({
    does: fc.constant('open' as const),
    at: minute,
    category: fc.constantFrom(...CATEGORIES),
    priority: fc.constantFrom(...PRIORITIES),
    client: fc.option(fc.nat({ max: 1 })),
  }),
  fc.record({ does: fc.constant('answer' as const), ticket, at: minute, due: fc.option(minute) }),
  fc.record({
    does: fc.constant('resolve' as const),
    ticket,
    at: minute,
    due: fc.option(minute),
    closed: fc.boolean(),
    unanswered: fc.boolean(),
  }),
  fc.record({ does: fc.constant('reopen' as const), ticket, at: minute }),
  fc.record({ does: fc.constant('rate' as const), ticket, at: minute, stars: fc.integer({ min: 1, max: 5 }) }),
  // Change one field at a time, after a read. Another change could set the mark that this one failed to set.
  fc.record({
    does: fc.constant('edit' as const),
    ticket,
    to: fc.oneof(
      fc.record({ category: fc.constantFrom(...CATEGORIES) }),
      fc.record({ priority: fc.constantFrom(...PRIORITIES) }),
      fc.record({ client: fc.option(fc.nat({ max: 1 })) }),
      fc.record({ assignee: fc.option(fc.nat({ max: 1 })) }),
    ),
  }),
  fc.record({ does: fc.constant('merge' as const), ticket, into: ticket }),
  fc.record({ does: fc.constant('work' as const), ticket, at: minute, minutes: fc.integer({ min: 1, max: 90 }) }),
  fc.record({ does: fc.constant('correct' as const), ticket, at: minute, minutes: fc.integer({ min: 0, max: 90 }) }),
  fc.record({ does: fc.constant('move' as const), ticket, into: ticket }),
  fc.record({ does: fc.constant('read' as const) }),
  fc.record({
    does: fc.constant('zone' as const),
    zone: fc.constantFrom('America/New_York', 'America/Havana', 'Asia/Kathmandu', 'Pacific/Apia'),
  }),
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

async function play(commands: readonly Command[]): Promise<void> {
  const company = await server.company({ name: 'Rolled' })
  const owner = await server.person(company, 'owner')
  const companyId = company.id
  const clients = [
    await makeClient(server.db, { company_id: companyId }),
    await makeClient(server.db, { company_id: companyId }),
  ]
  await makeHours(server.db, companyId, { minutes: 600_000, at: at(0) } as never)
  const made: { id: string; entry?: string; charged: number }[] = []
  const read = () =>
    server
      .call('GET', '/v1/reports?from=2026-02-01&to=2026-12-31', { as: owner })
      .then((r) => expect(r.status).toBe(200))
  const update = (id: string, fields: object) =>
    server.db.updateTable('tickets').set(fields).where('company_id', '=', companyId).where('id', '=', id).execute()
  for (const c of commands) {
    if (c.does === 'read') await read()
    else if (c.does === 'zone')
      await server.db.updateTable('companies').set({ time_zone: c.zone }).where('id', '=', companyId).execute()
    else if (c.does === 'open') {
      const { category, priority } = c
      const t = await makeTicket(server.db, {
        requester: owner,
        category,
        priority,
        created_at: at(c.at),
        client_id: c.client === null ? null : (clients[c.client]?.id ?? null),
      })
      made.push({ id: t.id, charged: 0 })
    } else {
      const one = made[c.ticket % Math.max(1, made.length)]
      if (!one) continue
      if (c.does === 'answer')
        await update(one.id, {
          first_response_at: at(c.at + MINUTES),
          response_due_at: c.due === null ? null : at(c.due + MINUTES),
        })
      else if (c.does === 'resolve')
        await update(one.id, {
          status: c.closed ? 'closed' : 'resolved',
          merged_into: null,
          merged_at: null,
          resolved_at: c.closed ? null : at(c.at),
          closed_at: c.closed ? at(c.at) : null,
          closed_unanswered: c.closed && c.unanswered,
          resolution_due_at: c.due === null ? null : at(c.due),
        })
      else if (c.does === 'reopen') {
        await update(one.id, {
          status: 'in_progress',
          resolved_at: null,
          closed_at: null,
          closed_unanswered: false,
          merged_into: null,
          merged_at: null,
        })
        await server.db
          .insertInto('messages')
          .values({
            company_id: companyId,
            id: uuid(),
            ticket_id: one.id,
            kind: 'event',
            author_kind: 'agent',
            author_name: 'Erin',
            data: JSON.stringify({ type: 'status', from: 'resolved', to: 'in_progress' }),
            created_at: at(c.at),
          })
          .execute()
      } else if (c.does === 'rate') await update(one.id, { rating: c.stars, rated_at: at(c.at) })
      else if (c.does === 'edit') {
        await read()
        await update(
          one.id,
          'client' in c.to
            ? { client_id: c.to.client === null ? null : clients[c.to.client]?.id }
            : 'assignee' in c.to
              ? { assignee_id: c.to.assignee === null ? null : [world.engineer, world.admin][c.to.assignee]?.id }
              : c.to,
        )
      } else if (c.does === 'merge') {
        const into = made[c.into % made.length]
        if (into && into.id !== one.id)
          await update(one.id, { status: 'closed', closed_at: at(0), merged_into: into.id, merged_at: at(0) })
      } else if (c.does === 'move') {
        const into = made[c.into % made.length]
        if (into && one.entry)
          await server.db.updateTable('time_entries').set({ ticket_id: into.id }).where('id', '=', one.entry).execute()
      } else if (c.does === 'work' || c.does === 'correct') {
        // A correction reverses the entry and charges it again, on another day.
        if (c.does === 'correct' && !one.entry) continue
        one.entry ??= (
          await makeTime(server.db, { ticket: { id: one.id, company_id: companyId }, by: world.engineer })
        ).id
        await makeDraw(server.db, { companyId, id: one.entry, minutes: c.minutes, at: at(c.at) } as never)
      }
    }
  }
  await read()
  await agree(companyId)
}

describe('stored days', () => {
  test('match a plain recount after any changes in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 15, maxLength: 45 }), (commands) => play(commands)),
      { numRuns: inLane(50, 500), interruptAfterTimeLimit: inLane(40_000, 90_000), markInterruptAsFailure: false },
    )
  })

  test('give exact medians, even of so many values that only some are sorted', async () => {
    const company = await server.company({ name: 'Many' })
    const owner = await server.person(company, 'owner')
    const client = await makeClient(server.db, { company_id: company.id })
    const one = async (shape: (n: number) => number) => {
      await server.db.deleteFrom('report_days').where('company_id', '=', company.id).execute()
      const all: { day: number; priority: string; minutes: number }[] = Array.from({ length: 40_000 }, (_, n) => ({
        day: (n * 7) % 60,
        priority: PRIORITIES[n % 2 === 0 ? 0 : n % 4] as string,
        minutes: shape(n),
      }))
      for (const [key, some] of Map.groupBy(all, (t) => `${t.day} ${t.priority}`)) {
        const [day, value] = key.split(' ') as [string, string]
        const responses = some.map((t) => t.minutes).toSorted((a, b) => a - b)
        for (const client_id of [NIL, client.id])
          await server.db
            .insertInto('report_days')
            .values({
              company_id: company.id,
              client_id,
              day: new Date(Date.UTC(2026, 2, 1) + Number(day) * 86_400_000).toISOString().slice(0, 10),
              dimension: 'priority',
              value,
              responses,
              // Every ticket is resolved in one minute.
              resolutions: responses.map(() => 1),
            })
            .execute()
      }
      const { body } = await server.call<{ sections: { figures: { key: string; value: number }[] }[] }>(
        'GET',
        '/v1/reports?from=2026-03-01&to=2026-04-29',
        { as: owner },
      )
      const value = (key: string) => body.sections[0]?.figures.find((f) => f.key === key)?.value
      const plain = all.map((t) => t.minutes).toSorted((a, b) => a - b)
      const at = (part: number) => plain[Math.ceil(part * plain.length) - 1]
      expect([value('tickets.response_median'), value('tickets.response_p90')]).toEqual([at(0.5), at(0.9)])
      expect(value('tickets.resolution_median')).toBe(1)
    }
    await one((n) => (n * 7919) % 9_000)
    // Nearly all days are alike and one differs, which can mislead the sample but must not change the result.
    await one((n) => (n % 10 === 0 ? 5 : 60))
    await one((n) => (((n * 7) % 60) + 1) * 100 + (n % 3))
    await server.db.deleteFrom('report_days').where('company_id', '=', company.id).execute()
  })

  test('count a ticket once at daylight saving changes and at the edges of a day', async () => {
    const company = await server.company({ name: 'Clock', time_zone: 'America/New_York' } as never)
    const owner = await server.person(company, 'owner')
    // 23:30 and 00:30 in New York around both daylight saving changes of 2026, March 8 and November 1.
    for (const created_at of [
      '2026-03-08T04:30:00Z',
      '2026-03-08T05:30:00Z',
      '2026-03-09T03:30:00Z',
      '2026-11-01T03:30:00Z',
      '2026-11-01T04:30:00Z',
      '2026-11-02T04:30:00Z',
      '2026-11-02T05:00:00Z',
    ])
      await makeTicket(server.db, { requester: owner, created_at })
    const opened = async (day: string) => {
      const r = await server.call<{ sections: { key: string; figures: { key: string; value: number }[] }[] }>(
        'GET',
        `/v1/reports?from=${day}&to=${day}`,
        { as: owner },
      )
      return r.body.sections[0]?.figures.find((f) => f.key === 'tickets.opened')?.value
    }
    expect(
      await Promise.all(['2026-03-07', '2026-03-08', '2026-10-31', '2026-11-01', '2026-11-02'].map(opened)),
    ).toEqual([1, 2, 1, 2, 1])
    await agree(company.id)
  })

  test('that are not calculated in time are reported as incomplete and included next time', async () => {
    const company = await server.company({ name: 'Busy' })
    const owner = await server.person(company, 'owner')
    const read = () =>
      server.call<{ complete: boolean; sections: { figures: { key: string; value: number }[] }[] }>(
        'GET',
        '/v1/reports?from=2026-04-01&to=2026-04-30',
        { as: owner },
      )
    expect((await read()).body.complete).toBe(true)
    await makeTicket(server.db, { requester: owner, created_at: '2026-04-10T12:00:00Z' })
    // Another process locks this company's days for longer than a reader waits.
    await server.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('reports'), hashtext(${company.id}))`.execute(tx)
      const meanwhile = await read()
      expect([meanwhile.status, meanwhile.body.complete]).toEqual([200, false])
    })
    const { body } = await read()
    expect(body.complete).toBe(true)
    expect(body.sections[0]?.figures.find((f) => f.key === 'tickets.opened')?.value).toBe(1)
  })

  test('are compared every night: a wrong day is a discrepancy that closes when it agrees again', async () => {
    const { company, owner } = world.north
    await makeTicket(server.db, { requester: owner, created_at: '2026-10-05T12:00:00Z' })
    await countMarked(server.platform)
    const open = () =>
      server.db
        .selectFrom('findings')
        .select(['title', 'expected', 'found'])
        .where('kind', '=', 'report_day')
        .where('resolved_at', 'is', null)
        .execute()
    await reconcileRollups(server.platform)
    expect(await open()).toEqual([])
    await sql`update report_days set opened = opened + 1 where company_id = ${company.id} and day = '2026-10-05'`.execute(
      server.db,
    )
    await reconcileRollups(server.platform)
    await reconcileRollups(server.platform)
    expect(await open()).toEqual([
      {
        title: 'Report figures for Oct 5, 2026 differ from a recount',
        expected: expect.objectContaining({ opened: 1 }),
        found: expect.objectContaining({ opened: 2 }),
      },
    ])
    // Only administrators are notified, once.
    await notifyOfEvents.handler(server.platform)
    const told = await server.db
      .selectFrom('notifications')
      .select(['user_id', 'kind', 'body'])
      .where('kind', '=', 'report_finding')
      .execute()
    expect(told).toEqual([
      {
        user_id: world.admin.id,
        kind: 'report_finding',
        body: 'Report figures for Oct 5, 2026 differ from a recount. No data was changed. Review the discrepancy.',
      },
    ])
    await sql`insert into report_marks (company_id) values (${company.id})`.execute(server.db)
    await countMarked(server.platform)
    await reconcileRollups(server.platform)
    expect(await open()).toEqual([])
    // The same is shown for resolved tickets per person.
    const [mine] = await server.db
      .selectFrom('tickets')
      .select('id')
      .where('company_id', '=', company.id)
      .limit(1)
      .execute()
    await server.db
      .updateTable('tickets')
      .set({ status: 'resolved', resolved_at: '2026-10-05T15:00:00Z', assignee_id: world.engineer.id })
      .where('id', '=', mine?.id as string)
      .execute()
    await countMarked(server.platform)
    await reconcileRollups(server.platform)
    expect(await open()).toEqual([])
    await sql`update report_people set resolved = 5 where company_id = ${company.id}`.execute(server.db)
    await reconcileRollups(server.platform)
    expect(await open()).toMatchObject([{ expected: { assigned: 1 }, found: { assigned: 5 } }])
  })
})

describe('months of runs', () => {
  const sums = (table: 'run_days' | 'run_months', companyId: string) =>
    sql`select installation_id, date_trunc('month', ${sql.ref(table === 'run_days' ? 'day' : 'month')})::date::text as month, sum(succeeded)::int as succeeded,
        sum(failed)::int as failed, sum(skipped)::int as skipped, sum(minutes_saved)::int as minutes
      from ${sql.table(table)} where company_id = ${companyId} group by 1, 2 having sum(succeeded + failed + skipped + minutes_saved) > 0 order by 1, 2`
      .execute(server.db)
      .then((r) => r.rows)
  const status = fc.constantFrom('succeeded' as const, 'failed' as const, 'skipped' as const)
  const batch = fc.array(
    fc.record({ automation: fc.nat({ max: 1 }), client: fc.boolean(), day: fc.nat({ max: 200 }), status }),
    { minLength: 1, maxLength: 12 },
  )

  test('are the sum of their days after corrections, and reports by day and by month agree', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 5 }), async (batches) => {
        const company = await server.company({ name: 'Months' })
        const owner = await server.person(company, 'owner')
        const client = await makeClient(server.db, { company_id: company.id })
        const automations = [
          await makeInstallation(server.db, { companyId: company.id }),
          await makeInstallation(server.db, { companyId: company.id }),
        ]
        for (const runs of batches)
          for (const [n, automation] of automations.entries()) {
            const mine = runs.filter((r) => r.automation === n)
            if (mine.length > 0)
              await makeRuns(
                server.db,
                automation,
                mine.map((r) => ({
                  startedAt: new Date(Date.UTC(2026, 0, 20) + r.day * 86_400_000 + 43_200_000).toISOString(),
                  status: r.status,
                  ...(r.client ? { clientId: client.id } : {}),
                })),
              )
          }
        await sql`update run_days set failed = failed + 1, minutes_saved = 0 where company_id = ${company.id} and skipped > 0`.execute(
          server.db,
        )
        await sql`delete from run_days where company_id = ${company.id} and failed > 2`.execute(server.db)
        expect(await sums('run_months', company.id)).toEqual(await sums('run_days', company.id))
        // A report by month with partial months at both ends equals a simple sum of the days.
        const { body } = await server.call<{ sections: { key: string; figures: { key: string; value: number }[] }[] }>(
          'GET',
          '/v1/reports?from=2026-01-15&to=2026-08-09',
          { as: owner },
        )
        const { rows } = await sql<{
          runs: number
        }>`select coalesce(sum(succeeded + failed + skipped), 0)::int as runs from run_days
          where company_id = ${company.id} and day between '2026-01-15' and '2026-08-09'`.execute(server.db)
        expect(
          body.sections.find((s) => s.key === 'automations')?.figures.find((f) => f.key === 'automations.runs')?.value,
        ).toBe(rows[0]?.runs)
      }),
      { numRuns: 12, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false },
    )
  })
})
