// Signing in with Google: who gets in, who does not, and which of Google's claims are checked.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { Cookies } from '../../../../test/harness/browser-cookies.ts'
import { type Issuer, startIssuer, type TokenFault } from '../../../../test/harness/oidc.ts'
import { type ErrorShape, startServer, type TestServer, type World } from '../../../../test/harness/server.ts'
import { moveTime } from '../../../../test/harness/time.ts'
import type { Session } from '../../../contract/account/index.ts'

type S = { session: z.infer<typeof Session>; factor_required?: true }
const CLIENT = 'portal.apps.googleusercontent.com'
const SECRET = 'GOCSPX-a-secret-of-the-tests'

let server: TestServer
let world: World
let issuer: Issuer
let n = 0

beforeAll(async () => {
  issuer = await startIssuer(CLIENT, SECRET)
  server = await startServer({ GOOGLE_CLIENT_ID: CLIENT, GOOGLE_CLIENT_SECRET: SECRET, GOOGLE_ISSUER: issuer.url })
  world = await server.world()
})
afterAll(async () => {
  await server.close()
  issuer.close()
})

const person = () => {
  const id = ++n
  return { sub: `google-${id}`, email: `G${id}@Gmail.test`, email_verified: true, name: `Gia ${id}` }
}
/** Returns one browser on its way to Google and back. */
function browser() {
  const cookies = new Cookies()
  const call = async <T>(path: string, body: object) => {
    const r = await server.call<T & ErrorShape>('POST', path, { body, headers: { cookie: cookies.header } })
    cookies.take(r.headers)
    return r
  }
  return {
    cookies,
    async leave(redirect?: string): Promise<string> {
      const r = await call<{ url: string }>('/v1/auth/google', { ...(redirect ? { redirect } : {}) })
      expect(r.status).toBe(200)
      return r.body.url
    },
    /** Follows Google's redirect to us and returns where we send the browser. */
    async comeBack(to: URL | string): Promise<URL> {
      const r = await fetch(to, { redirect: 'manual', headers: { cookie: cookies.header } })
      expect([r.status, r.headers.getSetCookie()]).toEqual([302, []])
      return new URL(r.headers.get('location') as string, server.url)
    },
    exchange: (code: string, state: string) => call<S>('/v1/auth/exchange', { code, state }),
  }
}
/** Runs the full flow: leaves for Google, gets its response, comes back and exchanges it for a session. */
async function signIn(
  who: object,
  { fault, redirect, at = browser() }: { fault?: TokenFault; redirect?: string; at?: ReturnType<typeof browser> } = {},
) {
  const back = await at.comeBack(issuer.approve(await at.leave(redirect), who as Record<string, unknown>, fault))
  const done = await at.exchange(back.searchParams.get('code') ?? '', back.searchParams.get('state') ?? '')
  return { at, back, ...done }
}

describe('starting', () => {
  test('asks for offline access and consent, with state, nonce and PKCE', async () => {
    const asked = new URL(await browser().leave()).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: CLIENT,
      redirect_uri: `${server.url}/api/v1/auth/callback/google`,
      response_type: 'code',
      scope: 'openid email profile',
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)?.length).toBeGreaterThan(20)
  })
  test('explains that Google is not set up', async () => {
    const without = await startServer()
    const r = await without.call<ErrorShape>('POST', '/v1/auth/google', { body: {} })
    expect([r.status, r.body.error.code]).toEqual([422, 'GOOGLE_OFF'])
    await without.close()
  })
})

