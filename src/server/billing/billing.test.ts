// Packs, orders and invoices: purchases, amounts due, transfers, voids and refunds.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeInvoice } from '../../../test/factories/billing.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { UNPAID_MAX } from '../../contract/plain/rates.ts'
import { systemOf } from '../platform/database/db.ts'
import { billPeriod } from './invoices/bill-period.ts'
import { issueInvoice } from './invoices/issue.ts'
import { sendInvoiceReminders } from './invoices/remind.ts'
import { placeOrder } from './orders/place-order.ts'
import { reminderDue } from './policy.ts'

type Pack = { id: string; name: string; minutes: number; priceCents: number; version: number; position: number }
type Invoice = {
  id: string
  number: string
  status: string
  version: number
  overdue: boolean
  dueCents: number
  paidCents: number
  refundedCents: number
  totalCents: number
  issuedOn: string
  dueOn: string
  billTo: { name: string; email: string }
  issuedBy: { name: string }
  hours: { state: string; minutes: number; remaining: number; released: boolean }[]
  payments: { id: string; amountCents: number; reference: string; refunds: { minutes: number; by: object | null }[] }[]
  can: Record<string, boolean>
}
type Order = {
  id: string
  number: number
  status: string
  invoice: { id: string; number: string } | null
  can: { cancel: boolean }
}
type List<T> = { items: T[]; nextCursor: string | null }

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

const packs = async (as: Person = world.north.owner, query = '') =>
  (await server.call<List<Pack>>('GET', `/v1/hour-packs${query}`, { as })).body.items
const packNamed = async (name: string) => (await packs()).find((p) => p.name === name) as Pack
const invoiceOf = async (id: string, as: Person = world.admin) =>
  (await server.call<Invoice>('GET', `/v1/invoices/${id}`, { as })).body
const act = (id: string, what: string, body: object, as: Person = world.admin) =>
  server.call<Invoice & ErrorShape>('POST', `/v1/invoices/${id}/${what}`, { as, body })
const transfer = (i: Pick<Invoice, 'id' | 'version'>, amountCents: number, more: object = {}) =>
  act(i.id, 'transfer', { version: i.version, amountCents, paidOn: '2026-01-15', reference: 'SCT 4711', ...more })
const balance = async (companyId: string) =>
  (await server.db.selectFrom('hour_balances').select('balance').where('company_id', '=', companyId).executeTakeFirst())
    ?.balance ?? 0
const events = async (subjectId: string) =>
  (await server.db.selectFrom('events').select('kind').where('subject_id', '=', subjectId).orderBy('id').execute()).map(
    (e) => e.kind,
  )
const audit = (subjectId: string) =>
  server.db
    .selectFrom('audit_log')
    .select(['action', 'reason', 'actor_id'])
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute()

describe('packs', () => {
  test('a new provider has four, in order, visible to every signed-in user', async () => {
    for (const as of [world.north.member, world.engineer, world.admin])
      expect((await packs(as)).map((p) => [p.name, p.minutes, p.priceCents])).toEqual([
        ['10 hours', 600, 175_000],
        ['20 hours', 1_200, 332_500],
        ['40 hours', 2_400, 630_000],
        ['100 hours', 6_000, 1_487_500],
      ])
  })

  test('are created, edited, reordered and archived by administrators, with audit entries', async () => {
    const body = { name: '5 hours', minutes: 300, priceCents: 90_000 }
    const made = await server.call<Pack>('POST', '/v1/hour-packs', { as: world.admin, body })
    expect([made.status, made.body]).toMatchObject([201, { ...body, position: 4, validMonths: 12, version: 1 }])
    const again = await server.call<ErrorShape>('POST', '/v1/hour-packs', { as: world.admin, body })
    expect([again.status, again.body.error.code, again.body.error.fields]).toEqual([
      422,
      'NAME_TAKEN',
      { name: ['A pack for sale already has this name. Choose another.'] },
    ])
    const at = `/v1/hour-packs/${made.body.id}`
    const edited = await server.call<Pack>('PATCH', at, { as: world.admin, body: { version: 1, priceCents: 95_000 } })
    expect(edited.body).toMatchObject({ priceCents: 95_000, minutes: 300, version: 2 })
    const late = await server.call<ErrorShape>('PATCH', at, { as: world.admin, body: { version: 1, minutes: 60 } })
    expect([late.status, late.body.error.current]).toMatchObject([409, { priceCents: 95_000, version: 2 }])
    const all = await packs(world.admin)
    const ids = all.map((p) => p.id).toReversed()
    const moved = await server.call<List<Pack>>('PUT', '/v1/hour-packs/order', { as: world.admin, body: { ids } })
    expect(moved.body.items.map((p) => p.id)).toEqual(ids)
    const short = await server.call('PUT', '/v1/hour-packs/order', { as: world.admin, body: { ids: ids.slice(1) } })
    expect(short.status).toBe(422)
    await server.call('PUT', '/v1/hour-packs/order', { as: world.admin, body: { ids: ids.toReversed() } })
    const gone = await server.call<Pack>('POST', `${at}/archive`, {
      as: world.admin,
      body: { version: 2, archived: true },
    })
    expect(gone.body).toMatchObject({ archivedAt: expect.any(String), version: 3 })
    expect((await packs()).map((p) => p.name)).not.toContain('5 hours')
    expect((await packs(world.north.owner, '?archived=also')).map((p) => p.name)).not.toContain('5 hours')
    expect((await packs(world.admin, '?archived=also')).map((p) => p.name)).toContain('5 hours')
    expect((await audit(made.body.id)).map((a) => a.action).filter((a) => a !== 'pack.reorder')).toEqual([
      'pack.create',
      'pack.edit',
      'pack.archive',
    ])
  })

  test('cannot be changed by anyone else', async () => {
    const { id } = await packNamed('10 hours')
    for (const as of [world.north.owner, world.engineer])
      expect(
        (await server.call('PATCH', `/v1/hour-packs/${id}`, { as, body: { version: 1, priceCents: 1 } })).status,
      ).toBe(403)
  })
})

