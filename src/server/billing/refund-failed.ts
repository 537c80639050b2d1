// Money that was given back and did not arrive. Administrators have a finding; until they have dealt with it, whoever bought
// reads about it too. Findings are the provider's own, so this is asked as the company's system.
import { sql } from 'kysely'
import { systemOf } from '../platform/db.ts'
import type { Platform } from '../platform/platform.ts'

type Of = { invoiceId: string } | { orderId: string } | { agreementId: string }

/**
 * How much was given back and did not arrive of an invoice, of an order, or of what an agreement ordered; null when nothing
 * did, when administrators have dealt with it, and when the whole went back after all.
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
