// Buying an automation: what is rejected, the effects of payment updates in any order, and what never happens twice.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { type StripeEmulator, startStripe } from '../../../test/harness/stripe-emulator.ts'
import { advanceAgreements } from '../agreements/jobs.ts'
import { setupNotifier } from '../automations/setup/setup-notices.ts'
import { billingNotifier } from '../billing/notices.ts'
import { ORDER_SETTLED, ORDER_UNDONE } from '../billing/orders/product-orders.ts'
import { catchUp } from '../platform/events/feed.ts'
import type { Notice, PublishedEvent } from '../platform/events/notifiers.ts'
import { createPayments } from '../platform/payments/payments.ts'
import { loadCatalogue } from './catalogue/load-catalogue.ts'
import { countPopularity } from './catalogue/popularity.ts'
import { followOrder } from './follow-order.ts'
import { marketplaceNotifier } from './notices.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses are JSON of many shapes
type Json = Record<string, any>
let stripe: StripeEmulator
let server: TestServer
let world: World
let companyId: string
let owner: Person
let member: Person
let once: Json
let monthly: Json
let quote: Json

beforeAll(async () => {
  stripe = await startStripe()
  server = await startServer({ ...stripe.settings, LOG_LEVEL: process.env.SHOW ?? 'silent' })
  stripe.state.hook = `${server.url}/webhooks/stripe`
  world = await server.world()
  await loadCatalogue(server.db)
  const one = (model: string): Promise<Json> =>
    server.db
      .selectFrom('products')
      .selectAll()
      .where('price_model', '=', model)
      .where(sql<boolean>`jsonb_array_length(intake) > 0`)
      .orderBy('slug')
      .limit(1)
      .executeTakeFirstOrThrow()
  once = await one('one_time')
  monthly = await one('monthly')
  quote = await one('quote')
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})
/** Returns the event that Stripe's last refund failed. */
const refundFailedEvent = () => {
  const gave = stripe.events.findLast((e) => e.type === 'refund.created') as Json
  return {
    ...gave,
    id: `evt_${crypto.randomUUID()}`,
    type: 'refund.failed',
    data: { object: { ...gave.data.object, status: 'failed' } },
  }
}
let companies = 0
beforeEach(async () => {
  stripe.state.card = 'pm_card_visa'
  server.platform.payments = createPayments(server.env, server.platform.log, { pauseMs: 200 })
  const company = await server.company({ name: `Automated ${++companies}` })
  companyId = company.id
  owner = await server.person(company, 'owner', { fullName: 'Olive Owner' })
  member = await server.person(company, 'member')
})

const offerOf = async (as: Person, product: Json): Promise<Json> => {
  const r = await server.call<Json>('GET', `/v1/products/${product.slug}/offer`, { as })
  expect(r.status, r.text).toBe(200)
  return r.body
}
async function wish(product: Json, method: 'card' | 'invoice', as = owner): Promise<Json> {
  const o = await offerOf(as, product)
  return {
    slug: product.slug,
    method,
    expectedCents: o.product.priceCents,
    expectedTodayCents: o.todayCents,
    terms: true,
    ...(o.agreement
      ? { signature: { name: 'Olive Owner', consent: o.agreement.consent, sha256: o.agreement.sha256 } }
      : {}),
  }
}
const post = (body: Json, as = owner, headers: Record<string, string> = {}) =>
  server.call<Json>('POST', '/v1/purchases', { as, body, headers })
async function buy(product: Json, method: 'card' | 'invoice' = 'invoice'): Promise<Json> {
  const r = await post(await wish(product, method))
  expect(r.status, r.text).toBe(201)
  return r.body
}
const installations = () =>
  server.db
    .selectFrom('installations')
    .select(['id', 'status', 'price_model', 'price_cents', 'order_id', 'agreement_id', 'order_undone_at'])
    .where('company_id', '=', companyId)
    .orderBy('created_at')
    .execute()
