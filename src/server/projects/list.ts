import { contract } from '../../contract/index.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import { action } from '../platform/http/action.ts'
import { filterProjects, orderKind, orderName, orderValue } from './filter.ts'
import { presentProjectRow } from './present.ts'

/** Returns one page of the projects that match the filter. */
export const listProjects = action(contract.projects.list, ({ platform, actor }, input) => {
  const order = orderName(input)
  const after = decodeCursor(input.cursor, order, orderKind(input.sort))
  return platform.db.askAs(actor, async (db) => {
    const found = await filterProjects(db, actor, input, after, input.limit + 1).execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: orderValue(input.sort, last), id: last.id }))
    return {
      items: page.rows.map(presentProjectRow),
      nextCursor: page.nextCursor,
    }
  })
})
