import { contract } from '../../contract/index.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import { action } from '../platform/http/action.ts'
import { filterAutomations, orderKind, orderName, orderValue } from './filter.ts'
import { presentAutomationRow } from './present.ts'

/** Returns one page of the automations that pass the filter, with figures of the last 60 days. */
export const listAutomations = action(contract.automations.list, ({ platform, actor }, input) => {
  const order = orderName(input)
  const after = decodeCursor(input.cursor, order, orderKind(input.sort))
  return platform.db.askAs(actor, async (db) => {
    const found = await filterAutomations(db, input, after, input.limit + 1).execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: orderValue(input.sort, last), id: last.id }))
    return {
      items: page.rows.map((row) => presentAutomationRow(row, actor)),
      nextCursor: page.nextCursor,
    }
  })
})
