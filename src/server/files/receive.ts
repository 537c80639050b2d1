import { ORPCError } from '@orpc/server'
import { fileTypeFromBuffer } from 'file-type'
import type { Context as HonoContext } from 'hono'
import { v7 as uuid } from 'uuid'
import { everyone } from '../../contract/base.ts'
import { MAX_FILE_BYTES, MAX_FILE_MB } from '../../contract/plain/file-limits.ts'
import { createOnce } from '../platform/database/once.ts'
import { forgetFile } from '../platform/files/clear-files.ts'
import { TooLarge } from '../platform/files/storage.ts'
import type { ActorContext } from '../platform/http/api.ts'
import type { PlainRoute } from '../platform/http/plain.ts'
import { cleanName, judgeFile } from './policy.ts'
import { describeFile } from './present.ts'
import { overQuota } from './quota.ts'

const tooLarge = () =>
  new ORPCError('PAYLOAD_TOO_LARGE', {
    status: 413,
    message: `This file is larger than ${MAX_FILE_MB} MB. Choose a smaller file.`,
  })
const bad = (message: string, field: string) =>
  new ORPCError('BAD_REQUEST', { message: 'Check the highlighted fields.', data: { fields: { [field]: [message] } } })

/** Returns whether the first bytes of a file are UTF-8 text. The last character may be incomplete. */
export function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

function nameOf(c: HonoContext): string {
  const name = c.req.query('name') ?? ''
  if (name.trim() === '') throw bad('Enter a file name.', 'name')
  if (name.length > 1_000) throw bad('The file name is too long. Rename the file.', 'name')
  if (name.includes('\0')) throw bad('The file name contains a character that isn’t allowed. Rename the file.', 'name')
  return cleanName(name)
}

/** Limits of a user's unclaimed files. They are removed after a day, unless a draft keeps them. */
const WAITING = { files: 200, bytes: 500 * 1024 * 1024 }

async function refuseTooManyUnclaimed({ platform, actor }: ActorContext): Promise<void> {
  const waiting = await platform.db.askAs(actor, (db) =>
    db
      .selectFrom('files')
      .select((e) => [
        e.fn.countAll<number>().as('files'),
        e.fn.coalesce(e.fn.sum<number>('size'), e.lit(0)).as('bytes'),
      ])
      .where('uploaded_by', '=', actor.userId)
      .where('state', '=', 'unclaimed')
      .executeTakeFirstOrThrow(),
  )
  if (waiting.files < WAITING.files && Number(waiting.bytes) < WAITING.bytes) return
  throw new ORPCError('TOO_MANY_REQUESTS', {
    message: 'You have too many uploads that you haven’t sent. Send them, or try again tomorrow.',
    data: { retryAfter: 3600 },
  })
}

/**
 * Throws PAYLOAD_TOO_LARGE when a file of `size` bytes would exceed the company's storage, and TOO_MANY_REQUESTS when
 * it would exceed the user's daily uploads.
 */
async function refuseOverQuota({ platform, actor }: ActorContext, size: number): Promise<void> {
  const over = await overQuota(platform, { companyId: actor.companyId, userId: actor.userId, size })
  if (!over) return
  if ('company' in over)
    throw new ORPCError('PAYLOAD_TOO_LARGE', {
      status: 413,
      message: over.company,
      data: { fields: { file: [over.company] } },
    })
  throw new ORPCError('TOO_MANY_REQUESTS', { message: over.day, data: { retryAfter: 3600 } })
}

async function receive(context: ActorContext, c: HonoContext): Promise<Response> {
  const { platform, actor } = context
  const name = nameOf(c)
  const length = Number(c.req.header('content-length') ?? Number.NaN)
  if (length > MAX_FILE_BYTES) throw tooLarge()
  const { body } = c.req.raw
  if (length === 0 || !body) throw bad('This file is empty. Choose another file.', 'file')

  await refuseTooManyUnclaimed(context)
  await refuseOverQuota(context, Number.isNaN(length) ? 0 : length)
  const id = uuid()
  const stored = await platform.storage.put(id, body, MAX_FILE_BYTES).catch((e) => {
    if (e instanceof TooLarge) throw tooLarge()
    if (c.req.raw.signal.aborted || (e as { code?: string }).code === 'ECONNRESET')
      throw bad('The upload was interrupted. Upload the file again.', 'file')
    throw e
  })
  try {
    if (stored.size === 0) throw bad('This file is empty. Choose another file.', 'file')
    const detected = (await fileTypeFromBuffer(stored.head))?.mime
    const verdict = judgeFile(name, detected, isText(stored.head))
    if ('refused' in verdict)
      throw new ORPCError('UNSUPPORTED_MEDIA_TYPE', {
        status: 415,
        message: verdict.refused,
        data: { fields: { file: [verdict.refused] } },
      })
    // The size of a body without Content-Length is known only now.
    if (Number.isNaN(length)) await refuseOverQuota(context, stored.size)
    const row = await createOnce(context, { name, sha256: stored.sha256 }, (db) =>
      db
        .insertInto('files')
        .values({
          company_id: actor.companyId,
          id,
          name,
          type: verdict.type,
          size: stored.size,
          sha256: stored.sha256,
          uploaded_by: actor.userId,
        })
        .returning(['id', 'name', 'type', 'size', 'created_at'])
        .executeTakeFirstOrThrow(),
    )
    // The idempotency key belongs to an earlier call: return that file and delete these bytes.
    if (row.id !== id) await forgetFile(platform, id)
    return Response.json(describeFile(row), { status: 201 })
  } catch (e) {
    await forgetFile(platform, id)
    throw e
  }
}

/**
 * Handles `PUT /files?name=…`, with the bytes as the body. The file is unclaimed until a message or project claims it.
 */
export const receiveRoute: PlainRoute = {
  method: 'put',
  path: '/files',
  roles: everyone,
  creates: true,
  document: {
    operationId: 'files.receive',
    tags: ['files'],
    summary: `Upload a file of at most ${MAX_FILE_MB} MB as the request body. Attach it to a message by its ID.`,
    parameters: [{ name: 'name', in: 'query', required: true, schema: { type: 'string' } }],
    requestBody: {
      required: true,
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
    responses: { 201: { description: 'Stored', content: { 'application/json': { schema: { type: 'object' } } } } },
  },
  handle: receive,
}
