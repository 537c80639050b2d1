import { z } from 'zod'
import { confirmErrors, everyone, Id, Instant, op, ROLES } from './base.ts'
import { CompanyRef, isTimeZone } from './companies.ts'

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

/** An administrator looks at the portal as this user: nothing can be changed, and it ends by itself. */
export const Viewing = z.object({ viewer: z.string(), reason: z.string(), until: Instant })

/** What the browser keeps. The long-lived credential is the httpOnly cookie, so `refresh_token` is always null. */
export const Session = z.object({
  access_token: z.string(),
  refresh_token: z.null(),
  token_type: z.literal('bearer'),
  /** Seconds since 1970. */
  expires_at: z.number().int(),
  user: SessionUser,
  viewing: Viewing.optional(),
})

/** What every way in answers: the session, or that a second factor is due (then `verify`). */
export const SignedIn = z.union([
  z.object({ session: Session }),
  z.object({ factor_required: z.literal(true), factors: z.array(Factor) }),
])

export const Email = z
  .string('Invalid email address')
  .trim()
  .max(255, 'Email must be at most 255 characters')
  .pipe(z.email('Invalid email address'))

export const SignIn = z.object({
  email: Email,
  password: z.string('Password is required').min(1, 'Password is required').max(1000, 'Password is too long'),
})

/** A password someone chooses: 8 to 72 characters, the messages of the sign-up form. */
export const NewPassword = z
  .string('Password must be at least 8 characters')
  .min(8, 'Password must be at least 8 characters')
  .max(72, 'Password must be less than 72 characters')
export const FullName = z
  .string('Name must be at least 2 characters')
  .trim()
  .min(2, 'Name must be at least 2 characters')
  .max(100, 'Name must be less than 100 characters')
  // A name becomes the head of a mail and a cell of a table.
  .regex(/^[^\r\n]*$/, 'One line only.')

/** What a person calls a factor. */
const FactorName = z
  .string('Give it a name.')
  .trim()
  .min(1, 'Give it a name.')
  .max(60, 'The name has at most 60 characters.')
const Token = z.string('This link is not complete.').min(1, 'This link is not complete.').max(300)
/** Six digits of an authenticator app, or a recovery code; spaces and dashes do not matter. */
const Code = z.string('Enter the code.').trim().min(6, 'The code has six digits.').max(40, 'The code has six digits.')
/** What a browser's credential manager answers; read by the WebAuthn library, so only its size is checked here. */
const Credential = z
  .looseObject({ id: z.string().max(2_000), rawId: z.string().max(2_000), type: z.literal('public-key') })
  .refine((c) => JSON.stringify(c).length < 50_000, 'This is not a passkey.')
/** Options for the browser's credential manager, as WebAuthn's JSON form. */
const CredentialOptions = z.looseObject({ challenge: z.string() })

export const Profile = z.object({
  id: Id,
  company_id: Id,
  full_name: z.string(),
  email: z.string(),
  /** IANA name; null: as the device says. */
  time_zone: z.string().nullable(),
  /** Names the bytes of the photo; null when there is none. */
  photo_etag: z.string().nullable(),
  /** `placeholder`: nobody has told yet what it is called. */
  company: CompanyRef.extend({ placeholder: z.boolean() }),
})
/** What a person may change about themselves; what is left out stays. */
export const EditProfile = z.object({
  fullName: FullName.optional(),
  /** IANA name; null: as the device says. */
  timeZone: z
    .string('Choose a time zone.')
    .refine((name) => name.length <= 60 && isTimeZone(name), 'Choose a time zone.')
    .nullable()
    .optional(),
})

/** One factor as the settings show it. */
export const FactorDetail = Factor.extend({ createdAt: Instant, lastUsedAt: Instant.nullable() })
/** One place where the user is signed in. */
export const SessionDetail = z.object({
  id: Id,
  current: z.boolean(),
  way: z.enum(['password', 'google', 'passkey', 'link']),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: Instant,
  lastUsedAt: Instant,
})

