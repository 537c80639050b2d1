import { createHash } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import type { Context as HonoContext } from 'hono'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { everyone, Id } from '../../contract/base.ts'
import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from '../../contract/contacts.ts'
import type { Actored } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'
import { createOnce } from '../platform/once.ts'
import type { PlainRoute } from '../platform/plain.ts'
import { looksLikeHead } from './columns.ts'
import { readImport } from './import-queries.ts'
import { type FileRow, readTable, tooManyRows, Unreadable } from './read-file.ts'

const tooLarge = () =>
  new ORPCError('PAYLOAD_TOO_LARGE', {
    status: 413,
    message: 'The file may have at most 10 MB. Split it into several files and import one after the other.',
  })
const wrong = (status: 400 | 422, field: string, words: string) =>
  new ORPCError(status === 400 ? 'BAD_REQUEST' : 'UNPROCESSABLE', {
    status,
    message: words,
    data: { fields: { [field]: [words] } },
  })
/** Files that somebody may have uploaded and not imported, until the sweep an hour later. */
const WAITING = 10
/** Rows that are written by one statement. */
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
    throw wrong(400, 'file', 'The file did not arrive whole. Send it again.')
  }
  return Buffer.concat(parts)
}

/** The file's name without folders, controls and what turns text around. */
function nameOf(c: HonoContext): string {
  const name = (c.req.query('name') ?? '').normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const clean = name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim()
  if (clean === '') throw wrong(400, 'name', 'Give the file’s name.')
  return clean.slice(0, 255)
}

async function refuseHoarding({ platform, actor }: Actored): Promise<void> {
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
    message: 'Several uploaded files wait to be imported. Finish one of them, or wait an hour.',
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

async function receive(context: Actored, c: HonoContext): Promise<Response> {
  const { actor } = context
  const name = nameOf(c)
  const named = c.req.query('company')
  const company = actor.kind === 'tenant' ? actor.companyId : named
  if (!company || !Id.safeParse(company).success) throw wrong(400, 'company', 'Choose the company.')
  await refuseHoarding(context)
  const bytes = await bytesOf(c)
  const table = await readTable(bytes).catch((e) => {
    if (e instanceof Unreadable) throw wrong(422, 'file', e.message)
    throw e
  })
  const head = looksLikeHead(table.rows.slice(0, 21).map((r) => r.cells))
  if (head && table.rows.length === 1) throw wrong(422, 'file', 'The file has names of columns and nothing below them.')
  if (table.rows.length > IMPORT_MAX_ROWS + (head ? 1 : 0)) throw wrong(422, 'file', tooManyRows().message)

  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const detail = await createOnce(context, { name, company, sha256 }, async (db) => {
    if (!(await db.selectFrom('companies').select('id').where('id', '=', company).executeTakeFirst()))
      throw wrong(422, 'company', 'There is no such company. Choose another.')
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

/** `PUT /contact-imports?name=…` with the bytes of a CSV file as body. */
export const receiveImportRoute: PlainRoute = {
  method: 'put',
  path: '/contact-imports',
  roles: everyone,
  creates: true,
  document: {
    operationId: 'contacts.receiveImport',
    tags: ['contacts'],
    summary:
      'Upload a CSV file of contacts (the bytes are the body, at most 10 MB and 50,000 rows); it is kept for an hour',
    parameters: [
      { name: 'name', in: 'query', required: true, schema: { type: 'string' } },
      {
        name: 'company',
        in: 'query',
        description: 'Staff: the company whose contacts they become.',
        schema: { type: 'string', format: 'uuid' },
      },
    ],
    requestBody: { required: true, content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } } },
    responses: {
      201: {
        description: 'The file as it was understood, as GET /contact-imports/{id} answers it',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
    },
  },
  handle: receive,
}
