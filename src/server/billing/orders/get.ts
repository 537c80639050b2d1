import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refundFailed } from '../payments/refund-failed.ts'
import { readInvoice, readOrder } from './read.ts'

/** Returns one order. Throws NOT_FOUND. */
export const getOrder = action(contract.billing.getOrder, ({ platform, actor }, { id }) =>
  platform.db.asActor(actor, (db) => readOrder(platform, db, actor, id)),
)

/** Returns one invoice. Throws NOT_FOUND, also for drafts. */
export const getInvoice = action(contract.billing.invoice, async ({ platform, actor }, { id }) => {
  const invoice = await platform.db.asActor(actor, (db) => readInvoice(platform, db, actor, id))
  // Avoids a query for invoices without a failed refund.
  const hasFailedRefund = invoice.payments.some((p) => p.refunds.some((r) => r.status === 'failed'))
  return {
    ...invoice,
    refundFailedCents: hasFailedRefund ? await refundFailed(platform, invoice.company.id, { invoiceId: id }) : null,
  }
})