const tokenInvalid = {
  TOKEN_INVALID: { status: 422, message: 'This link was used already or is too old. Ask for a new one.' },
}
const wrongCode = {
  CODE_WRONG: { status: 422, message: 'This code is not right. Enter the one that the app shows now.' },
}
const disabled = {
  ACCOUNT_DISABLED: { status: 403, message: 'This account is deactivated. Ask your administrator.' },
}
const google = {
  GOOGLE_OFF: {
    status: 422,
    message:
      'Signing in with Google is not set up here yet. Use your email and password, or ask your administrator to set it up.',
  },
}
const passkeys = {
  PASSKEY_REFUSED: { status: 422, message: 'This passkey could not be verified. Try again or use another way in.' },
}
const weak = { PASSWORD_WEAK: { status: 422, message: 'Choose another password.' } }

export const account = {
  signIn: op('POST', '/auth/sign-in', { roles: [], tag: 'account', summary: 'Sign in with email and password' })
    .errors({
      INVALID_CREDENTIALS: { status: 401, message: 'Invalid email or password' },
      ...disabled,
    })
    .input(SignIn)
    .output(SignedIn),
  verify: op('POST', '/auth/verify', {
    roles: [],
    tag: 'account',
    summary: 'Finish signing in with a code of the authenticator app, or a recovery code',
  })
    .errors({
      ...wrongCode,
      ...disabled,
      CHALLENGE_OVER: {
        status: 401,
        message: 'This took too long, or too many codes were wrong. Sign in again.',
      },
    })
    .input(z.object({ code: Code, factorId: z.string().max(100).optional() }))
    .output(z.object({ session: Session })),
  google: op('POST', '/auth/google', {
    roles: [],
    tag: 'account',
    summary: 'Begin signing in with Google: where to send the browser',
  })
    .errors(google)
    .input(
      z.object({
        /** Where to go afterwards: a path of ours. */
        redirect: z.string().max(2_000).optional(),
      }),
    )
    .output(z.object({ url: z.string() })),
  exchange: op('POST', '/auth/exchange', {
    roles: [],
    tag: 'account',
    summary: 'Exchange the code of the callback for a session; works in the browser that began',
  })
    .errors({
      ...google,
      ...disabled,
      CODE_INVALID: { status: 401, message: 'Signing in with Google did not work. Try again.' },
      EMAIL_NOT_VERIFIED: {
        status: 403,
        message: 'Google has not verified this email address. Verify it there first, or use another way in.',
      },
      ACCOUNT_OF_ANOTHER: {
        status: 403,
        message:
          'The account with this email address is connected to another Google account. Sign in with that one, or with the password.',
      },
      ACCOUNT_NOT_LINKED: {
        status: 403,
        message:
          'There is an account with this email address that was never verified. Choose a new password (Forgot your password?) and sign in with it.',
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
  passkeyOptions: op('POST', '/auth/passkey/options', {
    roles: [],
    tag: 'account',
    summary: 'What the browser needs to sign in with a passkey',
  })
    .input(z.object({}).optional())
    .output(CredentialOptions),
  passkey: op('POST', '/auth/passkey', { roles: [], tag: 'account', summary: 'Sign in with a passkey' })
    .errors({ ...passkeys, ...disabled })
    .input(z.object({ response: Credential }))
    .output(SignedIn),
  signUp: op('POST', '/auth/sign-up', {
    roles: [],
    tag: 'account',
    summary: 'Sign up with email and password; a mail asks to verify the address. Answers alike for a known address',
  })
    .errors(weak)
    .input(z.object({ email: Email, password: NewPassword, fullName: FullName }))
    .output(z.object({ created: z.literal(true) })),
  verifyEmail: op('POST', '/auth/verify-email', {
    roles: [],
    tag: 'account',
    summary: 'Verify an address with the one-time token of a mail: of a new account, or the new address of one',
  })
    .errors({
      ...tokenInvalid,
      EMAIL_TAKEN: { status: 409, message: 'This address belongs to another account by now.' },
      PASSWORD_NEEDED: { status: 422, message: 'Enter the password that you chose when you signed up.' },
      SIGN_IN_FIRST: { status: 401, message: 'Sign in to finish the change of your address.' },
    })
    .input(z.object({ token: Token, password: z.string().max(1000, 'Password is too long').optional() }))
    .output(z.object({ verified: z.literal(true), changed: z.boolean() })),
  recover: op('POST', '/auth/recover', {
    roles: [],
    tag: 'account',
    summary: 'Ask for a link to choose a new password. Answers alike for a known and an unknown address',
  })
    .input(z.object({ email: Email }))
    .output(z.object({ sent: z.literal(true) })),
  setPassword: op('POST', '/auth/set-password', {
    roles: [],
    tag: 'account',
    summary: 'Choose a password with a one-time token; ends every session',
  })
    .errors({ ...tokenInvalid, ...weak })
    .input(z.object({ token: Token, password: NewPassword }))
    .output(z.object({ changed: z.literal(true) })),
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

  profile: op('GET', '/me/profile', { roles: everyone, tag: 'account', summary: 'Who I am and where I work' }).output(
    Profile,
  ),
  updateProfile: op('PATCH', '/me/profile', { roles: everyone, tag: 'account', summary: 'Change my name or time zone' })
    .input(EditProfile)
    .output(Profile),
  role: op('GET', '/me/role', {
    roles: everyone,
    tag: 'account',
    summary: 'The role given to me, or null when none was',
  }).output(z.object({ role: z.enum(ROLES).nullable() })),
  factors: op('GET', '/me/factors', {
    roles: everyone,
    tag: 'account',
    summary: 'My authenticator app and passkeys, how many recovery codes are left, whether I have a password',
  }).output(z.object({ items: z.array(FactorDetail), recoveryCodesLeft: z.number().int(), hasPassword: z.boolean() })),
  enroll: op('POST', '/me/factors', {
    roles: everyone,
    tag: 'account',
    summary: 'Begin to set up an authenticator app; an unfinished one is replaced',
  })
    .errors({
      ...confirmErrors,
      FACTOR_EXISTS: { status: 409, message: 'An authenticator app is set up already. Remove it first.' },
    })
    .input(
      z.object({
        factorType: z.literal('totp', 'Only authenticator apps can be set up.').default('totp'),
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
          /** Base32, for typing. */
          secret: z.string(),
          uri: z.string(),
        }),
      }),
    ),
  verifyFactor: op('POST', '/me/factors/{factorId}/verify', {
    roles: everyone,
    tag: 'account',
    summary:
      'Finish setting up an authenticator app with a code; ends my other sessions. Recovery codes are shown once',
  })
    .errors({ ...wrongCode, ...confirmErrors })
    .input(z.object({ factorId: Id, code: Code }))
    .output(z.object({ session: Session, recoveryCodes: z.array(z.string()) })),
  unenroll: op('DELETE', '/me/factors/{factorId}', {
    roles: everyone,
    tag: 'account',
    summary: 'Remove an authenticator app or a passkey',
  })
    .errors(confirmErrors)
    .input(z.object({ factorId: Id }))
    .output(z.object({ session: Session })),
  unlink: op('DELETE', '/me/identities/{id}', {
    roles: everyone,
    tag: 'account',
    summary: 'Disconnect my Google account',
  })
    .errors({
      ...confirmErrors,
      LAST_WAY_IN: { status: 409, message: 'Choose a password or add a passkey first: nothing else would let you in.' },
    })
    .input(z.object({ id: Id }))
    .output(z.object({ session: Session })),
  renewRecoveryCodes: op('POST', '/me/recovery-codes', {
    roles: everyone,
    tag: 'account',
    summary: 'New recovery codes, shown once; the old ones end',
  })
    .errors({
      ...confirmErrors,
      NO_FACTOR: { status: 409, message: 'Set up an authenticator app first.' },
    })
    .input(z.object({}).optional())
    .output(z.object({ recoveryCodes: z.array(z.string()) })),
  newPasskeyOptions: op('POST', '/me/passkeys/options', {
    roles: everyone,
    tag: 'account',
    summary: 'What the browser needs to make a passkey',
  })
    .errors(confirmErrors)
    .input(z.object({}).optional())
    .output(CredentialOptions),
  addPasskey: op('POST', '/me/passkeys', { roles: everyone, tag: 'account', summary: 'Add a passkey' })
    .errors({
      ...confirmErrors,
      ...passkeys,
      TOO_MANY_PASSKEYS: { status: 409, message: 'There are 20 passkeys already. Remove one first.' },
    })
    .input(z.object({ response: Credential, friendlyName: FactorName }))
    .output(z.object({ session: Session })),
  sessions: op('GET', '/me/sessions', {
    roles: everyone,
    tag: 'account',
    summary: 'Where I am signed in, latest use first',
  }).output(z.object({ items: z.array(SessionDetail) })),
  endSession: op('DELETE', '/me/sessions/{id}', { roles: everyone, tag: 'account', summary: 'End one of my sessions' })
    .input(z.object({ id: Id }))
    .output(z.object({ ended: z.number().int() })),
  endOtherSessions: op('POST', '/me/sessions/end-others', {
    roles: everyone,
    tag: 'account',
    summary: 'End all my sessions but this one',
  })
    .input(z.object({}).optional())
    .output(z.object({ ended: z.number().int() })),
  changePassword: op('POST', '/me/password', {
    roles: everyone,
    tag: 'account',
    summary: 'Change my password, or choose one when I have none; ends my other sessions',
  })
    .errors({
      ...weak,
      ...confirmErrors,
      WRONG_PASSWORD: { status: 422, message: 'This is not your current password.' },
    })
    .input(
      z.object({
        current: z.string().max(1000, 'Password is too long').optional(),
        password: NewPassword,
      }),
    )
    .output(z.object({ changed: z.literal(true) })),
  changeEmail: op('POST', '/me/email', {
    roles: everyone,
    tag: 'account',
    summary: 'Ask for another email address: it counts once the link that goes there was opened',
  })
    .errors(confirmErrors)
    .input(z.object({ email: Email }))
    .output(z.object({ sent: z.literal(true) })),
  confirm: op('POST', '/me/confirm', {
    roles: everyone,
    tag: 'account',
    summary: 'Prove again who I am, by password, code or passkey: good for ten minutes',
  })
    .errors({
      ...wrongCode,
      ...passkeys,
      WRONG_PASSWORD: { status: 422, message: 'This is not your password.' },
      FACTOR_NEEDED: { status: 422, message: 'Use a code of your authenticator app, or a passkey.' },
    })
    .input(
      z.union([
        z.object({ password: z.string('Password is required').min(1, 'Password is required').max(1000) }),
        z.object({ code: Code }),
        z.object({ response: Credential }),
      ]),
    )
    .output(z.object({ confirmed: z.literal(true) })),
  viewAs: op('POST', '/users/{userId}/view-as', {
    roles: ['admin'],
    tag: 'account',
    summary: 'Look at the portal as a partner’s user for 30 minutes; nothing can be changed',
  })
    .errors({
      ...confirmErrors,
      ...disabled,
      NOT_A_PARTNER: { status: 422, message: 'Only users of partner companies can be looked at this way.' },
    })
    .input(
      z.object({
        userId: Id,
        reason: z.string('Say why.').trim().min(3, 'Say why, in a few words.').max(300, 'At most 300 characters.'),
      }),
    )
    .output(z.object({ session: Session })),
  stopViewing: op('POST', '/auth/stop-viewing', {
    roles: [],
    tag: 'account',
    summary: 'Stop looking as somebody else: the administrator’s own session again',
  })
    .input(z.object({}).optional())
    .output(z.object({ session: Session })),
}
