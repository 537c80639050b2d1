import { staff } from '../../contract/base.ts'
import { CatalogueFilter } from '../../contract/catalogue.ts'
import { csvRoute } from '../platform/csv-route.ts'
import { filtered, orderValue, presentCatalogueRow } from './catalogue-rows.ts'

/** `GET /admin/products.csv` with the filters of the list; prices in dollars with two decimals. */
export const exportCatalogue = csvRoute({
  path: '/admin/products.csv',
  roles: staff,
  tag: 'marketplace',
  operationId: 'marketplace.export',
  summary: 'The products that pass the filters of the catalogue, as CSV',
  filter: CatalogueFilter,
  head: [
    'Place',
    'Name',
    'Address',
    'Status',
    'Category',
    'Tools',
    'Price model',
    'Price (USD)',
    'Set-up days',
    'Minutes per run',
    'Runs a month',
    'Companies',
    'First published',
    'Changed',
  ],
  page: (db, _actor, filter, after, limit) => filtered(db, filter, after, limit).execute(),
  at: (row, filter) => ({ value: orderValue(filter.sort, row), id: row.id }),
  cells: (row, actor) => {
    const p = presentCatalogueRow(row, actor)
    return [
      p.position + 1,
      p.name,
      p.slug,
      p.status,
      p.category.name,
      p.integrations.join('; '),
      p.priceModel,
      p.priceCents === null ? null : (p.priceCents / 100).toFixed(2),
      p.setupDays,
      p.minutesPerRun,
      p.runsPerMonth,
      p.popularity,
      p.publishedAt,
      p.updatedAt,
    ]
  },
})
