// Signing in with Google: who gets in, who does not, and what is checked of what Google says.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { Cookies } from '../../../test/harness/browser-cookies.ts'
import { type Issuer, type Lie, startIssuer } from '../../../test/harness/oidc.ts'
import { type ErrorShape, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { Session } from '../../contract/account.ts'

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
/** One browser on its way to Google and back. */
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
    /** Follows Google's redirect to us; answers where we send the browser. */
    async comeBack(to: URL | string): Promise<URL> {
      const r = await fetch(to, { redirect: 'manual', headers: { cookie: cookies.header } })
      expect([r.status, r.headers.getSetCookie()]).toEqual([302, []])
      return new URL(r.headers.get('location') as string, server.url)
    },
    exchange: (code: string, state: string) => call<S>('/v1/auth/exchange', { code, state }),
  }
}
/** The whole way: leaving, Google's answer, coming back, exchanging. */
async function signIn(
  who: object,
  { lie, redirect, at = browser() }: { lie?: Lie; redirect?: string; at?: ReturnType<typeof browser> } = {},
) {
  const back = await at.comeBack(issuer.approve(await at.leave(redirect), who as Record<string, unknown>, lie))
  const done = await at.exchange(back.searchParams.get('code') ?? '', back.searchParams.get('state') ?? '')
  return { at, back, ...done }
}

describe('going there', () => {
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
  test('is refused in words when Google is not set up', async () => {
    const without = await startServer()
    const r = await without.call<ErrorShape>('POST', '/v1/auth/google', { body: {} })
    expect([r.status, r.body.error.code]).toEqual([422, 'GOOGLE_OFF'])
    await without.close()
  })
})

