import type { z } from 'zod'
import type { LedgerLine, LedgerTotals } from '../../contract/hours.ts'
import type { Actored } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import { FORMER } from '../platform/words.ts'
import { type Filter, filtered, type Row, summed } from './filter.ts'
import { whose } from './whose.ts'

type Page = { items: z.infer<typeof LedgerLine>[]; nextCursor: string | null }

/** A line of the ledger as it is answered. */
export const presentLine = (r: Row): z.infer<typeof LedgerLine> => ({
  id: r.id,
  at: r.created_at,
  company: { id: r.company_id, name: r.company ?? '' },
  kind: r.kind as 'purchase',
  minutes: r.minutes,
  overage: r.overage,
  balanceAfter: r.balance_after,
  block: r.block_id ? { id: r.block_id, name: r.block ?? '' } : null,
  entry: r.entry ? { ...r.entry, worker: r.entry.worker ?? FORMER } : null,
  agreement: r.agreement,
  reverses: r.reverses,
  actor: r.actor_id ? { id: r.actor_id, name: r.actor ?? FORMER } : null,
  reason: r.reason,
})

/** One page of the movements that pass the filter. */
export function ledger(
  { platform, actor }: Actored,
  input: Filter & { limit: number; cursor?: string },
): Promise<Page> {
  const companyId = whose(actor, input.company)
  const order = `line ${input.order}`
  const after = decodeCursor(input.cursor, order, 'number')
  return platform.db.askAs(actor, async (db) => {
    const found = await filtered(db, companyId, input, after, input.limit + 1).execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: String(last.id), id: last.company_id }))
    return {
      items: page.rows.map(presentLine),
      nextCursor: page.nextCursor,
    }
  })
}

/** Sums of what passes the filter. */
export const totals = ({ platform, actor }: Actored, input: Filter): Promise<z.infer<typeof LedgerTotals>> => {
  const companyId = whose(actor, input.company)
  return platform.db.askAs(actor, (db) => summed(db, companyId, input))
}
