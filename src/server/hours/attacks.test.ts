// Concurrent changes, changes around midnight, and hours whose agreement or month has ended.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeActiveAgreement } from '../../../test/factories/agreements.ts'
import { makeHours } from '../../../test/factories/hours.ts'
import { makeTicket } from '../../../test/factories/tickets.ts'
import { makeTime } from '../../../test/factories/time.ts'
import { waitForBlockedTransaction } from '../../../test/harness/locks.ts'
import { type ErrorShape, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { checksumText, lockAgreement } from '../agreements/write.ts'
import { systemOf } from '../platform/database/db.ts'
import { chargeMinutes, deductMinutes, expireBlocks, grantBlock, lockHours } from './index.ts'
import { reconcileLedger } from './reconcile.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

const partner = async () => {
  const company = await server.company()
  const owner = await server.person(company, 'owner')
  const actor = systemOf(company.id)
  const by = { actor }
  const agreement = (fields: object = {}) =>
    makeActiveAgreement(server.db, { by: world.admin, company_id: company.id, hourly_rate_cents: 18_000, ...fields })
  return { id: company.id, owner, actor, by, agreement }
}

test('signing and moving hours of the same agreement do not deadlock', async () => {
  const p = await partner()
  const a = await p.agreement()
  const { id: block } = await makeHours(server.db, p.id, { agreementId: a.id })
  const held = Promise.withResolvers<void>()
  const moves = Promise.withResolvers<void>()
  const month = server.platform.db.asActor(p.actor, async (db) => {
    await lockAgreement(db, p.actor, a.id)
    held.resolve()
    await moves.promise
    await grantBlock(db, p.by, {
      companyId: p.id,
      source: 'retainer',
      agreementId: a.id,
      name: 'Month',
      minutes: 60,
      priceCents: 0,
      state: 'active',
    })
  })
  await held.promise
  const taken = server.platform.db.asActor(p.actor, async (db) => {
    await lockHours(db, p.id)
    moves.resolve()
    await waitForBlockedTransaction(server.db)
    // Deducting minutes writes a ledger line that refers to the agreement.
    return deductMinutes(db, p.by, { companyId: p.id, minutes: 10, blockId: block, reason: 'test' })
  })
  await Promise.all([month, taken])
  expect(await reconcileLedger(server.platform)).toBe(0)
})

test('ledger entries have ascending times', async () => {
  const p = await partner()
  await makeHours(server.db, p.id)
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  // The transaction that begins first writes last.
  const early = server.platform.db.asActor(p.actor, async (db) => {
    // A transaction begins with its first query.
    await sql`select`.execute(db)
    begun.resolve()
    await held.promise
    return deductMinutes(db, p.by, { companyId: p.id, minutes: 2, reason: 'test' })
  })
  await begun.promise
  const late = server.platform.db.asActor(p.actor, async (db) => {
    await lockHours(db, p.id)
    held.resolve()
    await waitForBlockedTransaction(server.db)
    await deductMinutes(db, p.by, { companyId: p.id, minutes: 1, reason: 'test' })
  })
  await Promise.all([early, late])
  const { rows } = await sql<{ ordered: boolean }>`select bool_and(created_at >= before) as ordered from (
    select created_at, lag(created_at) over (order by id) as before from hour_ledger where company_id = ${p.id}) l
    where before is not null`.execute(server.db)
  expect(rows[0]?.ordered).toBe(true)
})

test('only an owner can lock a partner’s hours', async () => {
  const p = await partner()
  const hold = (role: 'owner' | 'member', companyId: string) =>
    server.platform.db.asActor({ kind: 'tenant', companyId: p.id, userId: p.owner.id, role }, (db) =>
      lockHours(db, companyId),
    )
  expect(await hold('owner', p.id)).toEqual({ balance: 0, base: 0 })
  await expect(hold('member', p.id)).rejects.toThrow(/may not be moved/)
  await expect(hold('owner', world.south.company.id)).rejects.toThrow(/may not be moved/)
})

test('rollover without an end expires with its retainer', async () => {
  const p = await partner()
  const a = await p.agreement({
    type: 'retainer',
    monthly_minutes: 600,
    monthly_price_cents: 150_000,
    rollover: 'full',
  })
  const days = async (n: number) =>
    (await sql<{ day: string }>`select (hours_day(now()) + ${n}::int)::text as day`.execute(server.db)).rows[0]
      ?.day as string
  await makeHours(server.db, p.id, {
    source: 'retainer',
    agreementId: a.id,
    minutes: 600,
    periodFrom: await days(-40),
    expiresOn: await days(-10),
    at: new Date(Date.now() - 40 * 86_400_000).toISOString(),
  })
  await server.platform.db.asActor(p.actor, (db) => expireBlocks(db, p.by, p.id))
  const rolled = () =>
    server.db
      .selectFrom('hour_blocks')
      .select(['state', 'remaining', sql<string | null>`expires_on::text`.as('until')])
      .where('company_id', '=', p.id)
      .where('source', '=', 'rollover')
      .execute()
  expect(await rolled()).toEqual([{ state: 'active', remaining: 600, until: null }])
  await server.db
    .insertInto('agreement_revisions')
    .values({
      company_id: p.id,
      id: crypto.randomUUID(),
      agreement_id: a.id,
      revision: 1,
      status: 'signed',
      terms: JSON.stringify({ name: a.name, type: 'retainer' }),
      body: 'Text.',
      sha256: checksumText('Text.'),
      sent_at: new Date().toISOString(),
      created_by: world.admin.id,
    })
    .execute()
  await server.db.updateTable('agreements').set({ revision: 1 }).where('id', '=', a.id).execute()
  const lastDay = await days(5)
  const r = await server.call<ErrorShape>('POST', `/v1/agreements/${a.id}/cancel`, {
    as: world.admin,
    body: { version: 1, reason: 'They leave.', lastDay },
  })
  expect(r.body.error).toBeUndefined()
  expect(await rolled()).toEqual([{ state: 'active', remaining: 600, until: lastDay }])
  const over = await days(6)
  await expireBlocks(server.db, p.by, p.id, { day: over })
  expect(await rolled()).toEqual([{ state: 'expired', remaining: 0, until: lastDay }])
  expect(await reconcileLedger(server.platform)).toBe(0)
})

test('work without a date of a person without a time zone gets today in the provider’s zone, not UTC', async () => {
  const p = await partner()
  await makeHours(server.db, p.id)
  const ticket = await makeTicket(server.db, { requester: p.owner })
  const provider = server.db.updateTable('companies').where('is_internal', '=', true)
  const before = await server.db.selectFrom('companies').select('time_zone').where('is_internal', '=', true).execute()
  // Whenever this runs, the chosen zone has a different date than UTC.
  const now = new Date()
  const late = now.getUTCHours() * 60 + now.getUTCMinutes() >= 10.5 * 60
  const zone = late ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago'
  await provider.set({ time_zone: zone }).execute()
  try {
    const r = await server.call<{ workedOn: string }>('POST', `/v1/tickets/${ticket.id}/time`, {
      as: world.engineer,
      body: { minutes: 15 },
    })
    const { rows } = await sql<{ day: string }>`select hours_day(now())::text as day`.execute(server.db)
    expect(r.body.workedOn).toBe(rows[0]?.day)
    expect(r.body.workedOn).not.toBe(new Date().toISOString().slice(0, 10))
  } finally {
    await provider.set({ time_zone: before[0]?.time_zone as string }).execute()
  }
})

test('a merge recalculates moved entries with the resulting agreement only', async () => {
  const p = await partner()
  await p.agreement({ name: 'First', type: 'block_hours', starts_on: '2020-01-01', overage: 'stop' })
  const bills = await p.agreement({
    name: 'Bills',
    type: 'block_hours',
    starts_on: '2024-01-01',
    overage: 'bill',
    rounding_increment: 1,
    rounding_minimum: 0,
  })
  const source = await makeTicket(server.db, { requester: p.owner, agreement_id: bills.id })
  const target = await makeTicket(server.db, { requester: p.owner })
  const booked = await server.call<ErrorShape>('POST', `/v1/tickets/${source.id}/time`, {
    as: world.engineer,
    body: { minutes: 10 },
  })
  expect(booked.status).toBe(201)
  const merged = await server.call<ErrorShape>('POST', `/v1/tickets/${source.id}/merge`, {
    as: world.engineer,
    body: { intoId: target.id },
  })
  expect([merged.status, merged.body.error?.code]).toEqual([200, undefined])
  const entries = await server.db
    .selectFrom('time_entries')
    .select(['agreement_id', 'charged'])
    .where('ticket_id', '=', target.id)
    .execute()
  expect(entries).toEqual([{ agreement_id: bills.id, charged: 10 }])
  expect(await reconcileLedger(server.platform)).toBe(0)
})

test('minutes returned after the month roll over as if they had never been used', async () => {
  const p = await partner()
  const a = await p.agreement({
    type: 'retainer',
    monthly_minutes: 600,
    monthly_price_cents: 150_000,
    rollover: 'full',
  })
  const ticket = await makeTicket(server.db, { requester: p.owner, agreement_id: a.id })
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await makeHours(server.db, p.id, {
    source: 'retainer',
    agreementId: a.id,
    minutes: 600,
    periodFrom: ago(40).slice(0, 10),
    expiresOn: ago(10).slice(0, 10),
    at: ago(40),
  })
  const entry = await makeTime(server.db, { ticket, by: world.engineer, worked_on: ago(20).slice(0, 10) })
  const draw = (minutes: number) =>
    chargeMinutes(server.db, p.by, { companyId: p.id, entryId: entry.id, minutes, agreementId: a.id, overage: 'stop' })
  await chargeMinutes(server.db, p.by, {
    companyId: p.id,
    entryId: entry.id,
    minutes: 120,
    agreementId: a.id,
    overage: 'stop',
    at: ago(20),
  })
  await server.platform.db.asActor(p.actor, (db) => expireBlocks(db, p.by, p.id))
  await draw(60)
  const { rows } = await sql<{ balance: number }>`select balance from hour_balances where company_id = ${p.id}`.execute(
    server.db,
  )
  expect(rows[0]?.balance).toBe(540)
  expect(await reconcileLedger(server.platform)).toBe(0)
})
