import { Readable } from 'node:stream'
import { ORPCError } from '@orpc/server'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { contract } from '../../contract/index.ts'
import { contentDisposition } from '../files/index.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Db } from '../platform/database/db.ts'
import { createOnce } from '../platform/database/once.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { action } from '../platform/http/action.ts'
import { type ActorContext, refuse } from '../platform/http/api.ts'
import { FILE_POLICY } from '../platform/http/file-policy.ts'
import type { PlainRoute } from '../platform/http/plain.ts'
import { BUILD_EXPORT, type ExportData, slugOf } from './policy.ts'
import { presentExport } from './present.ts'

const exportRows = (db: Db) =>
  db
    .selectFrom('exports as x')
    .select([
      'x.id',
      'x.state',
      'x.progress',
      'x.with_files',
      'x.size',
      'x.requested_by',
      'x.created_at',
      'x.finished_at',
      'x.expires_at',
    ])
    .select((e) =>
      e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'x.requested_by').as('requester'),
    )

/** Returns the company's exports, newest first. */
export const companyExports = action(contract.companies.exports, ({ platform, actor }, { limit, cursor }) => {
  const after = decodeCursor(cursor, 'exports', 'instant')
  return platform.db.askAs(actor, async (db) => {
    // Ids are UUIDv7, so they sort by creation time.
    let query = exportRows(db)
      .where('x.company_id', '=', actor.companyId)
      .orderBy('x.id', 'desc')
      .limit(limit + 1)
    if (after) query = query.where('x.id', '<', after.id)
    const found = await query.execute()
    const page = pageOf(found, limit, (last) => ({ order: 'exports', value: last.created_at, id: last.id }))
    return {
      items: page.rows.map(presentExport),
      nextCursor: page.nextCursor,
    }
  })
})

/** Starts an export of everything that the company has. Throws EXPORT_RUNNING while another one is in progress. */
export const startExport = action(contract.companies.startExport, (context, input) => {
  const { platform, actor } = context
  return createOnce(context, input, async (db) => {
    const id = uuid()
    // A unique index allows one at a time, so a concurrent request inserts nothing.
    const inserted = await db
      .insertInto('exports')
      .values({ company_id: actor.companyId, id, with_files: input.withFiles, requested_by: actor.userId })
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) throw refuse('EXPORT_RUNNING')
    await platform.jobs.send<ExportData>(db, BUILD_EXPORT, { companyId: actor.companyId, exportId: id })
    await recordAudit(db, context, {
      companyId: actor.companyId,
      action: 'export.start',
      subjectType: 'export',
      subjectId: id,
      after: { with_files: input.withFiles },
    })
    return presentExport(await exportRows(db).where('x.id', '=', id).executeTakeFirstOrThrow())
  })
})

async function send(context: ActorContext, id: string, withBody: boolean): Promise<Response> {
  const { platform, actor } = context
  const notFound = () => new ORPCError('NOT_FOUND', { message: 'Not found.' })
  if (!z.uuid().safeParse(id).success) throw notFound()
  const found = await platform.db.asActor(actor, async (db) => {
    const row = await db
      .selectFrom('exports as x')
      .innerJoin('companies as c', 'c.id', 'x.company_id')
      .select(['x.size', 'x.created_at', 'x.expires_at', 'c.name'])
      .where('x.id', '=', id)
      .where('x.company_id', '=', actor.companyId)
      .where('x.state', '=', 'ready')
      .executeTakeFirst()
    if (!row?.expires_at || Date.parse(row.expires_at) <= Date.now()) throw notFound()
    if (withBody)
      await recordAudit(db, context, {
        companyId: actor.companyId,
        action: 'export.download',
        subjectType: 'export',
        subjectId: id,
      })
    return row
  })
  const stream = withBody ? await platform.storage.open(id) : undefined
  const name = `${slugOf(found.name, found.created_at.slice(0, 10))}.zip`
  return new Response(stream ? (Readable.toWeb(stream) as ReadableStream) : null, {
    headers: {
      'content-type': 'application/zip',
      'content-length': String(found.size),
      'content-disposition': contentDisposition('attachment', name),
      'content-security-policy': FILE_POLICY,
    },
  })
}

/** Handles `GET /exports/{id}/content`: sends the archive to owners of the company. */
export const archiveRoute: PlainRoute = {
  method: 'get',
  path: '/exports/{id}/content',
  roles: ['owner'],
  document: {
    operationId: 'companies.exportContent',
    tags: ['companies'],
    summary: 'Download a finished export as a ZIP archive',
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
    responses: {
      200: {
        description: 'The ZIP archive',
        content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
      },
    },
  },
  handle: (context, c) => send(context, c.req.param('id') ?? '', c.req.raw.method !== 'HEAD'),
}
