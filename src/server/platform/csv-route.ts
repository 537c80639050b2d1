// The CSV of a list: the filters of the list, its order, and every row that passes, page by page.
//
//   export const exportContacts = csvRoute({
//     path: '/contacts.csv', roles: everyone, tag: 'contacts', operationId: 'contacts.export',
//     summary: 'The contacts that pass the filters of the list, as CSV',
//     filter: ContactFilter,                                   // the contract's schema, without limit and cursor
//     head: ['Name', 'Email', 'Changed'],
//     cells: (row) => [row.full_name, row.email, row.updated_at],
//     page: (db, actor, filter, after, limit) => filtered(db, actor, filter, after, limit).execute(),
//     at: (row, filter) => ({ value: orderValue(filter.sort, row), id: row.id }),
//   })
//
// and `exportContacts` into `plainRoutes` of src/server/router.ts.
import { open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ORPCError } from '@orpc/server'
import type { Context as HonoContext } from 'hono'
import { toJSONSchema, type ZodObject, type z } from 'zod'
import type { Role, Scope } from '../../contract/base.ts'
import type { Actored } from './api.ts'
import { csvRow } from './csv.ts'
import type { Actor, Db } from './db.ts'
import type { PlainRoute } from './plain.ts'

/** How many rows are in memory at a time. */
const PAGE = 1_000
/** How much of it is sent at a time, in bytes. */
const CHUNK = 64 * 1024

/** Where a page ended: the value it is ordered by, and the row's id. */
export type After = { value: string; id: string } | undefined

/** What a CSV route is made of. */
export type CsvList<Schema extends ZodObject, Row> = {
  path: `/${string}.csv`
  roles: readonly Role[]
  /** May also be called with a company's API key of this scope. */
  scope?: Scope
  tag: string
  operationId: string
  summary: string
  /** The filters of the list, without paging. */
  filter: Schema
  /** The columns; of a list whose columns depend on the filter or the reader, what gives them. */
  head: readonly string[] | ((filter: z.output<Schema>, actor: Actor) => readonly string[])
  /** A row as cells, as many as the head has. */
  cells: (row: Row, actor: Actor) => readonly (string | number | boolean | null | undefined)[]
  /** At most `limit` rows that pass the filter, in its order, after the given one. One query. */
  page: (db: Db, actor: Actored['actor'], filter: z.output<Schema>, after: After, limit: number) => Promise<Row[]>
  /** Where the next page goes on after this row. */
  at: (row: Row, filter: z.output<Schema>) => NonNullable<After>
}

const text = (cell: string | number | boolean | null | undefined) =>
  cell === null || cell === undefined ? '' : typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : String(cell)

/** Exports that read at the same time; the others wait for their turn, so that no number of them takes all connections. */
const AT_ONCE = 2
let reading = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (reading >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  else reading++
  try {
    return await work()
  } finally {
    // The turn is handed on, or given back.
    const next = waiting.shift()
    if (next) next()
    else reading--
  }
}

/**
 * All rows as CSV text, as they were in one moment: a row that is touched meanwhile moves in the order of the list, and
 * would be missed or come twice. Reading does not wait for the reader, who may be slow and would hold a connection: what
 * was read lies in a file until it is fetched, so that only a page is in memory.
 */
async function* lines<Schema extends ZodObject, Row>(
  { head, cells, page, at }: CsvList<Schema, Row>,
  { platform, actor }: Actored,
  filter: z.output<Schema>,
): AsyncGenerator<string> {
  const rowsOf = (rows: Row[]) => rows.map((row) => csvRow(cells(row, actor).map(text))).join('')
  // The mark lets Excel read the text as UTF-8.
  const first = `\ufeff${csvRow(typeof head === 'function' ? head(filter, actor) : head)}`
  const name = path.join(tmpdir(), `export-${crypto.randomUUID()}.csv`)
  const file = await open(name, 'wx+', 0o600)
  let written = 0
  let left = false
  let over = false
  let tell = () => {}
  const news = () => new Promise<void>((go) => (tell = go))
  try {
    // The name goes at once, where the system lets it: whatever becomes of this process, nothing is left behind.
    await unlink(name).catch(() => {})
    let more = news()
    const read = inTurn(() =>
      platform.db.snapshotAs(actor, async (db) => {
        let after: After
        while (!left) {
          const rows = await page(db, actor, filter, after, PAGE)
          const chunk = Buffer.from(rowsOf(rows))
          await file.write(chunk, 0, chunk.length, written)
          written += chunk.length
          tell()
          const last = rows.at(-1)
          if (!last || rows.length < PAGE) return
          after = at(last, filter)
        }
      }),
    ).finally(() => {
      over = true
      tell()
    })
    // Heard below; until then a failure must not end the process.
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
        more = news()
      }
    }
  } finally {
    left = true
    await file.close().catch(() => {})
    await unlink(name).catch(() => {})
  }
}

function read<Schema extends ZodObject>(filter: Schema, c: HonoContext): z.output<Schema> {
  const query = Object.fromEntries(Object.entries(c.req.queries()).map(([k, v]) => [k, v.length === 1 ? v[0] : v]))
  const parsed = filter.safeParse(query)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((i) => [i.path.join('.'), [i.message]] as const)
  throw new ORPCError('BAD_REQUEST', {
    message: 'Some fields are not right.',
    data: { fields: Object.fromEntries(fields) },
  })
}

/** `GET /<list>.csv` with the filters of the list. What it refuses, it refuses before the first byte. */
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
    async handle(context, c) {
      const source = lines(list, context, read(filter, c))
      // Asked for before the answer begins, so that a refusal can still be one.
      const head = await source.next()
      const first = await source.next()
      const encoder = new TextEncoder()
      const body = new ReadableStream<Uint8Array>({
        start(out) {
          out.enqueue(encoder.encode(`${head.value ?? ''}${first.value ?? ''}`))
          if (first.done) out.close()
        },
        async pull(out) {
          const next = await source.next()
          if (next.done) out.close()
          else out.enqueue(encoder.encode(next.value))
        },
        async cancel() {
          await source.return(undefined)
        },
      })
      return new Response(body, {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${at.slice(1).replaceAll('/', '-')}"`,
        },
      })
    },
  }
}