describe('buying', () => {
  const buy = (body: object, as: Person = world.north.owner, key?: string) =>
    server.call<Order & ErrorShape>('POST', '/v1/orders', {
      as,
      body,
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    })

  test('by invoice: issues it immediately, due in 15 days, with pending hours', async () => {
    const before = await balance(world.north.company.id)
    const pack = await packNamed('20 hours')
    const { status, body } = await buy({ packId: pack.id, method: 'invoice', expectedCents: 332_500 })
    expect([status, body]).toMatchObject([201, { status: 'open', totalCents: 332_500, invoice: { status: 'open' } }])
    const invoice = await invoiceOf(body.invoice?.id as string, world.north.owner)
    expect(invoice.number).toMatch(/^INV-\d{4}-\d{4}$/)
    expect(Date.parse(invoice.dueOn) - Date.parse(invoice.issuedOn)).toBe(15 * 86_400_000)
    expect(invoice.billTo).toMatchObject({ name: 'North', email: world.north.owner.email })
    expect(invoice.issuedBy.name).toBe('Provider')
    expect(invoice.hours).toMatchObject([{ state: 'pending', minutes: 1_200, remaining: 0 }])
    expect(invoice.can).toEqual({
      pay: false,
      transfer: false,
      void: false,
      refund: false,
      release: false,
      again: false,
    })
    expect(await events(invoice.id)).toEqual(['issued'])
    expect(await balance(world.north.company.id)).toBe(before)
  })

  test('rejects an outdated price and ignores amounts in the request', async () => {
    const pack = await packNamed('10 hours')
    const wrong = await buy({ packId: pack.id, method: 'invoice', expectedCents: 100 })
    expect([wrong.status, wrong.body.error.code, wrong.body.error.current]).toMatchObject([
      409,
      'PRICE_CHANGED',
      { id: pack.id, priceCents: 175_000 },
    ])
    const more = {
      priceCents: 1,
      totalCents: 1,
      minutes: 60_000,
      quantity: 9,
      companyId: world.south.company.id,
      status: 'paid',
    }
    const { body } = await buy({ packId: pack.id, method: 'invoice', expectedCents: 175_000, ...more })
    expect(body).toMatchObject({
      totalCents: 175_000,
      status: 'open',
      company: { id: world.north.company.id },
      hours: [{ minutes: 600 }],
    })
  })

  test('gives the same answer for an archived and an unknown pack, and offers cards only with Stripe', async () => {
    const [none, gone] = await Promise.all(
      [crypto.randomUUID(), (await packs(world.admin, '?archived=also')).find((p) => p.name === '5 hours')?.id].map(
        (packId) => buy({ packId, method: 'invoice', expectedCents: 95_000 }),
      ),
    )
    expect([none?.status, none?.body.error.code]).toEqual([422, 'PACK_GONE'])
    expect([gone?.status, gone?.body.error.code]).toEqual([422, 'PACK_GONE'])
    const pack = await packNamed('10 hours')
    const card = await buy({ packId: pack.id, method: 'card', expectedCents: 175_000 })
    expect([card.status, card.body.error.code]).toEqual([422, 'CARD_UNAVAILABLE'])
  })

  test('is rejected by invoice while fifty orders are unpaid', async () => {
    const company = await server.company({ name: 'Debtor' })
    const owner = await server.person(company, 'owner')
    const pack = await packNamed('10 hours')
    await server.db
      .insertInto('orders')
      .values(
        Array.from({ length: UNPAID_MAX - 1 }, () => ({
          company_id: company.id,
          id: crypto.randomUUID(),
          source: 'purchase',
          method: 'invoice',
          total_cents: 100,
        })),
      )
      .execute()
    const bought = { packId: pack.id, method: 'invoice', expectedCents: 175_000 }
    expect((await buy(bought, owner)).status).toBe(201)
    const refused = await buy(bought, owner)
    expect([refused.status, refused.body.error.code]).toEqual([422, 'UNPAID_ORDERS'])
  })

  test('is for owners only', async () => {
    const pack = await packNamed('10 hours')
    for (const as of [world.north.member, world.engineer, world.admin])
      expect((await buy({ packId: pack.id, method: 'invoice', expectedCents: 175_000 }, as)).status).toBe(403)
  })

  test('makes one order of 50 parallel requests with one idempotency key', async () => {
    const company = await server.company()
    const owner = await server.person(company, 'owner')
    const pack = await packNamed('10 hours')
    const wish = { packId: pack.id, method: 'invoice', expectedCents: 175_000 }
    const all = await Promise.all(Array.from({ length: 50 }, () => buy(wish, owner, 'once')))
    const good = all.filter((r) => r.status === 201)
    expect(new Set(good.map((r) => r.body.id)).size).toBe(1)
    // The other requests got 429 or 503, because the pool was full.
    for (const r of all) if (r.status !== 201) expect([429, 503]).toContain(r.status)
    const count = await server.db.selectFrom('orders').select('id').where('company_id', '=', company.id).execute()
    expect(count).toHaveLength(1)
    expect(
      await server.db.selectFrom('hour_blocks').select('id').where('company_id', '=', company.id).execute(),
    ).toHaveLength(1)
  })

  test('keeps an unpaid card order as a hidden draft that can be canceled', async () => {
    const made = await makeInvoice(server.db, { companyId: world.north.company.id, method: 'card', issue: false })
    expect(made.number).toBeNull()
    expect((await server.call('GET', `/v1/invoices/${made.invoiceId}`, { as: world.north.owner })).status).toBe(404)
    const list = await server.call<List<Invoice>>('GET', '/v1/invoices?limit=100', { as: world.north.owner })
    expect(list.body.items.map((i) => i.id)).not.toContain(made.invoiceId)
    const at = `/v1/orders/${made.orderId}`
    const seen = await server.call<Order>('GET', at, { as: world.north.owner })
    expect(seen.body).toMatchObject({ status: 'open', invoice: null, can: { cancel: true } })
    const cancelled = await server.call<Order>('POST', `${at}/cancel`, { as: world.north.owner, body: {} })
    expect(cancelled.body).toMatchObject({ status: 'canceled', hours: [{ state: 'void' }] })
    expect((await server.call('POST', `${at}/cancel`, { as: world.north.owner, body: {} })).status).toBe(200)
    const issued = await makeInvoice(server.db, { companyId: world.north.company.id })
    const no = await server.call<ErrorShape>('POST', `/v1/orders/${issued.orderId}/cancel`, {
      as: world.north.owner,
      body: {},
    })
    expect([no.status, no.body.error.code]).toEqual([409, 'NOT_CANCELABLE'])
  })

  test('lets the database reject anything else from partners', async () => {
    const { company, owner, member } = world.north
    const as = (user: Person) => ({ kind: 'tenant' as const, companyId: company.id, userId: user.id, role: user.role })
    const order = (status: string) => ({
      company_id: company.id,
      id: crypto.randomUUID(),
      source: 'purchase',
      method: 'invoice',
      total_cents: 1,
      status,
    })
    const put = (user: Person, status: string) =>
      server.platform.db.askAs(as(user), (db) => db.insertInto('orders').values(order(status)).execute())
    await expect(put(member, 'open')).rejects.toThrow(/only an owner can buy/)
    await expect(put(owner, 'paid')).rejects.toThrow(/partners cannot mark/)
    const { orderId, invoiceId } = await makeInvoice(server.db, { companyId: company.id })
    await expect(
      server.platform.db.askAs(as(owner), (db) =>
        db.updateTable('orders').set({ status: 'paid' }).where('id', '=', orderId).execute(),
      ),
    ).rejects.toThrow(/partners cannot mark/)
    await expect(
      server.platform.db.askAs(as(owner), (db) =>
        db.updateTable('invoices').set({ paid_cents: 1 }).where('id', '=', invoiceId).execute(),
      ),
    ).rejects.toThrow(/permission denied/)
    await expect(
      server.platform.db.askAs(as(owner), (db) =>
        db
          .insertInto('invoices')
          .values({
            company_id: company.id,
            id: crypto.randomUUID(),
            order_id: orderId,
            status: 'paid',
            total_cents: 1,
          })
          .execute(),
      ),
    ).rejects.toThrow(/partners cannot mark/)
  })
})

