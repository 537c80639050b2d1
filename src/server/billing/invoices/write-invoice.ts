import { contract } from '../../../contract/index.ts'
import { lineCents } from '../../../contract/plain/line-amount.ts'
import { formatCents } from '../../../contract/plain/money.ts'
import { createOnce } from '../../platform/database/once.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { placeOrder } from '../orders/place-order.ts'
import { readInvoice } from '../orders/read.ts'

/** The largest total of a manual invoice, in cents. */
const MOST_CENTS = 100_000_000

/**
 * Creates a manual invoice for a partner, from lines with prices, and issues it immediately. It is paid by transfer or
 * by card on a payment page, and never charged automatically. Throws NOT_FOUND, NO_REMITTANCE, and UNPROCESSABLE for
 * the provider itself and for a total below one cent or above the limit.
 */
export const writeInvoice = action(contract.billing.writeInvoice, (context, input) => {
  const { platform, actor } = context
  return createOnce(context, input, async (db) => {
    const company = await db
      .selectFrom('companies')
      .select(['id', 'is_internal'])
      .where('id', '=', input.companyId)
      .executeTakeFirst()
    if (!company) throw refuse('NOT_FOUND')
    if (company.is_internal) throw refuse('UNPROCESSABLE', { fields: { companyId: ['Choose a partner company.'] } })
    const total = input.lines.reduce((sum, line) => sum + lineCents(line.quantity, line.unitCents), 0)
    if (total < 1) throw refuse('UNPROCESSABLE', { fields: { lines: ['Enter a price on at least one line.'] } })
    if (total > MOST_CENTS)
      throw refuse('UNPROCESSABLE', { fields: { lines: [`The total can be at most ${formatCents(MOST_CENTS)}.`] } })
    const { invoiceId } = await placeOrder(db, context, {
      companyId: company.id,
      source: 'manual',
      method: 'invoice',
      paymentDays: input.paymentDays,
      issue: true,
      lines: input.lines.map((line) => ({ kind: 'other', ...line })),
    })
    return readInvoice(platform, db, actor, invoiceId)
  })
})
