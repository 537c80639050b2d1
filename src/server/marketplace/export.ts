import { staff } from '../../contract/base.ts'
import { CatalogueFilter } from '../../contract/catalogue.ts'
import { buildCsv } from '../platform/fields.ts'
import { csvRoute } from '../platform/http/csv-route.ts'
import { filterCatalogue, orderValue } from './catalogue/catalogue-rows.ts'
import { productFields } from './fields.ts'

/** Handles `GET /admin/products.csv`, with the filters of the list. Prices are in dollars with two decimals. */
export const exportCatalogue = csvRoute({
  path: '/admin/products.csv',
  roles: staff,
  tag: 'marketplace',
  operationId: 'marketplace.export',
  summary: 'Export the products that match the filters of the catalog, as CSV',
  filter: CatalogueFilter,
  ...buildCsv(productFields),
  page: (db, actor, filter, after, limit) => filterCatalogue(db, actor, filter, after, limit).execute(),
  at: (row, filter) => ({ value: orderValue(filter.sort, row), id: row.id }),
})
