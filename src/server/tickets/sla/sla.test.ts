// The full life of tickets with their targets. The tests let time pass by moving a ticket's past back. The targets
// count around the clock, so that this is exact on any day. Business hours are tested with the engine.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeAgreement } from '../../../../test/factories/agreements.ts'
import { makeMessage, makeTicket } from '../../../../test/factories/tickets.ts'
import { lasting } from '../../../../test/harness/fault-time.ts'
import { inLane } from '../../../../test/harness/lane.ts'
import { waitForBlockedTransaction } from '../../../../test/harness/locks.ts'
import {
  type ErrorShape,
  type Person,
  startServer,
  type TestServer,
  type World,
} from '../../../../test/harness/server.ts'
import type { Policy } from '../../../contract/sla.ts'
import type { Ticket, TicketClocks, TicketRow } from '../../../contract/tickets/index.ts'
import { advanceAgreements } from '../../agreements/jobs.ts'
import { consentFor } from '../../agreements/policy.ts'
import { systemOf } from '../../platform/database/db.ts'
import { BusinessTime } from '../../sla/business-time.ts'
import { getServiceLevels } from '../../sla/service-levels.ts'
import { checkClocks, recalculateSla } from './check-clocks.ts'

type T = z.infer<typeof Ticket>
type P = z.infer<typeof Policy>
const MINUTE = 60_000

let server: TestServer
let world: World
let owner: Person
let engineer: Person
let admin: Person
let steady: P

const target = (minutes: number, clock = 'always') => ({ minutes, clock })
const targets = (response: number, resolution: number, clock = 'always') => {
  const both = { response: target(response, clock), resolution: target(resolution, clock) }
  return {
    P1: both,
    P2: both,
    P3: both,
    P4: { response: target(4 * response, clock), resolution: target(4 * resolution, clock) },
  }
}

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  ;({ owner } = world.north)
  ;({ engineer, admin } = world)
  const { calendar } = (await server.call<{ items: P[] }>('GET', '/v1/sla/policies', { as: admin })).body.items[0] as P
  const body = { name: 'Around the clock', calendarId: calendar.id, targets: targets(60, 240) }
  steady = (await server.call<P>('POST', '/v1/sla/policies', { as: admin, body })).body
  const own = { policyId: steady.id, reason: 'tests' }
  expect((await server.call('POST', `/v1/sla/companies/${owner.companyId}`, { as: admin, body: own })).status).toBe(200)
})
afterAll(() => server.close())

const URGENT = { impact: 'all', urgency: 'high' }
const open = async (more: object = URGENT, as = owner) => {
  const r = await server.call<T>('POST', '/v1/tickets', { as, body: { subject: 'Sync', description: 'x', ...more } })
  expect(r.status).toBe(201)
  return r.body
}
const get = async (id: string, as = engineer) => (await server.call<T>('GET', `/v1/tickets/${id}`, { as })).body
const slaOf = async (id: string) => (await get(id)).sla
const say = async (id: string, as: Person, body: object) => {
  const r = await server.call<{ createdAt: string }>('POST', `/v1/tickets/${id}/messages`, {
    as,
    body: { body: 'x', ...body },
  })
  expect(r.status).toBe(201)
  return r.body
}
const set = async (id: string, status: string, as = engineer) => {
  const r = await server.call<T>('POST', `/v1/tickets/${id}/status`, { as, body: { status } })
  expect(r.status, status).toBe(200)
  return r.body
}
/** Lets minutes pass for a ticket by moving everything that happened to it back by that long. */
const pass = async (id: string, minutes: number) => {
  const ago = sql`make_interval(mins => ${minutes})`
  await sql`update tickets set created_at = created_at - ${ago}, first_response_at = first_response_at - ${ago},
    resolved_at = resolved_at - ${ago}, closed_at = closed_at - ${ago}, sla_paused_at = sla_paused_at - ${ago},
    response_due_at = response_due_at - ${ago}, resolution_due_at = resolution_due_at - ${ago}, sla_due_at = sla_due_at - ${ago},
    sla_soon_at = sla_soon_at - ${ago}, next_sla_check_at = next_sla_check_at - ${ago},
    sla_pauses = coalesce((select jsonb_agg(jsonb_build_array((p->>0)::bigint - ${minutes * MINUTE}::bigint, (p->>1)::bigint - ${minutes * MINUTE}::bigint))
      from jsonb_array_elements(sla_pauses) p), '[]') where id = ${id}`.execute(server.db)
}
/**
 * Returns the minutes until an instant, below zero if it has passed. Rounded to five: on a slow machine, minutes pass
 * between the steps of a test.
 */
