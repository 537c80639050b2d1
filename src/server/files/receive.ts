import { ORPCError } from '@orpc/server'
import { fileTypeFromBuffer } from 'file-type'
import type { Context as HonoContext } from 'hono'
import { v7 as uuid } from 'uuid'
import { everyone } from '../../contract/base.ts'
import { MAX_FILE_BYTES } from '../../contract/files.ts'
import type { Actored } from '../platform/api.ts'
import { forgetFile } from '../platform/clear-files.ts'
import { createOnce } from '../platform/once.ts'
import type { PlainRoute } from '../platform/plain.ts'
import { TooLarge } from '../platform/storage.ts'
import { cleanName, judge } from './policy.ts'
import { present } from './present.ts'

const tooLarge = () => new ORPCError('PAYLOAD_TOO_LARGE', { status: 413, message: 'A file may have at most 25 MB.' })
const bad = (message: string, field: string) =>
  new ORPCError('BAD_REQUEST', { message: 'Some fields are not right.', data: { fields: { [field]: [message] } } })

/** Whether bytes are text in UTF-8 (the last character may be cut). */
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
  if (name.trim() === '') throw bad('Give the file’s name.', 'name')
  if (name.length > 1_000) throw bad('The name is too long.', 'name')
  if (name.includes('\0')) throw bad('A name must not contain the character NUL.', 'name')
  return cleanName(name)
}

/** What somebody may upload without sending it, until the sweep a day later. */
const WAITING = { files: 200, bytes: 500 * 1024 * 1024 }

async function refuseHoarding({ platform, actor }: Actored): Promise<void> {
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
    message: 'Too many uploaded files wait to be sent. Send or wait a day.',
    data: { retryAfter: 3600 },
  })
}

async function receive(context: Actored, c: HonoContext): Promise<Response> {
  const { platform, actor } = context
  const name = nameOf(c)
  const length = Number(c.req.header('content-length') ?? Number.NaN)
  if (length > MAX_FILE_BYTES) throw tooLarge()
  const { body } = c.req.raw
  if (length === 0 || !body) throw bad('The file is empty.', 'file')

  await refuseHoarding(context)
  const id = uuid()
  const stored = await platform.storage.put(id, body, MAX_FILE_BYTES).catch((e) => {
    if (e instanceof TooLarge) throw tooLarge()
    if (c.req.raw.signal.aborted || (e as { code?: string }).code === 'ECONNRESET')
      throw bad('The file did not arrive whole. Send it again.', 'file')
    throw e
  })
  try {
    if (stored.size === 0) throw bad('The file is empty.', 'file')
    const detected = (await fileTypeFromBuffer(stored.head))?.mime
    const verdict = judge(name, detected, isText(stored.head))
    if ('refused' in verdict)
      throw new ORPCError('UNSUPPORTED_MEDIA_TYPE', {
        status: 415,
        message: verdict.refused,
        data: { fields: { file: [verdict.refused] } },
      })
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
    // The key of an earlier call: that file is the answer, these bytes are not needed.
    if (row.id !== id) await forgetFile(platform, id)
    return Response.json(present(row), { status: 201 })
  } catch (e) {
    await forgetFile(platform, id)
    throw e
  }
}

/** `PUT /files?name=…` with the bytes as body. The file waits, unclaimed, for a message to take it. */
export const receiveRoute: PlainRoute = {
  method: 'put',
  path: '/files',
  roles: everyone,
  creates: true,
  document: {
    operationId: 'files.receive',
    tags: ['files'],
    summary: 'Upload a file (the bytes are the body, at most 25 MB); a message takes it over by its id',
    parameters: [{ name: 'name', in: 'query', required: true, schema: { type: 'string' } }],
    requestBody: {
      required: true,
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
    responses: { 201: { description: 'Stored', content: { 'application/json': { schema: { type: 'object' } } } } },
  },
  handle: receive,
}
