import type { Insertable } from 'kysely'
import type { z } from 'zod'
import type { LiveEvent } from '../../contract/notifications.ts'
import type { Actor, Db } from './db.ts'
import type { Events } from './db.types.ts'
import { prepared } from './prepared.ts'

/** Something happened to one thing of a company. */
export type Happening = {
  companyId: string
  topic: z.infer<typeof LiveEvent>['topic']
  kind: string
  subjectId: string
  /** Partners must not even learn that it happened. */
  staffOnly?: boolean
  /** It concerns this person only: nobody else hears of it. */
  userId?: string
  data?: object
}

type Row = Required<Omit<Insertable<Events>, 'id' | 'created_at' | 'tx'>>
const insert = prepared((db, row: Row) => db.insertInto('events').values(row))

/** Writes an event in the caller's transaction; on commit every open page that may see it hears of it. */
export async function publish(db: Db, actor: Actor, e: Happening): Promise<void> {
  await insert(db, {
    company_id: e.companyId,
    topic: e.topic,
    kind: e.kind,
    subject_id: e.subjectId,
    actor_id: actor.role === 'system' ? null : actor.userId,
    staff_only: e.staffOnly ?? false,
    user_id: e.userId ?? null,
    data: JSON.stringify(e.data ?? {}),
  })
}
