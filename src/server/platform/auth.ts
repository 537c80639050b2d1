import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
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

/**
 * Begins a session for somebody whom a verb of ours let in, and sets its cookie. Not reachable from outside: nothing of
 * the library is mounted.
 */
const entry = {
  id: 'entry',
  endpoints: {
    enter: createAuthEndpoint(
      '/enter',
      { method: 'POST', body: z.object({ userId: z.string() }), metadata: { SERVER_ONLY: true } },
      async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId)
        if (!user) throw new APIError('NOT_FOUND')
        const session = await ctx.context.internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ user, session })
      },
    ),
  },
} satisfies BetterAuthPlugin

type Options = {
  ownerUrl: string
  env: Pick<Env, 'publicUrl' | 'origins' | 'appSecret'>
  log: Log
}

/** better-auth's settings. Its tables live in the schema `auth`, on a plain pool of their own: it needs dates as Date. */
export function authOptions({ ownerUrl, env, log }: Options) {
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
      password: { hash: hashPassword, verify: verifyPassword },
    },
    plugins: [entry],
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
