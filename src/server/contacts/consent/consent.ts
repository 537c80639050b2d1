// Mail consent of people without an account: how they are asked and what they answered, per company.
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { brand } from '../../../../brand.config.ts'
import { ASK_AGAIN_DAYS, OUTSIDE_MAILS_A_DAY, QUESTIONS_A_DAY_APPROVED } from '../../../contract/mail-limits.ts'
import type { Actor, Db, Handle } from '../../platform/database/db.ts'
import { type Env, type Secrets, sameSecret, secretsOf, signingKey } from '../../platform/env.ts'
import { refuse } from '../../platform/http/api.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { queueMail } from '../../platform/mail/mail-queue.ts'
import { DAILY_LIMIT, senderOf } from '../../platform/mail/outside-mails.ts'
import type { Platform } from '../../platform/platform.ts'
import { quotedName } from '../../platform/sign-in/names.ts'
import { publishMailState } from './publish-mail-state.ts'

const Asked = z.object({ c: z.uuid(), e: z.string() })
/** The company and the email address that a consent is about. */
export type Asked = { companyId: string; email: string }

const sign = (secret: string, text: string) =>
  createHmac('sha256', signingKey(secret, 'mail consent')).update(text).digest('base64url')

/** Returns the URL of the page on which a person allows or declines a company's mail. */
export function consentLink(env: Secrets & Pick<Env, 'publicUrl'>, { companyId, email }: Asked): string {
  const text = Buffer.from(JSON.stringify({ c: companyId, e: email })).toString('base64url')
  return `${env.publicUrl}/mail-consent/${text}.${sign(env.appSecret, text)}`
}

/** Returns the company and address in a link's token; undefined when the signature is not valid. */
export function readConsent(env: Secrets, token: string): Asked | undefined {
  const [text = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || !secretsOf(env).some((secret) => sameSecret(sign(secret, text), signature))) return undefined
  const asked = Asked.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data
  return asked && { companyId: asked.c, email: asked.e }
}

/**
 * Returns the consent mail to a person whom a company added. The only text in it that the company wrote is its own
 * name, which is quoted in the body and never in the subject.
 */
const question = (env: Env, asked: Asked, companyName: string, times: string): Mail => {
  const name = quotedName(companyName, '')
  const href = consentLink(env, asked)
  return {
    id: `consent ${asked.companyId} ${asked.email} ${times}`,
    to: asked.email,
    basis: 'question',
    subject: 'Do you want updates about support tickets and reports?',
    blocks: [
      `A company${name && ` that calls itself ${name}`} lists you as a contact at ${brand.longName}. Do you want to receive updates about its tickets, and the reports that it sends you?`,
      { button: 'Choose yes or no', href },
      'We won’t send you updates unless you say yes.',
    ],
    headers: { 'List-Unsubscribe': `<${href}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    foot: `If you don’t know ${name || 'it'}, use the button and choose “Don’t email me”.`,
  }
}

const APPROVED_LIMIT = `Your company can ask up to ${QUESTIONS_A_DAY_APPROVED} people without an account each day whether they want email. Try again tomorrow.`

/**
 * Asks the people at these addresses, in the caller's transaction, whether they want the company's mail. Skips people
 * who answered or have an account, people whom this company asked in the last 30 days, and people who got three
 * questions or invitations from all companies together in that time (`outside_mails_lately` in the database). Returns
 * how many questions are sent. Throws UNPROCESSABLE at `field`, and sends nothing, when they exceed the daily limit of
 * the company or actor.
 */
export async function askConsent(
  { platform, db, actor }: { platform: Platform; db: Db; actor: Actor },
  companyId: string,
  emails: string[],
  field: string,
): Promise<number> {
  if (emails.length === 0) return 0
  const { rows } = await sql<{ email: string | null; trusted: boolean }>`
    select email, company_mail_trust(${companyId}::uuid) is not null as trusted
    from ask_mail_consents(${companyId}::uuid, ${senderOf(actor)}::uuid, ${emails}::text[], ${OUTSIDE_MAILS_A_DAY}::int,
      ${QUESTIONS_A_DAY_APPROVED}::int) as email`.execute(db)
  const limited = rows.find((r) => r.email === null)
  if (limited) throw refuse('UNPROCESSABLE', { fields: { [field]: [limited.trusted ? APPROVED_LIMIT : DAILY_LIMIT] } })
  if (rows.length === 0) return 0
  const company = await db.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()
  for (const { email } of rows as { email: string }[])
    await queueMail(
      platform,
      db,
      companyId,
      question(platform.env, { companyId, email }, company.name, new Date().toISOString()),
    )
  await publishMailState(
    db,
    actor,
    companyId,
    rows.map((r) => r.email as string),
    'mail-consent',
  )
  return rows.length
}

/**
 * Records that an address wants the company's mail, because the person wrote to us (`mail`), agreed on our page
 * (`page`), or staff confirmed it (`staff`). Only an answer on the page overrides an earlier no.
 */
export async function saveConsent(
  db: Handle,
  { companyId, email }: Asked,
  source: 'mail' | 'page' | 'staff',
): Promise<void> {
  const address = email.toLowerCase()
  await db
    .insertInto('mail_consents')
    .values({ company_id: companyId, email: address, state: 'confirmed', source, decided_at: sql<string>`now()` })
    .onConflict((c) => {
      const set = c
        .columns(['company_id', 'email'])
        .doUpdateSet({ state: 'confirmed', source, decided_at: sql<string>`now()` })
      return source === 'page' ? set : set.where('mail_consents.state', '=', 'asked')
    })
    .execute()
}

/** Returns when a person who did not answer can be asked again; null when never asked. */
export const askAgainAt = (askedAt: string | null): string | null =>
  askedAt && new Date(Date.parse(askedAt) + ASK_AGAIN_DAYS * 86_400_000).toISOString()

/**
 * Gets mail consent for contacts that the actor adds as recipients of updates. Staff confirm it for them; for a partner
 * the contacts are asked. Throws UNPROCESSABLE at `field` when the company has reached its daily limit of questions.
 */
export async function welcomeContacts(
  { platform, db, actor }: { platform: Platform; db: Db; actor: Actor },
  companyId: string,
  contactIds: string[],
  field: string,
): Promise<void> {
  if (contactIds.length === 0) return
  const rows = await db
    .selectFrom('contacts')
    .select('email_key')
    .where('company_id', '=', companyId)
    .where('id', 'in', contactIds)
    .where('email_key', 'is not', null)
    .execute()
  const emails = rows.map((r) => r.email_key as string)
  if (actor.kind !== 'staff') {
    await askConsent({ platform, db, actor }, companyId, emails, field)
    return
  }
  for (const email of emails) await saveConsent(db, { companyId, email }, 'staff')
}
