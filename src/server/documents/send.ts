import { Readable } from 'node:stream'
import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import { everyone } from '../../contract/base.ts'
import { contentDisposition } from '../files/index.ts'
import type { ActorContext } from '../platform/http/api.ts'
import { FILE_POLICY } from '../platform/http/file-policy.ts'
import type { PlainRoute } from '../platform/http/plain.ts'
import { rowOf } from './get.ts'

async function send(context: ActorContext, id: string, withBody: boolean): Promise<Response> {
  const notFound = () => new ORPCError('NOT_FOUND', { message: 'Not found.' })
  if (!z.uuid().safeParse(id).success) throw notFound()
  const row = await rowOf(context, id)
  if (row.state !== 'ready') throw notFound()
  const stream = withBody ? await context.platform.storage.open(id) : undefined
  return new Response(stream ? (Readable.toWeb(stream) as ReadableStream) : null, {
    headers: {
      'content-type': 'application/pdf',
      'content-length': String(row.size),
      'content-disposition': contentDisposition('attachment', `${row.name}.pdf`),
      'content-security-policy': FILE_POLICY,
    },
  })
}

/** Handles `GET /documents/{id}/content`: sends the PDF as a download. */
export const documentRoute: PlainRoute = {
  method: 'get',
  path: '/documents/{id}/content',
  roles: everyone,
  document: {
    operationId: 'documents.send',
    tags: ['documents'],
    summary: 'Download a PDF that is ready',
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
    responses: {
      200: { description: 'The PDF', content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } },
    },
  },
  handle: (context, c) => send(context, c.req.param('id') ?? '', c.req.raw.method !== 'HEAD'),
}
