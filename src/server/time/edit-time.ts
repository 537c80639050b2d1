import { sql } from 'kysely'
import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import type { TimeEntry } from '../../contract/time.ts'
import { lockHours } from '../hours/index.ts'
import type { Db } from '../platform/database/db.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { auditedFields, type Booker, publishTimeChange } from './book-time.ts'
import { clockOf, requireOneDay } from './day.ts'
import { redrawEntry } from './draw.ts'
import { dayConflicts, reasonConflict } from './policy.ts'
import { getEntryCompanyId } from './queries.ts'
import { lockTime, readTime } from './read.ts'
import { getBookingSubject, toSavedTime } from './terms.ts'

type Entry = z.infer<typeof TimeEntry>
type Fields = Pick<
  Entry,
  'minutes' | 'workedOn' | 'startedAt' | 'workType' | 'billable' | 'reason' | 'note' | 'internalNote'
>
export type TimeEdit = {
  id: string
  version: number
  changeReason?: string | undefined
  oldDateConfirmed?: boolean | undefined
} & {
  [K in keyof Fields]?: Fields[K] | undefined
}

/** Fields that decide what an entry draws. */
const COUNTS = ['minutes', 'workedOn', 'workType', 'billable'] as const

/**
 * Changes an entry in the caller's transaction, and draws its hours again when a field in `COUNTS` changed. Throws the
 * same errors as `lockTime`, UNPROCESSABLE when fields do not fit each other, and HOURS_EXHAUSTED when there are not
 * enough hours.
 */
async function editTime(db: Db, by: Booker, edit: TimeEdit): Promise<void> {
  const { id, changeReason, oldDateConfirmed, version: _, ...wanted } = edit
  // Lock the hours before the entry, in the same order as bookings on the same ticket.
  const companyId = COUNTS.some((field) => wanted[field] !== undefined) ? await getEntryCompanyId(db, id) : undefined
  if (companyId) await lockHours(db, companyId)
  const entry = await lockTime(db, by.actor, edit)
  const now: Fields = {
    minutes: entry.minutes,
    workedOn: entry.worked_on,
    startedAt: entry.started_at,
    workType: entry.work_type as Fields['workType'],
    billable: entry.billable,
    reason: entry.reason as Fields['reason'],
    note: entry.note,
    internalNote: entry.internal_note,
  }
  const next = { ...now, ...Object.fromEntries(Object.entries(wanted).filter(([, v]) => v !== undefined)) } as Fields
  const saved = toSavedTime(next, entry.repair)
  const after = { ...saved, reason: saved.billable ? null : saved.reason, internalNote: saved.internalNote || null }
  const wrong =
    reasonConflict(after) ??
    dayConflicts({ ...after, oldDateConfirmed }, await clockOf(db, entry.user_id), Date.now(), now)
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
  const on = getBookingSubject(entry)
  if (COUNTS.some((field) => now[field] !== after[field]))
    await redrawEntry(db, by, { companyId: entry.company_id, ...on }, [id], 'own')
  if (now.minutes !== after.minutes || now.workedOn !== after.workedOn)
    await requireOneDay(db, entry.user_id, after.workedOn, '')
  await recordAudit(db, by, {
    companyId: entry.company_id,
    action: 'time.edit',
    subjectType: 'time_entry',
    subjectId: id,
    before: auditedFields(entry),
    after,
    ...(changeReason ? { reason: changeReason } : {}),
  })
  await publishTimeChange(db, by.actor, entry.company_id, on, id)
}

/** Changes an entry and returns it. Throws as `editTime` does. */
export const editTimeAction = action(contract.time.edit, (context, input) =>
  context.platform.db.asActor(context.actor, async (db) => {
    await editTime(db, context, input)
    return readTime(db, context.actor, input.id)
  }),
)
