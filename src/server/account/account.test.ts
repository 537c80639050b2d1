import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { inLane } from '../../../test/harness/lane.ts'
import { tokenIn } from '../../../test/harness/links.ts'
import { type ErrorShape, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { moveTime } from '../../../test/harness/time.ts'
import type { Session } from '../../contract/account/index.ts'
import { createAdministrator } from './create-administrator.ts'

type S = z.infer<typeof Session>
const PASSWORD = 'correct horse battery'

let server: TestServer
let world: World
let email: string
let n = 0

beforeAll(async () => {
  // Trust loopback as a proxy, so that the tests can send requests from several addresses.
  server = await startServer({ TRUSTED_PROXIES: '127.0.0.1' })
  world = await server.world()
})
afterAll(() => server.close())

const from = (address: string) => ({ 'x-forwarded-for': address })
const anywhere = () => `203.0.113.${++n}`
const signIn = (body: object, headers: Record<string, string> = from(anywhere())) =>
  server.call<{ session: S } & ErrorShape>('POST', '/v1/auth/sign-in', { body, headers })
const cookieOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((c) => c.split(';')[0])
    .join('; ')
const newUser = async (role: 'owner' | 'member' = 'owner') => {
  email = `user${++n}@partner.test`
  return server.person(world.north.company, role, { email, password: PASSWORD, fullName: 'Pat Partner' })
}
const entered = async () => {
  const user = await newUser()
  const r = await signIn({ email, password: PASSWORD })
  expect(r.status).toBe(200)
  return { user, session: r.body.session, cookie: cookieOf(r.headers), headers: r.headers }
}

const deviceOf = (cookie: string) => cookie.split('; ').find((c) => c.startsWith('millwright.device=')) as string
const crowd = (who: string, nets: number, each: number, cookie = '') =>
  Promise.all(
    Array.from({ length: nets }, (_, i) => from(`2001:db8:${i.toString(16)}::1`)).flatMap((net) =>
      Array.from({ length: each }, () => signIn({ email: who, password: 'a wrong guess' }, { ...net, cookie })),
    ),
  )

describe('signing in', () => {
  test('returns the session of the contract and keeps the long-lived credential in an httpOnly cookie', async () => {
    const { user, session, headers } = await entered()
    expect(session).toMatchObject({
      refresh_token: null,
      token_type: 'bearer',
      user: {
        id: user.id,
        email,
        user_metadata: { full_name: 'Pat Partner' },
        identities: [{ provider: 'email' }],
        factors: [],
      },
    })
    const life = session.expires_at - Date.now() / 1000
    expect(life).toBeGreaterThan(290)
    expect(life).toBeLessThanOrEqual(300)
    expect(decodeJwt(session.access_token)).toMatchObject({
      sub: user.id,
      company: user.companyId,
      role: 'owner',
      internal: false,
    })
    const [cookie] = headers.getSetCookie()
    expect(cookie).toMatch(/^millwright\.session_token=.+HttpOnly; SameSite=Lax/)
    expect(cookie).toContain('Path=/api')
    expect(cookie).not.toContain('Secure')
    expect((await server.call('GET', '/v1/me/profile', { token: session.access_token })).body).toMatchObject({
      id: user.id,
      company_id: user.companyId,
      company: { id: user.companyId, name: 'North', is_internal: false },
    })
  })
  test('ignores the case of an email address', async () => {
    await newUser()
    expect((await signIn({ email: ` ${email.toUpperCase()} `, password: PASSWORD })).status).toBe(200)
  })
  test('responds the same to an unknown address and a wrong password, and hashes for both', async () => {
    await newUser()
    // Both cases run the slow hash. Otherwise the response time would reveal which addresses exist.
    const { password } = await server.platform.auth.context
    let hashes = 0
    const { hash, verify } = password
    password.hash = (p) => {
      hashes++
      return hash(p)
    }
    password.verify = (p) => {
      hashes++
      return verify(p)
    }
    const attempt = async (body: object) => {
      const before = hashes
      const r = await signIn(body)
      return { status: r.status, error: { ...r.body.error, requestId: '' }, hashes: hashes - before }
    }
    const wrong = await attempt({ email, password: 'something else' })
    const unknown = await attempt({ email: 'nobody@partner.test', password: 'something else' })
    Object.assign(password, { hash, verify })
    expect(wrong).toEqual(unknown)
    expect(wrong).toMatchObject({
      status: 401,
      error: { code: 'INVALID_CREDENTIALS', message: 'Invalid email or password' },
      hashes: 1,
    })
  })
  test('validates fields with the messages of the form', async () => {
    const r = await signIn({ email: 'not an address', password: '' })
    expect([r.status, r.body.error.fields]).toEqual([
      400,
      { email: ['Invalid email address'], password: ['Password is required'] },
    ])
    expect((await signIn({})).body.error.fields).toEqual({
      email: ['Invalid email address'],
      password: ['Password is required'],
    })
    expect((await signIn({ email: `${'x'.repeat(250)}@a.example`, password: 'x' })).status).toBe(400)
  })
  test('makes a user without a role a member of a partner or an engineer of the provider', async () => {
    const { makeUser } = await import('../../../test/factories/people.ts')
    for (const [company, role] of [
      [world.north.company, 'member'],
      [world.provider, 'engineer'],
    ] as const) {
      const { email } = await makeUser(server.db, { companyId: company.id, password: PASSWORD })
      const { session } = (await signIn({ email, password: PASSWORD })).body
      expect(decodeJwt(session.access_token).role).toBe(role)
      expect((await server.call('GET', '/v1/me/role', { token: session.access_token })).body).toEqual({ role: null })
    }
  })
  test('refuses an unverified address', async () => {
    await newUser()
    await server.db.updateTable('auth.user').set({ emailVerified: false }).where('email', '=', email).execute()
    expect((await signIn({ email, password: PASSWORD })).body.error.code).toBe('INVALID_CREDENTIALS')
  })
})

describe('password guessing', () => {
  /** Adds wrong guesses to the address that was counted last. Returns how many are counted now. */
  async function guessedBefore(more: number): Promise<number> {
    const { rows } = await sql<{ points: number }>`update auth.rate_limits set points = points + ${more}
      where key = (select key from auth.rate_limits where key like 'address:%' order by expire desc limit 1)
      returning points`.execute(server.db)
    return rows[0]?.points ?? 0
  }
  test('locks an address out of the account after ten wrong passwords, and only this address', async () => {
    await newUser()
    const here = from(anywhere())
    for (let i = 0; i < 10; i++) expect((await signIn({ email, password: `wrong ${i}` }, here)).status).toBe(401)
    const out = await signIn({ email, password: PASSWORD }, here)
    expect([out.status, out.body.error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(out.headers.get('retry-after'))).toBeGreaterThan(60)
    expect((await signIn({ email, password: PASSWORD }, from(anywhere()))).status).toBe(200)
  })
  test('counts simultaneous attempts the same way', async () => {
    await newUser()
    const here = from(anywhere())
    const all = await Promise.all(Array.from({ length: 40 }, (_, i) => signIn({ email, password: `wrong ${i}` }, here)))
    expect(all.filter((r) => r.status === 401)).toHaveLength(10)
    expect(all.filter((r) => r.status === 429)).toHaveLength(30)
  })
  test('does not let a second wave through while the first one waits', async () => {
    await newUser()
    const here = from(anywhere())
    const waves = []
    for (let wave = 0; wave < 8; wave++) {
      waves.push(...Array.from({ length: 6 }, (_, i) => signIn({ email, password: `wrong ${wave} ${i}` }, here)))
      // Each wave arrives while the passwords of the previous one are still being checked: the server has received it
      // before it responds to this request.
      await server.call('GET', '/v1/site')
    }
    const all = await Promise.all(waves)
    expect(all.filter((r) => r.status === 401)).toHaveLength(10)
  })
  test('locks new browsers out after guesses from many addresses, but not a known browser', async () => {
    const { cookie } = await entered()
    const device = deviceOf(cookie)
    await crowd(email, 4, 10)
    expect((await signIn({ email, password: PASSWORD })).status).toBe(429)
    expect((await signIn({ email, password: PASSWORD }, { ...from(anywhere()), cookie: device })).status).toBe(200)
    // Also from an address whose limit another client has used up.
    expect((await signIn({ email, password: PASSWORD }, { ...from('2001:db8:1::1'), cookie: device })).status).toBe(200)
    // The device cookie alone grants no access, and that of another account does not count.
    expect((await signIn({ email, password: 'wrong' }, { ...from(anywhere()), cookie: device })).status).toBe(401)
    const target = email
    const other = await entered()
    expect(deviceOf(other.cookie)).not.toBe(device)
    const theirs = { ...from(anywhere()), cookie: deviceOf(other.cookie) }
    expect((await signIn({ email: target, password: PASSWORD }, theirs)).status).toBe(429)
  })
  test('allows at most 50 wrong passwords an hour per account, including known browsers and sessions', async () => {
    const { cookie, session } = await entered()
    const wrong = async (sent: Promise<{ status: number }[]>) => (await sent).filter((r) => r.status === 401).length
    const strangers = await wrong(crowd(email, 8, 10))
    const known = await wrong(crowd(email, 3, 10, deviceOf(cookie)))
    const own = (path: string, body: object) =>
      server.call<ErrorShape>('POST', path, { token: session.access_token, body: { ...body } })
    const within = []
    for (let i = 0; i < 12; i++) {
      within.push(await own('/v1/me/confirm', { password: 'wrong' }))
      within.push(await own('/v1/me/password', { current: 'wrong', password: 'a brand new password' }))
    }
    const wrongWithin = within.filter((r) => r.body.error.code === 'WRONG_PASSWORD').length
    expect(within.at(-1)?.status).toBe(429)
    expect([strangers, known, wrongWithin]).toEqual([30, 10, 10])
  })
  test('keeps a browser known in several accounts', async () => {
    const first = await entered()
    const firstEmail = email
    await newUser()
    const second = await signIn({ email, password: PASSWORD }, { ...from(anywhere()), cookie: deviceOf(first.cookie) })
    const both = deviceOf(cookieOf(second.headers))
    for (const account of [firstEmail, email]) {
      await crowd(account, 4, 10)
      expect((await signIn({ email: account, password: PASSWORD })).status).toBe(429)
      const known = { ...from(anywhere()), cookie: both }
      expect((await signIn({ email: account, password: PASSWORD }, known)).status).toBe(200)
    }
  })
  test('does not hash for a rejected attempt, whichever limit rejects it', async () => {
    await newUser()
    const here = from(anywhere())
    for (let i = 0; i < 10; i++) await signIn({ email, password: `wrong ${i}` }, here)
    const everywhere = `user${++n}@partner.test`
    await server.person(world.north.company, 'owner', { email: everywhere, password: PASSWORD })
    await crowd(everywhere, 4, 10)
    const flooded = from(anywhere())
    for (let i = 0; i < 100; i++) await signIn({ email: `spray${i}@partner.test`, password: 'wrong' }, flooded)
    const { password } = await server.platform.auth.context
    const { hash, verify } = password
    let hashes = 0
    password.hash = (p) => {
      hashes++
      return hash(p)
    }
    password.verify = (p) => {
      hashes++
      return verify(p)
    }
    const shutOut = await Promise.all([
      signIn({ email, password: PASSWORD }, here),
      signIn({ email: everywhere, password: PASSWORD }),
      signIn({ email: `spray${n}@partner.test`, password: 'wrong' }, flooded),
    ])
    Object.assign(password, { hash, verify })
    expect([shutOut.map((r) => r.status), hashes]).toEqual([[429, 429, 429], 0])
  })
  test('counts sign-up, recovery and each public form separately', async () => {
    const here = from(anywhere())
    const ask = (path: string, body: object) => server.call('POST', path, { body, headers: here })
    const forms = {
      recovery: () => ask('/v1/auth/recover', { email: 'nobody@partner.test' }),
      'sign-up': () =>
        ask('/v1/auth/sign-up', {
          email: `new${++n}@signup.test`,
          password: 'qwertyuiop',
          fullName: 'Nia New',
        }),
      notice: () => ask('/v1/leads', { kind: 'notice', email: `new${++n}@lead.test`, page: '/soon', consent: true }),
      contact: () =>
        ask('/v1/leads', {
          kind: 'contact',
          email: `new${++n}@lead.test`,
          page: '/contact',
          consent: true,
          website: 'a robot',
          name: 'Nia New',
          message: 'Hello',
          token: 'x',
        }),
      voice: () =>
        ask('/v1/leads', {
          kind: 'voice',
          email: `new${++n}@lead.test`,
          page: '/voice-agent',
          consent: true,
          website: 'a robot',
          name: 'Nia New',
          company: 'New',
          phone: '555 0100',
          callVolume: 'unknown',
          token: 'x',
        }),
    }
    for (const [form, send] of Object.entries(forms)) {
      const first = await send()
      expect(first.status, form).toBe({ recovery: 200, 'sign-up': 422 }[form] ?? 201)
      for (let i = 1; i < 20; i++) await send()
      expect((await send()).status, form).toBe(429)
    }
  })
  test('limits guesses during a flood from one address', async () => {
    const here = from(anywhere())
    const first = await signIn({ email: 'first@partner.test', password: 'wrong' }, here)
    expect(first.status).toBe(401)
    // The short lane counts 80 of the 100 allowed guesses as already used.
    const before = inLane(80, 0)
    expect(await guessedBefore(before)).toBe(1 + before)
    const all = await Promise.all(
      Array.from({ length: inLane(60, 200) }, (_, i) =>
        signIn({ email: `flood${i}@partner.test`, password: 'wrong' }, here),
      ),
    )
    const guessed = all.filter((r) => r.status === 401).length
    expect(guessed).toBeGreaterThanOrEqual(99 - before)
    expect(guessed).toBeLessThanOrEqual(119 - before)
  })
  test('lets all correct passwords in, however many arrive together', async () => {
    await newUser()
    const here = from(anywhere())
    const all = await Promise.all(Array.from({ length: 30 }, () => signIn({ email, password: PASSWORD }, here)))
    expect(all.map((r) => r.status)).toEqual(Array(30).fill(200))
  })
  test('signs in a crowd behind one address at the same time', async () => {
    const size = inLane(30, 100)
    const people = await Promise.all(
      Array.from({ length: size }, (_, i) =>
        server.person(world.south.company, 'member', { email: `crowd${i}@partner.test`, password: PASSWORD }),
      ),
    )
    const all = await Promise.all(people.map((p) => signIn({ email: p.email, password: PASSWORD }, from('192.0.2.1'))))
    expect(all.map((r) => r.status)).toEqual(Array(size).fill(200))
  })
  test('trusts a header about the address only from a trusted proxy', async () => {
    const plain = await startServer()
    const company = await plain.company()
    const target = await plain.person(company, 'owner', { password: PASSWORD })
    const tries = []
    for (let i = 0; i < 11; i++) {
      tries.push(
        (
          await plain.call('POST', '/v1/auth/sign-in', {
            body: { email: target.email, password: 'wrong' },
            headers: from(`198.51.100.${i}`),
          })
        ).status,
      )
    }
    expect(tries.at(-1)).toBe(429)
    await plain.close()
  })
})

describe('the session', () => {
  const refresh = (cookie: string, headers: Record<string, string> = {}) =>
    server.call<{ session: S } & ErrorShape>('POST', '/v1/auth/refresh', { body: {}, headers: { cookie, ...headers } })

  test('is renewed by the cookie and nothing else', async () => {
    const { session, cookie } = await entered()
    const again = await moveTime(5, () => refresh(cookie))
    expect(again.status).toBe(200)
    expect(again.body.session.access_token).not.toBe(session.access_token)
    expect((await refresh('')).status).toBe(401)
    expect((await refresh('millwright.session_token=made.up')).status).toBe(401)
    expect((await server.call('POST', '/v1/auth/refresh', { body: {}, token: session.access_token })).status).toBe(401)
  })
  test('gets the current role when it is renewed', async () => {
    const { user, cookie } = await entered()
    await server.db.updateTable('user_roles').set({ role: 'member' }).where('user_id', '=', user.id).execute()
    expect(decodeJwt((await refresh(cookie)).body.session.access_token).role).toBe('member')
  })
  test('ends after a month, even if it is active', async () => {
    const { user, cookie } = await entered()
    await server.db
      .updateTable('auth.session')
      .set({ createdAt: new Date(Date.now() - 31 * 86_400_000).toISOString() })
      .where('userId', '=', user.id)
      .execute()
    expect((await refresh(cookie)).status).toBe(401)
    expect((await refresh(cookie)).status).toBe(401)
  })
  test('accepts cookie requests from our own pages or from programs, never from another site', async () => {
    const { cookie } = await entered()
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: `${server.url}.evil.example` },
    ]) {
      expect((await refresh(cookie, headers as never)).status, JSON.stringify(headers)).toBe(403)
      expect(
        (await server.call('POST', '/v1/auth/sign-out', { body: {}, headers: { cookie, ...headers } as never })).status,
      ).toBe(403)
      expect((await signIn({ email, password: PASSWORD }, { ...from(anywhere()), ...headers } as never)).status).toBe(
        403,
      )
    }
    expect((await refresh(cookie, { origin: server.url })).status).toBe(200)
  })
  test('ends token and cookie immediately on sign-out', async () => {
    const { session, cookie } = await entered()
    const me = () => server.call('GET', '/v1/me/role', { token: session.access_token })
    expect((await me()).status).toBe(200)
    const out = await server.call('POST', '/v1/auth/sign-out', {
      body: {},
      token: session.access_token,
      headers: { cookie },
    })
    expect(out.body).toEqual({ signedOut: true })
    expect(out.headers.getSetCookie().join()).toMatch(/session_token=;.*Max-Age=0/)
    expect((await me()).status).toBe(401)
    expect((await refresh(cookie)).status).toBe(401)
    expect((await server.call('POST', '/v1/auth/sign-out', { body: {} })).status).toBe(200)
  })
  test('ends in every process, even after a lost notification connection', async () => {
    const second = await startServer({ PUBLIC_URL: server.url, TRUSTED_PROXIES: '127.0.0.1' }, server.database)
    try {
      const first = await entered()
      const me = (token: string) => second.call('GET', '/v1/me/role', { token })
      expect((await me(first.session.access_token)).status).toBe(200)
      await server.call('POST', '/v1/auth/sign-out', { body: {}, token: first.session.access_token })
      await expect.poll(async () => (await me(first.session.access_token)).status, { interval: 10 }).toBe(401)

      const deaf = await entered()
      expect((await me(deaf.session.access_token)).status).toBe(200)
      await second.platform.bus.close()
      second.platform.bus.emit('down')
      await server.call('POST', '/v1/auth/sign-out', { body: {}, token: deaf.session.access_token })
      expect((await me(deaf.session.access_token)).status).toBe(401)
    } finally {
      await second.close()
    }
  })
})

