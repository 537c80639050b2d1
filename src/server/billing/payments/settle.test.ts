// Payments and refunds end in the same state in whatever order, and however often, they are reported.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeInvoice } from '../../../../test/factories/billing.ts'
import { inLane } from '../../../../test/harness/lane.ts'
import { startServer, type TestServer, type World } from '../../../../test/harness/server.ts'
import { type Db, systemOf } from '../../platform/database/db.ts'
import { balanceDue, mergePaymentStatus, mergeRefundStatus, type Paid } from '../invoices/standing.ts'
import { abandonOrder } from '../orders/abandon-order.ts'
import { applyPayment, applyRefund, type PaymentUpdate } from './settle.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

const TOTAL = 175_000
const MINUTES = 600
const AT = Date.parse('2026-11-02T15:00:00Z')

/** Creates a company with one invoice, and returns the updates that can be sent about it. */
async function scene(options: { draft?: boolean } = {}) {
  const company = await server.company()
  const made = await makeInvoice(server.db, {
    companyId: company.id,
    ...(options.draft ? { method: 'card' as const, issue: false } : {}),
  })
  const intent = `pi_${crypto.randomUUID()}`
  const refundId = `re_${crypto.randomUUID()}`
  const transferId = crypto.randomUUID()
  const common = { companyId: company.id, invoiceId: made.invoiceId, currency: 'usd' }
  const card = (status: PaymentUpdate['status'], seconds: number, amountCents = TOTAL): PaymentUpdate => ({
    ...common,
    method: 'card',
    status,
    amountCents,
    paymentIntent: intent,
    card: { brand: 'visa', last4: '4242' },
    at: new Date(AT + seconds * 1_000),
    ...(status === 'failed' ? { failure: { code: 'card_declined', message: 'The card was declined.' } } : {}),
  })
  const tell = (what: (db: Db) => Promise<unknown>) => server.platform.db.asActor(systemOf(company.id), what)
  return {
    ...made,
    companyId: company.id,
    intent,
    card,
    tell,
    session: () => tell((db) => applyPayment(db, card('succeeded', 0))),
    succeeded: () => tell((db) => applyPayment(db, card('succeeded', 2))),
    failed: () => tell((db) => applyPayment(db, card('failed', 1))),
    refunded: (amountCents = TOTAL) =>
      tell((db) =>
        applyRefund(db, {
          companyId: company.id,
          paymentIntent: intent,
          payment: { invoiceId: made.invoiceId, amountCents: TOTAL, currency: 'usd' },
          stripeRefund: refundId,
          amountCents,
          status: 'succeeded',
        }),
      ),
    transfer: async (amountCents = TOTAL) => {
      // The form's idempotency key makes a repeated request have one effect.
      const there = await server.db.selectFrom('payments').select('id').where('id', '=', transferId).executeTakeFirst()
      if (there) return
      await tell((db) =>
        applyPayment(db, {
          ...common,
          method: 'transfer',
          status: 'succeeded',
          amountCents,
          id: transferId,
          reference: 'SCT',
          recordedBy: world.admin.id,
          at: new Date(AT + 86_400_000),
        }),
      )
    },
  }
}
type Scene = Awaited<ReturnType<typeof scene>>

/** Returns the complete result, without ids and without what depends on the order of updates. */
async function fingerprint(s: Scene) {
  const of = { company_id: s.companyId }
  const invoice = await server.db
    .selectFrom('invoices')
    .select(['status', 'paid_cents', 'refunded_cents', 'paid_at', 'next_charge_at'])
    .select(sql<boolean>`number is not null`.as('numbered'))
    .where((r) => r.and(of))
    .executeTakeFirstOrThrow()
  const order = await server.db
    .selectFrom('orders')
    .select('status')
    .where((r) => r.and(of))
    .executeTakeFirstOrThrow()
  const payments = await server.db
    .selectFrom('payments')
    .select(['method', 'status', 'amount_cents', 'refunded_cents', 'failure_code', 'card_last4', 'paid_at'])
    .where((r) => r.and(of))
    .orderBy('method')
    .execute()
  const refunds = await server.db
    .selectFrom('refunds')
    .select(['status', 'amount_cents', 'minutes'])
    .where((r) => r.and(of))
    .execute()
  const blocks = await server.db
    .selectFrom('hour_blocks')
    .select(sql<number>`coalesce(sum(remaining), 0)::int`.as('usable'))
    .where((r) => r.and(of))
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ balance: number; ledger: number }>`
    select coalesce((select balance from hour_balances where company_id = ${s.companyId}), 0) as balance,
      coalesce((select sum(minutes)::int from hour_ledger where company_id = ${s.companyId}), 0) as ledger`.execute(
    server.db,
  )
  const findings = await server.db
    .selectFrom('findings')
    .select('title')
    .where((r) => r.and(of))
    .where('resolved_at', 'is', null)
    .execute()
  return {
    invoice,
    order: order.status,
    payments,
    refunds,
    usable: blocks.usable,
    ...rows[0],
    findings: findings.map((f) => f.title.replace(/^Order \d+ /, '')),
  }
}

