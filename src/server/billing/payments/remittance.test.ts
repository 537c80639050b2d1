// The provider's bank details: who sets them, what invoices keep, and what happens without them.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAgreement } from '../../../../test/factories/agreements.ts'
import { happened } from '../../../../test/harness/happened.ts'
import {
  type ErrorShape,
  type Person,
  startServer,
  type TestServer,
  type World,
} from '../../../../test/harness/server.ts'
import { startStripe } from '../../../../test/harness/stripe-emulator.ts'
import { advanceAgreements } from '../../agreements/jobs.ts'
import { systemOf } from '../../platform/database/db.ts'
import { invoiceDocumentTemplate } from '../document-template.ts'
import { billingNotifier } from '../notices.ts'
import { placeOrder } from '../orders/place-order.ts'
import { checkRemittance } from './remittance.ts'

type Json = Record<string, never> & ErrorShape & Record<string, unknown>

let server: TestServer
let world: World
let admin: Person
let owner: Person
beforeAll(async () => {
  server = await startServer({ BANK_TRANSFER: '' })
  world = await server.world()
  admin = world.admin
  owner = world.north.owner
})
afterAll(() => server.close())

const DETAILS = {
  accountName: 'Millwright LLC',
  bankName: 'First Sample Bank',
  routingNumber: '123456780',
  accountNumber: '0001 2345 6789',
}
const set = (body: object, as = admin) => server.call<Json>('PUT', '/v1/remittance', { as, body })
const get = (as = admin) => server.call<Json>('GET', '/v1/remittance', { as })
const write = () =>
  server.call<Json & { id: string; number: string; remittance: object | null }>('POST', '/v1/invoices', {
    as: admin,
    body: { companyId: owner.companyId, lines: [{ description: 'Workshop', quantity: 1.5, unitCents: 10_001 }] },
  })
const buyHours = async () => {
  const pack = await server.db.selectFrom('hour_packs').select(['id', 'price_cents']).executeTakeFirstOrThrow()
  return server.call<Json>('POST', '/v1/orders', {
    as: owner,
    body: { packId: pack.id, method: 'invoice', expectedCents: pack.price_cents },
  })
}
const findings = () =>
  server.db.selectFrom('findings').select(['title', 'resolved_at']).where('kind', '=', 'remittance_missing').execute()
const sheetOf = async (id: string) =>
  JSON.stringify(
    await server.platform.db.asActor(systemOf(owner.companyId), (db) =>
      invoiceDocumentTemplate.describe(server.platform, db, { ...systemOf(owner.companyId) }, id),
    ),
  )

test('issues nothing without bank details and cards, notifies administrators, and catches up later', async () => {
  const { rows } = await sql<{ today: string }>`select hours_day(now())::text as today`.execute(server.db)
  const today = rows[0]?.today as string
  const agreement = await makeAgreement(server.db, {
    by: admin,
    companyId: owner.companyId,
    type: 'managed_automation',
    terms: { monthlyPriceCents: 49_000 },
    signed: { by: owner },
  })
  await server.db.updateTable('agreements').set({ next_period_on: today }).where('id', '=', agreement.id).execute()
  for (const r of [await write(), await buyHours()]) {
    expect([r.status, r.body.error?.code]).toEqual([422, 'NO_REMITTANCE'])
    expect(r.body.error.message).toMatch(/Settings → Remittance/)
  }
  await advanceAgreements(server.platform, today).catch(() => {})
  expect(await server.db.selectFrom('invoices').select('id').execute()).toEqual([])
  expect(await server.db.selectFrom('orders').select('id').execute()).toEqual([])
  for (let n = 0; n < 2; n++) await checkRemittance(server.platform)
  expect(await findings()).toEqual([
    { title: 'Invoices can’t be issued: remittance details are missing', resolved_at: null },
  ])
  const listed = await server.call<{ items: { kind: string }[] }>('GET', '/v1/findings', { as: admin })
  expect([listed.status, listed.body.items.map((one) => one.kind)]).toEqual([200, ['remittance_missing']])
  const event = await server.db.selectFrom('events').selectAll().where('kind', '=', 'finding').executeTakeFirstOrThrow()
  const notices = await server.db
    .transaction()
    .execute((tx) => billingNotifier.collectNotices(server.platform, tx, happened(event)))
  expect(notices.map((n) => [n.to, n.path])).toEqual([[{ userId: admin.id }, '/settings/remittance']])

  expect((await set({ version: 0, ...DETAILS })).status).toBe(200)
  await checkRemittance(server.platform)
  expect((await findings())[0]?.resolved_at).not.toBeNull()
  await advanceAgreements(server.platform, today)
  expect(await server.db.selectFrom('invoices').select(['status', 'total_cents']).execute()).toMatchObject([
    { status: 'open' },
  ])
})