describe('a password link', () => {
  const linkFor = async (address: string) => {
    const links = async () =>
      (await server.mails(address.toLowerCase())).filter((m) => m.subject === 'Choose a new password · Millwright')
    const before = (await links()).length
    const asked = await server.call('POST', '/v1/auth/recover', { body: { email: address }, headers: from(anywhere()) })
    expect([asked.status, asked.body]).toEqual([200, { sent: true }])
    await expect.poll(async () => (await links()).length, { interval: 10 }).toBe(before + 1)
    return tokenIn((await links()).at(-1))
  }
  const set = (token: string, password: string) =>
    server.call<ErrorShape>('POST', '/v1/auth/set-password', { body: { token, password } })

  test('works once, and ends every session and the old password', async () => {
    const { session, cookie } = await entered()
    const address = email
    const token = await linkFor(address)
    const all = await Promise.all(Array.from({ length: 20 }, () => set(token, 'another long password')))
    expect(all.filter((r) => r.status === 200)).toHaveLength(1)
    expect(all.filter((r) => r.body.error?.code === 'TOKEN_INVALID')).toHaveLength(19)
    expect((await server.call('GET', '/v1/me/role', { token: session.access_token })).status).toBe(401)
    expect((await server.call('POST', '/v1/auth/refresh', { body: {}, headers: { cookie } })).status).toBe(401)
    expect((await signIn({ email: address, password: PASSWORD })).status).toBe(401)
    expect((await signIn({ email: address, password: 'another long password' })).status).toBe(200)
    expect((await server.mails(address)).at(-1)?.subject).toContain('password was changed')
  })
  test('explains what a password needs, and that a link has expired', async () => {
    await entered()
    const token = await linkFor(email)
    expect((await set(token, 'short')).body.error.fields).toEqual({
      password: ['Password must be at least 8 characters'],
    })
    expect((await set(token, 'x'.repeat(73))).body.error.fields).toEqual({
      password: ['Password must be less than 72 characters'],
    })
    // A weak password is rejected without using up the link.
    for (const weak of ['password1', 'PASSWORD1', 'aaaaaaaaaa', email, `${email.split('@')[0]}99999`]) {
      if (weak.length < 8) continue
      expect((await set(token, weak)).body.error.code, weak).toBe('PASSWORD_WEAK')
    }
    await server.db
      .updateTable('auth.one_time')
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where('purpose', '=', 'password')
      .execute()
    expect((await set(token, 'long enough now')).body.error.code).toBe('TOKEN_INVALID')
    expect((await set('made-up', 'long enough now')).body.error.code).toBe('TOKEN_INVALID')
  })
  test('expires after an hour, and when another link was used, but not because a stranger asks for another one', async () => {
    await entered()
    const first = await linkFor(email)
    const { minutes } = await server.db
      .selectFrom('auth.one_time')
      .select(sql<number>`extract(epoch from expires_at - now())::int / 60`.as('minutes'))
      .where('purpose', '=', 'password')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(minutes).toBeLessThanOrEqual(60)
    const second = await linkFor(email)
    expect((await set(first, 'long enough now')).status).toBe(200)
    expect((await set(second, 'another long one')).body.error.code).toBe('TOKEN_INVALID')
  })
  test('no longer knows a browser from before the password was reset', async () => {
    const { cookie } = await entered()
    const before = deviceOf(cookie)
    expect((await set(await linkFor(email), 'an entirely new one')).status).toBe(200)
    const after = deviceOf(cookieOf((await signIn({ email, password: 'an entirely new one' })).headers))
    await crowd(email, 4, 10)
    const as = (device: string) => ({ ...from(anywhere()), cookie: device })
    expect((await signIn({ email, password: 'an entirely new one' }, as(before))).status).toBe(429)
    expect((await signIn({ email, password: 'an entirely new one' }, as(after))).status).toBe(200)
  })
  test('responds the same for an unknown address, sends it nothing, and limits emails per address', async () => {
    const ask = (address: string) =>
      server.call('POST', '/v1/auth/recover', { body: { email: address }, headers: from(anywhere()) })
    const limit = vi.spyOn(server.platform.limits, 'mail')
    const unknown = await ask('nobody@partner.test')
    expect([unknown.status, unknown.body]).toEqual([200, { sent: true }])
    await newUser()
    for (let i = 0; i < 12; i++) expect((await ask(email)).status).toBe(200)
    // Mails are sent after the response, so wait until all thirteen requests are decided before counting the mails.
    await expect.poll(() => limit.mock.settledResults.filter((r) => r.type === 'fulfilled').length).toBe(13)
    limit.mockRestore()
    await expect.poll(async () => (await server.mails(email)).length, { interval: 20 }).toBe(5)
    // If these requests caused another mail, it would be there before the mail of a later request.
    const first = email
    await newUser()
    expect((await ask(email)).status).toBe(200)
    await expect.poll(async () => (await server.mails(email)).length, { interval: 20 }).toBe(1)
    expect(await server.mails(first)).toHaveLength(5)
    expect(await server.mails('nobody@partner.test')).toHaveLength(0)
  })
})

