import { contract } from '../../contract/index.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import { action } from '../platform/http/action.ts'
import { filterLeads, orderKind, orderName, orderValue } from './filter.ts'
import { presentLeadRow } from './present.ts'

/** Returns one page of the leads that pass the filter. */
export const listLeads = action(contract.leads.list, ({ platform, actor }, input) => {
  const order = orderName(input)
  const after = decodeCursor(input.cursor, order, orderKind(input.sort))
  return platform.db.askAs(actor, async (db) => {
    const found = await filterLeads(db, actor, input, after, input.limit + 1).execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: orderValue(input.sort, last), id: last.id }))
    return {
      items: page.rows.map(presentLeadRow),
      nextCursor: page.nextCursor,
    }
  })
})
