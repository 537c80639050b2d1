import { type Insertable, sql } from 'kysely'
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
const columns = [
  'company_id',
  'topic',
  'kind',
  'subject_id',
  'actor_id',
  'staff_only',
  'user_id',
  'data',
] as const satisfies (keyof Row)[]
const insertEvents = prepared((db, { rows }: { rows: string }) =>
  db
    .insertInto('events')
    .columns(columns)
    .expression((e) =>
      e.selectFrom(sql<Events>`json_populate_recordset(null::events, ${rows})`.as('e')).select(columns),
    ),
)

const rowOf = (e: NewEvent, actorId: string | null): Row => ({
  company_id: e.companyId,
  topic: e.topic,
  kind: e.kind,
  subject_id: e.subjectId,
  actor_id: actorId,
  staff_only: e.staffOnly ?? false,
  user_id: e.userId ?? null,
  data: JSON.stringify(e.data ?? {}),
})

/** Writes an event in the caller's transaction. On commit, every open page that may see it is notified. */
export async function publish(db: Db, actor: Actor, e: NewEvent): Promise<void> {
  await insert(db, rowOf(e, actingPersonId(actor)))
}

/** Writes events that no person caused, in one query of the caller's transaction. */
export async function publishAll(db: Db, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((e) => ({ ...rowOf(e, null), data: e.data ?? {} }))
  await insertEvents(db, { rows: JSON.stringify(rows) })
}
