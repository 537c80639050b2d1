import { contract } from '../../../contract/index.ts'
import { decodeCursor, pageOf } from '../../platform/database/cursor.ts'
import { getSortOrder } from '../../platform/fields.ts'
import { action } from '../../platform/http/action.ts'
import { filterClients, nearClients, orderName } from '../filter.ts'
import { searchPatterns } from '../policy.ts'
import { presentClientRow } from '../present.ts'
import { findMatchingIds } from '../queries.ts'
import { clientFields } from './fields.ts'

/** Returns one page of the clients that match the filter. */
export const listClients = action(contract.contacts.listClients, ({ platform, actor }, input) => {
  const order = orderName(input)
  const { kind, of } = getSortOrder(clientFields, input.sort)
  const after = decodeCursor(input.cursor, order, kind)
  const typed = searchPatterns(input.q ?? '').length > 0
  // Only a search needs more than one query, and so a transaction.
  const within = typed ? platform.db.asActor : platform.db.askAs
  return within(actor, async (db) => {
    const limit = input.limit + 1
    // Across all companies, a frequent word is found faster in list order than through the index.
    const ofAll = typed && actor.kind === 'staff' && !input.company
    const near = ofAll ? await nearClients(db, actor, input, after, limit).select(clientFields.list).execute() : []
    const found =
      near.length === limit
        ? near
        : await filterClients(db, actor, input, after, limit, await findMatchingIds(db, 'clients', input))
            .select(clientFields.list)
            .execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: of(last), id: last.id }))
    return {
      items: page.rows.map((r) => presentClientRow(r, actor)),
      nextCursor: page.nextCursor,
    }
  })
})