describe('numbers', () => {
  test('have no gaps or duplicates with 40 parallel orders, a third of them rolled back', async () => {
    const before = await server.db.selectFrom('invoice_numbers').select(['year', 'last']).executeTakeFirstOrThrow()
    const company = await server.company()
    const by = { actor: systemOf(company.id) }
    const line = { kind: 'other' as const, description: 'x', quantity: 1, unitCents: 100 }
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) =>
        server.platform.db.asActor(by.actor, async (db) => {
          const placed = await placeOrder(db, by, {
            companyId: company.id,
            source: 'manual',
            method: 'invoice',
            lines: [line],
            paymentDays: 15,
            issue: true,
          })
          if (i % 3 === 0) throw new Error('rolled back')
          return placed.number as string
        }),
      ),
    )
    const numbers = results.flatMap((r) => (r.status === 'fulfilled' ? [r.value] : []))
    expect(numbers).toHaveLength(26)
    expect(results.flatMap((r) => (r.status === 'rejected' ? [(r.reason as Error).message] : []))).toEqual(
      Array(14).fill('rolled back'),
    )
    const expected = numbers.map((_, i) => `INV-${before.year}-${String(before.last + 1 + i).padStart(4, '0')}`)
    expect(numbers.toSorted()).toEqual(expected)
  })

  test('start at one each year and grow beyond four digits', async () => {
    const company = await server.company()
    const actor = systemOf(company.id)
    const draft = () => makeInvoice(server.db, { companyId: company.id, issue: false, method: 'card' })
    const issue = async (on: string) => {
      const { invoiceId } = await draft()
      return server.platform.db.asActor(actor, (db) => issueInvoice(db, company.id, invoiceId, 0, on))
    }
    expect([await issue('2031-01-01'), await issue('2030-12-31'), await issue('2031-06-01')]).toEqual([
      'INV-2031-0001',
      'INV-2030-0001',
      'INV-2031-0002',
    ])
    await server.db.updateTable('invoice_numbers').set({ last: 9_999 }).where('year', '=', 2031).execute()
    expect(await issue('2031-06-02')).toBe('INV-2031-10000')
    const { invoiceId, number } = await makeInvoice(server.db, { companyId: company.id })
    expect(number).not.toBeNull()
    await expect(server.platform.db.asActor(actor, (db) => issueInvoice(db, company.id, invoiceId, 0))).rejects.toThrow(
      /draft/,
    )
  })
})

