import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import { brand } from '../../../brand.config.ts'
import { NoticeKind } from '../../contract/notifications.ts'
import { systemOf } from '../platform/db.ts'
import { derive, type Env } from '../platform/env.ts'
import { escapeHtml } from '../platform/html.ts'
import { TooMany } from '../platform/limits.ts'
import type { OpenRoute } from '../platform/plain.ts'
import type { Platform } from '../platform/platform.ts'
import { publish } from '../platform/publish.ts'
import { incoming } from '../platform/request.ts'
import { roleOf, usual, WORDS } from './policy.ts'
import { keepChoice } from './queries.ts'

/** What a link in a mail stops: one kind for a user, the daily mail, or one thing for somebody without an account. */
const Target = z.union([
  z.object({ u: z.uuid(), k: z.union([NoticeKind, z.literal('digest')]) }),
  z.object({ c: z.uuid(), t: z.string(), s: z.uuid(), e: z.string() }),
])
export type Target = z.infer<typeof Target>

const sign = ({ appSecret }: Pick<Env, 'appSecret'>, text: string) =>
  createHmac('sha256', derive(appSecret, 'unsubscribe')).update(text).digest('base64url')

/** Where a mail is stopped: a page that asks for one click, and takes the one click of RFC 8058. Good for ever. */
export function unsubscribeLink(env: Pick<Env, 'appSecret' | 'publicUrl'>, target: Target): string {
  const text = Buffer.from(JSON.stringify(target)).toString('base64url')
  return `${env.publicUrl}/unsubscribe/${text}.${sign(env, text)}`
}

/** What a link names; undefined when we never gave it. */
export function readUnsubscribe(env: Pick<Env, 'appSecret'>, token: string): Target | undefined {
  const [text = '', signature = '', ...rest] = token.split('.')
  const due = Buffer.from(sign(env, text))
  const given = Buffer.from(signature)
  if (rest.length > 0 || given.length !== due.length || !timingSafeEqual(given, due)) return undefined
  return Target.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data
}

