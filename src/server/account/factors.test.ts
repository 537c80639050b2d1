// Second factors: setting one up, being asked for it on every way in, and what nobody may do.
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { Cookies } from '../../../test/harness/browser-cookies.ts'
import { tokenIn } from '../../../test/harness/links.ts'
import { type ErrorShape, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { Factor, Session } from '../../contract/account.ts'
import { totpStep } from '../platform/totp.ts'

type S = { session: z.infer<typeof Session> }
type Due = { factor_required: true; factors: z.infer<typeof Factor>[] }
const PASSWORD = 'correct horse battery'

let server: TestServer
let world: World
let n = 0

beforeAll(async () => {
  server = await startServer({ TRUSTED_PROXIES: '127.0.0.1' })
  world = await server.world()
})
afterAll(() => server.close())
// The clock stands in the middle of a step of thirty seconds: no test meets the end of one, however long it takes.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Math.floor(Date.now() / 30_000) * 30_000 + 15_000)
})
afterEach(() => vi.useRealTimers())

const codeAt = (secret: string, ms = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({ timestamp: ms })
/** The code of the next step, good now as well: the present one was used. */
const nextCode = (secret: string) => codeAt(secret, Date.now() + 30_000)

/** One person in one browser. */
function browser(email: string) {
  const cookies = new Cookies()
  const address = `198.51.100.${++n % 250}`
  let token: string | undefined
  const call = async <T = object>(method: string, path: string, body: unknown = {}) => {
    // A token of the same millisecond as what takes tokens back does not count.
    vi.setSystemTime(Date.now() + 1)
    const r = await server.call<T & ErrorShape>(method, path, {
      ...(method === 'GET' ? {} : { body }),
      ...(token ? { token } : {}),
      headers: { cookie: cookies.header, 'x-forwarded-for': address },
    })
    cookies.take(r.headers)
    const session = (r.body as unknown as Partial<S>).session
    if (session) token = session.access_token
    return r
  }
  return {
    cookies,
    call,
    get token() {
      return token
    },
    signIn: (password = PASSWORD) => call<S & Due>('POST', '/v1/auth/sign-in', { email, password }),
    verify: (code: string, factorId?: string) => call<S>('POST', '/v1/auth/verify', { code, factorId }),
  }
}
async function somebody() {
  const user = await server.person(world.north.company, 'member', { email: `f${++n}@partner.test`, password: PASSWORD })
  const at = browser(user.email)
  expect((await at.signIn()).status).toBe(200)
  return { user, at }
}
/** Somebody whose authenticator app is set up, with the browser in which that happened. */
async function enrolled() {
  const { user, at } = await somebody()
  const begun = await at.call<{ id: string; totp: { secret: string } }>('POST', '/v1/me/factors', {
    factorType: 'totp',
    friendlyName: 'Authenticator App',
  })
  const { id, totp } = begun.body
  const done = await at.call<S & { recoveryCodes: string[] }>('POST', `/v1/me/factors/${id}/verify`, {
    code: codeAt(totp.secret, Date.now() - 30_000),
  })
  expect(done.status).toBe(200)
  return {
    user,
    at,
    factorId: id,
    secret: totp.secret,
    recoveryCodes: done.body.recoveryCodes,
    session: done.body.session,
  }
}
const stale = (userId: string) =>
  server.db
    .updateTable('auth.session')
    .set({ confirmed_at: new Date(Date.now() - 11 * 60_000).toISOString() })
    .where('userId', '=', userId)
    .execute()

describe('setting up an authenticator app', () => {
  test('answers secret, address and QR code, and counts once a code came', async () => {
    const { at, user } = await somebody()
    const other = browser(user.email)
    await other.signIn()
    const begun = await at.call<{ id: string; type: string; totp: { qr_code: string; secret: string; uri: string } }>(
      'POST',
      '/v1/me/factors',
      { factorType: 'totp', friendlyName: 'Authenticator App' },
    )
    expect([begun.status, begun.body.type]).toEqual([200, 'totp'])
    expect(begun.body.totp.qr_code).toMatch(/^<svg/)
    expect(begun.body.totp.uri).toContain(begun.body.totp.secret)
    // Nothing of it is readable in the table.
    const kept = await server.db
      .selectFrom('auth.factors')
      .selectAll()
      .where('id', '=', begun.body.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(kept)).not.toContain(begun.body.totp.secret)
    // Not yet asked for.
    expect((await browser(user.email).signIn()).body.session).toBeDefined()
    expect((await at.call('POST', `/v1/me/factors/${begun.body.id}/verify`, { code: '000000' })).body.error.code).toBe(
      'CODE_WRONG',
    )
    const done = await at.call<S & { recoveryCodes: string[] }>('POST', `/v1/me/factors/${begun.body.id}/verify`, {
      code: codeAt(begun.body.totp.secret),
    })
    expect(done.body.session.user.factors).toEqual([
      { id: begun.body.id, factor_type: 'totp', status: 'verified', friendly_name: 'Authenticator App' },
    ])
    expect(new Set(done.body.recoveryCodes).size).toBe(10)
    // Sessions that began without it are over, this one goes on.
    expect((await other.call('GET', '/v1/me/role')).status).toBe(401)
    expect((await at.call('GET', '/v1/me/role')).status).toBe(200)
    const mails = await server.mails(user.email)
    expect(mails.at(-1)?.subject).toContain('Two-factor authentication is on')
    expect((await at.call('POST', '/v1/me/factors', {})).body.error.code).toBe('FACTOR_EXISTS')
    const { second_factor } = await server.db
      .selectFrom('profiles')
      .select('second_factor')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(second_factor).toBe(true)
  })
  test('begun twice, the later one counts; another person’s factor is not there', async () => {
    const { at } = await somebody()
    const first = await at.call<{ id: string; totp: { secret: string } }>('POST', '/v1/me/factors', {})
    const second = await at.call<{ id: string; totp: { secret: string } }>('POST', '/v1/me/factors', {})
    const verify = (of: typeof first, who = at) =>
      who.call('POST', `/v1/me/factors/${of.body.id}/verify`, { code: codeAt(of.body.totp.secret) })
    expect((await verify(first)).status).toBe(404)
    const stranger = await somebody()
    expect((await verify(second, stranger.at)).status).toBe(404)
    expect((await stranger.at.call('DELETE', `/v1/me/factors/${second.body.id}`)).status).toBe(404)
    expect((await verify(second)).status).toBe(200)
  })
  test('twenty codes at once turn it on once', async () => {
    const { at } = await somebody()
    const begun = await at.call<{ id: string; totp: { secret: string } }>('POST', '/v1/me/factors', {})
    const code = codeAt(begun.body.totp.secret)
    const all = await Promise.all(
      Array.from({ length: 20 }, () => at.call('POST', `/v1/me/factors/${begun.body.id}/verify`, { code })),
    )
    expect(all.filter((r) => r.status === 200)).toHaveLength(1)
  })
  test('a phone is known as a kind but cannot be set up', async () => {
    const { at } = await somebody()
    const r = await at.call('POST', '/v1/me/factors', { factorType: 'phone' })
    expect([r.status, r.body.error.fields]).toEqual([400, { factorType: ['Only authenticator apps can be set up.'] }])
  })
  test('what changes who may get in asks for a recent proof', async () => {
    const { at, user, factorId, secret } = await enrolled()
    await stale(user.id)
    for (const [method, path, body] of [
      ['DELETE', `/v1/me/factors/${factorId}`],
      ['POST', '/v1/me/factors'],
      ['POST', '/v1/me/recovery-codes'],
      ['POST', '/v1/me/passkeys/options'],
      ['POST', '/v1/me/email', { email: 'other@partner.test' }],
    ] as const) {
      const r = await at.call(method, path, body)
      expect([path, r.status, r.body.error.code]).toEqual([path, 403, 'CONFIRM_IDENTITY'])
    }
    expect((await at.call('POST', '/v1/me/confirm', { code: '123456' })).body.error.fields).toEqual({
      code: ['This code is not right.'],
    })
    expect((await at.call('POST', '/v1/me/confirm', { code: codeAt(secret) })).body).toEqual({ confirmed: true })
    expect((await at.call('POST', '/v1/me/recovery-codes')).status).toBe(200)
    const { at: plain, user: without } = await somebody()
    await stale(without.id)
    expect((await plain.call('POST', '/v1/me/confirm', { password: 'wrong' })).body.error.fields).toEqual({
      password: ['This is not your password.'],
    })
    expect((await plain.call('POST', '/v1/me/confirm', { password: PASSWORD })).body).toEqual({ confirmed: true })
    expect((await plain.call('POST', '/v1/me/factors')).status).toBe(200)
  })
})

describe('signing in with a second factor', () => {
  test('nothing opens between password and code', async () => {
    const { user } = await enrolled()
    const at = browser(user.email)
    const due = await at.signIn()
    expect([due.status, due.body.factor_required, due.body.session]).toEqual([200, true, undefined])
    expect(due.body.factors).toMatchObject([{ factor_type: 'totp', status: 'verified' }])
    expect(at.cookies.has('millwright.session_token')).toBe(false)
    const cookie = due.headers.getSetCookie().find((c) => c.startsWith('millwright.factor='))
    expect(cookie).toMatch(/HttpOnly/)
    expect((await at.call('POST', '/v1/auth/refresh')).status).toBe(401)
    const value = cookie?.split(';')[0]?.split('=')[1] as string
    for (const guess of [value, decodeURIComponent(value)])
      expect((await server.call('GET', '/v1/me/profile', { token: guess })).status).toBe(401)
    expect(
      await server.db.selectFrom('auth.session').select('id').where('userId', '=', user.id).execute(),
    ).toHaveLength(
      // The one in which it was set up, and the one that the harness made.
      1,
    )
  })
  test('the code begins the session; each step counts once, whatever the order', async () => {
    const { user, secret, factorId } = await enrolled()
    const at = browser(user.email)
    await at.signIn()
    const code = codeAt(secret)
    const inside = await at.verify(code, factorId)
    expect([inside.status, inside.body.session.user.factors.length]).toEqual([200, 1])
    expect((await at.call('GET', '/v1/me/role')).status).toBe(200)
    // Again, in a new sign-in.
    const again = browser(user.email)
    await again.signIn()
    expect((await again.verify(code)).body.error.code).toBe('CODE_WRONG')
    // An older step neither, although it would be in the window.
    expect((await again.verify(codeAt(secret, Date.now() - 30_000))).body.error.code).toBe('CODE_WRONG')
    // The next step does, once, however many come at the same moment.
    const all = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const b = browser(user.email)
        await b.signIn()
        return b.verify(nextCode(secret))
      }),
    )
    expect(all.filter((r) => r.status === 200)).toHaveLength(1)
  })
  test('of twenty right codes at once, in one browser, one begins a session', async () => {
    const { user, recoveryCodes } = await enrolled()
    const at = browser(user.email)
    await at.signIn()
    const all = await Promise.all(recoveryCodes.slice(0, 5).map((code) => at.verify(code)))
    expect(all.filter((r) => r.status === 200)).toHaveLength(1)
  })
  test('five wrong codes and it begins again, also sent all at once', async () => {
    const { user, secret } = await enrolled()
    const at = browser(user.email)
    await at.signIn()
    const all = await Promise.all(Array.from({ length: 12 }, () => at.verify('123456')))
    expect(all.filter((r) => r.body.error.code === 'CODE_WRONG').length).toBeLessThanOrEqual(5)
    expect((await at.verify(nextCode(secret))).body.error.code).toBe('CHALLENGE_OVER')
    await at.signIn()
    expect((await at.verify(nextCode(secret))).status).toBe(200)
  })
  test('thirty wrong codes an hour shut the account’s second step, from wherever they come', async () => {
    const { user, secret } = await enrolled()
    let refused = 0
    for (let round = 0; round < 8 && !refused; round++) {
      const b = browser(user.email)
      await b.signIn()
      for (let i = 0; i < 5; i++) if ((await b.verify('123456')).status === 429) refused++
    }
    expect(refused).toBeGreaterThan(0)
    const b = browser(user.email)
    await b.signIn()
    const out = await b.verify(nextCode(secret))
    expect([out.status, Number(out.headers.get('retry-after')) > 60]).toEqual([429, true])
  })
  test('ten minutes at most lie between password and code', async () => {
    const { user, secret } = await enrolled()
    const at = browser(user.email)
    await at.signIn()
    await server.db
      .updateTable('auth.one_time')
      // By the clock of the database, which is not the one that stands still here.
      .set({ expires_at: new Date(Date.now() - 60_000).toISOString() })
      .where('user_id', '=', user.id)
      .execute()
    expect((await at.verify(nextCode(secret))).body.error.code).toBe('CHALLENGE_OVER')
    expect((await browser(user.email).verify(nextCode(secret))).body.error.code).toBe('CHALLENGE_OVER')
  })
  test('a recovery code works once, in any writing, and its owner hears of it', async () => {
    const { user, recoveryCodes } = await enrolled()
    const [code = ''] = recoveryCodes
    const at = browser(user.email)
    await at.signIn()
    expect((await at.verify(` ${code.toUpperCase().replace('-', ' ')} `)).status).toBe(200)
    const again = browser(user.email)
    await again.signIn()
    expect((await again.verify(code)).body.error.code).toBe('CODE_WRONG')
    const last = (await server.mails(user.email)).at(-1)
    expect(last?.subject).toContain('recovery code was used')
    expect(JSON.stringify(last?.blocks)).toContain('9 are left')
    expect((await at.call<{ recoveryCodesLeft: number }>('GET', '/v1/me/factors')).body.recoveryCodesLeft).toBe(9)
    // Another person's code is worth nothing.
    const other = await enrolled()
    await again.signIn()
    expect((await again.verify(other.recoveryCodes[0] as string)).body.error.code).toBe('CODE_WRONG')
  })
  test('a new password by link does not skip it', async () => {
    const { user } = await enrolled()
    const { mailPasswordLink } = await import('./mail.ts')
    const link = await mailPasswordLink(server.platform, user.id)
    const body = { token: new URL(link).searchParams.get('token'), password: 'another long password' }
    expect((await server.call('POST', '/v1/auth/set-password', { body })).body).toEqual({ changed: true })
    const due = await browser(user.email).signIn('another long password')
    expect(due.body.factor_required).toBe(true)
  })
  test('removed, it is not asked for any more, and its recovery codes end', async () => {
    const { at, user, factorId } = await enrolled()
    const off = await at.call<S>('DELETE', `/v1/me/factors/${factorId}`)
    expect([off.status, off.body.session.user.factors]).toEqual([200, []])
    expect((await browser(user.email).signIn()).body.session).toBeDefined()
    expect((await server.mails(user.email)).at(-1)?.subject).toContain('Two-factor authentication is off')
    expect(
      await server.db.selectFrom('auth.recovery_codes').select('user_id').where('user_id', '=', user.id).execute(),
    ).toEqual([])
  })
  test('new recovery codes end the old ones', async () => {
    const { at, user, recoveryCodes } = await enrolled()
    const made = await at.call<{ recoveryCodes: string[] }>('POST', '/v1/me/recovery-codes')
    expect(made.body.recoveryCodes).toHaveLength(10)
    const b = browser(user.email)
    await b.signIn()
    expect((await b.verify(recoveryCodes[0] as string)).body.error.code).toBe('CODE_WRONG')
    expect((await b.verify(made.body.recoveryCodes[0] as string)).status).toBe(200)
    const { at: without } = await somebody()
    expect((await without.call('POST', '/v1/me/recovery-codes')).body.error.code).toBe('NO_FACTOR')
  })
  test('the clock of a phone may be half a minute off, not an hour', () => {
    const secret = new Secret({ size: 20 }).base32
    expect(totpStep(secret, codeAt(secret, Date.now() + 3_600_000))).toBeUndefined()
    expect(totpStep(secret, codeAt(secret, Date.now() - 25_000))).toBeDefined()
  })
})

