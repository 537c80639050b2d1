// Rare cases in billing.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeAgreement } from '../../../test/factories/agreements.ts'
import { makeInvoice } from '../../../test/factories/billing.ts'
import { makeDraw, makeHours } from '../../../test/factories/hours.ts'
import { makeTicket } from '../../../test/factories/tickets.ts'
import { makeTime } from '../../../test/factories/time.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { advanceAgreements } from '../agreements/jobs.ts'
import { BALANCE_LOW, expireBlocks } from '../hours/index.ts'
import { reconcileLedger } from '../hours/reconcile.ts'
import { systemOf } from '../platform/database/db.ts'
import { atRates, billOverage } from './invoices/bill-overage.ts'
import { billPeriod } from './invoices/bill-period.ts'
import { sendInvoiceReminders } from './invoices/remind.ts'
import { cancelUnpaidOrders } from './orders/unpaid-orders.ts'
import { applyPayment, applyRefund } from './payments/settle.ts'
import { expireCheckout } from './stripe/follow-checkout.ts'
import { runTopUp } from './top-up/run-top-up.ts'

type Invoice = {
  id: string
  number: string
  version: number
  status: string
  source: string
  totalCents: number
  dueOn: string
  issuedOn: string
  lines: { description: string; quantity: number; unitCents: number; amountCents: number; periodFrom: string | null }[]
  hours: { state: string; minutes: number; remaining: number }[]
  can: { again: boolean; void: boolean }
} & ErrorShape

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

let owner: Person
let companyId: string
beforeEach(async () => {
  const company = await server.company()
  companyId = company.id
  owner = await server.person(company, 'owner')
})
const read = async (id: string, as = world.admin) =>
  (await server.call<Invoice>('GET', `/v1/invoices/${id}`, { as })).body
const act = (id: string, what: string, body: object, as = world.admin) =>
  server.call<Invoice>('POST', `/v1/invoices/${id}/${what}`, { as, body })
const inSystem = <T>(fn: Parameters<TestServer['platform']['db']['asActor']>[1]) =>
  server.platform.db.asActor(systemOf(companyId), fn) as Promise<T>
const balance = async () =>
  (await server.db.selectFrom('hour_balances').select('balance').where('company_id', '=', companyId).executeTakeFirst())
    ?.balance ?? 0

test('tops up a company that never had hours, once', async () => {
  const pack = await server.db
    .selectFrom('hour_packs')
    .select(['id'])
    .where('archived_at', 'is', null)
    .orderBy('position')
    .executeTakeFirstOrThrow()
  const set = await server.call<ErrorShape>('PUT', '/v1/top-up', {
    as: owner,
    body: {
      version: 0,
      enabled: true,
      thresholdMinutes: 120,
      packId: pack.id,
      monthlyCapCents: 500_000,
      approverId: null,
      method: 'invoice',
    },
  })
  expect(set.body.error).toBeUndefined()
  const { rows } = await sql<{ data: { companyId: string; episode: number } }>`select data from jobs.job
    where name = ${BALANCE_LOW} and data ->> 'companyId' = ${companyId}`.execute(server.db)
  expect(rows.map((r) => r.data.episode)).toEqual([0])
  const results = await Promise.all([1, 2, 3].map(() => runTopUp(server.platform, { companyId, episode: 0 })))
  expect(results.filter((r) => r === 'ordered')).toHaveLength(1)
  const orders = await server.db.selectFrom('orders').select('source').where('company_id', '=', companyId).execute()
  expect(orders).toEqual([{ source: 'top_up' }])
})

