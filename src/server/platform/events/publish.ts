import type { Insertable } from 'kysely'
import type { z } from 'zod'
import type { LiveEvent } from '../../../contract/notifications.ts'
import type { Actor, Db } from '../database/db.ts'
import type { Events } from '../database/db.types.ts'
import { prepared } from '../database/prepared.ts'
import { actingPersonId } from './audit.ts'

/** A domain event about one record of a company. */
export type NewEvent = {
  companyId: string
  topic: z.infer<typeof LiveEvent>['topic']
  kind: string
  subjectId: string
  /** Partners must not see the event at all. */
  staffOnly?: boolean
  /** Sends the event to this user only. */
  userId?: string
  data?: object
}

type Row = Required<Omit<Insertable<Events>, 'id' | 'created_at' | 'tx'>>
const insert = prepared((db, row: Row) => db.insertInto('events').values(row))

/** Writes an event in the caller's transaction. On commit, every open page that may see it is notified. */
export async function publish(db: Db, actor: Actor, e: NewEvent): Promise<void> {
  await insert(db, {
    company_id: e.companyId,
    topic: e.topic,
    kind: e.kind,
    subject_id: e.subjectId,
    actor_id: actingPersonId(actor),
    staff_only: e.staffOnly ?? false,
    user_id: e.userId ?? null,
    data: JSON.stringify(e.data ?? {}),
  })
}