const permutations = <T>(all: T[]): T[][] =>
  all.length <= 1 ? [all] : all.flatMap((one, i) => permutations(all.toSpliced(i, 1)).map((rest) => [one, ...rest]))
/**
 * Returns every order in the soak lane, and every `step`th in the short lane, where each update still comes first in
 * some orders.
 */
const some = <T>(orders: T[], step: number) => orders.filter((_, i) => i % inLane(step, 1) === 0)
type What = 'session' | 'succeeded' | 'failed' | 'refunded' | 'transfer'
const ALL: What[] = ['session', 'succeeded', 'failed', 'refunded', 'transfer']

async function play(options: { draft?: boolean }, what: What[], amounts: { refund?: number; transfer?: number } = {}) {
  const s = await scene(options)
  for (const one of what)
    await (one === 'refunded'
      ? s.refunded(amounts.refund)
      : one === 'transfer'
        ? s.transfer(amounts.transfer)
        : s[one]())
  return fingerprint(s)
}

describe('every order of updates has the same result', () => {
  for (const [name, draft] of [
    ['a card order', true],
    ['an issued invoice', false],
  ] as const)
    test(`${name}: page completed, payment, failure and refund, in every order, each also twice`, async () => {
      const [first, ...others] = some(permutations(ALL.filter((w) => w !== 'transfer')), 5)
      const expected = await play({ draft }, first as What[])
      expect(expected).toMatchObject({
        invoice: { status: 'refunded', paid_cents: TOTAL, refunded_cents: TOTAL, numbered: true },
        order: 'refunded',
        payments: [{ status: 'succeeded', failure_code: null }],
        refunds: [{ minutes: MINUTES }],
        usable: 0,
        balance: 0,
        findings: [],
      })
      for (const order of others) {
        expect(await play({ draft }, order), JSON.stringify(order)).toEqual(expected)
        if (!draft) continue
        const twice = [...order, ...order.toReversed()]
        expect(await play({ draft }, twice), JSON.stringify(twice)).toEqual(expected)
      }
    })

  test('with a transfer for the same invoice', async () => {
    const [first, ...others] = some(permutations(ALL), 11)
    const expected = await play({}, first as What[])
    // It was paid twice and refunded once: it is still paid, and the hours stay.
    expect(expected).toMatchObject({
      invoice: { status: 'paid', paid_cents: 2 * TOTAL, refunded_cents: TOTAL },
      order: 'paid',
      usable: MINUTES,
      balance: MINUTES,
      ledger: MINUTES,
      findings: [],
    })
    for (const order of others) expect(await play({}, order), JSON.stringify(order)).toEqual(expected)
  })

  test('random updates, in any order and number, with partial payments', async () => {
    const known = new Map<string, unknown>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...ALL), { minLength: 1, maxLength: 9 }),
        fc.constantFrom(TOTAL, 70_000, 1),
        fc.constantFrom(TOTAL, 70_000),
        async (what, refund, transfer) => {
          const key = JSON.stringify([[...new Set(what)].toSorted(), refund, transfer])
          const before = known.get(key)
          const now = await play({}, what, { refund, transfer })
          if (before === undefined) known.set(key, now)
          else expect(now).toEqual(before)
          expect(now.balance).toBe(now.ledger)
          expect(now.usable).toBe(now.balance)
        },
      ),
      { numRuns: inLane(12, 60) },
    )
  })

  test('the same update ten times in parallel has one effect', async () => {
    const s = await scene({ draft: true })
    await Promise.all(Array.from({ length: 10 }, (_, i) => (i % 2 ? s.session() : s.succeeded())))
    const now = await fingerprint(s)
    expect(now).toMatchObject({ invoice: { status: 'paid', paid_cents: TOTAL }, usable: MINUTES, balance: MINUTES })
    const told = await server.db.selectFrom('events').select('kind').where('subject_id', '=', s.invoiceId).execute()
    expect(told.filter((e) => e.kind === 'paid')).toHaveLength(1)
  })
})