describe('overage', () => {
  test('is billed at the rate of the day of work', async () => {
    const at = (day: string) => `${day}T15:00:00Z`
    const a = await makeAgreement(server.db, {
      by: world.admin,
      companyId,
      terms: { overage: 'bill', hourlyRateCents: 12_000 },
      at: at('2026-01-10'),
      signed: { by: owner, at: at('2026-01-10') },
    })
    // An amendment that applies from the middle of May.
    await sql`update agreement_revisions set status = 'replaced' where id = ${a.revisionId}`.execute(server.db)
    await sql`insert into agreement_revisions (company_id, id, agreement_id, revision, status, terms, body, sha256, sent_at, signed_at, created_by)
      select company_id, gen_random_uuid(), agreement_id, 2, 'signed', terms || '{"hourlyRateCents": 18000}', body, sha256, ${at('2026-05-14')}, ${at('2026-05-15')}, created_by
      from agreement_revisions where id = ${a.revisionId}`.execute(server.db)
    await server.db.updateTable('agreements').set({ hourly_rate_cents: 18_000 }).where('id', '=', a.id).execute()
    const ticket = await makeTicket(server.db, { requester: owner })
    const work = async (minutes: number, day: string, drawn = day) => {
      const { id } = await makeTime(server.db, { ticket, by: world.engineer, minutes, worked_on: day })
      await makeDraw(server.db, { companyId, id, minutes, agreementId: a.id, overage: 'bill', at: at(drawn) })
    }
    await work(60, '2026-05-04')
    await work(120, '2026-05-20')
    // The work was logged after the new rate took effect, for a day with the old rate.
    await work(30, '2026-05-05', '2026-05-28')
    expect(await billOverage(server.platform, '2026-06-01')).toBeGreaterThan(0)
    const lines = await server.db
      .selectFrom('order_lines')
      .select(['amount_cents', 'part', 'description'])
      .where('company_id', '=', companyId)
      .orderBy('part')
      .execute()
    expect(lines.map((l) => [l.amount_cents, l.part])).toEqual([
      [18_000, 0],
      [36_000, 1],
    ])
    expect(lines[0]?.description).toContain('1 h 30 min of overage')
    expect(await billOverage(server.platform, '2026-06-02')).toBe(0)
  })
  test('credits overage that was billed and reversed, at the remaining rates', () => {
    const rateOn = (day: string) => (day < '2026-05-15' ? 100 : 200)
    const days = (...of: [string, number][]) => of.map(([day, minutes]) => ({ day, minutes }))
    expect(atRates(days(['2026-05-01', -30], ['2026-05-20', 90]), rateOn)).toEqual([{ rateCents: 200, minutes: 60 }])
    expect(atRates(days(['2026-05-01', 45], ['2026-05-20', -30]), rateOn)).toEqual([{ rateCents: 100, minutes: 15 }])
    expect(atRates(days(['2026-05-01', 20], ['2026-05-20', 10]), rateOn)).toEqual([
      { rateCents: 100, minutes: 20 },
      { rateCents: 200, minutes: 10 },
    ])
  })
  test('above the invoice limit is not billed, and does not block other agreements', async () => {
    const [huge, usual] = [crypto.randomUUID(), crypto.randomUUID()]
    for (const [id, rate] of [
      [huge, 10_000_000],
      [usual, 10_000],
    ] as const)
      await server.db
        .insertInto('agreements')
        .values({
          company_id: companyId,
          id,
          name: 'Block',
          type: 'block_hours',
          overage: 'bill',
          hourly_rate_cents: rate,
          created_by: world.admin.id,
        })
        .execute()
    const ticket = await makeTicket(server.db, { requester: owner })
    for (const agreementId of [huge, usual])
      for (const day of ['2026-05-04', '2026-05-05']) {
        const { id } = await makeTime(server.db, { ticket, by: world.engineer, minutes: 1_440, worked_on: day })
        await makeDraw(server.db, {
          companyId,
          id,
          minutes: agreementId === huge ? 20_000 : 1_440,
          agreementId,
          overage: 'bill',
          at: `${day}T15:00:00Z`,
        })
      }
    expect(await billOverage(server.platform, '2026-06-01')).toBeGreaterThan(0)
    const lines = await server.db
      .selectFrom('order_lines')
      .select(['agreement_id', 'amount_cents'])
      .where('company_id', '=', companyId)
      .execute()
    expect(lines).toEqual([{ agreement_id: usual, amount_cents: 480_000 }])
  })
})

/** Bills a month of a retainer with ten hours. */
async function billedMonth() {
  const a = await makeAgreement(server.db, {
    by: world.admin,
    companyId,
    type: 'retainer',
    terms: { rollover: 'full', startsOn: '2026-01-01' },
    signed: { by: owner },
  })
  const { id: blockId } = await makeHours(server.db, companyId, {
    source: 'retainer',
    agreementId: a.id,
    name: 'January',
    priceCents: 155_000,
    periodFrom: '2026-01-01',
    expiresOn: '2026-01-31',
    at: '2026-01-01T15:00:00Z',
  })
  const placed = await inSystem<{ invoiceId: string } | null>((db) =>
    billPeriod(
      db,
      { actor: systemOf(companyId) },
      {
        companyId,
        agreementId: a.id,
        description: 'January 2026',
        unitCents: 155_000,
        periodFrom: '2026-01-01',
        periodTo: '2026-01-31',
        paymentDays: 30,
        blockId,
      },
    ),
  )
  return { agreementId: a.id, blockId, invoiceId: placed?.invoiceId as string }
}

