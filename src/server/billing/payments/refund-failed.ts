// Refunds that did not arrive. Administrators have a discrepancy; until they close it, the buyer sees the amount too.
// Partners cannot read discrepancies, so the query runs as the company's system actor.
import { sql } from 'kysely'
import { systemOf } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/platform.ts'

type Of = { invoiceId: string } | { orderId: string } | { agreementId: string }

/**
 * Returns the amount in cents of a refund that did not arrive, for an invoice, an order, or an agreement's order. Null
 * when there is none, when administrators have closed it, and when everything was refunded after all.
 */
export function refundFailed({ db }: Pick<Platform, 'db'>, companyId: string, of: Of): Promise<number | null> {
  return db.askAs(systemOf(companyId), async (tx) => {
    const row = await tx
      .selectFrom('findings as f')
      .innerJoin('invoices as i', (j) =>
        j.onRef('i.company_id', '=', 'f.company_id').onRef('i.id', '=', 'f.subject_id'),
      )
      .innerJoin('orders as o', (j) => j.onRef('o.company_id', '=', 'i.company_id').onRef('o.id', '=', 'i.order_id'))
      .select(sql<number>`(f.expected->>'refund')::int`.as('cents'))
      .where('f.company_id', '=', companyId)
      .where('f.kind', '=', 'refund_failed')
      .where('f.resolved_at', 'is', null)
      .where('i.status', '=', 'paid')
      .$if('invoiceId' in of, (q) => q.where('i.id', '=', (of as { invoiceId: string }).invoiceId))
      .$if('orderId' in of, (q) => q.where('o.id', '=', (of as { orderId: string }).orderId))
      .$if('agreementId' in of, (q) => q.where('o.agreement_id', '=', (of as { agreementId: string }).agreementId))
      .orderBy('f.last_seen_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.cents ?? null
  })
}
