// Live events: one connection per browser, held by one tab and shared with the others.
import { brand } from '../../../../brand.config.ts'
import { call } from './api.ts'
import { onAuthChange, readSession } from './session.client.ts'

/** Something changed; what it is now is asked for where it belongs. */
export type LiveEvent = {
  id: number
  companyId: string
  topic: 'ticket' | 'lead' | 'contact' | 'client' | 'contact_import' | 'user' | 'company'
  kind: string
  subjectId: string
  actorId: string | null
}
type Shared = { event: LiveEvent } | { resumed: true }
type Listener = (event: LiveEvent | 'resumed') => void

const NAME = `${brand.slug}.live`
const RETRY_MS = 1_000
const RETRY_AT_MOST_MS = 30_000

const listeners = new Set<Listener>()
const channel = new BroadcastChannel(NAME)
let running: AbortController | undefined

const deliver = (said: Shared) => {
  for (const listener of listeners) listener('event' in said ? said.event : 'resumed')
}
channel.onmessage = ({ data }: MessageEvent<Shared>) => deliver(data)
const share = (said: Shared) => {
  deliver(said)
  channel.postMessage(said)
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((go) => {
    const t = setTimeout(go, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(t)
      go()
    })
  })

/** Reads one stream until it ends; gives each event with its id. */
async function* read(body: ReadableStream<Uint8Array>) {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    text += value
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) =>
        lines
          .find((l) => l.startsWith(`${name}:`))
          ?.slice(name.length + 1)
          .trim()
      const data = field('data')
      if (data && field('event') === 'message') yield { id: field('id'), event: JSON.parse(data) as LiveEvent }
    }
  }
}

async function follow(signal: AbortSignal) {
  let last: string | undefined
  let wait = RETRY_MS
  let broken = false
  while (!signal.aborted) {
    try {
      const r = await call('/api/v1/events', {
        signal,
        headers: { accept: 'text/event-stream', ...(last ? { 'last-event-id': last } : {}) },
      })
      if (r.status === 401 || r.status === 403) return
      if (r.ok && r.body) {
        // Without an id to resume from, what happened meanwhile is unknown: everything on the page is asked for again.
        if (broken && !last) share({ resumed: true })
        wait = RETRY_MS
        for await (const { id, event } of read(r.body)) {
          last = id ?? last
          share({ event })
        }
      }
    } catch {
      // The line broke: again below.
    }
    broken = true
    await pause(wait, signal)
    wait = Math.min(wait * 2, RETRY_AT_MOST_MS)
  }
}

function start() {
  if (running) return
  const mine = new AbortController()
  running = mine
  navigator.locks
    .request(NAME, { signal: mine.signal }, () => follow(mine.signal))
    .catch(() => {}) // aborted while waiting for the lock
    .finally(() => {
      if (running === mine) running = undefined
    })
}
function stop() {
  running?.abort()
  running = undefined
}

/** Calls `listener` for each live event of the signed-in user, in every tab. Returns how to stop. */
export function onLive(listener: Listener): () => void {
  listeners.add(listener)
  const off = onAuthChange((event) => {
    if (event === 'SIGNED_OUT') stop()
    else if (readSession()) start()
  })
  return () => {
    off()
    listeners.delete(listener)
    if (listeners.size === 0) stop()
  }
}
