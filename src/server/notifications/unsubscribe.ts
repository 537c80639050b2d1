import { createHmac } from 'node:crypto'
import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import { NoticeKind } from '../../contract/notifications.ts'
import { systemOf } from '../platform/database/db.ts'
import { type Env, type Secrets, sameSecret, secretsOf, signingKey } from '../platform/env.ts'
import { publish } from '../platform/events/publish.ts'
import type { OpenRoute } from '../platform/http/plain.ts'
import { readRequestFacts } from '../platform/http/request.ts'
import { smallPage as page } from '../platform/http/small-page.ts'
import { TooMany } from '../platform/http/too-many.ts'
import type { Platform } from '../platform/platform.ts'
import { defaultChannels, roleOf, WORDS } from './policy.ts'
import { saveChoice } from './queries.ts'

/**
 * The emails that an unsubscribe link stops: one kind or the daily mail for a user, or one subject for a person without
 * an account.
 */
const Target = z.union([
  z.object({ u: z.uuid(), k: z.union([NoticeKind, z.literal('digest')]) }),
  z.object({ c: z.uuid(), t: z.string(), s: z.uuid(), e: z.string() }),
])
export type Target = z.infer<typeof Target>

const sign = (secret: string, text: string) =>
  createHmac('sha256', signingKey(secret, 'unsubscribe')).update(text).digest('base64url')

/**
 * Returns an unsubscribe URL: a page that asks for one click, and the target of one-click unsubscribe (RFC 8058). It is
 * valid as long as its secret is accepted.
 */
export function unsubscribeLink(env: Secrets & Pick<Env, 'publicUrl'>, target: Target): string {
  const text = Buffer.from(JSON.stringify(target)).toString('base64url')
  return `${env.publicUrl}/unsubscribe/${text}.${sign(env.appSecret, text)}`
}

/** Returns what an unsubscribe token stops. Undefined when we did not create it. */
export function readUnsubscribe(env: Secrets, token: string): Target | undefined {
  const [text = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || !secretsOf(env).some((secret) => sameSecret(sign(secret, text), signature))) return undefined
  return Target.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data
}

/** Returns the headers by which mail programs offer to unsubscribe (RFC 2369, RFC 8058). */
export const listHeaders = (href: string): Record<string, string> => ({
  'List-Unsubscribe': `<${href}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/**
 * Unsubscribes from what the link names. Bypasses row-level security, because nobody is signed in: the signed link is
 * the permission.
 */
export async function unsubscribe(platform: Platform, target: Target): Promise<void> {
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
      const choices = await db
        .selectFrom('notification_preferences')
        .select(['kind', 'bell', 'mail'])
        .where('user_id', '=', person.id)
        .execute()
      for (const kind of NoticeKind.options) {
        const now =
          choices.find((row) => row.kind === kind) ?? defaultChannels(roleOf(person.role, person.is_internal), kind)
        if (!now || now.mail === 'off') continue
        if (target.k === kind || (target.k === 'digest' && now.mail === 'digest'))
          await saveChoice(db, { companyId: person.company_id, userId: person.id }, kind, {
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
    for (const notifier of platform.notifiers)
      if (notifier.topic === target.t) await notifier.leave?.(platform, db, about)
  })
}

// ---- the page -------------------------------------------------------------------------------------------------------
const SETTINGS = '<p>You can change this at any time under <a href="/settings/notifications">Settings</a>.</p>'
const unknown = () =>
  page(
    404,
    'This link doesn’t work',
    `<p>Your email app may have cut it off. Copy the full link from the email, or change your notifications under <a href="/settings/notifications">Settings</a>.</p>`,
  )

/** Describes the emails without naming a person. */
const about = (target: Target) =>
  'u' in target
    ? target.k === 'digest'
      ? 'your daily summary'
      : `emails about ${WORDS[target.k]}`
    : target.t === 'report'
      ? 'the monthly report'
      : 'emails about this ticket'

/**
 * Handles `GET /unsubscribe/{token}`: asks for confirmation. It changes nothing, because mail scanners open every link.
 */
export const unsubscribePage: OpenRoute = {
  path: '/unsubscribe/:token',
  async handle({ env }, c: HonoContext) {
    const target = readUnsubscribe(env, c.req.param('token') ?? '')
    if (!target) return unknown()
    return page(
      200,
      `Stop ${about(target)}?`,
      `<p>${'u' in target ? 'Your other emails won’t change.' : target.t === 'report' ? 'Other recipients will still get it.' : 'You’ll no longer get emails about this ticket. Other participants still will.'}</p><form method="post"><button name="List-Unsubscribe" value="One-Click">Stop these emails</button></form>`,
    )
  },
}

/**
 * Handles `POST /unsubscribe/{token}`: unsubscribes without sign-in, from the page or by one click in a mail program.
 */
export const unsubscribeRoute: OpenRoute = {
  method: 'post',
  path: '/unsubscribe/:token',
  async handle(platform, c: HonoContext) {
    const { env, limits, log } = platform
    const facts = readRequestFacts(c, env)
    const { address, requestId } = facts
    let target: Target | undefined
    try {
      await limits.call({ address, page: 'unsubscribe' })
      target = readUnsubscribe(env, c.req.param('token') ?? '')
      if (!target) {
        facts.seen.reason = 'bad_link'
        platform.refusals.note(facts, 404, 'NOT_FOUND')
        return unknown()
      }
      await unsubscribe(platform, target)
    } catch (e) {
      const many = e instanceof TooMany
      if (many) platform.refusals.note(facts, 429, 'TOO_MANY_REQUESTS')
      else log.error({ err: e, requestId }, 'could not unsubscribe a recipient')
      const answer = page(
        many ? 429 : 503,
        'Try again in a minute',
        '<p>We couldn’t unsubscribe you right now. You still get these emails.</p>',
      )
      answer.headers.set('retry-after', String(many ? e.retryAfter : 60))
      return answer
    }
    return page(200, 'Unsubscribed', `<p>You will no longer get ${about(target)}.</p>${'u' in target ? SETTINGS : ''}`)
  },
}
