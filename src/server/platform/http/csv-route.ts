// The CSV export of a list: the same filters and order as the list, and all matching rows, read page by page.
//
//   export const exportContacts = csvRoute({
//     path: '/contacts.csv', roles: everyone, tag: 'contacts', operationId: 'contacts.export',
//     summary: 'The contacts that match the filters of the list, as CSV',
//     filter: ContactFilter,                                   // the contract's schema, without limit and cursor
//     head: ['Name', 'Email', 'Changed'],
//     cells: (row) => [row.full_name, row.email, row.updated_at],
//     page: (db, actor, filter, after, limit) => filtered(db, actor, filter, after, limit).execute(),
//     at: (row, filter) => ({ value: orderValue(filter.sort, row), id: row.id }),
//   })
//
// Then add `exportContacts` to `routes` of the module's declaration in its index.ts.
import { open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ORPCError } from '@orpc/server'
import type { Context as HonoContext } from 'hono'
import { toJSONSchema, type ZodObject, type z } from 'zod'
import type { Role, Scope } from '../../../contract/base.ts'
import type { Actor, Db } from '../database/db.ts'
import type { Platform } from '../platform.ts'
import { makeTurns } from '../turns.ts'
import type { ActorContext } from './api.ts'
import { csvRow } from './csv.ts'
import { findJsonProblem } from './json.ts'
import type { PlainRoute } from './plain.ts'

/** Rows per page, and so in memory at a time. */
const PAGE = 1_000
/** Bytes sent at a time. */
const CHUNK = 64 * 1024

/** The end of a page: the order value and the id of its last row. */
export type PageEnd = { value: string; id: string } | undefined

/** The definition of a CSV route. */
export type CsvList<Schema extends ZodObject, Row> = {
  path: `/${string}.csv`
  roles: readonly Role[]
  /** The scope that a company's API key needs. Without it, API keys are not accepted. */
  scope?: Scope
  tag: string
  operationId: string
  summary: string
  /** The filters of the list, without paging. */
  filter: Schema
  /** The column titles, or a function that returns them if they depend on the filter or the reader. */
  head: readonly string[] | ((filter: z.output<Schema>, actor: Actor) => readonly string[])
  /** Returns the cells of a row, one per column. */
  cells: (row: Row, actor: Actor) => readonly (string | number | boolean | null | undefined)[]
  /** Returns at most `limit` rows that match the filter, in its order, after the given row. One query. */
  page: (
    db: Db,
    actor: ActorContext['actor'],
    filter: z.output<Schema>,
    after: PageEnd,
    limit: number,
  ) => Promise<Row[]>
  /** Returns the position after this row, for the next page. */
  at: (row: Row, filter: z.output<Schema>) => NonNullable<PageEnd>
}

const text = (cell: string | number | boolean | null | undefined) =>
  cell === null || cell === undefined ? '' : typeof cell === 'boolean' ? (cell ? 'Yes' : 'No') : cell

/** Exports that read at the same time. The others wait, so that exports never take all database connections. */
const AT_ONCE = 2
const inTurn = makeTurns(AT_ONCE)

/**
 * Yields all rows as CSV text, from one snapshot: otherwise a row that changes during the export could move in the
 * order of the list and be missed or repeated. Rows are read into a temporary file without waiting for the client, who
 * may be slow and would hold a database connection. Only one page is in memory.
 */
