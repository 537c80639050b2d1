// The two clocks of a ticket: when they run, stand still, are met and are due. Pure: what is now is told.
import { aroundTheClock, type BusinessTime, type Counting } from './business-time.ts'

export type Span = readonly [from: number, to: number]
export type Target = { minutes: number; clock: 'business' | 'always' }
/** What is promised for one ticket: by which policy, reckoned with which revision. */
export type Level = {
  policyId: string
  revision: number
  time: BusinessTime
  response: Target
  resolution: Target
}
export type Percent = 0 | 75 | 100
export type ClockName = 'response' | 'resolution'

/** One clock: due at a time, or with so much left while it stands still; both null without a policy. */
export type Clock = {
  dueAt: number | null
  leftMs: number | null
  /** When three quarters are used up; null while it stands still and once it is met. */
  soonAt: number | null
  /** The highest warning of this episode. */
  warned: Percent
}
/** Both clocks of a ticket, and what they are reckoned from. Milliseconds since 1970. */
export type Clocks = {
  startedAt: number
  /** The first public reply of staff. */
  respondedAt: number | null
  /** Resolved or closed. */
  doneAt: number | null
  /** Since when both stand still: waiting or done. */
  pausedAt: number | null
  /** Every time before that they stood still, in order. */
  pauses: readonly Span[]
  /** What reopening added to the target for the resolution. */
  extraMs: number
  response: Clock
  resolution: Clock
}

const MINUTE_MS = 60_000
/** Of a reopened ticket's target at least this share is left, as part of the whole. */
const LEFT_AT_REOPENING = 1 / 4
const SOON = 3 / 4

const fresh = (): Clock => ({ dueAt: null, leftMs: null, soonAt: null, warned: 0 })
/** The clocks of a ticket that has just been opened. */
export const begun = (startedAt: number): Clocks => ({
  startedAt,
  respondedAt: null,
  doneAt: null,
  pausedAt: null,
  pauses: [],
  extraMs: 0,
  response: fresh(),
  resolution: fresh(),
})

const counting = (level: Level, name: ClockName): Counting =>
  level[name].clock === 'business' ? level.time : aroundTheClock
const goalOf = (c: Clocks, level: Level, name: ClockName) =>
  level[name].minutes * MINUTE_MS + (name === 'resolution' ? c.extraMs : 0)
const met = (c: Clocks, name: ClockName) => (name === 'response' ? c.respondedAt : c.doneAt) !== null

/** How much has counted up to an instant, without the times in which the clocks stood still. */
export function used(count: Counting, c: Pick<Clocks, 'startedAt' | 'pauses' | 'pausedAt'>, until: number): number {
  const end = c.pausedAt === null ? until : Math.min(until, c.pausedAt)
  let sum = count.between(c.startedAt, end)
  for (const [from, to] of c.pauses)
    if (from < end) sum -= count.between(Math.max(from, c.startedAt), Math.min(to, end))
  return sum
}

