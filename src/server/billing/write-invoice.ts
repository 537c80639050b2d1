import type { z } from 'zod'
import type { Invoice } from '../../contract/billing.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { showCents } from '../platform/words.ts'
import { placeOrder } from './place-order.ts'
import { readInvoice } from './read.ts'

/** Cents that an invoice can hold. */
const MOST_CENTS = 100_000_000

type Written = {
  companyId: string
  paymentDays: number
  lines: { description: string; quantity: number; unitCents: number }[]
}

/**
 * Writes an invoice by hand: lines with their prices, for a partner. It is issued at once, to be paid by transfer or on a
 * page by card, never charged by itself. NOT_FOUND; UNPROCESSABLE for the provider itself and for sums that are no sums.
 */
export function writeInvoice(context: Actored, input: Written): Promise<z.infer<typeof Invoice>> {
  const { platform, actor } = context
  return createOnce(context, input, async (db) => {
    const company = await db
      .selectFrom('companies')
      .select(['id', 'is_internal'])
      .where('id', '=', input.companyId)
      .executeTakeFirst()
    if (!company) throw refuse('NOT_FOUND')
    if (company.is_internal) throw refuse('UNPROCESSABLE', { fields: { companyId: ['Choose a partner.'] } })
    const total = input.lines.reduce((sum, line) => sum + line.quantity * line.unitCents, 0)
    if (total < 1)
      throw refuse('UNPROCESSABLE', { fields: { lines: ['An invoice asks for something: give a line a price.'] } })
    if (total > MOST_CENTS)
      throw refuse('UNPROCESSABLE', { fields: { lines: [`At most ${showCents(MOST_CENTS)} on one invoice.`] } })
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
}
