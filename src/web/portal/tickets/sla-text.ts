// A ticket's clocks in words. Pure: what is now is told.
import type { Shape, Tone } from '../../ui/status.tsx'
import type { Side } from './labels.ts'
import type { Status, TicketRow } from './model.ts'

type Sla = TicketRow['sla']
export type Clock = Sla['response']
export type Look = { tone: Tone; shape: Shape; text: string }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A span as people say it, the smaller unit only where it matters: "25 min", "3 h 5 min", "2 days". */
export function spanText(ms: number): string {
  if (ms < MINUTE) return 'under 1 min'
  const minutes = Math.floor(ms / MINUTE)
  if (ms < HOUR) return `${minutes} min`
  if (ms < DAY) {
    // From ten hours on, minutes tell nothing.
    const rest = minutes < 600 ? minutes % 60 : 0
    return `${Math.floor(minutes / 60)} h${rest ? ` ${rest} min` : ''}`
  }
  const days = Math.floor(ms / DAY)
  return `${days} ${days === 1 ? 'day' : 'days'}`
}

/** When something is due, where the reader is: "today 4:30 PM", "Mon 10:30 AM", "Mon, Dec 7, 10:30 AM". */
export function dueText(iso: string, now: number, timeZone?: string): string {
  const at = new Date(iso)
  const say = (options: Intl.DateTimeFormatOptions, of: Date = at) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(of)
  const day = (of: Date) => say({ year: 'numeric', month: '2-digit', day: '2-digit' }, of)
  const time = say({ hour: 'numeric', minute: '2-digit' })
  if (day(at) === day(new Date(now))) return `today ${time}`
  if (Math.abs(at.getTime() - now) < 6 * DAY && at.getTime() > now) return `${say({ weekday: 'short' })} ${time}`
  return `${say({ weekday: 'short', month: 'short', day: 'numeric' })}, ${time}`
}

/** What a row of a list says of its due times; undefined where nothing is promised. */
export function dueLook(sla: Sla, status: Status, now: number, timeZone?: string): Look | undefined {
  const { resolution, nextDueAt, soonAt, paused } = sla
  if (status === 'resolved' || status === 'closed') {
    if (!resolution.dueAt) return undefined
    return resolution.breached
      ? { tone: 'neutral', shape: 'alert', text: 'Late' }
      : { tone: 'neutral', shape: 'check', text: 'In time' }
  }
  const due = nextDueAt === null ? null : Date.parse(nextDueAt)
  if (due !== null && due <= now) return { tone: 'bad', shape: 'alert', text: `${spanText(now - due)} late` }
  if (paused) return { tone: 'neutral', shape: 'pause', text: 'Paused' }
  if (due === null || nextDueAt === null) return undefined
  const soon = soonAt !== null && Date.parse(soonAt) <= now
  const text = due - now < DAY ? `in ${spanText(due - now)}` : dueText(nextDueAt, now, timeZone)
  return soon ? { tone: 'warn', shape: 'half', text } : { tone: 'neutral', shape: 'ring', text }
}

/** What one clock says on the ticket's page. */
export function clockLook(clock: Clock, done: boolean, now: number): Look | undefined {
  const { dueAt, metAt, remainingMinutes } = clock
  if (metAt) {
    if (!dueAt) return { tone: 'good', shape: 'check', text: 'Met' }
    const apart = Date.parse(metAt) - Date.parse(dueAt)
    return clock.breached
      ? { tone: 'bad', shape: 'alert', text: `Met ${spanText(apart)} late` }
      : { tone: 'good', shape: 'check', text: 'Met in time' }
  }
  // Over: nothing counts any further.
  if (done)
    return clock.breached
      ? { tone: 'bad', shape: 'alert', text: 'Missed' }
      : { tone: 'neutral', shape: 'dash', text: 'Not needed' }
  if (dueAt && Date.parse(dueAt) <= now)
    return { tone: 'bad', shape: 'alert', text: `${spanText(now - Date.parse(dueAt))} late` }
  if (remainingMinutes !== null) return { tone: 'neutral', shape: 'pause', text: 'Paused' }
  if (!dueAt) return undefined
  return { tone: 'neutral', shape: 'ring', text: `Due in ${spanText(Date.parse(dueAt) - now)}` }
}

/** For whom the clocks wait, as one side reads it. */
export const waitingFor = (paused: NonNullable<Sla['paused']>, side: Side): string =>
  paused.for === 'third_party' ? 'a third party' : side === 'partner' ? 'you' : 'the partner'
