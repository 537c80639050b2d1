// Records changes of tasks with the data that notifications need.

import type { Db } from '../../platform/database/db.ts'
import type { By } from '../../platform/events/audit.ts'
import { recordProjectAct } from '../write.ts'

/** The facts of a task that decide who is notified. */
type Standing = { status: string; side: string; assignee_id: string | null }

/**
 * Records a change of a task, with what the notifier needs to notify a new assignee, the partner whom the task now
 * waits for, or the other side when it was completed.
 */
export async function recordTaskChange(
  db: Db,
  by: By,
  p: { company_id: string; id: string },
  task: { id: string; title: string },
  change: { kind: string; before?: object; after?: object; from: Standing | undefined; to: Standing },
): Promise<void> {
  const { from, to } = change
  const waits =
    to.status === 'waiting_on_partner' &&
    (from?.status !== 'waiting_on_partner' || from.assignee_id !== to.assignee_id || from.side !== to.side)
  const given = to.assignee_id !== null && from?.assignee_id !== to.assignee_id && to.status !== 'done'
  await recordProjectAct(db, by, p, {
    kind: change.kind,
    about: { id: task.id, name: task.title },
    ...(change.before ? { before: change.before } : {}),
    ...(change.after ? { after: change.after } : {}),
    data: { waits, given, finished: to.status === 'done' && from?.status !== 'done' },
  })
}