const agreements = () =>
  server.db
    .selectFrom('agreements')
    .select(['id', 'status', 'awaits_payment', 'monthly_price_cents', 'covers_time'])
    .select([sql<string>`starts_on::text`.as('starts_on'), sql<string | null>`next_period_on::text`.as('next_on')])
    .select(sql<string | null>`ends_on::text`.as('ends_on'))
    .where('company_id', '=', companyId)
    .execute()
const orders = () =>
  server.db
    .selectFrom('orders as o')
    .innerJoin('invoices as i', 'i.order_id', 'o.id')
    .select(['o.id', 'o.status', 'o.total_cents', 'o.source', 'i.status as invoice', 'i.number', 'i.id as invoice_id'])
    .where('o.company_id', '=', companyId)
    .orderBy('o.number')
    .execute()
/** Runs the notifiers of all published events, then runs the resulting jobs twice. Returns the notifications. */
async function settle(): Promise<Notice[]> {
  const told: Notice[] = []
  await catchUp(server.platform, async (db, event) => {
    for (const notifier of [billingNotifier, setupNotifier, marketplaceNotifier])
      if (notifier.topic === event.topic) {
        const notices = await notifier.collectNotices(server.platform, db, event as PublishedEvent)
        if (event.companyId === companyId) told.push(...notices)
      }
  })
  const jobs = await sql<{ id: string; name: string; data: { companyId: string; orderId: string } }>`
    select id, name, data from jobs.job where name in (${ORDER_SETTLED}, ${ORDER_UNDONE}) and state = 'created' and data->>'companyId' = ${companyId}
    order by created_on`.execute(server.db)
  for (const job of jobs.rows) {
    await followOrder(server.platform, job.data)
    await followOrder(server.platform, job.data)
    await sql`delete from jobs.job where id = ${job.id}::uuid`.execute(server.db)
  }
  return told
}
const look = (id: string, as: Person = owner) => server.call<Json>('GET', `/v1/purchases/${id}`, { as })
async function checkout(orderId: string): Promise<Json> {
  const r = await server.call<Json>('POST', '/v1/checkouts', { as: owner, body: { orderId } })
  expect(r.status, r.text).toBe(200)
  return r.body
}
const sessionOf = async (checkoutId: string) =>
  (
    await server.db
      .selectFrom('checkouts')
      .select('stripe_session')
      .where('id', '=', checkoutId)
      .executeTakeFirstOrThrow()
  ).stripe_session as string

