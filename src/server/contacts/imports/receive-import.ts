import { createHash } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import type { Context as HonoContext } from 'hono'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { everyone, Id } from '../../../contract/base.ts'
import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from '../../../contract/contacts/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { createOnce } from '../../platform/database/once.ts'
import type { ActorContext } from '../../platform/http/api.ts'
import type { PlainRoute } from '../../platform/http/plain.ts'
import { makeTurns } from '../../platform/turns.ts'
import { looksLikeHead } from './columns.ts'
import { readImport } from './import-queries.ts'
import { type FileRow, readTable, tooManyRows, UnreadableTable } from './read-file.ts'

/** Files that are read at the same time: each takes several times its size in memory. */
const inTurn = makeTurns(2)

const tooLarge = () =>
  new ORPCError('PAYLOAD_TOO_LARGE', {
    status: 413,
    message: 'This file is larger than 10 MB. Split it into smaller files and import them one at a time.',
  })
const wrong = (status: 400 | 422, field: string, words: string) =>
  new ORPCError(status === 400 ? 'BAD_REQUEST' : 'UNPROCESSABLE', {
    status,
    message: words,
    data: { fields: { [field]: [words] } },
  })
/** Uploaded files that a user may have waiting to be imported, counting those of the last hour. */
const WAITING = 10
/** Rows written per statement. */
const PIECE = 2_000

async function bytesOf(c: HonoContext): Promise<Uint8Array> {
  if (Number(c.req.header('content-length') ?? 0) > IMPORT_MAX_BYTES) throw tooLarge()
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
      size += part.length
      if (size > IMPORT_MAX_BYTES) throw tooLarge()
      parts.push(part)
    }
  } catch (e) {
    if (e instanceof ORPCError) throw e
    throw wrong(400, 'file', 'The upload was incomplete. Upload the file again.')
  }
  return Buffer.concat(parts)
}

/** Returns the file's name without folders, control characters and text direction marks. */
function nameOf(c: HonoContext): string {
  const name = (c.req.query('name') ?? '').normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const clean = name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim()
  if (clean === '') throw wrong(400, 'name', 'Enter the file name.')
  return clean.slice(0, 255)
}

async function refuseTooManyImports({ platform, actor }: ActorContext): Promise<void> {
  const { waiting } = await platform.db.askAs(actor, (db) =>
    db
      .selectFrom('contact_imports')
      .select((e) => e.fn.countAll<number>().as('waiting'))
      .where('created_by', '=', actor.userId)
      .where('state', '=', 'uploaded')
      .where('created_at', '>', sql<string>`now() - interval '1 hour'`)
      .executeTakeFirstOrThrow(),
  )
  if (waiting < WAITING) return
  throw new ORPCError('TOO_MANY_REQUESTS', {
    message: 'Too many uploaded files are waiting to be imported. Import one of them, or wait an hour.',
    data: { retryAfter: 3600 },
  })
}

async function store(db: Db, companyId: string, importId: string, rows: FileRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += PIECE) {
    const piece = JSON.stringify(rows.slice(at, at + PIECE))
    await sql`insert into contact_import_rows (company_id, import_id, row, cells)
      select ${companyId}::uuid, ${importId}::uuid, r.row, r.cells from jsonb_to_recordset(${piece}::jsonb) as r (row integer, cells jsonb)`.execute(
      db,
    )
  }
}

async function receive(context: ActorContext, c: HonoContext): Promise<Response> {
  const { actor } = context
  const name = nameOf(c)
  const named = c.req.query('company')
  const company = actor.kind === 'tenant' ? actor.companyId : named
  if (!company || !Id.safeParse(company).success) throw wrong(400, 'company', 'Choose a company.')
  await refuseTooManyImports(context)
  const bytes = await bytesOf(c)
  const table = await inTurn(() => readTable(bytes)).catch((e) => {
    if (e instanceof UnreadableTable) throw wrong(422, 'file', e.message)
    throw e
  })
  const head = looksLikeHead(table.rows.slice(0, 21).map((r) => r.cells))
  if (head && table.rows.length === 1) throw wrong(422, 'file', 'This file has column names but no rows.')
  if (table.rows.length > IMPORT_MAX_ROWS + (head ? 1 : 0)) throw wrong(422, 'file', tooManyRows().message)

  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const detail = await createOnce(context, { name, company, sha256 }, async (db) => {
    if (!(await db.selectFrom('companies').select('id').where('id', '=', company).executeTakeFirst()))
      throw wrong(422, 'company', 'This company doesn’t exist. Choose another one.')
    const id = uuid()
    await db
      .insertInto('contact_imports')
      .values({
        company_id: company,
        id,
        file_name: name,
        encoding: table.encoding,
        delimiter: table.delimiter,
        record_count: table.rows.length,
        column_count: table.columnCount,
        created_by: actor.userId,
        created_role: actor.role,
      })
      .execute()
    await store(db, company, id, table.rows)
    return readImport(db, actor, id)
  })
  return Response.json(detail, { status: 201 })
}

/** Handles `PUT /contact-imports?name=…`, with the bytes of a CSV file as the body. */
export const receiveImportRoute: PlainRoute = {
  method: 'put',
  path: '/contact-imports',
  roles: everyone,
  creates: true,
  document: {
    operationId: 'contacts.receiveImport',
    tags: ['contacts'],
    summary:
      'Upload a CSV file of contacts as the request body (up to 10 MB and 50,000 rows). It is kept for one hour.',
    parameters: [
      { name: 'name', in: 'query', required: true, schema: { type: 'string' } },
      {
        name: 'company',
        in: 'query',
        description: 'For staff: the company that the contacts are added to.',
        schema: { type: 'string', format: 'uuid' },
      },
    ],
    requestBody: { required: true, content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } } },
    responses: {
      201: {
        description: 'How the file was read, as returned by GET /contact-imports/{id}',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
    },
  },
  handle: receive,
}
