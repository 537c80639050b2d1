// Sends reads that begin in the same task as one request. Without HTTP/2, a browser opens at most six connections to a
// server, and on a phone each round trip takes long.
import { READS_AT_MOST } from '../../../../contract/plain/reads.ts'
import type { Read } from '../../../start.ts'

/** One line of the answer: the position of the read, and what a request for it alone would return. */
type Line = { n: number; status: number; body: { json?: unknown; error?: { code: string } } }
type Pending = Read & {
  signal: AbortSignal | undefined
  /** The user for whom it was begun. */
  caller: string | undefined
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}

type Requests = {
  sendTogether: (reads: Read[], signal: AbortSignal) => Promise<Response>
  /** Sends one read. `caller` is the user for whom it was begun; it must not be answered for another one. */
  sendAlone: (read: Read, signal: AbortSignal | undefined, caller: string | undefined) => Promise<unknown>
  getCaller: () => string | undefined
  /** Makes the error of an answer that is not 200. */
  fail: (status: number, body: unknown) => unknown
  /** Makes the error of a connection that broke. */
  breakOff: (cause: unknown) => unknown
}

const isGone = ({ signal }: Pending) => signal?.aborted === true

/** Yields the lines of a response as they arrive. */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Line> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line) as Line
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

/**
 * Returns a function that reads one operation. Each read gets its answer as soon as that is ready. A read that the server
 * wants alone, or whose session has ended, is sent again alone, and so are all when the server does not know this
 * request yet. If the connection breaks, the reads without an answer fail.
 */
export function createReader({ sendTogether, sendAlone, getCaller, fail, breakOff }: Requests) {
  let waiting: Pending[] = []
  /** Operations that the server wanted alone. */
  const alone = new Set<string>()
  const readAlone = (read: Pending) => void sendAlone(read, read.signal, read.caller).then(read.resolve, read.reject)

  async function readGroup(group: Pending[]): Promise<void> {
    const open = new Set(group)
    const gone = new AbortController()
    const leave = (read: Pending) => {
      if (open.delete(read)) read.reject(read.signal?.reason)
      if (open.size === 0) gone.abort()
    }
    for (const read of group) read.signal?.addEventListener('abort', () => leave(read), { once: true })
    const asked = group.map(({ path, input }) => ({ path, input }))
    try {
      const response = await sendTogether(asked, gone.signal)
      if (response.ok && response.body) await readLines(group, open, response.body)
      // The server does not know this request, or it could not answer these reads.
      for (const read of open) readAlone(read)
    } catch (cause) {
      for (const read of open) read.reject(breakOff(cause))
    }
  }

  async function readLines(group: Pending[], open: Set<Pending>, lines: ReadableStream<Uint8Array>): Promise<void> {
    for await (const { n, status, body } of linesOf(lines)) {
      const read = group[n] as Pending
      if (!open.delete(read)) continue
      const wantedAlone = body.error?.code === 'CALL_ALONE'
      if (wantedAlone) alone.add(read.path)
      if (status === 200) read.resolve(body.json)
      else if (status === 401 || wantedAlone) readAlone(read)
      else read.reject(fail(status, body))
    }
  }

  function sendWaiting(): void {
    const [gone, reads] = [waiting.filter(isGone), waiting.filter((read) => !isGone(read))]
    waiting = []
    for (const { reject, signal } of gone) reject(signal?.reason)
    for (let from = 0; from < reads.length; from += READS_AT_MOST) {
      const group = reads.slice(from, from + READS_AT_MOST)
      if (group.length === 1) readAlone(group[0] as Pending)
      else void readGroup(group)
    }
  }

  return ({ path, input }: Read, signal: AbortSignal | undefined): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const read: Pending = { path, input, signal, caller: getCaller(), resolve, reject }
      if (alone.has(path)) return readAlone(read)
      if (waiting.length === 0) queueMicrotask(sendWaiting)
      waiting.push(read)
    })
}
