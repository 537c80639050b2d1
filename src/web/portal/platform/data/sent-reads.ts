// The answers to the reads that the document sent before the portal's code arrived (see src/web/start.ts).
import type { Read, Sent, SentReads } from '../../../start.ts'
import { linesOf } from './read-together.ts'

/** The body of an answer, or undefined if the read has to be sent again. */
type Answer = Promise<{ json?: unknown } | undefined>

const keyOf = ({ path, input }: Read) => `${path} ${JSON.stringify(input)}`

/** Yields the body of each read, undefined for one that failed. */
async function* bodiesOf({ reads, answer }: SentReads): AsyncGenerator<{ n: number; body: { json?: unknown } }> {
  const response = await answer
  if (!response?.ok || !response.body) return
  if (!response.headers.get('content-type')?.includes('ndjson')) {
    if (reads.length === 1) yield { n: 0, body: await response.json() }
    return
  }
  for await (const { n, status, body } of linesOf(response.body)) if (status === 200) yield { n, body }
}

/** Starts to receive the answers of one request, and returns the answer of each of its reads. */
function receive(sent: SentReads): [key: string, answer: Answer][] {
  const settle: ((body?: { json?: unknown }) => void)[] = []
  const answers = sent.reads.map((read, n): [string, Answer] => [
    keyOf(read),
    new Promise((resolve) => {
      settle[n] = resolve
    }),
  ])
  const deliver = async () => {
    try {
      for await (const { n, body } of bodiesOf(sent)) settle[n]?.(body)
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
   * sent. The promise never rejects; it is undefined when the read failed.
   */
  take: (read: Read, token: string | undefined) => Answer | undefined
  /** Drops the remaining answers, which are too old for a later screen. */
  drop: () => void
}

/** Returns the answers to reads that were sent. */
export function createSentAnswers(sent: Sent | undefined): SentAnswers {
  const answers = new Map(sent?.requests.flatMap(receive))
  return {
    take(read, token) {
      if (answers.size === 0 || token !== sent?.token) return undefined
      const key = keyOf(read)
      const answer = answers.get(key)
      answers.delete(key)
      return answer
    },
    drop: () => answers.clear(),
  }
}