describe('transfers', () => {
  let made: Awaited<ReturnType<typeof makeInvoice>>
  let owner: Person
  beforeEach(async () => {
    const company = await server.company({ name: 'Transfers' })
    owner = await server.person(company, 'owner')
    made = await makeInvoice(server.db, { companyId: company.id })
  })

  test('leave the invoice open until it is paid in full, then activate its hours in one step', async () => {
    const first = await transfer(await invoiceOf(made.invoiceId), 100_000)
    expect(first.body).toMatchObject({
      status: 'open',
      paidCents: 100_000,
      dueCents: 75_000,
      hours: [{ state: 'pending' }],
    })
    const much = await transfer(first.body, 75_001)
    expect([much.status, much.body.error.fields]).toEqual([
      422,
      { amountCents: ['Only $750.00 is due. Record that amount and return the rest.'] },
    ])
    const second = await transfer(first.body, 75_000, { paidOn: '2026-02-01', reference: 'SCT 4712' })
    expect(second.body).toMatchObject({
      status: 'paid',
      paidCents: 175_000,
      dueCents: 0,
      hours: [{ state: 'active', remaining: 600 }],
      payments: [{ reference: 'SCT 4711' }, { reference: 'SCT 4712' }],
    })
    expect((second.body as unknown as { paidAt: string }).paidAt).toContain('2026-02-01')
    expect(await balance(owner.companyId)).toBe(600)
    expect(await events(made.invoiceId)).toEqual(['issued', 'part_paid', 'paid'])
    expect((await audit(made.invoiceId)).map((a) => a.action)).toEqual([
      'invoice.transfer',
      'invoice.transfer',
      'invoice.paid',
    ])
    expect((await server.call<Order>('GET', `/v1/orders/${made.orderId}`, { as: owner })).body.status).toBe('paid')
  })

  test('are rejected when above the amount due, in the future or outdated, without a trace', async () => {
    const before = await invoiceOf(made.invoiceId)
    const much = await transfer(before, 175_001)
    expect([much.status, Object.keys(much.body.error.fields ?? {})]).toEqual([422, ['amountCents']])
    const hence = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10)
    for (const paidOn of ['2999-01-01', hence(14 + 24)]) {
      const early = await transfer(before, 175_000, { paidOn })
      expect([early.status, Object.keys(early.body.error.fields ?? {})]).toEqual([422, ['paidOn']])
    }
    const old = await transfer({ id: made.invoiceId, version: before.version - 1 }, 175_000)
    expect([old.status, old.body.error.current]).toMatchObject([409, { version: before.version }])
    expect(await invoiceOf(made.invoiceId)).toEqual(before)
  })

  test('count once with an idempotency key, and not twice when sent in parallel', async () => {
    const { id, version } = await invoiceOf(made.invoiceId)
    // For the administrator it may already be tomorrow.
    const paidOn = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)
    const body = { version, amountCents: 175_000, paidOn, reference: 'A' }
    const pay = (key: string) =>
      server.call('POST', `/v1/invoices/${id}/transfer`, { as: world.admin, body, headers: { 'idempotency-key': key } })
    const [a, b, c] = await Promise.all([pay('t1'), pay('t1'), pay('t2')])
    // The second key finds another version. The repeated key gets the first response.
    expect([a?.status, b?.status, c?.status].filter((s) => s === 200).length).toBeGreaterThan(0)
    expect(a?.status === 200 && c?.status === 200).toBe(false)
    expect((await invoiceOf(id)).payments).toHaveLength(1)
    expect(await balance(owner.companyId)).toBe(600)
  })

  test('are kept and reported when the invoice was paid already', async () => {
    const paid = await transfer(await invoiceOf(made.invoiceId), 175_000)
    const twice = await transfer(paid.body, 175_000, { reference: 'again' })
    expect(twice.body).toMatchObject({ status: 'paid', paidCents: 350_000, dueCents: 0 })
    expect(await balance(owner.companyId)).toBe(600)
    const findings = () =>
      server.db
        .selectFrom('findings')
        .select(['title', 'resolved_at'])
        .where('company_id', '=', owner.companyId)
        .execute()
    expect(await findings()).toMatchObject([{ title: expect.stringContaining('paid twice'), resolved_at: null }])
    // A refund of the second payment takes no hours and resolves the discrepancy.
    const [first] = twice.body.payments
    const back = await act(made.invoiceId, 'refund', {
      version: twice.body.version,
      paymentId: first?.id,
      amountCents: 175_000,
      reason: 'Paid twice.',
    })
    expect(back.body).toMatchObject({
      status: 'paid',
      refundedCents: 175_000,
      hours: [{ state: 'active', remaining: 600 }],
    })
    expect(await findings()).toMatchObject([{ resolved_at: expect.any(String) }])
  })

  test('cannot be recorded by owners, members or engineers', async () => {
    for (const as of [owner, world.engineer])
      expect(
        (
          await act(
            made.invoiceId,
            'transfer',
            { version: 1, amountCents: 1, paidOn: '2026-01-01', reference: 'x' },
            as,
          )
        ).status,
      ).toBe(403)
  })
})

