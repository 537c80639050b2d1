// Hours through the API: permissions, concurrent requests, notifications, and jobs.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeActiveAgreement } from '../../../test/factories/agreements.ts'
import { makeDraw, makeHours } from '../../../test/factories/hours.ts'
import type { MadeCompany } from '../../../test/factories/people.ts'
import { makeTicket } from '../../../test/factories/tickets.ts'
import { makeTime } from '../../../test/factories/time.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { Balance, Block, DayOfHours, Finding, LedgerLine, Liability } from '../../contract/hours.ts'
import type { TimeEntry } from '../../contract/time.ts'
import { type Actor, systemOf } from '../platform/database/db.ts'
import {
  activateBlock,
  BALANCE_LOW,
  chargeMinutes,
  expireBlocks,
  grantBlock,
  markOverageBilled,
  unbilledOverage,
  voidBlock,
  watchBalance,
} from './index.ts'
import { expireAll, warnOfExpiry } from './jobs.ts'
import { hoursNotifier } from './notices.ts'
import { reconcileLedger } from './reconcile.ts'

let server: TestServer
let world: World
let engineer: Person
let admin: Person
beforeAll(async () => {
  server = await startServer({ DATABASE_POOL: '20' })
  world = await server.world()
  admin = world.admin
})
// Each test has its own engineer, because one person can log at most 24 hours a day.
beforeEach(async () => {
  engineer = await server.person(world.provider, 'engineer', { fullName: 'Erin Engineer' })
})
afterAll(() => server.close())

type Entry = z.infer<typeof TimeEntry>
type Refusal = ErrorShape & { error: { balance?: number; missing?: number; available?: number } }
type Partner = { company: MadeCompany; owner: Person; member: Person; ticket: { id: string; company_id: string } }

/** Creates a company without hours, with a ticket. */
async function partner(): Promise<Partner> {
  const company = await server.company()
  const owner = await server.person(company, 'owner')
  const member = await server.person(company, 'member')
  return { company, owner, member, ticket: await makeTicket(server.db, { requester: owner }) }
}
const book = (ticketId: string, minutes: number, more: object = {}, as = engineer) =>
  server.call<Entry & Refusal>('POST', `/v1/tickets/${ticketId}/time`, { as, body: { minutes, ...more } })
const get = async <T>(path: string, as: Person) => (await server.call<T>('GET', `/v1/hours/${path}`, { as })).body
const balance = (p: Partner, as = p.owner) => get<z.infer<typeof Balance>>('balance', as)
const blocks = async (p: Partner, query = '') =>
  (await get<{ items: z.infer<typeof Block>[] }>(`blocks?${query}`, p.owner)).items
const ledger = async (p: Partner, query = '', as = p.owner) =>
  (await get<{ items: z.infer<typeof LedgerLine>[] }>(`ledger?limit=100&${query}`, as)).items
const short = (lines: z.infer<typeof LedgerLine>[]) =>
  lines.toReversed().map((l) => [l.kind, l.minutes || l.overage, l.balanceAfter])
const events = (companyId: string, kind: string) =>
  server.db
    .selectFrom('events')
    .select(['kind', 'data', 'subject_id', 'staff_only'])
    .where('company_id', '=', companyId)
    .where('topic', '=', 'hours')
    .where('kind', '=', kind)
    .orderBy('id')
    .execute()
const by = (companyId: string) => ({ actor: systemOf(companyId) })
/** Marks all overage of a company as billed, and returns its minutes per agreement. */
const billOf = (p: Partner) =>
  server.platform.db.asActor(systemOf(p.company.id), async (db) => {
    const all = await unbilledOverage(db, p.company.id, new Date(Date.now() + 60_000).toISOString())
    for (const one of all) await markOverageBilled(db, p.company.id, one)
    return all.map((o) => [o.agreementId, o.minutes])
  })
const agreement = (p: Partner, fields: object = {}) =>
  makeActiveAgreement(server.db, { by: admin, company_id: p.company.id, hourly_rate_cents: 18_000, ...fields })

