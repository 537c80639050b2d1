import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { formatLongDay } from '../../contract/plain/dates.ts'
import { getProviderToday } from '../hours/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { agreementPermissions } from './policy.ts'
import {
  actOnAgreement,
  openRevision,
  recordAgreementAct,
  reviseRow,
  updateAgreementRow,
  wrongStatus,
} from './write.ts'

/**
 * Cancels an agreement that is not active yet immediately, and an active one with a last day: today by default, and at
 * the latest its current end. An open draft or sent text is withdrawn. Throws NOT_FOUND, CONFLICT, WRONG_STATUS, and
 * UNPROCESSABLE for a day that is not valid.
 */
export const cancelAgreement = action(contract.agreements.cancel, (context, input) =>
  actOnAgreement(context, input, async (db, row) => {
    const { actor } = context
    if (!agreementPermissions(actor, row).cancel) throw await wrongStatus(db, actor, row.id)
    const active = row.status === 'active'
    const today = await getProviderToday(db)
    const lastDay = active ? (input.lastDay ?? today) : null
    const wrong = (words: string) => refuse('UNPROCESSABLE', { fields: { lastDay: [words] } })
    if (lastDay && lastDay < today) throw wrong('Choose today or a later date.')
    if (lastDay && row.ends_on && lastDay > row.ends_on)
      throw wrong(`This agreement already ends on ${formatLongDay(row.ends_on)}.`)
    if (row.open && row.open.status !== 'returned') {
      const open = await openRevision(db, row)
      await reviseRow(db, row.company_id, open.id).set({ status: 'withdrawn' }).execute()
    }
    await updateAgreementRow(db, row)
      .set({
        cancelled_at: sql<string>`now()`,
        cancel_reason: input.reason,
        ...(active
          ? { ends_on: lastDay, renewal: 'none', renewal_months: null }
          : { status: 'canceled', next_period_on: null }),
      })
      .execute()
    await recordAgreementAct(db, context, row, {
      kind: 'cancelled',
      reason: input.reason,
      before: { status: row.status, endsOn: row.ends_on, renewal: row.renewal },
      after: active ? { endsOn: lastDay } : { status: 'canceled' },
      // Partners do not get events about an agreement that they never saw.
      staffOnly: row.sent_at === null,
      data: { lastDay },
    })
  }),
)