describe('void, release, refund', () => {
  let made: Awaited<ReturnType<typeof makeInvoice>>
  let companyId: string
  beforeEach(async () => {
    companyId = (await server.company({ name: 'Refunds' })).id
    made = await makeInvoice(server.db, { companyId })
  })
  const version = async () => (await invoiceOf(made.invoiceId)).version

  test('void needs a reason, keeps the number and cancels the hours; a paid invoice cannot be voided', async () => {
    const none = await act(made.invoiceId, 'void', { version: await version(), reason: ' ' })
    expect(none.status).toBe(400)
    const done = await act(made.invoiceId, 'void', { version: await version(), reason: 'Ordered by mistake.' })
    expect(done.body).toMatchObject({
      status: 'void',
      number: made.number,
      voidReason: 'Ordered by mistake.',
      dueCents: 0,
      hours: [{ state: 'void' }],
    })
    expect((await audit(made.invoiceId)).at(-1)).toMatchObject({
      action: 'invoice.void',
      reason: 'Ordered by mistake.',
      actor_id: world.admin.id,
    })
    expect((await server.call<Order>('GET', `/v1/orders/${made.orderId}`, { as: world.admin })).body.status).toBe(
      'canceled',
    )
    const late = await transfer(await invoiceOf(made.invoiceId), 175_000)
    expect([late.status, late.body.error.code]).toEqual([409, 'NOT_OPEN'])
    made = await makeInvoice(server.db, { companyId })
    const part = await transfer(await invoiceOf(made.invoiceId), 1_000)
    expect((await act(made.invoiceId, 'void', { version: part.body.version, reason: 'x' })).body.error.code).toBe(
      'PAID_IN_PART',
    )
  })

  test('release makes hours available before payment, with user and reason, and grants them once', async () => {
    const done = await act(made.invoiceId, 'release', { version: await version(), reason: 'Purchase order is here.' })
    expect(done.body).toMatchObject({ status: 'open', hours: [{ state: 'active', released: true }] })
    expect(await balance(companyId)).toBe(600)
    const block = await server.db
      .selectFrom('hour_blocks')
      .select(['released_by', 'release_reason'])
      .where('id', '=', made.blockId)
      .executeTakeFirst()
    expect(block).toEqual({ released_by: world.admin.id, release_reason: 'Purchase order is here.' })
    const again = await act(made.invoiceId, 'release', { version: await version(), reason: 'x' })
    expect(again.body.error.code).toBe('NOTHING_TO_RELEASE')
    await transfer(await invoiceOf(made.invoiceId), 175_000)
    expect(await balance(companyId)).toBe(600)
  })

  test('void cancels the unused part of hours that were released early', async () => {
    await act(made.invoiceId, 'release', { version: await version(), reason: 'x' })
    await act(made.invoiceId, 'void', { version: await version(), reason: 'Never paid.' })
    expect(await balance(companyId)).toBe(0)
  })

  test('refund removes its share of the unused minutes, and all of them when it is full', async () => {
    await transfer(await invoiceOf(made.invoiceId), 175_000)
    type Proposal = {
      payments: { leftCents: number }[]
      unusedMinutes: number
      unusedCents: number
      takesMinutes: number
    }
    const propose = async (cents: number) =>
      (
        await server.call<Proposal>('GET', `/v1/invoices/${made.invoiceId}/refund?amountCents=${cents}`, {
          as: world.admin,
        })
      ).body
    expect(await propose(87_500)).toMatchObject({
      unusedMinutes: 600,
      minutes: 600,
      unusedCents: 175_000,
      takesMinutes: 300,
    })
    const part = await act(made.invoiceId, 'refund', { version: await version(), amountCents: 87_500, reason: 'Half.' })
    expect(part.body).toMatchObject({ status: 'paid', refundedCents: 87_500, hours: [{ remaining: 300 }] })
    expect(part.body.payments[0]?.refunds).toMatchObject([{ minutes: 300, by: { id: world.admin.id } }])
    expect(await balance(companyId)).toBe(300)
    const much = await act(made.invoiceId, 'refund', { version: await version(), amountCents: 87_501, reason: 'x' })
    expect([much.status, Object.keys(much.body.error.fields ?? {})]).toEqual([422, ['amountCents']])
    const many = await act(made.invoiceId, 'refund', {
      version: await version(),
      amountCents: 100,
      minutes: 301,
      reason: 'x',
    })
    expect([many.status, Object.keys(many.body.error.fields ?? {})]).toEqual([422, ['minutes']])
    const rest = await act(made.invoiceId, 'refund', { version: await version(), amountCents: 87_500, reason: 'Rest.' })
    expect(rest.body).toMatchObject({
      status: 'refunded',
      refundedCents: 175_000,
      hours: [{ state: 'void', remaining: 0 }],
    })
    expect(await balance(companyId)).toBe(0)
    expect(await events(made.invoiceId)).toEqual(['issued', 'paid', 'refunded', 'refunded'])
    const none = await act(made.invoiceId, 'refund', { version: await version(), amountCents: 1, reason: 'x' })
    expect(none.body.error.code).toBe('NOT_REFUNDABLE')
    expect((await server.call<Order>('GET', `/v1/orders/${made.orderId}`, { as: world.admin })).body.status).toBe(
      'refunded',
    )
  })

  test('refund as goodwill keeps the hours', async () => {
    await transfer(await invoiceOf(made.invoiceId), 175_000)
    await act(made.invoiceId, 'refund', {
      version: await version(),
      amountCents: 175_000,
      minutes: 0,
      reason: 'Goodwill.',
    })
    expect([(await invoiceOf(made.invoiceId)).status, await balance(companyId)]).toEqual(['refunded', 600])
  })

  test('only one of two parallel refunds is made', async () => {
    await transfer(await invoiceOf(made.invoiceId), 175_000)
    const now = await version()
    const both = await Promise.all(
      [1, 2].map(() => act(made.invoiceId, 'refund', { version: now, amountCents: 100_000, reason: 'x' })),
    )
    expect(both.map((r) => r.status).toSorted()).toEqual([200, 409])
  })
})

