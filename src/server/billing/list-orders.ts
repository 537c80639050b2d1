import type { z } from 'zod'
import type { OrderFilter, OrderRow } from '../../contract/billing.ts'
import type { Actored } from '../platform/api.ts'
import { decodeCursor, encodeCursor } from '../platform/cursor.ts'
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
    const last = found.length > input.limit ? found[input.limit - 1] : undefined
    return {
      items: (last ? found.slice(0, input.limit) : found).map(presentOrderRow),
      nextCursor: last ? encodeCursor({ order, value: last.created_at, id: last.id }) : null,
    }
  })
}
