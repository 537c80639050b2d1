import { ORPCError } from '@orpc/server'
import { fileTypeFromBuffer } from 'file-type'
import type { Context as HonoContext } from 'hono'
import { v7 as uuid } from 'uuid'
import { everyone } from '../../contract/base.ts'
import { MAX_FILE_BYTES } from '../../contract/files.ts'
import type { Actored } from '../platform/api.ts'
import type { PlainRoute } from '../platform/plain.ts'
import { TooLarge } from '../platform/storage.ts'
import { cleanName, judge } from './policy.ts'
import { present } from './present.ts'

const tooLarge = () => new ORPCError('PAYLOAD_TOO_LARGE', { status: 413, message: 'A file may have at most 25 MB.' })
const bad = (message: string, field: string) =>
  new ORPCError('BAD_REQUEST', { message: 'Some fields are not right.', data: { fields: { [field]: [message] } } })

/** Whether bytes are text in UTF-8 (the last character may be cut). */
function isText(head: Uint8Array): boolean {
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

async function receive({ platform, actor }: Actored, c: HonoContext): Promise<Response> {
  const name = nameOf(c)
  const length = Number(c.req.header('content-length') ?? Number.NaN)
  if (length > MAX_FILE_BYTES) throw tooLarge()
  const { body } = c.req.raw
  if (length === 0 || !body) throw bad('The file is empty.', 'file')

  const id = uuid()
  const stored = await platform.storage.put(id, body, MAX_FILE_BYTES).catch((e) => {
    throw e instanceof TooLarge ? tooLarge() : e
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
    const row = await platform.db.askAs(actor, (db) =>
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
    return Response.json(present(row), { status: 201 })
  } catch (e) {
    await platform.storage.remove(id)
    throw e
  }
}

/** `PUT /files?name=…` with the bytes as body. The file waits, unclaimed, for a message to take it. */
export const receiveRoute: PlainRoute = {
  method: 'put',
  path: '/files',
  roles: everyone,
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
