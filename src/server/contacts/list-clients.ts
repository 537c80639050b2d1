import type { z } from 'zod'
import type { ClientRow } from '../../contract/contacts.ts'
import type { Actored } from '../platform/api.ts'
import { decodeCursor, encodeCursor } from '../platform/cursor.ts'
import { type Clients, filteredClients, orderKind, orderName, orderValue } from './filter.ts'
import { presentClientRow } from './present.ts'
import { foundIn } from './queries.ts'

type Page = { items: z.infer<typeof ClientRow>[]; nextCursor: string | null }

/** One page of the clients that pass the filter. */
export function listClients(
  { platform, actor }: Actored,
  input: Clients & { limit: number; cursor?: string },
): Promise<Page> {
  const order = orderName(input)
  const after = decodeCursor(input.cursor, order, orderKind(input.sort))
  // Only a search takes two questions.
  const within = input.q?.trim() ? platform.db.asActor : platform.db.askAs
  return within(actor, async (db) => {
    const ids = await foundIn(db, 'clients', input)
    const found = await filteredClients(db, input, after, input.limit + 1, ids).execute()
    const last = found.length > input.limit ? found[input.limit - 1] : undefined
    return {
      items: (last ? found.slice(0, input.limit) : found).map((r) => presentClientRow(r, actor)),
      nextCursor: last ? encodeCursor({ order, value: orderValue(input.sort, last), id: last.id }) : null,
    }
  })
}
