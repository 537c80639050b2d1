import { contract } from '../../../contract/index.ts'
import { decodeCursor, pageOf } from '../../platform/database/cursor.ts'
import { action } from '../../platform/http/action.ts'
import { filteredOrders, orderName } from '../invoices/filter.ts'
import { presentOrderRow } from '../present.ts'

/** Returns one page of the orders that match the filter. */
export const listOrders = action(contract.billing.orders, ({ platform, actor }, input) => {
  const order = orderName(input)
  const after = decodeCursor(input.cursor, order, 'instant')
  return platform.db.askAs(actor, async (db) => {
    const found = await filteredOrders(db, actor, input, after, input.limit + 1).execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: last.created_at, id: last.id }))
    return {
      items: page.rows.map(presentOrderRow),
      nextCursor: page.nextCursor,
    }
  })
})