describe('by invoice', () => {
  test('a one-time automation is ordered, invoiced and installed immediately, and both sides are notified', async () => {
    const bought = await buy(once)
    expect(bought).toMatchObject({
      state: 'ordered',
      totalCents: once.price_cents,
      title: once.name,
      invoice: { number: expect.stringMatching(/^INV-/), status: 'open' },
      product: { slug: once.slug, published: true },
      agreement: null,
      can: { cancel: false },
    })
    expect(await installations()).toMatchObject([
      { id: bought.installationId, status: 'requested', price_model: 'one_time', price_cents: once.price_cents },
    ])
    const told = await settle()
    expect(told.map((n) => n.kind).filter((k) => k === 'automation_bought').length).toBeGreaterThanOrEqual(2)
    expect(told.find((n) => n.kind === 'automation_bought' && 'userId' in n.to && n.to.userId === owner.id)?.path).toBe(
      `/marketplace/purchase-complete?purchase=${bought.orderId}`,
    )
    expect((await offerOf(owner, once)).had).toMatchObject([{ id: bought.installationId }])
    const paid = await server.call<Json>('POST', `/v1/invoices/${bought.invoice.id}/transfer`, {
      as: world.admin,
      body: {
        version: 1,
        amountCents: once.price_cents,
        // Yesterday, because today in UTC may not have started in the provider's time zone.
        paidOn: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
        reference: 'X 1',
      },
    })
    expect(paid.status, paid.text).toBe(200)
    await settle()
    expect((await look(bought.orderId)).body).toMatchObject({ state: 'paid', installationId: bought.installationId })
    expect(await installations()).toHaveLength(1)
  })

  test('a monthly automation is signed: the first part is billed once, and the job bills each full month once', async () => {
    const offer = await offerOf(owner, monthly)
    const { period, monthly: then } = offer
    expect(offer.todayCents).toBe(
      Math.floor((2 * monthly.price_cents * period.days + period.ofDays) / (2 * period.ofDays)),
    )
    expect(then.cents).toBe(monthly.price_cents)
    const bought = await buy(monthly)
    expect(bought.totalCents).toBe(offer.todayCents)
    const [agreement] = await agreements()
    expect(agreement).toMatchObject({
      status: 'active',
      awaits_payment: false,
      monthly_price_cents: monthly.price_cents,
      covers_time: true,
      starts_on: period.from,
      next_on: then.on,
    })
    expect(await installations()).toMatchObject([{ agreement_id: agreement?.id, price_model: 'monthly' }])
    // The evidence is stored as for every signature.
    const read = await server.call<Json>('GET', `/v1/agreements/${agreement?.id}`, { as: owner })
    expect(offer.agreement.commitment).toMatchObject([
      { label: 'Total', text: expect.stringMatching(/No fixed total/) },
      { label: 'Each month', text: expect.stringMatching(/^\$/) },
      { label: 'Term', text: expect.stringMatching(/with no fixed end date/) },
      { label: 'Renewal and notice', text: expect.stringMatching(/30 days’ notice/) },
    ])
    expect(read.body.current.body).toBe(offer.agreement.body)
    expect(read.body.signatures).toMatchObject([
      {
        name: 'Olive Owner',
        sha256: offer.agreement.sha256,
        consent: offer.agreement.consent,
        evidence: { userId: owner.id, ip: expect.any(String) },
      },
    ])
    const today = period.from
    await advanceAgreements(server.platform, today)
    expect(await orders()).toHaveLength(1)
    for (let round = 0; round < 2; round++) await advanceAgreements(server.platform, then.on)
    const all = await orders()
    expect(all.map((o) => [o.source, o.total_cents])).toEqual([
      ['purchase', offer.todayCents],
      ['recurring', monthly.price_cents],
    ])
  })

  test('the same key or two tabs make one purchase, and another one has to be confirmed', async () => {
    const body = await wish(monthly, 'invoice')
    const key = { 'idempotency-key': crypto.randomUUID() }
    const twice = await Promise.all([post(body, owner, key), post(body, owner, key)])
    expect(twice.map((r) => r.status)).toEqual([201, 201])
    expect(twice[0]?.body.orderId).toBe(twice[1]?.body.orderId)
    const tabs = await Promise.all([wish(once, 'invoice'), wish(once, 'invoice')])
    const both = await Promise.all(tabs.map((w) => post(w, owner, { 'idempotency-key': crypto.randomUUID() })))
    expect(both.map((r) => r.status).toSorted()).toEqual([201, 409])
    const refused = both.find((r) => r.status === 409)?.body
    expect(refused?.error).toMatchObject({ code: 'ALREADY_BOUGHT' })
    expect(refused?.error.current.had).toHaveLength(1)
    expect((await post({ ...(await wish(once, 'invoice')), another: true })).status).toBe(201)
    expect(await installations()).toHaveLength(3)
    expect(await agreements()).toHaveLength(1)
  })

  test('voided before it is live, it is retired and its agreement ends; live, it continues and administrators are notified', async () => {
    const first = await buy(monthly)
    const void_ = (invoice: Json) =>
      server.call('POST', `/v1/invoices/${invoice.id}/void`, {
        as: world.admin,
        body: { version: 1, reason: 'Ordered by mistake.' },
      })
    expect((await void_(first.invoice)).status).toBe(200)
    await settle()
    expect((await look(first.orderId)).body.state).toBe('canceled')
    expect(await installations()).toMatchObject([{ status: 'retired' }])
    const [ended] = await agreements()
    expect([ended?.status, ended?.ends_on]).toEqual(['active', ended?.starts_on])
    const { monthly: then } = await offerOf(owner, monthly)
    await advanceAgreements(server.platform, then.on)
    expect((await orders()).filter((o) => o.source === 'recurring')).toEqual([])

    const second = await buy(once)
    await server.db
      .updateTable('installations')
      .set({ status: 'live' })
      .where('id', '=', second.installationId)
      .execute()
    expect((await void_(second.invoice)).status).toBe(200)
    await settle()
    const told = await settle()
    expect(told.filter((n) => n.kind === 'automation_undone').length).toBe(1)
    await followOrder(server.platform, { companyId, orderId: second.orderId })
    expect((await settle()).filter((n) => n.kind === 'automation_undone')).toEqual([])
    expect((await installations()).map((i) => i.status)).toEqual(['retired', 'live'])
  })
})