describe('in parallel', () => {
  test('only one of fifty requests gets the last hour', async () => {
    const p = await partner()
    await makeHours(server.db, p.company.id, { minutes: 60 })
    const all = await Promise.all(Array.from({ length: 50 }, () => book(p.ticket.id, 60)))
    expect(all.filter((r) => r.status === 201)).toHaveLength(1)
    const refused = all.filter((r) => r.status !== 201)
    for (const { status, body } of refused) {
      expect([status, body.error.code]).toEqual([422, 'HOURS_EXHAUSTED'])
      expect(body.error).toMatchObject({
        balance: 0,
        missing: 60,
        fields: { minutes: [expect.stringMatching(/1 h more/)] },
      })
    }
    expect((await balance(p)).balance).toBe(0)
    // Rejected requests leave nothing behind: no time entry, no ledger line, no audit entry.
    const entries = await server.db
      .selectFrom('time_entries')
      .select('id')
      .where('company_id', '=', p.company.id)
      .execute()
    expect(entries).toHaveLength(1)
    expect(short(await ledger(p))).toEqual([
      ['purchase', 60, 60],
      ['consumption', -60, 0],
    ])
    expect(await reconcileLedger(server.platform)).toBe(0)
  })
  test('draws, an expiration, a payment and a refund keep all figures consistent', async () => {
    const p = await partner()
    const { id: companyId } = p.company
    const { db } = server
    for (let n = 0; n < 4; n++) {
      await makeHours(db, companyId, {
        minutes: 90,
        expiresOn: n % 2 ? '2026-01-31' : null,
        at: '2026-01-02T12:00:00Z',
      })
      const waiting = await makeHours(db, companyId, { minutes: 120, state: 'pending' })
      const spare = await makeHours(db, companyId, { minutes: 45 })
      const twice = () =>
        server.platform.db.asActor(systemOf(companyId), (tx) => activateBlock(tx, by(companyId), companyId, waiting.id))
      const results = await Promise.all([
        ...Array.from({ length: 8 }, () => book(p.ticket.id, 30)),
        server.platform.db.asActor(systemOf(companyId), (tx) => expireBlocks(tx, by(companyId), companyId)),
        twice(),
        twice(),
        server.platform.db.asActor(systemOf(companyId), (tx) =>
          voidBlock(tx, by(companyId), companyId, spare.id, 'refund'),
        ),
        ...Array.from({ length: 4 }, () => book(p.ticket.id, 15, { workedOn: '2026-01-20', oldDateConfirmed: true })),
      ])
      expect(results.filter((r) => r === true)).toHaveLength(1)
    }
    expect(await reconcileLedger(server.platform)).toBe(0)
    expect((await balance(p)).balance).toBeGreaterThanOrEqual(0)
  })
  test('ten draws across 80 percent notify once, and across both only 95', async () => {
    const p = await partner()
    await makeHours(server.db, p.company.id, { minutes: 750 })
    await Promise.all(Array.from({ length: 10 }, () => book(p.ticket.id, 60)))
    expect((await events(p.company.id, 'low')).map((e) => e.data)).toEqual([
      { percent: 80, balance: 150, base: 750, episode: 1 },
    ])
    await makeHours(server.db, p.company.id, { minutes: 600 })
    await book(p.ticket.id, 735)
    await book(p.ticket.id, 15)
    expect((await events(p.company.id, 'low')).map((e) => e.data)).toEqual([
      { percent: 80, balance: 150, base: 750, episode: 1 },
      // The 600 minutes that were used of the first block still count after the second one was added.
      { percent: 95, balance: 15, base: 1_350, episode: 2 },
    ])
  })
  test('entries of a ticket with shared rounding can be logged, edited and deleted', async () => {
    const p = await partner()
    await makeHours(server.db, p.company.id, { minutes: 10_000 })
    await agreement(p, { rounding_per: 'ticket' })
    const first = await Promise.all(Array.from({ length: 6 }, () => book(p.ticket.id, 7)))
    const all = await Promise.all([
      ...first
        .slice(0, 3)
        .map(({ body }) =>
          server.call('PATCH', `/v1/time-entries/${body.id}`, { as: engineer, body: { version: 1, minutes: 20 } }),
        ),
      ...first
        .slice(3, 5)
        .map(({ body }) =>
          server.call('DELETE', `/v1/time-entries/${body.id}`, { as: engineer, body: { version: 1 } }),
        ),
      ...Array.from({ length: 4 }, () => book(p.ticket.id, 4)),
    ])
    expect(all.map((r) => r.status)).toEqual([200, 200, 200, 200, 200, 201, 201, 201, 201])
    // 3 × 20 + 7 + 4 × 4 = 83 → 90
    expect((await balance(p)).balance).toBe(10_000 - 90)
    expect(await reconcileLedger(server.platform)).toBe(0)
  })
})

