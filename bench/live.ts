// Measures how long a change takes to reach another open page, with two processes of the app on one database. Pages
// listen at one process, and changes are written at the other.
import { performance } from 'node:perf_hooks'
import type { UnderLoad } from './load.ts'

/** Results in milliseconds for `changes` changes, written one after another while others write too. */
type LiveFigures = { what: string; p50: number; p95: number; p99: number; most: number; changes: number }

const PAGES = 20
const CHANGES = 300
/** Changes per second besides the measured ones, because event streams are never idle in production. */
const BESIDES = 20

type Heard = { topic: string; kind: string; subjectId: string }

/** Opens an event stream as the browser does. Calls `hear` with each event and the time when it arrived. */
async function page(server: UnderLoad, headers: Record<string, string>, hear: (event: Heard, at: number) => void) {
  const stop = new AbortController()
  const r = await fetch(`http://127.0.0.1:${server.port}/api/v1/events`, { headers, signal: stop.signal })
  if (!r.ok || !r.body) throw new Error(`The stream answered ${r.status}.`)
  const reading = (async () => {
    let text = ''
    for await (const chunk of r.body as unknown as AsyncIterable<Uint8Array>) {
      const at = performance.now()
      text += Buffer.from(chunk)
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
        if (data && /^event: message$/m.test(text.slice(0, end))) hear(JSON.parse(data) as Heard, at)
        text = text.slice(end + 2)
      }
    }
  })().catch(() => {})
  return async () => {
    stop.abort()
    await reading
  }
}

function figures(what: string, times: number[]): LiveFigures {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
  return { what, p50: at(0.5), p95: at(0.95), p99: at(0.99), most: sorted.at(-1) as number, changes: sorted.length }
}

/**
 * Writes at `writer` and listens at `reader`. Returns the times from the click to the event on the other pages, from
 * the response to that event, and from the click to the bell.
 */
export async function liveLatency(writer: UnderLoad, reader: UnderLoad): Promise<LiveFigures[]> {
  const waiting = new Map<string, { pages: number; last: (at: number) => void }>()
  const bell = new Map<string, (at: number) => void>()
  // Each page listens as a different user, and gets all events of the company.
  const people = Array.from({ length: PAGES }, () => reader.headers())
  const stops = await Promise.all(
    people.map((headers) =>
      page(reader, headers, (event, at) => {
        if (event.topic === 'notification') {
          bell.get(event.subjectId)?.(at)
          return
        }
        const one = waiting.get(event.subjectId)
        if (one && --one.pages === 0) one.last(at)
      }),
    ),
  )
  let n = 0
  const write = async (path: string, body: object) => {
    const r = await fetch(`http://127.0.0.1:${writer.port}/api/v1${path}`, {
      method: 'POST',
      headers: { ...writer.headers(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!r.ok) throw new Error(`${path} answered ${r.status}: ${await r.text()}`)
    return { answered: performance.now(), body: (await r.json()) as { id: string } }
  }
  let going = true
  const besides = (async () => {
    while (going) {
      await write('/tickets', { subject: `Besides ${++n}`, description: 'A line.' })
      await new Promise((go) => setTimeout(go, 1000 / BESIDES))
    }
  })()
  const fromClick: number[] = []
  const fromAnswer: number[] = []
  const toBell: number[] = []
  for (let i = 0; i < CHANGES; i++) {
    const heard = Promise.withResolvers<number>()
    const rung = Promise.withResolvers<number>()
    const { id } = (await write('/tickets', { subject: `Measured ${i}`, description: 'A line.' })).body
    // Wait until the new ticket's own events have arrived. The measured change is a reply on it.
    await new Promise((go) => setTimeout(go, 40))
    waiting.set(id, { pages: PAGES, last: heard.resolve })
    bell.set(id, rung.resolve)
    const start = performance.now()
    const { answered } = await write(`/tickets/${id}/messages`, { body: 'An answer.' })
    const at = await heard.promise
    fromClick.push(at - start)
    fromAnswer.push(Math.max(0, at - answered))
    const timer = setTimeout(() => rung.resolve(Number.NaN), 2_000)
    const rang = await rung.promise
    clearTimeout(timer)
    if (!Number.isNaN(rang)) toBell.push(rang - start)
    waiting.delete(id)
    bell.delete(id)
  }
  going = false
  await besides
  await Promise.all(stops.map((stop) => stop()))
  return [
    figures(`from the click to the last of ${PAGES} open pages`, fromClick),
    figures('from the answer to the last of them', fromAnswer),
    ...(toBell.length > 0 ? [figures('from the click to the bell of somebody concerned', toBell)] : []),
  ]
}