describe('status rules', () => {
  test('a succeeded payment is final; a failed one can still succeed', () => {
    const states = ['pending', 'failed', 'succeeded'] as const
    expect(states.map((a) => states.map((b) => mergePaymentStatus(a, b)))).toEqual([
      ['pending', 'failed', 'succeeded'],
      ['failed', 'failed', 'succeeded'],
      ['succeeded', 'succeeded', 'succeeded'],
    ])
    expect(mergeRefundStatus('succeeded', 'pending')).toBe('succeeded')
    expect(mergeRefundStatus('succeeded', 'failed')).toBe('failed')
  })

  test('the balance due is settled only by the exact total, in any order', () => {
    const payment = fc.record({
      method: fc.constantFrom('card' as const, 'transfer' as const),
      status: fc.constantFrom('pending' as const, 'failed' as const, 'succeeded' as const),
      amountCents: fc.integer({ min: 1, max: 300 }),
      refundedCents: fc.constant(0),
      dueAgainCents: fc.constant(0),
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.array(payment, { maxLength: 6 }), (total, payments: Paid[]) => {
        const now = balanceDue(total, payments)
        expect(balanceDue(total, payments.toReversed())).toEqual(now)
        const good = payments.filter((p) => p.status === 'succeeded' && p.amountCents <= total)
        const sum = good.reduce((n, p) => n + p.amountCents, 0)
        expect([now.paidCents, now.status]).toEqual([sum, sum >= total ? 'paid' : 'open'])
        if (sum > total || payments.some((p) => p.status === 'succeeded' && p.amountCents > total))
          expect(now.problem).not.toBeNull()
      }),
    )
  })

  test('money that was refunded while the invoice was open no longer pays it', () => {
    const paid = (amountCents: number, refundedCents = 0, dueAgainCents = 0): Paid => ({
      method: 'transfer',
      status: 'succeeded',
      amountCents,
      refundedCents,
      dueAgainCents,
    })
    expect(balanceDue(100, [paid(50, 50, 50), paid(50)])).toMatchObject({ status: 'open', problem: null })
    // A refund that is still pending counts, too: otherwise the invoice would be paid until it succeeds.
    expect(balanceDue(100, [paid(50, 0, 50), paid(50)])).toMatchObject({ status: 'open' })
    expect(balanceDue(100, [paid(50, 50, 50), paid(50), paid(50)])).toMatchObject({ status: 'paid', problem: null })
    expect(balanceDue(100, [paid(50, 50, 50), paid(100, 100)])).toMatchObject({ status: 'refunded' })
    // A refund of an invoice that was paid in full leaves it paid.
    expect(balanceDue(100, [paid(50, 50), paid(50)])).toMatchObject({ status: 'paid' })
  })
})

describe('a payment discrepancy is reported and grants no hours', () => {
  const paying = async (amountCents: number, currency = 'usd') => {
    const s = await scene({ draft: true })
    await s.tell((db) => applyPayment(db, { ...s.card('succeeded', 0, amountCents), currency }))
    await s.tell((db) => applyPayment(db, { ...s.card('succeeded', 0, amountCents), currency }))
    return { s, now: await fingerprint(s) }
  }
  test.each([
    [TOTAL - 1, 'usd', ['was underpaid by card']],
    [TOTAL + 1, 'usd', ['was overpaid']],
    [1, 'usd', ['was underpaid by card']],
    [TOTAL, 'eur', ['was paid in another currency']],
  ])('%i %s', async (amount, currency, findings) => {
    const { s, now } = await paying(amount, currency)
    expect(now).toMatchObject({ invoice: { status: 'draft', numbered: false }, order: 'open', usable: 0, findings })
    const told = await server.db
      .selectFrom('events')
      .select(['kind', 'staff_only'])
      .where('subject_id', '=', s.invoiceId)
      .where('kind', '=', 'finding')
      .execute()
    expect(told).toEqual([{ kind: 'finding', staff_only: true }])
  })

  test('a transfer of the rest pays the invoice in full and closes the discrepancy', async () => {
    const s = await scene()
    await s.tell((db) => applyPayment(db, s.card('succeeded', 0, 100_000)))
    expect((await fingerprint(s)).findings).toEqual(['was underpaid by card'])
    await s.transfer(75_000)
    expect(await fingerprint(s)).toMatchObject({ invoice: { status: 'paid' }, usable: MINUTES, findings: [] })
  })

  test('a payment for a void invoice is kept and reported, and grants no hours', async () => {
    const s = await scene()
    const { version } = await server.db
      .selectFrom('invoices')
      .select('version')
      .where('id', '=', s.invoiceId)
      .executeTakeFirstOrThrow()
    const done = await server.call('POST', `/v1/invoices/${s.invoiceId}/void`, {
      as: world.admin,
      body: { version, reason: 'x' },
    })
    expect(done.status).toBe(200)
    await s.succeeded()
    expect(await fingerprint(s)).toMatchObject({
      invoice: { status: 'void', paid_cents: TOTAL },
      payments: [{ status: 'succeeded' }],
      usable: 0,
      findings: ['was paid, but its invoice is void'],
    })
  })

  test('a payment for an abandoned order counts and grants its hours', async () => {
    const s = await scene({ draft: true })
    await s.tell((db) => abandonOrder(db, { actor: systemOf(s.companyId) }, s.companyId, s.orderId))
    expect(await fingerprint(s)).toMatchObject({ order: 'canceled', usable: 0 })
    await s.succeeded()
    expect(await fingerprint(s)).toMatchObject({
      invoice: { status: 'paid', numbered: true },
      order: 'paid',
      usable: MINUTES,
    })
  })

  test('an unknown invoice or one of another company changes nothing', async () => {
    const [a, b] = [await scene(), await scene()]
    for (const invoiceId of [b.invoiceId, crypto.randomUUID()]) {
      const settled = await server.platform.db.asActor(systemOf(a.companyId), (db) =>
        applyPayment(db, { ...a.card('succeeded', 0), invoiceId }),
      )
      expect(settled).toMatchObject({ outcome: 'unknown' })
    }
    expect((await fingerprint(a)).payments).toEqual([])
  })
})