describe('used time', () => {
  test('spans blocks in order of use, shown on the entry and in the ledger', async () => {
    const p = await partner()
    await makeHours(server.db, p.company.id, { minutes: 600, name: 'No end' })
    await makeHours(server.db, p.company.id, { minutes: 30, name: 'Ends later', expiresOn: '2099-06-30' })
    await makeHours(server.db, p.company.id, { minutes: 45, name: 'Ends first', expiresOn: '2099-01-31' })
    const { status, body } = await book(p.ticket.id, 60, { workType: 'after_hours', note: 'Night shift' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ minutes: 60, multiplier: 150, charged: 90, agreement: null, overage: 0 })
    expect(body.drawn.map((d) => [d.block?.name, d.minutes])).toEqual([
      ['Ends first', 45],
      ['Ends later', 30],
      ['No end', 15],
    ])
    const lines = await ledger(p, `ticket=${p.ticket.id}`, p.member)
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatchObject({
      kind: 'consumption',
      minutes: -15,
      balanceAfter: 585,
      block: { name: 'No end' },
      entry: { minutes: 60, charged: 90, note: 'Night shift', worker: 'Erin Engineer', ticket: { id: p.ticket.id } },
      actor: { name: 'Erin Engineer' },
    })
    const drawn = (await blocks(p, 'state=active&sort=expires&order=asc')).map((b) => [b.name, b.place, b.drawn])
    expect(drawn).toEqual([
      ['Ends first', null, 45],
      ['Ends later', null, 30],
      ['No end', 1, 15],
    ])
  })
  test('uses no hours when non-billable or covered by a fixed price', async () => {
    const p = await partner()
    const free = await book(p.ticket.id, 60, { billable: false, reason: 'goodwill' })
    expect([free.status, free.body.charged]).toEqual([201, null])
    const a = await agreement(p, { type: 'managed_automation', covers_time: true, monthly_price_cents: 1 })
    await server.db.updateTable('tickets').set({ agreement_id: a.id }).where('id', '=', p.ticket.id).execute()
    const covered = await book(p.ticket.id, 60)
    expect([covered.status, covered.body.charged, covered.body.agreement?.id]).toEqual([201, null, a.id])
    expect(await ledger(p)).toEqual([])
  })
  test('is reversed and recalculated by edits and deletions; the history stays', async () => {
    const p = await partner()
    await makeHours(server.db, p.company.id, { minutes: 120 })
    const { body: e } = await book(p.ticket.id, 60)
    const edit = (body: object) =>
      server.call<Entry & Refusal>('PATCH', `/v1/time-entries/${e.id}`, { as: engineer, body })
    expect((await edit({ version: 1, note: 'only words' })).body.charged).toBe(60)
    expect(await ledger(p)).toHaveLength(2)
    const more = await edit({ version: 2, minutes: 130 })
    expect([more.status, more.body.error.code, more.body.error.missing]).toEqual([422, 'HOURS_EXHAUSTED', 15])
    expect((await edit({ version: 2, minutes: 80 })).body).toMatchObject({ charged: 90, version: 3 })
    expect((await edit({ version: 3, billable: false, reason: 'repair' })).body).toMatchObject({
      charged: null,
      drawn: [],
    })
    expect((await edit({ version: 4, billable: true, workType: 'after_hours', minutes: 20 })).body.charged).toBe(30)
    await server.call('DELETE', `/v1/time-entries/${e.id}`, { as: engineer, body: { version: 5 } })
    expect(short(await ledger(p))).toEqual([
      ['purchase', 120, 120],
      ['consumption', -60, 60],
      ['reversal', 60, 120],
      ['consumption', -90, 30],
      ['reversal', 90, 120],
      ['consumption', -30, 90],
      ['reversal', 30, 120],
    ])
    expect(await reconcileLedger(server.platform)).toBe(0)
  })
  test('of work before an expiration uses the expired block, in two entries', async () => {
    const p = await partner()
    await makeHours(server.db, p.company.id, { minutes: 60, expiresOn: '2026-01-31', at: '2026-01-02T12:00:00Z' })
    await expireBlocks(server.db, by(p.company.id), p.company.id)
    const late = await book(p.ticket.id, 45, { workedOn: '2026-01-31', oldDateConfirmed: true })
    expect(late.status).toBe(201)
    expect((await book(p.ticket.id, 15, { workedOn: '2026-02-01', oldDateConfirmed: true })).status).toBe(422)
    expect(short(await ledger(p))).toEqual([
      ['purchase', 60, 60],
      ['expiry', -60, 0],
      ['reversal', 45, 45],
      ['consumption', -45, 0],
    ])
    expect((await blocks(p))[0]).toMatchObject({ state: 'expired', remaining: 0, expired: 15, drawn: 45 })
    // Minutes of a deleted entry expire again, so they cannot be used for anything else.
    await server.call('DELETE', `/v1/time-entries/${late.body.id}`, { as: engineer, body: { version: 1 } })
    expect((await blocks(p))[0]).toMatchObject({ expired: 60, drawn: 0 })
    expect(await reconcileLedger(server.platform)).toBe(0)
  })
  test('as overage is billed once where agreed, and reversals reduce the next invoice', async () => {
    const p = await partner()
    const a = await agreement(p, { overage: 'bill' })
    await makeHours(server.db, p.company.id, { minutes: 60 })
    const { body: e } = await book(p.ticket.id, 90)
    expect(e).toMatchObject({ charged: 90, overage: 30, agreement: { id: a.id } })
    expect((await balance(p)).balance).toBe(0)
    const bill = () => billOf(p)
    expect((await Promise.all([bill(), bill(), bill()])).flat()).toEqual([[a.id, 30]])
    await server.call('PATCH', `/v1/time-entries/${e.id}`, { as: engineer, body: { version: 1, minutes: 75 } })
    expect(await bill()).toEqual([])
    await book(p.ticket.id, 45)
    expect(await bill()).toEqual([[a.id, 30]])
    expect(await reconcileLedger(server.platform)).toBe(0)
  })
  test('as overage that was billed stays overage when hours were bought since', async () => {
    const p = await partner()
    const a = await agreement(p, { overage: 'bill' })
    const { body: e } = await book(p.ticket.id, 60)
    expect(await billOf(p)).toEqual([[a.id, 60]])
    await makeHours(server.db, p.company.id, { minutes: 600 })
    const edit = (version: number, minutes: number) =>
      server.call<Entry>('PATCH', `/v1/time-entries/${e.id}`, { as: engineer, body: { version, minutes } })
    // Only the minutes that were added are drawn.
    expect((await edit(1, 90)).body).toMatchObject({ charged: 90, overage: 60 })
    expect((await balance(p)).balance).toBe(570)
    // A reduction takes the drawn minutes first, then what was billed. Corrected again before the next invoice, it is
    // what was billed.
    expect((await edit(2, 45)).body).toMatchObject({ charged: 45, overage: 45 })
    expect((await balance(p)).balance).toBe(600)
    expect((await edit(3, 60)).body).toMatchObject({ charged: 60, overage: 60 })
    expect((await balance(p)).balance).toBe(600)
    expect(await billOf(p)).toEqual([])
    await server.call('DELETE', `/v1/time-entries/${e.id}`, { as: engineer, body: { version: 4 } })
    expect((await balance(p)).balance).toBe(600)
    expect(await reconcileLedger(server.platform)).toBe(0)
  })
  test('as overage is not billed again when its entry counts for another agreement', async () => {
    const p = await partner()
    const a = await agreement(p, { overage: 'bill' })
    const { body: e } = await book(p.ticket.id, 60)
    expect(await billOf(p)).toEqual([[a.id, 60]])
    const b = await agreement(p, { overage: 'bill' })
    const charge = (minutes: number) =>
      server.platform.db.asActor(systemOf(p.company.id), (db) =>
        chargeMinutes(
          db,
          { actor: systemOf(p.company.id) },
          {
            companyId: p.company.id,
            entryId: e.id,
            minutes,
            agreementId: b.id,
            overage: 'bill',
          },
        ),
      )
    await charge(60)
    expect(await billOf(p)).toEqual([])
    // What is added later counts for the new agreement.
    await charge(75)
    expect(await billOf(p)).toEqual([[b.id, 15]])
    await charge(70)
    expect(await billOf(p)).toEqual([])
    await charge(80)
    expect(await billOf(p)).toEqual([[b.id, 5]])
    expect(await reconcileLedger(server.platform)).toBe(0)
  })
  test('goes below zero as far as agreed, and added hours settle that first', async () => {
    const p = await partner()
    await agreement(p, { overage: 'percent', overage_percent: 10 })
    await makeHours(server.db, p.company.id, { minutes: 600 })
    await book(p.ticket.id, 600)
    expect((await book(p.ticket.id, 60)).body).toMatchObject({ drawn: [{ block: null, minutes: 60 }] })
    const more = await book(p.ticket.id, 15)
    expect([more.status, more.body.error.balance, more.body.error.missing]).toEqual([422, -60, 15])
    expect(await balance(p)).toMatchObject({ balance: -60, usedPercent: 110, alert: 95 })
    await makeHours(server.db, p.company.id, { minutes: 100 })
    expect(await balance(p)).toMatchObject({ balance: 40, base: 100, usedPercent: 60, alert: null })
    expect(short(await ledger(p)).slice(-3)).toEqual([
      ['purchase', 100, 40],
      ['reversal', 60, 100],
      ['consumption', -60, 40],
    ])
    expect(await reconcileLedger(server.platform)).toBe(0)
  })
  test('moves with its ticket to another agreement and rounding', async () => {
    const p = await partner()
    await makeHours(server.db, p.company.id, { minutes: 600 })
    const fine = await agreement(p, {
      rounding_increment: 1,
      rounding_minimum: 0,
      rounding_per: 'ticket',
      multipliers: '{}',
    })
    const other = await makeTicket(server.db, { requester: p.owner, agreement_id: fine.id })
    const plain = await agreement(p, { name: 'Plain' })
    await server.db.updateTable('tickets').set({ agreement_id: plain.id }).where('id', '=', p.ticket.id).execute()
    await book(p.ticket.id, 16, { workType: 'after_hours' })
    expect((await balance(p)).balance).toBe(570)
    const merged = await server.call('POST', `/v1/tickets/${p.ticket.id}/merge`, {
      as: engineer,
      body: { intoId: other.id },
    })
    expect(merged.status).toBe(200)
    expect((await balance(p)).balance).toBe(584)
    expect(await reconcileLedger(server.platform)).toBe(0)
  })
  test('with a reply is atomic: without enough hours there is no reply, but a field error', async () => {
    const p = await partner()
    const r = await server.call<Refusal>('POST', `/v1/tickets/${p.ticket.id}/messages`, {
      as: engineer,
      body: { body: 'Done.', time: { minutes: 20 } },
    })
    expect([r.status, r.body.error.code, Object.keys(r.body.error.fields ?? {}), r.body.error.missing]).toEqual([
      422,
      'HOURS_EXHAUSTED',
      ['time.minutes'],
      30,
    ])
    expect(await server.db.selectFrom('messages').select('id').where('ticket_id', '=', p.ticket.id).execute()).toEqual(
      [],
    )
  })
})

