import { contract } from '../../contract/index.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import { action } from '../platform/http/action.ts'
import { filterTime, orderValue, sumTime } from './filter.ts'
import { presentEntry } from './present.ts'

/** Returns one page of the time entries that match the filter. */
export const listTime = action(contract.time.list, ({ platform, actor }, input) => {
  const order = `${input.sort} ${input.order}`
  const after = decodeCursor(input.cursor, order, 'instant')
  return platform.db.askAs(actor, async (db) => {
    const found = await filterTime(db, actor, input, after, input.limit + 1).execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: orderValue(last), id: last.id }))
    return {
      items: page.rows.map((row) => presentEntry(row, actor)),
      nextCursor: page.nextCursor,
    }
  })
})

/** Returns the sums of the time entries that match the filter. */
export const getTimeTotals = action(contract.time.totals, ({ platform, actor }, input) =>
  platform.db.askAs(actor, (db) => sumTime(db, actor, input)),
)
