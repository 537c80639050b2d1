import type { z } from 'zod'
import type { InstallationRow } from '../../contract/automations.ts'
import type { Actored } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import { type Filter, filtered, orderKind, orderName, orderValue } from './filter.ts'
import { presentRow } from './present.ts'

type Page = { items: z.infer<typeof InstallationRow>[]; nextCursor: string | null }

/** One page of the automations that pass the filter, with the figures of 60 days. */
export function list(
  { platform, actor }: Actored,
  input: Filter & { limit: number; cursor?: string | undefined },
): Promise<Page> {
  const order = orderName(input)
  const after = decodeCursor(input.cursor, order, orderKind(input.sort))
  return platform.db.askAs(actor, async (db) => {
    const found = await filtered(db, input, after, input.limit + 1).execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: orderValue(input.sort, last), id: last.id }))
    return {
      items: page.rows.map(presentRow),
      nextCursor: page.nextCursor,
    }
  })
}
