import { expect, test } from 'vitest'
import type { Read } from '../../../start.ts'
import { createReader } from './read-together.ts'

/** A server that the test answers itself, and what was sent to it. */
function fakeServer({ status = 200 } = {}) {
  const groups: Read[][] = []
  const alone: string[] = []
  const signals: AbortSignal[] = []
  const who = { now: 'user' }
  let lines: ReadableStreamDefaultController<Uint8Array> | undefined
  const read = createReader({
    async sendTogether(reads, signal) {
      groups.push(reads)
      signals.push(signal)
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          lines = controller
          signal.addEventListener('abort', () => controller.error(signal.reason))
        },
      })
      return new Response(body, { status })
    },
    async sendAlone({ path }, _, caller) {
      alone.push(`${path} for ${caller}`)
      return `${path} alone`
    },
    getCaller: () => who.now,
    fail: (code, body) => new Error(`${code} ${JSON.stringify(body)}`),
    breakOff: (cause) => new Error(`offline: ${(cause as Error).message}`),
  })
  const send = (text: string) => lines?.enqueue(new TextEncoder().encode(text))
  return {
    read: (path: string, signal?: AbortSignal) => read({ path, input: { of: path } }, signal),
    who,
    groups,
    alone,
    signals,
    send,
    line: (n: number, status: number, body: object) => send(`${JSON.stringify({ n, status, body })}\n`),
    end: () => lines?.close(),
    break: (reason: Error) => lines?.error(reason),
  }
}
/** Waits until what was started has reached the fake server. */
const sent = () => new Promise((resolve) => setImmediate(resolve))

test('reads of one task are one request, and each has its answer before the others', async () => {
  const server = fakeServer()
  const [one, two] = [server.read('a/b'), server.read('c/d')]
  await sent()
  expect(server.groups).toEqual([
    [
      { path: 'a/b', input: { of: 'a/b' } },
      { path: 'c/d', input: { of: 'c/d' } },
    ],
  ])
  server.line(1, 200, { json: 'second' })
  expect(await two).toBe('second')
  const text = `${JSON.stringify({ n: 0, status: 200, body: { json: 'über' } })}\n`
  server.send(text.slice(0, 20))
  server.send(text.slice(20))
  expect(await one).toBe('über')
  expect(server.alone).toEqual([])
})

test('a single read, and what is more than the server accepts, is sent alone', async () => {
  const server = fakeServer()
  expect(await server.read('a/b')).toBe('a/b alone')
  const last = Array.from({ length: 21 }, (_, n) => server.read(`a/${n}`)).at(-1)
  expect(await last).toBe('a/20 alone')
  expect(server.groups.map((group) => group.length)).toEqual([20])
})

test('a refusal rejects only its own read, with the error of its answer', async () => {
  const server = fakeServer()
  const [one, two] = [server.read('a/b'), server.read('c/d')]
  await sent()
  server.line(0, 404, { error: { code: 'NOT_FOUND' } })
  await expect(one).rejects.toThrow('404 {"error":{"code":"NOT_FOUND"}}')
  server.line(1, 200, { json: 1 })
  expect(await two).toBe(1)
})

test('a read is sent again alone if the session has ended, if the server wants that, or if it has no answer', async () => {
  const server = fakeServer()
  const all = ['a/b', 'c/d', 'e/f'].map((path) => server.read(path))
  await sent()
  server.line(0, 401, { error: { code: 'UNAUTHORIZED' } })
  server.line(1, 400, { error: { code: 'CALL_ALONE' } })
  // It is sent again for the user who began it.
  server.who.now = 'another user'
  server.end()
  expect(await Promise.all(all)).toEqual(['a/b alone', 'c/d alone', 'e/f alone'])
  expect(server.alone).toEqual(['a/b for user', 'c/d for user', 'e/f for user'])

  // The server wants this one alone each time.
  void server.read('a/b')
  void server.read('e/f')
  expect(await server.read('c/d')).toBe('c/d alone')
  await sent()
  expect(server.groups.at(-1)?.map(({ path }) => path)).toEqual(['a/b', 'e/f'])
})

test('a server that does not know the request gets each read alone', async () => {
  const server = fakeServer({ status: 404 })
  expect(await Promise.all([server.read('a/b'), server.read('c/d')])).toEqual(['a/b alone', 'c/d alone'])
})

test('when the connection breaks, only the reads without an answer fail', async () => {
  const server = fakeServer()
  const [one, two] = [server.read('a/b'), server.read('c/d')]
  await sent()
  server.line(0, 200, { json: 1 })
  expect(await one).toBe(1)
  server.break(new Error('network'))
  await expect(two).rejects.toThrow('offline: network')
})

test('the request continues while one of its reads is wanted', async () => {
  const server = fakeServer()
  const [first, second, never] = [new AbortController(), new AbortController(), new AbortController()]
  never.abort(new Error('never sent'))
  const [one, two] = [server.read('a/b', first.signal), server.read('c/d', second.signal)]
  await expect(server.read('e/f', never.signal)).rejects.toThrow('never sent')
  expect(server.groups[0]).toHaveLength(2)
  first.abort(new Error('left'))
  await expect(one).rejects.toThrow('left')
  expect(server.signals[0]?.aborted).toBe(false)
  second.abort(new Error('left too'))
  await expect(two).rejects.toThrow('left too')
  expect(server.signals[0]?.aborted).toBe(true)
})
