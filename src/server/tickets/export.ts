import { ORPCError } from '@orpc/server'
import type { Context as HonoContext } from 'hono'
import { toJSONSchema } from 'zod'
import { everyone } from '../../contract/base.ts'
import { TicketFilter } from '../../contract/tickets.ts'
import type { Actored } from '../platform/api.ts'
import { csvRow } from '../platform/csv.ts'
import type { PlainRoute } from '../platform/plain.ts'
import { type Filter, filtered, orderValue } from './filter.ts'
import { presentRow } from './present.ts'

const HEAD = [
  'Number',
  'Subject',
  'Status',
  'Priority',
  'Category',
  'Impact',
  'Urgency',
  'Company',
  'Requester',
  'Assignee',
  'Opened',
  'Updated',
]
const PAGE = 1_000

/** All tickets that pass the filter as CSV text, page by page: however many there are, only one page is in memory. */
async function* lines({ platform, actor }: Actored, filter: Filter): AsyncGenerator<string> {
  // The mark lets Excel read the text as UTF-8.
  yield `\ufeff${csvRow(HEAD)}`
  let after: { value: string; id: string } | undefined
  for (;;) {
    const rows = await platform.db.askAs(actor, (db) => filtered(db, actor, filter, after, PAGE).execute())
    const text = rows
      .map(presentRow)
      .map((t) =>
        csvRow([
          `T-${t.number}`,
          t.subject,
          t.status,
          t.priority,
          t.category,
          t.impact,
          t.urgency,
          t.company.name,
          t.requester.name,
          t.assignee?.name ?? '',
          t.createdAt,
          t.updatedAt,
        ]),
      )
    yield text.join('')
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = { value: orderValue(filter.sort, last), id: last.id }
  }
}

async function send(context: Actored, c: HonoContext): Promise<Response> {
  const query = Object.fromEntries(Object.entries(c.req.queries()).map(([k, v]) => [k, v.length === 1 ? v[0] : v]))
  const parsed = TicketFilter.safeParse(query)
  if (!parsed.success) {
    const fields = parsed.error.issues.map((i) => [i.path.join('.'), [i.message]] as const)
    throw new ORPCError('BAD_REQUEST', {
      message: 'Some fields are not right.',
      data: { fields: Object.fromEntries(fields) },
    })
  }
  const source = lines(context, parsed.data)
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
    headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="tickets.csv"' },
  })
}

/** `GET /tickets.csv` with the filters of the list. */
export const exportRoute: PlainRoute = {
  method: 'get',
  path: '/tickets.csv',
  roles: everyone,
  document: {
    operationId: 'tickets.export',
    tags: ['tickets'],
    summary: 'The tickets that pass the filters of the list, as CSV',
    parameters: Object.entries(toJSONSchema(TicketFilter, { io: 'input' }).properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      schema,
    })),
    responses: { 200: { description: 'CSV', content: { 'text/csv': { schema: { type: 'string' } } } } },
  },
  handle: send,
}
