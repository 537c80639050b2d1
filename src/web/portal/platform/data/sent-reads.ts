// The answers to the reads that the document sent before the portal's code arrived (see src/web/start.ts).
import type { Read, Sent, SentReads } from '../../../start.ts'
import { learnServerTime } from '../../../ui/clock.ts'
import { linesOf } from './read-together.ts'

/** Older answers are not used: a device can sleep while the code is loading. */
const MOST_MS = 30_000

/** What a request for one read alone would return. */
type Answer = { status: number; body: { json?: unknown; error?: { code: string } } }

/** Returns whether the same read would get the same answer again. */
const isFinal = ({ status, body }: Answer) => status < 500 && status !== 401 && body?.error?.code !== 'CALL_ALONE'

const keyOf = ({ path, input }: Read) => `${path} ${JSON.stringify(input)}`

/** Yields the answer of each read, with the position of the read. */
async function* answersOf({ reads, answer }: SentReads): AsyncGenerator<Answer & { n: number }> {
  const { response, at } = (await answer) ?? {}
  if (!response?.body || at === undefined) return
  learnServerTime(Date.parse(response.headers.get('date') ?? '') + Date.now() - at)
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('ndjson')) yield* linesOf(response.body)
  else if (type.includes('json') && reads.length === 1)
    yield { n: 0, status: response.status, body: (await response.json()) as Answer['body'] }
}

/** Starts to receive the answers of one request. Returns the answer of each of its reads, undefined if none came. */
function receive(sent: SentReads): [key: string, answer: Promise<Answer | undefined>][] {
  const settle: ((answer?: Answer) => void)[] = []
  const answers = sent.reads.map((read, n): [string, Promise<Answer | undefined>] => [
    keyOf(read),
    new Promise((resolve) => {
      settle[n] = resolve
    }),
  ])
  const deliver = async () => {
    try {
      for await (const { n, ...answer } of answersOf(sent)) settle[n]?.(answer)
    } catch {
      // The connection broke. The reads without an answer are sent again.
    } finally {
      for (const end of settle) end()
    }
  }
  void deliver()
  return answers
}

/** The answers that nobody has used yet. */
export type SentAnswers = {
  /**
   * Returns the answer to a read, each only once and only for the session that sent it. Undefined if the read was not
   * sent. The promise never rejects. It is undefined if the read has to be sent again: no answer came, the server
   * failed, the session has ended, or the server wants the read alone.
   */
  take: (read: Read, token: string | undefined) => Promise<Answer | undefined> | undefined
  /** Drops the remaining answers, which are too old for a later screen. */
  drop: () => void
}

/** Returns the answers to reads that were sent. */
export function createSentAnswers(sent: Sent | undefined): SentAnswers {
  const answers = new Map(sent?.requests.flatMap(receive))
  return {
    take(read, token) {
      if (!sent || answers.size === 0 || token !== sent.token || Date.now() - sent.at > MOST_MS) return undefined
      const key = keyOf(read)
      const answer = answers.get(key)
      answers.delete(key)
      return answer?.then((a) => (a && isFinal(a) ? a : undefined))
    },
    drop: () => answers.clear(),
  }
}
