import type { z } from 'zod'
import type { User } from '../../contract/people.ts'
import type { Actored } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import { present } from './present.ts'
import { type Filter, orderKind, orderName, rows } from './queries.ts'

type Page = { items: z.infer<typeof User>[]; nextCursor: string | null }

/** One page of the users and open invitations that pass the filter. */
export function list({ platform, actor }: Actored, input: Filter & { limit: number; cursor?: string }): Promise<Page> {
  const order = orderName(input)
  const after = decodeCursor(input.cursor, order, orderKind(input.sort))
  return platform.db.askAs(actor, async (db) => {
    const { sort, limit, order: direction } = input
    const found = await rows(db, input, { sort, order: direction, after, limit: limit + 1 }).execute()
    const page = pageOf(found, limit, (last) => ({ order, value: last.ordered_by, id: last.id }))
    return {
      items: page.rows.map((r) => present(r, actor)),
      nextCursor: page.nextCursor,
    }
  })
}
