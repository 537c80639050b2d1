import { contract } from '../../../contract/index.ts'
import { decodeCursor, pageOf } from '../../platform/database/cursor.ts'
import { action } from '../../platform/http/action.ts'
import { filterCatalogue, orderKind, orderName, orderValue, presentCatalogueRow } from './catalogue-rows.ts'

/** Returns one page of all products that pass the filter, for staff. */
export const adminList = action(contract.marketplace.adminList, ({ platform, actor }, input) => {
  const order = orderName(input)
  const after = decodeCursor(input.cursor, order, orderKind(input.sort))
  return platform.db.askAs(actor, async (db) => {
    const found = await filterCatalogue(db, actor, input, after, input.limit + 1).execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: orderValue(input.sort, last), id: last.id }))
    return {
      items: page.rows.map((r) => presentCatalogueRow(r, actor)),
      nextCursor: page.nextCursor,
    }
  })
})
