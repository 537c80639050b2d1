// How a project stands, and who may do what with it and its tasks. Pure.
import type { z } from 'zod'
import type { Project, ProjectHealth, ProjectStatus, Task, TaskRow } from '../../contract/projects.ts'
import { EDIT_MINUTES } from '../../contract/tickets.ts'
import type { Actor } from '../platform/db.ts'

type Status = z.infer<typeof ProjectStatus>
type Reader = Pick<Actor, 'kind' | 'role' | 'userId'>

/** Days that a task may wait for the partner before the project is at risk. */
const WAITING_DAYS = 5
/** Days that a task may be overdue before the project is delayed. */
const OVERDUE_DAYS = 7
/** Percent of the budget from which on progress is compared with it. */
const BUDGET_PERCENT = 80
/** Percent of its time that may have gone beyond its progress. */
const BEHIND_PERCENT = 25
const DAY_MS = 86_400_000

/** What a project's health is reckoned from; days as text, `today` where the provider works. */
export type Facts = {
  status: string
  starts_on: string | null
  due_on: string | null
  budget_minutes: number | null
  used_minutes: number
  tasks_total: number
  tasks_done: number
  overdue: number
  /** The earliest day on which an open task was due. */
  overdue_since: string | null
  /** How many tasks wait for the partner, and since when the first does. */
  waiting_all: number
  waiting_since: string | null
  today: string
}

const daysBetween = (from: string, to: string) =>
  Math.floor((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / DAY_MS)
const tasks = (n: number) => (n === 1 ? '1 task' : `${n} tasks`)
const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100))

/** Whether a project is over. */
export const isOver = (status: string): boolean => status === 'done' || status === 'cancelled'

/** How a project stands and why, in plain words. Null while nobody is to work on it. */
export function healthOf(p: Facts): { health: z.infer<typeof ProjectHealth> | null; reasons: string[] } {
  if (p.status !== 'active' && p.status !== 'waiting_on_partner') return { health: null, reasons: [] }
  const delayed: string[] = []
  const risky: string[] = []
  const late = p.due_on ? daysBetween(p.due_on, p.today) : 0
  if (late > 0) delayed.push(`It was due ${late === 1 ? 'yesterday' : `${late} days ago`}.`)
  if (p.overdue > 0 && p.overdue_since) {
    const since = daysBetween(p.overdue_since, p.today)
    const words = `${tasks(p.overdue)} overdue, the first for ${since === 1 ? 'a day' : `${since} days`}.`
    ;(since > OVERDUE_DAYS ? delayed : risky).push(words)
  }
  const progress = percent(p.tasks_done, p.tasks_total)
  if (p.budget_minutes) {
    const used = percent(p.used_minutes, p.budget_minutes)
    if (used > 100) risky.push(`The budget is used up: ${used} percent.`)
    else if (used >= BUDGET_PERCENT && used > progress)
      risky.push(`${used} percent of the budget is used, and ${progress} percent of the tasks are done.`)
  }
  if (p.waiting_all > 0 && p.waiting_since && daysBetween(p.waiting_since, p.today) >= WAITING_DAYS)
    risky.push(
      `${tasks(p.waiting_all)} ${p.waiting_all === 1 ? 'waits' : 'wait'} for the partner, the first for ${daysBetween(p.waiting_since, p.today)} days.`,
    )
  if (p.starts_on && p.due_on && p.today > p.starts_on && p.today <= p.due_on && p.tasks_total > 0) {
    const gone = percent(daysBetween(p.starts_on, p.today), Math.max(1, daysBetween(p.starts_on, p.due_on)))
    if (gone - progress > BEHIND_PERCENT)
      risky.push(`${gone} percent of the time has passed, and ${progress} percent of the tasks are done.`)
  }
  return {
    health: delayed.length > 0 ? 'delayed' : risky.length > 0 ? 'at_risk' : 'on_track',
    reasons: [...delayed, ...risky],
  }
}

const NEXT: Record<Status, Status[]> = {
  planned: ['active', 'on_hold', 'cancelled'],
  active: ['waiting_on_partner', 'on_hold', 'done', 'cancelled'],
  waiting_on_partner: ['active', 'on_hold', 'done', 'cancelled'],
  on_hold: ['planned', 'active', 'cancelled'],
  done: ['active'],
  cancelled: ['planned', 'active'],
}
/** The statuses that follow one. */
export const nextOf = (status: string): Status[] => NEXT[status as Status] ?? []

/** What the reader may do with a project now. */
export function canOf(reader: Reader, p: { status: string }): z.infer<typeof Project>['can'] {
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

/** What of a task decides who may do what. */
export type TaskFacts = {
  status: string
  side: string
  assignee_id: string | null
  completed_by: string | null
  project_status: string
}
/** Whether a task is for this person of the partner: theirs, the whole company's, or their company's for an owner. */
const isTheirs = (reader: Reader, t: TaskFacts): boolean =>
  t.side === 'partner' && (t.assignee_id === null || t.assignee_id === reader.userId || reader.role === 'owner')

/** Whether the reader may say that a task is done, or take that back. */
export function taskCan(reader: Reader, t: TaskFacts): z.infer<typeof TaskRow>['can'] {
  if (isOver(t.project_status)) return { complete: false, reopen: false }
  if (reader.kind === 'staff') return { complete: t.status !== 'done', reopen: t.status === 'done' }
  return {
    complete: t.status === 'waiting_on_partner' && isTheirs(reader, t),
    // What staff closed stays closed.
    reopen: t.status === 'done' && t.side === 'partner' && t.completed_by === reader.userId,
  }
}
/** The same for one task that is open on the screen. */
export function fullTaskCan(reader: Reader, t: TaskFacts): z.infer<typeof Task>['can'] {
  const work = reader.kind === 'staff' && !isOver(t.project_status)
  // Work is often written down after the end.
  return { ...taskCan(reader, t), edit: work, remove: work, comment: true, book: reader.kind === 'staff' }
}

/** Until when the reader may put right what they wrote; null for what is not theirs, or too old by now. */
export function editableUntil(
  reader: Pick<Reader, 'userId'>,
  said: { author_id: string; created_at: string },
): string | null {
  if (said.author_id !== reader.userId) return null
  const until = Date.parse(said.created_at) + EDIT_MINUTES * 60_000
  return until > Date.now() ? new Date(until).toISOString() : null
}

/** The status of a phase, from its tasks. */
export const phaseStatus = (statuses: readonly string[]): 'todo' | 'doing' | 'done' =>
  statuses.length > 0 && statuses.every((s) => s === 'done')
    ? 'done'
    : statuses.some((s) => s !== 'todo')
      ? 'doing'
      : 'todo'

/** A day that comes so many days after another. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Words beside days that do not follow each other; undefined when they do. */
export const wrongDays = (days: {
  startsOn: string | null
  dueOn: string | null
}): Record<string, string[]> | undefined =>
  days.startsOn && days.dueOn && days.dueOn < days.startsOn
    ? { dueOn: ['It cannot be due before it begins.'] }
    : undefined

/**
 * The ids in a new order: `id` stands right after `afterId`, or first. Undefined when it is to stand after what is not
 * there; after itself means that it stays.
 */
export function reordered(ids: readonly string[], id: string, afterId: string | null): string[] | undefined {
  if (afterId === id) return [...ids]
  const rest = ids.filter((other) => other !== id)
  const at = afterId === null ? 0 : rest.indexOf(afterId) + 1
  if (afterId !== null && at === 0) return undefined
  return rest.toSpliced(at, 0, id)
}
