import { createContext, use, useSyncExternalStore } from 'react'
import { dateText, exactTimeText, relativeTimeText } from './relative-time-text'

/** The reader's time zone (IANA name); the browser's where it is not given. */
export const TimeZoneContext = createContext<string | undefined>(undefined)

/** The reader's time zone, for what is formatted elsewhere; undefined means the browser's. */
export const useTimeZone = (): string | undefined => use(TimeZoneContext)

let now = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** One clock for all times on the page. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) {
    now = Date.now()
    timer = setInterval(() => {
      now = Date.now()
      for (const each of listeners) each()
    }, 60_000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** How long ago, kept true each minute, with the exact time on hover. On the server and while hydrating: the UTC date. */
export function RelativeTime({ iso, className }: { iso: string; className?: string }) {
  const timeZone = use(TimeZoneContext)
  const present = useSyncExternalStore(
    subscribe,
    () => now,
    () => 0,
  )
  const instant = new Date(iso)
  if (Number.isNaN(instant.getTime())) return null
  return (
    <time dateTime={iso} title={present ? exactTimeText(instant, timeZone) : undefined} className={className}>
      {present ? relativeTimeText(instant, new Date(present), timeZone) : dateText(instant, null, 'UTC')}
    </time>
  )
}
