import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { brand } from '../../../../brand.config.ts'
import { createPool } from '../database/pool.ts'
import { deriveKey, type Env } from '../env.ts'
import type { Log } from '../observability/log.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

const DAY = 60 * 60 * 24
/** Seconds without use after which a session ends. */
const IDLE_SECONDS = 7 * DAY
/** Seconds after which a session ends in any case. */
export const SESSION_SECONDS = 30 * DAY

/**
 * `enter` starts a session for a user whom one of our actions has authenticated, and sets its cookie. `giveCookie` sets
 * the cookie of a session whose token was just replaced. Not reachable from outside: no route of the library is
 * mounted.
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
    giveCookie: createAuthEndpoint(
      '/give-cookie',
      { method: 'POST', body: z.object({ token: z.string() }), metadata: { SERVER_ONLY: true } },
      async (ctx) => {
        const found = await ctx.context.internalAdapter.findSession(ctx.body.token)
        if (!found) throw new APIError('NOT_FOUND')
        await setSessionCookie(ctx, found)
        return ctx.json({})
      },
    ),
  },
} satisfies BetterAuthPlugin

type Options = {
  ownerUrl: string
  env: Pick<Env, 'publicUrl' | 'origins' | 'appSecret'>
  log: Log
}

/** Returns the key with which better-auth signs its cookies. */
export const signInKey = (appSecret: string): string => deriveKey(appSecret, 'sign-in').toString('hex')

/**
 * Returns better-auth's settings. Its tables are in the schema `auth`. It has its own pool, since it needs dates as
 * Date.
 */
function authOptions({ ownerUrl, env, log }: Options) {
  const secure = env.publicUrl.startsWith('https:')
  const connections = createPool({ connectionString: ownerUrl, max: 6, options: '-c search_path=auth' }, log)
  return {
    appName: brand.shortName,
    baseURL: env.publicUrl,
    // Only called by the account module's operations; none of its own routes are mounted.
    basePath: '/api/v1/auth',
    secret: signInKey(env.appSecret),
    trustedOrigins: env.origins,
    database: connections,
    telemetry: { enabled: false },
    logger: {
      level: 'error' as const,
      log: (level: string, message: string) => log.warn({ level }, `sign-in: ${message}`),
    },
    advanced: {
      database: { generateId: 'uuid' as const },
      // Over https with a prefix that no other host of the domain can set, which requires the path `/`. The library
      // itself knows only `__Secure-`. Without https, browsers send the cookie to the API only.
      useSecureCookies: false,
      cookiePrefix: `${secure ? '__Host-' : ''}${brand.slug}`,
      defaultCookieAttributes: { path: secure ? '/' : '/api', secure, httpOnly: true, sameSite: 'lax' as const },
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

/** Creates better-auth for sessions, passwords and one-time tokens. */
export function createSignIn(options: Options) {
  const settings = authOptions(options)
  const auth = betterAuth(settings)
  return { api: auth.api, context: auth.$context, close: () => settings.database.end() }
}
export type Auth = ReturnType<typeof createSignIn>
