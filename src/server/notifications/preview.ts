import { createHmac } from 'node:crypto'
import type { Context as HonoContext } from 'hono'
import { type Env, sameSecret, secretsOf, signingKey } from '../platform/env.ts'
import type { OpenRoute } from '../platform/http/plain.ts'

/** How long a preview URL is valid, in minutes. A page that shows the mail can be open for a while. */
const MINUTES = 15

const sign = (secret: string, id: string, until: string) =>
  createHmac('sha256', signingKey(secret, 'mail preview')).update(`${id} ${until}`).digest('base64url')

/**
 * Returns a signed URL for the HTML of a stored mail, valid for 15 minutes. The mail is a document of its own in an
 * iframe, because our pages allow no inline styles. The URL is signed, because an iframe cannot send an access token.
 */
export function previewPath(env: Pick<Env, 'appSecret'>, id: string, now = Date.now()): string {
  const until = String(now + MINUTES * 60_000)
  return `/mail-preview/${id}?until=${until}&signature=${sign(env.appSecret, id, until)}`
}

/** Handles `GET /mail-preview/{id}`: shows a stored mail as recipients get it. It runs no scripts and loads nothing. */
export const previewRoute: OpenRoute = {
  path: '/mail-preview/:id',
  async handle({ env, mail }, c: HonoContext) {
    const id = c.req.param('id') ?? ''
    const { until = '', signature = '' } = c.req.query()
    const good =
      secretsOf(env).some((secret) => sameSecret(sign(secret, id, until), signature)) && Number(until) > Date.now()
    const found = good ? await mail.read(id) : undefined
    return new Response(found?.html ?? 'This preview has expired. Open the email again.', {
      status: found ? 200 : 404,
      headers: {
        'content-type': found ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
        // Links in the mail may open in a new tab outside this sandbox.
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      },
    })
  },
}
