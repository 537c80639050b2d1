// Sign-in methods, sessions, and viewing the portal as another user.

import { z } from 'zod'
import { confirmErrors, everyone, Id, Instant, op } from '../base.ts'
import { disabled, Email, Factor } from './fields.ts'

/** The signed-in user as the session carries it. */
const SessionUser = z.object({
  id: Id,
  email: z.string(),
  user_metadata: z.object({ full_name: z.string() }),
  identities: z.array(z.object({ id: z.string(), provider: z.string() })),
  factors: z.array(Factor),
})
/**
 * Set while an administrator views the portal as this user. Nothing can be changed, and the session ends automatically.
 */
export const Viewing = z.object({ viewer: z.string(), reason: z.string(), until: Instant })
/**
 * Set when the user's company requires a second factor and this session has shown none. `due`: nothing else works until
 * a factor is set up or shown. Otherwise the user can sign in `sign_ins_left` more times without one.
 */
export const TwoFactorDue = z.object({ due: z.boolean(), sign_ins_left: z.number().int() })
/**
 * The session that the browser stores. The long-lived credential is the httpOnly cookie, so `refresh_token` is always
 * null.
 */
export const Session = z.object({
  access_token: z.string(),
  refresh_token: z.null(),
  token_type: z.literal('bearer'),
  /** Seconds since 1970. */
  expires_at: z.number().int(),
  user: SessionUser,
  two_factor: TwoFactorDue.optional(),
  viewing: Viewing.optional(),
})
/** The answer of every sign-in method: the session, or that a second factor is required (then call `verify`). */
export const SignedIn = z.union([
  z.object({ session: Session }),
  z.object({ factor_required: z.literal(true), factors: z.array(Factor) }),
])
const SignIn = z.object({
  email: Email,
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .max(1000, 'Password must be at most 1,000 characters'),
})
/** A place where the user is signed in. */
export const SessionDetail = z.object({
  id: Id,
  current: z.boolean(),
  way: z.enum(['password', 'google', 'passkey', 'link']),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: Instant,
  lastUsedAt: Instant,
})
const google = {
  GOOGLE_OFF: {
    status: 422,
    message: 'Google sign-in isn’t set up yet. Use your email and password instead.',
  },
}

export const sessionOperations = {
  signIn: op('POST', '/auth/sign-in', { roles: [], tag: 'account', summary: 'Sign in with email and password' })
    .errors({
      INVALID_CREDENTIALS: { status: 401, message: 'Invalid email or password' },
      ...disabled,
    })
    .input(SignIn)
    .output(SignedIn),
  google: op('POST', '/auth/google', {
    roles: [],
    tag: 'account',
    summary: 'Start signing in with Google. Returns the URL to send the browser to.',
  })
    .errors(google)
    .input(
      z.object({
        /** The path in the portal to open afterwards. */
        redirect: z.string().max(2_000).optional(),
      }),
    )
    .output(z.object({ url: z.string() })),
  exchange: op('POST', '/auth/exchange', {
    roles: [],
    tag: 'account',
    summary: 'Exchange the callback code for a session. Works only in the browser that started the sign-in.',
  })
    .errors({
      ...google,
      ...disabled,
      CODE_INVALID: { status: 401, message: 'We couldn’t sign you in with Google. Try again.' },
      EMAIL_NOT_VERIFIED: {
        status: 403,
        message: 'Google hasn’t verified this email address. Verify it with Google first, or sign in another way.',
      },
      ACCOUNT_OF_ANOTHER: {
        status: 403,
        message:
          'The account with this email address is connected to a different Google account. Sign in with that one, or with your password.',
      },
      ACCOUNT_NOT_LINKED: {
        status: 403,
        message:
          'The account with this email address hasn’t been verified yet. Set a new password with “Forgot your password?”, then continue with Google.',
      },
    })
    .input(
      z.object({
        code: z.string().min(1).max(2_000),
        state: z.string().min(1).max(500),
        iss: z.string().max(500).optional(),
      }),
    )
    .output(SignedIn),
  refresh: op('POST', '/auth/refresh', {
    roles: [],
    tag: 'account',
    summary: 'Get a new access token for the session in the cookie',
  })
    .input(z.object({}).optional())
    .output(z.object({ session: Session })),
  signOut: op('POST', '/auth/sign-out', {
    roles: [],
    tag: 'account',
    summary: 'Sign out: end the session in the cookie or the token',
  })
    .input(z.object({}).optional())
    .output(z.object({ signedOut: z.literal(true) })),
  sessions: op('GET', '/me/sessions', {
    roles: everyone,
    tag: 'account',
    summary: 'List your sessions, most recently used first',
  }).output(z.object({ items: z.array(SessionDetail) })),
  endSession: op('DELETE', '/me/sessions/{id}', {
    roles: everyone,
    tag: 'account',
    summary: 'End one of your sessions',
  })
    .errors(confirmErrors)
    .input(z.object({ id: Id }))
    .output(z.object({ ended: z.number().int() })),
  endOtherSessions: op('POST', '/me/sessions/end-others', {
    roles: everyone,
    tag: 'account',
    summary: 'End all your other sessions',
  })
    .errors(confirmErrors)
    .input(z.object({}).optional())
    .output(z.object({ ended: z.number().int() })),
  viewAs: op('POST', '/users/{userId}/view-as', {
    roles: ['admin'],
    tag: 'account',
    summary: 'View the portal as a partner’s user for 30 minutes, read-only',
  })
    .errors({
      ...confirmErrors,
      ACCOUNT_DISABLED: { status: 403, message: 'This user is deactivated. Reactivate the user first.' },
      NOT_A_PARTNER: { status: 422, message: 'You can view the portal only as a user of a partner.' },
    })
    .input(
      z.object({
        userId: Id,
        reason: z
          .string('Enter a reason.')
          .trim()
          .min(3, 'Enter a reason of at least 3 characters.')
          .max(300, 'At most 300 characters.'),
      }),
    )
    .output(z.object({ session: Session })),
  stopViewing: op('POST', '/auth/stop-viewing', {
    roles: [],
    tag: 'account',
    summary: 'Stop viewing as another user and return to your own session',
  })
    .input(z.object({}).optional())
    .output(z.object({ session: Session })),
}