describe('passwords and sessions of the signed-in', () => {
  test('changing the password asks for the one of now and ends the other sessions', async () => {
    const { at, user } = await somebody()
    const other = browser(user.email)
    await other.signIn()
    const change = (body: object) => at.call('POST', '/v1/me/password', body)
    expect((await change({ current: 'wrong', password: 'a brand new password' })).body.error.fields).toEqual({
      current: ['This is not your current password.'],
    })
    expect((await change({ password: 'a brand new password' })).body.error.code).toBe('WRONG_PASSWORD')
    expect((await change({ current: PASSWORD, password: 'password1' })).body.error.code).toBe('PASSWORD_WEAK')
    expect((await change({ current: PASSWORD, password: 'a brand new password' })).status).toBe(200)
    expect((await other.call('GET', '/v1/me/role')).status).toBe(401)
    expect((await other.call('POST', '/v1/auth/refresh')).status).toBe(401)
    expect((await at.call('GET', '/v1/me/role')).status).toBe(200)
    expect((await browser(user.email).signIn()).status).toBe(401)
    expect((await browser(user.email).signIn('a brand new password')).status).toBe(200)
    expect((await server.mails(user.email)).at(-1)?.subject).toContain('password was changed')
  })
  test('the address changes by the link that goes there, and the old one hears of it twice', async () => {
    const { at, user } = await somebody()
    const to = `moved${++n}@partner.test`
    expect((await at.call('POST', '/v1/me/email', { email: user.email })).body.error.fields).toEqual({
      email: ['This is your address already.'],
    })
    expect((await at.call('POST', '/v1/me/email', { email: to.toUpperCase() })).body).toEqual({ sent: true })
    await expect
      .poll(async () => (await server.mails(user.email)).at(-1)?.subject, { interval: 10 })
      .toContain('is about to change')
    const token = tokenIn((await server.mails(to))[0])
    // Only the one who asked for it: somebody else's hands may have typed the new address.
    const alone = await server.call<ErrorShape>('POST', '/v1/auth/verify-email', { body: { token } })
    expect([alone.status, alone.body.error.code]).toEqual([401, 'SIGN_IN_FIRST'])
    const another = await somebody()
    expect((await another.at.call('POST', '/v1/auth/verify-email', { token })).body.error.code).toBe('SIGN_IN_FIRST')
    const open = () => at.call('POST', '/v1/auth/verify-email', { token })
    const all = await Promise.all(Array.from({ length: 20 }, open))
    expect(all.filter((r) => r.status === 200).map((r) => r.body)).toEqual([{ verified: true, changed: true }])
    expect((await server.mails(user.email)).at(-1)?.subject).toContain('was changed')
    expect((await browser(user.email).signIn()).status).toBe(401)
    expect((await browser(to).signIn()).status).toBe(200)
    // An address that has an account gets nothing, and the answer does not tell.
    const taken = await somebody()
    const before = (await server.mails(to)).length
    expect((await taken.at.call('POST', '/v1/me/email', { email: to })).body).toEqual({ sent: true })
    await expect
      .poll(async () => (await server.mails(taken.user.email)).at(-1)?.subject, { interval: 10 })
      .toContain('is about to change')
    expect((await server.mails(to)).length).toBe(before)
    for (let i = 0; i < 4; i++) await taken.at.call('POST', '/v1/me/email', { email: `more${i}@partner.test` })
    expect((await taken.at.call('POST', '/v1/me/email', { email: 'onemore@partner.test' })).status).toBe(429)
  })
  test('sessions are listed and ended, only one’s own', async () => {
    const { at, user } = await somebody()
    const other = browser(user.email)
    await other.signIn()
    type Listed = { items: { id: string; current: boolean; way: string }[] }
    const list = (await at.call<Listed>('GET', '/v1/me/sessions')).body.items
    // Two browsers, and the one that the harness made.
    expect(list).toHaveLength(3)
    expect(list.filter((s) => s.current)).toHaveLength(1)
    const mine = list.find((s) => s.current)?.id
    const stranger = await somebody()
    expect((await stranger.at.call('DELETE', `/v1/me/sessions/${mine}`)).status).toBe(404)
    expect((await at.call('GET', '/v1/me/role')).status).toBe(200)
    expect((await at.call<{ ended: number }>('POST', '/v1/me/sessions/end-others')).body.ended).toBe(2)
    expect((await other.call('GET', '/v1/me/role')).status).toBe(401)
    expect((await at.call('DELETE', `/v1/me/sessions/${mine}`)).status).toBe(200)
    expect((await at.call('GET', '/v1/me/role')).status).toBe(401)
  })
  test('a new password ends what was begun before: a change of address, a sign-in that waits for its code, older links', async () => {
    const { user, secret } = await enrolled()
    const intruder = browser(user.email)
    await intruder.signIn()
    await intruder.verify(nextCode(secret))
    const to = `evil${++n}@partner.test`
    expect((await intruder.call('POST', '/v1/me/email', { email: to })).status).toBe(200)
    await expect.poll(async () => (await server.mails(to)).length, { interval: 10 }).toBe(1)
    const waiting = browser(user.email)
    await waiting.signIn()
    const { mailPasswordLink } = await import('./mail.ts')
    const link = await mailPasswordLink(server.platform, user.id)
    const set = (password: string) =>
      server.call<ErrorShape>('POST', '/v1/auth/set-password', {
        body: { token: new URL(link).searchParams.get('token'), password },
      })
    expect((await set('an entirely new password')).status).toBe(200)
    const token = tokenIn((await server.mails(to))[0])
    expect((await server.call<ErrorShape>('POST', '/v1/auth/verify-email', { body: { token } })).body.error.code).toBe(
      'TOKEN_INVALID',
    )
    expect((await waiting.verify(codeAt(secret, Date.now() + 30_000))).body.error.code).toBe('CHALLENGE_OVER')
    expect((await set('and once more')).body.error.code).toBe('TOKEN_INVALID')
  })
  test('no sign-in under way with the old password outlives a new one', async () => {
    for (let round = 0; round < 3; round++) {
      const { user } = await somebody()
      const { mailPasswordLink } = await import('./mail.ts')
      const token = new URL(await mailPasswordLink(server.platform, user.id)).searchParams.get('token')
      const tries = Array.from({ length: 12 }, () => browser(user.email))
      const [set, ...ins] = await Promise.all([
        server.call('POST', '/v1/auth/set-password', { body: { token, password: 'an entirely new password' } }),
        ...tries.map((b) => b.signIn()),
      ])
      expect(set?.status).toBe(200)
      expect(ins).toHaveLength(12)
      const alive = await Promise.all(tries.map(async (b) => (await b.call('POST', '/v1/auth/refresh')).status))
      expect(alive).toEqual(Array(12).fill(401))
    }
  })
  test('no sign-in under way without a code outlives the second factor’s beginning', async () => {
    for (let round = 0; round < 3; round++) {
      const { user, at } = await somebody()
      const begun = await at.call<{ id: string; totp: { secret: string } }>('POST', '/v1/me/factors')
      const tries = Array.from({ length: 12 }, () => browser(user.email))
      const [on] = await Promise.all([
        at.call('POST', `/v1/me/factors/${begun.body.id}/verify`, { code: codeAt(begun.body.totp.secret) }),
        ...tries.map((b) => b.signIn()),
      ])
      expect(on?.status).toBe(200)
      const alive = await Promise.all(tries.map(async (b) => (await b.call('POST', '/v1/auth/refresh')).status))
      expect(alive).toEqual(Array(12).fill(401))
    }
  })
  test('with an authenticator app the password alone is no proof', async () => {
    const { at, user, secret } = await enrolled()
    await stale(user.id)
    expect((await at.call('POST', '/v1/me/confirm', { password: PASSWORD })).body.error.code).toBe('FACTOR_NEEDED')
    expect((await at.call('POST', '/v1/me/confirm', { code: codeAt(secret) })).body).toEqual({ confirmed: true })
  })
  test('wrong codes after the right password are told to the owner, and do not shut the owner’s own proofs', async () => {
    const { at, user, secret } = await enrolled()
    for (let round = 0; round < 7; round++) {
      const b = browser(user.email)
      await b.signIn()
      for (let i = 0; i < 5; i++) await b.verify('123456')
    }
    expect((await server.mails(user.email)).map((m) => m.subject)).toContain(
      'Wrong codes for your account · Millwright',
    )
    expect((await at.call('POST', '/v1/me/confirm', { code: codeAt(secret) })).status).toBe(200)
  })
  test('a connected Google account can be disconnected while there is another way in', async () => {
    const { at, user } = await somebody()
    const id = crypto.randomUUID()
    const now = new Date().toISOString()
    await server.db
      .insertInto('auth.account')
      .values({ id, accountId: 'g', providerId: 'google', userId: user.id, updatedAt: now })
      .execute()
    const stranger = await somebody()
    expect((await stranger.at.call('DELETE', `/v1/me/identities/${id}`)).status).toBe(404)
    const off = await at.call<S>('DELETE', `/v1/me/identities/${id}`)
    expect(off.body.session.user.identities).toEqual([expect.objectContaining({ provider: 'email' })])
    expect((await server.mails(user.email)).at(-1)?.subject).toContain('Google was disconnected')
    await server.db.deleteFrom('auth.account').where('userId', '=', user.id).execute()
    await server.db
      .insertInto('auth.account')
      .values({ id, accountId: 'g', providerId: 'google', userId: user.id, updatedAt: now })
      .execute()
    expect((await at.call('DELETE', `/v1/me/identities/${id}`)).body.error.code).toBe('LAST_WAY_IN')
  })
  test('a deactivated account learns it only with the right password', async () => {
    const { user } = await somebody()
    await server.db
      .updateTable('profiles')
      .set({ deactivated_at: new Date().toISOString() })
      .where('id', '=', user.id)
      .execute()
    const at = browser(user.email)
    expect((await at.signIn('wrong')).body.error.code).toBe('INVALID_CREDENTIALS')
    expect((await at.signIn()).body.error.code).toBe('ACCOUNT_DISABLED')
  })
})
