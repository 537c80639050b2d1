// Automatic billing: charges of a stored card, overage, and who is notified of what.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBilling, makeInvoice } from '../../../../test/factories/billing.ts'
import { makeDraw } from '../../../../test/factories/hours.ts'
import { makeTicket } from '../../../../test/factories/tickets.ts'
import { makeTime } from '../../../../test/factories/time.ts'
import { type Person, startServer, type TestServer, type World } from '../../../../test/harness/server.ts'
import { systemOf } from '../../platform/database/db.ts'
import type { Notice, PublishedEvent } from '../../platform/events/notifiers.ts'
import { PaymentProblem } from '../../platform/payments/payment-problem.ts'
import type { ChargeInput } from '../../platform/payments/payments.ts'
import type { CardPayment } from '../../platform/payments/stripe-objects.ts'
import type { Platform } from '../../platform/platform.ts'
import { invoiceActionItems } from '../action-items.ts'
import { billingNotifier } from '../notices.ts'
import { chargeDue } from '../payments/charge-due.ts'
import { chargeInvoice } from '../payments/charge-invoice.ts'
import { costOf, nextCharge, shareOfMinutes, shareOfPrice } from '../policy.ts'
import { billOverage } from './bill-overage.ts'
import { billPeriod } from './bill-period.ts'

let server: TestServer
let world: World
let owner: Person
let companyId: string
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())
beforeEach(async () => {
  const company = await server.company({ name: 'Recurring' })
  companyId = company.id
  owner = await server.person(company, 'owner')
})

