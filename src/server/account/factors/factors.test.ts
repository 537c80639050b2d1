// Second factors: setting one up, being asked for it at every sign-in, and what is not allowed.
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { Cookies } from '../../../../test/harness/browser-cookies.ts'
import { tokenIn } from '../../../../test/harness/links.ts'
import { type ErrorShape, startServer, type TestServer, type World } from '../../../../test/harness/server.ts'
import type { Factor, Recovery, Session } from '../../../contract/account/index.ts'
import { totpStep } from '../../platform/sign-in/totp.ts'

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
// The clock is stopped in the middle of a 30-second step, so a step never ends during a test.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Math.floor(Date.now() / 30_000) * 30_000 + 15_000)
})
afterEach(() => vi.useRealTimers())

const codeAt = (secret: string, ms = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({ timestamp: ms })
/** Returns the code of the next time step, which is already accepted. The code of the current step was used. */
const nextCode = (secret: string) => codeAt(secret, Date.now() + 30_000)

/** Returns one person's browser: its cookies and its calls. */
function browser(email: string) {
  const cookies = new Cookies()
  const address = `198.51.100.${++n % 250}`
  let token: string | undefined
  const call = async <T = object>(method: string, path: string, body: unknown = {}) => {
    // A token of the same millisecond as a revocation would be revoked too.
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
async function signedInUser(at?: 'provider') {
  const [company, role] = at ? [world.provider, 'engineer' as const] : [world.north.company, 'member' as const]
  const user = await server.person(company, role, { email: `f${++n}@partner.test`, password: PASSWORD })
  const browserOf = browser(user.email)
  expect((await browserOf.signIn()).status).toBe(200)
  return { user, at: browserOf }
}
/** Creates a person whose authenticator app is set up, and returns the browser in which that was done. */
async function enrolled(company?: 'provider') {
  const { user, at } = await signedInUser(company)
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
/** Returns the token of a mail with which this user can choose a new password. */
async function linkFor(userId: string): Promise<string> {
  const { mailPasswordLink } = await import('../mail.ts')
  return new URL(await mailPasswordLink(server.platform, userId)).searchParams.get('token') as string
}
const stale = (userId: string) =>
  server.db
    .updateTable('auth.session')
    .set({ confirmed_at: new Date(Date.now() - 11 * 60_000).toISOString() })
    .where('userId', '=', userId)
    .execute()

describe('setting up an authenticator app', () => {
  test('returns the secret, address and QR code, and takes effect after a code is entered', async () => {
    const { at, user } = await signedInUser()
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
    // The secret is encrypted in the table.
    const kept = await server.db
      .selectFrom('auth.factors')
      .selectAll()
      .where('id', '=', begun.body.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(kept)).not.toContain(begun.body.totp.secret)
    // Sign-ins do not ask for a code yet.
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
    // Sessions that began without the app have ended. This one continues.
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
  test('uses the later of two setups, and never another user’s factor', async () => {
    const { at } = await signedInUser()
    const first = await at.call<{ id: string; totp: { secret: string } }>('POST', '/v1/me/factors', {})
    const second = await at.call<{ id: string; totp: { secret: string } }>('POST', '/v1/me/factors', {})
    const verify = (of: typeof first, who = at) =>
      who.call('POST', `/v1/me/factors/${of.body.id}/verify`, { code: codeAt(of.body.totp.secret) })
    expect((await verify(first)).status).toBe(404)
    const stranger = await signedInUser()
    expect((await verify(second, stranger.at)).status).toBe(404)
    expect((await stranger.at.call('DELETE', `/v1/me/factors/${second.body.id}`)).status).toBe(404)
    expect((await verify(second)).status).toBe(200)
  })
  test('is turned on once by twenty simultaneous codes', async () => {
    const { at } = await signedInUser()
    const begun = await at.call<{ id: string; totp: { secret: string } }>('POST', '/v1/me/factors', {})
    const code = codeAt(begun.body.totp.secret)
    const all = await Promise.all(
      Array.from({ length: 20 }, () => at.call('POST', `/v1/me/factors/${begun.body.id}/verify`, { code })),
    )
    expect(all.filter((r) => r.status === 200)).toHaveLength(1)
  })
  test('recognizes phone factors but cannot set one up', async () => {
    const { at } = await signedInUser()
    const r = await at.call('POST', '/v1/me/factors', { factorType: 'phone' })
    expect([r.status, r.body.error.fields]).toEqual([400, { factorType: ['Only authenticator apps are supported.'] }])
  })
  test('requires a recent confirmation for changes to who can sign in', async () => {
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
      expect([r.status, r.body.error.code], path).toEqual([403, 'CONFIRM_IDENTITY'])
    }
    expect((await at.call('POST', '/v1/me/confirm', { code: '123456' })).body.error.fields).toEqual({
      code: ['This code is incorrect. Try again.'],
    })
    expect((await at.call('POST', '/v1/me/confirm', { code: codeAt(secret) })).body).toMatchObject({ confirmed: true })
    expect((await at.call('POST', '/v1/me/recovery-codes')).status).toBe(200)
    const { at: plain, user: without } = await signedInUser()
    await stale(without.id)
    expect((await plain.call('POST', '/v1/me/confirm', { password: 'wrong' })).body.error.fields).toEqual({
      password: ['This password is incorrect. Try again.'],
    })
    expect((await plain.call('POST', '/v1/me/confirm', { password: PASSWORD })).body).toMatchObject({ confirmed: true })
    expect((await plain.call('POST', '/v1/me/factors')).status).toBe(200)
  })
})

describe('signing in with two-factor authentication', () => {
  test('grants no access between password and code', async () => {
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
      // Only the session in which the app was set up is left. Setting it up ended the session that the harness created.
      1,
    )
  })
  test('starts the session with the code, and accepts each time step once', async () => {
    const { user, secret, factorId } = await enrolled()
    const at = browser(user.email)
    await at.signIn()
    const code = codeAt(secret)
    // Full-width digits, as a Japanese keyboard types them.
    const wide = code.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
    const inside = await at.verify(`${wide.slice(0, 3)}\u3000${wide.slice(3)}`, factorId)
    expect([inside.status, inside.body.session.user.factors.length]).toEqual([200, 1])
    expect((await at.call('GET', '/v1/me/role')).status).toBe(200)
    // The same code is rejected in a new sign-in.
    const again = browser(user.email)
    await again.signIn()
    expect((await again.verify(code)).body.error.code).toBe('CODE_WRONG')
    // A code of an older step is rejected too, although it is still in the window.
    expect((await again.verify(codeAt(secret, Date.now() - 30_000))).body.error.code).toBe('CODE_WRONG')
    // The next step's code is accepted once, even in concurrent requests.
    const all = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const b = browser(user.email)
        await b.signIn()
        return b.verify(nextCode(secret))
      }),
    )
    expect(all.filter((r) => r.status === 200)).toHaveLength(1)
  })
  test('starts one session from twenty simultaneous correct codes', async () => {
    const { user, recoveryCodes } = await enrolled()
    const at = browser(user.email)
    await at.signIn()
    const all = await Promise.all(recoveryCodes.slice(0, 5).map((code) => at.verify(code)))
    expect(all.filter((r) => r.status === 200)).toHaveLength(1)
  })
  test('starts over after five wrong codes, also when sent together', async () => {
    const { user, secret } = await enrolled()
    const at = browser(user.email)
    await at.signIn()
    const all = await Promise.all(Array.from({ length: 12 }, () => at.verify('123456')))
    expect(all.filter((r) => r.body.error.code === 'CODE_WRONG').length).toBeLessThanOrEqual(5)
    expect((await at.verify(nextCode(secret))).body.error.code).toBe('CHALLENGE_OVER')
    await at.signIn()
    expect((await at.verify(nextCode(secret))).status).toBe(200)
  })
  test('locks new browsers out after thirty wrong codes an hour, but not a known browser', async () => {
    const { user, secret, at } = await enrolled()
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
    expect((await at.signIn()).body.factor_required).toBe(true)
    expect((await at.verify(nextCode(secret))).status).toBe(200)
  })
  test('allows at most ten minutes between password and code', async () => {
    const { user, secret } = await enrolled()
    const at = browser(user.email)
    await at.signIn()
    await server.db
      .updateTable('auth.one_time')
      // The database's clock decides. It runs while the clock of this process is stopped.
      .set({ expires_at: sql<string>`now() - interval '1 minute'` })
      .where('user_id', '=', user.id)
      .execute()
    expect((await at.verify(nextCode(secret))).body.error.code).toBe('CHALLENGE_OVER')
    expect((await browser(user.email).verify(nextCode(secret))).body.error.code).toBe('CHALLENGE_OVER')
  })
  test('accepts a recovery code once, in any spelling, and notifies its owner', async () => {
    const { user, recoveryCodes } = await enrolled()
    const [code = '', dashed = ''] = recoveryCodes
    const at = browser(user.email)
    await at.signIn()
    expect((await at.verify(` ${code.toUpperCase().replace('-', ' ')} `)).status).toBe(200)
    await at.signIn()
    expect((await at.verify(dashed.replace('-', ' \u2013 '))).status).toBe(200)
    const again = browser(user.email)
    await again.signIn()
    expect((await again.verify(code)).body.error.code).toBe('CODE_WRONG')
    const last = (await server.mails(user.email)).at(-1)
    expect(last?.subject).toContain('recovery code was used')
    expect(JSON.stringify(last?.blocks)).toContain('You have 8 left')
    expect((await at.call<{ recoveryCodesLeft: number }>('GET', '/v1/me/factors')).body.recoveryCodesLeft).toBe(8)
    // Another user's code is not valid.
    const other = await enrolled()
    await again.signIn()
    expect((await again.verify(other.recoveryCodes[0] as string)).body.error.code).toBe('CODE_WRONG')
  })
  test('does not ask for a removed factor, and deletes its recovery codes', async () => {
    const { at, user, factorId } = await enrolled()
    const off = await at.call<S>('DELETE', `/v1/me/factors/${factorId}`)
    expect([off.status, off.body.session.user.factors]).toEqual([200, []])
    expect((await browser(user.email).signIn()).body.session).toBeDefined()
    expect((await server.mails(user.email)).at(-1)?.subject).toContain('The authenticator app was removed')
    expect(
      await server.db.selectFrom('auth.recovery_codes').select('user_id').where('user_id', '=', user.id).execute(),
    ).toEqual([])
  })
  test('replaces the old recovery codes', async () => {
    const { at, user, recoveryCodes } = await enrolled()
    const made = await at.call<{ recoveryCodes: string[] }>('POST', '/v1/me/recovery-codes')
    expect(made.body.recoveryCodes).toHaveLength(10)
    const b = browser(user.email)
    await b.signIn()
    expect((await b.verify(recoveryCodes[0] as string)).body.error.code).toBe('CODE_WRONG')
    expect((await b.verify(made.body.recoveryCodes[0] as string)).status).toBe(200)
    const { at: without } = await signedInUser()
    expect((await without.call('POST', '/v1/me/recovery-codes')).body.error.code).toBe('NO_FACTOR')
  })
  test('accepts a clock that is half a minute off, but not an hour', () => {
    const secret = new Secret({ size: 20 }).base32
    expect(totpStep(secret, codeAt(secret, Date.now() + 3_600_000))).toBeUndefined()
    expect(totpStep(secret, codeAt(secret, Date.now() - 25_000))).toBeDefined()
  })
})

describe('a new password by link', () => {
  type Asked = z.infer<typeof Recovery>
  const NEW = 'another long password'
  const read = (at: ReturnType<typeof browser>, token: string) => at.call<Asked>('POST', '/v1/auth/recovery', { token })
  const prove = (at: ReturnType<typeof browser>, token: string, code: string) =>
    at.call<Asked>('POST', '/v1/auth/recovery/verify', { token, code })
  const set = (at: ReturnType<typeof browser>, token: string, more: object = {}) =>
    at.call<{ changed: true }>('POST', '/v1/auth/set-password', { token, password: NEW, ...more })
  const addPasskey = async (userId: string, friendly_name: string) => {
    const id = crypto.randomUUID()
    const passkey = {
      id,
      user_id: userId,
      credential_id: crypto.randomUUID(),
      public_key: Buffer.from('key'),
      counter: 0,
    }
    await server.db
      .insertInto('auth.passkeys')
      .values({ ...passkey, friendly_name })
      .execute()
    return id
  }

  test('asks for the code before it takes effect, in the same browser', async () => {
    const { user, secret } = await enrolled()
    await addPasskey(user.id, 'Laptop')
    const token = await linkFor(user.id)
    const at = browser(user.email)
    // Nothing about the account is shown before the code is entered.
    expect((await read(at, token)).body).toEqual({ codeNeeded: true, removesAll: false, waysIn: [] })
    const refused = await set(at, token, { keep: [], remove: [] })
    expect([refused.status, refused.body.error.code]).toEqual([422, 'CODE_NEEDED'])
    expect((await browser(user.email).signIn()).body.factor_required).toBe(true)
    expect((await prove(at, token, '000000')).body.error.fields).toEqual({
      code: ['This code is incorrect. Try again.'],
    })
    const { body } = await prove(at, token, nextCode(secret))
    expect(body.waysIn).toMatchObject([{ kind: 'passkey', name: 'Laptop', lastUsedAt: null }])
    // No code was entered in a second browser with the same link.
    const other = browser(user.email)
    const remove = body.waysIn.map((w) => w.id)
    expect((await set(other, token, { remove })).body.error.code).toBe('CODE_NEEDED')
    const all = await Promise.all(Array.from({ length: 20 }, () => set(at, token, { remove })))
    expect(all.filter((r) => r.status === 200)).toHaveLength(1)
    expect(all.filter((r) => r.body.error?.code === 'TOKEN_INVALID')).toHaveLength(19)
    // Signing in still asks for the second factor.
    expect((await browser(user.email).signIn(NEW)).body.factor_required).toBe(true)
    expect((await browser(user.email).signIn()).status).toBe(401)
  })
  test('asks a user of the provider for the code even before the mailbox was verified, and keeps the app', async () => {
    const { user, secret } = await enrolled('provider')
    await addPasskey(user.id, 'Laptop')
    await server.db.updateTable('auth.user').set({ mailboxProvenAt: null }).where('id', '=', user.id).execute()
    const token = await linkFor(user.id)
    const at = browser(user.email)
    expect((await read(at, token)).body).toEqual({ codeNeeded: true, removesAll: false, waysIn: [] })
    expect((await set(at, token)).body.error.code).toBe('CODE_NEEDED')
    const { body } = await prove(at, token, nextCode(secret))
    expect((await set(at, token, { keep: body.waysIn.map((w) => w.id) })).status).toBe(200)
    expect((await browser(user.email).signIn(NEW)).body.factor_required).toBe(true)
    const left = await server.db
      .selectFrom('auth.passkeys')
      .select('friendly_name')
      .where('user_id', '=', user.id)
      .execute()
    expect(left).toEqual([{ friendly_name: 'Laptop' }])
  })
  test('uses up no guess while too many codes were wrong', async () => {
    const { user } = await enrolled()
    const token = await linkFor(user.id)
    const { limits } = server.platform
    for (let i = 0; i < 30; i++) await limits.code(user.id, 'proof', async () => false)
    const at = browser(user.email)
    for (let i = 0; i < 6; i++) expect((await prove(at, token, '000000')).status).toBe(429)
    const [link] = await server.db
      .selectFrom('auth.one_time')
      .select('attempts')
      .where('user_id', '=', user.id)
      .where('purpose', '=', 'password')
      .execute()
    expect(link).toEqual({ attempts: 0 })
  })
  test('accepts a recovery code once, and notifies its owner', async () => {
    const { user, recoveryCodes } = await enrolled()
    const token = await linkFor(user.id)
    const at = browser(user.email)
    const code = recoveryCodes[0] as string
    expect((await prove(at, token, code)).status).toBe(200)
    expect((await server.mails(user.email)).at(-1)?.subject).toContain('A recovery code was used')
    expect((await prove(browser(user.email), token, code)).body.error.code).toBe('CODE_WRONG')
    expect((await set(at, token)).status).toBe(200)
  })
  test('ends after five wrong codes, also when sent together', async () => {
    const { user, secret } = await enrolled()
    const token = await linkFor(user.id)
    const all = await Promise.all(Array.from({ length: 20 }, () => prove(browser(user.email), token, '000000')))
    expect(all.filter((r) => r.body.error.code === 'CODE_WRONG')).toHaveLength(4)
    expect(all.filter((r) => r.body.error.code === 'TOKEN_INVALID')).toHaveLength(16)
    expect((await prove(browser(user.email), token, nextCode(secret))).body.error.code).toBe('TOKEN_INVALID')
    expect((await server.mails(user.email)).at(-1)?.subject).toContain('Incorrect codes')
  })
  test('asks whether to keep or remove each passkey and linked account, and lists the result in an email', async () => {
    const { user, at: session } = await signedInUser()
    const [mine, theirs] = [await addPasskey(user.id, 'My phone'), await addPasskey(user.id, 'Not mine')]
    const google = crypto.randomUUID()
    await server.db
      .insertInto('auth.account')
      .values({
        id: google,
        accountId: google,
        providerId: 'google',
        userId: user.id,
        updatedAt: new Date().toISOString(),
      })
      .execute()
    const token = await linkFor(user.id)
    const at = browser(user.email)
    const { body } = await read(at, token)
    expect(body.waysIn.map((w) => [w.id, w.kind, w.name])).toEqual([
      [mine, 'passkey', 'My phone'],
      [theirs, 'passkey', 'Not mine'],
      [google, 'google', 'Google'],
    ])
    for (const choice of [{}, { keep: [mine] }, { keep: [mine, theirs, google], remove: [google] }]) {
      const r = await set(at, token, choice)
      expect([r.status, r.body.error.code]).toEqual([422, 'CHOICE_NEEDED'])
    }
    expect((await session.call('GET', '/v1/me/role')).status).toBe(200)
    expect((await set(at, token, { keep: [mine], remove: [theirs, google] })).status).toBe(200)
    expect((await session.call('GET', '/v1/me/role')).status).toBe(401)
    const left = await server.db.selectFrom('auth.passkeys').select('id').where('user_id', '=', user.id).execute()
    expect(left).toEqual([{ id: mine }])
    const links = await server.db
      .selectFrom('auth.account')
      .select('providerId')
      .where('userId', '=', user.id)
      .execute()
    expect(links).toEqual([{ providerId: 'credential' }])
    const mail = JSON.stringify((await server.mails(user.email)).at(-1)?.blocks)
    expect(mail).toContain('You removed: passkey “Not mine”, Google.')
    expect(mail).toContain('You kept: passkey “My phone”.')
    const act = await server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_role', 'after'])
      .where('subject_id', '=', user.id)
      .where('action', '=', 'user.password-reset')
      .executeTakeFirstOrThrow()
    expect(act).toMatchObject({ actor_role: 'member', after: { removed: ['passkey “Not mine”', 'Google'] } })
  })
  test('removes nothing of another user', async () => {
    const { user } = await signedInUser()
    const other = await signedInUser()
    const foreign = await addPasskey(other.user.id, 'Foreign')
    expect((await set(browser(user.email), await linkFor(user.id), { remove: [foreign] })).status).toBe(200)
    const left = await server.db.selectFrom('auth.passkeys').select('id').where('id', '=', foreign).execute()
    expect(left).toHaveLength(1)
  })
})

describe('passwords and sessions of the signed-in user', () => {
  test('changing the password requires the current one and ends the other sessions', async () => {
    const { at, user } = await signedInUser()
    const other = browser(user.email)
    await other.signIn()
    const change = (body: object) => at.call('POST', '/v1/me/password', body)
    expect((await change({ current: 'wrong', password: 'a brand new password' })).body.error.fields).toEqual({
      current: ['Your current password is incorrect. Try again.'],
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
  test('changing the address takes effect with the link, and notifies the old address twice', async () => {
    const { at, user } = await signedInUser()
    const to = `moved${++n}@partner.test`
    expect((await at.call('POST', '/v1/me/email', { email: user.email })).body.error.fields).toEqual({
      email: ['This is already your email address.'],
    })
    expect((await at.call('POST', '/v1/me/email', { email: to.toUpperCase() })).body).toEqual({ sent: true })
    await expect
      .poll(async () => (await server.mails(user.email)).at(-1)?.subject, { interval: 10 })
      .toContain('is about to change')
    const token = tokenIn((await server.mails(to))[0])
    // Only the user who requested the change can verify it, because the new address may have been mistyped.
    const alone = await server.call<ErrorShape>('POST', '/v1/auth/verify-email', { body: { token } })
    expect([alone.status, alone.body.error.code]).toEqual([401, 'SIGN_IN_FIRST'])
    const another = await signedInUser()
    expect((await another.at.call('POST', '/v1/auth/verify-email', { token })).body.error.code).toBe('SIGN_IN_FIRST')
    const open = () => at.call('POST', '/v1/auth/verify-email', { token })
    const all = await Promise.all(Array.from({ length: 20 }, open))
    expect(all.filter((r) => r.status === 200).map((r) => r.body)).toEqual([{ verified: true, changed: true }])
    expect((await server.mails(user.email)).at(-1)?.subject).toContain('was changed')
    expect((await browser(user.email).signIn()).status).toBe(401)
    expect((await browser(to).signIn()).status).toBe(200)
    // An address that has an account gets no mail, and the response does not reveal it.
    const taken = await signedInUser()
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
    const { at, user } = await signedInUser()
    const other = browser(user.email)
    await other.signIn()
    type Listed = { items: { id: string; current: boolean; way: string }[] }
    const list = (await at.call<Listed>('GET', '/v1/me/sessions')).body.items
    // The sessions of two browsers, and the one that the harness created.
    expect(list).toHaveLength(3)
    expect(list.filter((s) => s.current)).toHaveLength(1)
    const mine = list.find((s) => s.current)?.id
    const stranger = await signedInUser()
    expect((await stranger.at.call('DELETE', `/v1/me/sessions/${mine}`)).status).toBe(404)
    expect((await at.call('GET', '/v1/me/role')).status).toBe(200)
    expect((await at.call<{ ended: number }>('POST', '/v1/me/sessions/end-others')).body.ended).toBe(2)
    expect((await other.call('GET', '/v1/me/role')).status).toBe(401)
    expect((await at.call('DELETE', `/v1/me/sessions/${mine}`)).status).toBe(200)
    expect((await at.call('GET', '/v1/me/role')).status).toBe(401)
  })
  test('ending other sessions requires a recent confirmation, ending the current one does not', async () => {
    const { at, user } = await signedInUser()
    const other = browser(user.email)
    await other.signIn()
    await stale(user.id)
    const list = (await at.call<{ items: { id: string; current: boolean }[] }>('GET', '/v1/me/sessions')).body.items
    const [mine, theirs] = [true, false].map((current) => list.find((s) => s.current === current)?.id)
    for (const [method, path] of [
      ['POST', '/v1/me/sessions/end-others'],
      ['DELETE', `/v1/me/sessions/${theirs}`],
    ] as const) {
      const r = await at.call(method, path)
      expect([r.status, r.body.error.code], path).toEqual([403, 'CONFIRM_IDENTITY'])
    }
    expect((await other.call('GET', '/v1/me/role')).status).toBe(200)
    expect((await at.call('DELETE', `/v1/me/sessions/${mine}`)).status).toBe(200)
  })
  test('a new confirmation replaces the session, which keeps its age', async () => {
    const { at, user } = await signedInUser()
    const before = { token: at.token as string, cookie: at.cookies.header }
    const began = new Date(Date.now() - 3 * 86_400_000).toISOString()
    await server.db.updateTable('auth.session').set({ createdAt: began }).where('userId', '=', user.id).execute()
    expect((await at.call('POST', '/v1/me/confirm', { password: 'wrong' })).status).toBe(422)
    expect((await at.call('GET', '/v1/me/role')).status).toBe(200)
    expect((await at.call('POST', '/v1/me/confirm', { password: PASSWORD })).status).toBe(200)
    expect((await server.call('GET', '/v1/me/role', { token: before.token })).status).toBe(401)
    const old = { body: {}, headers: { cookie: before.cookie } }
    expect((await server.call('POST', '/v1/auth/refresh', old)).status).toBe(401)
    expect((await at.call('GET', '/v1/me/role')).status).toBe(200)
    expect((await at.call('POST', '/v1/auth/refresh')).status).toBe(200)
    const list = (await at.call<{ items: { current: boolean; createdAt: string }[] }>('GET', '/v1/me/sessions')).body
    expect(Date.parse(list.items.find((s) => s.current)?.createdAt ?? '')).toBe(Date.parse(began))
  })
  test('signing in again in a browser ends the session it replaces, also of another user', async () => {
    const { at, user } = await signedInUser()
    const elsewhere = browser(user.email)
    await elsewhere.signIn()
    const first = at.token as string
    const role = (token: string) => server.call('GET', '/v1/me/role', { token })
    expect((await at.signIn('wrong')).status).toBe(401)
    expect((await role(first)).status).toBe(200)
    expect((await at.signIn()).status).toBe(200)
    expect((await role(first)).status).toBe(401)
    expect((await elsewhere.call('GET', '/v1/me/role')).status).toBe(200)
    const second = at.token as string
    const other = await server.person(world.south.company, 'member', {
      email: `f${++n}@partner.test`,
      password: PASSWORD,
    })
    await at.call('POST', '/v1/auth/sign-in', { email: other.email, password: PASSWORD })
    expect((await role(second)).status).toBe(401)
    expect((await at.call('GET', '/v1/me/role')).status).toBe(200)
    const kept = await server.db
      .selectFrom('auth.session')
      .select('id')
      .where('userId', '=', user.id)
      .where('way', '=', 'password')
      .execute()
    // The session of the other browser, and the one that the harness created.
    expect(kept).toHaveLength(2)
  })
  test('a new password cancels a pending address change, a pending sign-in and older links', async () => {
    const { user, secret, recoveryCodes } = await enrolled()
    const intruder = browser(user.email)
    await intruder.signIn()
    await intruder.verify(nextCode(secret))
    const to = `evil${++n}@partner.test`
    expect((await intruder.call('POST', '/v1/me/email', { email: to })).status).toBe(200)
    await expect.poll(async () => (await server.mails(to)).length, { interval: 10 }).toBe(1)
    const waiting = browser(user.email)
    await waiting.signIn()
    const link = await linkFor(user.id)
    const owner = browser(user.email)
    const set = (password: string) => owner.call('POST', '/v1/auth/set-password', { token: link, password })
    await owner.call('POST', '/v1/auth/recovery/verify', { token: link, code: recoveryCodes[0] })
    expect((await set('an entirely new password')).status).toBe(200)
    const token = tokenIn((await server.mails(to))[0])
    expect((await server.call<ErrorShape>('POST', '/v1/auth/verify-email', { body: { token } })).body.error.code).toBe(
      'TOKEN_INVALID',
    )
    expect((await waiting.verify(codeAt(secret, Date.now() + 30_000))).body.error.code).toBe('CHALLENGE_OVER')
    expect((await set('and once more')).body.error.code).toBe('TOKEN_INVALID')
  })
  test('no pending sign-in with the old password survives a new one', async () => {
    for (let round = 0; round < 3; round++) {
      const { user } = await signedInUser()
      const { mailPasswordLink } = await import('../mail.ts')
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
  test('no pending sign-in without a code survives the start of two-factor authentication', async () => {
    for (let round = 0; round < 3; round++) {
      const { user, at } = await signedInUser()
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
  test('with an authenticator app, the password alone confirms nothing', async () => {
    const { at, user, secret, factorId } = await enrolled()
    await stale(user.id)
    expect((await at.call('POST', '/v1/me/confirm', { password: PASSWORD })).body.error.code).toBe('FACTOR_NEEDED')
    const change = { current: PASSWORD, password: 'a brand new password' }
    expect((await at.call('POST', '/v1/me/password', change)).status).toBe(200)
    expect((await at.call('DELETE', `/v1/me/factors/${factorId}`)).body.error.code).toBe('CONFIRM_IDENTITY')
    expect((await at.call('POST', '/v1/me/confirm', { code: codeAt(secret) })).body).toMatchObject({ confirmed: true })
  })
  test('a recovery code that confirms the identity works once, and its owner is notified', async () => {
    const { at, user, recoveryCodes } = await enrolled()
    const confirm = () => at.call('POST', '/v1/me/confirm', { code: recoveryCodes[0] })
    expect((await confirm()).status).toBe(200)
    expect((await confirm()).body.error.code).toBe('CODE_WRONG')
    expect((await server.mails(user.email)).at(-1)?.subject).toContain('A recovery code was used')
    const acts = await server.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('subject_id', '=', user.id)
      .where('action', '=', 'user.recovery-code-used')
      .execute()
    expect(acts).toEqual([{ actor_id: user.id }])
  })
  test('wrong codes after the correct password notify the owner but do not lock them out', async () => {
    const { at, user, secret } = await enrolled()
    for (let round = 0; round < 7; round++) {
      const b = browser(user.email)
      await b.signIn()
      for (let i = 0; i < 5; i++) await b.verify('123456')
    }
    expect((await server.mails(user.email)).map((m) => m.subject)).toContain(
      'Incorrect codes for your account · Millwright',
    )
    expect((await at.call('POST', '/v1/me/confirm', { code: codeAt(secret) })).status).toBe(200)
  })
  test('a connected Google account can be disconnected if there is another sign-in method', async () => {
    const { at, user } = await signedInUser()
    const id = crypto.randomUUID()
    const now = new Date().toISOString()
    await server.db
      .insertInto('auth.account')
      .values({ id, accountId: 'g', providerId: 'google', userId: user.id, updatedAt: now })
      .execute()
    const stranger = await signedInUser()
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
  test('reports that an account is deactivated only with the correct password', async () => {
    const { user } = await signedInUser()
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
