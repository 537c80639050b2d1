import { sql } from 'kysely'
import type { z } from 'zod'
import type { TimeEntry } from '../../contract/time.ts'
import { charge, holdHours } from '../hours/index.ts'
import type { Actored } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { auditable, type Booker, tell } from './book-time.ts'
import { drawAgain } from './draw.ts'
import { companyOf } from './queries.ts'
import { read, take } from './read.ts'
import { subjectOf } from './terms.ts'

type Removal = { id: string; version: number; changeReason?: string | undefined }

/** Deletes an entry in the caller's transaction: it counts no more, gives back what it drew, and stays in the history. Refuses like `take`. */
export async function removeTime(db: Db, by: Booker, removal: Removal): Promise<void> {
  const companyId = await companyOf(db, removal.id)
  if (companyId) await holdHours(db, companyId)
  const entry = await take(db, by.actor, removal)
  await db
    .updateTable('time_entries')
    .set({ removed_at: sql<string>`now()`, removed_by: by.actor.userId, version: entry.version + 1 })
    .where('company_id', '=', entry.company_id)
    .where('id', '=', entry.id)
    .execute()
  await charge(db, by, {
    companyId: entry.company_id,
    entryId: entry.id,
    minutes: null,
    agreementId: entry.agreement_id,
    overage: 'stop',
  })
  const on = subjectOf(entry)
  await drawAgain(db, by, { companyId: entry.company_id, ...on }, [], 'own')
  await record(db, by, {
    companyId: entry.company_id,
    action: 'time.remove',
    subjectType: 'time_entry',
    subjectId: entry.id,
    before: auditable(entry),
    ...(removal.changeReason ? { reason: removal.changeReason } : {}),
  })
  await tell(db, by.actor, entry.company_id, on, entry.id)
}

/** Deletes an entry. */
export const remove = (context: Actored, input: Removal): Promise<z.infer<typeof TimeEntry>> =>
  context.platform.db.asActor(context.actor, async (db) => {
    await removeTime(db, context, input)
    return read(db, context.actor, input.id)
  })
