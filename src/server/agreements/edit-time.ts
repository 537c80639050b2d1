import { sql } from 'kysely'
import type { z } from 'zod'
import type { TimeEntry } from '../../contract/agreements.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { auditable, type Booker, tell } from './book-time.ts'
import { misfits } from './policy.ts'
import { read, take } from './read.ts'

type Entry = z.infer<typeof TimeEntry>
type Fields = Pick<
  Entry,
  'minutes' | 'workedOn' | 'startedAt' | 'workType' | 'billable' | 'reason' | 'note' | 'internalNote'
>
export type TimeEdit = { id: string; version: number; changeReason?: string | undefined } & {
  [K in keyof Fields]?: Fields[K] | undefined
}

/** Changes an entry in the caller's transaction. Refuses like `take`, and UNPROCESSABLE when fields do not fit. */
export async function editTime(db: Db, by: Booker, edit: TimeEdit): Promise<void> {
  const { id, changeReason, version: _, ...wanted } = edit
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
  const after = { ...next, reason: next.billable ? null : next.reason, internalNote: next.internalNote || null }
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
  await record(db, by, {
    companyId: entry.company_id,
    action: 'time.edit',
    subjectType: 'time_entry',
    subjectId: id,
    before: auditable(entry),
    after,
    ...(changeReason ? { reason: changeReason } : {}),
  })
  await tell(db, by.actor, entry.company_id, entry.ticket_id, id)
}

/** Changes an entry. */
export const edit = (context: Actored, input: TimeEdit): Promise<Entry> =>
  context.platform.db.asActor(context.actor, async (db) => {
    await editTime(db, context, input)
    return read(db, context.actor, input.id)
  })