describe('lists', () => {
  test('show owners their own and administrators all invoices, filtered, sorted and paged; others none', async () => {
    const company = await server.company({ name: 'Listed & Sons' })
    const owner = await server.person(company, 'owner')
    const member = await server.person(company, 'member')
    const made = []
    for (const cents of [300, 100, 200]) made.push(await makeInvoice(server.db, { companyId: company.id, cents }))
    await server.db
      .updateTable('invoices')
      .set({ due_on: '2026-01-01' })
      .where('id', '=', made[1]?.invoiceId as string)
      .execute()
    const list = async (query: string, as = owner) =>
      (await server.call<List<Invoice>>('GET', `/v1/invoices?${query}`, { as })).body
    expect((await list('')).items.map((i) => i.totalCents)).toEqual([200, 100, 300])
    expect((await list('sort=total&order=asc')).items.map((i) => i.totalCents)).toEqual([100, 200, 300])
    expect((await list('overdue=yes')).items).toMatchObject([{ totalCents: 100, overdue: true }])
    expect((await list('sort=due&order=asc')).items[0]?.totalCents).toBe(100)
    expect((await list(`q=${made[0]?.number}`)).items).toHaveLength(1)
    expect((await list('q=listed%20%26', world.admin)).items).toHaveLength(3)
    expect((await list('q=%25', owner)).items).toHaveLength(0)
    for (const sort of ['issued', 'due', 'total']) {
      const seen: string[] = []
      let cursor = ''
      do {
        const page = await list(`sort=${sort}&order=asc&limit=2${cursor && `&cursor=${cursor}`}`)
        seen.push(...page.items.map((i) => i.id))
        cursor = page.nextCursor ?? ''
      } while (cursor)
      expect([new Set(seen).size, seen.length], sort).toEqual([3, 3])
    }
    expect((await list('', world.admin)).items.length).toBeGreaterThan(3)
    expect((await list(`company=${company.id}`, world.north.owner)).items).toEqual([])
    for (const as of [member, world.engineer])
      expect((await server.call('GET', '/v1/invoices', { as })).status).toBe(403)
    const csv = await server.call('GET', '/v1/invoices.csv?sort=total&order=asc', { as: owner })
    const lines = csv.text.trim().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toBe(
      'Number,Company,Description,Status,Overdue,Issued,Due date,Total,Paid,Refunded,Amount due,Currency,Paid at',
    )
    expect(lines[1]).toContain('Listed & Sons')
    expect(lines[1]).toMatch(/,Open,(Yes|No),\d{4}-\d\d-\d\d,/)
    expect(lines[1]).toContain(',1.00,0.00,0.00,1.00,USD,')
    const bad = Buffer.from(JSON.stringify(['due asc', 'xx', crypto.randomUUID()])).toString('base64url')
    expect((await server.call('GET', `/v1/invoices?sort=due&order=asc&cursor=${bad}`, { as: owner })).status).toBe(400)
  })

  test('summary and revenue add up to the cent', async () => {
    const company = await server.company({ name: 'Sums' })
    const owner = await server.person(company, 'owner')
    const [paid, late, , voided] = await Promise.all(
      [10_000, 20_000, 30_001, 40_000].map((cents) => makeInvoice(server.db, { companyId: company.id, cents })),
    )
    const issued = await invoiceOf(paid?.invoiceId as string)
    await transfer(issued, 10_000, { paidOn: issued.issuedOn })
    await act(paid?.invoiceId as string, 'refund', {
      version: (await invoiceOf(paid?.invoiceId as string)).version,
      amountCents: 2_500,
      reason: 'x',
    })
    await server.db
      .updateTable('invoices')
      .set({ due_on: '2026-01-01' })
      .where('id', '=', late?.invoiceId as string)
      .execute()
    await act(voided?.invoiceId as string, 'void', {
      version: (await invoiceOf(voided?.invoiceId as string)).version,
      reason: 'x',
    })
    const { body } = await server.call('GET', '/v1/billing/summary', { as: owner })
    expect(body).toMatchObject({
      dueCents: 50_001,
      openInvoices: 2,
      overdueCents: 20_000,
      overdueInvoices: 1,
      nextDue: { id: late?.invoiceId },
      nextCharge: null,
      pendingMinutes: 1_200,
      paidThisYearCents: 7_500,
      methods: ['invoice'],
    })
    const own = await server.call('GET', `/v1/billing/summary?companyId=${company.id}`, { as: world.north.owner })
    expect(own.body).toMatchObject({ company: { id: world.north.company.id } })
    expect(
      (await server.call('GET', `/v1/billing/summary?companyId=${crypto.randomUUID()}`, { as: world.admin })).status,
    ).toBe(404)
    type Sum = {
      invoicedCents: number
      paidCents: number
      refundedCents: number
      openCents: number
      overdueCents: number
    }
    const revenue = (
      await server.call<{ months: (Sum & { month: string })[]; totals: Sum; companies: Sum[] }>(
        'GET',
        `/v1/billing/revenue?company=${company.id}&from=${issued.issuedOn.slice(0, 4)}-01`,
        { as: world.admin },
      )
    ).body
    const expected = { invoicedCents: 60_001, paidCents: 10_000, refundedCents: 2_500 }
    expect(revenue.totals).toEqual({ ...expected, openCents: 50_001, overdueCents: 20_000 })
    expect(revenue.companies).toMatchObject([{ ...expected, company: { name: 'Sums' } }])
    expect(revenue.months.at(-1)).toEqual({ month: issued.issuedOn.slice(0, 7), ...expected })
    expect(revenue.months.reduce((n, m) => n + m.invoicedCents, 0)).toBe(60_001)
    const year = (await server.call<{ months: object[] }>('GET', '/v1/billing/revenue', { as: world.admin })).body
    expect(year.months).toHaveLength(12)
    expect((await server.call('GET', '/v1/billing/revenue?from=2026-05&to=2026-01', { as: world.admin })).status).toBe(
      422,
    )
    for (const as of [owner, world.engineer])
      expect((await server.call('GET', '/v1/billing/revenue', { as })).status).toBe(403)
  })

  test('search finds invoices by number', async () => {
    const { number, invoiceId } = await makeInvoice(server.db, { companyId: world.north.company.id })
    const find = async (q: string, as: Person) =>
      (
        await server.call<List<{ kind: string; id: string; path: string }>>(
          'GET',
          `/v1/search?q=${encodeURIComponent(q)}`,
          { as },
        )
      ).body.items.filter((h) => h.kind === 'invoice')
    const short = `inv ${Number(number?.split('-')[2])}`
    for (const q of [number as string, (number as string).toLowerCase(), short])
      expect(
        (await find(q, world.north.owner)).map((h) => h.id),
        q,
      ).toEqual([invoiceId])
    expect((await find(number as string, world.admin))[0]?.path).toBe(
      `/companies/${world.north.company.id}?tab=billing&invoice=${invoiceId}`,
    )
    for (const as of [world.south.owner, world.north.member, world.engineer])
      expect(await find(number as string, as)).toEqual([])
  })
})

