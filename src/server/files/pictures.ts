import { createHash } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { fileTypeFromBuffer } from 'file-type'
import type { Context as HonoContext } from 'hono'
import { sql } from 'kysely'
import { z } from 'zod'
import { everyone } from '../../contract/base.ts'
import type { Db } from '../platform/database/db.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import type { ActorContext } from '../platform/http/api.ts'
import { FILE_POLICY } from '../platform/http/file-policy.ts'
import type { PlainRoute } from '../platform/http/plain.ts'
import { MAX_PICTURE_BYTES, refusePicture } from './check-picture.ts'

/** The kind of picture: the caller's own photo, or the logo of the caller's company. */
type Of = 'photo' | 'logo'

const tooLarge = () =>
  new ORPCError('PAYLOAD_TOO_LARGE', {
    status: 413,
    message: `This picture is larger than ${MAX_PICTURE_BYTES / 1024} KB. Choose a smaller one.`,
  })
const refused = (status: 400 | 415, message: string) =>
  new ORPCError(status === 400 ? 'BAD_REQUEST' : 'UNSUPPORTED_MEDIA_TYPE', {
    status,
    message: status === 400 ? 'Check the highlighted fields.' : message,
    data: { fields: { picture: [message] } },
  })

async function bytesOf(c: HonoContext): Promise<Buffer> {
  if (Number(c.req.header('content-length') ?? 0) > MAX_PICTURE_BYTES) throw tooLarge()
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
      size += part.length
      if (size > MAX_PICTURE_BYTES) throw tooLarge()
      parts.push(part)
    }
  } catch (e) {
    if (e instanceof ORPCError) throw e
    throw refused(400, 'The upload was interrupted. Upload the picture again.')
  }
  if (size === 0) throw refused(400, 'This picture is empty. Choose another one.')
  return Buffer.concat(parts)
}

const idOf = ({ actor }: ActorContext, of: Of) => (of === 'photo' ? actor.userId : actor.companyId)
const subject = ({ actor }: ActorContext, of: Of) => ({
  companyId: actor.companyId,
  subjectType: of === 'photo' ? 'user' : 'company',
  subjectId: of === 'photo' ? actor.userId : actor.companyId,
})
const happened = (context: ActorContext, of: Of) => ({
  companyId: context.actor.companyId,
  topic: 'company' as const,
  kind: 'picture',
  subjectId: idOf(context, of),
})

async function receive(of: Of, context: ActorContext, c: HonoContext): Promise<Response> {
  const { platform, actor } = context
  const bytes = await bytesOf(c)
  const type = (await fileTypeFromBuffer(bytes))?.mime
  const why = refusePicture(bytes, type, of)
  if (why) throw refused(415, why)
  const etag = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  const picture = { type: type as string, bytes, etag }
  await platform.db.asActor(actor, async (db) => {
    await db
      .insertInto('pictures')
      .values({ company_id: actor.companyId, id: idOf(context, of), ...picture })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'id']).doUpdateSet({ ...picture, updated_at: sql<string>`now()` }),
      )
      .execute()
    await recordAudit(db, context, { action: `${of}.set`, ...subject(context, of) })
    await publish(db, actor, happened(context, of))
  })
  return Response.json({ etag })
}

/** Removes the caller's photo or the logo of the caller's company. Succeeds without one. */
export function removePicture(context: ActorContext, of: Of): Promise<{ deleted: true }> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const removed = await db
      .deleteFrom('pictures')
      .where('company_id', '=', actor.companyId)
      .where('id', '=', idOf(context, of))
      .returning('id')
      .executeTakeFirst()
    if (removed) {
      await recordAudit(db, context, { action: `${of}.remove`, ...subject(context, of) })
      await publish(db, actor, happened(context, of))
    }
    return { deleted: true }
  })
}

/** Returns the photo of a person or the logo of a company, or undefined when the database role of `db` sees none. */
export async function getPicture(
  db: Db,
  id: string,
): Promise<{ type: string; bytes: Buffer; etag: string } | undefined> {
  const row = await db
    .selectFrom('visible_pictures')
    .select(['type', 'bytes', 'etag'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.type && row.bytes && row.etag ? { type: row.type, bytes: row.bytes, etag: row.etag } : undefined
}

/** Deletes the picture with this id in every company that has one. Publishes no event and writes no audit entry. */
export async function deletePicture(db: Db, id: string): Promise<void> {
  await db.deleteFrom('pictures').where('id', '=', id).execute()
}

async function send({ platform, actor, header }: ActorContext, id: string, withBody: boolean): Promise<Response> {
  const notFound = () => new ORPCError('NOT_FOUND', { message: 'Not found.' })
  if (!z.uuid().safeParse(id).success) throw notFound()
  const picture = await platform.db.askAs(actor, (db) => getPicture(db, id))
  if (!picture) throw notFound()
  const etag = `"${picture.etag}"`
  // Only this browser may cache it, and it must revalidate each time because access can change.
  const common = { etag, 'cache-control': 'private, no-cache', vary: 'authorization' }
  const known = header('if-none-match')
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  if (known?.includes(etag)) return new Response(null, { status: 304, headers: common })
  return new Response(withBody ? new Uint8Array(picture.bytes) : null, {
    headers: {
      ...common,
      'content-type': picture.type,
      'content-length': String(picture.bytes.length),
      'content-disposition': 'inline',
      // Whatever the bytes contain, nothing in them may run with our origin.
      'content-security-policy': FILE_POLICY,
    },
  })
}

const route = (of: Of, path: `/${string}`, roles: PlainRoute['roles'], summary: string): PlainRoute => ({
  method: 'put',
  path,
  roles,
  document: {
    operationId: `files.${of}`,
    tags: ['files'],
    summary,
    requestBody: {
      required: true,
      content: Object.fromEntries(
        ['image/png', 'image/jpeg', ...(of === 'photo' ? ['image/webp'] : [])].map((type) => [
          type,
          { schema: { type: 'string', format: 'binary' } },
        ]),
      ),
    },
    responses: {
      200: {
        description: 'Stored. `etag` identifies these bytes.',
        content: { 'application/json': { schema: { type: 'object', properties: { etag: { type: 'string' } } } } },
      },
    },
  },
  handle: (context, c) => receive(of, context, c),
})

/** Handles `PUT /me/photo`, with the bytes of a picture as the body. */
export const photoRoute = route('photo', '/me/photo', everyone, 'Set your photo (PNG, JPEG or WebP, at most 512 KB)')
/** Handles `PUT /company/logo`, with the bytes of a picture as the body. */
export const logoRoute = route(
  'logo',
  '/company/logo',
  ['owner', 'admin'],
  'Set your company’s logo (PNG or JPEG, at most 512 KB)',
)

/** Handles `GET /pictures/{id}`: sends the photo of a person or the logo of a company to users who may see it. */
export const pictureRoute: PlainRoute = {
  method: 'get',
  path: '/pictures/{id}',
  roles: everyone,
  document: {
    operationId: 'files.picture',
    tags: ['files'],
    summary: 'Get a person’s photo or a company’s logo. Partners get those of their own company and the provider.',
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
    responses: {
      200: { description: 'The picture', content: { 'image/*': { schema: { type: 'string', format: 'binary' } } } },
      304: { description: 'Not modified: it matches If-None-Match' },
    },
  },
  handle: (context, c) => send(context, c.req.param('id') ?? '', c.req.raw.method !== 'HEAD'),
}
