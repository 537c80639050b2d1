// A process that dies between a payment and Stripe's event, or while it processes the event.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, type Product, startProduct } from '../../../../test/harness/process.ts'
import { type Person, startServer, type TestServer } from '../../../../test/harness/server.ts'
import { type StripeEmulator, startStripe } from '../../../../test/harness/stripe-emulator.ts'

let stripe: StripeEmulator
let server: TestServer
let port: string
let products: Product[] = []
const start = async () => {
  const settings = {
    ...stripe.settings,
    PORT: port,
    DATABASE_URL: server.database.ownerUrl,
    PWNED_PASSWORDS_URL: 'off',
  }
  const product = await startProduct(settings, ['--only=web'])
  products.push(product)
  return product
}

beforeAll(async () => {
  stripe = await startStripe()
  server = await startServer(stripe.settings)
  await server.world()
  port = String(await freePort())
  stripe.state.hook = `http://127.0.0.1:${port}/webhooks/stripe`
})
afterAll(async () => {
  stripe.state.hook = undefined
  for (const product of products) await product.stop('SIGKILL')
  products = []
  await stripe.settled()
  await server.close()
  await stripe.close()
})

type Answer = Record<string, string> & { items: { id: string; minutes: number; priceCents: number }[] }
async function page(): Promise<{ companyId: string; owner: Person; url: string }> {
  const company = await server.company()
  const owner = await server.person(company, 'owner')
  const call = async (method: string, path: string, body?: object) =>
    (await server.call<Answer>(method, `/v1${path}`, { as: owner, ...(body ? { body } : {}) })).body
  const pack = (await call('GET', '/hour-packs')).items.find((p) => p.minutes === 1200) as Answer['items'][number]
  const order = await call('POST', '/orders', { packId: pack.id, method: 'card', expectedCents: pack.priceCents })
  const checkout = await call('POST', '/checkouts', { orderId: order.id })
  return { companyId: company.id, owner, url: checkout.url as string }
}
const hoursOf = async (companyId: string) => {
  const lines = await server.db
    .selectFrom('hour_ledger')
    .select('minutes')
    .where('company_id', '=', companyId)
    .execute()
  const { balance } = (await server.db
    .selectFrom('hour_balances')
    .select('balance')
    .where('company_id', '=', companyId)
    .executeTakeFirst()) ?? { balance: 0 }
  return { balance, lines: lines.map((l) => l.minutes) }
}

test('grants the hours once after kill -9 between payment and event, and while it processes an event', async () => {
  const before = await page()
  await stripe.pay(before.url)
  expect(await hoursOf(before.companyId)).toEqual({ balance: 0, lines: [] })
  let product = await start()
  await stripe.settled()
  expect(await hoursOf(before.companyId)).toEqual({ balance: 1200, lines: [1200] })

  // Kill it while an event is being processed: when the first delivery was sent, and when the first event was stored.
  const countStored = async () =>
    (
      await server.db
        .selectFrom('stripe.events')
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  const bought = []
  for (const moment of [async () => stripe.state.deliveries, countStored]) {
    const next = await page()
    bought.push(next)
    const before = await moment()
    const paid = stripe.pay(next.url)
    await expect.poll(moment, { interval: 1 }).toBeGreaterThan(before)
    await product.stop('SIGKILL')
    await paid
    product = await start()
  }
  await stripe.settled()
  for (const { companyId } of bought) expect(await hoursOf(companyId)).toEqual({ balance: 1200, lines: [1200] })
})