describe('returning', () => {
  test('makes a new user owner of a company without a name', async () => {
    const who = person()
    const { status, body, back, at } = await signIn(who, { redirect: '/tickets?status=new' })
    expect([back.pathname, back.searchParams.get('redirect')]).toEqual(['/auth/callback', '/tickets?status=new'])
    expect(status).toBe(200)
    expect(body.session.user).toMatchObject({
      email: who.email.toLowerCase(),
      user_metadata: { full_name: who.name },
      identities: [{ provider: 'google' }],
    })
    const token = body.session.access_token
    expect((await server.call('GET', '/v1/me/role', { token })).body).toEqual({ role: 'owner' })
    const me = await server.call<{ company: { name: string } }>('GET', '/v1/me/profile', { token })
    expect(me.body.company.name).toBe('New Company')
    expect(at.cookies.has('millwright.session_token')).toBe(true)
    // The refresh token is stored encrypted.
    const kept = await server.db
      .selectFrom('auth.account')
      .selectAll()
      .where('accountId', '=', who.sub)
      .executeTakeFirstOrThrow()
    expect(kept.refreshToken?.length).toBeGreaterThan(20)
    expect(JSON.stringify(kept)).not.toContain('"offline"')
    // Signing in again opens the same account, even with another address.
    const again = await signIn({ ...who, email: 'renamed@gmail.test' })
    expect(again.body.session.user.id).toBe(body.session.user.id)
  })
  test('creates one account from ten tabs', async () => {
    const who = person()
    const all = await Promise.all(Array.from({ length: 10 }, () => signIn(who)))
    expect(new Set(all.map((r) => r.body.session.user.id)).size).toBe(1)
  })
  test('keeps two tabs of one browser apart', async () => {
    const at = browser()
    const [one, two] = [await at.leave(), await at.leave('/tickets')]
    for (const url of [one, two]) {
      const back = await at.comeBack(issuer.approve(url, person()))
      expect(
        (await at.exchange(back.searchParams.get('code') as string, back.searchParams.get('state') as string)).status,
      ).toBe(200)
    }
  })
  test('connects a verified account with the same address, and notifies its owner', async () => {
    const user = await server.person(world.north.company, 'member', { email: `g${++n}@gmail.test` })
    const { body } = await signIn({ ...person(), email: user.email })
    expect(body.session.user.id).toBe(user.id)
    expect((await server.mails(user.email)).map((m) => m.subject)).toEqual(['Google was connected · Millwright'])
  })
  test('refuses another Google account with the same address', async () => {
    const who = person()
    await signIn(who)
    const { status, body } = await signIn({ ...who, sub: 'google-successor' })
    expect([status, body.error.code]).toEqual([403, 'ACCOUNT_OF_ANOTHER'])
  })
  test('retries Google after a connection failure', async () => {
    const { createGoogle: google } = await import('../../platform/sign-in/google.ts')
    const { createServer } = await import('node:http')
    let there = false
    const front = createServer(async (req, res) => {
      if (!there) return req.socket.destroy()
      const text = await (await fetch(`${issuer.url}${req.url}`)).text()
      res.setHeader('content-type', 'application/json')
      res.end(text.replaceAll(issuer.url, at))
    })
    await new Promise<void>((ok) => front.listen(0, '127.0.0.1', ok))
    const at = `http://127.0.0.1:${(front.address() as { port: number }).port}`
    const ours = google({ google: { clientId: CLIENT, clientSecret: SECRET, issuer: at }, publicUrl: server.url })
    await expect(ours?.begin()).rejects.toThrow()
    there = true
    await expect(ours?.begin()).resolves.toMatchObject({ url: expect.stringContaining(at) })
    front.closeAllConnections()
    front.close()
  })
  test('never connects an account whose address was never verified', async () => {
    const user = await server.person(world.north.company, 'member', { email: `g${++n}@gmail.test` })
    await server.db
      .updateTable('auth.user')
      .set({ emailVerified: true, mailboxProvenAt: null })
      .where('id', '=', user.id)
      .execute()
    const { status, body } = await signIn({ ...person(), email: user.email })
    expect([status, body.error.code]).toEqual([403, 'ACCOUNT_NOT_LINKED'])
    expect(body.error.message).toContain('Forgot your password?')
    expect(await server.db.selectFrom('auth.account').select('id').where('userId', '=', user.id).execute()).toEqual([])
  })
  test('verifies a connected account with the same address, which removes every other sign-in method', async () => {
    const who = person()
    const first = await signIn(who)
    const userId = first.body.session.user.id
    const passkey = async () => {
      const id = crypto.randomUUID()
      const values = { id, user_id: userId, credential_id: id, public_key: Buffer.from('key'), counter: 0 }
      await server.db
        .insertInto('auth.passkeys')
        .values({ ...values, friendly_name: 'Planted' })
        .execute()
    }
    const passkeys = () => server.db.selectFrom('auth.passkeys').select('id').where('user_id', '=', userId).execute()
    await passkey()
    // The mailbox is already verified, so what was added since is kept.
    await signIn(who)
    expect(await passkeys()).toHaveLength(1)
    await server.db.updateTable('auth.user').set({ mailboxProvenAt: null }).where('id', '=', userId).execute()
    // Google confirms another address, not the account's own, so the passkeys stay.
    await signIn({ ...who, email: 'another@gmail.test' })
    expect(await passkeys()).toHaveLength(1)
    const again = await signIn(who)
    expect(again.status).toBe(200)
    expect(await passkeys()).toEqual([])
    const token = again.body.session.access_token
    expect((await server.call('GET', '/v1/me/role', { token })).status).toBe(200)
    expect((await server.call('GET', '/v1/me/role', { token: first.body.session.access_token })).status).toBe(401)
    const sessions = await server.db.selectFrom('auth.session').select('id').where('userId', '=', userId).execute()
    expect(sessions).toHaveLength(1)
    expect((await server.mails(who.email.toLowerCase())).at(-1)?.subject).toContain('Previous sign-in methods')
  })
  test('refuses an address that Google did not verify', async () => {
    for (const email_verified of [false, undefined, 'true']) {
      const who = person()
      const { status, body } = await signIn({ ...who, email_verified })
      expect([status, body.error.code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
      expect(
        await server.db.selectFrom('auth.user').select('id').where('email', '=', who.email.toLowerCase()).execute(),
      ).toEqual([])
    }
  })
  test('refuses a deactivated account', async () => {
    const user = await server.person(world.north.company, 'member', { email: `g${++n}@gmail.test` })
    await server.db
      .updateTable('profiles')
      .set({ deactivated_at: new Date().toISOString() })
      .where('id', '=', user.id)
      .execute()
    expect((await signIn({ ...person(), email: user.email })).body.error.code).toBe('ACCOUNT_DISABLED')
  })
  test('asks for two-factor authentication', async () => {
    const user = await server.person(world.north.company, 'member', { email: `g${++n}@gmail.test` })
    const id = crypto.randomUUID()
    await server.db
      .insertInto('auth.factors')
      .values({ id, user_id: user.id, friendly_name: 'App', secret: 'sealed', status: 'verified' })
      .execute()
    const { status, body, at } = await signIn({ ...person(), email: user.email })
    expect([status, body.factor_required, body.session]).toEqual([200, true, undefined])
    expect([at.cookies.has('millwright.session_token'), at.cookies.has('millwright.factor')]).toEqual([false, true])
  })
  test('returns to the sign-in screen when Google declines', async () => {
    const at = browser()
    const state = new URL(await at.leave('/tickets')).searchParams.get('state') as string
    const back = await at.comeBack(`${server.url}/api/v1/auth/callback/google?error=access_denied&state=${state}`)
    expect(`${back.pathname}${back.search}`).toBe('/auth?error=access_denied&redirect=%2Ftickets')
  })
})

describe('rejects', () => {
  const refused = async (fault: TokenFault) => {
    const who = person()
    const { status, body } = await signIn(who, { fault })
    expect([status, body.error.code]).toEqual([401, 'CODE_INVALID'])
    expect(
      await server.db.selectFrom('auth.user').select('id').where('email', '=', who.email.toLowerCase()).execute(),
    ).toEqual([])
  }
  test('a different nonce, or none', async () => {
    await refused({ claims: { nonce: 'another' } })
    await refused({ claims: { nonce: undefined } })
  })
  test('a different audience', () => refused({ claims: { aud: 'somebody-else.apps.googleusercontent.com' } }))
  test('a different issuer', () => refused({ claims: { iss: 'https://accounts.evil.example' } }))
  test('an expired token', () => refused({ expired: true }))
  test('a signature by another key, by the client secret, or none', async () => {
    await refused({ foreignKey: true })
    await refused({ alg: 'HS256' })
    await refused({ alg: 'none' })
  })
  test('a missing email address', () => refused({ claims: { email: undefined } }))
  test('another browser, another state, no state, or the same state twice', async () => {
    const at = browser()
    const back = await at.comeBack(issuer.approve(await at.leave(), person()))
    const code = back.searchParams.get('code') as string
    const state = back.searchParams.get('state') as string
    expect((await browser().exchange(code, state)).body.error.code).toBe('CODE_INVALID')
    expect((await at.exchange(code, `${state.slice(0, -4)}abcd`)).body.error.code).toBe('CODE_INVALID')
    expect((await at.exchange(code, '__proto__')).body.error.code).toBe('CODE_INVALID')
    // The wrong state deleted the flow with the same first eight characters, so start a new one.
    const again = browser()
    const once = await again.comeBack(issuer.approve(await again.leave(), person()))
    const codes = [once.searchParams.get('code') as string, once.searchParams.get('state') as string] as const
    expect((await again.exchange(...codes)).status).toBe(200)
    expect((await again.exchange(...codes)).body.error.code).toBe('CODE_INVALID')
  })
  test('a code of another user in my browser (login CSRF)', async () => {
    const attacker = browser()
    const theirs = await attacker.comeBack(issuer.approve(await attacker.leave(), person()))
    const me = browser()
    const mine = new URL(await me.leave())
    const r = await me.exchange(theirs.searchParams.get('code') as string, mine.searchParams.get('state') as string)
    expect(r.body.error.code).toBe('CODE_INVALID')
  })
  test('a flow that started more than ten minutes ago', async () => {
    const at = browser()
    const url = await at.leave()
    await moveTime(11 * 60_000, async () => {
      const back = issuer.approve(url, person())
      const r = await at.exchange(back.searchParams.get('code') as string, back.searchParams.get('state') as string)
      expect(r.body.error.code).toBe('CODE_INVALID')
    })
  })
})
