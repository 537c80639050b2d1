import type { z } from 'zod'
import type {
  Phase,
  ProjectFile,
  ProjectRow,
  ProjectUpdate,
  TaskComment,
  TaskRow,
} from '../../contract/projects/index.ts'
import { describeFile } from '../files/index.ts'
import type { Actor } from '../platform/database/db.ts'
import { FORMER } from '../platform/words.ts'
import { editableUntil, type Facts, getProjectHealth, phaseStatus, taskCan } from './policy.ts'
import type { CommentDbRow, FileDbRow, Row, TaskDbRow, UpdateDbRow } from './queries.ts'

/** Returns a project's reference, such as `P-1001`. */
export const projectRef = (number: number): string => `P-${number}`

/** Returns the facts that a project's health is calculated from. */
export const toHealthFacts = (r: Row): Facts => ({
  ...r,
  tasks_total: r.tasks.total,
  tasks_done: r.tasks.done,
  overdue: r.tasks.overdue,
  overdue_since: r.tasks.overdueSince,
  waiting_all: r.tasks.waitingAll,
  waiting_since: r.tasks.waitingSince,
})

/** Returns a project as it appears in a list. */
export const presentProjectRow = (r: Row): z.infer<typeof ProjectRow> => ({
  id: r.id,
  number: r.number,
  name: r.name,
  status: r.status as z.infer<typeof ProjectRow>['status'],
  health: getProjectHealth(toHealthFacts(r)).health,
  company: { id: r.company_id, name: r.company ?? '' },
  lead: { id: r.lead_id, name: r.lead ?? FORMER },
  startsOn: r.starts_on,
  dueOn: r.due_on,
  tasksDone: r.tasks.done,
  tasksTotal: r.tasks.total,
  waiting: r.tasks.waiting,
  budgetMinutes: r.budget_minutes,
  usedMinutes: r.used_minutes,
  updatedAt: r.updated_at,
})

/** Returns a task as it appears in a list or on a board, for one reader. */
export const presentTask = (t: TaskDbRow, reader: Actor): z.infer<typeof TaskRow> => ({
  id: t.id,
  phaseId: t.phase_id,
  position: t.position,
  title: t.title,
  status: t.status as z.infer<typeof TaskRow>['status'],
  side: t.side as z.infer<typeof TaskRow>['side'],
  assignee: t.assignee_id ? { id: t.assignee_id, name: t.assignee ?? FORMER } : null,
  startsOn: t.starts_on,
  dueOn: t.due_on,
  overdue: t.overdue,
  estimateMinutes: t.estimate_minutes,
  usedMinutes: t.used_minutes,
  comments: t.comments,
  files: t.files,
  hasBody: t.has_body,
  completedAt: t.completed_at,
  version: t.version,
  can: taskCan(reader, t),
})

const least = (days: (string | null)[]) => days.filter((d) => d !== null).toSorted()[0] ?? null

/** Returns a phase with status, counts and dates from its tasks. */
export function presentPhase(
  p: { id: string; name: string; position: number },
  all: readonly z.infer<typeof TaskRow>[],
): z.infer<typeof Phase> {
  const tasks = all.filter((t) => t.phaseId === p.id)
  return {
    ...p,
    status: phaseStatus(tasks.map((t) => t.status)),
    tasksDone: tasks.filter((t) => t.status === 'done').length,
    tasksTotal: tasks.length,
    startsOn: least(tasks.map((t) => t.startsOn ?? t.dueOn)),
    dueOn:
      tasks
        .map((t) => t.dueOn)
        .filter((d) => d !== null)
        .toSorted()
        .at(-1) ?? null,
  }
}

/** Returns the side of a user. */
export const sideOf = (internal: boolean | null) => (internal ? ('provider' as const) : ('partner' as const))

const presentEditState = (
  text: { author_id: string; created_at: string; edited_at: string | null; version: number },
  reader: Actor,
) => ({ editedAt: text.edited_at, editableUntil: editableUntil(reader, text), version: text.version })

/** Returns a comment with its files, for one reader. */
export const presentComment = (
  c: CommentDbRow,
  files: readonly FileDbRow[],
  reader: Actor,
): z.infer<typeof TaskComment> => ({
  id: c.id,
  author: { id: c.author_id, name: c.name ?? FORMER, side: sideOf(c.internal) },
  body: c.body,
  internal: c.staff_only,
  files: files.filter((f) => f.comment_id === c.id).map(describeFile),
  createdAt: c.created_at,
  ...presentEditState(c, reader),
})

/** Returns an update with its files, for one reader. */
export const presentUpdate = (
  u: UpdateDbRow,
  files: readonly FileDbRow[],
  reader: Actor,
): z.infer<typeof ProjectUpdate> => ({
  id: u.id,
  author: { id: u.author_id, name: u.author ?? FORMER },
  health: u.health as z.infer<typeof ProjectUpdate>['health'],
  body: u.body,
  tasksDone: u.tasks_done,
  tasksTotal: u.tasks_total,
  files: files.filter((f) => f.update_id === u.id).map(describeFile),
  createdAt: u.created_at,
  ...presentEditState(u, reader),
})

/** Returns a file with its place in the project. */
export const presentProjectFile = (f: FileDbRow & { task: string | null }): z.infer<typeof ProjectFile> => ({
  ...describeFile(f),
  by: f.by ?? FORMER,
  internal: f.staff_only,
  task: f.task_id && f.task !== null ? { id: f.task_id, title: f.task } : null,
  updateId: f.update_id,
})