/** Ends January, so that the unused hours of its month roll over. */
const rollOver = () =>
  expireBlocks(server.db, { actor: systemOf(companyId) }, companyId, { day: '2026-02-01', at: '2026-02-01T15:00:00Z' })
const payMonth = async (invoiceId: string) =>
  act(invoiceId, 'transfer', {
    version: (await read(invoiceId)).version,
    amountCents: 155_000,
    paidOn: '2026-02-02',
    reference: 'SCT 1',
  })

describe('a month of an agreement', () => {
  test('that rolled over is canceled when its invoice is voided', async () => {
    const { invoiceId } = await billedMonth()
    await rollOver()
    expect(await balance()).toBe(600)
    const { version } = await read(invoiceId)
    expect((await act(invoiceId, 'void', { version, reason: 'Never agreed to.' })).status).toBe(200)
    expect(await balance()).toBe(0)
    expect(await reconcileLedger(server.platform)).toBe(0)
  })
  test('that rolled over gets back usable hours when the bank returns the refund', async () => {
    const { invoiceId } = await billedMonth()
    await rollOver()
    const paid = await payMonth(invoiceId)
    const owed = async () => {
      type Sums = { total: { remaining: number; remainingCents: number; earnedCents: number } }
      const path = `/v1/hours/liability?company=${companyId}`
      const { remaining, remainingCents, earnedCents } = (await server.call<Sums>('GET', path, { as: world.admin }))
        .body.total
      return { remaining, remainingCents, earnedCents }
    }
    const before = await owed()
    expect(before.remainingCents).toBeGreaterThan(0)
    await act(invoiceId, 'refund', { version: paid.body.version, amountCents: 155_000, reason: 'All of it.' })
    expect(await balance()).toBe(0)
    const refund = await server.db
      .selectFrom('refunds')
      .select(['id', 'payment_id as paymentId', 'amount_cents as amountCents'])
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow()
    await inSystem((db) => applyRefund(db, { ...refund, companyId, status: 'failed' }))
    expect(await balance()).toBe(600)
    expect(await owed()).toEqual(before)
    await expireBlocks(server.db, { actor: systemOf(companyId) }, companyId)
    expect(await balance()).toBe(600)
    expect(await reconcileLedger(server.platform)).toBe(0)
  })
  test('that rolled over is reduced by its share of a refund', async () => {
    const { invoiceId } = await billedMonth()
    await rollOver()
    const paid = await payMonth(invoiceId)
    const back = await act(invoiceId, 'refund', {
      version: paid.body.version,
      amountCents: 77_500,
      reason: 'Half of it.',
    })
    expect(back.body.error).toBeUndefined()
    expect(await balance()).toBe(300)
    expect(await reconcileLedger(server.platform)).toBe(0)
  })
  test('that was voided is reissued once, by an administrator only', async () => {
    const { invoiceId, agreementId } = await billedMonth()
    expect((await read(invoiceId)).can.again).toBe(false)
    expect((await act(invoiceId, 'again', { version: (await read(invoiceId)).version })).body.error.code).toBe(
      'NOT_AGAIN',
    )
    const { version } = await read(invoiceId)
    await act(invoiceId, 'void', { version, reason: 'To the wrong address.' })
    expect(await balance()).toBe(0)
    const voided = await read(invoiceId)
    expect(voided.can.again).toBe(true)
    expect((await read(invoiceId, owner)).can.again).toBe(false)
    // No later job bills the month again.
    const again = await inSystem((db) =>
      billPeriod(
        db,
        { actor: systemOf(companyId) },
        {
          companyId,
          agreementId,
          description: 'January 2026',
          unitCents: 155_000,
          periodFrom: '2026-01-01',
          periodTo: '2026-01-31',
          paymentDays: 30,
        },
      ),
    )
    expect(again).toBeNull()
    expect((await act(invoiceId, 'again', { version: voided.version }, owner)).status).toBe(403)
    const both = await Promise.all([1, 2].map(() => act(invoiceId, 'again', { version: voided.version })))
    expect(both.map((r) => r.status).toSorted()).toEqual([201, 409])
    const made = both.find((r) => r.status === 201)?.body as Invoice
    expect(made).toMatchObject({
      status: 'open',
      source: 'recurring',
      totalCents: 155_000,
      lines: [{ description: 'January 2026', amountCents: 155_000, periodFrom: '2026-01-01' }],
    })
    expect(made.number).not.toBe(voided.number)
    expect((await read(invoiceId)).can.again).toBe(false)
    // The last day of the hours has passed, so they do not come back. Hours of the current month do.
    expect(await balance()).toBe(0)
    expect(await reconcileLedger(server.platform)).toBe(0)
  })
  test('that rolled over gets back the rolled-over hours that the void canceled', async () => {
    const { invoiceId, agreementId, blockId } = await billedMonth()
    expect(await rollOver()).toMatchObject({ blocks: 1, minutes: 0 })
    const rolled = server.db
      .updateTable('hour_blocks')
      .where('agreement_id', '=', agreementId)
      .where('id', '<>', blockId)
    await rolled.set({ expires_on: '2099-02-28' }).execute()
    await act(invoiceId, 'void', { version: (await read(invoiceId)).version, reason: 'Wrong.' })
    expect(await balance()).toBe(0)
    const r = await act(invoiceId, 'again', { version: (await read(invoiceId)).version })
    expect(r.body).toMatchObject({
      totalCents: 155_000,
      lines: [{ description: 'January 2026' }],
      hours: [{ state: 'active', minutes: 600, remaining: 600, expiresOn: '2099-02-28' }],
    })
    expect(await balance()).toBe(600)
    expect(await reconcileLedger(server.platform)).toBe(0)
  })
  test('that is still current gets back the hours that the void canceled', async () => {
    const { invoiceId, blockId } = await billedMonth()
    await server.db.updateTable('hour_blocks').set({ expires_on: '2099-01-31' }).where('id', '=', blockId).execute()
    const ticket = await makeTicket(server.db, { requester: owner })
    const { id } = await makeTime(server.db, { ticket, by: world.engineer, minutes: 60, worked_on: '2026-01-05' })
    await makeDraw(server.db, { companyId, id, minutes: 60 })
    await act(invoiceId, 'void', { version: (await read(invoiceId)).version, reason: 'Wrong.' })
    expect(await balance()).toBe(0)
    const r = await act(invoiceId, 'again', { version: (await read(invoiceId)).version })
    expect(r.body).toMatchObject({ status: 'open', hours: [{ state: 'active', minutes: 540, remaining: 540 }] })
    expect(await balance()).toBe(540)
    // The hour that was used keeps its price in the voided block, so an hour costs what it did.
    const blocks = await server.db
      .selectFrom('hour_blocks')
      .select(['state', 'price_cents'])
      .where('company_id', '=', companyId)
      .orderBy('created_at')
      .execute()
    expect(blocks).toEqual([
      { state: 'void', price_cents: 155_000 },
      { state: 'active', price_cents: 139_500 },
    ])
    // Also when it is billed a third time.
    const second = await read(r.body.id)
    await act(second.id, 'void', { version: second.version, reason: 'Wrong again.' })
    const third = await act(second.id, 'again', { version: (await read(second.id)).version })
    expect(third.body).toMatchObject({ totalCents: 155_000, hours: [{ state: 'active', minutes: 540 }] })
    const last = await server.db
      .selectFrom('hour_blocks')
      .select(['price_cents'])
      .where('company_id', '=', companyId)
      .where('state', '=', 'active')
      .execute()
    expect(last).toEqual([{ price_cents: 139_500 }])
    expect(await reconcileLedger(server.platform)).toBe(0)
  })
})