/** The first instant at which an amount has counted, the times in which the clocks stood still left out. */
export function dueAfter(count: Counting, c: Pick<Clocks, 'startedAt' | 'pauses'>, amount: number): number {
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

function reckonOne(c: Clocks, level: Level, name: ClockName, now: number): Clock {
  const count = counting(level, name)
  const goal = goalOf(c, level, name)
  const before = c[name].warned
  if (c.pausedAt !== null) {
    const left = goal - used(count, c, c.pausedAt)
    const due = left > 0 ? null : dueAfter(count, c, goal)
    // Late already when it stopped: that stays so.
    if (due !== null && due < c.pausedAt) return { dueAt: due, leftMs: 0, soonAt: null, warned: before }
    return { dueAt: null, leftMs: Math.max(0, left), soonAt: null, warned: before }
  }
  const dueAt = dueAfter(count, c, goal)
  const soonAt = dueAfter(count, c, goal * SOON)
  // A later due time than before re-arms the warnings that are not deserved any more.
  const deserved: Percent = now >= dueAt ? 100 : now >= soonAt ? 75 : 0
  return { dueAt, leftMs: null, soonAt, warned: Math.min(before, deserved) as Percent }
}

/** Reckons the clocks that are not met anew, with what is promised now. What was met stays judged by what was promised then. */
export function reckon(c: Clocks, level: Level | undefined, now: number): Clocks {
  const one = (name: ClockName) =>
    met(c, name) ? c[name] : level ? reckonOne(c, level, name, now) : { ...fresh(), warned: c[name].warned }
  return { ...c, response: one('response'), resolution: one('resolution') }
}

/** A clock as it is kept once it is met: while it stood still, due at what was left from then on. */
function frozen(c: Clocks, level: Level | undefined, name: ClockName, at: number): Clock {
  const { dueAt, leftMs, warned } = c[name]
  const due = dueAt ?? (leftMs !== null && level ? counting(level, name).add(at, leftMs) : null)
  return { dueAt: due, leftMs: null, soonAt: null, warned }
}

/** The first public reply of staff; later ones change nothing. */
export function respond(c: Clocks, level: Level | undefined, at: number): Clocks {
  if (c.respondedAt !== null) return c
  return { ...c, respondedAt: at, response: frozen(reckon(c, level, at), level, 'response', at) }
}

const waits = (status: string) => status === 'waiting_on_partner' || status === 'waiting_on_third_party'
const isDone = (status: string) => status === 'resolved' || status === 'closed'

/** Another status: the clocks stop, go on, are met, or begin again where they stopped. */
export function move(c: Clocks, level: Level | undefined, from: string, to: string, at: number): Clocks {
  const still = waits(to) || isDone(to)
  let next = c
  if (still && c.pausedAt === null) next = { ...next, pausedAt: Math.max(at, c.startedAt) }
  if (isDone(from) && !isDone(to)) next = reopened(next, level)
  if (!still && next.pausedAt !== null) {
    const end = Math.max(at, next.pausedAt)
    next = { ...next, pausedAt: null, pauses: [...next.pauses, [next.pausedAt, end]] }
  }
  next = reckon(next, level, at)
  if (isDone(to) && next.doneAt === null)
    next = { ...next, doneAt: at, resolution: frozen(next, level, 'resolution', at) }
  return next
}

/**
 * The resolution's clock takes up where it stopped: the time since then does not count, and no new target is given.
 * Where less than a quarter was left, a quarter is; and what that already deserves is not warned of again.
 */
function reopened(c: Clocks, level: Level | undefined): Clocks {
  const open = { ...c, doneAt: null }
  if (!level || c.pausedAt === null) return { ...open, resolution: fresh() }
  const left = goalOf(c, level, 'resolution') - used(counting(level, 'resolution'), c, c.pausedAt)
  const least = level.resolution.minutes * MINUTE_MS * LEFT_AT_REOPENING
  const extraMs = c.extraMs + Math.max(0, Math.ceil(least - left))
  const goal = goalOf({ ...c, extraMs }, level, 'resolution')
  const warned = Math.max(left, least) <= goal * (1 - SOON) ? 75 : 0
  return { ...open, extraMs, resolution: { ...fresh(), warned } }
}

const running = (c: Clocks): ClockName[] =>
  c.pausedAt !== null ? [] : (['response', 'resolution'] as const).filter((name) => !met(c, name))
const earliest = (times: (number | null)[]): number | null => {
  const known = times.filter((t) => t !== null)
  return known.length > 0 ? Math.min(...known) : null
}

/** What is due next of the clocks that are not met. */
export const nextDue = (c: Clocks): number | null =>
  c.doneAt !== null ? null : earliest([c.respondedAt === null ? c.response.dueAt : null, c.resolution.dueAt])
/** When the first of the running clocks has used up three quarters. */
export const soonAt = (c: Clocks): number | null => earliest(running(c).map((name) => c[name].soonAt))
/** When the next warning is to be given; null when none can come before something happens. */
export const nextCheck = (c: Clocks): number | null =>
  earliest(
    running(c).flatMap((name) => {
      const { warned, soonAt: soon, dueAt } = c[name]
      return [warned < 75 ? soon : null, warned < 100 ? dueAt : null]
    }),
  )

/** The clocks with every warning taken as given that was due before an instant. */
export function settled(c: Clocks, until: number): Clocks {
  let clocks = c
  for (const name of running(c)) {
    const { warned, soonAt: soon, dueAt } = c[name]
    const passed = dueAt !== null && dueAt <= until ? 100 : soon !== null && soon <= until ? 75 : 0
    clocks = { ...clocks, [name]: { ...c[name], warned: Math.max(warned, passed) as Percent } }
  }
  return clocks
}

/** The warnings that are to be given now, and the clocks with them given. One that has been overtaken is left out. */
export function warn(c: Clocks, now: number): { clocks: Clocks; warnings: { clock: ClockName; percent: 75 | 100 }[] } {
  const warnings: { clock: ClockName; percent: 75 | 100 }[] = []
  let clocks = c
  for (const name of running(c)) {
    const { warned, soonAt: soon, dueAt } = c[name]
    const percent =
      dueAt !== null && now >= dueAt && warned < 100
        ? 100
        : soon !== null && now >= soon && warned < 75
          ? 75
          : undefined
    if (!percent) continue
    warnings.push({ clock: name, percent })
    clocks = { ...clocks, [name]: { ...c[name], warned: percent } }
  }
  return { clocks, warnings }
}
