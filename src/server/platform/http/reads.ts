// Answers several reads of a screen in one request. Each answer is sent as soon as it is ready.
import { PassThrough, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import type { Access } from '../../../contract/base.ts'
import { contract } from '../../../contract/index.ts'
import { encodingOf, FAST } from './compress.ts'

/** Most reads in one request. */
export const MAX_READS = 20
/** The error of an operation that has to be called by itself. */
export const CALL_ALONE = 'CALL_ALONE'

/** The body of the request: the operations, such as `tickets/list`, and their inputs. */
const Asked = z.object({
  reads: z
    .array(z.object({ path: z.string().max(100), input: z.unknown() }))
    .min(1)
    .max(MAX_READS),
})
type Operation = { '~orpc': { route: { method?: string; tags?: readonly string[] }; meta: Access } }
export type Read = z.infer<typeof Asked>['reads'][number]

/** Returns the reads in a body. Throws BAD_REQUEST if it is not a list of 1 to `MAX_READS` reads. */
export function parseReads(body: unknown): Read[] {
  const { success, data } = Asked.safeParse(body)
  if (success) return data.reads
  throw new ORPCError('BAD_REQUEST', { message: `Send 1 to ${MAX_READS} reads, each with a path and an input.` })
}

/**
 * Returns whether an operation can be read together with others: it changes nothing, and its answer may be compressed
 * together with other answers (see docs/decisions/032).
 */
export function isReadTogether(path: string): boolean {
  const [module = '', name = '', ...more] = path.split('/')
  const operations: Record<string, Operation> = Object.hasOwn(contract, module)
    ? contract[module as keyof typeof contract]
    : {}
  const operation = more.length === 0 && Object.hasOwn(operations, name) ? operations[name] : undefined
  if (!operation) return false
  const { route, meta } = operation['~orpc']
  return route.method === 'GET' && !isConfidential(route.tags, meta)
}

/** Returns whether the answer of an operation may have a credential, so that it is never compressed. */
export const isConfidential = (tags: readonly string[] | undefined, { secret }: Access): boolean =>
  secret ?? tags?.includes('account') === true

/**
 * Returns the response: a line of JSON for each read, as soon as it is ready, with the position of the read, its status
 * and its body. A read for which `answer` rejects has no line.
 */
export function streamReads(
  reads: Read[],
  answer: (read: Read) => Promise<{ status: number; body: unknown }>,
  accept: string | undefined,
): Response {
  const headers = new Headers({
    'content-type': 'application/x-ndjson',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    vary: 'accept-encoding',
  })
  const encoding = encodingOf(accept)
  if (encoding) headers.set('content-encoding', encoding)
  const zip =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: FAST } })
      : encoding === 'gzip'
        ? createGzip({ level: 1 })
        : undefined
  const out = zip ?? new PassThrough()
  const answered = reads.map(async (read, n) => {
    const { status, body } = await answer(read)
    // The client has left.
    if (out.destroyed) return
    out.write(`${JSON.stringify({ n, status, body })}\n`)
    // Without this, an answer would wait for the next ones.
    zip?.flush()
  })
  // A read without a line is sent again by the client.
  void Promise.allSettled(answered).then(() => out.end())
  return new Response(Readable.toWeb(out) as ReadableStream, { headers })
}
