// Task order and status after a move. Pure.
import type { Plan, TaskRow, TaskStatus } from './model.ts'

export type Move = {
  status?: TaskStatus | undefined
  phaseId?: string | undefined
  /** The task to move behind. Undefined keeps the position, null moves the task to the top. */
  afterId?: string | null | undefined
}

/** Returns the plan after a task was moved. */
export function applyMove(plan: Plan, id: string, move: Move): Plan {
  const task = plan.tasks.find((t) => t.id === id)
  if (!task) return plan
  const next: TaskRow = { ...task, status: move.status ?? task.status, phaseId: move.phaseId ?? task.phaseId }
  if (move.afterId === undefined || move.afterId === id)
    return { ...plan, tasks: plan.tasks.map((t) => (t.id === id ? next : t)) }
  const rest = plan.tasks.filter((t) => t.id !== id)
  const at = move.afterId === null ? 0 : rest.findIndex((t) => t.id === move.afterId) + 1
  return { ...plan, tasks: rest.toSpliced(at, 0, next).map((t, position) => ({ ...t, position })) }
}

/** Returns the id of the task before another one in the overall order, or null for the first. */
export const findPrevious = (plan: Plan, id: string): string | null => {
  const at = plan.tasks.findIndex((t) => t.id === id)
  return at > 0 ? (plan.tasks[at - 1]?.id ?? null) : null
}

/**
 * Returns the id of the task to move behind so that a task gets an index in its column. Null moves it to the top.
 * `column` holds the column's other tasks. Undefined if the column is empty, so the position stays.
 */
export function findNewPrevious(
  plan: Plan,
  column: readonly TaskRow[],
  index: number,
  id: string,
): string | null | undefined {
  if (column.length === 0) return undefined
  const above = column[index - 1]
  if (above) return above.id
  const rest = plan.tasks.filter((t) => t.id !== id)
  const at = rest.findIndex((t) => t.id === column[0]?.id)
  return at > 0 ? (rest[at - 1]?.id ?? null) : null
}
