import type { z } from 'zod'
import type { OrderFilter, OrderRow } from '../../contract/billing.ts'
import type { Actored } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import { filteredOrders, orderName } from './filter.ts'
import { presentOrderRow } from './present.ts'

type Page = { items: z.infer<typeof OrderRow>[]; nextCursor: string | null }

/** One page of the orders that pass the filter. */
export function listOrders(
  { platform, actor }: Actored,
  input: z.infer<typeof OrderFilter> & { limit: number; cursor?: string | undefined },
): Promise<Page> {
  const order = orderName(input)
  const after = decodeCursor(input.cursor, order, 'instant')
  return platform.db.askAs(actor, async (db) => {
    const found = await filteredOrders(db, actor, input, after, input.limit + 1).execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: last.created_at, id: last.id }))
    return {
      items: page.rows.map(presentOrderRow),
      nextCursor: page.nextCursor,
    }
  })
}
