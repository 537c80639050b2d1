// Purchases of the demo's partners: months of orders and invoices that are paid, open, overdue, void or refunded, with
// their hours. The rows are written as they would be by now, without notifications.

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { brand } from '../../brand.config.ts'
import { PAYMENT_DAYS } from '../../src/contract/plain/rates.ts'
import { describePack } from '../../src/server/billing/packs/pack-text.ts'
import { activateBlock, balanceOf, grantBlock, voidBlock, watchBalance } from '../../src/server/hours/index.ts'
import { systemOf } from '../../src/server/platform/database/db.ts'
import type { Platform } from '../../src/server/platform/platform.ts'
import type { MadeCompany, MadeUser, Owner } from '../factories/people.ts'
import { idAt } from '../factories/tickets.ts'

type Cast = { companies: Map<string, MadeCompany>; people: Map<string, MadeUser>; now: number }

const DAY = 86_400_000

/** Days are counted back from today. */
type Purchase = {
  company: string
  by: string
  pack: string
  ago: number
  source?: 'top_up'
  /** Days from the order to the bank transfer. */
  paid?: number
  reference?: string
  void?: { after: number; reason: string }
  refund?: { after: number; reason: string }
  reminded?: 0 | 7 | 14
}

const NORTHGATE = { company: 'Northgate IT', by: 'owner@northgate.example' }
const BLUEPEAK = { company: 'Bluepeak Managed Services', by: 'owner@bluepeak.example' }
const PURCHASES: Purchase[] = [
  { ...NORTHGATE, pack: '20 hours', ago: 214, paid: 9, reference: 'NORTHGATE IT 8831' },
  {
    ...NORTHGATE,
    pack: '10 hours',
    ago: 152,
    void: { after: 1, reason: 'Ordered twice within a minute. Dana asked us to cancel one.' },
  },
  { ...BLUEPEAK, pack: '10 hours', ago: 131, paid: 6, reference: 'BLUEPEAK MS 0042' },
  { ...NORTHGATE, pack: '10 hours', ago: 118, paid: 11, reference: 'NORTHGATE IT 9006' },
  {
    ...NORTHGATE,
    pack: '10 hours',
    ago: 83,
    paid: 4,
    reference: 'NORTHGATE IT 9154',
    refund: { after: 13, reason: 'Bought for the Cedar Valley move, which their client canceled.' },
  },
  { ...BLUEPEAK, pack: '20 hours', ago: 58, paid: 14, reference: 'BLUEPEAK MS 0057' },
  { ...NORTHGATE, pack: '40 hours', ago: 47, paid: 12, reference: 'NORTHGATE IT 9310' },
  { ...NORTHGATE, pack: '10 hours', ago: 25, reminded: 7 },
  { ...NORTHGATE, pack: '20 hours', ago: 4 },
  { ...BLUEPEAK, pack: '10 hours', ago: 2, source: 'top_up' },
]