describe('reminders', () => {
  test('are due on the due date and 7 and 14 days later; only the latest missed one is sent', () => {
    const table = [
      ['2026-11-14', null, null],
      ['2026-11-15', null, 0],
      ['2026-11-15', 0, null],
      ['2026-11-21', 0, null],
      ['2026-11-22', 0, 7],
      ['2026-11-29', 7, 14],
      ['2026-12-24', 14, null],
      ['2026-12-24', null, 14],
    ] as const
    for (const [day, reminded, due] of table)
      expect(reminderDue('2026-11-15', day, reminded), `${day} ${reminded}`).toBe(due)
  })

  test('are sent once each, however often the job runs, and stop when the invoice is paid or void', async () => {
    const company = await server.company({ name: 'Late' })
    const made = await Promise.all(
      [1, 2, 3].map(() => makeInvoice(server.db, { companyId: company.id, paymentDays: 0 })),
    )
    const [open, paid, voided] = made.map((m) => m.invoiceId) as [string, string, string]
    const { rows } = await sql<{ day: string }>`select hours_day(now())::text as day`.execute(server.db)
    const due = rows[0]?.day as string
    const plus = (n: number) => new Date(Date.parse(due) + n * 86_400_000).toISOString().slice(0, 10)
    await Promise.all([1, 2, 3].map(() => sendInvoiceReminders(server.platform, plus(0))))
    await transfer(await invoiceOf(paid), 175_000)
    await act(voided, 'void', { version: (await invoiceOf(voided)).version, reason: 'x' })
    for (const n of [1, 7, 7, 8, 14, 15, 40]) await sendInvoiceReminders(server.platform, plus(n))
    const steps = async (id: string) =>
      (
        await server.db
          .selectFrom('events')
          .select('data')
          .where('subject_id', '=', id)
          .where('kind', '=', 'reminder')
          .orderBy('id')
          .execute()
      ).map((e) => (e.data as { step: number }).step)
    expect([await steps(open), await steps(paid), await steps(voided)]).toEqual([[0, 7, 14], [0], [0]])
  })
})

