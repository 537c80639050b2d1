import { ORPCError } from '@orpc/server'
import type { Context as HonoContext } from 'hono'
import { sql } from 'kysely'
import { everyone, Id } from '../../../contract/base.ts'
import type { ActorContext } from '../../platform/http/api.ts'
import { csvRow } from '../../platform/http/csv.ts'
import { sendCsv } from '../../platform/http/csv-route.ts'
import type { PlainRoute } from '../../platform/http/plain.ts'
import { columnNames } from './columns.ts'
import { importFileRows, importRows } from './import-queries.ts'
import { cleanCell, type Plan, type Problem, presentProblem, readRow } from './import-rows.ts'

const PAGE = 2_000
const notFound = () => new ORPCError('NOT_FOUND', { message: 'Not found.' })

/**
 * Yields the rejected rows as CSV with row number and reason. The user can fix the values and import the file again.
 */
async function* lines(context: ActorContext, id: string): AsyncGenerator<string> {
  const { platform, actor } = context
  const found = await platform.db.askAs(actor, (db) => importRows(db).where('t.id', '=', id).executeTakeFirst())
  const plan = found?.plan as Plan | null | undefined
  if (!found || !plan) throw notFound()
  const { company_id: companyId } = found
  const [first] = await platform.db.askAs(actor, (db) => importFileRows(db, companyId, id, 0, 1))
  const names = columnNames(first?.cells ?? [], plan.header)
  yield `\ufeff${csvRow(['Row', 'Problem', ...names])}`
  const before = found.state === 'uploaded'
  for (let after = plan.header ? (first?.row ?? 0) : 0; ; ) {
    const page = await platform.db.askAs(actor, (db) =>
      db
        .selectFrom('contact_import_rows')
        .select(['row', sql<string[]>`cells`.as('cells'), sql<Problem[] | null>`problems`.as('problems')])
        .where('company_id', '=', companyId)
        .where('import_id', '=', id)
        .where('row', '>', after)
        .orderBy('row')
        .limit(PAGE)
        .execute(),
    )
    const last = page.at(-1)
    if (!last) return
    after = last.row
    yield page
      .map(({ row, cells, problems: kept }) => {
        const read = before ? readRow({ row, cells }, plan) : undefined
        const problems = read ? ('problems' in read ? read.problems : null) : kept
        if (!problems) return ''
        const { problems: worded } = presentProblem({ row, label: '', problems }, names)
        const why = worded.map((p) => (p.column ? `${p.column}: ${p.message}` : p.message)).join(' ')
        // Clean the cells as the import does, because `csvRow` adds apostrophes again.
        return csvRow([String(row), why, ...cells.map(cleanCell)])
      })
      .join('')
  }
}

async function send(context: ActorContext, c: HonoContext): Promise<Response> {
  const id = c.req.param('id') ?? ''
  if (!Id.safeParse(id).success) throw notFound()
  return sendCsv(context, c, lines(context, id), 'rows-to-fix.csv')
}

/** Handles `GET /contact-imports/{id}/problems.csv`: sends the rejected rows of a checked or finished import. */
export const problemsRoute: PlainRoute = {
  method: 'get',
  path: '/contact-imports/{id}/problems.csv',
  roles: everyone,
  document: {
    operationId: 'contacts.importProblems',
    tags: ['contacts'],
    summary: 'Download the rejected rows of an import with the reasons, as CSV',
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
    responses: { 200: { description: 'CSV', content: { 'text/csv': { schema: { type: 'string' } } } } },
  },
  handle: send,
}