async function seedPurchase(db: Owner, p: Purchase, { companies, people, now }: Cast): Promise<string> {
  const company = companies.get(p.company) as MadeCompany
  const buyer = people.get(p.by) as MadeUser
  const admin = people.get('admin@millwright.example') as MadeUser
  const of = { company_id: company.id }
  const system = { actor: systemOf(company.id) }
  const at = (after = 0) => new Date(now - (p.ago - after) * DAY).toISOString()
  const pack = await db.selectFrom('hour_packs').selectAll().where('name', '=', p.pack).executeTakeFirstOrThrow()
  const ordered = new Date(at())
  const ids = { order: idAt(ordered), invoice: idAt(ordered), block: idAt(ordered), payment: uuid() }
  await grantBlock(db, system, {
    companyId: company.id,
    id: ids.block,
    source: p.source ?? 'purchase',
    name: pack.name,
    minutes: pack.minutes,
    priceCents: pack.price_cents,
    validMonths: pack.valid_months,
    state: 'pending',
    at: at(),
  })
  const total = pack.price_cents
  const status = p.void ? 'void' : p.refund ? 'refunded' : p.paid !== undefined ? 'paid' : 'open'
  await db
    .insertInto('orders')
    .values({
      ...of,
      id: ids.order,
      source: p.source ?? 'purchase',
      status: p.void ? 'canceled' : status,
      method: 'invoice',
      total_cents: total,
      placed_by: buyer.id,
      created_at: at(),
      updated_at: at(),
    })
    .execute()
  await db
    .insertInto('order_lines')
    .values({
      ...of,
      id: uuid(),
      order_id: ids.order,
      kind: 'hours',
      description: describePack(pack),
      unit_cents: total,
      amount_cents: total,
      pack_id: pack.id,
      block_id: ids.block,
    })
    .execute()
  await db
    .insertInto('invoices')
    .values({ ...of, id: ids.invoice, order_id: ids.order, total_cents: total, created_at: at() })
    .execute()
  const day = sql<string>`hours_day(${at()}::timestamptz)`
  await sql`select issue_invoice(c.id, ${ids.invoice}::uuid, ${day}, ${day} + ${PAYMENT_DAYS}::int,
    jsonb_build_object('name', c.name, 'address', c.address, 'phone', c.phone, 'email', ${buyer.email}::text), provider_party() || jsonb_build_object('email', ${brand.supportEmail}::text))
    from companies c where c.id = ${company.id}`.execute(db)
  const paidAt = p.paid === undefined ? null : at(p.paid)
  const did = (who: MadeUser, action: string, after: number, subjectId: string, more: object, reason?: string) =>
    db
      .insertInto('audit_log')
      .values({
        ...of,
        actor_id: who.id,
        actor_role: who === admin ? 'admin' : 'owner',
        action,
        subject_type: action.startsWith('order') ? 'order' : 'invoice',
        subject_id: subjectId,
        after: JSON.stringify(more),
        reason: reason ?? null,
        created_at: at(after),
      })
      .execute()
  await did(buyer, 'order.place', 0, ids.order, { source: p.source ?? 'purchase', totalCents: total })
  if (p.paid !== undefined)
    await did(admin, 'invoice.transfer', p.paid, ids.invoice, { amountCents: total, reference: p.reference })
  if (p.void) await did(admin, 'invoice.void', p.void.after, ids.invoice, { status: 'void' }, p.void.reason)
  if (p.refund) await did(admin, 'invoice.refund', p.refund.after, ids.invoice, { amountCents: total }, p.refund.reason)
  await db
    .updateTable('invoices')
    .set({
      status,
      issued_at: at(),
      updated_at: at(p.refund?.after ?? p.void?.after ?? p.paid ?? 0),
      reminded: p.reminded ?? null,
      ...(paidAt ? { paid_at: paidAt, paid_cents: total } : {}),
      ...(p.refund ? { refunded_cents: total } : {}),
      ...(p.void ? { voided_at: at(p.void.after), void_reason: p.void.reason } : {}),
    })
    .where('company_id', '=', company.id)
    .where('id', '=', ids.invoice)
    .execute()
  if (p.void) await voidBlock(db, system, company.id, ids.block, p.void.reason, { at: at(p.void.after) })
  if (!paidAt) return ids.order
  await db
    .insertInto('payments')
    .values({
      ...of,
      id: ids.payment,
      invoice_id: ids.invoice,
      method: 'transfer',
      status: 'succeeded',
      amount_cents: total,
      refunded_cents: p.refund ? total : 0,
      reference: p.reference ?? null,
      recorded_by: admin.id,
      paid_at: paidAt,
      created_at: paidAt,
      updated_at: paidAt,
    })
    .execute()
  await activateBlock(db, system, company.id, ids.block, { at: paidAt })
  if (p.refund) {
    const back = at(p.refund.after)
    await voidBlock(db, system, company.id, ids.block, `Refund: ${p.refund.reason}`, { at: back })
    await db
      .insertInto('refunds')
      .values({
        ...of,
        id: uuid(),
        payment_id: ids.payment,
        amount_cents: total,
        reason: p.refund.reason,
        status: 'succeeded',
        minutes: pack.minutes,
        wanted_minutes: pack.minutes,
        settled_at: back,
        refunded_by: admin.id,
        created_at: back,
        updated_at: back,
      })
      .execute()
  }
  return ids.order
}

/** Numbers all invoices by issue date, because different parts of the demo write them. */
export const numberInvoices = (db: Owner): Promise<unknown> =>
  sql`with n as (select company_id, id, extract(year from issued_on)::int as year,
      row_number() over (partition by extract(year from issued_on) order by issued_at, id) as n from invoices where number is not null)
    update invoices i set number = format('INV-%s-%s', n.year + 5000, lpad(n.n::text, 4, '0')) from n where n.company_id = i.company_id and n.id = i.id`
    .execute(db)
    .then(() =>
      sql`update invoices set number = format('INV-%s-%s', substr(number, 5, 4)::int - 5000, substr(number, 10)) where number is not null`.execute(
        db,
      ),
    )

/** Writes orders, invoices, payments and an automatic top-up rule of the demo's partners. */
export async function seedBilling(db: Owner, _platform: Platform, cast: Cast): Promise<void> {
  const { companies, people, now } = cast
  const orders = new Map<Purchase, string>()
  for (const purchase of PURCHASES) orders.set(purchase, await seedPurchase(db, purchase, cast))
  await numberInvoices(db)

  // Bluepeak has an automatic top-up that needs approval. Northgate asks in a ticket how to set one up.
  const bluepeak = companies.get(BLUEPEAK.company) as MadeCompany
  const priya = people.get(BLUEPEAK.by) as MadeUser
  const ten = await db.selectFrom('hour_packs').selectAll().where('name', '=', '10 hours').executeTakeFirstOrThrow()
  const set = new Date(now - 40 * DAY).toISOString()
  await db
    .insertInto('top_up_rules')
    .values({
      company_id: bluepeak.id,
      enabled: true,
      threshold: 600,
      pack_id: ten.id,
      monthly_cap_cents: 350_000,
      approver_id: priya.id,
      set_by: priya.id,
      created_at: set,
      updated_at: set,
    })
    .execute()
  await watchBalance(db, bluepeak.id, 600)
  const bought = PURCHASES.find((p) => p.source === 'top_up')
  if (bought) {
    const asked = new Date(now - (bought.ago + 0.2) * DAY)
    const { episode } = await balanceOf(db, bluepeak.id)
    await db
      .insertInto('top_ups')
      .values({
        company_id: bluepeak.id,
        id: idAt(asked),
        episode,
        state: 'ordered',
        pack_id: ten.id,
        price_cents: ten.price_cents,
        order_id: orders.get(bought) ?? null,
        balance: 585,
        decided_by: priya.id,
        decided_at: new Date(now - bought.ago * DAY).toISOString(),
        created_at: asked.toISOString(),
      })
      .execute()
  }
  // Do not send notifications about the past.
  await db.deleteFrom('events').where('topic', '=', 'hours').execute()
}
