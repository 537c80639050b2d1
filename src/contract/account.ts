import { z } from 'zod'
import { everyone, Id, op, ROLES } from './base.ts'
import { CompanyRef } from './companies.ts'

/** A second factor of the signed-in user. */
export const Factor = z.object({
  id: z.string(),
  factor_type: z.enum(['totp', 'phone', 'webauthn']),
  status: z.enum(['verified', 'unverified']),
  friendly_name: z.string().nullable(),
})

/** The signed-in user as the session carries it. */
export const SessionUser = z.object({
  id: Id,
  email: z.string(),
  user_metadata: z.object({ full_name: z.string() }),
  identities: z.array(z.object({ id: z.string(), provider: z.string() })),
  factors: z.array(Factor),
})

/** What the browser keeps. The long-lived credential is the httpOnly cookie, so `refresh_token` is always null. */
export const Session = z.object({
  access_token: z.string(),
  refresh_token: z.null(),
  token_type: z.literal('bearer'),
  /** Seconds since 1970. */
  expires_at: z.number().int(),
  user: SessionUser,
})

export const SignIn = z.object({
  email: z
    .string('Invalid email address')
    .trim()
    .max(255, 'Email must be at most 255 characters')
    .pipe(z.email('Invalid email address')),
  password: z.string('Password is required').min(1, 'Password is required').max(1000, 'Password is too long'),
})

/** A password someone chooses: 8 to 72 characters, the messages of the sign-up form. */
export const NewPassword = z
  .string('Password must be at least 8 characters')
  .min(8, 'Password must be at least 8 characters')
  .max(72, 'Password must be less than 72 characters')

export const Profile = z.object({ id: Id, company_id: Id, full_name: z.string(), company: CompanyRef })

export const account = {
  signIn: op('POST', '/auth/sign-in', { roles: [], tag: 'account', summary: 'Sign in with email and password' })
    .errors({ INVALID_CREDENTIALS: { status: 401, message: 'Invalid email or password' } })
    .input(SignIn)
    .output(z.object({ session: Session })),
  refresh: op('POST', '/auth/refresh', {
    roles: [],
    tag: 'account',
    summary: 'A new access token for the session that the cookie names',
  })
    .input(z.object({}).optional())
    .output(z.object({ session: Session })),
  signOut: op('POST', '/auth/sign-out', {
    roles: [],
    tag: 'account',
    summary: 'End the session that the cookie or the token names',
  })
    .input(z.object({}).optional())
    .output(z.object({ signedOut: z.literal(true) })),
  setPassword: op('POST', '/auth/set-password', {
    roles: [],
    tag: 'account',
    summary: 'Choose a password with a one-time token',
  })
    .errors({
      TOKEN_INVALID: { status: 422, message: 'This link was used already or is too old. Ask for a new one.' },
    })
    .input(z.object({ token: z.string().min(1).max(200), password: NewPassword }))
    .output(z.object({ changed: z.literal(true) })),
  profile: op('GET', '/me/profile', { roles: everyone, tag: 'account', summary: 'Who I am and where I work' }).output(
    Profile,
  ),
  role: op('GET', '/me/role', {
    roles: everyone,
    tag: 'account',
    summary: 'The role given to me, or null when none was',
  }).output(z.object({ role: z.enum(ROLES).nullable() })),
}
