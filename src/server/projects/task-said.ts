// What is said of a task's change: who hears that it is theirs, or that it waits for them.
import type { By } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { keep } from './write.ts'

/** What of a task decides who is told. */
type Standing = { status: string; side: string; assignee_id: string | null }

/**
 * Notes a change of a task. Whoever it is given to hears of it; so does the partner when it begins to wait for them: the one
 * who is named, or everybody who watches.
 */
export async function keepTask(
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
  await keep(db, by, p, {
    kind: change.kind,
    about: { id: task.id, name: task.title },
    ...(change.before ? { before: change.before } : {}),
    ...(change.after ? { after: change.after } : {}),
    data: { waits, given, finished: to.status === 'done' && from?.status !== 'done' },
  })
}