const DAY = 86_400_000
const invoice = (id: string) =>
  server.db
    .selectFrom('invoices')
    .select(['status', 'charge_attempts', 'next_charge_at', 'paid_cents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('the stored card', () => {
  let wishes: ChargeInput[]
  /** Returns a stub of Stripe for automatic charges. `answer` decides the result of each. */
  const stripe = (answer: (wish: ChargeInput) => Partial<CardPayment>): Platform => ({
    ...server.platform,
    payments: {
      charge: async (wish: ChargeInput) => {
        wishes.push(wish)
        return {
          id: `pi_${crypto.randomUUID()}`,
          status: 'succeeded',
          amountCents: wish.amountCents,
          receivedCents: wish.amountCents,
          refundedCents: 0,
          currency: 'usd',
          customerId: wish.customerId,
          methodId: wish.methodId,
          card: undefined,
          metadata: wish.metadata,
          createdAt: new Date(),
          failure: undefined,
          ...answer(wish),
        } satisfies CardPayment
      },
    } as unknown as NonNullable<Platform['payments']>,
  })
  const refuses = () =>
    stripe(() => {
      throw new PaymentProblem('refused', 'no', 'card_declined')
    })
  const bill = async (unitCents = 49_900) => {
    const agreementId = crypto.randomUUID()
    await server.db
      .insertInto('agreements')
      .values({
        company_id: companyId,
        id: agreementId,
        name: 'Care',
        type: 'managed_automation',
        created_by: world.admin.id,
      })
      .execute()
    const actor = systemOf(companyId)
    const placed = await server.platform.db.asActor(actor, (db) =>
      billPeriod(
        db,
        { actor },
        {
          companyId,
          agreementId,
          description: 'Care, November 2026',
          unitCents,
          periodFrom: '2026-11-01',
          periodTo: '2026-11-30',
          paymentDays: 15,
        },
      ),
    )
    return placed?.invoiceId as string
  }
  beforeEach(async () => {
    wishes = []
    await server.db
      .insertInto('stripe_customers')
      .values({
        company_id: companyId,
        stripe_id: `cus_${companyId}`,
        payment_method: 'pm_1',
        card_brand: 'visa',
        card_last4: '4242',
        card_exp_month: 12,
        card_exp_year: 2030,
        consent: 'yes',
        consent_by: owner.id,
        consent_at: new Date().toISOString(),
      })
      .execute()
  })

  test('pays a month automatically, once, even with parallel jobs', async () => {
    const id = await bill()
    const order = await server.db
      .selectFrom('orders')
      .select('method')
      .where('company_id', '=', companyId)
      .executeTakeFirst()
    expect(order).toEqual({ method: 'card' })
    const platform = stripe(() => ({}))
    await Promise.all([chargeDue(platform), chargeDue(platform), chargeDue(platform)])
    expect(wishes.map((w) => [w.amountCents, w.methodId])).toEqual([[49_900, 'pm_1']])
    expect(await invoice(id)).toMatchObject({ status: 'paid', paid_cents: 49_900, next_charge_at: null })
    await chargeDue(platform)
    expect(wishes).toHaveLength(1)
  })

  test('is not charged, and no card is offered, for less than the card minimum', async () => {
    const id = await bill(49)
    const order = await server.db
      .selectFrom('orders')
      .select('method')
      .where('company_id', '=', companyId)
      .executeTakeFirst()
    expect(order).toEqual({ method: 'invoice' })
    const platform = stripe(() => ({}))
    expect(await chargeInvoice(platform, { companyId, invoiceId: id })).toBe('not_due')
    expect(wishes).toEqual([])
    const before = server.platform.payments
    server.platform.payments = platform.payments
    try {
      const seen = await server.call('GET', `/v1/invoices/${id}`, { as: owner })
      expect(seen.body).toMatchObject({ status: 'open', dueCents: 49, can: { pay: false } })
      const page = await server.call('POST', '/v1/checkouts', { as: owner, body: { invoiceId: id } })
      expect([page.status, page.body]).toMatchObject([422, { error: { code: 'BELOW_CARD_MINIMUM' } }])
    } finally {
      server.platform.payments = before
    }
  })

  test('is retried after 1, 3 and 7 days when declined, and owners are notified each time', async () => {
    const id = await bill()
    let now = new Date()
    const gaps: number[] = []
    for (let i = 0; i < 6; i++) {
      await chargeDue(refuses(), now)
      const { next_charge_at: next } = await invoice(id)
      if (!next) break
      gaps.push((Date.parse(next) - now.getTime()) / DAY)
      // Nothing is charged a moment earlier.
      await chargeDue(refuses(), new Date(Date.parse(next) - 1_000))
      now = new Date(next)
    }
    expect(gaps).toEqual([1, 3, 7])
    expect(wishes).toHaveLength(4)
    expect(await invoice(id)).toMatchObject({ status: 'open', charge_attempts: 4, next_charge_at: null })
    const told = await server.db
      .selectFrom('events')
      .select('kind')
      .where('subject_id', '=', id)
      .where('kind', '=', 'payment_failed')
      .execute()
    expect(told).toHaveLength(4)
    // A card that works, or a transfer, ends the retries.
    await server.db
      .updateTable('invoices')
      .set({ next_charge_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute()
    await chargeDue(stripe(() => ({})))
    expect(await invoice(id)).toMatchObject({ status: 'paid', next_charge_at: null })
  })

  test('is retried soon, without counting, when Stripe is down; without a card only reminders are sent', async () => {
    const id = await bill()
    await chargeDue(
      stripe(() => {
        throw new PaymentProblem('unavailable', 'away')
      }),
    )
    const waiting = await invoice(id)
    expect([waiting.status, waiting.charge_attempts]).toEqual(['open', 0])
    expect(Date.parse(waiting.next_charge_at as string) - Date.now()).toBeLessThan(DAY / 24)
    await server.db.deleteFrom('stripe_customers').where('company_id', '=', companyId).execute()
    await chargeDue(
      stripe(() => ({})),
      new Date(Date.now() + DAY),
    )
    expect(await invoice(id)).toMatchObject({ status: 'open', charge_attempts: 0, next_charge_at: null })
  })

  test('is not charged again when the result is unknown', async () => {
    const id = await bill()
    const lost = stripe(() => {
      throw new PaymentProblem('unknown', 'timeout')
    })
    await chargeDue(lost)
    await chargeDue(
      stripe(() => ({})),
      new Date(Date.now() + 2 * DAY),
    )
    expect(wishes).toHaveLength(1)
    expect((await invoice(id)).status).toBe('open')
  })

  test('is not charged for an invoice that was paid by transfer', async () => {
    const id = await bill()
    const { version } = await server.db
      .selectFrom('invoices')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await server.call('POST', `/v1/invoices/${id}/transfer`, {
      as: world.admin,
      body: { version, amountCents: 49_900, paidOn: '2026-01-15', reference: 'x' },
    })
    await chargeDue(stripe(() => ({})))
    expect(wishes).toEqual([])
  })
})

describe('overage', () => {
  test('is invoiced once a month at the rate, each minute once', async () => {
    const agreementId = crypto.randomUUID()
    await server.db
      .insertInto('agreements')
      .values({
        company_id: companyId,
        id: agreementId,
        name: 'Block',
        type: 'block_hours',
        overage: 'bill',
        hourly_rate_cents: 17_500,
        created_by: world.admin.id,
      })
      .execute()
    const ticket = await makeTicket(server.db, { requester: owner })
    const draw = async (minutes: number, at: string, id?: string) => {
      const entry = id ? { id } : await makeTime(server.db, { ticket, by: world.engineer, minutes: 60 })
      await makeDraw(server.db, { companyId, id: entry.id, minutes, agreementId, overage: 'bill', at })
      return entry.id
    }
    const lines = () =>
      server.db
        .selectFrom('order_lines')
        .select(['amount_cents', 'description'])
        .select(sql<string>`period_from::text`.as('month'))
        .where('company_id', '=', companyId)
        .orderBy('id')
        .execute()
    const first = await draw(50, '2026-05-10T12:00:00Z')
    await draw(45, '2026-05-20T12:00:00Z')
    await draw(60, '2026-06-02T12:00:00Z')
    // During May, its overage is not billed yet.
    expect(await billOverage(server.platform, '2026-05-31')).toBe(0)
    const made = await Promise.all([1, 2, 3].map(() => billOverage(server.platform, '2026-06-03')))
    expect(made.reduce((a, b) => a + b)).toBe(1)
    expect(await lines()).toMatchObject([{ amount_cents: costOf(95, 17_500), month: '2026-05-01' }])
    expect((await lines())[0]?.description).toContain('1 h 35 min of overage')
    // Time that was billed and is reversed later is deducted from the next month.
    await draw(20, '2026-06-10T12:00:00Z', first)
    expect(await billOverage(server.platform, '2026-07-01')).toBe(1)
    expect(await lines()).toMatchObject([{}, { amount_cents: costOf(60 - 30, 17_500), month: '2026-06-01' }])
    expect(await billOverage(server.platform, '2026-08-01')).toBe(0)
    const [invoice] = await server.db
      .selectFrom('orders')
      .select(['source', 'method'])
      .where('company_id', '=', companyId)
      .execute()
    expect(invoice).toEqual({ source: 'overage', method: 'invoice' })
  })
})

describe('sums', () => {
  test('are whole cents and minutes, rounded once', () => {
    expect([costOf(60, 17_500), costOf(1, 17_500), costOf(45, 17_501), costOf(0, 17_500)]).toEqual([
      17_500, 292, 13_126, 0,
    ])
    expect(shareOfMinutes(1, 3, 100, 100)).toBe(33)
    expect(shareOfMinutes(99, 3, 100, 60)).toBe(60)
    expect(shareOfMinutes(1, 0, 100, 60)).toBe(0)
    expect([
      shareOfPrice(1, 3, 100),
      shareOfPrice(2, 3, 100),
      shareOfPrice(3, 3, 100),
      shareOfPrice(1, 0, 100),
    ]).toEqual([33, 67, 100, 0])
    expect(nextCharge(4, new Date())).toBeNull()
  })
})

describe('notifications', () => {
  let count = 0
  const tell = (
    kind: string,
    subjectId: string,
    data: object = {},
    actorId: string | null = null,
  ): Promise<Notice[]> => {
    const event: PublishedEvent = {
      id: ++count,
      companyId,
      topic: 'billing',
      kind,
      subjectId,
      actorId,
      staffOnly: kind === 'finding',
      data: data as Record<string, unknown>,
      createdAt: new Date().toISOString(),
    }
    return server.db.transaction().execute((tx) => billingNotifier.collectNotices(server.platform, tx as never, event))
  }
  const words = (notices: Notice[]) =>
    notices.map((n) => [n.kind, n.title, (n.to as { userId: string }).userId, n.path] as const)
  const mailText = (n: Notice | undefined) => JSON.stringify(n?.mail?.blocks)

  test('about an invoice go to all owners, including the buyer, with number, amount, due date and link', async () => {
    const made = await makeInvoice(server.db, { companyId })
    const path = `/settings/billing?invoice=${made.invoiceId}`
    const issued = await tell('issued', made.invoiceId, {}, owner.id)
    expect(words(issued)).toEqual([['invoice_issued', `Invoice ${made.number} for $1,750.00`, owner.id, path]])
    const text = mailText(issued[0])
    for (const part of [made.number as string, '$1,750.00', 'add 10 h', `${server.env.publicUrl}${path}`, 'Due date'])
      expect(text).toContain(part)
    expect((await tell('reminder', made.invoiceId, { step: 0 }))[0]?.title).toContain('is due today')
    await server.db.updateTable('invoices').set({ due_on: '2026-02-03' }).where('id', '=', made.invoiceId).execute()
    for (const step of [7, 14])
      expect((await tell('reminder', made.invoiceId, { step }))[0]?.title).toContain('was due February 3, 2026')
    const failed = await tell('payment_failed', made.invoiceId, { message: 'The card was declined.', offSession: true })
    expect(failed.map((n) => (n.to as { userId: string }).userId)).toEqual([owner.id, world.admin.id])
    expect(mailText(failed[0])).toContain('The card was declined.')
    expect(failed[1]?.mail).toBeUndefined()
  })

  test('about a payment are a receipt for owners and a notice for administrators; reminders stop', async () => {
    const made = await makeBilling(server.db, owner)
    const paid = await tell('paid', made.invoiceId)
    expect(paid.map((n) => [n.title, (n.to as { userId: string }).userId])).toEqual([
      [`Receipt for invoice ${made.number}: $1,750.00`, owner.id],
      [`Recurring paid ${made.number}`, world.admin.id],
    ])
    expect(mailText(paid[0])).toContain('receipt')
    for (const kind of ['issued', 'reminder', 'payment_failed'])
      expect(await tell(kind, made.invoiceId, { step: 0 })).toEqual([])
    const back = await tell('refunded', made.invoiceId, { amountCents: 12_345, whole: false })
    expect(back[0]?.title).toContain('$123.45')
    expect(back).toHaveLength(1)
  })

  test('about top-ups go to owners, about discrepancies only to administrators', async () => {
    const { topUpId, invoiceId } = await makeBilling(server.db, owner)
    for (const [state, title] of [
      ['proposed', 'Buy 10 hours for $1,750.00?'],
      ['ordered', 'Automatic top-up ordered: 10 hours'],
      ['capped', 'No automatic top-up: monthly cap reached'],
      ['failed', 'Automatic top-up failed'],
    ] as const)
      expect(words(await tell('top_up', topUpId, { state })).map(([kind, t, who]) => [kind, t, who])).toEqual([
        ['top_up', title, owner.id],
      ])
    expect(await tell('top_up', topUpId, { state: 'declined' })).toEqual([])
    const found = await tell('finding', invoiceId, { title: 'Order 1001 was paid twice' })
    expect(words(found)).toEqual([
      [
        'billing_finding',
        'Recurring: Order 1001 was paid twice',
        world.admin.id,
        `/companies/${companyId}?tab=billing&invoice=${invoiceId}`,
      ],
    ])
    for (const kind of ['ordered', 'part_paid', 'released', 'voided', 'pack', 'cancelled'])
      expect(await tell(kind, invoiceId)).toEqual([])
  })

  test('open invoices are action items of owners, earliest due date first', async () => {
    const later = await makeInvoice(server.db, { companyId, paymentDays: 30, cents: 100 })
    const sooner = await makeInvoice(server.db, { companyId, paymentDays: 3, cents: 200 })
    const waiting = async (as: Person) =>
      (
        await server.call<{ items: { kind: string; id: string; title: string }[]; total: number }>(
          'GET',
          '/v1/waiting',
          { as },
        )
      ).body.items.filter((i) => i.kind === 'invoice')
    // The combined list starts with what has waited longest. When a module's items are cut off, those due first stay.
    expect((await waiting(owner)).map((i) => i.title).toSorted()).toEqual([
      `${later.number}: $1.00`,
      `${sooner.number}: $2.00`,
    ])
    const actor = { kind: 'tenant' as const, companyId, userId: owner.id, role: 'owner' as const }
    const cut = await server.platform.db.asActor(actor, (db) => invoiceActionItems(db, actor, 1))
    expect(cut).toMatchObject({ items: [{ id: sooner.invoiceId }], total: 2 })
    expect(await waiting(world.south.owner)).toEqual([])
    expect(await waiting(world.admin)).toEqual([])
  })
})
