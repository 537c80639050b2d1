import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inLane } from '../../../../test/harness/lane.ts'
import { patient } from '../../../../test/harness/patience.ts'
import { type Person, startServer, type TestServer, type World } from '../../../../test/harness/server.ts'
import { type StripeEmulator, signatureOf, startStripe } from '../../../../test/harness/stripe-emulator.ts'
import { createPayments, type PaymentsOptions } from '../../platform/payments/payments.ts'
import { chargeInvoice } from '../payments/charge-invoice.ts'
import { forgetCards, saveCard } from '../payments/keep-card.ts'
import { sendRefund } from '../payments/send-refund.ts'
import { closePages } from './follow-checkout.ts'
import { settleOpen } from './follow-payments.ts'
import { comparePayments } from './reconcile.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses are JSON of every shape
type Json = Record<string, any>
let stripe: StripeEmulator
let server: TestServer
let world: World

beforeAll(async () => {
  stripe = await startStripe()
  server = await startServer({ ...stripe.settings, LOG_LEVEL: process.env.SHOW ?? 'silent' })
  stripe.state.hook = `${server.url}/webhooks/stripe`
  world = await server.world()
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})
beforeEach(() => {
  stripe.state.held = false
  stripe.state.fault = undefined
  stripe.state.card = 'pm_card_visa'
  stripe.state.slowMs = patient(10_000)
  setStripeClient()
})

/**
 * Uses a new Stripe client, with a short timeout only where Stripe is slow, and without waiting after earlier failures.
 */
function setStripeClient(kind?: string, options: PaymentsOptions = {}) {
  const timeoutMs = kind === 'slow' ? patient(500) : patient(60_000)
  server.platform.payments = createPayments(server.env, server.platform.log, { timeoutMs, ...options })
}
afterEach(() => vi.useRealTimers())

let companies = 0
/** Creates a company with an owner, so that balances start at zero. */
async function partner(): Promise<{ id: string; owner: Person; member: Person }> {
  const company = await server.company({ name: `Buyer ${++companies}` })
  return {
    id: company.id,
    owner: await server.person(company, 'owner'),
    member: await server.person(company, 'member'),
  }
}
const pack = async (owner: Person, minutes = 1200): Promise<Json> => {
  const { body } = await server.call<Json>('GET', '/v1/hour-packs', { as: owner })
  return body.items.find((p: Json) => p.minutes === minutes)
}
async function order(owner: Person, method: 'card' | 'invoice' = 'card'): Promise<Json> {
  const { id, priceCents } = await pack(owner)
  const r = await server.call<Json>('POST', '/v1/orders', {
    as: owner,
    body: { packId: id, method, expectedCents: priceCents },
  })
  expect(r.status, r.text).toBe(201)
  return r.body
}
async function checkout(owner: Person, body: Json, status = 200): Promise<Json> {
  const r = await server.call<Json>('POST', '/v1/checkouts', { as: owner, body })
  expect(r.status, r.text).toBe(status)
  return r.body
}
const look = async (as: Person, id: string): Promise<Json> =>
  (await server.call<Json>('GET', `/v1/checkouts/${id}`, { as })).body
const balance = async (companyId: string): Promise<number> =>
  (await server.db.selectFrom('hour_balances').select('balance').where('company_id', '=', companyId).executeTakeFirst())
    ?.balance ?? 0
