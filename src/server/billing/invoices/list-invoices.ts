import { contract } from '../../../contract/index.ts'
import { decodeCursor, pageOf } from '../../platform/database/cursor.ts'
import { action } from '../../platform/http/action.ts'
import { presentInvoiceRow } from '../present.ts'
import { filteredInvoices, orderKind, orderName, orderValue } from './filter.ts'

/** Returns one page of the invoices that match the filter. */
export const listInvoices = action(contract.billing.invoices, ({ platform, actor }, input) => {
  const order = orderName(input)
  const after = decodeCursor(input.cursor, order, orderKind(input.sort))
  return platform.db.askAs(actor, async (db) => {
    const found = await filteredInvoices(db, actor, input, after, input.limit + 1).execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: orderValue(input.sort, last), id: last.id }))
    return {
      items: page.rows.map(presentInvoiceRow),
      nextCursor: page.nextCursor,
    }
  })
})
