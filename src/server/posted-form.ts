// Reads the body of a form that a public page posts, before the page's route runs.
import { ORPCError } from '@orpc/server'
import type { Context } from 'hono'
import { bytesOf } from './platform/http/body.ts'

/** Maximum size of a public form in bytes: it has only a few text fields. */
const MAX_FORM = 100_000
/** How long a form may take to arrive, in seconds. */
const FORM_SECONDS = 30
const tooLarge = () => new ORPCError('PAYLOAD_TOO_LARGE', { status: 413, message: 'The form is too large.' })

/** Returns the bytes of a posted form, or the status with which it is refused. */
export async function readPostedForm(c: Context): Promise<Buffer<ArrayBufferLike> | number> {
  const type = c.req.header('content-type') ?? ''
  const body = c.req.raw.body as ReadableStream<Uint8Array> | null
  // Checking the announced length is enough, because Node enforces it.
  if (body && Number(c.req.header('content-length') ?? Number.POSITIVE_INFINITY) > MAX_FORM) return 413
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type)) return 415
  if (!body) return Buffer.alloc(0)
  try {
    const bytes = await bytesOf(body, { bytes: MAX_FORM, seconds: FORM_SECONDS, tooLarge })
    await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
    return bytes
  } catch (e) {
    return e instanceof ORPCError ? e.status : 400
  }
}