describe('months of agreements', () => {
  test('are billed once, however often the job runs', async () => {
    const company = await server.company({ name: 'Monthly' })
    const agreementId = crypto.randomUUID()
    await server.db
      .insertInto('agreements')
      .values({
        company_id: company.id,
        id: agreementId,
        name: 'Care',
        type: 'managed_automation',
        created_by: world.admin.id,
      })
      .execute()
    const actor = systemOf(company.id)
    const bill = () =>
      server.platform.db.asActor(actor, (db) =>
        billPeriod(
          db,
          { actor },
          {
            companyId: company.id,
            agreementId,
            description: 'Care, November 2026',
            unitCents: 49_900,
            periodFrom: '2026-11-01',
            periodTo: '2026-11-30',
            paymentDays: 15,
          },
        ),
      )
    const all = await Promise.allSettled([bill(), bill(), bill(), bill()])
    const placed = all.flatMap((r) => (r.status === 'fulfilled' && r.value ? [r.value] : []))
    expect(placed).toHaveLength(1)
    expect(await bill()).toBeNull()
    expect(placed[0]?.number).toMatch(/^INV-/)
    expect(
      await server.db
        .selectFrom('orders')
        .select(['source', 'method', 'placed_by'])
        .where('company_id', '=', company.id)
        .execute(),
    ).toEqual([{ source: 'recurring', method: 'invoice', placed_by: null }])
  })

  test('are paid immediately when the price is zero', async () => {
    const company = await server.company()
    const actor = systemOf(company.id)
    const line = { kind: 'other' as const, description: 'Trial', quantity: 1, unitCents: 0 }
    const { invoiceId } = await server.platform.db.asActor(actor, (db) =>
      placeOrder(
        db,
        { actor },
        { companyId: company.id, source: 'manual', method: 'invoice', lines: [line], paymentDays: 15, issue: true },
      ),
    )
    expect(await invoiceOf(invoiceId)).toMatchObject({ status: 'paid', totalCents: 0, dueCents: 0 })
  })
})