describe('signing up', () => {
  const signUp = (body: object, cookie = '') =>
    server.call<ErrorShape>('POST', '/v1/auth/sign-up', { body, headers: { ...from(anywhere()), cookie } })
  const verify = (token: string, more: { password?: string } = {}, cookie = '') =>
    server.call<ErrorShape>('POST', '/v1/auth/verify-email', { body: { token, ...more }, headers: { cookie } })
  const person = () => ({ email: `new${++n}@signup.test`, password: 'a fine long password', fullName: '  Nia New  ' })

  test('names each invalid field', async () => {
    expect((await signUp({ email: 'x', password: 'short', fullName: ' N ' })).body.error.fields).toEqual({
      email: ['Invalid email address'],
      password: ['Password must be at least 8 characters'],
      fullName: ['Name must be at least 2 characters'],
    })
    expect(
      (await signUp({ email: 'a@b.test', password: 'x'.repeat(73), fullName: 'N'.repeat(101) })).body.error.fields,
    ).toEqual({
      password: ['Password must be less than 72 characters'],
      fullName: ['Name must be less than 100 characters'],
    })
    expect((await signUp({ ...person(), password: 'qwertyuiop' })).body.error.code).toBe('PASSWORD_WEAK')
  })
  test('takes effect when the address is verified, and makes the user owner of a new company', async () => {
    const who = person()
    const up = await signUp({ ...who, role: 'admin', emailVerified: true, companyId: world.provider.id })
    expect(up.status).toBe(200)
    // No account exists yet.
    expect((await signIn(who)).body.error.code).toBe('INVALID_CREDENTIALS')
    expect(await server.db.selectFrom('auth.user').select('id').where('email', '=', who.email).execute()).toEqual([])
    const [mail] = await server.mails(who.email)
    const token = tokenIn(mail)
    // The mail alone is not enough, because another person may have entered the address and chosen the password.
    expect((await verify(token)).body.error.code).toBe('PASSWORD_NEEDED')
    expect((await verify(token, { password: 'not this one' })).body.error.fields).toEqual({
      password: ['This isn’t the password you chose at sign-up. Try again.'],
    })
    expect((await verify(token, {}, cookieOf(up.headers))).body).toEqual({ verified: true, changed: false })
    expect((await verify(token, {}, cookieOf(up.headers))).body.error.code).toBe('TOKEN_INVALID')
    const { session } = (await signIn(who)).body
    expect(session.user.user_metadata.full_name).toBe('Nia New')
    const me = await server.call<{
      company: { name: string; slug: string; is_internal: boolean; placeholder: boolean }
    }>('GET', '/v1/me/profile', { token: session.access_token })
    expect(me.body.company).toMatchObject({ name: 'New Company', is_internal: false, placeholder: true })
    expect(me.body.company.slug).toMatch(/^company-[0-9a-f]{12}$/)
    expect((await server.call('GET', '/v1/me/role', { token: session.access_token })).body).toEqual({ role: 'owner' })
  })
  test('asks for no password in a browser that signed up twice, for either link', async () => {
    const [mistyped, right] = [person(), person()]
    const first = await signUp(mistyped)
    const second = await signUp(right, cookieOf(first.headers))
    for (const { email: address } of [mistyped, right]) {
      const token = tokenIn((await server.mails(address))[0])
      expect((await verify(token, {}, cookieOf(second.headers))).body).toEqual({ verified: true, changed: false })
    }
  })
  test('mails the person although a stranger asked for the same address before', async () => {
    const victim = person()
    const stranger = from(anywhere())
    for (let i = 0; i < 12; i++)
      await server.call('POST', '/v1/auth/sign-up', { body: { ...victim, fullName: 'Mallory' }, headers: stranger })
    expect(await server.mails(victim.email)).toHaveLength(4)
    const mine = await signUp(victim)
    const mails = await server.mails(victim.email)
    expect(mails).toHaveLength(5)
    expect((await verify(tokenIn(mails.at(-1)), {}, cookieOf(mine.headers))).status).toBe(200)
  })
  test('asks for the chosen password in another browser, five times at most', async () => {
    const who = person()
    await signUp(who)
    const token = tokenIn((await server.mails(who.email))[0])
    for (let i = 0; i < 4; i++)
      expect((await verify(token, { password: `wrong ${i}` })).body.error.code).toBe('PASSWORD_NEEDED')
    expect((await verify(token, { password: who.password })).status).toBe(200)
    const other = person()
    await signUp(other)
    const theirs = tokenIn((await server.mails(other.email))[0])
    const all = await Promise.all(Array.from({ length: 20 }, (_, i) => verify(theirs, { password: `wrong ${i}` })))
    expect(all.filter((r) => r.body.error.code === 'PASSWORD_NEEDED')).toHaveLength(5)
    expect((await verify(theirs, { password: other.password })).body.error.code).toBe('TOKEN_INVALID')
  })
  test('never lets someone in with a password they chose for another person’s address', async () => {
    const victim = person()
    const attacker = { ...victim, password: 'the attacker chose this', fullName: 'Mallory' }
    const mine = await signUp(victim)
    await signUp(attacker)
    const [first, second] = await server.mails(victim.email)
    // The link of the attacker's sign-up needs the attacker's password, even in the victim's browser.
    expect((await verify(tokenIn(second), {}, cookieOf(mine.headers))).body.error.code).toBe('PASSWORD_NEEDED')
    expect((await verify(tokenIn(first), {}, cookieOf(mine.headers))).status).toBe(200)
    expect((await signIn(victim)).status).toBe(200)
    expect((await signIn(attacker)).status).toBe(401)
    expect((await verify(tokenIn(second), { password: attacker.password })).body.error.code).toBe('TOKEN_INVALID')
    expect((await signIn(attacker)).status).toBe(401)
  })
  test('responds the same for a known address, changes nothing, and notifies its owner', async () => {
    await newUser()
    const fresh = await signUp(person())
    const known = await signUp({ email: email.toUpperCase(), password: 'a stranger chose this', fullName: 'Sam Other' })
    expect([known.status, known.body]).toEqual([fresh.status, fresh.body])
    expect((await signIn({ email, password: PASSWORD })).status).toBe(200)
    expect((await signIn({ email, password: 'a stranger chose this' })).status).toBe(401)
    expect((await server.mails(email)).map((m) => m.subject)).toEqual(['You already have an account · Millwright'])
  })
  test('creates one account from ten simultaneous sign-ups', async () => {
    const who = person()
    const all = await Promise.all(Array.from({ length: 10 }, () => signUp(who)))
    expect(all.map((r) => r.status)).toEqual(Array(10).fill(200))
    const mails = await server.mails(who.email)
    expect(mails.length).toBe(5)
    const opened = await Promise.all(mails.map((m) => verify(tokenIn(m), { password: who.password })))
    expect(opened.filter((r) => r.status === 200)).toHaveLength(1)
    const users = await server.db.selectFrom('auth.user').select('id').where('email', '=', who.email).execute()
    expect(users).toHaveLength(1)
  })
})

