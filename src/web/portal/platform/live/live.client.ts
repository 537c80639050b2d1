// Live events: one connection per browser, held by one tab and shared with the others.
import { brand } from '../../../../../brand.config.ts'
import { openChannel } from '../../../browser-storage.ts'
import { fetchWithSession } from '../data/api.ts'
import { holdLock } from '../session/hold-lock.ts'
import { onAuthChange, readSession } from '../session/session.client.ts'
import { readEvents } from './event-stream.ts'

/** A change. The screens that show the data refetch it. */
export type LiveEvent = {
  id: number
  companyId: string
  topic:
    | 'ticket'
    | 'presence'
    | 'lead'
    | 'contact'
    | 'client'
    | 'contact_import'
    | 'user'
    | 'company'
    | 'sla_policy'
    | 'notification'
    | 'timer'
    | 'agreement'
    | 'billing'
    | 'hours'
    | 'suggestion'
    | 'prompt'
    | 'product'
    | 'automation'
    | 'project'
    | 'report'
  kind: string
  subjectId: string
  actorId: string | null
}
/** `alive`: nothing happened, and nothing was missed. */
type Shared = { event: LiveEvent } | { resumed: true } | { alive: true }
/** A new tab asks for the events since it began to load, because it may have fetched before it listened. */
type Joined = { joinedSince: number }
type Listener = (event: LiveEvent | 'resumed') => void

const NAME = `${brand.slug}.live`
const RETRY_MS = 1_000
const RETRY_AT_MOST_MS = 30_000
/** A stream that lasted this long ended as planned: reconnect immediately. */
const LIVED_MS = 10_000
/** After a longer absence, a tab refetches everything instead of receiving each event. */
const AWAY_MS = 600_000
/**
 * A screen also gets the events of this time before it began to listen, because its data may have been fetched before
 * them. The first screen gets all events since the page began to load: its data is fetched while its code loads, which
 * can take long.
 */
const LATE_MS = 10_000
/** How many event ids are remembered, because a resumed stream repeats the last few. */
const REMEMBERED = 200

const listeners = new Set<Listener>()
let running: AbortController | undefined
let who: string | undefined
/** Whether this tab has the stream. */
let following = false
// What this tab has received from its own stream or another tab's: until when it has all events, and the last event id.
// A page starts with the time at which it was loaded.
let receivedUntil = Date.now() - performance.now()
/** When the page began to load, until its first screen is left. */
let firstScreenSince: number | undefined = receivedUntil
let last: string | undefined
const seenIds: number[] = []
let recent: { at: number; event: LiveEvent }[] = []

function deliver(message: Shared) {
  receivedUntil = Date.now()
  if ('alive' in message) return
  if ('event' in message) {
    const { id } = message.event
    if (id > 0) {
      if (seenIds.includes(id)) return
      if (seenIds.push(id) > REMEMBERED) seenIds.shift()
      last = String(id)
      const kept = recent.filter(({ at }) => at > receivedUntil - AWAY_MS)
      recent = [...kept, { at: receivedUntil, event: message.event }].slice(-REMEMBERED)
    }
  }
  for (const listener of listeners) listener('event' in message ? message.event : 'resumed')
}
const postToTabs = openChannel<Shared | Joined>(NAME, (data) => {
  if (!('joinedSince' in data)) deliver(data)
  // Only the tab with the stream answers. The others recognize the events that they have.
  else if (following) for (const { at, event } of recent) if (at >= data.joinedSince) postToTabs({ event })
})
postToTabs({ joinedSince: receivedUntil })
const share = (message: Shared) => {
  deliver(message)
  postToTabs(message)
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((go) => {
    const t = setTimeout(go, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(t)
      go()
    })
  })

async function follow(signal: AbortSignal) {
  let wait = RETRY_MS
  while (!signal.aborted) {
    const began = Date.now()
    try {
      // Events since the page was loaded, or since the connection broke, are sent first.
      const away = Math.max(0, began - receivedUntil)
      if (away > AWAY_MS) {
        last = undefined
        share({ resumed: true })
      }
      const r = await fetchWithSession(`/api/v1/events?since=${away > AWAY_MS ? 0 : Math.ceil(away)}`, {
        signal,
        headers: { accept: 'text/event-stream', ...(last ? { 'last-event-id': last } : {}) },
      })
      if (r.status === 401 || r.status === 403) return
      if (r.ok && r.body) {
        wait = RETRY_MS
        for await (const event of readEvents<LiveEvent>(r.body)) {
          if (event) share({ event })
          // The first keepalive comes before the missed events.
          else if (Date.now() - began > LIVED_MS) share({ alive: true })
        }
        if (Date.now() - began > LIVED_MS) {
          await pause(50, signal)
          continue
        }
      }
    } catch {
      // The connection broke: reconnect below.
    }
    await pause(wait, signal)
    wait = Math.min(wait * 2, RETRY_AT_MOST_MS)
  }
}

function start() {
  if (running) return
  const mine = new AbortController()
  running = mine
  const lead = async () => {
    following = true
    try {
      await follow(mine.signal)
    } finally {
      following = false
    }
  }
  holdLock(NAME, lead, { signal: mine.signal })
    .catch(() => {}) // aborted while waiting for the lock
    .finally(() => {
      if (running === mine) running = undefined
    })
}
function stop() {
  running?.abort()
  running = undefined
}

/**
 * Calls `listener` for each live event of the signed-in user, in every tab, and with 'resumed' when events may have
 * been missed. Returns a function that stops it.
 */
export function onLive(listener: Listener): () => void {
  listeners.add(listener)
  const since = Math.min(firstScreenSince ?? Number.POSITIVE_INFINITY, Date.now() - LATE_MS)
  for (const { at, event } of recent) if (at > since) listener(event)
  const off = onAuthChange((event) => {
    const id = readSession()?.user.id
    // Another user gets other events.
    if (event === 'SIGNED_OUT' || (who !== undefined && id !== who)) {
      stop()
      recent = []
    }
    who = id
    if (id) start()
  })
  return () => {
    off()
    listeners.delete(listener)
    firstScreenSince = undefined
    if (listeners.size === 0) stop()
  }
}
