import type { z } from 'zod'
import type { InvoiceNow, Order } from '../../contract/billing.ts'
import type { Actored } from '../platform/api.ts'
import { readInvoice, readOrder } from './read.ts'
import { refundFailed } from './refund-failed.ts'

/** One order. NOT_FOUND. */
export const getOrder = ({ platform, actor }: Actored, { id }: { id: string }): Promise<z.infer<typeof Order>> =>
  platform.db.asActor(actor, (db) => readOrder(platform, db, actor, id))

/** One invoice; drafts are nobody's yet. NOT_FOUND. */
export async function getInvoice(
  { platform, actor }: Actored,
  { id }: { id: string },
): Promise<z.infer<typeof InvoiceNow>> {
  const invoice = await platform.db.asActor(actor, (db) => readInvoice(platform, db, actor, id))
  // Nothing went back that could have failed: not asked.
  const went = invoice.payments.some((p) => p.refunds.some((r) => r.status === 'failed'))
  return {
    ...invoice,
    refundFailedCents: went ? await refundFailed(platform, invoice.company.id, { invoiceId: id }) : null,
  }
}
