import type { z } from 'zod'
import type { ContactRow } from '../../contract/contacts.ts'
import type { Actored } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import { type Contacts, filteredContacts, nearContacts, orderKind, orderName, orderValue } from './filter.ts'
import { patterns } from './policy.ts'
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
  const typed = patterns(input.q ?? '').length > 0
  // Only a search takes more than one question.
  const within = typed ? platform.db.asActor : platform.db.askAs
  return within(actor, async (db) => {
    const limit = input.limit + 1
    // Those of all companies are many, and what many of them have is met soon.
    const ofAll = typed && actor.kind === 'staff' && !input.company
    const near = ofAll ? await nearContacts(db, input, after, limit).execute() : []
    const found =
      near.length === limit
        ? near
        : await filteredContacts(db, input, after, limit, await foundIn(db, 'contacts', input)).execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: orderValue(input.sort, last), id: last.id }))
    return {
      items: page.rows.map((r) => presentContactRow(r, actor)),
      nextCursor: page.nextCursor,
    }
  })
}
