// The catalogue as a list, as declared.
import { RelativeTime } from '../../ui/relative-time.tsx'
import { defineFilter, manyOf, type Option } from '../lists/filter.ts'
import { defineList } from '../lists/list.ts'
import { api } from '../platform/api.ts'
import { ProductStatus } from './marks.tsx'
import {
  type Category,
  categories,
  categoryLabels,
  editorHref,
  type PriceModel,
  priceLabels,
  priceText,
  type Row,
  type Status,
  statuses,
  statusLooks,
} from './model.ts'

/** All products, for staff. */
export const catalogueList = defineList({
  key: 'catalogue',
  operation: api.marketplace.adminList,
  noun: ['product', 'products'],
  topics: ['product'],
  searchHint: 'Names, promises, addresses and tools are searched.',
  csv: '/admin/products.csv',
  columns: [
    {
      key: 'name',
      header: 'Product',
      sort: 'name',
      cell: (p: Row) => <bdi className="font-medium">{p.name}</bdi>,
    },
    {
      key: 'status',
      header: 'Status',
      width: 'w-30',
      cell: (p: Row) => <ProductStatus status={p.status} />,
    },
    {
      key: 'category',
      header: 'Category',
      width: 'w-52',
      priority: 'medium',
      cell: (p: Row) => <span className="block truncate text-muted">{p.category.name}</span>,
    },
    {
      key: 'price',
      header: 'Price',
      width: 'w-36',
      align: 'end',
      cell: (p: Row) => <span className="tabular">{priceText(p)}</span>,
    },
    {
      key: 'popular',
      header: 'In use',
      sort: 'popular',
      width: 'w-24',
      align: 'end',
      cell: (p: Row) => <span className="tabular">{p.popularity}</span>,
      card: (p: Row) => p.popularity > 0 && `${p.popularity} in use`,
    },
    {
      key: 'tools',
      header: 'Tools',
      width: 'w-56',
      optional: true,
      cell: (p: Row) => <span className="block truncate text-muted">{p.integrations.join(', ')}</span>,
    },
    {
      key: 'slug',
      header: 'Address',
      width: 'w-56',
      optional: true,
      cell: (p: Row) => <span className="block truncate text-muted">{p.slug}</span>,
    },
    {
      key: 'position',
      header: 'Place',
      sort: 'position',
      width: 'w-22',
      align: 'end',
      cell: (p: Row) => <span className="tabular">{p.position + 1}</span>,
    },
    {
      key: 'updated',
      header: 'Changed',
      sort: 'updated',
      width: 'w-32',
      priority: 'medium',
      cell: (p: Row) => <RelativeTime iso={p.updatedAt} className="text-muted" />,
    },
  ],
  cards: ['name', 'status', 'category', 'price'],
  row: {
    key: (p: Row) => p.id,
    label: (p: Row) => p.name,
    href: (p: Row) => editorHref(p.id),
    version: (p: Row) => p.updatedAt,
  },
  filter: defineFilter({
    search: 'Search products',
    sorts: ['position', 'popular', 'name', 'updated'],
    sort: 'position',
    order: 'asc',
    fields: {
      status: manyOf<Status>(
        'Status',
        statuses.map(
          (value): Option<Status> => ({
            value,
            label: <ProductStatus status={value} />,
            text: statusLooks[value].label,
          }),
        ),
        { usual: ['draft', 'published'] },
      ),
      category: manyOf<Category>(
        'Category',
        categories.map((value): Option<Category> => ({ value, label: categoryLabels[value] })),
      ),
      price: manyOf<PriceModel>(
        'Price',
        (Object.keys(priceLabels) as PriceModel[]).map(
          (value): Option<PriceModel> => ({ value, label: priceLabels[value] }),
        ),
      ),
    },
  }),
  views: [
    { key: 'current', label: 'Current', set: {} },
    { key: 'published', label: 'Published', set: { status: ['published'] } },
    { key: 'drafts', label: 'Drafts', set: { status: ['draft'], sort: 'updated', order: 'desc' } },
    { key: 'archived', label: 'Archived', set: { status: ['archived'] } },
    { key: 'all', label: 'All', set: { status: [] }, everything: true },
  ],
})
