// The catalog as a list.
import { defineFilter } from '../lists/filter.ts'
import { defineList } from '../lists/list.ts'
import { api } from '../platform/data/api.ts'
import { productColumns, productFilters } from './fields.tsx'
import { buildEditorHref, type Row } from './model.ts'

/** All products, for staff. */
export const catalogueList = defineList({
  key: 'catalog',
  operation: api.marketplace.adminList,
  noun: ['product', 'products'],
  topics: ['product'],
  searchHint: 'Searches names, taglines, URLs and tools.',
  csv: '/admin/products.csv',
  columns: productColumns,
  cards: ['name', 'status', 'category', 'price'],
  row: {
    key: (p: Row) => p.id,
    label: (p: Row) => p.name,
    href: (p: Row) => buildEditorHref(p.id),
    version: (p: Row) => p.updatedAt,
  },
  filter: defineFilter({
    search: 'Search products',
    sorts: ['position', 'popular', 'name', 'updated'],
    sort: 'position',
    order: 'asc',
    fields: productFilters,
  }),
  views: [
    { key: 'current', label: 'Current', set: {} },
    { key: 'published', label: 'Published', set: { status: ['published'] } },
    { key: 'drafts', label: 'Drafts', set: { status: ['draft'], sort: 'updated', order: 'desc' } },
    { key: 'archived', label: 'Archived', set: { status: ['archived'] } },
    { key: 'all', label: 'All', set: { status: [] }, everything: true },
  ],
})
