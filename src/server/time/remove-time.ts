import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { chargeMinutes, lockHours } from '../hours/index.ts'
import type { Db } from '../platform/database/db.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { action } from '../platform/http/action.ts'
import { auditedFields, type Booker, publishTimeChange } from './book-time.ts'
import { redrawEntry } from './draw.ts'
import { getEntryCompanyId } from './queries.ts'
import { lockTime, readTime } from './read.ts'
import { getBookingSubject } from './terms.ts'

type Removal = { id: string; version: number; changeReason?: string | undefined }

/**
 * Deletes an entry in the caller's transaction. It no longer counts, gives back what it drew, and stays in the history.
 * Throws the same errors as `lockTime`.
 */
async function removeTime(db: Db, by: Booker, removal: Removal): Promise<void> {
  const companyId = await getEntryCompanyId(db, removal.id)
  if (companyId) await lockHours(db, companyId)
  const entry = await lockTime(db, by.actor, removal)
  await db
    .updateTable('time_entries')
    .set({ removed_at: sql<string>`now()`, removed_by: by.actor.userId, version: entry.version + 1 })
    .where('company_id', '=', entry.company_id)
    .where('id', '=', entry.id)
    .execute()
  await chargeMinutes(db, by, {
    companyId: entry.company_id,
    entryId: entry.id,
    minutes: null,
    agreementId: entry.agreement_id,
    overage: 'stop',
  })
  const on = getBookingSubject(entry)
  await redrawEntry(db, by, { companyId: entry.company_id, ...on }, [], 'own')
  await recordAudit(db, by, {
    companyId: entry.company_id,
    action: 'time.remove',
    subjectType: 'time_entry',
    subjectId: entry.id,
    before: auditedFields(entry),
    ...(removal.changeReason ? { reason: removal.changeReason } : {}),
  })
  await publishTimeChange(db, by.actor, entry.company_id, on, entry.id)
}

/** Deletes an entry and returns it. Throws as `removeTime` does. */
export const removeTimeAction = action(contract.time.remove, (context, input) =>
  context.platform.db.asActor(context.actor, async (db) => {
    await removeTime(db, context, input)
    return readTime(db, context.actor, input.id)
  }),
)
