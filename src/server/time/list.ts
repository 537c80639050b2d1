import type { z } from 'zod'
import type { TimeEntry, TimeTotals } from '../../contract/time.ts'
import type { Actored } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import { type Filter, filtered, orderValue, summed } from './filter.ts'
import { presentEntry } from './present.ts'

type Page = { items: z.infer<typeof TimeEntry>[]; nextCursor: string | null }

/** One page of the time that passes the filter. */
export function list({ platform, actor }: Actored, input: Filter & { limit: number; cursor?: string }): Promise<Page> {
  const order = `${input.sort} ${input.order}`
  const after = decodeCursor(input.cursor, order, 'instant')
  return platform.db.askAs(actor, async (db) => {
    const found = await filtered(db, actor, input, after, input.limit + 1).execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: orderValue(last), id: last.id }))
    return {
      items: page.rows.map((row) => presentEntry(row, actor)),
      nextCursor: page.nextCursor,
    }
  })
}

/** How much time passes the filter. */
export const totals = ({ platform, actor }: Actored, input: Filter): Promise<z.infer<typeof TimeTotals>> =>
  platform.db.askAs(actor, (db) => summed(db, actor, input))
