// Rules for projects and their tasks: health, status changes and permissions. Pure functions.

import type { z } from 'zod'
import { formatCount } from '../../contract/plain/counts.ts'
import { countDays } from '../../contract/plain/days.ts'
import { roundShare } from '../../contract/plain/shares.ts'
import type { Project, ProjectHealth, ProjectStatus, Task, TaskRow } from '../../contract/projects/index.ts'
import { EDIT_MINUTES } from '../../contract/tickets/index.ts'
import type { Actor } from '../platform/database/db.ts'

type Status = z.infer<typeof ProjectStatus>
type Reader = Pick<Actor, 'kind' | 'role' | 'userId'>

/** A project is at risk when a task has waited for the partner for this many days. */
const WAITING_DAYS = 5
/** A project is delayed when a task is overdue by more than this many days. */
const OVERDUE_DAYS = 7
/** From this percentage on, the used part of the budget is compared with the share of tasks that are done. */
const BUDGET_PERCENT = 80
/**
 * A project is at risk when the share of elapsed time exceeds that of done tasks by more percentage points than this.
 */
const BEHIND_PERCENT = 25

/** The facts that a project's health is calculated from. Dates are text, in the provider's time zone. */
export type Facts = {
  status: string
  starts_on: string | null
  due_on: string | null
  budget_minutes: number | null
  used_minutes: number
  tasks_total: number
  tasks_done: number
  overdue: number
  /** The earliest due date of an overdue task. */
  overdue_since: string | null
  /** How many tasks wait for the partner. `waiting_since` is the day on which the first began to wait. */
  waiting_all: number
  waiting_since: string | null
  today: string
}

const daysBetween = (from: string, to: string) => countDays(from, to) - 1
const tasks = (n: number) => formatCount(n, 'task')
const percent = (part: number, whole: number) => (whole === 0 ? 0 : roundShare(part, whole, 100))

/** Returns whether a project has ended: done or canceled. */
export const isOver = (status: string): boolean => status === 'done' || status === 'canceled'

/** Returns a project's health and the reasons. Health is null unless the project is active or waits for the partner. */
export function getProjectHealth(p: Facts): { health: z.infer<typeof ProjectHealth> | null; reasons: string[] } {
  if (p.status !== 'active' && p.status !== 'waiting_on_partner') return { health: null, reasons: [] }
  const delayed: string[] = []
  const risky: string[] = []
  const late = p.due_on ? daysBetween(p.due_on, p.today) : 0
  if (late > 0) delayed.push(`It was due ${late === 1 ? 'yesterday' : `${late} days ago`}.`)
  if (p.overdue > 0 && p.overdue_since) {
    const since = daysBetween(p.overdue_since, p.today)
    const words = `${tasks(p.overdue)} overdue, the oldest by ${since === 1 ? '1 day' : `${since} days`}.`
    ;(since > OVERDUE_DAYS ? delayed : risky).push(words)
  }
  const progress = percent(p.tasks_done, p.tasks_total)
  if (p.budget_minutes) {
    const used = percent(p.used_minutes, p.budget_minutes)
    // A few minutes too many are still rounded to 100%.
    if (p.used_minutes > p.budget_minutes) risky.push(`The budget is exceeded: ${Math.max(101, used)}% is used.`)
    else if (used >= BUDGET_PERCENT && used > progress)
      risky.push(`${used}% of the budget is used, but only ${progress}% of the tasks are done.`)
  }
  if (p.waiting_all > 0 && p.waiting_since && daysBetween(p.waiting_since, p.today) >= WAITING_DAYS)
    risky.push(
      `${tasks(p.waiting_all)} ${p.waiting_all === 1 ? 'is' : 'are'} waiting on the partner, the oldest for ${daysBetween(p.waiting_since, p.today)} days.`,
    )
  if (p.starts_on && p.due_on && p.today > p.starts_on && p.today <= p.due_on && p.tasks_total > 0) {
    const passedPercent = percent(daysBetween(p.starts_on, p.today), Math.max(1, daysBetween(p.starts_on, p.due_on)))
    if (passedPercent - progress > BEHIND_PERCENT)
      risky.push(`${passedPercent}% of the time has passed, but only ${progress}% of the tasks are done.`)
  }
  return {
    health: delayed.length > 0 ? 'delayed' : risky.length > 0 ? 'at_risk' : 'on_track',
    reasons: [...delayed, ...risky],
  }
}

