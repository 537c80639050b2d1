import { Readable } from 'node:stream'
import { ORPCError } from '@orpc/server'
import { Id, staff } from '../../../contract/base.ts'
import { NotStored } from '../../platform/files/storage.ts'
import type { ActorContext } from '../../platform/http/api.ts'
import { FILE_POLICY } from '../../platform/http/file-policy.ts'
import type { PlainRoute } from '../../platform/http/plain.ts'

const notFound = (message = 'Not found.') => new ORPCError('NOT_FOUND', { message })
const deleted = () => notFound('This email is older than 30 days, so its content has been deleted.')

async function send({ platform, actor }: ActorContext, id: string, withBody: boolean): Promise<Response> {
  if (!Id.safeParse(id).success) throw notFound()
  const row = await platform.db.askAs(actor, (db) =>
    db.selectFrom('inbound_mails').select(['size', 'kept_until']).where('id', '=', id).executeTakeFirst(),
  )
  if (!row) throw notFound()
  if (row.kept_until === null) throw deleted()
  // HEAD has no body, and a stream opened for it would never be closed.
  const stream = withBody
    ? await platform.storage.open(id).catch((e: unknown) => {
        throw e instanceof NotStored ? deleted() : e
      })
    : undefined
  return new Response(stream ? (Readable.toWeb(stream) as ReadableStream) : null, {
    headers: {
      // As plain text, so that no program runs or renders what a stranger wrote.
      'content-type': 'text/plain',
      'content-length': String(row.size),
      'content-disposition': `attachment; filename="email-${id}.txt"`,
      'content-security-policy': FILE_POLICY,
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Handles `GET /inbound-mails/{id}/original`: sends the bytes of an incoming mail as they arrived, to staff. */
export const originalRoute: PlainRoute = {
  method: 'get',
  path: '/inbound-mails/{id}/original',
  roles: staff,
  document: {
    operationId: 'tickets.inboundOriginal',
    tags: ['tickets'],
    summary: 'Download an incoming email as it arrived',
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
    responses: { 200: { description: 'The email', content: { 'text/plain': { schema: { type: 'string' } } } } },
  },
  handle: (context, c) => send(context, c.req.param('id') ?? '', c.req.raw.method !== 'HEAD'),
}
