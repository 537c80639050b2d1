import type { z } from 'zod'
import type { CompanyRow } from '../../contract/companies.ts'
import type { Actored } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import { presentRow } from './present.ts'
import { type Filter, filtered, orderKind, orderName, orderValue } from './queries.ts'

type Page = { items: z.infer<typeof CompanyRow>[]; nextCursor: string | null }

/** One page of the companies that pass the filter, for staff. */
export function list({ platform, actor }: Actored, input: Filter & { limit: number; cursor?: string }): Promise<Page> {
  const order = orderName(input)
  const after = decodeCursor(input.cursor, order, orderKind(input.sort))
  return platform.db.askAs(actor, async (db) => {
    const found = await filtered(db, input, after, input.limit + 1).execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: orderValue(input.sort, last), id: last.id }))
    const now = new Date()
    return {
      items: page.rows.map((row) => presentRow(row, now)),
      nextCursor: page.nextCursor,
    }
  })
}