const inMinutes = (iso: string | null) =>
  iso === null ? null : Math.round((Date.parse(iso) - Date.now()) / MINUTE / 5) * 5
const warnings = async (id: string) =>
  (
    await server.db
      .selectFrom('events')
      .select('data')
      .where('subject_id', '=', id)
      .where('kind', '=', 'sla')
      .orderBy('id')
      .execute()
  ).map(({ data }) => `${(data as { clock: string }).clock} ${(data as { percent: number }).percent}`)

/** Returns how many times a recalculation was requested. */
const sent = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from jobs.job where name = 'sla.changed'`.execute(server.db))
    .rows[0]?.n as number

test('a ticket is not dated later than its events when reading the SLA policies takes long', async () => {
  const { reading } = await server.db.transaction().execute(async (tx) => {
    await sql`lock table sla_revisions in access exclusive mode`.execute(tx)
    // A copy of the database has no cached service levels.
    const platform = { db: { ...server.platform.db }, bus: server.platform.bus }
    const reading = getServiceLevels(platform)
    await waitForBlockedTransaction(server.db)
    await lasting(500)
    return { reading }
  })
  const opened = (await reading).now()
  const { rows } = await sql<{
    now: number
  }>`select extract(epoch from clock_timestamp())::float8 * 1000 as now`.execute(server.db)
  expect(opened).toBeLessThanOrEqual((rows[0]?.now as number) + 1)
})

test('a bulk change of the status that is undone leaves the targets as they were', async () => {
  const columns = () =>
    server.db
      .selectFrom('tickets')
      .select(['status', 'response_due_at', 'resolution_due_at', 'sla_paused_at', 'sla_pauses', 'sla_paused_ms'])
      .select(['resolution_extra_ms', 'resolved_at', 'sla_due_at', 'sla_soon_at', 'next_sla_check_at'])
      .select(['response_warned', 'resolution_warned'])
      .where('id', '=', t.id)
      .executeTakeFirstOrThrow()
  const t = await open()
  await say(t.id, engineer, { status: 'waiting_on_partner' })
  await pass(t.id, 30)
  await set(t.id, 'in_progress')
  // Overdue, then resolved late, then waiting: each state survives a change that is undone an hour later.
  for (const [status, to] of [
    ['in_progress', 'resolved'],
    ['resolved', 'in_progress'],
    ['waiting_on_third_party', 'closed'],
  ] as const) {
    if ((await columns()).status !== status) await set(t.id, status)
    await pass(t.id, 600)
    await recalculateSla(server.platform)
    const before = await columns()
    const { body } = await server.call<{ undo: string }>('POST', '/v1/tickets/bulk', {
      as: engineer,
      body: { tickets: [{ id: t.id }], change: { status: to } },
    })
    expect((await columns()).status).toBe(to)
    const undone = await server.call('POST', `/v1/tickets/bulk/${body.undo}/undo`, { as: engineer })
    expect(undone.status).toBe(200)
    expect(await columns()).toEqual(before)
  }
})

test('a merge takes over the first response of the other ticket', async () => {
  const [answered, later] = [await open(), await open()]
  await say(answered.id, engineer, {})
  const { response } = await slaOf(answered.id)
  expect(response.metAt).not.toBeNull()
  const merged = await server.call('POST', `/v1/tickets/${answered.id}/merge`, {
    as: engineer,
    body: { intoId: later.id },
  })
  expect(merged.status).toBe(200)
  expect((await slaOf(later.id)).response).toMatchObject({ metAt: response.metAt, breached: false })
  // A response does not come before its ticket.
  const earlier = await open()
  await say(earlier.id, engineer, {})
  await pass(earlier.id, 60)
  const late = await open()
  await server.call('POST', `/v1/tickets/${earlier.id}/merge`, { as: engineer, body: { intoId: late.id } })
  const { createdAt } = await get(late.id)
  expect(Date.parse((await slaOf(late.id)).response.metAt as string)).toBe(Date.parse(createdAt))
})

describe('SLA targets of a ticket', () => {
  test('start when it is opened, in business hours of the default policy', async () => {
    const south = world.south.owner
    for (const [fields, response, resolution] of [
      [{ impact: 'all', urgency: 'high' }, 15, 120],
      [{ impact: 'some', urgency: 'high' }, 60, 240],
      [{ impact: 'some', urgency: 'medium' }, 120, 480],
      [{ impact: 'one', urgency: 'low' }, 240, 1440],
    ] as const) {
      const t = await open(fields, south)
      const nine = [{ from: '09:00', to: '17:00' }]
      const hours = { mon: nine, tue: nine, wed: nine, thu: nine, fri: nine, sat: [], sun: [] }
      const time = new BusinessTime({ timeZone: 'America/New_York', hours, holidays: [] })
      const due = (minutes: number) => new Date(time.add(Date.parse(t.createdAt), minutes * MINUTE)).getTime()
      expect([t.sla.response, t.sla.resolution].map((c) => Date.parse(c.dueAt as string))).toEqual([
        due(response),
        due(resolution),
      ])
      expect(t.sla).toMatchObject({ paused: null, response: { metAt: null, breached: false, remainingMinutes: null } })
    }
  })
  test('meet the first response only with the first public reply by staff', async () => {
    const t = await open()
    await pass(t.id, 10)
    await say(t.id, owner, {})
    await say(t.id, engineer, { kind: 'note' })
    await set(t.id, 'in_progress')
    expect((await slaOf(t.id)).response).toMatchObject({ metAt: null })
    expect(inMinutes((await slaOf(t.id)).response.dueAt)).toBe(50)
    const { createdAt } = await say(t.id, engineer, {})
    const { response, resolution } = await slaOf(t.id)
    expect(response).toMatchObject({ metAt: createdAt, breached: false })
    expect(inMinutes(response.dueAt)).toBe(50)
    // A reply does not resolve the ticket.
    expect((await slaOf(t.id)).nextDueAt).toBe(resolution.dueAt)
    expect(resolution).toMatchObject({ metAt: null })
    await pass(t.id, 5)
    await say(t.id, engineer, {})
    expect(inMinutes((await slaOf(t.id)).response.metAt)).toBe(-5)
  })
  test('do not count automatic messages as a first response', async () => {
    const t = await open()
    const actor = { ...systemOf(owner.companyId) }
    const { replyToTicket: reply } = await import('../conversation/reply.ts')
    const context = {
      platform: server.platform,
      actor,
      requestId: 'x',
      header: () => undefined,
      address: '',
      reply: [],
    }
    await reply(context as never, { id: t.id, kind: 'reply', body: 'We have got it.', fileIds: [] } as never)
    expect((await slaOf(t.id)).response.metAt).toBeNull()
  })
  test('keep a late first response breached', async () => {
    const t = await open()
    await pass(t.id, 61)
    expect((await slaOf(t.id)).response.breached).toBe(true)
    await say(t.id, engineer, {})
    expect((await slaOf(t.id)).response).toMatchObject({ breached: true })
  })
  for (const status of ['waiting_on_partner', 'waiting_on_third_party'])
    test(`pause while ${status}`, async () => {
      const t = await open()
      await pass(t.id, 20)
      await set(t.id, status)
      for (const more of [0, 300, 3000]) {
        await pass(t.id, more)
        const sla = await slaOf(t.id)
        expect(sla).toMatchObject({
          response: { dueAt: null, breached: false, remainingMinutes: expect.closeTo(40, -1) },
          resolution: { dueAt: null, breached: false, remainingMinutes: expect.closeTo(220, -1) },
          paused: { for: status === 'waiting_on_partner' ? 'partner' : 'third_party' },
          nextDueAt: null,
        })
        await checkClocks(server.platform)
        expect(await warnings(t.id)).toEqual([])
      }
      expect(inMinutes((await slaOf(t.id)).paused?.since ?? null)).toBe(-3300)
      await set(t.id, 'in_progress')
      const { response, resolution, paused } = await slaOf(t.id)
      expect([paused, inMinutes(response.dueAt), inMinutes(resolution.dueAt)]).toEqual([null, 40, 220])
    })
  test('resume with a partner’s reply, but not with a note or reply by staff', async () => {
    const t = await open()
    await pass(t.id, 20)
    await say(t.id, engineer, { status: 'waiting_on_partner' })
    expect((await slaOf(t.id)).response).toMatchObject({ breached: false })
    await pass(t.id, 600)
    await say(t.id, engineer, { kind: 'note' })
    await say(t.id, engineer, {})
    expect((await slaOf(t.id)).paused).not.toBeNull()
    await say(t.id, world.north.member, {})
    const sla = await slaOf(t.id)
    expect([sla.paused, inMinutes(sla.resolution.dueAt)]).toEqual([null, 220])
  })
  test('stay breached while paused if breached before', async () => {
    const t = await open()
    await pass(t.id, 70)
    await set(t.id, 'waiting_on_third_party')
    expect(await slaOf(t.id)).toMatchObject({
      response: { breached: true, remainingMinutes: null },
      resolution: { breached: false, dueAt: null, remainingMinutes: expect.closeTo(170, -1) },
    })
  })
  test('follow a new priority immediately and keep the pauses', async () => {
    const t = await open({ impact: 'one', urgency: 'low' })
    expect(inMinutes(t.sla.resolution.dueAt)).toBe(960)
    for (let i = 0; i < 2; i++) {
      await pass(t.id, 10)
      await set(t.id, 'waiting_on_partner')
      await pass(t.id, 100)
      await set(t.id, 'in_progress')
    }
    const { version } = await get(t.id)
    const edit = await server.call<T>('PATCH', `/v1/tickets/${t.id}`, { as: owner, body: { version, ...URGENT } })
    expect(edit.body.priority).toBe('P1')
    expect([edit.body.sla.response, edit.body.sla.resolution].map((c) => inMinutes(c.dueAt))).toEqual([40, 220])
    const back = await server.call<T>('PATCH', `/v1/tickets/${t.id}`, {
      as: engineer,
      body: { version: edit.body.version, priority: 'P4', priorityReason: 'Can wait' },
    })
    expect(inMinutes(back.body.sla.resolution.dueAt)).toBe(940)
    const row = await server.db
      .selectFrom('tickets')
      .select('sla_paused_ms')
      .where('id', '=', t.id)
      .executeTakeFirstOrThrow()
    expect(Math.round(row.sla_paused_ms / MINUTE)).toBe(200)
  })
  test('are met when resolved and continue when reopened; breached ones get a quarter of the target', async () => {
    const t = await open()
    await say(t.id, engineer, {})
    await pass(t.id, 60)
    await set(t.id, 'resolved')
    expect((await slaOf(t.id)).resolution).toMatchObject({ breached: false })
    expect((await slaOf(t.id)).resolution.metAt).not.toBeNull()
    await pass(t.id, 5000)
    const again = await set(t.id, 'in_progress', owner)
    expect([again.sla.paused, again.sla.resolution.metAt, inMinutes(again.sla.resolution.dueAt)]).toEqual([
      null,
      null,
      180,
    ])
    await pass(t.id, 500)
    expect((await slaOf(t.id)).resolution.breached).toBe(true)
    await checkClocks(server.platform)
    expect(await warnings(t.id)).toEqual(['resolution 100'])
    await set(t.id, 'resolved')
    expect((await slaOf(t.id)).resolution.breached).toBe(true)
    await pass(t.id, 100)
    const late = await set(t.id, 'in_progress', owner)
    expect([late.sla.resolution.breached, inMinutes(late.sla.resolution.dueAt)]).toEqual([false, 60])
    await checkClocks(server.platform)
    expect(await warnings(t.id)).toEqual(['resolution 100'])
    await pass(t.id, 61)
    await checkClocks(server.platform)
    expect(await warnings(t.id)).toEqual(['resolution 100', 'resolution 100'])
  })
  test('show the time used, the policy to staff, and nothing to other companies', async () => {
    const t = await open()
    await pass(t.id, 30)
    const detail = (as: Person) => server.call<z.infer<typeof TicketClocks>>('GET', `/v1/tickets/${t.id}/sla`, { as })
    const { body } = await detail(engineer)
    expect(body.detail).toEqual({
      response: { targetMinutes: 60, clock: 'always', usedMinutes: 30 },
      resolution: { targetMinutes: 240, clock: 'always', usedMinutes: 30 },
    })
    expect(body.policy).toEqual({ id: steady.id, name: 'Around the clock', agreement: null })
    const theirs = (await detail(owner)).body
    expect([theirs.policy, theirs.soonAt, theirs.detail]).toEqual([null, null, body.detail])
    expect([(await detail(world.south.owner)).status]).toEqual([404])
    await set(t.id, 'waiting_on_partner')
    await pass(t.id, 500)
    expect((await detail(engineer)).body.detail.response?.usedMinutes).toBe(30)
  })
})

describe('policy changes', () => {
  const change = async (minutes: [number, number]) => {
    const now = (await server.call<{ items: P[] }>('GET', '/v1/sla/policies', { as: admin })).body.items.find(
      (p) => p.id === steady.id,
    ) as P
    const body = { version: now.version, targets: targets(...minutes), reason: 'A new agreement' }
    const r = await server.call<P>('PATCH', `/v1/sla/policies/${steady.id}`, { as: admin, body })
    expect(r.status).toBe(200)
    return recalculateSla(server.platform)
  }
  test('recalculate open tickets and keep their pauses; met targets do not change', async () => {
    const [running, waiting, done] = [await open(), await open(), await open()]
    for (const t of [running, waiting]) {
      await pass(t.id, 10)
      await set(t.id, 'waiting_on_partner')
      await pass(t.id, 100)
    }
    await set(running.id, 'in_progress')
    await say(done.id, engineer, { status: 'resolved' })
    const before = await slaOf(done.id)
    expect(await change([30, 120])).toBeGreaterThanOrEqual(2)
    expect(inMinutes((await slaOf(running.id)).resolution.dueAt)).toBe(110)
    expect((await slaOf(waiting.id)).resolution).toMatchObject({
      dueAt: null,
      remainingMinutes: expect.closeTo(110, -1),
    })
    expect(await slaOf(done.id)).toEqual(before)
    expect(await change([60, 240])).toBeGreaterThanOrEqual(2)
    expect(inMinutes((await slaOf(running.id)).resolution.dueAt)).toBe(230)
    await set(waiting.id, 'in_progress')
    expect(inMinutes((await slaOf(waiting.id)).resolution.dueAt)).toBe(230)
    // Nothing is left to recalculate.
    expect(await recalculateSla(server.platform)).toBe(0)
  })
  test('a company’s new policy applies to its tickets only', async () => {
    const [mine, theirs] = [await open(), await open(URGENT, world.south.owner)]
    const give = (policyId: string | null) =>
      server.call('POST', `/v1/sla/companies/${owner.companyId}`, { as: admin, body: { policyId, reason: 'x' } })
    await give(null)
    await recalculateSla(server.platform)
    const { rows } = await sql<{
      name: string
    }>`select p.name from tickets t join sla_policies p on p.id = t.sla_policy_id where t.id = ${mine.id}`.execute(
      server.db,
    )
    expect(rows).toEqual([{ name: 'Standard' }])
    expect((await slaOf(theirs.id)).response).toEqual(theirs.sla.response)
    await give(steady.id)
    await recalculateSla(server.platform)
    expect(inMinutes((await slaOf(mine.id)).resolution.dueAt)).toBe(240)
  })
  test('send the job in the same transaction', async () => {
    const before = await sent()
    await change([60, 240])
    expect(await sent()).toBe(before)
    await change([61, 240])
    await change([60, 240])
    expect(await sent()).toBe(before + 2)
  })
})

describe('the policy of an agreement', () => {
  const revision = async () =>
    (await server.db.selectFrom('sla_revisions').select('revision').executeTakeFirstOrThrow()).revision
  const policy = async (name: string, minutes: [number, number]) => {
    const body = { name, calendarId: steady.calendar.id, targets: targets(...minutes) }
    return (await server.call<P>('POST', '/v1/sla/policies', { as: admin, body })).body
  }
  /** Returns in how many minutes a ticket is due, and by which policy of which agreement. */
  const clock = async (id: string) => {
    const { body } = await server.call<z.infer<typeof TicketClocks>>('GET', `/v1/tickets/${id}/sla`, { as: engineer })
    return [inMinutes(body.resolution.dueAt), body.policy?.name, body.policy?.agreement?.number ?? null]
  }
  /** Creates a company with an owner, and an agreement that awaits a signature. */
  const offered = async (slaPolicyId: string | null, more: Partial<Parameters<typeof makeAgreement>[1]> = {}) => {
    const company = await server.company()
    const as = await server.person(company, 'owner')
    const made = await makeAgreement(server.db, {
      by: admin,
      companyId: company.id,
      sent: true,
      terms: { slaPolicyId },
      ...more,
    })
    return { company, as, made }
  }
  const sign = async (as: Person, company: { name: string }, a: { id: string; revisionId: string; sha256: string }) => {
    const consent = consentFor(company.name)
    const body = { revisionId: a.revisionId, sha256: a.sha256, name: as.fullName, consent }
    expect((await server.call('POST', `/v1/agreements/${a.id}/sign`, { as, body })).status).toBe(201)
  }
  const move = async (id: string, agreementId: string | null) => {
    const { version } = await get(id)
    const r = await server.call('PATCH', `/v1/tickets/${id}`, { as: engineer, body: { version, agreementId } })
    expect(r.status).toBe(200)
  }

  test('applies to open and new tickets from the signature, and keeps pauses', async () => {
    const gold = await policy('Gold', [10, 60])
    const { company, as, made } = await offered(gold.id)
    await server.call('POST', `/v1/sla/companies/${company.id}`, {
      as: admin,
      body: { policyId: steady.id, reason: 'x' },
    })
    const [early, still] = [await open(URGENT, as), await open(URGENT, as)]
    expect(await clock(early.id)).toEqual([240, 'Around the clock', null])
    for (const t of [early, still]) {
      await pass(t.id, 10)
      await set(t.id, 'waiting_on_partner')
      await pass(t.id, 500)
    }
    await set(early.id, 'in_progress')
    const before = await revision()
    const jobs = await sent()
    await sign(as, company, made)
    expect([await revision(), await sent()]).toEqual([before + 1, jobs + 1])
    await recalculateSla(server.platform)
    expect(await clock(early.id)).toEqual([50, 'Gold', made.number])
    expect((await slaOf(still.id)).resolution).toMatchObject({ dueAt: null, remainingMinutes: expect.closeTo(50, -1) })
    expect(await clock((await open(URGENT, as)).id)).toEqual([60, 'Gold', made.number])
    const card = await server.call('GET', `/v1/sla/companies/${company.id}`, { as: engineer })
    expect(card.body).toMatchObject({
      own: true,
      policy: { id: steady.id },
      agreed: { policy: { name: 'Gold' }, agreement: { number: made.number } },
    })
    // Other companies are not affected.
    expect((await clock((await open()).id))[1]).toBe('Around the clock')
    // A signed amendment changes the service level.
    const amended = { terms: { slaPolicyId: (await policy('Silver', [20, 90])).id }, summary: 'Silver from now on.' }
    const path = `/v1/agreements/${made.id}`
    const at = async () => (await server.call<{ version: number }>('GET', path, { as: admin })).body.version
    const revised = await server.call('POST', `${path}/revise`, { as: admin, body: { version: await at() } })
    expect(revised.status).toBe(200)
    const edited = await server.call('PATCH', path, { as: admin, body: { version: await at(), ...amended } })
    expect(edited.status).toBe(200)
    expect((await server.call('POST', `${path}/send`, { as: admin, body: { version: await at() } })).status).toBe(200)
    await recalculateSla(server.platform)
    expect(await clock(early.id)).toEqual([50, 'Gold', made.number])
    const text = await server.db
      .selectFrom('agreement_revisions')
      .select(['id', 'sha256'])
      .where('agreement_id', '=', made.id)
      .where('status', '=', 'sent')
      .executeTakeFirstOrThrow()
    await sign(as, company, { id: made.id, revisionId: text.id, sha256: text.sha256 as string })
    await recalculateSla(server.platform)
    expect(await clock(early.id)).toEqual([80, 'Silver', made.number])
    // The service level ends with the agreement.
    const reason = { version: await at(), reason: 'They leave.' }
    expect((await server.call('POST', `${path}/cancel`, { as: admin, body: reason })).status).toBe(200)
    await recalculateSla(server.platform)
    expect((await clock(early.id))[1]).toBe('Silver')
    await advanceAgreements(server.platform, new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10))
    // Four recalculations: two signatures, a changed policy, and an agreement that ends.
    expect(await sent()).toBe(jobs + 4)
    await recalculateSla(server.platform)
    expect(await clock(early.id)).toEqual([230, 'Around the clock', null])
    expect((await slaOf(still.id)).resolution).toMatchObject({ dueAt: null, remainingMinutes: expect.closeTo(230, -1) })
  })

  test('follows the ticket’s agreement, immediately when staff change it', async () => {
    const bronze = await policy('Bronze', [30, 120])
    const { company, as, made } = await offered(bronze.id)
    await sign(as, company, made)
    const more = { by: admin, companyId: company.id, signed: { by: as } }
    const usual = await makeAgreement(server.db, { ...more, type: 'fixed_price', name: 'Our usual level' })
    const managed = await makeAgreement(server.db, {
      ...more,
      type: 'managed_automation',
      name: 'Managed',
      terms: { slaPolicyId: steady.id, coversTime: true },
    })
    await recalculateSla(server.platform)
    const t = await open(URGENT, as)
    expect(await clock(t.id)).toEqual([120, 'Bronze', made.number])
    await pass(t.id, 20)
    await move(t.id, managed.id)
    expect(await clock(t.id)).toEqual([220, 'Around the clock', managed.number])
    // An agreement without a service level uses the default.
    await move(t.id, usual.id)
    expect((await clock(t.id)).slice(1)).toEqual(['Standard', null])
    await move(t.id, null)
    expect(await clock(t.id)).toEqual([100, 'Bronze', made.number])
    // Merging into a ticket without an agreement brings the agreement and its targets along.
    const [from, into] = [await open(URGENT, as), await open(URGENT, as)]
    await move(from.id, managed.id)
    await server.call('POST', `/v1/tickets/${from.id}/merge`, { as: engineer, body: { intoId: into.id } })
    expect(await clock(into.id)).toEqual([240, 'Around the clock', managed.number])
  })

  test('is not affected by agreements without a policy, and cannot be removed while in use', async () => {
    const { company, as, made } = await offered(null)
    const before = await revision()
    await sign(as, company, made)
    expect(await revision()).toBe(before)
    const tin = await policy('Tin', [30, 120])
    await offered(tin.id)
    const remove = { version: tin.version, reason: 'x' }
    const r = await server.call<ErrorShape>('DELETE', `/v1/sla/policies/${tin.id}`, { as: admin, body: remove })
    expect([r.status, r.body.error?.code]).toEqual([409, 'IN_USE'])
  })
})

describe('warnings', () => {
  test('are sent at 75% and 100%, once each, to staff only', async () => {
    const t = await open()
    for (const [minutes, given] of [
      [44, []],
      [2, ['response 75']],
      [10, ['response 75']],
      [10, ['response 75', 'response 100']],
      [120, ['response 75', 'response 100', 'resolution 75']],
    ] as const) {
      await pass(t.id, minutes)
      await checkClocks(server.platform)
      await checkClocks(server.platform)
      expect(await warnings(t.id)).toEqual(given)
    }
    const events = await server.db
      .selectFrom('events')
      .select('staff_only')
      .where('subject_id', '=', t.id)
      .where('kind', '=', 'sla')
      .execute()
    expect(events.every((e) => e.staff_only)).toBe(true)
    // The ticket itself has not changed.
    expect((await get(t.id)).version).toBe(t.version)
  })
  test('skip outdated ones, and are sent once by two processes', async () => {
    const second = await startServer({}, server.database)
    const all = await Promise.all(Array.from({ length: 30 }, () => open()))
    for (const t of all) await pass(t.id, 300)
    await Promise.all([checkClocks(server.platform), checkClocks(second.platform), checkClocks(server.platform)])
    await checkClocks(server.platform)
    for (const t of all) expect((await warnings(t.id)).toSorted()).toEqual(['resolution 100', 'response 100'])
    await second.close()
  })
  test('survive a killed process without loss or duplicates', async () => {
    // These are more than one transaction handles.
    const many = inLane(150, 250)
    const made = await Promise.all(
      Array.from({ length: many }, () => makeTicket(server.db, { requester: owner, ...URGENT, priority: 'P1' })),
    )
    const ids = made.map((t) => t.id)
    await recalculateSla(server.platform)
    await sql`update tickets set created_at = created_at - interval '46 minutes', next_sla_check_at = now() where id in (${sql.join(ids)})`.execute(
      server.db,
    )
    await sql`update tickets set sla_revision = 1 where id in (${sql.join(ids)})`.execute(server.db)
    const given = async () =>
      (
        await sql<{
          n: number
          d: number
        }>`select count(*)::int as n, count(distinct subject_id)::int as d from events where kind = 'sla' and subject_id in (${sql.join(ids)})`.execute(
          server.db,
        )
      ).rows[0]
    const script = path.join(import.meta.dirname, '../../../../test/harness/check-clocks.ts')
    let killed = 0
    for (let i = 0; i < inLane(2, 4); i++) {
      const before = (await given())?.n ?? 0
      if (before >= many) break
      await new Promise<void>((over) => {
        const child = execFile(process.execPath, [script, server.database.ownerUrl], () => over())
        // Kill the process when its first output arrives, which is in the middle of the work.
        child.stdout?.on('data', () => {
          killed += child.kill('SIGKILL') ? 1 : 0
        })
      })
    }
    expect(killed).toBeGreaterThan(0)
    await checkClocks(server.platform)
    expect(await given()).toEqual({ n: many, d: many })
  })
  test('tickets inserted directly get targets, without warnings about old deadlines', async () => {
    const old = await makeTicket(server.db, { requester: owner, created_at: new Date(Date.now() - 9e9).toISOString() })
    const young = await makeTicket(server.db, { requester: owner })
    const closed = await makeTicket(server.db, { requester: owner, status: 'closed' })
    const waits = await makeTicket(server.db, { requester: owner, status: 'waiting_on_partner' })
    await makeMessage(server.db, { ticket: young, author: owner, byStaff: false })
    await checkClocks(server.platform)
    expect((await slaOf(old.id)).resolution.breached).toBe(true)
    expect(await warnings(old.id)).toEqual([])
    expect(inMinutes((await slaOf(young.id)).resolution.dueAt)).toBe(960)
    expect((await slaOf(closed.id)).resolution.dueAt).toBeNull()
    // A ticket that is shown as waiting is paused, even if the status was written directly.
    expect(await slaOf(waits.id)).toMatchObject({ nextDueAt: null, paused: { for: 'partner' } })
    expect((await slaOf(waits.id)).resolution.remainingMinutes).toBeCloseTo(960, -1)
  })
})

describe('closed by the company before a reply', () => {
  test('counts neither as met nor as breached, and cannot be rated', async () => {
    const t = await open()
    expect((await set(t.id, 'closed', owner)).can.rate).toBe(false)
    const { sla, can } = await get(t.id, owner)
    expect(sla).toMatchObject({
      closedUnanswered: true,
      response: { metAt: null, breached: false },
      resolution: { metAt: null, breached: false },
    })
    expect(can.rate).toBe(false)
    const rated = await server.call<ErrorShape>('PUT', `/v1/tickets/${t.id}/rating`, { as: owner, body: { rating: 5 } })
    expect([rated.status, rated.body.error.code]).toEqual([409, 'NOT_ANSWERED'])
    // Reopened and replied to, it counts like any other ticket.
    await set(t.id, 'in_progress', owner)
    await say(t.id, engineer, {})
    expect((await set(t.id, 'closed', owner)).can.rate).toBe(true)
    expect(await slaOf(t.id)).toMatchObject({
      closedUnanswered: false,
      response: { metAt: expect.any(String), breached: false },
      resolution: { metAt: expect.any(String), breached: false },
    })
  })
  test('keeps an earlier breach; tickets resolved or closed by staff count', async () => {
    const late = await open()
    await pass(late.id, 300)
    await set(late.id, 'closed', owner)
    expect(await slaOf(late.id)).toMatchObject({ closedUnanswered: true, resolution: { metAt: null, breached: true } })
    for (const status of ['resolved', 'closed']) {
      const t = await open()
      await set(t.id, status)
      if (status === 'resolved') await set(t.id, 'closed', owner)
      expect(await slaOf(t.id)).toMatchObject({ closedUnanswered: false, resolution: { metAt: expect.any(String) } })
    }
  })
})

describe('lists', () => {
  type List = { items: z.infer<typeof TicketRow>[]; nextCursor: string | null }
  test('are sorted by due time across pages, and filter by breached, due soon, and paused', async () => {
    const as = await server.person(await server.company(), 'owner')
    const list = async (query: string, who = as) =>
      (await server.call<List>('GET', `/v1/tickets?${query}`, { as: who })).body
    const [late, soon, later, waits] = [
      await open(URGENT, as),
      await open(URGENT, as),
      await open(URGENT, as),
      await open(URGENT, as),
    ]
    const at = (id: string, due: number, near: number) =>
      sql`update tickets set sla_due_at = now() + make_interval(mins => ${due}), sla_soon_at = now() + make_interval(mins => ${near}) where id = ${id}`.execute(
        server.db,
      )
    await at(late.id, -5, -20)
    await at(soon.id, 5, -5)
    await at(later.id, 30, 20)
    await set(waits.id, 'waiting_on_partner')
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await list(`sort=due&order=asc&limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.items.map((t) => t.id))
      cursor = page.nextCursor ?? ''
    } while (cursor)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.slice(0, 3)).toEqual([late.id, soon.id, later.id])
    expect(seen).toContain(waits.id)
    const only = async (sla: string) => (await list(`sla=${sla}&limit=100`)).items.map((t) => t.id)
    expect(await only('breached')).toEqual([late.id])
    expect(await only('due_soon')).toEqual([soon.id])
    expect(await only('paused')).toEqual([waits.id])
    expect((await only('breached&sla=due_soon')).toSorted()).toEqual([late.id, soon.id].toSorted())
    // Only staff get the time from which a ticket is due soon.
    expect((await list('limit=100')).items.every((t) => t.sla.soonAt === null)).toBe(true)
    expect((await list('limit=100', engineer)).items.some((t) => t.sla.soonAt !== null)).toBe(true)
    const r = await server.call<ErrorShape>('GET', '/v1/tickets?sla=never', { as })
    expect(r.status).toBe(400)
    const csv = await server.call('GET', '/v1/tickets.csv?sla=breached', { as })
    expect(csv.text.split('\r\n')[0]).toContain(
      'First response due,First response,First response overdue,Resolution due,Resolved,Resolution overdue,Paused since',
    )
    expect(csv.text.trim().split('\r\n')).toHaveLength(2)
  })
})