test('shows an invoice with the details of its issue date everywhere', async () => {
  const made = (await write()).body
  const kept = { ...DETAILS, accountNumber: '000123456789' }
  expect(made.remittance).toEqual(kept)
  const { version } = (await get()).body as never as { version: number }
  expect((await set({ version, ...DETAILS, bankName: 'Second Sample Bank', swift: 'smplus33' })).status).toBe(200)
  const read = await server.call<typeof made>('GET', `/v1/invoices/${made.id}`, { as: owner })
  expect(read.body.remittance).toEqual(kept)
  const paper = await sheetOf(made.id)
  for (const text of ['First Sample Bank', '123456780', '000123456789', made.number]) expect(paper).toContain(text)
  expect(paper).not.toContain('Second Sample Bank')
  const next = (await write()).body
  expect(next.remittance).toMatchObject({ bankName: 'Second Sample Bank', swift: 'SMPLUS33' })
  const issued = await server.db
    .selectFrom('events')
    .selectAll()
    .where('kind', '=', 'issued')
    .where('subject_id', '=', made.id)
    .executeTakeFirstOrThrow()
  const [notice] = await server.db
    .transaction()
    .execute((tx) => billingNotifier.collectNotices(server.platform, tx, happened(issued)))
  const mail = JSON.stringify(notice?.mail)
  for (const text of ['First Sample Bank', 'Reference', made.number]) expect(mail).toContain(text)
})

test('keeps a fractional quantity and rounds the amount once', async () => {
  const { id } = (await write()).body
  const read = await server.call<Json>('GET', `/v1/invoices/${id}`, { as: owner })
  // 1.5 × $100.01 is $150.015, and half a cent rounds up.
  expect(read.body).toMatchObject({
    totalCents: 15_002,
    lines: [{ quantity: 1.5, unitCents: 10_001, amountCents: 15_002 }],
  })
  expect(await sheetOf(id)).toContain('"1.5"')
  const many = await server.call<Json>('POST', '/v1/invoices', {
    as: admin,
    body: {
      companyId: owner.companyId,
      lines: [
        { description: 'A third', quantity: 0.333, unitCents: 10_000 },
        { description: 'Half a cent', quantity: 0.005, unitCents: 100 },
        { description: 'Whole', quantity: 3, unitCents: 100 },
      ],
    },
  })
  expect(many.body).toMatchObject({
    totalCents: 3_330 + 1 + 300,
    lines: [{ quantity: 0.333 }, { quantity: 0.005 }, {}],
  })
  for (const quantity of [0, -1, 0.0001, 1.2345, 10_001]) {
    const r = await server.call<Json>('POST', '/v1/invoices', {
      as: admin,
      body: { companyId: owner.companyId, lines: [{ description: 'x', quantity, unitCents: 100 }] },
    })
    expect([r.status, Object.keys(r.body.error.fields ?? {})], `quantity ${quantity}`).toEqual([
      400,
      ['lines.0.quantity'],
    ])
  }
})

