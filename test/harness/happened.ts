// Events for tests of what is told of them: how the reader finds them is feed.test.ts's, and other databases of the
// cluster can hold it up.
import type { Selectable } from 'kysely'
import type { Events } from '../../src/server/platform/db.types.ts'
import type { HappenedEvent } from '../../src/server/platform/notices.ts'

/** A row of `events` as tellers are given it. */
export const happened = (row: Selectable<Events>): HappenedEvent => ({
  id: row.id,
  companyId: row.company_id,
  topic: row.topic,
  kind: row.kind,
  subjectId: row.subject_id,
  actorId: row.actor_id,
  staffOnly: row.staff_only,
  data: row.data as HappenedEvent['data'],
  createdAt: row.created_at,
})