test('restores the minutes when the bank returns a refund', async () => {
  const s = await scene()
  await s.succeeded()
  await s.refunded()
  expect(await fingerprint(s)).toMatchObject({ invoice: { status: 'refunded' }, usable: 0 })
  const stripeRefund = (
    await server.db
      .selectFrom('refunds')
      .select('stripe_refund')
      .where('company_id', '=', s.companyId)
      .executeTakeFirstOrThrow()
  ).stripe_refund as string
  for (const _ of [1, 2])
    await s.tell((db) =>
      applyRefund(db, {
        companyId: s.companyId,
        paymentIntent: s.intent,
        stripeRefund,
        amountCents: TOTAL,
        status: 'failed',
      }),
    )
  expect(await fingerprint(s)).toMatchObject({
    invoice: { status: 'paid', refunded_cents: 0 },
    order: 'paid',
    refunds: [{ status: 'failed', minutes: 0 }],
    usable: MINUTES,
    balance: MINUTES,
  })
  // Administrators are notified once, and an update of another kind does not close the discrepancy.
  const findings = () =>
    server.db
      .selectFrom('findings')
      .select(['title', 'found', 'resolved_at'])
      .where('company_id', '=', s.companyId)
      .execute()
  await s.transfer()
  expect((await findings()).filter((f) => /refund that the bank returned$/.test(f.title))).toEqual([
    expect.objectContaining({
      resolved_at: null,
      found: { refund: 'failed', todo: expect.stringMatching(/^Send the money another way/) },
    }),
  ])
})

test('buying and paying in parallel do not deadlock', async () => {
  const company = await server.company()
  const owner = await server.person(company, 'owner')
  const pack = await server.db
    .selectFrom('hour_packs')
    .select(['id', 'price_cents'])
    .where('price_cents', '=', TOTAL)
    .executeTakeFirstOrThrow()
  const drafts = await Promise.all(
    Array.from({ length: 12 }, () => makeInvoice(server.db, { companyId: company.id, method: 'card', issue: false })),
  )
  const answers = await Promise.all(
    drafts.flatMap((d, i) => [
      server.platform.db
        .asActor(systemOf(company.id), (db) =>
          applyPayment(db, {
            companyId: company.id,
            invoiceId: d.invoiceId,
            method: 'card',
            status: 'succeeded',
            amountCents: TOTAL,
            currency: 'usd',
            paymentIntent: `pi_${d.invoiceId}`,
          }),
        )
        .then((r) => r.invoice),
      server
        .call('POST', '/v1/orders', {
          as: owner,
          body: { packId: pack.id, method: 'invoice', expectedCents: TOTAL },
          headers: { 'idempotency-key': `k${i}` },
        })
        .then((r) => r.status),
    ]),
  )
  expect(answers).toEqual(drafts.flatMap(() => ['paid', 201]))
  const { rows } = await sql<{
    balance: number
  }>`select balance from hour_balances where company_id = ${company.id}`.execute(server.db)
  expect(rows).toEqual([{ balance: 12 * MINUTES }])
})

describe('all or nothing', () => {
  test('an interrupted update leaves no trace, and the next one completes it', async () => {
    const s = await scene({ draft: true })
    const before = await fingerprint(s)
    const number = async () =>
      (await server.db.selectFrom('invoice_numbers').select('last').orderBy('year', 'desc').executeTakeFirst())?.last
    const last = await number()
    await expect(
      s.tell(async (db) => {
        await applyPayment(db, s.card('succeeded', 0))
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    // The connection is lost before the commit.
    await expect(
      s.tell(async (db) => {
        await applyPayment(db, s.card('succeeded', 0))
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
        await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(server.db)
        await sql`select 1`.execute(db)
      }),
    ).rejects.toThrow()
    expect(await fingerprint(s)).toEqual(before)
    expect(await number()).toBe(last)
    await s.succeeded()
    expect(await fingerprint(s)).toMatchObject({ invoice: { status: 'paid' }, usable: MINUTES })
    expect(await number()).toBe((last ?? 0) + 1)
  })
})