describe('rejected orders', () => {
  test('changed price, changed text, not published, on request, no terms, no signature, no card payment', async () => {
    const good = await wish(monthly, 'invoice')
    const code = async (body: Json) => {
      const r = await post(body)
      return [r.status, r.body.error?.code]
    }
    expect(await code({ ...good, expectedCents: good.expectedCents + 1 })).toEqual([409, 'PRICE_CHANGED'])
    expect(await code({ ...good, expectedTodayCents: good.expectedTodayCents + 1 })).toEqual([409, 'PRICE_CHANGED'])
    expect(await code({ ...good, signature: { ...good.signature, sha256: 'a'.repeat(64) } })).toEqual([
      409,
      'TEXT_CHANGED',
    ])
    expect((await code({ ...good, signature: { ...good.signature, consent: 'yes' } }))[0]).toBe(422)
    expect((await code({ ...good, signature: { ...good.signature, name: 'x' } }))[0]).toBe(400)
    const initials = await post({ ...good, signature: { ...good.signature, name: 'O O' } })
    expect([initials.status, Object.keys(initials.body.error.fields)]).toEqual([422, ['signature.name']])
    expect((await code({ ...good, signature: undefined }))[0]).toBe(422)
    expect((await code({ ...good, terms: false }))[0]).toBe(400)
    expect(await code({ ...good, slug: 'not-sold-at-all' })).toEqual([422, 'PRODUCT_GONE'])
    expect(await code({ ...good, slug: quote.slug })).toEqual([422, 'ON_REQUEST'])
    server.platform.payments = undefined
    expect(await code({ ...good, method: 'card' })).toEqual([422, 'CARD_UNAVAILABLE'])
    expect((await offerOf(owner, once)).methods).toEqual(['invoice'])
    expect([await orders(), await agreements(), await installations()]).toEqual([[], [], []])
  })

  test('shows a changed price before payment, does not sell archived products, and delivers earlier orders', async () => {
    const before = await wish(once, 'invoice')
    const set = (fields: object) => server.db.updateTable('products').set(fields).where('id', '=', once.id).execute()
    await set({ price_cents: once.price_cents + 5_000 })
    const r = await post(before)
    expect([r.status, r.body.error.code, r.body.error.current.product.priceCents]).toEqual([
      409,
      'PRICE_CHANGED',
      once.price_cents + 5_000,
    ])
    await set({ price_cents: once.price_cents })
    const ordered = await buy(once, 'card')
    const page = await checkout(ordered.orderId)
    await set({ status: 'archived', price_cents: 100 })
    expect((await server.call('GET', `/v1/products/${once.slug}/offer`, { as: owner })).status).toBe(404)
    expect((await post(before)).body.error.code).toBe('PRODUCT_GONE')
    await stripe.pay(page.url)
    await stripe.settled()
    await settle()
    expect(await installations()).toMatchObject([{ status: 'requested', price_cents: once.price_cents }])
    expect((await look(ordered.orderId)).body.product).toMatchObject({ slug: once.slug, published: false })
    await set({ status: 'published', price_cents: once.price_cents })
  })

  test('members ask their owners once a day, staff cannot buy, and other companies find nothing', async () => {
    const body = await wish(once, 'invoice')
    for (const as of [member, world.engineer, world.admin]) expect((await post(body, as)).status).toBe(403)
    const seen = await offerOf(member, once)
    expect(seen).toMatchObject({
      can: { buy: false, ask: true },
      agreement: null,
      asked: false,
      owners: [owner.fullName],
    })
    expect((await offerOf(world.admin, once)).can).toEqual({ buy: false, ask: false })
    const ask = (as: Person, slug = once.slug) =>
      server.call<Json>('POST', `/v1/products/${slug}/ask-owner`, { as, body: {} })
    expect((await ask(member)).body).toEqual({ asked: true })
    expect((await ask(member)).body).toEqual({ asked: true })
    expect((await ask(owner)).status).toBe(403)
    expect((await ask(member, quote.slug)).status).toBe(404)
    const told = await settle()
    expect(told.map((n) => [n.kind, 'userId' in n.to && n.to.userId, n.path])).toEqual([
      ['automation_wanted', owner.id, `/marketplace/${once.slug}/buy`],
    ])
    expect((await offerOf(member, once)).asked).toBe(true)

    const bought = await buy(once, 'card')
    const page = await checkout(bought.orderId)
    const session = await sessionOf(page.id)
    for (const id of [bought.orderId, page.id, session]) {
      expect((await look(id)).body.orderId).toBe(bought.orderId)
      const theirs = await look(id, world.south.owner)
      const nobodys = await look(crypto.randomUUID(), world.south.owner)
      expect([theirs.status, theirs.body.error.code, theirs.body.error.message]).toEqual([
        404,
        nobodys.body.error.code,
        nobodys.body.error.message,
      ])
      expect((await look(id, member)).status).toBe(403)
      expect((await look(id, world.admin)).body).toMatchObject({ orderId: bought.orderId, can: { pay: false } })
    }
    expect((await look('cs_unknown')).status).toBe(404)
  })

  test('the database role of partners can only write the agreement of the product', async () => {
    const actor = { kind: 'tenant' as const, companyId, userId: owner.id, role: 'owner' as const }
    const offer = (terms: object) =>
      server.platform.db.asActor(actor, (db) =>
        sql`select offer_agreement(${companyId}::uuid, ${crypto.randomUUID()}::uuid, ${crypto.randomUUID()}::uuid, ${monthly.id}::uuid,
          ${JSON.stringify(terms)}::jsonb, 'text', false)`.execute(db),
      )
    const good = {
      name: monthly.name,
      type: 'managed_automation',
      monthlyPriceCents: monthly.price_cents,
      coversTime: true,
    }
    await offer(good)
    for (const wrong of [{ monthlyPriceCents: 1 }, { type: 'partnership' }, { name: 'Everything' }])
      await expect(offer({ ...good, ...wrong })).rejects.toThrow(/do not match the product/)
    await expect(
      server.platform.db.asActor({ ...actor, role: 'member' }, (db) =>
        sql`select offer_agreement(${companyId}::uuid, ${crypto.randomUUID()}::uuid, ${crypto.randomUUID()}::uuid, ${monthly.id}::uuid,
          ${JSON.stringify(good)}::jsonb, 'text', false)`.execute(db),
      ),
    ).rejects.toThrow(/only an owner can buy/)
  })
})

