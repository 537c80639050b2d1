import { sql } from 'kysely'
import { brand } from '../../../brand.config.ts'
import type { Handle } from '../platform/db.ts'
import type { Mail } from '../platform/mail.ts'
import { queueMail } from '../platform/mail-queue.ts'
import type { Platform } from '../platform/platform.ts'
import { issue, withdraw } from './one-time.ts'
import { EMAIL_LINK_SECONDS, PASSWORD_LINK_SECONDS } from './policy.ts'

/** Mails to somebody who belongs to no company yet go on behalf of none. */
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
  await queueMail(platform, db, user.company_id ?? NOBODY, { to: user.email, ...mail, id })
}

const when = () => new Date().toUTCString()
const NOT_YOU = `If this was not you, choose a new password at once and write to ${brand.supportEmail}.`

/** Asks whether an address is theirs that somebody signed up with; the token carries what was chosen. */
export async function mailVerification(platform: Platform, to: string, token: string): Promise<void> {
  const mail = {
    id: `account ${to} ${crypto.randomUUID()}`,
    to,
    subject: `Verify your email address · ${brand.shortName}`,
    blocks: [
      'Welcome. One step is left: verify that this address is yours.',
      { button: 'Verify email address', href: `${platform.env.publicUrl}/auth/verify-email?token=${token}` },
      'The link is good for a day. If you did not sign up, ignore this mail: nothing happens without it.',
    ],
  }
  await queueMail(platform, platform.db.system, NOBODY, mail)
}

/** Somebody signed up with an address that has an account: its owner hears of it, the stranger does not. */
export const mailHasAccount = (platform: Platform, userId: string): Promise<void> =>
  send(platform, platform.db.system, userId, {
    subject: `You already have an account · ${brand.shortName}`,
    blocks: [
      'Somebody, probably you, tried to sign up with this address. You have an account already: sign in with it.',
      { button: 'Sign in', href: `${platform.env.publicUrl}/auth` },
      `Forgotten the password? ${platform.env.publicUrl}/auth/recover brings you a link to choose a new one.`,
    ],
  })

/** A link to choose a password, and its mail. Older links end. Answers the link. */
export async function mailPasswordLink(
  platform: Platform,
  userId: string,
  kind: 'recovery' | 'first' = 'recovery',
): Promise<string> {
  const db = platform.db.system
  await withdraw(db, userId, 'password')
  const token = await issue(db, { purpose: 'password', userId, seconds: PASSWORD_LINK_SECONDS })
  const href = `${platform.env.publicUrl}/auth/set-password?token=${token}`
  await send(platform, db, userId, {
    subject: kind === 'first' ? `Your account · ${brand.shortName}` : `Choose a new password · ${brand.shortName}`,
    blocks: [
      kind === 'first'
        ? 'An account was made for you. Choose a password to begin.'
        : 'Somebody, probably you, asked for a link to choose a new password.',
      { button: kind === 'first' ? 'Choose a password' : 'Choose a new password', href },
      'The link works once and for an hour. If you did not ask for it, ignore this mail: your password stays as it is.',
    ],
  })
  return href
}

/** The password was changed. */
export const mailPasswordChanged = (platform: Platform, db: Handle, userId: string): Promise<void> =>
  send(platform, db, userId, {
    subject: `Your password was changed · ${brand.shortName}`,
    blocks: [
      `The password of your account was changed on ${when()}. Other devices were signed out.`,
      `Passkeys and a connected Google account still open it. Look at them in your security settings: ${platform.env.publicUrl}/settings/security`,
      NOT_YOU,
    ],
  })

/** Asks at the new address whether it is theirs, and tells the old one. */
export async function mailEmailChange(platform: Platform, userId: string, to: string): Promise<void> {
  const db = platform.db.system
  await withdraw(db, userId, 'change-email')
  const token = await issue(db, {
    purpose: 'change-email',
    userId,
    data: { email: to },
    seconds: EMAIL_LINK_SECONDS,
  })
  await send(platform, db, userId, {
    to,
    subject: `Verify your new email address · ${brand.shortName}`,
    blocks: [
      'Verify that this address is yours: from then on you sign in with it.',
      { button: 'Verify email address', href: `${platform.env.publicUrl}/auth/verify-email?token=${token}` },
      'The link is good for a day. If you did not ask for this, ignore this mail.',
    ],
  })
}

/** Tells the address that an account has, or had, what happens to it. */
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
        ? `On ${when()} somebody, probably you, asked to change the address of your account to ${what.asked}. It changes once the link that went there is opened.`
        : `On ${when()} the address of your account was changed to ${what.changed}. You sign in with that one from now on.`,
      NOT_YOU,
    ],
  })

/** The authenticator app or a passkey was added or removed, or Google connected. */
export const mailFactorNotice = (
  platform: Platform,
  db: Handle,
  userId: string,
  what: 'totp-on' | 'totp-off' | 'passkey-on' | 'passkey-off' | 'google-on' | 'google-off',
): Promise<void> => {
  const said = {
    'totp-on': ['Two-factor authentication is on', 'An authenticator app was set up for your account'],
    'totp-off': ['Two-factor authentication is off', 'The authenticator app of your account was removed'],
    'passkey-on': ['A passkey was added', 'A passkey was added to your account'],
    'passkey-off': ['A passkey was removed', 'A passkey of your account was removed'],
    'google-on': [
      'Google was connected',
      'Your account can now be entered with your Google account of the same address, since',
    ],
    'google-off': ['Google was disconnected', 'Your account was disconnected from Google'],
  }[what] as [string, string]
  return send(platform, db, userId, {
    subject: `${said[0]} · ${brand.shortName}`,
    blocks: [what === 'google-on' ? `${said[1]} ${when()}.` : `${said[1]} on ${when()}.`, NOT_YOU],
  })
}

/** A recovery code was used to get in. */
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
      `On ${when()} somebody signed in to your account with a recovery code. ${left === 1 ? 'One is' : `${left} are`} left; make new ones in your security settings.`,
      { button: 'Security settings', href: `${platform.env.publicUrl}/settings/security` },
      NOT_YOU,
    ],
  })
}

/** Somebody knows the password but not the code: the owner should hear of it. */
export async function mailWrongCodes(platform: Platform, userId: string): Promise<void> {
  if (!(await platform.limits.mail('wrong codes', userId))) return
  await send(platform, platform.db.system, userId, {
    subject: `Wrong codes for your account · ${brand.shortName}`,
    blocks: [`On ${when()} somebody entered your password and then several wrong codes. Nobody got in.`, NOT_YOU],
  })
}
