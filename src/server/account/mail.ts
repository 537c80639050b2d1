import { sql } from 'kysely'
import { brand } from '../../../brand.config.ts'
import type { Handle } from '../platform/database/db.ts'
import type { Mail } from '../platform/mail/mail.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import { formatMailTime } from '../platform/mail/mail-time.ts'
import type { Platform } from '../platform/platform.ts'
import { EMAIL_LINK_SECONDS, GRACE_SIGN_INS, PASSWORD_LINK_SECONDS } from './policy.ts'
import { issueToken, revokeTokens } from './recovery/one-time.ts'

/**
 * The sign-in methods that were removed from an account, with the names of items that have one and the addresses of
 * invitations.
 */
export type RemovedMethods = {
  password: boolean
  authenticatorApp: boolean
  google: boolean
  passkeys: string[]
  apiKeys: string[]
  invitations: string[]
  sessions: number
}

/** The company of mails to people who do not belong to a company yet. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

async function send(platform: Platform, db: Handle, userId: string, mail: Omit<Mail, 'id' | 'to'> & { to?: string }) {
  const user = await db
    .selectFrom('auth.user as u')
    .leftJoin('profiles as p', 'p.id', 'u.id')
    .select(['u.email', 'p.company_id'])
    .where('u.id', '=', userId)
    .executeTakeFirst()
  if (!user) return
  const id = `account ${userId} ${crypto.randomUUID()}`
  await queueMail(platform, db, user.company_id ?? NOBODY, { to: user.email, basis: 'own-request', ...mail, id })
}

const when = () => formatMailTime(new Date())
const NOT_YOU = `If this wasn’t you, choose a new password immediately and email ${brand.supportEmail}.`

/** Mails the verification link of a sign-up. The token refers to the data that was entered. */
export async function mailVerification(platform: Platform, to: string, token: string): Promise<void> {
  const mail = {
    id: `account ${to} ${crypto.randomUUID()}`,
    to,
    basis: 'own-request' as const,
    subject: `Verify your email address · ${brand.shortName}`,
    blocks: [
      'Welcome. To finish signing up, verify your email address.',
      { button: 'Verify email address', href: `${platform.env.publicUrl}/auth/verify-email?token=${token}` },
      'The link expires in 24 hours. If you didn’t sign up, you can ignore this email.',
    ],
  }
  await queueMail(platform, platform.db.system, NOBODY, mail)
}

/**
 * Notifies the owner of an account that a person tried to sign up with its address. Runs the same queries as
 * `mailVerification`.
 */
export async function mailHasAccount(platform: Platform, to: string): Promise<void> {
  await queueMail(platform, platform.db.system, NOBODY, {
    id: `account ${to} ${crypto.randomUUID()}`,
    to,
    basis: 'own-request',
    subject: `You already have an account · ${brand.shortName}`,
    blocks: [
      'Someone, probably you, tried to sign up with this email address. You already have an account, so just sign in.',
      { button: 'Sign in', href: `${platform.env.publicUrl}/auth` },
      `Forgot your password? Choose a new one at ${platform.env.publicUrl}/auth/recover.`,
    ],
  })
}

/**
 * Mails a link to choose a password and returns it. Older links stay valid until one is used, so that a stranger who
 * asks for another link does not end the one that the user is about to open.
 */
export async function mailPasswordLink(
  platform: Platform,
  userId: string,
  kind: 'recovery' | 'first' = 'recovery',
): Promise<string> {
  const db = platform.db.system
  const token = await issueToken(db, { purpose: 'password', userId, seconds: PASSWORD_LINK_SECONDS })
  const href = `${platform.env.publicUrl}/auth/set-password?token=${token}`
  await send(platform, db, userId, {
    subject:
      kind === 'first' ? `Set up your account · ${brand.shortName}` : `Choose a new password · ${brand.shortName}`,
    blocks: [
      kind === 'first'
        ? 'We created an account for you. Choose a password to get started.'
        : 'We received a request to reset your password.',
      { button: kind === 'first' ? 'Choose a password' : 'Choose a new password', href },
      'The link works once and expires in one hour. If you didn’t ask for it, ignore this email and your password won’t change.',
    ],
  })
  return href
}

