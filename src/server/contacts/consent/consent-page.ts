import { ORPCError } from '@orpc/server'
import type { Context as HonoContext } from 'hono'
import { sql } from 'kysely'
import { brand } from '../../../../brand.config.ts'
import { type Db, systemOf } from '../../platform/database/db.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { bytesOf } from '../../platform/http/body.ts'
import { escapeHtml } from '../../platform/http/html.ts'
import type { OpenRoute } from '../../platform/http/plain.ts'
import { readRequestFacts } from '../../platform/http/request.ts'
import { smallPage } from '../../platform/http/small-page.ts'
import { TooMany } from '../../platform/http/too-many.ts'
import type { Platform } from '../../platform/platform.ts'
import { nameForMail } from '../../platform/sign-in/names.ts'
import { type Asked, readConsent, saveConsent } from './consent.ts'
import { publishMailState } from './publish-mail-state.ts'

type Answer = 'yes' | 'no' | 'never'

/** Limits of a posted answer, which is a few bytes. */
const BODY = {
  bytes: 10_000,
  seconds: 30,
  tooLarge: () => new ORPCError('PAYLOAD_TOO_LARGE', { status: 413, message: 'This form is too large.' }),
}

const unknown = () =>
  smallPage(
    404,
    'This link doesn’t work',
    '<p>Your email app may have cut it off. Copy the full link from the email.</p>',
  )

/** Returns the answer in a posted form; undefined when there is none. Throws 408 and 413. */
async function answerIn(c: HonoContext): Promise<Answer | undefined> {
  const body = c.req.raw.body as ReadableStream<Uint8Array> | null
  if (!body) return undefined
  const bytes = await bytesOf(body, BODY)
  const form = await new Response(new Uint8Array(bytes), {
    headers: { 'content-type': c.req.header('content-type') ?? '' },
  })
    .formData()
    .catch(() => new FormData())
  if (form.get('List-Unsubscribe') === 'One-Click') return 'no'
  const answer = form.get('answer')
  return answer === 'yes' || answer === 'no' || answer === 'never' ? answer : undefined
}

/** Returns the company's name in a form that is safe to show to strangers; undefined when the company was deleted. */
async function companyName({ db }: Platform, { companyId }: Asked): Promise<string | undefined> {
  const row = await db.system.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirst()
  return row && nameForMail(row.name)
}

/** Saves a person's answer. There is no session; the signature in the link identifies the person. */
const keepAnswer = (platform: Platform, linkData: Asked, answer: Answer): Promise<void> =>
  platform.db.system.transaction().execute(async (tx) => {
    const db = tx as Db
    const { companyId, email } = linkData
    if (answer === 'yes') await saveConsent(db, linkData, 'page')
    else
      await db
        .insertInto('mail_consents')
        .values({ company_id: companyId, email, state: 'blocked', decided_at: sql<string>`now()` })
        .onConflict((c) =>
          c
            .columns(['company_id', 'email'])
            .doUpdateSet({ state: 'blocked', source: null, decided_at: sql<string>`now()` }),
        )
        .execute()
    if (answer === 'never')
      await db
        .insertInto('auth.mail_blocks')
        .values({ email })
        .onConflict((c) => c.column('email').doUpdateSet({ blocked_at: sql<string>`clock_timestamp()` }))
        .execute()
    const contacts = await db
      .selectFrom('contacts')
      .select('id')
      .where('company_id', '=', companyId)
      .where('email_key', '=', email)
      .execute()
    const system = systemOf(companyId)
    for (const { id } of contacts)
      await recordAudit(
        db,
        { actor: system },
        {
          companyId,
          action: 'contact.mail-consent',
          subjectType: 'contact',
          subjectId: id,
          after: { mail: answer === 'yes' ? 'confirmed' : 'blocked' },
        },
      )
    await publishMailState(db, system, companyId, [email], 'mail-consent')
  })

/** Handles `GET /mail-consent/{token}`: shows the question. Changes nothing, because mail scanners open every link. */
export const consentPage: OpenRoute = {
  path: '/mail-consent/:token',
  async handle(platform, c: HonoContext) {
    const linkData = readConsent(platform.env, c.req.param('token') ?? '')
    const name = linkData && (await companyName(platform, linkData))
    if (!linkData || !name) return unknown()
    const shown = escapeHtml(name)
    return smallPage(
      200,
      `Updates from ${name}?`,
      `<p>${shown} has an account in the portal of ${escapeHtml(brand.longName)} and listed ${escapeHtml(linkData.email)} as a contact. If you say yes, we’ll email you when something happens on a ticket that ${shown} added you to, and send you the reports that ${shown} chose for you. Every such email has a link to stop it.</p>
<form method="post"><button name="answer" value="yes">Yes, email me updates</button>
<button class="plain" name="answer" value="no">Don’t email me</button>
<button class="plain" name="answer" value="never">Don’t email me for any company</button></form>`,
    )
  },
}

const ANSWERED: Record<Answer, (name: string) => [title: string, text: string]> = {
  yes: (name) => [
    'Updates are on',
    `We’ll email you about tickets that ${name} added you to, and reports that ${name} sends you.`,
  ],
  no: (name) => [
    'We won’t email you',
    `You won’t get email about tickets or reports from ${name}. This does not affect other companies.`,
  ],
  never: () => [
    'We won’t email you',
    'You won’t get email about tickets or reports from any company, and no company can invite you.',
  ],
}

/**
 * Handles `POST /mail-consent/{token}`: saves the answer. One-click unsubscribe in a mail program (RFC 8058) means no.
 */
export const consentRoute: OpenRoute = {
  method: 'post',
  path: '/mail-consent/:token',
  async handle(platform, c: HonoContext) {
    const { env, limits, log, refusals } = platform
    const request = readRequestFacts(c, env)
    const { address, requestId } = request
    let name: string | undefined
    let answer: Answer | undefined
    try {
      await limits.call({ address, page: 'consent' })
      const linkData = readConsent(env, c.req.param('token') ?? '')
      name = linkData && (await companyName(platform, linkData))
      if (!linkData || !name) {
        request.seen.reason = 'bad_link'
        refusals.note(request, 404, 'NOT_FOUND')
        return unknown()
      }
      answer = await answerIn(c)
      if (!answer) return smallPage(400, 'Choose an answer', '<p>Go back and choose one of the three answers.</p>')
      await keepAnswer(platform, linkData, answer)
    } catch (e) {
      const many = e instanceof TooMany
      const unread = e instanceof ORPCError
      if (many) refusals.note(request, 429, 'TOO_MANY_REQUESTS')
      else if (!unread) log.error({ err: e, requestId }, 'could not save an email consent')
      const page = smallPage(
        many ? 429 : unread ? e.status : 503,
        'Your answer was not saved',
        many
          ? '<p>There were too many answers from your network. Try again in a minute.</p>'
          : unread
            ? '<p>We couldn’t read what your browser sent. Open the link in our email again.</p>'
            : '<p>This was a problem on our side. Try again in a minute.</p>',
      )
      page.headers.set('retry-after', String(many ? e.retryAfter : 60))
      // The rest of the body is not read, so the client must not reuse this connection.
      page.headers.set('connection', 'close')
      return page
    }
    const [title, text] = ANSWERED[answer](name)
    return smallPage(
      200,
      title,
      `<p>${escapeHtml(text)}</p><p>You can change your answer with the link in our email.</p>`,
    )
  },
}
