import { createContext, use, useSyncExternalStore } from 'react'
import { getNow, onClockChange } from '../clock'
import { formatDate, formatExactTime, formatRelativeTime } from './relative-time-text'

/** The reader's time zone (IANA name). Undefined means the browser's. */
export const TimeZoneContext = createContext<string | undefined>(undefined)

/** Returns the reader's time zone. Undefined means the browser's. */
export const useTimeZone = (): string | undefined => use(TimeZoneContext)

let now = 0
let stop: (() => void) | undefined
const listeners = new Set<() => void>()

function update() {
  now = getNow()
  for (const each of listeners) each()
}

/** Updates all times on the page with one timer. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) {
    now = getNow()
    const timer = setInterval(update, 60_000)
    const off = onClockChange(update)
    stop = () => {
      clearInterval(timer)
      off()
    }
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stop?.()
  }
}

/**
 * A relative time, updated every minute, with the exact time on hover. On the server and during hydration, the UTC
 * date.
 */
export function RelativeTime({ iso, className }: { iso: string; className?: string }) {
  const timeZone = use(TimeZoneContext)
  const present = useSyncExternalStore(
    subscribe,
    // Otherwise the first relative time of a page would appear as a date and then change, which would move the text
    // around it.
    () => (now ||= getNow()),
    () => 0,
  )
  const instant = new Date(iso)
  if (Number.isNaN(instant.getTime())) return null
  return (
    <time dateTime={iso} title={present ? formatExactTime(instant, timeZone) : undefined} className={className}>
      {present ? formatRelativeTime(instant, new Date(present), timeZone) : formatDate(instant, null, 'UTC')}
    </time>
  )
}
