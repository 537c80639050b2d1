// Sends reads that begin in the same task as one request. A first visit needs eight to fifteen reads, and a browser opens
// six connections at most.

/** One read: the operation, such as `tickets/list`, and its input. */
export type Read = { path: string; input: unknown }
/** One line of the answer: the position of the read, and what a request for it alone would return. */
type Line = { n: number; status: number; body: { json?: unknown; error?: { code: string } } }
type Pending = Read & {
  signal: AbortSignal | undefined
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}

/** Most reads in one request. The server accepts no more. */
const MOST = 20

/** How requests are sent: several reads as one, or one alone. `fail` makes the error of an answer that is not 200. */
type Requests = {
  sendTogether: (reads: Read[], signal: AbortSignal) => Promise<Response>
  sendAlone: (read: Read, signal: AbortSignal | undefined) => Promise<unknown>
  fail: (status: number, body: unknown) => unknown
}

const isGone = ({ signal }: Pending) => signal?.aborted === true

/** Yields the lines of a response as they arrive. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Line> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    text += decoder.decode(value, { stream: true })
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as Line
  }
}

/**
 * Returns a function that reads one operation. Each read gets its answer as soon as that is ready. A read that the server
 * wants alone, or whose session has ended, is sent again alone, and so are all when the server does not know this
 * request yet. If the connection breaks, the reads without an answer fail.
 */
export function createReader({ sendTogether, sendAlone, fail }: Requests) {
  let waiting: Pending[] = []
  const readAlone = (read: Pending) => sendAlone(read, read.signal).then(read.resolve, read.reject)

  async function readGroup(group: Pending[]): Promise<void> {
    const open = new Set(group)
    const gone = new AbortController()
    const leave = (read: Pending) => {
      if (open.delete(read)) read.reject(read.signal?.reason)
      if (open.size === 0) gone.abort()
    }
    for (const read of group) read.signal?.addEventListener('abort', () => leave(read), { once: true })
    try {
      const asked = group.map(({ path, input }) => ({ path, input }))
      const response = await sendTogether(asked, gone.signal)
      if (!response.ok || !response.body) {
        for (const read of open) void readAlone(read)
        return
      }
      for await (const { n, status, body } of linesOf(response.body)) {
        const read = group[n] as Pending
        if (!open.delete(read)) continue
        if (status === 200) read.resolve(body.json)
        else if (status === 401 || body.error?.code === 'CALL_ALONE') void readAlone(read)
        else read.reject(fail(status, body))
      }
      for (const read of open) void readAlone(read)
    } catch (reason) {
      for (const read of open) read.reject(reason)
    }
  }

  function sendWaiting(): void {
    const [gone, reads] = [waiting.filter(isGone), waiting.filter((read) => !isGone(read))]
    waiting = []
    for (const { reject, signal } of gone) reject(signal?.reason)
    for (let from = 0; from < reads.length; from += MOST) {
      const group = reads.slice(from, from + MOST)
      if (group.length === 1) void readAlone(group[0] as Pending)
      else void readGroup(group)
    }
  }

  return ({ path, input }: Read, signal: AbortSignal | undefined): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(sendWaiting)
      waiting.push({ path, input, signal, resolve, reject })
    })
}
