// Answers several reads of a screen in one request. Each answer is sent as soon as it is ready.
import { type AnySchema, getEventIteratorSchemaDetails } from '@orpc/contract'
import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import type { Access } from '../../../contract/base.ts'
import { contract } from '../../../contract/index.ts'
import { READS_AT_MOST } from '../../../contract/plain/reads.ts'
import { createCompressor } from './compress.ts'

/** How many reads of one request run at the same time: as many as a browser's connections would let run. */
const READS_AT_ONCE = 6
/** The error of an operation that has to be called alone. */
export const CALL_ALONE = 'CALL_ALONE'

/** The body of the request: the operations, such as `tickets/list`, and their inputs. */
const ReadsBody = z.object({
  reads: z
    .array(z.object({ path: z.string().max(100), input: z.unknown().optional() }))
    .min(1)
    .max(READS_AT_MOST),
})
type Read = z.infer<typeof ReadsBody>['reads'][number]
type Operation = {
  '~orpc': { route: { method?: string; tags?: readonly string[] }; meta: Access; outputSchema?: AnySchema }
}

/** Returns the reads in a body. Throws BAD_REQUEST if it is not a list of 1 to `READS_AT_MOST` reads. */
export function parseReads(body: unknown): Read[] {
  const { success, data } = ReadsBody.safeParse(body)
  if (success) return data.reads
  throw new ORPCError('BAD_REQUEST', { message: `Send 1 to ${READS_AT_MOST} reads, each with a path and an input.` })
}

/**
 * Returns whether an operation can be read together with others: it changes nothing, it is not a stream, and its answer
 * may be compressed together with other answers (see docs/decisions/032).
 */
export function isReadTogether(path: string): boolean {
  const [module = '', name = '', ...more] = path.split('/')
  const operations: Record<string, Operation> = Object.hasOwn(contract, module)
    ? contract[module as keyof typeof contract]
    : {}
  const operation = more.length === 0 && Object.hasOwn(operations, name) ? operations[name] : undefined
  if (!operation) return false
  const { route, meta, outputSchema } = operation['~orpc']
  return route.method === 'GET' && !isConfidential(route.tags, meta) && !getEventIteratorSchemaDetails(outputSchema)
}

/** Returns whether the answer of an operation may have a credential, so that it is never compressed. */
export const isConfidential = (tags: readonly string[] | undefined, { secret }: Access): boolean =>
  secret === true || tags?.includes('account') === true

/** How the reads are answered. `onError` is called with the error of an answer that rejects. */
type Answers = {
  answer: (read: Read) => Promise<{ status: number; body: unknown }>
  onError: (err: unknown) => void
  accept: string | undefined
  requestId: string
}

/**
 * Returns the response: a line of JSON for each read, as soon as it is ready, with the position of the read, its status
 * and its body. A read for which `answer` rejects has no line, so the portal sends it again.
 */
export function streamReads(reads: Read[], { answer, onError, accept, requestId }: Answers): Response {
  const headers = new Headers({
    'content-type': 'application/x-ndjson',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-request-id': requestId,
  })
  const out = createCompressor(accept, headers)
  let next = 0
  const answerInTurn = async () => {
    while (next < reads.length && !out.isGone()) {
      const n = next++
      try {
        const { status, body } = await answer(reads[n] as Read)
        out.send(`${JSON.stringify({ n, status, body })}\n`)
      } catch (err) {
        onError(err)
      }
    }
  }
  void Promise.all(Array.from({ length: READS_AT_ONCE }, answerInTurn)).then(out.end)
  return new Response(out.body, { headers })
}
