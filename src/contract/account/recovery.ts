// Sign-up, verification of an email address, and forgotten passwords.

import { z } from 'zod'
import { Id, Instant, op } from '../base.ts'
import { Code, Email, FullName, NewPassword, weak, wrongCode } from './fields.ts'

const Token = z
  .string('This link is incomplete. Copy the full link from the email.')
  .min(1, 'This link is incomplete. Copy the full link from the email.')
  .max(300)
/** The steps that a password reset requires before it takes effect. */
export const Recovery = z.object({
  /** A code from the authenticator app, or a recovery code, must be entered in this browser first. */
  codeNeeded: z.boolean(),
  /**
   * Whether the reset verifies the mailbox for the first time. It then removes all credentials that are older than the
   * new password.
   */
  removesAll: z.boolean(),
  /** Passkeys and linked sign-ins, each to keep or to remove. Empty while a code is needed. */
  waysIn: z.array(
    z.object({
      id: Id,
      kind: z.enum(['passkey', 'google']),
      name: z.string(),
      createdAt: Instant,
      lastUsedAt: Instant.nullable(),
    }),
  ),
})
const tokenInvalid = {
  TOKEN_INVALID: { status: 422, message: 'This link has already been used or has expired. Ask for a new one.' },
}

export const recoveryOperations = {
  signUp: op('POST', '/auth/sign-up', {
    roles: [],
    tag: 'account',
    summary: 'Sign up with email and password. The response is the same for known and unknown addresses.',
  })
    .errors(weak)
    .input(z.object({ email: Email, password: NewPassword, fullName: FullName }))
    .output(z.object({ created: z.literal(true) })),
  verifyEmail: op('POST', '/auth/verify-email', {
    roles: [],
    tag: 'account',
    summary: 'Verify the address of a new account, or the new address of an account, with the token from an email',
  })
    .errors({
      TOKEN_INVALID: { status: 422, message: 'This link has already been used or has expired.' },
      EMAIL_TAKEN: { status: 409, message: 'Another account now uses this email address. Choose a different one.' },
      PASSWORD_NEEDED: { status: 422, message: 'Enter the password you chose when you signed up.' },
      SIGN_IN_FIRST: { status: 401, message: 'Sign in to the account whose email address you’re changing.' },
    })
    .input(
      z.object({
        token: Token,
        password: z.string().max(1000, 'Password must be at most 1,000 characters').optional(),
      }),
    )
    .output(z.object({ verified: z.literal(true), changed: z.boolean() })),
  recover: op('POST', '/auth/recover', {
    roles: [],
    tag: 'account',
    summary: 'Request a link to set a new password. The response is the same for known and unknown addresses.',
  })
    .input(z.object({ email: Email }))
    .output(z.object({ sent: z.literal(true) })),
  readRecovery: op('POST', '/auth/recovery', {
    roles: [],
    tag: 'account',
    summary:
      'Get the requirements of a password link: whether it needs a code, and the sign-in methods to keep or remove. Doesn’t use up the link.',
  })
    .errors(tokenInvalid)
    .input(z.object({ token: Token }))
    .output(Recovery),
  verifyRecovery: op('POST', '/auth/recovery/verify', {
    roles: [],
    tag: 'account',
    summary: 'Enter an authenticator code or a recovery code to reset the password in this browser',
  })
    .errors({ ...tokenInvalid, ...wrongCode })
    .input(z.object({ token: Token, code: Code }))
    .output(Recovery),
  setPassword: op('POST', '/auth/set-password', {
    roles: [],
    tag: 'account',
    summary: 'Set a password with a one-time token. Ends every session.',
  })
    .errors({
      ...tokenInvalid,
      ...weak,
      CODE_NEEDED: {
        status: 422,
        message: 'First enter a code from your authenticator app, or a recovery code.',
      },
      CHOICE_NEEDED: {
        status: 422,
        message: 'For each passkey and linked account, choose whether to keep or remove it.',
      },
      FACTOR_REQUIRED: {
        status: 409,
        message:
          'Your company requires two-factor authentication, and you have no authenticator app. Keep at least one passkey. If you lost it, contact support to reset your two-factor authentication.',
      },
    })
    .input(
      z.object({
        token: Token,
        password: NewPassword,
        /** Ids of the passkeys and linked sign-ins to keep. */
        keep: z.array(Id).max(50).optional(),
        /** Ids of the passkeys and linked sign-ins to remove. */
        remove: z.array(Id).max(50).optional(),
      }),
    )
    .output(z.object({ changed: z.literal(true) })),
}
