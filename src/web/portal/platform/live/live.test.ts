import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import type { LiveEvent } from './live.client.ts'

type Heard = (LiveEvent | 'resumed')[]
const server = vi.hoisted(() => ({ streams: 0, send: (_: object) => {} }))

vi.mock('../session/session.client.ts', () => ({
  readSession: () => ({ user: { id: 'u' } }),
  onAuthChange: (listener: (event: string) => void) => {
    listener('INITIAL_SESSION')
    return () => {}
  },
}))
vi.mock('../data/api.ts', () => ({
  fetchWithSession: async (_: string, { signal }: { signal: AbortSignal }) => {
    server.streams++
    const start = (stream: ReadableStreamDefaultController<Uint8Array>) => {
      server.send = (event) =>
        stream.enqueue(new TextEncoder().encode(`event: message\ndata: ${JSON.stringify(event)}\n\n`))
      signal.addEventListener('abort', () => stream.error(new Error('aborted')))
    }
    return new Response(new ReadableStream({ start }))
  },
}))

/** Ends the streams and the channels that a test has opened. */
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
  server.streams = 0
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/**
 * Opens a tab whose page began to load so many milliseconds ago: the module runs again for each. Returns a function that
 * opens a screen in it.
 */
async function openPage(loadedMs = 5_000) {
  const path = `./live.client.ts?tab=${randomUUID()}`
  // The real value is the age of the process that runs the tests, which can be longer than the time after which a tab
  // refetches everything.
  const age = vi.spyOn(performance, 'now').mockReturnValue(loadedMs)
  const { onLive } = (await import(/* @vite-ignore */ path)) as typeof import('./live.client.ts')
  age.mockRestore()
  return () => {
    const heard: Heard = []
    const leave = onLive((event) => heard.push(event))
    closers.push(leave)
    return { heard, leave }
  }
}
/** Opens a tab with one screen. Returns what that screen has heard. */
const openTab = async (loadedMs?: number): Promise<Heard> => (await openPage(loadedMs))().heard

const buildEvent = (id: number): LiveEvent => ({
  id,
  companyId: 'c',
  topic: 'ticket',
  kind: 'reply',
  subjectId: 't',
  actorId: null,
})

test('a new tab gets the events since its page was loaded from the tab that has the stream', async () => {
  const Channel = BroadcastChannel
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Channel {
      constructor(name: string) {
        super(name)
        closers.push(() => this.close())
      }
    },
  )
  const [one, two] = [buildEvent(1), buildEvent(2)]
  const first = await openTab()
  await expect.poll(() => server.streams).toBe(1)
  server.send(one)
  await expect.poll(() => first).toEqual([one])

  // Its page began to load before the event, and may have fetched its data before it listened.
  const second = await openTab()
  await expect.poll(() => second).toEqual([one])

  // A page that begins to load after the event fetches it with its data.
  const third = await openTab(-1)
  server.send(two)
  for (const tab of [first, second]) await expect.poll(() => tab).toEqual([one, two])
  await expect.poll(() => third).toEqual([two])
  expect(server.streams).toBe(1)
})

test('the first screen of a page gets all events since the page began to load, a later one only recent ones', async () => {
  const openScreen = await openPage()
  const frame = openScreen()
  const one = buildEvent(1)
  await expect.poll(() => server.streams).toBe(1)
  server.send(one)
  await expect.poll(() => frame.heard).toEqual([one])

  // The code of the screen took a minute to load. Its data was requested before.
  const arrived = Date.now()
  const later = vi.spyOn(Date, 'now').mockReturnValue(arrived + 60_000)
  const first = openScreen()
  expect(first.heard).toEqual([one])
  first.leave()
  expect(openScreen().heard).toEqual([])
  later.mockReturnValue(arrived + 1_000)
  expect(openScreen().heard).toEqual([one])
})