describe('passwords', () => {
  test('refuses a password that contains our name, the user’s or the company’s, however it is spelled', async () => {
    const company = await server.company({ name: 'Çelik & Söhne IT' })
    const user = await server.person(company, 'owner', {
      email: `user${++n}@partner.test`,
      password: PASSWORD,
      fullName: 'Zoë Bergström-Ann',
    })
    const change = (password: string) =>
      server.call<ErrorShape>('POST', '/v1/me/password', { as: user, body: { current: PASSWORD, password } })
    for (const [password, name] of [
      ['my millwright login', 'Millwright'],
      ['M1LLWR1GHT-4ever', 'Millwright'],
      ['xx b3rgstrom 77', 'Bergström'],
      ['c-e-l-i-k kitchen', 'Çelik'],
      ['50hne und mehr', 'Söhne'],
    ] as const) {
      const r = await change(password)
      expect([r.status, r.body.error.fields], password).toEqual([
        422,
        { password: [`This password contains the name “${name}”, which is easy to guess. Choose another.`] },
      ])
    }
    // Names of fewer than four letters occur in too many words.
    expect((await change('zoe and ann in it')).status).toBe(200)
    const up = (password: string) =>
      server.call<ErrorShape>('POST', '/v1/auth/sign-up', {
        body: { email: `new${++n}@signup.test`, password, fullName: 'Nadine New' },
        headers: from(anywhere()),
      })
    expect((await up('n4dine at home')).body.error.fields?.password?.[0]).toContain('“Nadine”')
    expect((await up('quiet at home')).status).toBe(200)
    // A name of short words is rejected only when the full name is in the password.
    const { weakPassword } = await import('../platform/sign-in/passwords.ts')
    expect(await weakPassword('4nn-lee forever', ['Ann Lee'], undefined)).toContain('“Ann Lee”')
    expect(await weakPassword('annoying sleepers', ['Ann Lee'], undefined)).toBeUndefined()
  })
  test('accepts a password in composed or decomposed letters, also with an older hash of either', async () => {
    const user = await server.person(await server.company(), 'owner', {
      email: `user${++n}@partner.test`,
      password: PASSWORD,
    })
    const [composed, decomposed] = ['NFC', 'NFD'].map((form) => 'pässwörter sind länger 42'.normalize(form))
    const signIn = async (password: string | undefined) =>
      (
        await server.call('POST', '/v1/auth/sign-in', {
          body: { email: user.email, password },
          headers: from(anywhere()),
        })
      ).status
    const change = await server.call('POST', '/v1/me/password', {
      as: user,
      body: { current: PASSWORD, password: decomposed },
    })
    expect([change.status, await signIn(composed), await signIn(decomposed)]).toEqual([200, 200, 200])
    const { hash } = await import('@node-rs/argon2')
    for (const old of [composed, decomposed] as string[]) {
      await server.db
        .updateTable('auth.account')
        .set({ password: await hash(old) })
        .where('userId', '=', user.id)
        .execute()
      expect([await signIn(composed), await signIn(decomposed), await signIn('passworter sind langer 42')]).toEqual([
        200, 200, 401,
      ])
    }
  })
  test('refuses the 3,000 most common passwords of eight or more characters', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    const { weakPassword } = await import('../platform/sign-in/passwords.ts')
    const common = (dictionary['passwords-common'] as string[]).filter((p) => p.length >= 8).slice(0, 3000)
    expect(common).toHaveLength(3000)
    for (const p of common) expect(Boolean(await weakPassword(p, [], undefined)), p).toBe(true)
    expect(await weakPassword('tractor-lamp-quiet-9', ['pat@partner.test', 'Pat Partner'], undefined)).toBeUndefined()
  })
  test('refuses leaked passwords by a hash prefix, and accepts a password if the service is too slow', async () => {
    const { createServer } = await import('node:http')
    const { createHash } = await import('node:crypto')
    const { weakPassword } = await import('../platform/sign-in/passwords.ts')
    const sha = createHash('sha1').update('leaked but not common').digest('hex').toUpperCase()
    const asked: string[] = []
    let slow = false
    const there = createServer((req, res) => {
      asked.push(req.url ?? '')
      if (!slow) res.end(`${sha.slice(5)}:12\r\n${'0'.repeat(35)}:0\r\n`)
    })
    await new Promise<void>((ok) => there.listen(0, '127.0.0.1', ok))
    const at = `http://127.0.0.1:${(there.address() as { port: number }).port}`
    expect(await weakPassword('leaked but not common', [], at)).toContain('data breach')
    expect(asked).toEqual([`/range/${sha.slice(0, 5)}`])
    expect(await weakPassword('nobody has this one', [], at)).toBeUndefined()
    slow = true
    expect(await weakPassword('leaked but not common', [], at)).toBeUndefined()
    there.closeAllConnections()
    there.close()
    expect(await weakPassword('leaked but not common', [], at)).toBeUndefined()
  })
})

describe('the first administrator', () => {
  test('is created with a link, gets a new link on request, and never belongs to a partner', async () => {
    await createAdministrator(server.platform, ' Boss@Provider.example ')
    const link = await createAdministrator(server.platform, 'boss@provider.example')
    expect(link).toMatch(/\/auth\/set-password\?token=[\w-]{43}$/)
    expect((await server.mails('boss@provider.example')).map((m) => tokenIn(m))).toContain(
      new URL(link).searchParams.get('token'),
    )
    const rows = await server.db
      .selectFrom('profiles as p')
      .innerJoin('companies as c', 'c.id', 'p.company_id')
      .innerJoin('user_roles as r', 'r.user_id', 'p.id')
      .select(['p.email', 'c.is_internal', 'r.role'])
      .where('p.email', '=', 'boss@provider.example')
      .execute()
    expect(rows).toEqual([{ email: 'boss@provider.example', is_internal: true, role: 'admin' }])
    await expect(createAdministrator(server.platform, world.north.owner.email)).rejects.toThrow(/belongs to a partner/)
    await expect(createAdministrator(server.platform, 'nonsense')).rejects.toThrow(/is not an email address/)
  })
})