describe('by card', () => {
  test('nothing starts before payment, and Stripe redirects to the page with the questions', async () => {
    const bought = await buy(monthly, 'card')
    expect(bought).toMatchObject({
      state: 'open',
      invoice: null,
      installationId: null,
      can: { pay: true, cancel: true },
    })
    expect(await agreements()).toMatchObject([{ status: 'signed', awaits_payment: true }])
    // Even after the next month has begun, an unpaid agreement does not start.
    const { monthly: then } = await offerOf(owner, monthly)
    await advanceAgreements(server.platform, then.on)
    expect(await agreements()).toMatchObject([{ status: 'signed', awaits_payment: true }])
    expect(await orders()).toHaveLength(1)
    const page = await checkout(bought.orderId)
    expect(await stripe.pay(page.url)).toBe(`${server.url}/marketplace/purchase-complete?checkout=${page.id}`)
    await stripe.settled()
    const seen = await look(page.id)
    expect(seen.body).toMatchObject({ state: 'paid', orderId: bought.orderId, installationId: expect.any(String) })
    await settle()
    expect(await agreements()).toMatchObject([{ status: 'active', awaits_payment: false, next_on: then.on }])
    expect(await installations()).toMatchObject([{ status: 'requested' }])
    for (let round = 0; round < 2; round++) await advanceAgreements(server.platform, then.on)
    expect((await orders()).map((o) => o.source)).toEqual(['purchase', 'recurring'])
  })

  test('shows a declined card; an abandoned order is canceled, owes nothing and bills no month', async () => {
    const bought = await buy(monthly, 'card')
    const page = await checkout(bought.orderId)
    stripe.state.card = 'pm_card_chargeDeclined'
    await stripe.pay(page.url).catch(() => {})
    await stripe.settled()
    expect((await look(bought.orderId)).body).toMatchObject({
      state: 'failed',
      payment: { failure: expect.stringMatching(/card/) },
      installationId: null,
    })
    const left = await server.call<Json>('POST', `/v1/orders/${bought.orderId}/cancel`, { as: owner, body: {} })
    expect(left.status, left.text).toBe(200)
    await settle()
    expect((await look(bought.orderId)).body).toMatchObject({ state: 'canceled', can: { pay: false } })
    expect(await agreements()).toMatchObject([{ status: 'canceled', next_on: null }])
    const { monthly: then } = await offerOf(owner, monthly)
    await advanceAgreements(server.platform, then.on)
    expect((await orders()).map((o) => [o.status, o.number])).toEqual([['canceled', null]])
    expect(await installations()).toEqual([])
  })

  test('payment updates have the same result in any order and however often they arrive', async () => {
    const ends: Json[] = []
    for (const order of [
      ['cancel', 'job', 'pay', 'job'],
      ['cancel', 'pay', 'job', 'job'],
      ['pay', 'job', 'cancel', 'job', 'job'],
      ['pay', 'cancel', 'look', 'job'],
    ]) {
      const company = await server.company({ name: `Orders ${++companies}` })
      companyId = company.id
      owner = await server.person(company, 'owner', { fullName: 'Olive Owner' })
      const { orderId } = await buy(monthly, 'card')
      const [{ invoice_id: invoiceId } = { invoice_id: '' }] = await orders()
      const { applyPayment } = await import('../billing/payments/settle.ts')
      const { abandonOrder } = await import('../billing/orders/abandon-order.ts')
      const { systemOf } = await import('../platform/database/db.ts')
      const system = systemOf(companyId)
      const { todayCents } = await offerOf(owner, monthly)
      for (const step of order) {
        if (step === 'job') await followOrder(server.platform, { companyId, orderId })
        if (step === 'look') await look(orderId)
        if (step === 'cancel')
          await server.platform.db.asActor(system, (db) => abandonOrder(db, { actor: system }, companyId, orderId))
        if (step === 'pay')
          await server.platform.db.asActor(system, (db) =>
            applyPayment(db, {
              companyId,
              invoiceId,
              method: 'card',
              status: 'succeeded',
              amountCents: todayCents,
              currency: 'usd',
              paymentIntent: `pi_${orderId}`,
            }),
          )
      }
      await settle()
      ends.push({
        agreements: (await agreements()).map((a) => [a.status, a.awaits_payment, a.ends_on]),
        installations: (await installations()).map((i) => [i.status, i.price_cents]),
        orders: (await orders()).map((o) => o.status),
      })
    }
    for (const end of ends)
      expect(end).toEqual({
        agreements: [['active', false, null]],
        installations: [['requested', monthly.price_cents]],
        orders: ['paid'],
      })
  })

  test('refunded in full before it is live: it is retired, and no further month is billed', async () => {
    const bought = await buy(monthly, 'card')
    const page = await checkout(bought.orderId)
    await stripe.pay(page.url)
    await stripe.settled()
    const { body: seen } = await look(bought.orderId)
    await settle()
    const invoice = await server.call<Json>('GET', `/v1/invoices/${seen.invoice.id}`, { as: world.admin })
    const back = await server.call<Json>('POST', `/v1/invoices/${seen.invoice.id}/refund`, {
      as: world.admin,
      body: { version: invoice.body.version, amountCents: bought.totalCents, reason: 'It does not fit.' },
    })
    expect(back.status, back.text).toBe(200)
    await stripe.settled()
    await settle()
    expect((await look(bought.orderId)).body.state).toBe('refunded')
    expect(await installations()).toMatchObject([{ status: 'retired' }])
    expect((await agreements())[0]?.ends_on).toBe((await agreements())[0]?.starts_on)

    // The bank returns the refund, and the agreement shows that it failed.
    const agreement = () => server.call<Json>('GET', `/v1/agreements/${seen.agreement.id}`, { as: owner })
    expect((await agreement()).body.refundFailed).toBe(false)
    expect(await stripe.deliver(refundFailedEvent())).toBe(200)
    expect((await agreement()).body.refundFailed).toBe(true)
  })
})

