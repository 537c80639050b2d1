// The two targets of a ticket, first response and resolution: when they run, are paused, are met and are due. Pure
// functions: the caller passes the current time.
import { SOON_PERCENT } from '../../contract/plain/warnings.ts'
import { aroundTheClock, type BusinessTime, type Counting } from './business-time.ts'

export type Span = readonly [from: number, to: number]
export type Target = { minutes: number; clock: 'business' | 'always' }
/** The service level of one ticket: its policy with both targets, and the revision that they are from. */
export type Level = {
  policyId: string
  revision: number
  time: BusinessTime
  response: Target
  resolution: Target
}
/** The warnings of a target. The columns `response_warned` and `resolution_warned` accept only these. */
export type Percent = 0 | typeof SOON_PERCENT | 100
export type ClockName = 'response' | 'resolution'

/** One target: due at a time, or paused with this much left. Both are null without a policy. */
export type Clock = {
  dueAt: number | null
  leftMs: number | null
  /** When `SOON_PERCENT` of the time is used. Null while the target is paused and once it is met. */
  soonAt: number | null
  /** The highest warning sent since the target was last set. */
  warned: Percent
}
/** Both targets of a ticket, and what they are calculated from. Times are milliseconds since 1970. */
export type Clocks = {
  startedAt: number
  /** The time of the first public reply by staff. */
  respondedAt: number | null
  /** When the ticket was resolved or closed. */
  doneAt: number | null
  /** Since when both are paused, because the ticket waits or is done. */
  pausedAt: number | null
  /** The earlier pauses, in order. */
  pauses: readonly Span[]
  /** The time that reopening added to the resolution target. */
  extraMs: number
  response: Clock
  resolution: Clock
}

const MINUTE_MS = 60_000
/** A reopened ticket has at least this share of its resolution target left. */
const LEFT_AT_REOPENING = 1 / 4
/** After this share of a target's time, it is due soon. */
const SOON = SOON_PERCENT / 100

const newClock = (): Clock => ({ dueAt: null, leftMs: null, soonAt: null, warned: 0 })
/** Returns the targets of a ticket that has just been opened. */
export const startClocks = (startedAt: number): Clocks => ({
  startedAt,
  respondedAt: null,
  doneAt: null,
  pausedAt: null,
  pauses: [],
  extraMs: 0,
  response: newClock(),
  resolution: newClock(),
})

const counting = (level: Level, name: ClockName): Counting =>
  level[name].clock === 'business' ? level.time : aroundTheClock
const goalOf = (c: Clocks, level: Level, name: ClockName) =>
  level[name].minutes * MINUTE_MS + (name === 'resolution' ? c.extraMs : 0)
const met = (c: Clocks, name: ClockName) => (name === 'response' ? c.respondedAt : c.doneAt) !== null

/** Returns how much time has counted up to an instant, in milliseconds, without pauses. */
export function countUsedMs(
  count: Counting,
  c: Pick<Clocks, 'startedAt' | 'pauses' | 'pausedAt'>,
  until: number,
): number {
  const end = c.pausedAt === null ? until : Math.min(until, c.pausedAt)
  let sum = count.between(c.startedAt, end)
  for (const [from, to] of c.pauses)
    if (from < end) sum -= count.between(Math.max(from, c.startedAt), Math.min(to, end))
  return sum
}

/** Returns the first instant at which an amount of milliseconds has counted, without pauses. */
export function findDueTime(count: Counting, c: Pick<Clocks, 'startedAt' | 'pauses'>, amount: number): number {
  let at = c.startedAt
  let left = amount
  for (const [from, to] of c.pauses) {
    if (to <= at) continue
    const counted = count.between(at, Math.max(from, at))
    if (counted >= left) break
    left -= counted
    at = to
  }
  return count.add(at, left)
}

function calculateTarget(c: Clocks, level: Level, name: ClockName, now: number): Clock {
  const count = counting(level, name)
  const goal = goalOf(c, level, name)
  const before = c[name].warned
  if (c.pausedAt !== null) {
    const left = goal - countUsedMs(count, c, c.pausedAt)
    const due = left > 0 ? null : findDueTime(count, c, goal)
    // The target was already missed when the pause began, so it keeps its due time.
    if (due !== null && due <= c.pausedAt) return { dueAt: due, leftMs: 0, soonAt: null, warned: before }
    return { dueAt: null, leftMs: Math.max(0, left), soonAt: null, warned: before }
  }
  const dueAt = findDueTime(count, c, goal)
  const soonAt = findDueTime(count, c, goal * SOON)
  // When the due time moves to a later time, warnings that no longer apply can be sent again.
  const deserved: Percent = now >= dueAt ? 100 : now >= soonAt ? SOON_PERCENT : 0
  return { dueAt, leftMs: null, soonAt, warned: Math.min(before, deserved) as Percent }
}

/**
 * Returns the targets with those that have not been met recalculated, using the current policy. Met targets keep the
 * policy they were judged by.
 */
export function recalculateOpenTargets(c: Clocks, level: Level | undefined, now: number): Clocks {
  const one = (name: ClockName) =>
    met(c, name) ? c[name] : level ? calculateTarget(c, level, name, now) : { ...newClock(), warned: c[name].warned }
  return { ...c, response: one('response'), resolution: one('resolution') }
}

