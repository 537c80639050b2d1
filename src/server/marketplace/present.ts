import type { z } from 'zod'
import type { Product, ProductRow } from '../../contract/marketplace.ts'
import { presentFields, type RowFor } from '../platform/fields.ts'
import { soldFields } from './fields.ts'

/** A row of the catalog with the fields of a list. */
export type ListRow = RowFor<typeof soldFields, 'list'>
/** A row of the catalog with all fields of the product page. */
export type FullRow = ListRow & RowFor<typeof soldFields, 'record'> & { similar: ListRow[] }

/** Returns a product as lists show it. */
export const presentProductRow = (r: ListRow): z.infer<typeof ProductRow> => presentFields(soldFields, 'list', r)

/** Returns a product with everything that its page shows. */
export const presentProduct = (r: FullRow): z.infer<typeof Product> => ({
  ...presentProductRow(r),
  ...presentFields(soldFields, 'record', r),
  similar: r.similar.map(presentProductRow),
})
