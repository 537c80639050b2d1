// Events for tests of notifiers. They bypass the event reader, which feed.test.ts covers and which other databases of
// the cluster can delay.
import type { Selectable } from 'kysely'
import type { Events } from '../../src/server/platform/database/db.types.ts'
import type { PublishedEvent } from '../../src/server/platform/events/notifiers.ts'

/** Returns a row of `events` in the form that notifiers receive. */
export const happened = (row: Selectable<Events>): PublishedEvent => ({
  id: row.id,
  companyId: row.company_id,
  topic: row.topic,
  kind: row.kind,
  subjectId: row.subject_id,
  actorId: row.actor_id,
  staffOnly: row.staff_only,
  data: row.data as PublishedEvent['data'],
  createdAt: row.created_at,
})
