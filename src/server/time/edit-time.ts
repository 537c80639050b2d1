import { sql } from 'kysely'
import type { z } from 'zod'
import type { TimeEntry } from '../../contract/time.ts'
import { holdHours } from '../hours/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { auditable, type Booker, tell } from './book-time.ts'
import { drawAgain } from './draw.ts'
import { misfits } from './policy.ts'
import { companyOf } from './queries.ts'
import { read, take } from './read.ts'
import { subjectOf, uncharged } from './terms.ts'

type Entry = z.infer<typeof TimeEntry>
type Fields = Pick<
  Entry,
  'minutes' | 'workedOn' | 'startedAt' | 'workType' | 'billable' | 'reason' | 'note' | 'internalNote'
>
export type TimeEdit = { id: string; version: number; changeReason?: string | undefined } & {
  [K in keyof Fields]?: Fields[K] | undefined
}

/** What of an entry decides what it draws. */
const COUNTS = ['minutes', 'workedOn', 'workType', 'billable'] as const

/**
 * Changes an entry in the caller's transaction; what it drew is drawn anew where that changes. Refuses like `take`,
 * UNPROCESSABLE when fields do not fit, HOURS_EXHAUSTED where the hours do not reach.
 */
export async function editTime(db: Db, by: Booker, edit: TimeEdit): Promise<void> {
  const { id, changeReason, version: _, ...wanted } = edit
  // The hours first, then the entry: whoever books on the same ticket at this moment takes them in the same order.
  const companyId = COUNTS.some((field) => wanted[field] !== undefined) ? await companyOf(db, id) : undefined
  if (companyId) await holdHours(db, companyId)
  const entry = await take(db, by.actor, edit)
  const now: Fields = {
    minutes: entry.minutes,
    workedOn: entry.worked_on,
    startedAt: entry.started_at,
    workType: entry.work_type as 'remote',
    billable: entry.billable,
    reason: entry.reason as 'goodwill' | null,
    note: entry.note,
    internalNote: entry.internal_note,
  }
  const next = { ...now, ...Object.fromEntries(Object.entries(wanted).filter(([, v]) => v !== undefined)) } as Fields
  const kept = uncharged(next, entry.repair)
  const after = { ...kept, reason: kept.billable ? null : kept.reason, internalNote: kept.internalNote || null }
  const wrong = misfits(after, Date.now())
  if (wrong) throw refuse('UNPROCESSABLE', { fields: wrong })
  if (JSON.stringify(now) === JSON.stringify(after)) return
  await db
    .updateTable('time_entries')
    .set({
      minutes: after.minutes,
      worked_on: after.workedOn,
      started_at: after.startedAt,
      work_type: after.workType,
      billable: after.billable,
      reason: after.reason,
      note: after.note,
      internal_note: after.internalNote,
      version: entry.version + 1,
      updated_at: sql<string>`now()`,
    })
    .where('company_id', '=', entry.company_id)
    .where('id', '=', id)
    .execute()
  const on = subjectOf(entry)
  if (COUNTS.some((field) => now[field] !== after[field]))
    await drawAgain(db, by, { companyId: entry.company_id, ...on }, [id], 'own')
  await record(db, by, {
    companyId: entry.company_id,
    action: 'time.edit',
    subjectType: 'time_entry',
    subjectId: id,
    before: auditable(entry),
    after,
    ...(changeReason ? { reason: changeReason } : {}),
  })
  await tell(db, by.actor, entry.company_id, on, id)
}

/** Changes an entry. */
export const edit = (context: Actored, input: TimeEdit): Promise<Entry> =>
  context.platform.db.asActor(context.actor, async (db) => {
    await editTime(db, context, input)
    return read(db, context.actor, input.id)
  })
