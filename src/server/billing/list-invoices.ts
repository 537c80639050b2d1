import { ORPCError } from '@orpc/server'
import type { z } from 'zod'
import type { InvoiceRow } from '../../contract/billing.ts'
import type { Actored } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import { type Filter, filteredInvoices, goodValue, orderKind, orderName, orderValue } from './filter.ts'
import { presentInvoiceRow } from './present.ts'

type Page = { items: z.infer<typeof InvoiceRow>[]; nextCursor: string | null }

/** One page of the invoices that pass the filter. */
export function listInvoices(
  { platform, actor }: Actored,
  input: Filter & { limit: number; cursor?: string | undefined },
): Promise<Page> {
  const order = orderName(input)
  const after = decodeCursor(input.cursor, order, orderKind(input.sort))
  if (after && !goodValue(input.sort, after.value))
    throw new ORPCError('BAD_REQUEST', {
      message: 'Some fields are not right.',
      data: { fields: { cursor: ['This cursor is not from the page before. Start again without one.'] } },
    })
  return platform.db.askAs(actor, async (db) => {
    const found = await filteredInvoices(db, actor, input, after, input.limit + 1).execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: orderValue(input.sort, last), id: last.id }))
    return {
      items: page.rows.map(presentInvoiceRow),
      nextCursor: page.nextCursor,
    }
  })
}
