import { everyone } from '../../contract/base.ts'
import { TicketFilter } from '../../contract/tickets/index.ts'
import type { Db } from '../platform/database/db.ts'
import { buildCsv, exportFields } from '../platform/fields.ts'
import { csvRoute } from '../platform/http/csv-route.ts'
import type { ExportColumn } from '../platform/http/export-column.ts'
import { ticketFields } from './fields.ts'
import { filterTickets, orderValue } from './filter.ts'
import { ticketRows } from './queries.ts'

/** The columns of an exported ticket, in order. `/tickets.csv` and the company export both write exactly these. */
export const ticketColumns: readonly ExportColumn[] = ticketFields.exported

/** Handles `GET /tickets.csv`, with the filters of the list. */
export const exportRoute = csvRoute({
  path: '/tickets.csv',
  roles: everyone,
  scope: 'tickets:read',
  tag: 'tickets',
  operationId: 'tickets.export',
  summary: 'Export the tickets that match the filters as CSV',
  filter: TicketFilter,
  ...buildCsv(ticketFields),
  page: (db, actor, filter, after, limit) =>
    filterTickets(db, actor, filter, after, limit).select(ticketFields.forExport).execute(),
  at: (row, filter) => ({ value: orderValue(filter.sort, row), id: row.id }),
})

/**
 * Returns a page of a company's tickets in the order of their ids, for the company export. `cursor` is where the next
 * page begins.
 */
export async function exportTickets(db: Db, companyId: string, after: string | undefined, limit: number) {
  const found = await ticketRows(db)
    .select(ticketFields.forExport)
    .where('t.company_id', '=', companyId)
    .$if(after !== undefined, (q) => q.where('t.id', '>', after as string))
    .orderBy('t.id')
    .limit(limit)
    .execute()
  return found.map((row) => ({ ...exportFields(ticketFields, row), cursor: row.id }))
}
