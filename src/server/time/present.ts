import type { z } from 'zod'
import type { TimeEntry, Timer } from '../../contract/time.ts'
import type { Actor } from '../platform/database/db.ts'
import { FORMER } from '../platform/words.ts'
import { getEntryPermissions, isForgotten } from './policy.ts'
import type { Row, TimerRow } from './queries.ts'

const ticketOf = (r: { ticket_id: string | null; number: number | null; subject: string | null }) =>
  r.ticket_id !== null && r.number !== null ? { id: r.ticket_id, number: r.number, subject: r.subject ?? '' } : null

/** Returns an entry for one reader. */
export const presentEntry = (r: Row, reader: Actor): z.infer<typeof TimeEntry> => {
  const removed_at = r.removed_at ?? null
  return {
    id: r.id,
    ticket: ticketOf(r),
    task: r.task,
    company: { id: r.company_id, name: r.company ?? '' },
    user: { id: r.user_id, name: r.worker ?? FORMER },
    minutes: r.minutes,
    workedOn: r.worked_on,
    startedAt: r.started_at,
    workType: r.work_type as z.infer<typeof TimeEntry>['workType'],
    billable: r.billable,
    reason: r.reason as z.infer<typeof TimeEntry>['reason'],
    note: r.note,
    internalNote: r.internal_note ?? null,
    messageId: r.message_id,
    agreement: r.agreement,
    charged: r.charged,
    multiplier: r.multiplier,
    drawn: r.drawn?.drawn ?? [],
    overage: r.drawn?.overage ?? 0,
    createdAt: r.created_at,
    updatedAt: r.updated_at,
    removed: removed_at ? { at: removed_at, by: r.remover ?? FORMER } : null,
    version: r.version,
    can: getEntryPermissions(reader, { ...r, removed_at }, Date.now()),
  }
}

/** Returns a timer in its current state. */
export const presentTimer = (r: TimerRow): z.infer<typeof Timer> => ({
  id: r.id,
  ticket: ticketOf(r),
  task: r.task,
  company: { id: r.company_id, name: r.company },
  startedAt: r.started_at,
  running: r.running_since !== null,
  seconds: r.seconds,
  forgotten: isForgotten(r.seconds),
})