describe('coming back', () => {
  test('a newcomer gets a company to be named, as its owner', async () => {
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
    // Offline access is kept sealed.
    const kept = await server.db
      .selectFrom('auth.account')
      .selectAll()
      .where('accountId', '=', who.sub)
      .executeTakeFirstOrThrow()
    expect(kept.refreshToken?.length).toBeGreaterThan(20)
    expect(JSON.stringify(kept)).not.toContain('"offline"')
    // Again is the same account, also under another address.
    const again = await signIn({ ...who, email: 'renamed@gmail.test' })
    expect(again.body.session.user.id).toBe(body.session.user.id)
  })
  test('ten tabs of a newcomer make one account', async () => {
    const who = person()
    const all = await Promise.all(Array.from({ length: 10 }, () => signIn(who)))
    expect(new Set(all.map((r) => r.body.session.user.id)).size).toBe(1)
  })
  test('two tabs of one browser do not disturb each other', async () => {
    const at = browser()
    const [one, two] = [await at.leave(), await at.leave('/tickets')]
    for (const url of [one, two]) {
      const back = await at.comeBack(issuer.approve(url, person()))
      expect(
        (await at.exchange(back.searchParams.get('code') as string, back.searchParams.get('state') as string)).status,
      ).toBe(200)
    }
  })
  test('a verified account of the same address is connected, and hears of it', async () => {
    const user = await server.person(world.north.company, 'member', { email: `g${++n}@gmail.test` })
    const { body } = await signIn({ ...person(), email: user.email })
    expect(body.session.user.id).toBe(user.id)
    expect((await server.mails(user.email)).map((m) => m.subject)).toEqual(['Google was connected · Millwright'])
  })
  test('another Google account of the same address does not get into it', async () => {
    const who = person()
    await signIn(who)
    const { status, body } = await signIn({ ...who, sub: 'google-successor' })
    expect([status, body.error.code]).toEqual([403, 'ACCOUNT_OF_ANOTHER'])
  })
  test('a Google that could not be reached is asked again', async () => {
    const { google } = await import('../platform/google.ts')
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
  test('an account whose address was never verified is never connected', async () => {
    const user = await server.person(world.north.company, 'member', { email: `g${++n}@gmail.test` })
    await server.db.updateTable('auth.user').set({ emailVerified: false }).where('id', '=', user.id).execute()
    const { status, body } = await signIn({ ...person(), email: user.email })
    expect([status, body.error.code]).toEqual([403, 'ACCOUNT_NOT_LINKED'])
    expect(await server.db.selectFrom('auth.account').select('id').where('userId', '=', user.id).execute()).toEqual([])
  })
  test('an address that Google did not verify does not get in', async () => {
    for (const email_verified of [false, undefined, 'true']) {
      const who = person()
      const { status, body } = await signIn({ ...who, email_verified })
      expect([status, body.error.code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
      expect(
        await server.db.selectFrom('auth.user').select('id').where('email', '=', who.email.toLowerCase()).execute(),
      ).toEqual([])
    }
  })
  test('a deactivated account does not get in', async () => {
    const user = await server.person(world.north.company, 'member', { email: `g${++n}@gmail.test` })
    await server.db
      .updateTable('profiles')
      .set({ deactivated_at: new Date().toISOString() })
      .where('id', '=', user.id)
      .execute()
    expect((await signIn({ ...person(), email: user.email })).body.error.code).toBe('ACCOUNT_DISABLED')
  })
  test('the second factor is asked for here too', async () => {
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
  test('a refusal at Google goes to the sign-in screen', async () => {
    const at = browser()
    const state = new URL(await at.leave('/tickets')).searchParams.get('state') as string
    const back = await at.comeBack(`${server.url}/api/v1/auth/callback/google?error=access_denied&state=${state}`)
    expect(`${back.pathname}${back.search}`).toBe('/auth?error=access_denied&redirect=%2Ftickets')
  })
})

describe('what is not believed', () => {
  const refused = async (lie: Lie) => {
    const who = person()
    const { status, body } = await signIn(who, { lie })
    expect([status, body.error.code]).toEqual([401, 'CODE_INVALID'])
    expect(
      await server.db.selectFrom('auth.user').select('id').where('email', '=', who.email.toLowerCase()).execute(),
    ).toEqual([])
  }
  test('another nonce, none', async () => {
    await refused({ claims: { nonce: 'another' } })
    await refused({ claims: { nonce: undefined } })
  })
  test('another audience', () => refused({ claims: { aud: 'somebody-else.apps.googleusercontent.com' } }))
  test('another issuer', () => refused({ claims: { iss: 'https://accounts.evil.example' } }))
  test('a token that has run out', () => refused({ expired: true }))
  test('a signature by another key, by the client secret, or none', async () => {
    await refused({ foreignKey: true })
    await refused({ alg: 'HS256' })
    await refused({ alg: 'none' })
  })
  test('no address in it', () => refused({ claims: { email: undefined } }))
  test('another browser, another state, no state, the same twice', async () => {
    const at = browser()
    const back = await at.comeBack(issuer.approve(await at.leave(), person()))
    const code = back.searchParams.get('code') as string
    const state = back.searchParams.get('state') as string
    expect((await browser().exchange(code, state)).body.error.code).toBe('CODE_INVALID')
    expect((await at.exchange(code, `${state.slice(0, -4)}abcd`)).body.error.code).toBe('CODE_INVALID')
    expect((await at.exchange(code, '__proto__')).body.error.code).toBe('CODE_INVALID')
    // A wrong state used up nothing that belongs to another one … except the flow of the same beginning.
    const again = browser()
    const once = await again.comeBack(issuer.approve(await again.leave(), person()))
    const codes = [once.searchParams.get('code') as string, once.searchParams.get('state') as string] as const
    expect((await again.exchange(...codes)).status).toBe(200)
    expect((await again.exchange(...codes)).body.error.code).toBe('CODE_INVALID')
  })
  test('somebody else’s code put into my browser (login CSRF)', async () => {
    const attacker = browser()
    const theirs = await attacker.comeBack(issuer.approve(await attacker.leave(), person()))
    const me = browser()
    const mine = new URL(await me.leave())
    const r = await me.exchange(theirs.searchParams.get('code') as string, mine.searchParams.get('state') as string)
    expect(r.body.error.code).toBe('CODE_INVALID')
  })
  test('a flow that was begun more than ten minutes ago', async () => {
    const at = browser()
    const url = await at.leave()
    const { vi } = await import('vitest')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    try {
      const back = issuer.approve(url, person())
      const r = await at.exchange(back.searchParams.get('code') as string, back.searchParams.get('state') as string)
      expect(r.body.error.code).toBe('CODE_INVALID')
    } finally {
      vi.useRealTimers()
    }
  })
})
