import type { z } from 'zod'
import type { LedgerLine } from '../../contract/hours.ts'
import { contract } from '../../contract/index.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import { action } from '../platform/http/action.ts'
import { FORMER } from '../platform/words.ts'
import { companyOfHours } from './company-of-hours.ts'
import { filterMovements, type Row, sumMovements } from './filter.ts'

/** Returns a ledger line as the API shows it. */
export const presentLine = (r: Row): z.infer<typeof LedgerLine> => ({
  id: r.id,
  at: r.created_at,
  company: { id: r.company_id, name: r.company ?? '' },
  kind: r.kind as z.infer<typeof LedgerLine>['kind'],
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

/** Returns one page of the ledger lines that match the filter. */
export const listMovements = action(contract.hours.ledger, ({ platform, actor }, input) => {
  const companyId = companyOfHours(actor, input.company)
  const order = `line ${input.order}`
  const after = decodeCursor(input.cursor, order, 'number')
  return platform.db.askAs(actor, async (db) => {
    const found = await filterMovements(db, companyId, input, after, input.limit + 1).execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: String(last.id), id: last.company_id }))
    return {
      items: page.rows.map(presentLine),
      nextCursor: page.nextCursor,
    }
  })
})

/** Returns the sums of the ledger lines that match the filter. */
export const getMovementTotals = action(contract.hours.totals, ({ platform, actor }, input) => {
  const companyId = companyOfHours(actor, input.company)
  return platform.db.askAs(actor, (db) => sumMovements(db, companyId, input))
})