describe('months of a retainer', () => {
  const month = (p: Partner, agreementId: string, from: string, to: string) =>
    makeHours(server.db, p.company.id, {
      source: 'retainer',
      agreementId,
      minutes: 600,
      priceCents: 100_000,
      periodFrom: from,
      startsOn: from,
      expiresOn: to,
      at: `${from}T15:00:00Z`,
    })
  test.each([
    ['none', null, { expired: 500, rolled: [] }],
    ['full', null, { expired: 0, rolled: [[500, null, 83_333]] }],
    ['capped', 120, { expired: 380, rolled: [[120, '2026-02-28', 20_000]] }],
  ] as const)('unused, rolling over: %s', async (rollover, rollover_cap, { expired, rolled }) => {
    const p = await partner()
    const a = await agreement(p, { type: 'retainer', monthly_minutes: 600, rollover, rollover_cap })
    const jan = await month(p, a.id, '2026-01-01', '2026-01-31')
    expect((await month(p, a.id, '2026-01-01', '2026-01-31')).id).toBe(jan.id)
    const e = await makeTime(server.db, { ticket: p.ticket, by: engineer, minutes: 100, worked_on: '2026-01-10' })
    await makeDraw(server.db, { companyId: p.company.id, id: e.id, minutes: 100, at: '2026-01-10T15:00:00Z' })
    const end = { day: '2026-02-01', at: '2026-02-01T06:00:00Z' }
    await expireBlocks(server.db, by(p.company.id), p.company.id, end)
    await expireBlocks(server.db, by(p.company.id), p.company.id, end)
    const all = await server.db
      .selectFrom('hour_blocks')
      .select(['source', 'state', 'remaining', 'expired', 'price_cents', sql<string>`expires_on::text`.as('until')])
      .where('company_id', '=', p.company.id)
      .orderBy('purchased_at')
      .execute()
    expect(all[0]).toMatchObject({ state: 'expired', remaining: 0, expired })
    expect(all.slice(1).map((b) => [b.remaining, b.until, b.price_cents])).toEqual(rolled)
    expect(await reconcileLedger(server.platform)).toBe(0)
    // Minutes that rolled over once do not roll over again.
    await expireBlocks(server.db, by(p.company.id), p.company.id, { day: '2026-04-01', at: '2026-04-01T06:00:00Z' })
    expect((await balance(p)).balance).toBe(rollover === 'full' ? 500 : 0)
    expect(await reconcileLedger(server.platform)).toBe(0)
  })
})