describe('a manual invoice', () => {
  const write = (body: object, as = world.admin, headers: Record<string, string> = {}) =>
    server.call<Invoice>('POST', '/v1/invoices', { as, body, headers })
  const line = (more: object = {}) => ({ description: 'Workshop', quantity: 2, unitCents: 50_000, ...more })
  test('is issued immediately with its lines and a notification, once per idempotency key', async () => {
    const body = { companyId, paymentDays: 10, lines: [line(), line({ description: 'Travel', quantity: 1 })] }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const all = await Promise.all([1, 2, 3].map(() => write(body, world.admin, headers)))
    const [made] = all.filter((r) => r.status === 201)
    expect(made?.body).toMatchObject({
      status: 'open',
      source: 'manual',
      totalCents: 150_000,
      lines: [
        { description: 'Workshop', quantity: 2, unitCents: 50_000, amountCents: 100_000 },
        { description: 'Travel', quantity: 1, amountCents: 50_000 },
      ],
      can: { void: true, again: false },
    })
    if (!made) throw new Error('None was made.')
    const { issuedOn, dueOn, id } = made.body
    expect(Date.parse(dueOn) - Date.parse(issuedOn)).toBe(10 * 86_400_000)
    expect(
      await server.db.selectFrom('orders').select('id').where('company_id', '=', companyId).execute(),
    ).toHaveLength(1)
    expect((await read(id, owner)).number).toBe(made?.body.number)
  })
  test('is rejected with an error for each field', async () => {
    for (const as of [owner, world.engineer]) expect((await write({ companyId, lines: [line()] }, as)).status).toBe(403)
    expect((await write({ companyId: crypto.randomUUID(), lines: [line()] })).status).toBe(404)
    expect((await write({ companyId: world.provider.id, lines: [line()] })).body.error.fields).toHaveProperty(
      'companyId',
    )
    expect((await write({ companyId, lines: [line({ unitCents: 0 })] })).body.error.fields).toHaveProperty('lines')
    expect((await write({ companyId, lines: [line({ quantity: 10_000 })] })).body.error.fields).toHaveProperty('lines')
    expect((await write({ companyId, lines: [line({ description: '  ' })] })).body.error.fields).toEqual({
      'lines.0.description': ['Enter a description.'],
    })
    expect((await write({ companyId, lines: [line({ unitCents: -1 })] })).status).toBe(400)
    expect((await write({ companyId, lines: [] })).status).toBe(400)
  })
})