/**
 * Returns a target as it is stored once it is met at `at`. If it was paused, its due time follows from the time that
 * was left.
 */
function frozen(c: Clocks, level: Level | undefined, name: ClockName, at: number): Clock {
  const { dueAt, leftMs, warned } = c[name]
  const due = dueAt ?? (leftMs !== null && level ? counting(level, name).add(at, leftMs) : null)
  return { dueAt: due, leftMs: null, soonAt: null, warned }
}

/** Returns the targets after the first public reply by staff. Later replies change nothing. */
export function recordFirstResponse(c: Clocks, level: Level | undefined, at: number): Clocks {
  if (c.respondedAt !== null) return c
  return { ...c, respondedAt: at, response: frozen(recalculateOpenTargets(c, level, at), level, 'response', at) }
}

const waits = (status: string) => status === 'waiting_on_partner' || status === 'waiting_on_third_party'
const isDone = (status: string) => status === 'resolved' || status === 'closed'

/** Returns the targets after a change of status: they pause, continue, are met, or continue after reopening. */
export function applyStatusChange(c: Clocks, level: Level | undefined, from: string, to: string, at: number): Clocks {
  const still = waits(to) || isDone(to)
  let next = c
  if (still && c.pausedAt === null) next = { ...next, pausedAt: Math.max(at, c.startedAt) }
  if (isDone(from) && !isDone(to)) next = reopened(next, level)
  if (!still && next.pausedAt !== null) {
    const end = Math.max(at, next.pausedAt)
    next = { ...next, pausedAt: null, pauses: [...next.pauses, [next.pausedAt, end]] }
  }
  next = recalculateOpenTargets(next, level, at)
  if (isDone(to) && next.doneAt === null)
    next = { ...next, doneAt: at, resolution: frozen(next, level, 'resolution', at) }
  return next
}

/**
 * Returns the targets after reopening. The resolution target continues where it stopped, without the time in between.
 * At least a quarter of it is left. A warning that applies already is not sent again.
 */
function reopened(c: Clocks, level: Level | undefined): Clocks {
  const open = { ...c, doneAt: null }
  if (!level || c.pausedAt === null) return { ...open, resolution: newClock() }
  const left = goalOf(c, level, 'resolution') - countUsedMs(counting(level, 'resolution'), c, c.pausedAt)
  const least = level.resolution.minutes * MINUTE_MS * LEFT_AT_REOPENING
  const extraMs = c.extraMs + Math.max(0, Math.ceil(least - left))
  const goal = goalOf({ ...c, extraMs }, level, 'resolution')
  const warned = Math.max(left, least) <= goal * (1 - SOON) ? SOON_PERCENT : 0
  return { ...open, extraMs, resolution: { ...newClock(), warned } }
}

const running = (c: Clocks): ClockName[] =>
  c.pausedAt !== null ? [] : (['response', 'resolution'] as const).filter((name) => !met(c, name))
const earliest = (times: (number | null)[]): number | null => {
  const known = times.filter((t) => t !== null)
  return known.length > 0 ? Math.min(...known) : null
}

/** Returns when the next target that is not met is due, or null. */
export const findNextDue = (c: Clocks): number | null =>
  c.doneAt !== null ? null : earliest([c.respondedAt === null ? c.response.dueAt : null, c.resolution.dueAt])
/** Returns when the first running target has used `SOON_PERCENT` of its time, or null. */
export const findNextWarningTime = (c: Clocks): number | null => earliest(running(c).map((name) => c[name].soonAt))
/** Returns when the next warning is due. Null when none can come before the ticket changes. */
export const findNextCheck = (c: Clocks): number | null =>
  earliest(
    running(c).flatMap((name) => {
      const { warned, soonAt: soon, dueAt } = c[name]
      return [warned < SOON_PERCENT ? soon : null, warned < 100 ? dueAt : null]
    }),
  )

/** Returns the targets with all warnings that were due by `until` marked as sent. */
export function markWarningsSent(c: Clocks, until: number): Clocks {
  let clocks = c
  for (const name of running(c)) {
    const { warned, soonAt: soon, dueAt } = c[name]
    const passed = dueAt !== null && dueAt <= until ? 100 : soon !== null && soon <= until ? SOON_PERCENT : 0
    clocks = { ...clocks, [name]: { ...c[name], warned: Math.max(warned, passed) as Percent } }
  }
  return clocks
}

/**
 * Returns the warnings to send now, and the targets with those marked as sent. If both warnings of a target are due,
 * only the one at 100 percent is sent.
 */
export function collectDueWarnings(
  c: Clocks,
  now: number,
): { clocks: Clocks; warnings: { clock: ClockName; percent: typeof SOON_PERCENT | 100 }[] } {
  const warnings: { clock: ClockName; percent: typeof SOON_PERCENT | 100 }[] = []
  let clocks = c
  for (const name of running(c)) {
    const { warned, soonAt: soon, dueAt } = c[name]
    const percent =
      dueAt !== null && now >= dueAt && warned < 100
        ? 100
        : soon !== null && now >= soon && warned < SOON_PERCENT
          ? SOON_PERCENT
          : undefined
    if (!percent) continue
    warnings.push({ clock: name, percent })
    clocks = { ...clocks, [name]: { ...c[name], warned: percent } }
  }
  return { clocks, warnings }
}
