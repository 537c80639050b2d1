import { Readable } from 'node:stream'
import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import { everyone } from '../../contract/base.ts'
import type { ActorContext } from '../platform/http/api.ts'
import { FILE_POLICY } from '../platform/http/file-policy.ts'
import type { PlainRoute } from '../platform/http/plain.ts'
import { contentDisposition, isInline } from './policy.ts'

const notFound = () => new ORPCError('NOT_FOUND', { message: 'Not found.' })

async function send({ platform, actor }: ActorContext, id: string, withBody: boolean): Promise<Response> {
  if (!z.uuid().safeParse(id).success) throw notFound()
  // Row-level security decides who can see the file. Only its uploader sees an unclaimed one.
  const file = await platform.db.askAs(actor, (db) =>
    db
      .selectFrom('files')
      .select(['name', 'type', 'size'])
      .where('id', '=', id)
      .where((e) => e.or([e('state', '=', 'claimed'), e('uploaded_by', '=', actor.userId)]))
      .executeTakeFirst(),
  )
  if (!file) throw notFound()
  const inline = isInline(file.type)
  // HEAD has no body, and a stream opened for it would never be closed.
  const stream = withBody ? await platform.storage.open(id) : undefined
  return new Response(stream ? (Readable.toWeb(stream) as ReadableStream) : null, {
    headers: {
      'content-type': inline ? file.type : 'application/octet-stream',
      'content-length': String(file.size),
      'content-disposition': contentDisposition(inline ? 'inline' : 'attachment', file.name),
      // Whatever a file contains, nothing in it may run with our origin.
      'content-security-policy': FILE_POLICY,
    },
  })
}

/** Handles `GET /files/{id}/content`: sends the bytes to users who may see the message or project with the file. */
export const sendRoute: PlainRoute = {
  method: 'get',
  path: '/files/{id}/content',
  roles: everyone,
  document: {
    operationId: 'files.send',
    tags: ['files'],
    summary: 'Download a file',
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
    responses: {
      200: {
        description: 'The file',
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    },
  },
  handle: (context, c) => send(context, c.req.param('id') ?? '', c.req.raw.method !== 'HEAD'),
}
