// Where tasks stand, and where they would. Pure.
import type { Plan, TaskRow, TaskStatus } from './model.ts'

export type Move = {
  status?: TaskStatus | undefined
  phaseId?: string | undefined
  /** Undefined: the place stays. Null: the first of all. */
  afterId?: string | null | undefined
}

/** The plan as it is once a task was moved. Pure. */
export function moved(plan: Plan, id: string, move: Move): Plan {
  const task = plan.tasks.find((t) => t.id === id)
  if (!task) return plan
  const next: TaskRow = { ...task, status: move.status ?? task.status, phaseId: move.phaseId ?? task.phaseId }
  if (move.afterId === undefined || move.afterId === id)
    return { ...plan, tasks: plan.tasks.map((t) => (t.id === id ? next : t)) }
  const rest = plan.tasks.filter((t) => t.id !== id)
  const at = move.afterId === null ? 0 : rest.findIndex((t) => t.id === move.afterId) + 1
  return { ...plan, tasks: rest.toSpliced(at, 0, next).map((t, position) => ({ ...t, position })) }
}

/** The task before another in the order of all; null for the first. */
export const before = (plan: Plan, id: string): string | null => {
  const at = plan.tasks.findIndex((t) => t.id === id)
  return at > 0 ? (plan.tasks[at - 1]?.id ?? null) : null
}

/**
 * Where a task has to stand in the order of all to be at a place of its column. `column` holds the tasks of the column
 * without it. Undefined: the column is empty, its place stays.
 */
export function afterIn(plan: Plan, column: readonly TaskRow[], index: number, id: string): string | null | undefined {
  if (column.length === 0) return undefined
  const above = column[index - 1]
  if (above) return above.id
  const rest = plan.tasks.filter((t) => t.id !== id)
  const at = rest.findIndex((t) => t.id === column[0]?.id)
  return at > 0 ? (rest[at - 1]?.id ?? null) : null
}
