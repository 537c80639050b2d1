import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { inLane } from '../../../test/harness/lane.ts'
import { tokenIn } from '../../../test/harness/links.ts'
import { type ErrorShape, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { Session } from '../../contract/account.ts'
import { createAdministrator } from './create-administrator.ts'

type S = z.infer<typeof Session>
const PASSWORD = 'correct horse battery'

let server: TestServer
let world: World
let email: string
let n = 0

beforeAll(async () => {
  // The socket is ours; a proxy on loopback is what lets the tests come from several addresses.
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

describe('signing in', () => {
  test('answers the session of the contract and keeps the long-lived part in an httpOnly cookie', async () => {
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
  test('an address in other letters is the same account', async () => {
    await newUser()
    expect((await signIn({ email: ` ${email.toUpperCase()} `, password: PASSWORD })).status).toBe(200)
  })
  test('an unknown address and a wrong password answer alike, and both cost a hash', async () => {
    await newUser()
    // Both ways go through the slow hash: otherwise the time would tell which addresses exist.
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
  test('fields are checked with the words of the form', async () => {
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
  test('without a role row a partner is a member, and an employee of the provider an engineer', async () => {
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
  test('an unverified address does not get in', async () => {
    await newUser()
    await server.db.updateTable('auth.user').set({ emailVerified: false }).where('email', '=', email).execute()
    expect((await signIn({ email, password: PASSWORD })).body.error.code).toBe('INVALID_CREDENTIALS')
  })
})

describe('guessing', () => {
  /** Counts more wrong guesses for whoever was counted last; returns how many are counted now. */
  async function guessedBefore(counter: 'account' | 'address', more: number): Promise<number> {
    const { rows } = await sql<{ points: number }>`update auth.rate_limits set points = points + ${more}
      where key = (select key from auth.rate_limits where key like ${`${counter}:%`} order by expire desc limit 1)
      returning points`.execute(server.db)
    return rows[0]?.points ?? 0
  }
  test('ten wrong passwords shut the address out of the account, and only this address', async () => {
    await newUser()
    const here = from(anywhere())
    for (let i = 0; i < 10; i++) expect((await signIn({ email, password: `wrong ${i}` }, here)).status).toBe(401)
    const out = await signIn({ email, password: PASSWORD }, here)
    expect([out.status, out.body.error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(out.headers.get('retry-after'))).toBeGreaterThan(60)
    expect((await signIn({ email, password: PASSWORD }, from(anywhere()))).status).toBe(200)
  })
  test('sent all at once they count the same', async () => {
    await newUser()
    const here = from(anywhere())
    const all = await Promise.all(Array.from({ length: 40 }, (_, i) => signIn({ email, password: `wrong ${i}` }, here)))
    expect(all.filter((r) => r.status === 401)).toHaveLength(10)
    expect(all.filter((r) => r.status === 429)).toHaveLength(30)
  })
  test('nor does a second wave while the first one waits', async () => {
    await newUser()
    const here = from(anywhere())
    const waves = []
    for (let wave = 0; wave < 8; wave++) {
      waves.push(...Array.from({ length: 6 }, (_, i) => signIn({ email, password: `wrong ${wave} ${i}` }, here)))
      // What was sent before this has come in before its answer goes out.
      await server.call('GET', '/v1/site')
    }
    const all = await Promise.all(waves)
    expect(all.filter((r) => r.status === 401)).toHaveLength(10)
  })
  test('guesses from everywhere shut new browsers out of the account, not one that has been in it', async () => {
    const { cookie } = await entered()
    const device = cookie.split('; ').find((c) => c.startsWith('millwright.device=')) as string
    const crowd = Array.from({ length: inLane(3, 30) }, (_, i) => from(`2001:db8:${i.toString(16)}::1`))
    for (const net of crowd)
      await Promise.all(Array.from({ length: 10 }, () => signIn({ email, password: 'a wrong guess' }, net)))
    // In the short lane 270 of the 300 that it takes were made before.
    expect(await guessedBefore('account', inLane(270, 0))).toBe(300)
    expect((await signIn({ email, password: PASSWORD })).status).toBe(429)
    expect((await signIn({ email, password: PASSWORD }, { ...from(anywhere()), cookie: device })).status).toBe(200)
    // The mark opens nothing by itself, and one of another account is none here.
    expect((await signIn({ email, password: 'wrong' }, { ...from(anywhere()), cookie: device })).status).toBe(401)
    const other = await entered()
    const theirs = other.cookie.split('; ').find((c) => c.startsWith('millwright.device=')) as string
    expect(theirs).not.toBe(device)
  })
  test('a flood from one address does not overrun what it may guess', async () => {
    const here = from(anywhere())
    const first = await signIn({ email: 'first@partner.test', password: 'wrong' }, here)
    expect(first.status).toBe(401)
    // In the short lane 80 of the 100 that it may guess were made before.
    const before = inLane(80, 0)
    expect(await guessedBefore('address', before)).toBe(1 + before)
    const all = await Promise.all(
      Array.from({ length: inLane(60, 200) }, (_, i) =>
        signIn({ email: `flood${i}@partner.test`, password: 'wrong' }, here),
      ),
    )
    const guessed = all.filter((r) => r.status === 401).length
    expect(guessed).toBeGreaterThanOrEqual(99 - before)
    expect(guessed).toBeLessThanOrEqual(119 - before)
  })
  test('right passwords all get in, however many at once', async () => {
    await newUser()
    const here = from(anywhere())
    const all = await Promise.all(Array.from({ length: 30 }, () => signIn({ email, password: PASSWORD }, here)))
    expect(all.map((r) => r.status)).toEqual(Array(30).fill(200))
  })
  test('a crowd of people behind one address signs in at once, and all get in', async () => {
    const crowd = inLane(30, 100)
    const people = await Promise.all(
      Array.from({ length: crowd }, (_, i) =>
        server.person(world.south.company, 'member', { email: `crowd${i}@partner.test`, password: PASSWORD }),
      ),
    )
    const all = await Promise.all(people.map((p) => signIn({ email: p.email, password: PASSWORD }, from('192.0.2.1'))))
    expect(all.map((r) => r.status)).toEqual(Array(crowd).fill(200))
  })
  test('a header about the address is believed from a trusted proxy only', async () => {
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

  test('is renewed by the cookie and by nothing else', async () => {
    const { session, cookie } = await entered()
    const again = await refresh(cookie)
    expect(again.status).toBe(200)
    expect(again.body.session.access_token).not.toBe(session.access_token)
    expect((await refresh('')).status).toBe(401)
    expect((await refresh('millwright.session_token=made.up')).status).toBe(401)
    expect((await server.call('POST', '/v1/auth/refresh', { body: {}, token: session.access_token })).status).toBe(401)
  })
  test('a renewal brings the role of now', async () => {
    const { user, cookie } = await entered()
    await server.db.updateTable('user_roles').set({ role: 'member' }).where('user_id', '=', user.id).execute()
    expect(decodeJwt((await refresh(cookie)).body.session.access_token).role).toBe('member')
  })
  test('is over after a month, however busy', async () => {
    const { user, cookie } = await entered()
    await server.db
      .updateTable('auth.session')
      .set({ createdAt: new Date(Date.now() - 31 * 86_400_000).toISOString() })
      .where('userId', '=', user.id)
      .execute()
    expect((await refresh(cookie)).status).toBe(401)
    expect((await refresh(cookie)).status).toBe(401)
  })
  test('calls that ride on the cookie come from our own pages or from a program, never from another site', async () => {
    const { cookie } = await entered()
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: `${server.url}.evil.example` },
    ]) {
      expect([headers, (await refresh(cookie, headers as never)).status]).toEqual([headers, 403])
      expect(
        (await server.call('POST', '/v1/auth/sign-out', { body: {}, headers: { cookie, ...headers } as never })).status,
      ).toBe(403)
      expect((await signIn({ email, password: PASSWORD }, { ...from(anywhere()), ...headers } as never)).status).toBe(
        403,
      )
    }
    expect((await refresh(cookie, { origin: server.url })).status).toBe(200)
  })
  test('signing out ends token and cookie at once', async () => {
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
  test('in every process, and still when the line that tells of it was down', async () => {
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

describe('a password by link', () => {
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

  test('works once, ends every session, and the old password with them', async () => {
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
  test('says what a password needs, and that a link is too old', async () => {
    await entered()
    const token = await linkFor(email)
    expect((await set(token, 'short')).body.error.fields).toEqual({
      password: ['Password must be at least 8 characters'],
    })
    expect((await set(token, 'x'.repeat(73))).body.error.fields).toEqual({
      password: ['Password must be less than 72 characters'],
    })
    // A weak one is refused without using the link up.
    for (const weak of ['password1', 'PASSWORD1', 'aaaaaaaaaa', email, `${email.split('@')[0]}99999`]) {
      if (weak.length < 8) continue
      expect([weak, (await set(token, weak)).body.error.code]).toEqual([weak, 'PASSWORD_WEAK'])
    }
    await server.db
      .updateTable('auth.one_time')
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where('purpose', '=', 'password')
      .execute()
    expect((await set(token, 'long enough now')).body.error.code).toBe('TOKEN_INVALID')
    expect((await set('made-up', 'long enough now')).body.error.code).toBe('TOKEN_INVALID')
  })
  test('lives an hour at most, and a newer one ends it', async () => {
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
    expect((await set(first, 'long enough now')).body.error.code).toBe('TOKEN_INVALID')
    expect((await set(second, 'long enough now')).status).toBe(200)
  })
  test('an unknown address gets the same answer and no mail, and one address only so many', async () => {
    const ask = (address: string) =>
      server.call('POST', '/v1/auth/recover', { body: { email: address }, headers: from(anywhere()) })
    const unknown = await ask('nobody@partner.test')
    expect([unknown.status, unknown.body]).toEqual([200, { sent: true }])
    await newUser()
    for (let i = 0; i < 12; i++) expect((await ask(email)).status).toBe(200)
    await expect.poll(async () => (await server.mails(email)).length, { interval: 20 }).toBe(5)
    // What is asked for after all of these is there: so would theirs be.
    const first = email
    await newUser()
    expect((await ask(email)).status).toBe(200)
    await expect.poll(async () => (await server.mails(email)).length, { interval: 20 }).toBe(1)
    expect(await server.mails(first)).toHaveLength(5)
    expect(await server.mails('nobody@partner.test')).toHaveLength(0)
  })
})

describe('signing up', () => {
  const signUp = (body: object) =>
    server.call<ErrorShape>('POST', '/v1/auth/sign-up', { body, headers: from(anywhere()) })
  const verify = (token: string, more: { password?: string } = {}, cookie = '') =>
    server.call<ErrorShape>('POST', '/v1/auth/verify-email', { body: { token, ...more }, headers: { cookie } })
  const person = () => ({ email: `new${++n}@signup.test`, password: 'a fine long password', fullName: '  Nia New  ' })

  test('says field by field what is wrong', async () => {
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
  test('counts once the address is verified, and makes its owner a company to be named', async () => {
    const who = person()
    const up = await signUp({ ...who, role: 'admin', emailVerified: true, companyId: world.provider.id })
    expect(up.status).toBe(200)
    // Until then there is nothing: no account to keep, to guess at, or to be connected with.
    expect((await signIn(who)).body.error.code).toBe('INVALID_CREDENTIALS')
    expect(await server.db.selectFrom('auth.user').select('id').where('email', '=', who.email).execute()).toEqual([])
    const [mail] = await server.mails(who.email)
    const token = tokenIn(mail)
    // Whoever reads the mail is not enough, for somebody else may have typed the address and chosen the password.
    expect((await verify(token)).body.error.code).toBe('PASSWORD_NEEDED')
    expect((await verify(token, { password: 'not this one' })).body.error.fields).toEqual({
      password: ['This is not the password that was chosen.'],
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
  test('in another browser the password that was chosen is asked for, five times at most', async () => {
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
  test('nobody who typed somebody else’s address gets in with the password they chose', async () => {
    const victim = person()
    const attacker = { ...victim, password: 'the attacker chose this', fullName: 'Mallory' }
    const mine = await signUp(victim)
    await signUp(attacker)
    const [first, second] = await server.mails(victim.email)
    // The victim opens the attacker's link: it does not know this browser, nor the password.
    expect((await verify(tokenIn(second), {}, cookieOf(mine.headers))).body.error.code).toBe('PASSWORD_NEEDED')
    expect((await verify(tokenIn(first), {}, cookieOf(mine.headers))).status).toBe(200)
    expect((await signIn(victim)).status).toBe(200)
    expect((await signIn(attacker)).status).toBe(401)
    expect((await verify(tokenIn(second), { password: attacker.password })).body.error.code).toBe('TOKEN_INVALID')
    expect((await signIn(attacker)).status).toBe(401)
  })
  test('a known address answers alike, changes nothing, and its owner hears of it', async () => {
    await newUser()
    const fresh = await signUp(person())
    const known = await signUp({ email: email.toUpperCase(), password: 'a stranger chose this', fullName: 'Stranger' })
    expect([known.status, known.body]).toEqual([fresh.status, fresh.body])
    expect((await signIn({ email, password: PASSWORD })).status).toBe(200)
    expect((await signIn({ email, password: 'a stranger chose this' })).status).toBe(401)
    expect((await server.mails(email)).map((m) => m.subject)).toEqual(['You already have an account · Millwright'])
  })
  test('ten at once, opened at once, make one account', async () => {
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
  test('the 3,000 most common ones of eight letters and more are refused', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    const { weakPassword } = await import('../platform/passwords.ts')
    const common = (dictionary['passwords-common'] as string[]).filter((p) => p.length >= 8).slice(0, 3000)
    expect(common).toHaveLength(3000)
    for (const p of common) expect([p, Boolean(await weakPassword(p, [], undefined))]).toEqual([p, true])
    expect(await weakPassword('tractor-lamp-quiet-9', ['pat@partner.test', 'Pat Partner'], undefined)).toBeUndefined()
  })
  test('leaked ones are refused by their first five letters of a hash; without an answer in time the password passes', async () => {
    const { createServer } = await import('node:http')
    const { createHash } = await import('node:crypto')
    const { weakPassword } = await import('../platform/passwords.ts')
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
  test('is made with a link, again with a new link, and never out of a partner', async () => {
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
