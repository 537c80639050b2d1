// Purchases of the demo's automations: orders with invoices, agreements for those with a monthly price, and one whose
// intake is not answered yet. The rows are written as they would be by now, without notifications.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { brand } from '../../brand.config.ts'
import { NOTICE_DAYS, PAYMENT_DAYS } from '../../src/contract/plain/rates.ts'
import { calculateFirstPeriod } from '../../src/server/agreements/index.ts'
import { agreementText } from '../../src/server/marketplace/agreement-text.ts'
import { countPopularity } from '../../src/server/marketplace/catalogue/popularity.ts'
import type { Platform } from '../../src/server/platform/platform.ts'
import { makeAgreement } from '../factories/agreements.ts'
import type { MadeCompany, MadeUser, Owner } from '../factories/people.ts'
import { idAt } from '../factories/tickets.ts'
import { numberInvoices } from './billing.ts'

type Cast = { companies: Map<string, MadeCompany>; people: Map<string, MadeUser>; now: number }
const DAY = 86_400_000
/** The buyer at each company. */
const BUYERS: [company: string, email: string][] = [
  ['Northgate IT', 'owner@northgate.example'],
  ['Bluepeak Managed Services', 'owner@bluepeak.example'],
]
/** Products bought in the marketplace. Staff installed the others, before the marketplace existed. */
export const BOUGHT_PRODUCTS = [
  'stale-device-retirement',
  'call-summaries-onto-tickets',
  'morning-brief-for-the-service-desk',
]

/** Writes orders and invoices of marketplace purchases. Needs the automations. */
export async function seedPurchases(db: Owner, _platform: Platform, { companies, people, now }: Cast): Promise<void> {
  const provider = { name: brand.longName, email: brand.supportEmail }
  const admin = people.get('admin@millwright.example') as MadeUser
  for (const [name, email] of BUYERS) {
    const company = companies.get(name) as MadeCompany
    const buyer = people.get(email) as MadeUser
    const bought = await db
      .selectFrom('installations as i')
      .innerJoin('products as p', 'p.id', 'i.product_id')
      .select(['i.id', 'i.created_at', 'i.price_model', 'i.price_cents', 'p.id as product_id', 'p.slug', 'p.name'])
      .select(['p.promise', 'p.steps', 'p.needs', 'p.included', 'p.limits', 'p.setup_days'])
      .where('i.company_id', '=', company.id)
      .where('p.slug', 'in', BOUGHT_PRODUCTS)
      .orderBy('i.created_at')
      .execute()
    for (const b of bought) {
      const at = new Date(b.created_at)
      const cents = b.price_cents as number
      const monthly = b.price_model === 'monthly'
      const day = at.toISOString().slice(0, 10)
      const part = monthly ? calculateFirstPeriod(cents, day) : null
      const agreement = monthly
        ? await makeAgreement(db, {
            by: admin,
            companyId: company.id,
            type: 'managed_automation',
            name: b.name,
            source: agreementText({
              provider,
              company: { name: company.name, address: null },
              product: { ...b, price_cents: cents },
            }),
            at: at.toISOString(),
            terms: {
              monthlyPriceCents: cents,
              coversTime: true,
              noticeDays: NOTICE_DAYS,
              paymentDays: PAYMENT_DAYS,
              startsOn: day,
            },
            signed: { by: buyer, at: at.toISOString() },
          })
        : null
      if (agreement && part)
        await db.updateTable('agreements').set({ next_period_on: part.nextOn }).where('id', '=', agreement.id).execute()
      const total = part?.cents ?? cents
      const order = idAt(at)
      const invoice = idAt(at)
      const stamp = { created_at: at.toISOString(), updated_at: at.toISOString() }
      // Paid by bank transfer six days later. The newest invoices are still open.
      const paid = now - at.getTime() > 8 * DAY ? new Date(at.getTime() + 6 * DAY).toISOString() : null
      await db
        .insertInto('orders')
        .values({
          company_id: company.id,
          id: order,
          source: 'purchase',
          status: paid ? 'paid' : 'open',
          method: 'invoice',
          total_cents: total,
          agreement_id: agreement?.id ?? null,
          placed_by: buyer.id,
          ...stamp,
        })
        .execute()
      await db
        .insertInto('order_lines')
        .values({
          company_id: company.id,
          id: uuid(),
          order_id: order,
          kind: part ? 'month' : 'product',
          description: agreement && part ? `A-${agreement.number} ${b.name}, ${part.words}` : b.name,
          unit_cents: total,
          amount_cents: total,
          product_id: b.product_id,
          agreement_id: agreement?.id ?? null,
          period_from: part?.period.from ?? null,
          period_to: part?.period.to ?? null,
        })
        .execute()
      await db
        .insertInto('invoices')
        .values({ company_id: company.id, id: invoice, order_id: order, total_cents: total, ...stamp })
        .execute()
      const on = sql<string>`hours_day(${at.toISOString()}::timestamptz)`
      await sql`select issue_invoice(c.id, ${invoice}::uuid, ${on}, ${on} + ${PAYMENT_DAYS}::int,
        jsonb_build_object('name', c.name, 'address', c.address, 'phone', c.phone, 'email', ${buyer.email}::text), provider_party() || jsonb_build_object('email', ${brand.supportEmail}::text))
        from companies c where c.id = ${company.id}`.execute(db)
      await db
        .updateTable('invoices')
        .set({
          status: paid ? 'paid' : 'open',
          issued_at: at.toISOString(),
          updated_at: paid ?? at.toISOString(),
          ...(paid ? { paid_at: paid, paid_cents: total } : {}),
        })
        .where('id', '=', invoice)
        .execute()
      if (paid)
        await db
          .insertInto('payments')
          .values({
            company_id: company.id,
            id: uuid(),
            invoice_id: invoice,
            method: 'transfer',
            status: 'succeeded',
            amount_cents: total,
            reference: `${company.name.split(' ')[0]?.toUpperCase()} ${9400 + bought.indexOf(b) * 37}`,
            recorded_by: admin.id,
            paid_at: paid,
            created_at: paid,
            updated_at: paid,
          })
          .execute()
      await db
        .updateTable('installations')
        .set({ order_id: order, agreement_id: agreement?.id ?? null })
        .where('company_id', '=', company.id)
        .where('id', '=', b.id)
        .execute()
    }
  }
  await numberInvoices(db)
  await countPopularity(db)
}
