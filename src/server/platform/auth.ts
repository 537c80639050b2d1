import { betterAuth } from 'better-auth'
import { brand } from '../../../brand.config.ts'
import { derive, type Env } from './env.ts'
import type { Log } from './log.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { pool } from './pool.ts'

const DAY = 60 * 60 * 24
/** A session ends after this long without use … */
const IDLE_SECONDS = 7 * DAY
/** … and after this long in any case. */
export const SESSION_SECONDS = 30 * DAY
const RESET_SECONDS = 60 * 60

type Options = {
  ownerUrl: string
  env: Pick<Env, 'publicUrl' | 'origins' | 'appSecret'>
  log: Log
  /** Brings somebody the one-time token with which they choose a password. */
  onPasswordToken: (email: string, token: string) => Promise<void>
}

/** better-auth's settings. Its tables live in the schema `auth`, on a plain pool of their own: it needs dates as Date. */
export function authOptions({ ownerUrl, env, log, onPasswordToken }: Options) {
  const connections = pool({ connectionString: ownerUrl, max: 6, options: '-c search_path=auth' }, log)
  return {
    appName: brand.shortName,
    baseURL: env.publicUrl,
    // Only reached through the account room's operations; nothing of it is mounted as it is.
    basePath: '/api/v1/auth',
    secret: derive(env.appSecret, 'sign-in').toString('hex'),
    trustedOrigins: env.origins,
    database: connections,
    telemetry: { enabled: false },
    logger: {
      level: 'error' as const,
      log: (level: string, message: string) => log.warn({ level }, `sign-in: ${message}`),
    },
    advanced: {
      database: { generateId: 'uuid' as const },
      cookiePrefix: brand.slug,
      // The refresh credential travels to the API only.
      defaultCookieAttributes: { path: '/api', httpOnly: true, sameSite: 'lax' as const },
      ipAddress: { ipAddressHeaders: ['x-client-address'] },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: 8,
      maxPasswordLength: 72,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }: { user: { email: string }; token: string }) =>
        onPasswordToken(user.email, token),
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: { expiresIn: IDLE_SECONDS, updateAge: DAY, freshAge: 600, cookieCache: { enabled: false } },
  }
}

/** Sign-in: sessions, passwords, one-time tokens. */
export function signIn(options: Options) {
  const settings = authOptions(options)
  const auth = betterAuth(settings)
  return { api: auth.api, context: auth.$context, close: () => settings.database.end() }
}
export type Auth = ReturnType<typeof signIn>
