import { sql } from 'kysely'
import type { z } from 'zod'
import type { Agreement } from '../../contract/agreements.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { can } from './policy.ts'
import { providerDay } from './queries.ts'
import { acting, changeRow, keep, openRevision, reviseRow, wrongStatus } from './write.ts'

type Cancel = { id: string; version: number; reason: string; lastDay: string | null }

/**
 * Cancels: what is not active yet at once, what is active with its last day, which is today or later. What is open of it
 * is withdrawn. UNPROCESSABLE for a day that does not fit, CONFLICT, WRONG_STATUS.
 */
export const cancel = (context: Actored, input: Cancel): Promise<z.infer<typeof Agreement>> =>
  acting(context, input, async (db, row) => {
    const { actor } = context
    if (!can(actor, row).cancel) throw await wrongStatus(db, actor, row.id)
    const active = row.status === 'active'
    const today = await providerDay(db)
    const lastDay = active ? (input.lastDay ?? today) : null
    const wrong = (words: string) => refuse('UNPROCESSABLE', { fields: { lastDay: [words] } })
    if (lastDay && lastDay < today) throw wrong('The last day is today or later.')
    if (lastDay && row.ends_on && lastDay > row.ends_on) throw wrong(`It ends on ${row.ends_on} anyway.`)
    if (row.open && row.open.status !== 'returned') {
      const open = await openRevision(db, row)
      await reviseRow(db, row.company_id, open.id).set({ status: 'withdrawn' }).execute()
    }
    await changeRow(db, row)
      .set({
        cancelled_at: sql<string>`now()`,
        cancel_reason: input.reason,
        ...(active
          ? { ends_on: lastDay, renewal: 'none', renewal_months: null }
          : { status: 'cancelled', next_period_on: null }),
      })
      .execute()
    await keep(db, context, row, {
      kind: 'cancelled',
      reason: input.reason,
      before: { status: row.status, endsOn: row.ends_on, renewal: row.renewal },
      after: active ? { endsOn: lastDay } : { status: 'cancelled' },
      // What the partner never saw does not concern them.
      staffOnly: row.sent_at === null,
      data: { lastDay },
    })
  })