/** Headers by which mail programs offer to stop a mail (RFC 2369, RFC 8058). */
export const listHeaders = (href: string): Record<string, string> => ({
  'List-Unsubscribe': `<${href}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Stops what the link names. Past the fences: nobody is signed in; the signature says whose wish it is. */
export async function stop(platform: Platform, target: Target): Promise<void> {
  await platform.db.system.transaction().execute(async (db) => {
    if ('u' in target) {
      const person = await db
        .selectFrom('profiles as p')
        .innerJoin('companies as c', 'c.id', 'p.company_id')
        .leftJoin('user_roles as r', 'r.user_id', 'p.id')
        .select(['p.id', 'p.company_id', 'c.is_internal', 'r.role'])
        .where('p.id', '=', target.u)
        .executeTakeFirst()
      if (!person) return
      const kept = await db
        .selectFrom('notification_preferences')
        .select(['kind', 'bell', 'mail'])
        .where('user_id', '=', person.id)
        .execute()
      for (const kind of NoticeKind.options) {
        const now = kept.find((row) => row.kind === kind) ?? usual(roleOf(person.role, person.is_internal), kind)
        if (!now || now.mail === 'off') continue
        if (target.k === kind || (target.k === 'digest' && now.mail === 'digest'))
          await keepChoice(db, { companyId: person.company_id, userId: person.id }, kind, {
            bell: now.bell,
            mail: 'off',
          })
      }
      await db
        .updateTable('notifications')
        .set({ digest: false })
        .where('user_id', '=', person.id)
        .where('digest', '=', true)
        .where((e) => (target.k === 'digest' ? e.lit(true) : e('kind', '=', target.k)))
        .execute()
      await publish(db, systemOf(person.company_id), {
        companyId: person.company_id,
        topic: 'notification',
        kind: 'settings',
        subjectId: person.id,
        userId: person.id,
      })
      return
    }
    await db
      .insertInto('mail_refusals')
      .values({ company_id: target.c, topic: target.t, subject_id: target.s, email: target.e })
      .onConflict((c) => c.doNothing())
      .execute()
    const about = { companyId: target.c, subjectId: target.s, email: target.e }
    for (const teller of platform.tellers) if (teller.topic === target.t) await teller.leave?.(platform, db, about)
  })
}

// ---- the page --------------------------------------------------------------------------------------------------------
const STYLE = `:root{color-scheme:dark}*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:24px 16px;background:#0a0b0e;color:#eef1f4;font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:28rem;padding:32px;border:1px solid #232a33;border-radius:14px;background:#10141a}
p{margin:0 0 16px;color:#9aa5b1;overflow-wrap:anywhere}.brand{margin:0 0 24px;color:#eef1f4;font-weight:600}.brand span{color:#5eead4}
h1{margin:0 0 8px;font-size:22px;line-height:1.3;text-wrap:balance}
button{width:100%;min-height:44px;padding:0 20px;border:0;border-radius:6px;background:#5eead4;color:#0a0b0e;font:inherit;font-weight:600;cursor:pointer}
button:hover{background:#7eeedd}a{color:#5eead4}:focus-visible{outline:2px solid #5eead4;outline-offset:2px}
p:last-child{margin-bottom:0}form+p{margin-top:16px}`
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

const page = (status: number, title: string, inner: string) =>
  new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · ${escapeHtml(brand.shortName)}</title><style>${STYLE}</style></head><body><main><p class="brand"><span aria-hidden="true">●</span>&nbsp; ${escapeHtml(brand.shortName)}</p><h1>${escapeHtml(title)}</h1>${inner}</main></body></html>`,
    {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      },
    },
  )
const SETTINGS = '<p>You can change this at any time under <a href="/settings/notifications">Settings</a>.</p>'
const unknown = () =>
  page(
    404,
    'This link does not work',
    `<p>It may have been cut off by your mail program. Copy the whole address from the mail, or change what you get under <a href="/settings/notifications">Settings</a>.</p>`,
  )

/** What the mails are about, in words that name nobody. */
const about = (target: Target) =>
  'u' in target
    ? target.k === 'digest'
      ? 'your daily summary'
      : `emails about ${WORDS[target.k]}`
    : target.t === 'report'
      ? 'the monthly report'
      : 'emails about this'

/** `GET /unsubscribe/{token}`: asks. Mail scanners open every link, so that opening it changes nothing. */
export const unsubscribePage: OpenRoute = {
  path: '/unsubscribe/:token',
  async handle({ env }, c: HonoContext) {
    const target = readUnsubscribe(env, c.req.param('token') ?? '')
    if (!target) return unknown()
    return page(
      200,
      `Stop ${about(target)}?`,
      `<p>${'u' in target ? 'Only these stop. Everything else stays as it is.' : target.t === 'report' ? 'Others who get it still do.' : 'You are no longer told about this request. Others who take part still are.'}</p><form method="post"><button name="List-Unsubscribe" value="One-Click">Stop these emails</button></form>`,
    )
  },
}

/** `POST /unsubscribe/{token}`: stops it, from the page or at one click in a mail program; nobody needs to sign in. */
export const unsubscribeRoute: OpenRoute = {
  method: 'post',
  path: '/unsubscribe/:token',
  async handle(platform, c: HonoContext) {
    const { env, limits, log } = platform
    const { address, requestId } = incoming(c, env)
    const target = readUnsubscribe(env, c.req.param('token') ?? '')
    if (!target) return unknown()
    try {
      await limits.call({ address })
      await stop(platform, target)
    } catch (e) {
      const many = e instanceof TooMany
      if (!many) log.error({ err: e, requestId }, 'somebody could not be unsubscribed')
      const answer = page(many ? 429 : 503, 'Not now', '<p>This did not work just now. Try again in a minute.</p>')
      answer.headers.set('retry-after', String(many ? e.retryAfter : 60))
      return answer
    }
    return page(
      200,
      'Done',
      `<p>You get no more ${about(target)
        .replace(/^your /, '')
        .replace(/^emails/, 'emails')}.</p>${'u' in target ? SETTINGS : ''}`,
    )
  },
}