/** Notifies the user that the password was changed. After a reset, also lists the sign-in methods kept and removed. */
export const mailPasswordChanged = (
  platform: Platform,
  db: Handle,
  userId: string,
  reset?: { kept: string[]; removed: string[] },
): Promise<void> =>
  send(platform, db, userId, {
    subject: `Your password was changed · ${brand.shortName}`,
    blocks: [
      `The password for your account was changed on ${when()}. ${reset ? 'You were signed out everywhere.' : 'Your other sessions have ended.'}`,
      ...(reset
        ? [
            ...(reset.removed.length > 0 ? [`You removed: ${reset.removed.join(', ')}.`] : []),
            ...(reset.kept.length > 0 ? [`You kept: ${reset.kept.join(', ')}.`] : []),
          ]
        : [
            `If you have passkeys or a connected Google account, you can still sign in with them. Review them in your security settings: ${platform.env.publicUrl}/settings/security`,
          ]),
      NOT_YOU,
    ],
  })

/** Notifies the user which sign-in methods were removed because the mailbox was verified. */
export const mailMethodsRemoved = (
  platform: Platform,
  db: Handle,
  userId: string,
  removed: RemovedMethods,
): Promise<void> => {
  const named = (names: string[]) => names.map((name) => `“${name}”`).join(', ')
  const facts: [string, string][] = [
    ...(removed.password ? [['Password', 'your previous password'] as [string, string]] : []),
    ...(removed.passkeys.length > 0 ? [['Passkeys', named(removed.passkeys)] as [string, string]] : []),
    ...(removed.authenticatorApp ? [['Authenticator app', 'with its recovery codes'] as [string, string]] : []),
    ...(removed.google ? [['Google', 'the connected account'] as [string, string]] : []),
    ...(removed.apiKeys.length > 0 ? [['API keys', named(removed.apiKeys)] as [string, string]] : []),
    ...(removed.invitations.length > 0
      ? [['Invitations', `from this account to ${removed.invitations.join(', ')}`] as [string, string]]
      : []),
    ...(removed.sessions > 0 ? [['Sessions', String(removed.sessions)] as [string, string]] : []),
  ]
  return send(platform, db, userId, {
    subject: `Previous sign-in methods were removed · ${brand.shortName}`,
    blocks: [
      `On ${when()}, you confirmed that this email address is yours. To be safe, we removed everything that gave access to your account before, in case someone else had added it:`,
      { facts },
      'Add your passkeys, authenticator app and API keys again in your settings. Integrations that used a removed API key need a new one.',
      { button: 'Security settings', href: `${platform.env.publicUrl}/settings/security` },
      NOT_YOU,
    ],
  })
}

/** Mails a verification link to the new address and revokes older links. The old address gets `mailEmailNotice`. */
export async function mailEmailChange(platform: Platform, userId: string, to: string): Promise<void> {
  const db = platform.db.system
  await revokeTokens(db, userId, 'change-email')
  const token = await issueToken(db, {
    purpose: 'change-email',
    userId,
    data: { email: to },
    seconds: EMAIL_LINK_SECONDS,
  })
  await send(platform, db, userId, {
    to,
    subject: `Verify your new email address · ${brand.shortName}`,
    blocks: [
      'Verify that this address is yours. After that, use it to sign in.',
      { button: 'Verify email address', href: `${platform.env.publicUrl}/auth/verify-email?token=${token}` },
      'The link expires in 24 hours. If you didn’t ask for this, you can ignore this email.',
    ],
  })
}