test('lets administrators set them, with field errors and an audit entry for each change', async () => {
  for (const as of [owner, world.north.member, world.engineer]) {
    expect((await get(as)).status).toBe(403)
    expect((await set({ version: 1, ...DETAILS }, as)).status).toBe(403)
  }
  const wrong = await set({
    version: 1,
    accountName: ' ',
    bankName: 'Two\nlines',
    routingNumber: '123456789',
    accountNumber: '12',
    swift: 'nope',
    note: 'x'.repeat(1_001),
  })
  expect(wrong.status).toBe(400)
  expect(wrong.body.error.fields).toEqual({
    accountName: ['Enter the name on the account.'],
    bankName: ['Use a single line.'],
    routingNumber: ['This routing number isn’t valid. Check the nine digits.'],
    accountNumber: ['Enter 4 to 34 letters, digits or hyphens.'],
    swift: ['Enter a SWIFT code with 8 or 11 letters and digits.'],
    note: ['At most 1,000 characters.'],
  })
  const late = await set({ version: 1, ...DETAILS })
  expect([late.status, late.body.error.code]).toEqual([409, 'CONFLICT'])
  const audit = await server.db
    .selectFrom('audit_log')
    .select(['actor_id', 'before', 'after'])
    .where('action', '=', 'remittance.edit')
    .orderBy('id')
    .execute()
  expect(audit).toMatchObject([
    { actor_id: admin.id, after: { bankName: 'First Sample Bank' } },
    { before: { bankName: 'First Sample Bank' }, after: { bankName: 'Second Sample Bank' } },
  ])
})

test('shows the setting BANK_TRANSFER on invoices until details are entered', async () => {
  const other = await startServer({ BANK_TRANSFER: 'Wire to account 42' })
  try {
    const there = await other.world()
    const r = await other.call<{ remittance: object }>('POST', '/v1/invoices', {
      as: there.admin,
      body: { companyId: there.north.company.id, lines: [{ description: 'x', unitCents: 100 }] },
    })
    expect(r.body.remittance).toEqual({ note: 'Wire to account 42' })
    const settings = await other.call<Json>('GET', '/v1/remittance', { as: there.admin })
    expect(settings.body).toMatchObject({ details: null, initialNote: 'Wire to account 42', version: 0 })
  } finally {
    await other.close()
  }
})

test('requires details for invoices even with cards, but not for automatic card charges', async () => {
  const stripe = await startStripe()
  const other = await startServer({ ...stripe.settings, BANK_TRANSFER: '' })
  try {
    const { admin, north } = await other.world()
    const companyId = north.company.id
    const pack = await other.db.selectFrom('hour_packs').select(['id', 'price_cents']).executeTakeFirstOrThrow()
    const byHand = { companyId, lines: [{ description: 'Workshop', unitCents: 10_000 }] }
    const bought = { packId: pack.id, method: 'invoice', expectedCents: pack.price_cents }
    for (const r of [
      await other.call<Json>('POST', '/v1/invoices', { as: admin, body: byHand }),
      await other.call<Json>('POST', '/v1/orders', { as: north.owner, body: bought }),
    ])
      expect([r.status, r.body.error?.code]).toEqual([422, 'NO_REMITTANCE'])
    await checkRemittance(other.platform)
    expect(await other.db.selectFrom('findings').select('kind').execute()).toEqual([{ kind: 'remittance_missing' }])
    const charged = await other.db.transaction().execute((tx) =>
      placeOrder(
        tx,
        { actor: systemOf(companyId) },
        {
          companyId,
          source: 'recurring',
          method: 'card',
          paymentDays: 15,
          issue: true,
          lines: [{ kind: 'other', description: 'Month', quantity: 1, unitCents: 10_000 }],
        },
      ),
    )
    expect(charged.number).toMatch(/^INV-/)
  } finally {
    await other.close()
    await stripe.close()
  }
})
