import type { z } from 'zod'
import type { ContactRow } from '../../contract/contacts.ts'
import type { Actored } from '../platform/api.ts'
import { decodeCursor, encodeCursor } from '../platform/cursor.ts'
import { type Contacts, filteredContacts, orderKind, orderName, orderValue } from './filter.ts'
import { presentContactRow } from './present.ts'
import { foundIn } from './queries.ts'

type Page = { items: z.infer<typeof ContactRow>[]; nextCursor: string | null }

/** One page of the contacts that pass the filter. */
export function list(
  { platform, actor }: Actored,
  input: Contacts & { limit: number; cursor?: string },
): Promise<Page> {
  const order = orderName(input)
  const after = decodeCursor(input.cursor, order, orderKind(input.sort))
  // Only a search takes two questions.
  const within = input.q?.trim() ? platform.db.asActor : platform.db.askAs
  return within(actor, async (db) => {
    const ids = await foundIn(db, 'contacts', input)
    const found = await filteredContacts(db, input, after, input.limit + 1, ids).execute()
    const last = found.length > input.limit ? found[input.limit - 1] : undefined
    return {
      items: (last ? found.slice(0, input.limit) : found).map((r) => presentContactRow(r, actor)),
      nextCursor: last ? encodeCursor({ order, value: orderValue(input.sort, last), id: last.id }) : null,
    }
  })
}
