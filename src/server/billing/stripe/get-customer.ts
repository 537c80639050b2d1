import type { z } from 'zod'
import type { CustomerDetail } from '../../../contract/billing/index.ts'
import { contract } from '../../../contract/index.ts'
import type { Actor, Db } from '../../platform/database/db.ts'
import { action } from '../../platform/http/action.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'
import type { Platform } from '../../platform/platform.ts'
import { presentInvoiceRow, presentPayment } from '../present.ts'
import { invoiceRows, paymentsWithRefunds } from '../queries.ts'
import { customerRows, paymentFindings, presentCustomer, presentFinding } from './customer-queries.ts'

/** How many payments, invoices and discrepancies are shown. */
const LAST = 20

/**
 * Returns a company's Stripe customer with its latest payments and invoices. Throws NOT_FOUND, also for the provider's
 * own company.
 */
export async function readCustomer(
  { payments }: Pick<Platform, 'payments'>,
  db: Db,
  reader: Actor,
  companyId: string,
): Promise<z.infer<typeof CustomerDetail>> {
  const row = await customerRows(db)
    .leftJoin('people as p', 'p.id', 's.consent_by')
    .select(['s.consent', 's.consent_at', 's.synced_at', 'p.id as by_id', 'p.full_name as by_name'])
    .where('c.id', '=', companyId)
    .executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  const paid = await db
    .selectFrom('payments as p')
    .innerJoin('invoices as i', (j) => j.onRef('i.company_id', '=', 'p.company_id').onRef('i.id', '=', 'p.invoice_id'))
    .select(['p.id', 'p.invoice_id', 'i.number'])
    .where('p.company_id', '=', companyId)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(LAST)
    .execute()
  const whole = await paymentsWithRefunds(
    db,
    companyId,
    paid.map((p) => p.invoice_id),
  )
  const invoices = await invoiceRows(db)
    .where('i.company_id', '=', companyId)
    .orderBy('i.issued_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(LAST)
    .execute()
  const findings = await paymentFindings(db)
    .where('f.company_id', '=', companyId)
    .where('f.resolved_at', 'is', null)
    .orderBy('f.first_seen_at', 'desc')
    .limit(LAST)
    .execute()
  const available = payments !== undefined
  return {
    ...presentCustomer(row),
    consent:
      row.consent && row.consent_at && row.card_last4
        ? {
            by: row.by_id && row.by_name ? { id: row.by_id, name: row.by_name } : null,
            at: row.consent_at,
            sentence: row.consent,
          }
        : null,
    syncedAt: row.synced_at,
    payments: paid.flatMap(({ id, invoice_id, number }) => {
      const payment = whole.find((p) => p.id === id)
      return payment ? [{ ...presentPayment(payment, reader), invoiceId: invoice_id, invoice: number }] : []
    }),
    invoices: invoices.map(presentInvoiceRow),
    findings: findings.map(presentFinding),
    can: {
      create: available && row.stripe_id === null,
      link: available,
      sync: available && row.stripe_id !== null,
    },
  }
}

/** Returns one company with its Stripe customer, card and payments. Throws NOT_FOUND when there is no such company. */
export const getCustomer = (
  { platform, actor }: ActorContext,
  { companyId }: { companyId: string },
): Promise<z.infer<typeof CustomerDetail>> =>
  platform.db.asActor(actor, (db) => readCustomer(platform, db, actor, companyId))

/** The operation of the contract that calls `getCustomer`. */
export const getCustomerAction = action(contract.billing.customer, getCustomer)
