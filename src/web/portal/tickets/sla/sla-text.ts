// Texts for a ticket's targets. Pure: the current time is passed in.
import { formatMinutes } from '../../../../contract/plain/durations.ts'
import type { Shape, Tone } from '../../../ui/status.tsx'
import type { Side } from '../facts/labels.ts'
import type { Status, TicketRow } from '../model.ts'

type Sla = TicketRow['sla']
export type Clock = Sla['response']
export type Look = { tone: Tone; shape: Shape; text: string }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Formats a duration, with the smaller unit only where it matters: "25 min", "3 h 5 min", "2 days". */
export function formatSpan(ms: number): string {
  if (ms < MINUTE) return 'under 1 min'
  const minutes = Math.floor(ms / MINUTE)
  // From ten hours on, minutes do not matter.
  if (ms < DAY) return formatMinutes(minutes < 600 ? minutes : minutes - (minutes % 60))
  const days = Math.floor(ms / DAY)
  return `${days} ${days === 1 ? 'day' : 'days'}`
}

/** Formats a due time in the reader's time zone: "today 4:30 PM", "Mon 10:30 AM", "Mon, Dec 7, 10:30 AM". */
export function formatDue(iso: string, now: number, timeZone?: string): string {
  const at = new Date(iso)
  const format = (options: Intl.DateTimeFormatOptions, of: Date = at) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(of)
  const day = (of: Date) => format({ year: 'numeric', month: '2-digit', day: '2-digit' }, of)
  const time = format({ hour: 'numeric', minute: '2-digit' })
  if (day(at) === day(new Date(now))) return `today ${time}`
  if (Math.abs(at.getTime() - now) < 6 * DAY && at.getTime() > now) return `${format({ weekday: 'short' })} ${time}`
  return `${format({ weekday: 'short', month: 'short', day: 'numeric' })}, ${time}`
}

/** Returns the due text of a list row, or undefined if nothing is due. */
export function getDueLook(sla: Sla, status: Status, now: number, timeZone?: string): Look | undefined {
  const { resolution, nextDueAt, soonAt, paused } = sla
  if (status === 'resolved' || status === 'closed') {
    if (!resolution.dueAt) return undefined
    if (sla.closedUnanswered && !resolution.breached) return { tone: 'neutral', shape: 'dash', text: 'Not applicable' }
    return resolution.breached
      ? { tone: 'neutral', shape: 'alert', text: 'Past SLA' }
      : { tone: 'neutral', shape: 'check', text: 'Within SLA' }
  }
  const due = nextDueAt === null ? null : Date.parse(nextDueAt)
  if (due !== null && due <= now) return { tone: 'bad', shape: 'alert', text: `${formatSpan(now - due)} overdue` }
  if (paused) return { tone: 'neutral', shape: 'pause', text: 'Paused' }
  if (due === null || nextDueAt === null) return undefined
  const soon = soonAt !== null && Date.parse(soonAt) <= now
  const text = due - now < DAY ? `in ${formatSpan(due - now)}` : formatDue(nextDueAt, now, timeZone)
  return soon ? { tone: 'warn', shape: 'half', text } : { tone: 'neutral', shape: 'ring', text }
}

/**
 * Returns the text of one target on the ticket's page. `none`: the text for a done ticket to which it does not apply.
 */
export function getClockLook(clock: Clock, done: boolean, now: number, none = 'Not applicable'): Look | undefined {
  const { dueAt, metAt, remainingMinutes } = clock
  if (metAt) {
    if (!dueAt) return { tone: 'good', shape: 'check', text: 'Met' }
    const apart = Date.parse(metAt) - Date.parse(dueAt)
    return clock.breached
      ? { tone: 'bad', shape: 'alert', text: `Missed by ${formatSpan(apart)}` }
      : { tone: 'good', shape: 'check', text: 'Met on time' }
  }
  // The ticket is done, so nothing counts any further.
  if (done)
    return clock.breached
      ? { tone: 'bad', shape: 'alert', text: 'Missed' }
      : { tone: 'neutral', shape: 'dash', text: none }
  if (dueAt && Date.parse(dueAt) <= now)
    return { tone: 'bad', shape: 'alert', text: `${formatSpan(now - Date.parse(dueAt))} overdue` }
  if (remainingMinutes !== null) return { tone: 'neutral', shape: 'pause', text: 'Paused' }
  if (!dueAt) return undefined
  return { tone: 'neutral', shape: 'ring', text: `Due in ${formatSpan(Date.parse(dueAt) - now)}` }
}

/** Returns whom the ticket waits for, from one side's point of view. */
export const describePause = (paused: NonNullable<Sla['paused']>, side: Side): string =>
  paused.for === 'third_party' ? 'a third party' : side === 'partner' ? 'you' : 'the partner'
