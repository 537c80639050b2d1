import { contract } from '../../contract/index.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import { action } from '../platform/http/action.ts'
import { presentUser } from './present.ts'
import { orderKind, orderName, userRows } from './queries.ts'

/** Returns one page of the users and open invitations that match the filter. */
export const listUsers = action(contract.people.list, ({ platform, actor }, input) => {
  const order = orderName(input)
  const after = decodeCursor(input.cursor, order, orderKind(input.sort))
  return platform.db.askAs(actor, async (db) => {
    const { sort, limit, order: direction } = input
    const found = await userRows(db, input, { sort, order: direction, after, limit: limit + 1 }).execute()
    const page = pageOf(found, limit, (last) => ({ order, value: last.ordered_by, id: last.id }))
    return {
      items: page.rows.map((r) => presentUser(r, actor)),
      nextCursor: page.nextCursor,
    }
  })
})