test('jobs that cover all companies process each record once, whatever the batch size', async () => {
  const made = []
  for (let n = 0; n < 5; n++) made.push(await makeInvoice(server.db, { companyId }))
  const due = (await read(made[0]?.invoiceId as string)).dueOn
  await sendInvoiceReminders(server.platform, due, 2)
  const told = await server.db
    .selectFrom('events')
    .select('subject_id')
    .where('company_id', '=', companyId)
    .where('kind', '=', 'reminder')
    .execute()
  expect(told.map((e) => e.subject_id).toSorted()).toEqual(made.map((m) => m.invoiceId).toSorted())

  const left = []
  for (let n = 0; n < 5; n++) left.push(await makeInvoice(server.db, { companyId, method: 'card', issue: false }))
  await sql`update orders set created_at = now() - interval '2 days' where id = any(${left.map((l) => l.orderId)})`.execute(
    server.db,
  )
  await cancelUnpaidOrders(server.platform, 2)
  const states = await server.db
    .selectFrom('orders')
    .select('status')
    .where(
      'id',
      'in',
      left.map((l) => l.orderId),
    )
    .execute()
  expect(new Set(states.map((s) => s.status))).toEqual(new Set(['canceled']))

  const begins = []
  for (let n = 0; n < 5; n++) {
    const a = await makeAgreement(server.db, { by: world.admin, companyId, signed: { by: owner } })
    await server.db
      .updateTable('agreements')
      .set({ status: 'signed', activated_at: null, awaits_payment: false, starts_on: '2026-01-01' })
      .where('id', '=', a.id)
      .execute()
    begins.push(a.id)
  }
  await advanceAgreements(server.platform, '2026-01-02', 2)
  const active = await server.db.selectFrom('agreements').select('status').where('id', 'in', begins).execute()
  expect(new Set(active.map((a) => a.status))).toEqual(new Set(['active']))
})

test('abandoning a checkout while its payment arrives does not deadlock', async () => {
  for (let n = 0; n < 8; n++) {
    const made = await makeInvoice(server.db, { companyId, method: 'card', issue: false })
    const id = crypto.randomUUID()
    await server.db
      .insertInto('checkouts')
      .values({ company_id: companyId, id, order_id: made.orderId, amount_cents: 175_000, started_by: owner.id })
      .execute()
    const results = await Promise.allSettled([
      inSystem((db) => expireCheckout(db, { company_id: companyId, id, order_id: made.orderId })),
      // The updates come in the order of a completed checkout: the payment first, then the checkout.
      inSystem(async (db) => {
        await applyPayment(db, {
          companyId,
          invoiceId: made.invoiceId,
          method: 'card',
          status: 'succeeded',
          amountCents: 175_000,
          currency: 'usd',
          paymentIntent: `pi_${crypto.randomUUID()}`,
        })
        await db.updateTable('checkouts').set({ status: 'complete' }).where('id', '=', id).execute()
      }),
    ])
    expect(results.map((r) => r.status)).toEqual(['fulfilled', 'fulfilled'])
    expect((await read(made.invoiceId)).status).toBe('paid')
  }
})