/** Returns a company's invoices, orders, payments and hours in short form. */
async function standing(companyId: string): Promise<Json> {
  const { db } = server
  const invoices = await db
    .selectFrom('invoices')
    .select(['status', 'number', 'paid_cents', 'refunded_cents'])
    .where('company_id', '=', companyId)
    .execute()
  const orders = await db.selectFrom('orders').select('status').where('company_id', '=', companyId).execute()
  const paid = await db
    .selectFrom('payments')
    .select(['status', 'amount_cents', 'refunded_cents'])
    .where('company_id', '=', companyId)
    .execute()
  const ledger = await db
    .selectFrom('hour_ledger')
    .select(['kind', 'minutes'])
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  return {
    balance: await balance(companyId),
    invoices: invoices.map((i) => [i.status, i.number !== null, i.paid_cents, i.refunded_cents]),
    orders: orders.map((o) => o.status),
    payments: paid.map((p) => [p.status, p.amount_cents, p.refunded_cents]),
    // The sum of all ledger entries, of any kind.
    moved: ledger.reduce((sum, l) => sum + l.minutes, 0),
    granted: ledger.filter((l) => l.minutes > 0).length,
  }
}
const post = (body: string, headers: Record<string, string>) =>
  fetch(`${server.url}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  }).then(async (r) => ({ status: r.status, body: (await r.json()) as Json }))
const send = (event: Json, at?: number) => {
  const body = JSON.stringify(event)
  return post(body, { 'stripe-signature': signatureOf(body, undefined, at) })
}
const findings = (companyId: string) =>
  server.db
    .selectFrom('findings')
    .select(['kind', 'title', 'resolved_at'])
    .where('company_id', '=', companyId)
    .execute()

describe('buying by card', () => {
  test('an owner pays for 20 hours on the Stripe page and can use them', async () => {
    const { id, owner, member } = await partner()
    const bought = await order(owner)
    expect(bought).toMatchObject({ status: 'open', invoice: null, can: { pay: true } })
    const page = await checkout(owner, { orderId: bought.id })
    expect(page).toMatchObject({
      state: 'open',
      amountCents: 332_500,
      minutes: 1200,
      url: expect.stringContaining(stripe.url),
    })
    // The open checkout is returned again, with the same key and with another.
    expect((await checkout(owner, { orderId: bought.id })).url).toBe(page.url)
    expect(await stripe.pay(page.url)).toBe(`${server.url}/checkout/${page.id}`)
    await stripe.settled()
    expect(await look(owner, page.id)).toMatchObject({
      state: 'paid',
      url: null,
      invoice: expect.stringMatching(/^INV-\d{4}-\d{4}$/),
    })
    expect(await standing(id)).toEqual({
      balance: 1200,
      invoices: [['paid', true, 332_500, 0]],
      orders: ['paid'],
      payments: [['succeeded', 332_500, 0]],
      moved: 1200,
      granted: 1,
    })
    // Others get the same response as for an unknown id.
    const other = await partner()
    for (const as of [other.owner, other.member, member])
      expect([403, 404]).toContain((await server.call('GET', `/v1/checkouts/${page.id}`, { as })).status)
    expect((await server.call('GET', `/v1/checkouts/${page.id}`, { as: other.owner })).status).toBe(404)
    expect((await server.call('GET', `/v1/checkouts/${crypto.randomUUID()}`, { as: other.owner })).status).toBe(404)
    expect((await server.call('GET', `/v1/checkouts/${page.id}`, { as: world.engineer })).status).toBe(403)
    expect((await checkout(owner, { orderId: bought.id }, 409)).error.code).toBe('NOT_PAYABLE')
    expect((await checkout(other.owner, { orderId: bought.id }, 404)).error.code).toBe('NOT_FOUND')
  })
})

/** Returns all events of a checkout that was paid and then half refunded, none of them delivered. */
async function eventsOfCheckout(
  owner: Person,
): Promise<{ companyId: string; orderId: string; page: Json; events: Record<string, Json> }> {
  stripe.state.held = true
  const bought = await order(owner)
  const page = await checkout(owner, { orderId: bought.id })
  const before = stripe.events.length
  await stripe.pay(page.url)
  const news = stripe.events.slice(before) as Json[]
  const of = (type: string) => news.find((e) => e.type === type) as Json
  const succeeded = of('payment_intent.succeeded')
  // Half of it is refunded at Stripe.
  await server.platform.payments?.refund({
    key: crypto.randomUUID(),
    paymentId: succeeded.data.object.id,
    amountCents: 166_250,
    metadata: {},
  })
  const refunded = stripe.events.findLast((e) => e.type === 'charge.refunded') as Json
  // A first card was declined before the one that paid.
  const failed = {
    ...succeeded,
    id: `evt_${crypto.randomUUID()}`,
    type: 'payment_intent.payment_failed',
    data: {
      object: {
        ...succeeded.data.object,
        status: 'requires_payment_method',
        amount_received: 0,
        last_payment_error: { code: 'card_declined', message: 'No.' },
      },
    },
  }
  return {
    companyId: bought.company.id,
    orderId: bought.id,
    page,
    events: { completed: of('checkout.session.completed'), succeeded, failed, refunded },
  }
}
const permutations = <T>(all: T[]): T[][] =>
  all.length < 2 ? [all] : all.flatMap((one, i) => permutations(all.toSpliced(i, 1)).map((rest) => [one, ...rest]))

describe('Stripe events', () => {
  test('have the same result in every order', async () => {
    // The short lane has every fifth order. Each event is still first in at least one of them.
    const orders = permutations(['completed', 'succeeded', 'failed', 'refunded']).filter(
      (_, i) => i % inLane(5, 1) === 0,
    )
    const ends = new Set<string>()
    for (const way of orders) {
      const { owner, id } = await partner()
      const { events } = await eventsOfCheckout(owner)
      for (const name of way) expect((await send(events[name] as Json)).status).toBe(200)
      ends.add(JSON.stringify({ ...(await standing(id)), way: undefined }))
    }
    expect([...ends].map((e) => JSON.parse(e))).toEqual([
      {
        balance: 600,
        invoices: [['paid', true, 332_500, 166_250]],
        orders: ['paid'],
        payments: [['succeeded', 332_500, 166_250]],
        moved: 600,
        granted: 1,
      },
    ])
  })

  test('have one effect when delivered ten times in parallel and three days late', async () => {
    const { owner, id } = await partner()
    const { events } = await eventsOfCheckout(owner)
    const statuses = await Promise.all(Array.from({ length: 10 }, () => send(events.completed as Json)))
    expect(statuses.map((s) => s.status)).toEqual(Array(10).fill(200))
    await Promise.all([
      ...Array.from({ length: 5 }, () => send(events.succeeded as Json)),
      ...Array.from({ length: 5 }, () => send(events.completed as Json)),
    ])
    // A late event has an old creation time, but its delivery is signed when it is sent.
    await send({
      ...(events.succeeded as Json),
      id: 'evt_late',
      created: (events.succeeded as Json).created - 3 * 86_400,
    })
    expect(await standing(id)).toMatchObject({
      balance: 1200,
      moved: 1200,
      granted: 1,
      payments: [['succeeded', 332_500, 0]],
    })
    const kept = await server.db
      .selectFrom('stripe.events')
      .select(['key', 'outcome'])
      .where('key', '=', (events.completed as Json).id)
      .execute()
    expect(kept).toHaveLength(1)
  })

  test('without an id are identified by type and object', async () => {
    const { owner, id } = await partner()
    const { events } = await eventsOfCheckout(owner)
    const { id: _, ...bare } = events.completed as Json
    for (let n = 0; n < 3; n++) expect((await send(bare)).status).toBe(200)
    expect(await standing(id)).toMatchObject({ balance: 1200, granted: 1 })
    const key = `checkout.session.completed:${(events.completed as Json).data.object.id}`
    expect(await server.db.selectFrom('stripe.events').select('key').where('key', '=', key).execute()).toHaveLength(1)
  })

  test('with a different amount or currency buy nothing and are reported', async () => {
    for (const change of [
      { amount_received: 100, amount: 100 },
      { amount_received: 999_999_00 },
      { currency: 'eur' },
    ]) {
      const { owner, id } = await partner()
      const { events } = await eventsOfCheckout(owner)
      const succeeded = structuredClone(events.succeeded as Json)
      // Uses a new payment id, so that Stripe does not return the original when it is asked.
      Object.assign(succeeded.data.object, change, { id: `pi_${crypto.randomUUID()}` })
      expect((await send(succeeded)).status).toBe(200)
      expect(await standing(id)).toMatchObject({
        balance: 0,
        moved: 0,
        orders: ['open'],
        invoices: [['draft', false, expect.any(Number), 0]],
      })
      const kind = 'currency' in change ? 'payment_currency' : 'payment_amount'
      expect(await findings(id)).toEqual([{ kind, title: expect.stringContaining('paid'), resolved_at: null }])
      const seen = (await server.call<Json>('GET', '/v1/stripe', { as: world.admin })).body
      expect(seen.findings.some((f: Json) => f.company.id === id)).toBe(true)
      const found = seen.findings.find((f: Json) => f.company.id === id)
      const closed = await server.call<Json>('POST', `/v1/findings/${found.id}/close`, {
        as: world.admin,
        body: { words: 'Sent back by hand.' },
      })
      expect(closed.body).toMatchObject({ resolved: { words: 'Sent back by hand.', at: expect.any(String) } })
    }
  })

  test.each([
    ['won', 'The dispute was won. We keep the money.'],
    ['lost', undefined],
  ])('a dispute is reported to administrators once, until it is %s', async (end, resolution) => {
    const { owner, id } = await partner()
    const { events } = await eventsOfCheckout(owner)
    await send(events.succeeded as Json)
    const dispute = (type: string, more: Json) => ({
      ...(events.succeeded as Json),
      id: `evt_${crypto.randomUUID()}`,
      type: `charge.dispute.${type}`,
      data: {
        object: {
          id: `du_${id}`,
          object: 'dispute',
          payment_intent: (events.succeeded as Json).data.object.id,
          amount: 332_500,
          reason: 'product_not_received',
          ...more,
        },
      },
    })
    const due_by = Date.UTC(2026, 11, 24, 23, 59) / 1000
    const created = dispute('created', { status: 'needs_response', evidence_details: { due_by } })
    for (let n = 0; n < 2; n++) expect((await send(created)).status).toBe(200)
    expect((await send(events.refunded as Json)).status).toBe(200)
    const now = () =>
      server.db
        .selectFrom('findings')
        .select(['kind', 'title', 'found', 'resolution'])
        .where('company_id', '=', id)
        .execute()
    const same = { kind: 'payment_disputed', title: `A payment is disputed (du_${id})` }
    expect(await now()).toMatchObject([
      {
        ...same,
        found: { amount: 332_500, todo: expect.stringContaining('before December 24, 2026') },
        resolution: null,
      },
    ])
    await send(dispute('updated', { status: 'under_review' }))
    expect(await now()).toMatchObject([{ ...same, found: { todo: expect.stringContaining('until the bank decides') } }])
    await send(dispute('closed', { status: end }))
    // The event is delivered late, as Stripe sometimes does.
    await send({ ...created, id: `evt_${crypto.randomUUID()}` })
    expect(await now()).toMatchObject([{ ...same, found: { status: end }, resolution: resolution ?? null }])
  })

  test('about an unknown checkout or payment are kept without any effect', async () => {
    const { owner, id } = await partner()
    const other = await partner()
    const { events } = await eventsOfCheckout(owner)
    // The event has the session of one company with the id of another in its metadata.
    const stolen = structuredClone(events.completed as Json)
    stolen.id = `evt_${crypto.randomUUID()}`
    stolen.data.object.metadata.companyId = other.id
    expect((await send(stolen)).status).toBe(200)
    expect(await standing(other.id)).toMatchObject({ balance: 0, payments: [] })
    expect(await findings(other.id)).toMatchObject([{ kind: 'payment_unknown' }])
    const strange = structuredClone(events.succeeded as Json)
    strange.id = `evt_${crypto.randomUUID()}`
    strange.data.object.id = `pi_${crypto.randomUUID()}`
    strange.data.object.metadata.invoiceId = crypto.randomUUID()
    expect((await send(strange)).status).toBe(200)
    expect(await findings(id)).toMatchObject([{ kind: 'payment_unknown' }])
    for (const type of ['payment_intent.succeeded', 'invoice.paid', 'something.new']) {
      const key = `evt_${crypto.randomUUID()}`
      const object = {
        id: `x_${crypto.randomUUID()}`,
        status: 'succeeded',
        amount: 5,
        currency: 'usd',
        created: 1,
        metadata: {},
      }
      expect((await send({ id: key, type, created: 1, data: { object } })).status).toBe(200)
      expect(
        await server.db
          .selectFrom('stripe.events')
          .select(['outcome', 'company_id'])
          .where('key', '=', key)
          .executeTakeFirst(),
      ).toEqual({ outcome: 'ignored', company_id: null })
    }
    expect(await standing(id)).toMatchObject({ balance: 0, payments: [] })
  })

  test('are rejected when old, tampered with, unsigned or too large', async () => {
    const { owner, id } = await partner()
    const { events } = await eventsOfCheckout(owner)
    const body = JSON.stringify(events.completed)
    const now = Math.floor(Date.now() / 1000)
    const refused = [
      await post(body, { 'stripe-signature': signatureOf(body, undefined, now - 301) }),
      await post(body.replace('332500', '1'), { 'stripe-signature': signatureOf(body) }),
      await post(body, { 'stripe-signature': signatureOf(body, 'whsec_somebodyelse00') }),
      await post(body, {}),
      await post('no json', { 'stripe-signature': signatureOf('no json') }),
    ]
    expect(refused.map((r) => r.status)).toEqual([400, 400, 400, 400, 400])
    expect(refused[0]?.body.error).toMatchObject({ code: 'BAD_REQUEST', requestId: expect.any(String) })
    const large = 'x'.repeat(600_000)
    expect((await post(large, { 'stripe-signature': signatureOf(large) })).status).toBe(413)
    expect(await standing(id)).toMatchObject({ balance: 0, payments: [] })
    // A time within the tolerance is accepted.
    expect((await post(body, { 'stripe-signature': signatureOf(body, undefined, now - 240) })).status).toBe(200)
    expect(await balance(id)).toBe(1200)
  })

  test('are rejected with 400 when signed but malformed, and not kept', async () => {
    const keys = () => server.db.selectFrom('stripe.events').select('key').execute()
    const before = await keys()
    const object = { id: 'cus_1' }
    const event = (fields: object) =>
      JSON.stringify({ id: 'evt_odd', type: 'customer.updated', data: { object }, ...fields })
    const bodies = [
      ...['null', '1', '"text"', '[]', 'true', '{}', '{', '', '[null]'],
      ...[{ id: 1 }, { id: '' }, { id: 'evt_\0' }, { id: 'evt_\ud800' }, { id: 'x'.repeat(300_000) }].map(event),
      ...[{ type: null }, { type: 'a\0' }, { type: '\udfff' }, { type: 'x'.repeat(300) }, { created: 'x' }].map(event),
      ...[{ created: 1e300 }, { created: -1 }, { data: null }, { data: 1 }, { data: {} }, { data: { object: [] } }].map(
        event,
      ),
      ...[{ data: { object: { id: 'a\0' } } }, { data: { object: { ...object, metadata: { '\0': 'x' } } } }].map(event),
      event({ type: 'payment_intent.succeeded', data: { object: { id: 5 } } }),
      event({ type: 'charge.refunded', data: { object: { id: 'ch_1', amount: 'x' } } }),
    ]
    for (const body of bodies) {
      const r = await post(body, { 'stripe-signature': signatureOf(body) })
      expect([r.status, r.body.error?.code], body.slice(0, 120)).toEqual([400, 'BAD_REQUEST'])
    }
    const large = event({ id: 'x'.repeat(1_000_000) })
    expect((await post(large, { 'stripe-signature': signatureOf(large) })).status).toBe(413)
    expect(await keys()).toEqual(before)
  })

  test('are stored together with their effect or not at all', async () => {
    const { owner, id } = await partner()
    const { events } = await eventsOfCheckout(owner)
    // The effect fails halfway, as if the process had died.
    await server.db.executeQuery({
      sql: `create function stop_it() returns trigger language plpgsql as $$ begin raise exception 'stop'; end $$; create trigger stop_it before insert on payments for each row execute function stop_it()`,
      parameters: [],
    } as never)
    expect((await send(events.completed as Json)).status).toBe(503)
    expect(
      await server.db
        .selectFrom('stripe.events')
        .select('key')
        .where('key', '=', (events.completed as Json).id)
        .execute(),
    ).toEqual([])
    await server.db.executeQuery({
      sql: 'drop trigger stop_it on payments; drop function stop_it()',
      parameters: [],
    } as never)
    expect((await send(events.completed as Json)).status).toBe(200)
    expect(await standing(id)).toMatchObject({ balance: 1200, granted: 1 })
  })
})

describe('leaving the payment page', () => {
  test('cancels a card order; a later payment still counts', async () => {
    const { owner, id } = await partner()
    const bought = await order(owner)
    const page = await checkout(owner, { orderId: bought.id })
    const left = await server.call<Json>('POST', `/v1/checkouts/${page.id}/cancel`, { as: owner, body: {} })
    expect(left.body).toMatchObject({ state: 'canceled', url: null })
    await stripe.settled()
    expect(await standing(id)).toMatchObject({ orders: ['canceled'], invoices: [['draft', false, 0, 0]], balance: 0 })
    expect(stripe.events.at(-1)).toMatchObject({ type: 'checkout.session.expired' })
    // The event came late, or the payment was already under way.
    const event = structuredClone(stripe.events.findLast((e) => e.type === 'checkout.session.expired') as Json)
    event.id = `evt_${crypto.randomUUID()}`
    event.type = 'checkout.session.completed'
    Object.assign(event.data.object, {
      status: 'complete',
      payment_status: 'paid',
      payment_intent: `pi_${crypto.randomUUID()}`,
      amount_total: 332_500,
    })
    expect((await send(event)).status).toBe(200)
    expect(await standing(id)).toMatchObject({ orders: ['paid'], balance: 1200, granted: 1 })
  })

  test('succeeds when the event about the closed page arrives first', async () => {
    const { owner, id } = await partner()
    const bought = await order(owner)
    await checkout(owner, { orderId: bought.id })
    const { payments: real } = server.platform
    if (!real) throw new Error('this server has no Stripe')
    server.platform.payments = {
      ...real,
      closePayPage: async (page) => {
        const closed = await real.closePayPage(page)
        await stripe.settled()
        expect((await standing(id)).orders).toEqual(['canceled'])
        return closed
      },
    }
    const left = await server.call<Json>('POST', `/v1/orders/${bought.id}/cancel`, { as: owner, body: {} })
    expect([left.status, left.body]).toMatchObject([200, { status: 'canceled' }])
    const acts = await server.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('subject_id', '=', bought.id)
      .where('action', '=', 'order.cancel')
      .execute()
    expect(acts.map((a) => a.actor_id)).toContain(owner.id)
  })

  test('an expired page cancels the order, but an invoice stays open', async () => {
    const { owner, id } = await partner()
    const byCard = await order(owner)
    const cardPage = await checkout(owner, { orderId: byCard.id })
    const byInvoice = await order(owner, 'invoice')
    const invoicePage = await checkout(owner, { invoiceId: byInvoice.invoice.id })
    for (const page of [cardPage, invoicePage]) await server.platform.payments?.closePayPage(page.url.split('/').at(-1))
    await stripe.settled()
    expect(await look(owner, cardPage.id)).toMatchObject({ state: 'canceled' })
    expect(await look(owner, invoicePage.id)).toMatchObject({ state: 'canceled', invoice: byInvoice.invoice.number })
    expect((await standing(id)).orders.toSorted()).toEqual(['canceled', 'open'])
    // The invoice can be paid on a new checkout.
    const again = await checkout(owner, { invoiceId: byInvoice.invoice.id })
    expect(again.id).not.toBe(invoicePage.id)
    await stripe.pay(again.url)
    await stripe.settled()
    expect(await look(owner, again.id)).toMatchObject({ state: 'paid' })
    expect(await balance(id)).toBe(1200)
  })
})

describe('when Stripe is slow or down', () => {
  test('requests are rejected clearly, and nothing happens twice', async () => {
    for (const kind of ['slow', 'down', '500 after', 'cut after'] as const) {
      setStripeClient(kind)
      const { owner, id } = await partner()
      const bought = await order(owner)
      stripe.state.fault = { kind, path: /checkout/ }
      const refused = await server.call<Json>('POST', '/v1/checkouts', { as: owner, body: { orderId: bought.id } })
      expect([refused.status, refused.body.error?.code], kind).toEqual([503, 'PAYMENT_UNAVAILABLE'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      // Other requests are not affected.
      expect((await server.call('GET', '/v1/hour-packs', { as: owner })).status).toBe(200)
      stripe.state.fault = undefined
      setStripeClient()
      const page = await checkout(owner, { orderId: bought.id })
      await stripe.pay(page.url)
      await stripe.settled()
      expect(await standing(id)).toMatchObject({ balance: 1200, granted: 1 })
    }
  })

  test('requests pause after five failures and resume automatically', async () => {
    const { owner } = await partner()
    const bought = await order(owner)
    setStripeClient(undefined, { pauseMs: 5_000 })
    vi.useFakeTimers({ toFake: ['Date'] })
    stripe.state.fault = { kind: 'down', path: /./ }
    for (let n = 0; n < 5; n++) await checkout(owner, { orderId: bought.id }, 503)
    const calls = stripe.calls.length
    await checkout(owner, { orderId: bought.id }, 503)
    expect(stripe.calls.length).toBe(calls)
    stripe.state.fault = undefined
    vi.setSystemTime(Date.now() + 4_999)
    await checkout(owner, { orderId: bought.id }, 503)
    expect(stripe.calls.length).toBe(calls)
    vi.setSystemTime(Date.now() + 1)
    expect((await checkout(owner, { orderId: bought.id })).state).toBe('open')
  })

  test('the return page says that Stripe does not respond, and updates later', async () => {
    const { owner } = await partner()
    const bought = await order(owner)
    const page = await checkout(owner, { orderId: bought.id })
    stripe.state.held = true
    await stripe.pay(page.url)
    stripe.state.fault = { kind: 'down', path: /./ }
    expect(await look(owner, page.id)).toMatchObject({ state: 'unknown', url: null })
    stripe.state.fault = undefined
    setStripeClient()
    expect(await look(owner, page.id)).toMatchObject({ state: 'paid' })
  })
})

/** Creates a company whose owner has stored a card at Stripe. */
async function withCard(
  card: 'pm_card_visa' | 'pm_card_chargeDeclined' | 'pm_card_authenticationRequired' = 'pm_card_visa',
) {
  const it = await partner()
  stripe.state.card = card
  const r = await server.call<Json>('POST', '/v1/billing/card', { as: it.owner, body: { agreed: true } })
  expect(r.status, r.text).toBe(200)
  await stripe.pay(r.body.url)
  stripe.state.card = 'pm_card_visa'
  await stripe.settled()
  await runQueuedJobs(it.id)
  return { ...it, cardPageId: r.body.id as string }
}
/** Runs the queued jobs of a company, as the process would. */
async function runQueuedJobs(companyId: string) {
  const { rows } = await server.db.executeQuery<{ id: string; name: string; data: Json }>({
    sql: `delete from jobs.job where name in ('billing.keep-card', 'billing.forget-card', 'billing.close-pages', 'billing.send-refund') and data->>'companyId' = '${companyId}' returning id, name, data`,
    parameters: [],
  } as never)
  for (const { name, data } of rows) {
    if (name === 'billing.keep-card') await saveCard(server.platform, data as never)
    if (name === 'billing.forget-card') await forgetCards.handler(server.platform, data as never)
    if (name === 'billing.close-pages') await closePages.handler(server.platform, data as never)
    if (name === 'billing.send-refund') await sendRefund(server.platform, data as never)
  }
}
const invoiceOf = async (owner: Person): Promise<string> => (await order(owner, 'invoice')).invoice.id
const cardOf = async (owner: Person): Promise<Json> =>
  (await server.call<Json>('GET', '/v1/billing/card', { as: owner })).body

describe('a stored card', () => {
  test('is entered at Stripe, stored with consent of an owner, and removed on request', async () => {
    const { owner, member, id, cardPageId } = await withCard()
    const page = await server.call<Json>('GET', `/v1/billing/card-pages/${cardPageId}`, { as: owner })
    expect(page.body).toEqual({ id: cardPageId, state: 'stored', url: null })
    const stored = await cardOf(owner)
    expect(stored).toMatchObject({
      available: true,
      card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2031, expired: false },
      consent: { by: { id: owner.id }, at: expect.any(String), sentence: stored.sentence },
    })
    expect((await server.call('GET', '/v1/billing/card', { as: member })).status).toBe(403)
    expect((await server.call('POST', '/v1/billing/card', { as: owner, body: {} })).status).toBe(400)
    const acts = await server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('company_id', '=', id)
      .where('action', 'like', 'card.%')
      .orderBy('id')
      .execute()
    expect(acts).toEqual([
      { action: 'card.agree', actor_id: owner.id },
      { action: 'card.store', actor_id: owner.id },
    ])
    const gone = await server.call<Json>('DELETE', '/v1/billing/card', { as: owner })
    expect(gone.body).toMatchObject({ card: null, consent: null })
    await runQueuedJobs(id)
    const customer = await server.db
      .selectFrom('stripe_customers')
      .select(['stripe_id', 'payment_method'])
      .where('company_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(customer.payment_method).toBeNull()
    expect(await server.platform.payments?.cards(customer.stripe_id)).toEqual([])
  })

  test('is not stored by a late job after an owner removed the card', async () => {
    const { owner, id } = await withCard()
    const second = await order(owner)
    const page = await checkout(owner, { orderId: second.id, keepCard: true })
    await stripe.pay(page.url)
    await stripe.settled()
    const gone = await server.call<Json>('DELETE', '/v1/billing/card', { as: owner })
    expect(gone.body).toMatchObject({ card: null, consent: null })
    // Run the payment's job only now, and then the job that it queues.
    await runQueuedJobs(id)
    await runQueuedJobs(id)
    expect(await cardOf(owner)).toMatchObject({ card: null, consent: null })
    const customer = await server.db
      .selectFrom('stripe_customers')
      .select('stripe_id')
      .where('company_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(await server.platform.payments?.cards(customer.stripe_id)).toEqual([])
  })

  test('of a payment is stored only on request', async () => {
    const { owner, id } = await partner()
    const first = await order(owner)
    await stripe.pay((await checkout(owner, { orderId: first.id })).url)
    await stripe.settled()
    await runQueuedJobs(id)
    expect(await cardOf(owner)).toMatchObject({ card: null })
    const second = await order(owner)
    await stripe.pay((await checkout(owner, { orderId: second.id, keepCard: true })).url)
    await stripe.settled()
    await runQueuedJobs(id)
    expect(await cardOf(owner)).toMatchObject({ card: { last4: '4242' }, consent: { by: { id: owner.id } } })
  })

  test('is charged automatically for an open invoice, once', async () => {
    const { owner, id } = await withCard()
    const invoiceId = await invoiceOf(owner)
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => chargeInvoice(server.platform, { companyId: id, invoiceId })),
    )
    expect(outcomes.filter((o) => o === 'succeeded')).toHaveLength(1)
    await stripe.settled()
    expect(await chargeInvoice(server.platform, { companyId: id, invoiceId })).toBe('not_due')
    expect(await standing(id)).toMatchObject({ balance: 1200, granted: 1, payments: [['succeeded', 332_500, 0]] })
    const seen = await server.call<Json>('GET', `/v1/invoices/${invoiceId}`, { as: owner })
    expect(seen.body.payments).toMatchObject([
      { card: { brand: 'visa', last4: '4242' }, offSession: true, failure: null },
    ])
  })

  test('that is declined or needs confirmation leaves the invoice open, with a plain reason', async () => {
    for (const [card, words] of [
      ['pm_card_chargeDeclined', 'The card has insufficient funds.'],
      ['pm_card_authenticationRequired', 'The bank requires you to confirm this payment.'],
    ] as const) {
      const { owner, id } = await withCard(card)
      const invoiceId = await invoiceOf(owner)
      expect(await chargeInvoice(server.platform, { companyId: id, invoiceId })).toBe('failed')
      await stripe.settled()
      expect(await standing(id)).toMatchObject({ balance: 0, orders: ['open'], payments: [['failed', 332_500, 0]] })
      const seen = await server.call<Json>('GET', `/v1/invoices/${invoiceId}`, { as: owner })
      expect(seen.body.payments).toMatchObject([{ status: 'failed', failure: words }])
      const events = await server.db
        .selectFrom('events')
        .select('data')
        .where('company_id', '=', id)
        .where('kind', '=', 'payment_failed')
        .execute()
      expect(events).toHaveLength(1)
      // The owner pays it on a checkout.
      await stripe.pay((await checkout(owner, { invoiceId })).url)
      await stripe.settled()
      expect(await balance(id)).toBe(1200)
    }
  })

  test('is not charged without consent; another card chosen at Stripe revokes the consent', async () => {
    // The other card is reported by Stripe, or found when an administrator syncs the customer.
    for (const delivered of [true, false]) {
      stripe.state.held = false
      const { owner, id } = await withCard()
      const row = await server.db
        .selectFrom('stripe_customers')
        .selectAll()
        .where('company_id', '=', id)
        .executeTakeFirstOrThrow()
      const other = stripe.newMethod('pm_card_mastercard', row.stripe_id)
      stripe.state.held = !delivered
      await server.platform.payments?.setDefaultCard(row.stripe_id, other.id)
      await stripe.settled()
      if (!delivered) await server.call('POST', `/v1/stripe-customers/${id}/sync`, { as: world.admin, body: {} })
      expect(await cardOf(owner)).toMatchObject({ card: { brand: 'mastercard', last4: '4444' }, consent: null })
      const invoiceId = await invoiceOf(owner)
      expect(await chargeInvoice(server.platform, { companyId: id, invoiceId })).toBe('no_card')
    }
  })

  test('a charge without a response stays pending, is not repeated, and settles with the event', async () => {
    for (const kind of ['500 after', 'cut after', 'slow'] as const) {
      stripe.state.held = false
      const { owner, id } = await withCard()
      const invoiceId = await invoiceOf(owner)
      stripe.state.held = true
      stripe.state.fault = { kind, path: /payment_intents$/ }
      setStripeClient(kind)
      expect(await chargeInvoice(server.platform, { companyId: id, invoiceId }), kind).toBe('unknown')
      stripe.state.fault = undefined
      setStripeClient()
      expect(await standing(id)).toMatchObject({ balance: 0, payments: [['pending', 332_500, 0]] })
      expect(await chargeInvoice(server.platform, { companyId: id, invoiceId })).toBe('unknown')
      expect((await checkout(owner, { invoiceId }, 409)).error.code).toBe('PAYMENT_RUNNING')
      await settleOpen(server.platform, { companyId: id })
      const charged = (await stripe.intents()).filter(
        (p: Json) => p.metadata.invoiceId === invoiceId && p.status === 'succeeded',
      )
      if (kind === 'slow') {
        // It never reached Stripe. After an hour that is certain, and the charge is tried again.
        expect(charged).toHaveLength(0)
        await server.db
          .updateTable('payments')
          .set({ created_at: new Date(Date.now() - 3_700_000).toISOString() })
          .where('company_id', '=', id)
          .execute()
        await settleOpen(server.platform, { companyId: id })
        expect(await standing(id)).toMatchObject({ balance: 0, payments: [['failed', 332_500, 0]] })
        expect(await chargeInvoice(server.platform, { companyId: id, invoiceId })).toBe('succeeded')
      } else expect(charged).toHaveLength(1)
      expect(await standing(id)).toMatchObject({ balance: 1200, granted: 1, orders: ['paid'] })
    }
  })
})

describe('refunds', () => {
  const paid = async () => {
    const it = await partner()
    const bought = await order(it.owner)
    await stripe.pay((await checkout(it.owner, { orderId: bought.id })).url)
    await stripe.settled()
    const { body } = await server.call<Json>('GET', '/v1/orders', { as: it.owner })
    const invoice = (await server.call<Json>('GET', `/v1/invoices/${body.items[0].invoice.id}`, { as: world.admin }))
      .body
    return { ...it, invoice }
  }
  const refund = (invoice: Json, amountCents: number) =>
    server.call<Json>('POST', `/v1/invoices/${invoice.id}/refund`, {
      as: world.admin,
      body: { version: invoice.version, amountCents, reason: 'Too much was bought.' },
    })

  test('are sent through Stripe and remove unused hours', async () => {
    const { id, owner, invoice } = await paid()
    expect(
      (
        await server.call('POST', `/v1/invoices/${invoice.id}/refund`, {
          as: owner,
          body: { version: invoice.version, amountCents: 100, reason: 'x' },
        })
      ).status,
    ).toBe(403)
    expect(
      (
        await server.call('POST', `/v1/invoices/${invoice.id}/refund`, {
          as: world.engineer,
          body: { version: invoice.version, amountCents: 100, reason: 'x' },
        })
      ).status,
    ).toBe(403)
    const r = await refund(invoice, 166_250)
    expect(r.status, r.text).toBe(200)
    await stripe.settled()
    expect(await standing(id)).toMatchObject({
      balance: 600,
      payments: [['succeeded', 332_500, 166_250]],
      invoices: [['paid', true, 332_500, 166_250]],
    })
    expect((await stripe.intents()).find((p: Json) => p.metadata.invoiceId === invoice.id)).toMatchObject({
      latest_charge: { amount_refunded: 166_250 },
    })
    const rest = await refund(
      (await server.call<Json>('GET', `/v1/invoices/${invoice.id}`, { as: world.admin })).body,
      166_250,
    )
    expect(rest.body).toMatchObject({ status: 'refunded' })
    expect(await balance(id)).toBe(0)
  })

  test('without a response are not sent twice', async () => {
    for (const kind of ['500 after', 'cut after', 'down'] as const) {
      stripe.state.held = false
      const { id, invoice } = await paid()
      stripe.state.held = true
      stripe.state.fault = { kind, path: /refunds$/ }
      const r = await refund(invoice, 332_500)
      expect([r.status, r.body.payments[0].refunds[0].status], kind).toEqual([200, 'pending'])
      stripe.state.fault = undefined
      setStripeClient()
      await server.db
        .updateTable('refunds')
        .set({ created_at: new Date(Date.now() - 60_000).toISOString() })
        .where('company_id', '=', id)
        .execute()
      await runQueuedJobs(id)
      await runQueuedJobs(id)
      await settleOpen(server.platform, { companyId: id })
      expect(await standing(id), kind).toEqual(
        expect.objectContaining({ balance: 0, invoices: [['refunded', true, 332_500, 332_500]] }),
      )
      const [charge] = (await stripe.intents()).filter((p: Json) => p.metadata.invoiceId === invoice.id)
      expect((charge as Json).latest_charge.amount_refunded).toBe(332_500)
    }
  })
})

describe('nightly reconciliation', () => {
  test('completes pending payments and reports discrepancies without fixing them', async () => {
    stripe.state.held = true
    // The order was paid, but the event never arrived: the reconciliation completes it.
    const lost = await partner()
    const bought = await order(lost.owner)
    const page = await checkout(lost.owner, { orderId: bought.id })
    await stripe.pay(page.url)
    await server.db
      .updateTable('checkouts')
      .set({ created_at: new Date(Date.now() - 3_600_000).toISOString() })
      .where('company_id', '=', lost.id)
      .execute()
    // A payment at Stripe that is missing here, one here that is missing at Stripe, and one with another amount.
    const missing = await partner()
    await stripe.foreignPayment({
      amount: 5_000,
      currency: 'usd',
      metadata: { companyId: missing.id, invoiceId: crypto.randomUUID() },
    })
    const invented = await partner()
    const invoiceId = await invoiceOf(invented.owner)
    await server.db
      .insertInto('payments')
      .values({
        company_id: invented.id,
        id: crypto.randomUUID(),
        invoice_id: invoiceId,
        method: 'card',
        status: 'succeeded',
        amount_cents: 1_000,
        stripe_payment_intent: `pi_${crypto.randomUUID()}`,
        paid_at: new Date().toISOString(),
      })
      .execute()
    const other = await partner()
    const elsewhere = await stripe.foreignPayment({
      amount: 7_000,
      currency: 'usd',
      metadata: { companyId: other.id, invoiceId: crypto.randomUUID() },
    })
    await server.db
      .insertInto('payments')
      .values({
        company_id: other.id,
        id: crypto.randomUUID(),
        invoice_id: await invoiceOf(other.owner),
        method: 'card',
        status: 'succeeded',
        amount_cents: 6_000,
        stripe_payment_intent: elsewhere.id as string,
        paid_at: new Date().toISOString(),
      })
      .execute()
    // A payment on the same account without our metadata is ignored.
    await stripe.foreignPayment({ amount: 9_000, currency: 'usd' })

    expect(await comparePayments(server.platform)).toBeGreaterThanOrEqual(3)
    expect(await standing(lost.id)).toMatchObject({ balance: 1200, granted: 1, orders: ['paid'] })
    expect(await findings(lost.id)).toEqual([])
    for (const [company, kind] of [
      [missing, 'payment_missing'],
      [invented, 'payment_unknown'],
      [other, 'payment_amount'],
    ] as const) {
      expect(await findings(company.id)).toMatchObject([{ kind, resolved_at: null }])
      expect((await standing(company.id)).balance).toBe(0)
    }
    // When it is found again, it is the same discrepancy. When it is no longer found, it is closed.
    await comparePayments(server.platform)
    expect(await findings(other.id)).toHaveLength(1)
    await server.db.updateTable('payments').set({ amount_cents: 7_000 }).where('company_id', '=', other.id).execute()
    await comparePayments(server.platform)
    expect(await findings(other.id)).toMatchObject([{ resolved_at: expect.any(String) }])
    expect(await findings(missing.id)).toMatchObject([{ resolved_at: null }])
  })
})

describe('customers', () => {
  test('are created once per company, even with ten parallel requests', async () => {
    const { id, owner } = await partner()
    const made = await Promise.all(
      Array.from({ length: 10 }, () =>
        server.call<Json>('POST', `/v1/stripe-customers/${id}`, { as: world.admin, body: {} }),
      ),
    )
    expect(new Set(made.map((r) => r.body.stripeId)).size).toBe(1)
    for (const as of [owner, world.engineer]) {
      expect((await server.call('GET', '/v1/stripe-customers', { as })).status).toBe(403)
      expect((await server.call('POST', `/v1/stripe-customers/${id}`, { as, body: {} })).status).toBe(403)
    }
  })

  test('show the amount due, can be linked, and bring their card', async () => {
    const { id, owner } = await partner()
    await invoiceOf(owner)
    const name = `Buyer ${companies}`
    const page = await server.call<Json>(
      'GET',
      `/v1/stripe-customers?q=${encodeURIComponent(name)}&due=open&sort=due&order=desc`,
      { as: world.admin },
    )
    expect(page.body.items.find((c: Json) => c.id === id)).toMatchObject({
      dueCents: 332_500,
      overdueCents: 0,
      stripeId: null,
      card: null,
      lastPayment: null,
    })
    const there = (await server.platform.payments?.createCustomer(crypto.randomUUID(), { name: 'Elsewhere' })) as Json
    const taken = await server.call<Json>('POST', `/v1/stripe-customers/${id}/link`, {
      as: world.admin,
      body: { stripeId: there.id },
    })
    expect(taken.body.error.code).toBe('TAKEN')
    const wrong = await server.call<Json>('POST', `/v1/stripe-customers/${id}/link`, {
      as: world.admin,
      body: { stripeId: 'cus_nobody' },
    })
    expect(wrong.body.error).toMatchObject({ code: 'NO_CUSTOMER', fields: { stripeId: [expect.any(String)] } })
    const mine = (await server.platform.payments?.createCustomer(id, { name: 'Before us' })) as Json
    const linked = await server.call<Json>('POST', `/v1/stripe-customers/${id}/link`, {
      as: world.admin,
      body: { stripeId: mine.id },
    })
    expect(linked.body).toMatchObject({ stripeId: mine.id, card: null })
    stripe.newMethod('pm_card_mastercard', mine.id)
    const synced = await server.call<Json>('POST', `/v1/stripe-customers/${id}/sync`, { as: world.admin, body: {} })
    expect(synced.body).toMatchObject({
      card: { brand: 'mastercard', last4: '4444' },
      consent: null,
      syncedAt: expect.any(String),
    })
    const csv = await server.call('GET', `/v1/stripe-customers.csv?q=${encodeURIComponent(name)}`, { as: world.admin })
    expect(csv.text).toContain(`${name},${mine.id},Mastercard ending in 4444,2032-03,3325.00,0.00`)
  })
})

describe('without Stripe keys', () => {
  test('everything is paid by invoice, and the screens say so', async () => {
    const bare = await startServer()
    try {
      const { admin, north } = await bare.world()
      const packs = (await bare.call<Json>('GET', '/v1/hour-packs', { as: north.owner })).body
      expect(packs.methods).toEqual(['invoice'])
      const { id, priceCents } = packs.items[0]
      const bought = await bare.call<Json>('POST', '/v1/orders', {
        as: north.owner,
        body: { packId: id, method: 'invoice', expectedCents: priceCents },
      })
      expect(bought.body.invoice.number).toMatch(/^INV-/)
      expect(
        (await bare.call<Json>('POST', '/v1/checkouts', { as: north.owner, body: { orderId: bought.body.id } })).body
          .error.code,
      ).toBe('CARD_UNAVAILABLE')
      expect((await bare.call<Json>('GET', '/v1/billing/card', { as: north.owner })).body).toMatchObject({
        available: false,
        can: { store: false },
      })
      expect((await bare.call<Json>('GET', '/v1/stripe', { as: admin })).body).toMatchObject({
        available: false,
        webhookUrl: `${bare.url}/webhooks/stripe`,
      })
      expect((await bare.call<Json>('GET', '/v1/stripe-customers', { as: admin })).body.items).toHaveLength(2)
      const event = JSON.stringify({ id: 'evt_1', type: 'x', data: { object: { id: 'y' } } })
      const r = await fetch(`${bare.url}/webhooks/stripe`, {
        method: 'POST',
        body: event,
        headers: { 'stripe-signature': signatureOf(event) },
      })
      expect(r.status).toBe(404)
    } finally {
      await bare.close()
    }
  })
})