describe('edge cases', () => {
  test('a first part below the card minimum includes the following month, and billing continues after it', async () => {
    const set = (price_cents: number) =>
      server.db.updateTable('products').set({ price_cents }).where('id', '=', monthly.id).execute()
    await set(100)
    try {
      const offer = await offerOf(owner, monthly)
      // These hold on the last days of a month and on all others.
      expect(offer.todayCents).toBeGreaterThanOrEqual(50)
      expect(offer.period.wholeFrom === null).toBe(offer.todayCents <= 100)
      const bought = await buy(monthly, 'card')
      // Make the line look as if it had been ordered on the last day of a month.
      const { rows } = await sql<{ from: string; to: string; next: string }>`
        update order_lines set period_to = (date_trunc('month', period_from) + interval '2 months')::date - 1
        where order_id = ${bought.orderId}::uuid
        returning period_to::text as to, (period_to + 1)::text as next`.execute(server.db)
      await stripe.pay((await checkout(bought.orderId)).url)
      await stripe.settled()
      await settle()
      const next = rows[0]?.next as string
      expect(await agreements()).toMatchObject([{ status: 'active', next_on: next }])
      await advanceAgreements(server.platform, rows[0]?.to as string)
      expect(await orders()).toHaveLength(1)
      for (let round = 0; round < 2; round++) await advanceAgreements(server.platform, next)
      expect((await orders()).map((o) => [o.source, o.total_cents])).toEqual([
        ['purchase', offer.todayCents],
        ['recurring', 100],
      ])
    } finally {
      await set(monthly.price_cents)
    }
  })

  test('a failed refund is reported to administrators with what to do', async () => {
    const bought = await buy(once, 'card')
    await stripe.pay((await checkout(bought.orderId)).url)
    await stripe.settled()
    const { body: seen } = await look(bought.orderId)
    const read = () => server.call<Json>('GET', `/v1/invoices/${seen.invoice.id}`, { as: world.admin })
    await server.call('POST', `/v1/invoices/${seen.invoice.id}/refund`, {
      as: world.admin,
      body: { version: (await read()).body.version, amountCents: bought.totalCents, reason: 'It does not fit.' },
    })
    await stripe.settled()
    await settle()
    expect(await installations()).toMatchObject([{ status: 'retired' }])
    const failed = refundFailedEvent()
    for (let n = 0; n < 2; n++) expect(await stripe.deliver(failed)).toBe(200)
    expect((await read()).body).toMatchObject({ status: 'paid', refundedCents: 0, can: { refund: true } })
    const told = await settle()
    expect(await installations()).toMatchObject([{ status: 'retired' }])
    // The buyer sees the failed refund on the purchase page and the invoice, and was notified once.
    const asBuyer = () => server.call<Json>('GET', `/v1/invoices/${seen.invoice.id}`, { as: owner })
    const truth = async () =>
      [(await look(bought.orderId)).body, (await asBuyer()).body].map((b) => b.refundFailedCents)
    expect((await look(bought.orderId)).body.state).toBe('paid')
    expect(await truth()).toEqual([bought.totalCents, bought.totalCents])
    expect(
      told.filter((n) => /^The bank returned your refund/.test(n.title)).map((n) => 'userId' in n.to && n.to.userId),
    ).toEqual([owner.id])
    expect(
      told.filter((n) => n.kind === 'billing_finding').map((n) => ['userId' in n.to && n.to.userId, n.title]),
    ).toContainEqual([world.admin.id, expect.stringMatching(/has a refund that the bank returned$/)])
    const stripeState = await server.call<Json>('GET', '/v1/stripe', { as: world.admin })
    expect(stripeState.body.findings.filter((f: Json) => f.company.id === companyId)).toMatchObject([
      { found: { todo: expect.stringMatching(/restore the company’s automation/) } },
    ])
    // It is shown until administrators close the discrepancy.
    const [finding] = stripeState.body.findings.filter((f: Json) => f.company.id === companyId)
    await server.call('POST', `/v1/findings/${finding.id}/close`, {
      as: world.admin,
      body: { words: 'Sent by transfer.' },
    })
    expect(await truth()).toEqual([null, null])
  })

  test('with a double click, a second tab and a cancellation during payment, only what was charged is delivered', async () => {
    for (let round = 0; round < 4; round++) {
      const company = await server.company({ name: `Hasty ${++companies}` })
      companyId = company.id
      owner = await server.person(company, 'owner', { fullName: 'Olive Owner' })
      const body = await wish(monthly, 'card')
      const key = { 'idempotency-key': crypto.randomUUID() }
      const all = await Promise.all([
        post(body, owner, key),
        post(body, owner, key),
        post(body, owner, { 'idempotency-key': crypto.randomUUID() }),
      ])
      expect(new Set(all.flatMap((r) => (r.status === 201 ? [r.body.orderId] : []))).size).toBe(1)
      const orderId = all.find((r) => r.status === 201)?.body.orderId as string
      const pages = await Promise.all([checkout(orderId), checkout(orderId)])
      expect(new Set(pages.map((p) => p.url)).size).toBe(1)
      const cancel = () => server.call('POST', `/v1/orders/${orderId}/cancel`, { as: owner, body: {} })
      await Promise.all([stripe.pay(pages[0]?.url).catch(() => {}), ...(round % 2 ? [cancel(), cancel()] : [cancel()])])
      await stripe.settled()
      await settle()
      const charged = (await stripe.intents()).filter(
        (p: Json) => p.metadata.orderId === orderId && p.status === 'succeeded',
      )
      const ends = [(await orders()).map((o) => o.status), (await installations()).map((i) => i.status)]
      expect(ends).toEqual(charged.length === 1 ? [['paid'], ['requested']] : [['canceled'], []])
      expect((await agreements()).map((a) => a.status)).toEqual([charged.length === 1 ? 'active' : 'canceled'])
    }
  })
})

test('popularity is the number of companies that have a product', async () => {
  const count = async () =>
    (await server.db.selectFrom('products').select('popularity').where('id', '=', once.id).executeTakeFirstOrThrow())
      .popularity
  await countPopularity(server.db)
  const before = await count()
  await buy(once)
  await post({ ...(await wish(once, 'invoice')), another: true })
  await countPopularity(server.db)
  expect(await count()).toBe(before + 1)
  await server.db.updateTable('installations').set({ status: 'retired' }).where('company_id', '=', companyId).execute()
  await countPopularity(server.db)
  expect(await count()).toBe(before)
  expect(await countPopularity(server.db)).toBe(0)
})