/** Notifies the account's current or previous address of a requested or completed change of address. */
export const mailEmailNotice = (
  platform: Platform,
  userId: string,
  to: string,
  what: { asked: string } | { changed: string },
): Promise<void> =>
  send(platform, platform.db.system, userId, {
    to,
    subject: `Your email address ${'asked' in what ? 'is about to change' : 'was changed'} · ${brand.shortName}`,
    blocks: [
      'asked' in what
        ? `On ${when()}, someone, probably you, asked to change the email address of your account to ${what.asked}. The change takes effect when the link sent to that address is opened.`
        : `On ${when()}, the email address of your account was changed to ${what.changed}. Sign in with it from now on.`,
      NOT_YOU,
    ],
  })

/** Notifies the user that the authenticator app, a passkey or the Google link was added or removed. */
export const mailFactorNotice = (
  platform: Platform,
  db: Handle,
  userId: string,
  what: 'totp-on' | 'totp-off' | 'passkey-on' | 'passkey-off' | 'google-on' | 'google-off',
): Promise<void> => {
  const texts = {
    'totp-on': ['Two-factor authentication is on', 'An authenticator app was set up for your account'],
    'totp-off': ['The authenticator app was removed', 'The authenticator app was removed from your account'],
    'passkey-on': ['A passkey was added', 'A passkey was added to your account'],
    'passkey-off': ['A passkey was removed', 'A passkey was removed from your account'],
    'google-on': ['Google was connected', 'Google sign-in was connected to your account'],
    'google-off': ['Google was disconnected', 'Your account was disconnected from Google'],
  }[what] as [string, string]
  return send(platform, db, userId, {
    subject: `${texts[0]} · ${brand.shortName}`,
    blocks: [`${texts[1]} on ${when()}.`, NOT_YOU],
  })
}

/** Notifies the user that the company now requires two-factor authentication, or no longer does. */
export const mailTwoFactorRule = (
  platform: Platform,
  db: Handle,
  userId: string,
  { company, required }: { company: string; required: boolean },
): Promise<void> =>
  send(platform, db, userId, {
    subject: `${required ? 'Set up two-factor authentication' : 'Two-factor authentication is no longer required'} · ${brand.shortName}`,
    blocks: required
      ? [
          `${company} now requires two-factor authentication. You can sign in ${GRACE_SIGN_INS} more times before you have to set up an authenticator app or a passkey.`,
          {
            button: 'Set up two-factor authentication',
            href: `${platform.env.publicUrl}/settings/security#two-factor`,
          },
        ]
      : [
          `${company} no longer requires two-factor authentication. Your authenticator app and passkeys stay active until you remove them.`,
          { button: 'Security settings', href: `${platform.env.publicUrl}/settings/security#two-factor` },
        ],
  })

/** Notifies the user that a recovery code was used to sign in, to confirm their identity or to reset the password. */
export async function mailRecoveryCodeUsed(platform: Platform, userId: string): Promise<void> {
  const { left } = await platform.db.system
    .selectFrom('auth.recovery_codes')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  await send(platform, platform.db.system, userId, {
    subject: `A recovery code was used · ${brand.shortName}`,
    blocks: [
      `A recovery code for your account was used on ${when()}. You have ${left} left. Create new ones in your security settings.`,
      { button: 'Security settings', href: `${platform.env.publicUrl}/settings/security` },
      NOT_YOU,
    ],
  })
}

/**
 * Warns the owner after too many wrong codes at a sign-in or a password reset. The person who entered them knows the
 * password or has the link of the reset mail.
 */
export async function mailWrongCodes(platform: Platform, userId: string): Promise<void> {
  if (!(await platform.limits.mail('wrong codes', userId))) return
  await send(platform, platform.db.system, userId, {
    subject: `Incorrect codes for your account · ${brand.shortName}`,
    blocks: [
      `On ${when()}, someone who knew your password or opened a reset link entered several incorrect codes. They were not able to sign in.`,
      NOT_YOU,
    ],
  })
}
