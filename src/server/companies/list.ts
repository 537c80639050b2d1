import { contract } from '../../contract/index.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import { getSortOrder, presentFields } from '../platform/fields.ts'
import { action } from '../platform/http/action.ts'
import { companyRowFields } from './fields.ts'
import { filterCompanies, orderName } from './queries.ts'

/** Returns one page of the companies that pass the filter, for staff. */
export const listCompanies = action(contract.companies.list, ({ platform, actor }, input) => {
  const order = orderName(input)
  const { kind, of } = getSortOrder(companyRowFields, input.sort)
  const after = decodeCursor(input.cursor, order, kind)
  return platform.db.askAs(actor, async (db) => {
    const found = await filterCompanies(db, actor, input, after, input.limit + 1)
      .select(companyRowFields.list)
      .execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: of(last), id: last.id }))
    return {
      items: page.rows.map((row) => presentFields(companyRowFields, 'list', row)),
      nextCursor: page.nextCursor,
    }
  })
})
