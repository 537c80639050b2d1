// Second factors: passkeys, codes, and the rule that requires them.

import { z } from 'zod'
import { confirmErrors, everyone, Id, Instant, op } from '../base.ts'
import { Code, disabled, Factor, wrongCode } from './fields.ts'
import { Session, SignedIn } from './sessions.ts'

/** The name that a user gives a factor. */
const FactorName = z.string('Enter a name.').trim().min(1, 'Enter a name.').max(60, 'At most 60 characters.')
/**
 * The answer of a browser's credential manager. The WebAuthn library validates it, so only its size is checked here.
 */
const Credential = z
  .looseObject({ id: z.string().max(2_000), rawId: z.string().max(2_000), type: z.literal('public-key') })
  .refine((c) => JSON.stringify(c).length < 50_000, 'This is not a valid passkey.')
/** Options for the browser's credential manager, in WebAuthn's JSON form. */
const CredentialOptions = z.looseObject({ challenge: z.string() })
/** A factor as the settings show it. */
export const FactorDetail = Factor.extend({ createdAt: Instant, lastUsedAt: Instant.nullable() })
/** Whether a company requires a second factor of all its users. */
export const TwoFactorRule = z.object({
  company: z.object({ id: Id, name: z.string() }),
  required: z.boolean(),
  /** Null while the default applies. */
  changedAt: Instant.nullable(),
  changedBy: z.string().nullable(),
  /** Number of active users, and how many of them have no second factor. */
  people: z.number().int(),
  without: z.number().int(),
})
const passkeys = {
  PASSKEY_REFUSED: { status: 422, message: 'We couldn’t verify this passkey. Try again or sign in another way.' },
}

export const factorOperations = {
  verify: op('POST', '/auth/verify', {
    roles: [],
    tag: 'account',
    summary: 'Finish signing in with an authenticator code or a recovery code',
  })
    .errors({
      ...wrongCode,
      ...disabled,
      CHALLENGE_OVER: {
        status: 401,
        message: 'This sign-in expired, or too many codes were incorrect. Sign in again.',
      },
    })
    .input(z.object({ code: Code, factorId: z.string().max(100).optional() }))
    .output(z.object({ session: Session })),
  passkeyOptions: op('POST', '/auth/passkey/options', {
    roles: [],
    tag: 'account',
    summary: 'Get the options for signing in with a passkey',
  })
    .input(z.object({}).optional())
    .output(CredentialOptions),
  passkey: op('POST', '/auth/passkey', { roles: [], tag: 'account', summary: 'Sign in with a passkey' })
    .errors({ ...passkeys, ...disabled })
    .input(z.object({ response: Credential }))
    .output(SignedIn),
  factors: op('GET', '/me/factors', {
    roles: everyone,
    beforeFactor: true,
    tag: 'account',
    summary: 'List your authenticator app and passkeys, the recovery codes left, and whether you have a password',
  }).output(z.object({ items: z.array(FactorDetail), recoveryCodesLeft: z.number().int(), hasPassword: z.boolean() })),
  enroll: op('POST', '/me/factors', {
    roles: everyone,
    beforeFactor: true,
    tag: 'account',
    summary: 'Start setting up an authenticator app. Replaces an unfinished setup.',
  })
    .errors({
      ...confirmErrors,
      FACTOR_EXISTS: {
        status: 409,
        message: 'An authenticator app is already set up. Remove it before you set up another one.',
      },
    })
    .input(
      z.object({
        factorType: z.literal('totp', 'Only authenticator apps are supported.').default('totp'),
        friendlyName: FactorName.default('Authenticator App'),
      }),
    )
    .output(
      z.object({
        id: Id,
        type: z.literal('totp'),
        totp: z.object({
          /** An SVG document. */
          qr_code: z.string(),
          /** Base32, for manual entry. */
          secret: z.string(),
          uri: z.string(),
        }),
      }),
    ),
  verifyFactor: op('POST', '/me/factors/{factorId}/verify', {
    roles: everyone,
    beforeFactor: true,
    tag: 'account',
    summary:
      'Finish setting up an authenticator app with a code. Ends your other sessions. Recovery codes are shown once.',
  })
    .errors({ ...wrongCode, ...confirmErrors })
    .input(z.object({ factorId: Id, code: Code }))
    .output(z.object({ session: Session, recoveryCodes: z.array(z.string()) })),
  unenroll: op('DELETE', '/me/factors/{factorId}', {
    roles: everyone,
    tag: 'account',
    summary: 'Remove an authenticator app or a passkey',
  })
    .errors({
      ...confirmErrors,
      FACTOR_REQUIRED: {
        status: 409,
        message:
          'Your company requires two-factor authentication. Add another passkey or authenticator app before you remove this one.',
      },
    })
    .input(z.object({ factorId: Id }))
    .output(z.object({ session: Session })),
  renewRecoveryCodes: op('POST', '/me/recovery-codes', {
    roles: everyone,
    tag: 'account',
    summary: 'Create new recovery codes, shown once. The old ones stop working.',
  })
    .errors({
      ...confirmErrors,
      NO_FACTOR: { status: 409, message: 'Set up an authenticator app first.' },
    })
    .input(z.object({}).optional())
    .output(z.object({ recoveryCodes: z.array(z.string()) })),
  newPasskeyOptions: op('POST', '/me/passkeys/options', {
    roles: everyone,
    beforeFactor: true,
    tag: 'account',
    summary: 'Get the options for creating a passkey',
  })
    .errors(confirmErrors)
    .input(z.object({}).optional())
    .output(CredentialOptions),
  addPasskey: op('POST', '/me/passkeys', {
    roles: everyone,
    beforeFactor: true,
    tag: 'account',
    summary: 'Add a passkey',
  })
    .errors({
      ...confirmErrors,
      ...passkeys,
      TOO_MANY_PASSKEYS: { status: 409, message: 'You already have 20 passkeys. Remove one first.' },
    })
    .input(z.object({ response: Credential, friendlyName: FactorName }))
    .output(z.object({ session: Session })),
  getTwoFactorRule: op('GET', '/two-factor', {
    roles: ['owner', 'admin'],
    tag: 'account',
    summary: 'Check whether your company requires two-factor authentication. Administrators can check any company.',
  })
    .input(z.object({ companyId: Id.optional() }))
    .output(TwoFactorRule),
  setTwoFactorRule: op('PUT', '/two-factor', {
    roles: ['owner', 'admin'],
    tag: 'account',
    summary:
      'Require two-factor authentication for your company, or stop requiring it. Administrators can set this for any company.',
  })
    .errors(confirmErrors)
    .input(z.object({ companyId: Id.optional(), required: z.boolean() }))
    .output(TwoFactorRule),
  confirm: op('POST', '/me/confirm', {
    roles: everyone,
    beforeFactor: true,
    tag: 'account',
    summary:
      'Confirm your identity with a password, code or passkey, for ten minutes. Replaces the session and its cookie.',
  })
    .errors({
      ...wrongCode,
      ...passkeys,
      WRONG_PASSWORD: { status: 422, message: 'This password is incorrect. Try again.' },
      FACTOR_NEEDED: { status: 422, message: 'Use a code from your authenticator app, or a passkey.' },
    })
    .input(
      z.union([
        z.object({ password: z.string('Password is required').min(1, 'Password is required').max(1000) }),
        z.object({ code: Code }),
        z.object({ response: Credential }),
      ]),
    )
    .output(z.object({ confirmed: z.literal(true), session: Session })),
}
