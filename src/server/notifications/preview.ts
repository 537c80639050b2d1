import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context as HonoContext } from 'hono'
import { derive, type Env } from '../platform/env.ts'
import type { OpenRoute } from '../platform/plain.ts'

/** An address is good this long: it is asked for with the mail, and a page may stay open a while. */
const MINUTES = 15

const sign = ({ appSecret }: Pick<Env, 'appSecret'>, id: string, until: string) =>
  createHmac('sha256', derive(appSecret, 'mail preview')).update(`${id} ${until}`).digest('base64url')

/**
 * Where a frame finds the HTML of a kept mail, for some minutes. A frame can send no token, and a page of ours lets no
 * inline style in: so the mail is a document of its own, named by whoever was allowed to read it.
 */
export function previewPath(env: Pick<Env, 'appSecret'>, id: string, now = Date.now()): string {
  const until = String(now + MINUTES * 60_000)
  return `/mail-preview/${id}?until=${until}&signature=${sign(env, id, until)}`
}

/** `GET /mail-preview/{id}`: a kept mail as mail programs get it. No script runs in it and nothing is fetched for it. */
export const previewRoute: OpenRoute = {
  path: '/mail-preview/:id',
  async handle({ env, mail }, c: HonoContext) {
    const id = c.req.param('id') ?? ''
    const { until = '', signature = '' } = c.req.query()
    const due = Buffer.from(sign(env, id, until))
    const given = Buffer.from(signature)
    const good = given.length === due.length && timingSafeEqual(given, due) && Number(until) > Date.now()
    const found = good ? await mail.read(id) : undefined
    return new Response(found?.html ?? 'This address is too old. Open the mail in the outbox again.', {
      status: found ? 200 : 404,
      headers: {
        'content-type': found ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
        // Its links may open: in a tab that is free of this sandbox.
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      },
    })
  },
}