async function* lines<Schema extends ZodObject, Row>(
  { head, cells, page, at }: CsvList<Schema, Row>,
  { platform, actor }: ActorContext,
  filter: z.output<Schema>,
): AsyncGenerator<string> {
  const rowsOf = (rows: Row[]) => rows.map((row) => csvRow(cells(row, actor).map(text))).join('')
  // The byte order mark makes Excel read the file as UTF-8.
  const first = `\ufeff${csvRow(typeof head === 'function' ? head(filter, actor) : head)}`
  const name = path.join(tmpdir(), `export-${crypto.randomUUID()}.csv`)
  const file = await open(name, 'wx+', 0o600)
  let written = 0
  let closed = false
  let over = false
  let wake = () => {}
  const nextWake = () => new Promise<void>((go) => (wake = go))
  try {
    // Delete the file name immediately, where the system allows it, so that nothing remains even after a crash.
    await unlink(name).catch(() => {})
    let more = nextWake()
    const read = inTurn(() =>
      platform.db.snapshotAs(actor, async (db) => {
        let after: PageEnd
        while (!closed) {
          const rows = await page(db, actor, filter, after, PAGE)
          const chunk = Buffer.from(rowsOf(rows))
          await file.write(chunk, 0, chunk.length, written)
          written += chunk.length
          wake()
          const last = rows.at(-1)
          if (!last || rows.length < PAGE) return
          after = at(last, filter)
        }
      }),
    ).finally(() => {
      over = true
      wake()
    })
    // Awaited below; until then, an unhandled rejection must not end the process.
    read.catch(() => {})
    let sent = 0
    const decoder = new TextDecoder()
    let begun = false
    for (;;) {
      if (over) await read
      if (!begun && (written > 0 || over)) {
        begun = true
        yield first
      }
      if (sent < written) {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(CHUNK, written - sent)), 0, undefined, sent)
        sent += bytesRead
        yield decoder.decode(buffer.subarray(0, bytesRead), { stream: true })
      } else if (over) return
      else {
        await more
        more = nextWake()
      }
    }
  } finally {
    closed = true
    await file.close().catch(() => {})
    await unlink(name).catch(() => {})
  }
}

function read<Schema extends ZodObject>(filter: Schema, c: HonoContext): z.output<Schema> {
  const query = Object.fromEntries(Object.entries(c.req.queries()).map(([k, v]) => [k, v.length === 1 ? v[0] : v]))
  const why = findJsonProblem(query)
  if (why) throw new ORPCError('BAD_REQUEST', { message: why })
  const parsed = filter.safeParse(query)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((i) => [i.path.join('.'), [i.message]] as const)
  throw new ORPCError('BAD_REQUEST', {
    message: 'Check the highlighted fields.',
    data: { fields: Object.fromEntries(fields) },
  })
}

/**
 * Returns the route `GET /<list>.csv` with the filters of the list. Errors are answered before the first byte is sent.
 */
export function csvRoute<Schema extends ZodObject, Row>(list: CsvList<Schema, Row>): PlainRoute {
  const { path: at, roles, scope, tag, operationId, summary, filter } = list
  return {
    method: 'get',
    path: at,
    roles,
    ...(scope ? { scope } : {}),
    document: {
      operationId,
      tags: [tag],
      summary,
      parameters: Object.entries(toJSONSchema(filter, { io: 'input' }).properties ?? {}).map(([name, schema]) => ({
        name,
        in: 'query',
        schema,
      })),
      responses: { 200: { description: 'CSV', content: { 'text/csv': { schema: { type: 'string' } } } } },
    },
    handle: async (context, c) =>
      sendCsv(context, c, lines(list, context, read(filter, c)), at.slice(1).replaceAll('/', '-')),
  }
}

/** Yields the texts of `source` while it counts as a download of `key`. Throws TooMany while there are too many. */
async function* inDownload({ limits }: Platform, key: string, source: AsyncGenerator<string>): AsyncGenerator<string> {
  const leave = await limits.download(key)
  try {
    yield* source
  } finally {
    leave()
  }
}

/**
 * Returns the response with the texts that `source` yields, as a CSV file with this name. Throws TooMany while the user
 * has too many downloads, and what `source` throws before its second text.
 */
export async function sendCsv(
  { platform, actor }: Pick<ActorContext, 'platform' | 'actor'>,
  c: HonoContext,
  source: AsyncGenerator<string>,
  name: string,
): Promise<Response> {
  const texts = inDownload(platform, (actor.byKey && actor.sessionId) || actor.userId, source)
  // Read the first rows before the response starts, so that an error can still set the status.
  const head = await texts.next()
  const first = await texts.next()
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  }
  // The server drops the body of a response to HEAD without canceling it.
  if (c.req.raw.method === 'HEAD') {
    await texts.return(undefined)
    return new Response(null, { headers })
  }
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(out) {
      out.enqueue(encoder.encode(`${head.value ?? ''}${first.value ?? ''}`))
      if (first.done) out.close()
    },
    async pull(out) {
      const next = await texts.next()
      if (next.done) out.close()
      else out.enqueue(encoder.encode(next.value))
    },
    async cancel() {
      await texts.return(undefined)
    },
  })
  return new Response(body, { headers })
}