const NEXT: Record<Status, Status[]> = {
  planned: ['active', 'on_hold', 'canceled'],
  active: ['waiting_on_partner', 'on_hold', 'done', 'canceled'],
  waiting_on_partner: ['active', 'on_hold', 'done', 'canceled'],
  on_hold: ['planned', 'active', 'canceled'],
  done: ['active'],
  canceled: ['planned', 'active'],
}
/** Returns the statuses that can follow this one. */
export const nextOf = (status: string): Status[] => NEXT[status as Status] ?? []

/** Returns what the reader may do with a project now. */
export function getProjectPermissions(reader: Reader, p: { status: string }): z.infer<typeof Project>['can'] {
  const staff = reader.kind === 'staff'
  const open = !isOver(p.status)
  return {
    edit: staff,
    statuses: staff ? nextOf(p.status) : [],
    work: staff && open,
    comment: true,
    addFiles: true,
  }
}

/** The facts of a task that permissions depend on. */
export type TaskFacts = {
  status: string
  side: string
  assignee_id: string | null
  completed_by: string | null
  project_status: string
}
/** Returns whether a partner's user may act on a partner task: it is theirs or unassigned, or they are an owner. */
const isTheirs = (reader: Reader, t: TaskFacts): boolean =>
  t.side === 'partner' && (t.assignee_id === null || t.assignee_id === reader.userId || reader.role === 'owner')

/** Returns whether the reader may complete or reopen a task. */
export function taskCan(reader: Reader, t: TaskFacts): z.infer<typeof TaskRow>['can'] {
  if (isOver(t.project_status)) return { complete: false, reopen: false }
  if (reader.kind === 'staff') return { complete: t.status !== 'done', reopen: t.status === 'done' }
  return {
    complete: t.status === 'waiting_on_partner' && isTheirs(reader, t),
    // Partners can reopen only tasks that they completed themselves.
    reopen: t.status === 'done' && t.side === 'partner' && t.completed_by === reader.userId,
  }
}
/** Returns everything the reader may do with one task. */
export function fullTaskCan(reader: Reader, t: TaskFacts): z.infer<typeof Task>['can'] {
  const work = reader.kind === 'staff' && !isOver(t.project_status)
  // Staff can enter time after the project has ended, because work is often recorded later.
  return { ...taskCan(reader, t), edit: work, remove: work, comment: true, book: reader.kind === 'staff' }
}

/** Returns until when the reader may edit a text. Null when someone else wrote it or the edit window has ended. */
export function editableUntil(
  reader: Pick<Reader, 'userId'>,
  written: { author_id: string; created_at: string },
): string | null {
  if (written.author_id !== reader.userId) return null
  const until = Date.parse(written.created_at) + EDIT_MINUTES * 60_000
  return until > Date.now() ? new Date(until).toISOString() : null
}

/** Returns the status of a phase from the statuses of its tasks. */
export const phaseStatus = (statuses: readonly string[]): 'todo' | 'doing' | 'done' =>
  statuses.length > 0 && statuses.every((s) => s === 'done')
    ? 'done'
    : statuses.some((s) => s !== 'todo')
      ? 'doing'
      : 'todo'

/** Returns field errors when the due date is before the start date; otherwise undefined. */
export const wrongDays = (days: {
  startsOn: string | null
  dueOn: string | null
}): Record<string, string[]> | undefined =>
  days.startsOn && days.dueOn && days.dueOn < days.startsOn
    ? { dueOn: ['The due date can’t be before the start date.'] }
    : undefined

/**
 * Returns the ids with `id` moved right after `afterId`, or to the front when that is null. Undefined when `afterId` is
 * not in the list. When both are the same, the order does not change.
 */
export function reorder(ids: readonly string[], id: string, afterId: string | null): string[] | undefined {
  if (afterId === id) return [...ids]
  const rest = ids.filter((other) => other !== id)
  const at = afterId === null ? 0 : rest.indexOf(afterId) + 1
  if (afterId !== null && at === 0) return undefined
  return rest.toSpliced(at, 0, id)
}