test('months of validity count from the first day of a block that starts after its payment', async () => {
  const { id: companyId } = (await partner()).company
  const id = await grantBlock(server.db, by(companyId), {
    companyId,
    source: 'purchase',
    name: 'Next century',
    minutes: 60,
    priceCents: 1,
    validMonths: 1,
    startsOn: '2099-01-01',
    state: 'pending',
  })
  await activateBlock(server.db, by(companyId), companyId, id)
  const block = server.db.selectFrom('hour_blocks').select(sql<string>`expires_on::text`.as('day')).where('id', '=', id)
  expect(await block.execute()).toEqual([{ day: '2099-02-01' }])
})

describe('permissions', () => {
  const as = <T>(person: Person, fn: Parameters<typeof server.platform.db.asActor<T>>[1]) =>
    server.platform.db.asActor(
      {
        kind: person.role === 'owner' || person.role === 'member' ? 'tenant' : 'staff',
        companyId: person.companyId,
        userId: person.id,
        role: person.role,
      } as Actor,
      fn,
    )
  test('an owner can only request hours; members and other companies cannot', async () => {
    const p = await partner()
    const { id: companyId } = p.company
    const ask = (person: Person, of: string, state: 'pending' | 'active', more = {}) =>
      as(person, (db) =>
        grantBlock(
          db,
          { actor: { ...systemOf(of), userId: person.id } },
          { companyId: of, source: 'purchase', name: 'x', minutes: 60, priceCents: 1, state, ...more },
        ),
      )
    const id = await ask(p.owner, companyId, 'pending')
    await expect(ask(p.owner, companyId, 'active')).rejects.toThrow(/usable when they are paid/)
    await expect(ask(p.owner, companyId, 'active', { source: 'retainer', periodFrom: '2026-01-01' })).rejects.toThrow(
      /paid/,
    )
    await expect(ask(p.member, companyId, 'pending')).rejects.toThrow(/may not be moved/)
    await expect(ask(p.owner, world.south.company.id, 'pending')).rejects.toThrow(/may not be moved/)
    await expect(ask(engineer, companyId, 'pending')).rejects.toThrow(/may not be moved/)
    for (const [person, fn] of [
      [p.owner, (db) => activateBlock(db, { actor: systemOf(companyId) }, companyId, id)],
      [engineer, (db) => activateBlock(db, { actor: systemOf(companyId) }, companyId, id)],
      [
        p.owner,
        (db) =>
          chargeMinutes(
            db,
            { actor: systemOf(companyId) },
            { companyId, entryId: uuid(), minutes: 5, agreementId: null, overage: 'stop' },
          ),
      ],
      [engineer, (db) => expireBlocks(db, { actor: systemOf(companyId) }, companyId)],
      [engineer, (db) => watchBalance(db, companyId, 5)],
      [p.member, (db) => watchBalance(db, companyId, 5)],
    ] as [Person, Parameters<typeof as<unknown>>[1]][])
      await expect(as(person, fn)).rejects.toThrow(/may not be moved|permission denied/)
    expect(
      await as(admin, (db) =>
        activateBlock(db, by(companyId), companyId, id, { releasedBy: admin.id, reason: 'Known for years' }),
      ),
    ).toBe(true)
    expect((await blocks(p))[0]).toMatchObject({
      state: 'active',
      released: { by: 'Ada Admin', reason: 'Known for years' },
    })
    // An owner cannot revoke an active block.
    await expect(as(p.owner, (db) => voidBlock(db, by(companyId), companyId, id, 'x'))).rejects.toThrow(
      /may not be moved/,
    )
    expect(
      await as(p.owner, (db) =>
        ask(p.owner, companyId, 'pending').then((other) => voidBlock(db, by(companyId), companyId, other, 'left')),
      ),
    ).toBe(0)
  })
  test('no one can bypass the functions, change an entry or set the time', async () => {
    const p = await partner()
    await makeHours(server.db, p.company.id)
    for (const person of [p.owner, engineer, admin])
      for (const text of [
        `update hour_balances set balance = 1`,
        `update hour_blocks set remaining = 1`,
        `insert into hour_ledger (company_id, kind, minutes, balance_after) values ('${p.company.id}', 'grant', 5, 5)`,
        `delete from hour_ledger`,
      ])
        await expect(as(person, (db) => sql.raw(text).execute(db))).rejects.toThrow(/permission denied/)
    for (const text of ['update hour_ledger set minutes = 1', 'delete from hour_ledger'])
      await expect(sql.raw(text).execute(server.db)).rejects.toThrow(/append-only/)
    await expect(
      sql`update hour_balances set balance = -1 where company_id = ${p.company.id}`.execute(server.db),
    ).rejects.toThrow(/not_below/)
    await as(admin, (db) =>
      grantBlock(
        db,
        { actor: { ...systemOf(p.company.id), userId: admin.id } },
        {
          companyId: p.company.id,
          source: 'grant',
          name: 'x',
          minutes: 5,
          priceCents: 0,
          state: 'active',
          at: '2020-01-01T00:00:00Z',
        },
      ),
    )
    const [line] = await ledger(p)
    expect(Date.parse(line?.at ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })
  test('hours of another company are not found', async () => {
    const p = await partner()
    const { id } = await makeHours(server.db, p.company.id)
    for (const path of ['balance', 'blocks', 'ledger', 'ledger/totals', 'series', 'ledger.csv']) {
      const theirs = await server.call('GET', `/v1/hours/${path}?company=${p.company.id}`, { as: world.south.owner })
      const nobodys = await server.call('GET', `/v1/hours/${path}?company=${uuid()}`, { as: world.south.owner })
      expect([theirs.status, nobodys.status], path).toEqual([404, 404])
      expect((await server.call('GET', `/v1/hours/${path}?company=${p.company.id}`, { as: engineer })).status).toBe(200)
    }
    expect(await get<{ items: unknown[] }>(`ledger?block=${id}`, world.south.owner)).toMatchObject({ items: [] })
    expect((await server.call('GET', `/v1/hours/balance?company=${uuid()}`, { as: engineer })).status).toBe(404)
    expect(
      (await server.call<ErrorShape>('GET', '/v1/hours/balance', { as: engineer })).body.error.fields,
    ).toHaveProperty('company')
  })
  test('users without access to money see no price', async () => {
    const p = await partner()
    await makeHours(server.db, p.company.id)
    const price = async (as: Person) =>
      (await get<{ items: z.infer<typeof Block>[] }>(`blocks?company=${p.company.id}`, as)).items[0]?.priceCents
    expect([await price(p.owner), await price(p.member), await price(engineer), await price(admin)]).toEqual([
      175_000,
      null,
      null,
      175_000,
    ])
  })
})

describe('adjustments', () => {
  const adjust = (body: object, as = admin, headers = {}) =>
    server.call<z.infer<typeof Balance> & Refusal>('POST', '/v1/hours/adjustments', { as, body, headers })
  test('add and remove hours with a reason, once per idempotency key, with audit entries', async () => {
    const p = await partner()
    const companyId = p.company.id
    expect((await adjust({ companyId, minutes: 30, reason: 'x' }, engineer)).status).toBe(403)
    expect((await adjust({ companyId, minutes: 30 })).body.error.fields).toHaveProperty('reason')
    expect((await adjust({ companyId, minutes: 0, reason: 'x' })).status).toBe(400)
    expect((await adjust({ companyId: uuid(), minutes: 30, reason: 'x' })).status).toBe(404)
    const key = { 'idempotency-key': 'one gift' }
    const gift = { companyId, minutes: 90, reason: 'Sorry for the outage', name: 'Goodwill', expiresOn: '2099-01-01' }
    expect((await adjust(gift, admin, key)).body.balance).toBe(90)
    expect((await adjust(gift, admin, key)).body.balance).toBe(90)
    const { id: other } = await makeHours(server.db, companyId, { minutes: 60 })
    expect((await adjust({ companyId, minutes: -20, reason: 'Counted twice', blockId: other })).body.balance).toBe(130)
    expect((await adjust({ companyId, minutes: -100, reason: 'Moved' })).body.balance).toBe(30)
    const tooMuch = await adjust({ companyId, minutes: -31, reason: 'x' })
    expect([tooMuch.status, tooMuch.body.error.code, tooMuch.body.error.available]).toEqual([422, 'HOURS_SHORT', 30])
    expect(
      (await ledger(p, 'kind=adjustment')).toReversed().map((l) => [l.minutes, l.block?.name, l.actor?.name, l.reason]),
    ).toEqual([
      [90, 'Goodwill', 'Ada Admin', 'Sorry for the outage'],
      [-20, 'Block of hours', 'Ada Admin', 'Counted twice'],
      [-90, 'Goodwill', 'Ada Admin', 'Moved'],
      [-10, 'Block of hours', 'Ada Admin', 'Moved'],
    ])
    const acts = await server.db
      .selectFrom('audit_log')
      .select(['reason', 'before', 'after'])
      .where('action', '=', 'hours.adjust')
      .where('company_id', '=', companyId)
      .orderBy('id')
      .execute()
    expect(acts).toHaveLength(3)
    expect(acts[0]).toMatchObject({
      reason: 'Sorry for the outage',
      before: { balance: 0 },
      after: { balance: 90, minutes: 90 },
    })
  })
})

describe('notifications', () => {
  const told = (event: { companyId: string; kind: string; data: object }) =>
    server.db.transaction().execute((tx) =>
      hoursNotifier.collectNotices(server.platform, tx as never, {
        id: 1,
        topic: 'hours',
        subjectId: event.companyId,
        actorId: null,
        staffOnly: false,
        createdAt: new Date().toISOString(),
        ...event,
        data: event.data as Record<string, unknown>,
      }),
    )
  test('tell both sides when hours run low, with the hours left', async () => {
    const p = await partner()
    const notices = await told({ companyId: p.company.id, kind: 'low', data: { percent: 80, balance: 135 } })
    expect(notices.map((n) => ['userId' in n.to && n.to.userId, n.kind, n.title])).toEqual([
      [p.owner.id, 'hours_low', '80% of your hours are used: 2 h 15 min left'],
      [admin.id, 'hours_low', `${p.company.name} has used 80% of its hours`],
    ])
    expect((await told({ companyId: p.company.id, kind: 'low', data: { percent: 95, balance: -30 } }))[0]?.title).toBe(
      'All of your hours are used: 30 min below zero',
    )
    expect(await told({ companyId: p.company.id, kind: 'changed', data: {} })).toEqual([])
  })
  test('send one job per episode to the watcher, even with ten parallel draws', async () => {
    const p = await partner()
    await server.platform.jobs.declare([{ name: BALANCE_LOW, handler: async () => {} }], [])
    await makeHours(server.db, p.company.id, { minutes: 600 })
    await watchBalance(server.db, p.company.id, 500)
    await Promise.all(Array.from({ length: 10 }, () => book(p.ticket.id, 30)))
    const fell = await events(p.company.id, 'fell')
    expect(fell.map((e) => [e.data, e.staff_only])).toEqual([[{ balance: 480, episode: 1 }, true]])
    await told({ companyId: p.company.id, kind: 'fell', data: fell[0]?.data as object })
    const { rows } = await sql<{
      data: object
    }>`select data from jobs.job where name = ${BALANCE_LOW} and data->>'companyId' = ${p.company.id}`.execute(
      server.db,
    )
    expect(rows.map((r) => r.data)).toEqual([{ companyId: p.company.id, episode: 1, balance: 480 }])
    await makeHours(server.db, p.company.id, { minutes: 60 })
    await book(p.ticket.id, 15)
    expect((await events(p.company.id, 'fell')).map((e) => e.data)).toEqual([
      { balance: 480, episode: 1 },
      { balance: 345, episode: 2 },
    ])
    await watchBalance(server.db, p.company.id, null)
    await makeHours(server.db, p.company.id, { minutes: 15 })
    await book(p.ticket.id, 15)
    expect(await events(p.company.id, 'fell')).toHaveLength(2)
  })
})

describe('jobs', () => {
  test('expire overdue blocks, warn once before an expiration, and keep the rest', async () => {
    const p = await partner()
    const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
    await makeHours(server.db, p.company.id, { minutes: 60, expiresOn: '2026-03-01', at: '2026-01-01T12:00:00Z' })
    const soon = await makeHours(server.db, p.company.id, { minutes: 70, expiresOn: day(20) })
    await makeHours(server.db, p.company.id, { minutes: 80, expiresOn: day(40) })
    await expireAll(server.platform)
    await expireAll(server.platform)
    await warnOfExpiry(server.platform)
    await warnOfExpiry(server.platform)
    expect((await events(p.company.id, 'expired')).map((e) => e.data)).toMatchObject([
      { minutes: 60, on: '2026-03-01' },
    ])
    expect((await events(p.company.id, 'expiring')).map((e) => e.data)).toEqual([
      { blockId: soon.id, minutes: 70, on: day(20) },
    ])
    expect((await balance(p)).balance).toBe(150)
  })
  test('report discrepancies, never fix them, and close those no longer found', async () => {
    const p = await partner()
    const { id } = await makeHours(server.db, p.company.id, { minutes: 600 })
    const { body: e } = await book(p.ticket.id, 60)
    const broken = async (text: string) => {
      await sql.raw(text).execute(server.db)
      return reconcileLedger(server.platform)
    }
    expect(await reconcileLedger(server.platform)).toBe(0)
    // Make changes that only a bug could make.
    expect(await broken(`update hour_balances set balance = balance + 5 where company_id = '${p.company.id}'`)).toBe(1)
    expect(await broken(`update hour_blocks set remaining = remaining - 7 where id = '${id}'`)).toBe(2)
    expect(await broken(`update time_entries set charged = 75 where id = '${e.id}'`)).toBe(3)
    expect(await reconcileLedger(server.platform)).toBe(3)
    const open = async (state = 'open') =>
      (
        await server.call<{ items: z.infer<typeof Finding>[] }>(
          'GET',
          `/v1/findings?company=${p.company.id}&state=${state}`,
          { as: admin },
        )
      ).body.items
    const found = await open()
    expect(found.map((f) => f.kind).toSorted()).toEqual(['hours_balance', 'hours_block', 'hours_entry'])
    expect(found.find((f) => f.kind === 'hours_balance')).toMatchObject({
      expected: { ledger: 540 },
      found: { balance: 545 },
    })
    expect((await events(p.company.id, 'finding')).every((v) => v.staff_only)).toBe(true)
    expect(await events(p.company.id, 'finding')).toHaveLength(3)
    // Reconciling did not fix anything.
    expect((await balance(p)).balance).toBe(545)
    expect((await server.call('GET', '/v1/findings', { as: engineer })).status).toBe(403)
    const entry = found.find((f) => f.kind === 'hours_entry')
    const closed = await server.call<z.infer<typeof Finding>>('POST', `/v1/findings/${entry?.id}/close`, {
      as: admin,
      body: { words: 'Corrected by hand' },
    })
    expect(closed.body.resolved).toMatchObject({ by: 'Ada Admin', words: 'Corrected by hand' })
    expect(
      (await server.call('POST', `/v1/findings/${uuid()}/close`, { as: admin, body: { words: 'x' } })).status,
    ).toBe(404)
    // The balance is still wrong, so it is reported again.
    await reconcileLedger(server.platform)
    expect((await open()).filter((f) => f.kind === 'hours_entry')).toHaveLength(1)
    await broken(`update time_entries set charged = 60 where id = '${e.id}'`)
    await broken(`update hour_blocks set remaining = remaining + 7 where id = '${id}'`)
    expect(await broken(`update hour_balances set balance = balance - 5 where company_id = '${p.company.id}'`)).toBe(0)
    expect(await open()).toEqual([])
    expect((await open('resolved')).filter((f) => f.resolved?.words === 'No longer found.')).toHaveLength(3)
  })
})

describe('reads', () => {
  test('the ledger has every entry once, paged, filtered, summed and as CSV', async () => {
    const p = await partner()
    await makeHours(server.db, p.company.id, { minutes: 600, name: '=cmd' })
    for (let n = 1; n <= 6; n++) await book(p.ticket.id, 15 * n)
    const seen: number[] = []
    for (let cursor = ''; ; ) {
      const page = await get<{ items: z.infer<typeof LedgerLine>[]; nextCursor: string | null }>(
        `ledger?limit=3${cursor}`,
        p.member,
      )
      seen.push(...page.items.map((l) => l.minutes))
      if (!page.nextCursor) break
      cursor = `&cursor=${page.nextCursor}`
    }
    expect(seen).toEqual([-90, -75, -60, -45, -30, -15, 600])
    expect((await ledger(p, 'kind=purchase')).map((l) => l.minutes)).toEqual([600])
    expect(await ledger(p, 'to=2020-01-01')).toEqual([])
    expect(await get('ledger/totals', p.owner)).toEqual({
      lines: 7,
      added: 600,
      drawn: 315,
      expired: 0,
      taken: 0,
      overage: 0,
    })
    const csv = await server.call('GET', '/v1/hours/ledger.csv?order=asc', { as: p.owner })
    expect(csv.headers.get('content-disposition')).toContain('ledger.csv')
    const lines = csv.text.trim().split('\r\n')
    expect(lines).toHaveLength(8)
    expect(lines[1]).toContain("Purchased,600,0,600,'=cmd")
  })
  test('the burn-down goes back day by day from the current balance', async () => {
    const p = await partner()
    const at = (daysAgo: number) =>
      `${new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)}T17:00:00Z`
    await makeHours(server.db, p.company.id, { minutes: 600, at: at(20) })
    const e = await makeTime(server.db, {
      ticket: p.ticket,
      by: engineer,
      minutes: 100,
      worked_on: at(10).slice(0, 10),
    })
    await makeDraw(server.db, { companyId: p.company.id, id: e.id, minutes: 100, at: at(10) })
    const s = await get<{ items: z.infer<typeof DayOfHours>[]; forecast: { basedOn: number; perDay: number } }>(
      'series?days=15',
      p.member,
    )
    expect(s.items).toHaveLength(15)
    expect([s.items[0]?.balance, s.items.at(-1)?.balance]).toEqual([600, 500])
    expect(s.items.filter((d) => d.drawn > 0)).toMatchObject([{ day: at(10).slice(0, 10), drawn: 100, balance: 500 }])
    expect(s.forecast).toMatchObject({ basedOn: 30, perDay: 3.3 })
  })
  test('liability: sold hours are used, expired, removed or outstanding, to the minute and the cent', async () => {
    const p = await partner()
    const { id: companyId } = p.company
    const a = await makeHours(server.db, companyId, { minutes: 600, priceCents: 100_001 })
    await makeHours(server.db, companyId, {
      minutes: 300,
      priceCents: 50_000,
      expiresOn: '2026-01-31',
      at: '2026-01-01T12:00:00Z',
    })
    await expireBlocks(server.db, by(companyId), companyId)
    await book(p.ticket.id, 150)
    await voidBlock(server.db, by(companyId), companyId, a.id, 'refund')
    await makeHours(server.db, companyId, { minutes: 60, priceCents: 17_500 })
    type Page = { items: (z.infer<typeof Liability> & { company: { id: string } })[]; total: z.infer<typeof Liability> }
    const mine = (await server.call<Page>('GET', `/v1/hours/liability?company=${companyId}`, { as: admin })).body
    expect(mine).toHaveProperty('items')
    expect(mine.items).toHaveLength(1)
    expect(mine.items[0]).toMatchObject({
      sold: 960,
      soldCents: 167_501,
      drawn: 150,
      taken: 450,
      takenCents: 75_001,
      expired: 300,
      expiredCents: 50_000,
      remaining: 60,
      remainingCents: 17_500,
      earnedCents: 75_000,
      below: 0,
    })
    const all = (await server.call<Page>('GET', '/v1/hours/liability?limit=100', { as: admin })).body
    expect(all.total.remainingCents).toBe(all.items.reduce((n, i) => n + i.remainingCents, 0))
    expect((await server.call('GET', '/v1/hours/liability', { as: engineer })).status).toBe(403)
    expect((await server.call('GET', '/v1/hours/liability', { as: p.owner })).status).toBe(403)
  })
})
