// Attacks on other people's accounts. The attacker sends plain HTTP requests and never opens a mailbox.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Cookies } from '../../../test/harness/browser-cookies.ts'
import { tokenIn } from '../../../test/harness/links.ts'
import { startUntilBlocked } from '../../../test/harness/locks.ts'
import {
  type Answer,
  type ErrorShape,
  type Person,
  startServer,
  type TestServer,
  type World,
} from '../../../test/harness/server.ts'

const CHOSEN = 'the attacker chose this'

let server: TestServer
let world: World
let n = 0

beforeAll(async () => {
  server = await startServer({ TRUSTED_PROXIES: '127.0.0.1' })
  world = await server.world()
})
afterAll(() => server.close())

const stranger = () => `victim${++n}@elsewhere.test`

/** Returns a client that keeps its cookies and collects every string in the server's responses. */
function attacker() {
  const cookies = new Cookies()
  const seen = new Set<string>()
  const address = `198.51.100.${++n % 250}`
  const collect = (r: Answer<unknown>) => {
    const texts = [r.text, ...[...r.headers].map(([, value]) => value), ...r.headers.getSetCookie()]
    for (const text of texts) {
      for (const form of [text, decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))])
        for (const part of form.match(/[\w.~+/=-]{16,300}/g) ?? [])
          for (const piece of [part, ...part.split(/[=.]/)]) if (piece.length >= 16) seen.add(piece)
    }
  }
  const call = async <T = object>(method: string, path: string, body: object = {}, token?: string) => {
    const r = await server.call<T & ErrorShape>(method, path, {
      ...(method === 'GET' ? {} : { body }),
      ...(token ? { token } : {}),
      headers: { cookie: cookies.header, 'x-forwarded-for': address },
    })
    cookies.take(r.headers)
    collect(r)
    return r
  }
  return {
    cookies,
    seen,
    call,
    /** Tries every collected string at every route that takes a one-time secret. Returns the calls that succeeded. */
    async tryEverything(): Promise<string[]> {
      const open: string[] = []
      const attempt = async (path: string, body: object) => {
        const r = await call('POST', path, body)
        if (r.status < 300) open.push(`${path} ${JSON.stringify(body)}`)
      }
      const strings = [...seen]
      expect(strings.length).toBeGreaterThan(0)
      for (const token of strings) {
        await attempt('/v1/auth/verify-email', { token })
        await attempt('/v1/auth/verify-email', { token, password: CHOSEN })
        await attempt('/v1/auth/set-password', { token, password: 'a new long password' })
        await attempt('/v1/auth/invitation', { token })
        await attempt('/v1/auth/invitation/accept', { token, fullName: 'Mallory', password: CHOSEN })
        await attempt('/v1/auth/verify', { code: token.slice(0, 40) })
        const me = await call('GET', '/v1/me/profile', {}, token)
        if (me.status < 300) open.push(`bearer ${token}`)
      }
      await attempt('/v1/auth/refresh', {})
      return open
    },
  }
}

/**
 * Returns everything in a response that could distinguish one address from another. Only the length of cookie values
 * counts.
 */
const shapeOf = (r: Answer<unknown>) => ({
  status: r.status,
  body: r.text.replace(/"requestId":"[^"]*"/, ''),
  headers: [...r.headers.keys()].filter((name) => name !== 'set-cookie').sort(),
  cookies: r.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, (value) => `=${value.length}`)),
})
const ways = async (email: string) => ({
  users: await server.db.selectFrom('auth.user').select('id').where('email', '=', email).execute(),
  sessions: await server.db
    .selectFrom('auth.session as s')
    .innerJoin('auth.user as u', 'u.id', 's.userId')
    .select('s.id')
    .where('u.email', '=', email)
    .execute(),
})

describe('signing up with another person’s address', () => {
  test('returns nothing that verifies it, and creates no account or session', async () => {
    const email = stranger()
    const at = attacker()
    const up = await at.call('POST', '/v1/auth/sign-up', { email, password: CHOSEN, fullName: 'Mallory' })
    expect(up.status).toBe(200)
    expect(await at.tryEverything()).toEqual([])
    expect(await ways(email)).toEqual({ users: [], sessions: [] })
    expect((await at.call('POST', '/v1/auth/sign-in', { email, password: CHOSEN })).status).toBe(401)
    // The mailed token is in no response, and this browser's cookie is not the token.
    const token = tokenIn((await server.mails(email))[0])
    expect([...at.seen].filter((text) => text.includes(token))).toEqual([])
  })
  test('asks the real owner for the password, and creates nothing without it', async () => {
    const email = stranger()
    await attacker().call('POST', '/v1/auth/sign-up', { email, password: CHOSEN, fullName: 'Mallory' })
    const token = tokenIn((await server.mails(email))[0])
    const owner = attacker()
    // The owner also signed up in their own browser, but that cookie belongs to another row.
    await owner.call('POST', '/v1/auth/sign-up', { email, password: 'mine and long enough', fullName: 'Vic' })
    expect((await owner.call('POST', '/v1/auth/verify-email', { token })).body.error.code).toBe('PASSWORD_NEEDED')
    expect((await ways(email)).users).toEqual([])
  })
  test('creates the account with the emailed token and the cookie of the same browser', async () => {
    const email = stranger()
    const owner = attacker()
    await owner.call('POST', '/v1/auth/sign-up', { email, password: 'mine and long enough', fullName: 'Vic' })
    const token = tokenIn((await server.mails(email))[0])
    const all = await Promise.all(
      Array.from({ length: 20 }, () => owner.call('POST', '/v1/auth/verify-email', { token })),
    )
    expect(all.filter((r) => r.status === 200)).toHaveLength(1)
    expect((await ways(email)).users).toHaveLength(1)
  })
})

test('a link from an older version creates no account', async () => {
  const email = stranger()
  const { issueToken: issue } = await import('./recovery/one-time.ts')
  const { hashOf } = await import('./credentials.ts')
  const data = { email, fullName: 'Mallory', hash: await hashOf(server.platform, CHOSEN, email) }
  const token = await issue(server.db, { purpose: 'verify-email', data, seconds: 3600 })
  const newer = await issue(server.db, { purpose: 'verify-email', data: { ...data, browser: 'a hash' }, seconds: 3600 })
  await sql.raw(readFileSync('database/earlier/0100_old_verification_links.sql', 'utf8')).execute(server.db)
  const verify = (of: string) => attacker().call('POST', '/v1/auth/verify-email', { token: of, password: CHOSEN })
  expect((await verify(token)).body.error?.code).toBe('TOKEN_INVALID')
  expect((await ways(email)).users).toEqual([])
  expect((await verify(newer)).status).toBe(200)
})

describe('known and unknown addresses', () => {
  // Runs before the recovery test below: recovery sends its mail after the response, and its queries would be counted
  // here.
  test('run the same queries on sign-up', async () => {
    const known = await server.person(world.north.company, 'member', { email: stranger() })
    const counts = []
    for (const email of [known.email, stranger()]) {
      const seen: string[] = []
      const { system } = server.platform.db
      const executor = system.getExecutor()
      const run = executor.executeQuery.bind(executor)
      executor.executeQuery = ((query) => {
        seen.push(query.sql)
        return run(query)
      }) as typeof run
      try {
        await attacker().call('POST', '/v1/auth/sign-up', { email, password: 'long enough to pass', fullName: 'Mo' })
      } finally {
        executor.executeQuery = run
      }
      counts.push(seen)
    }
    expect(counts[0]).toEqual(counts[1])
    expect(counts[0]?.length).toBeGreaterThan(2)
  })
  test('get the same response, headers and cookies on sign-up and recovery', async () => {
    const known = await server.person(world.north.company, 'member', { email: stranger(), password: CHOSEN })
    for (const [path, more] of [
      ['/v1/auth/sign-up', { password: 'long enough to pass', fullName: 'Mallory' }],
      ['/v1/auth/recover', {}],
    ] as const) {
      const answers = []
      for (const email of [known.email, stranger()])
        answers.push(await attacker().call('POST', path, { email, ...more }))
      const [a, b] = answers.map(shapeOf)
      expect(a).toEqual(b)
    }
  })
})

/** Adds to an account everything that an attacker could have added. */
async function plant(userId: string, companyId: string) {
  const { db } = server
  const id = () => crypto.randomUUID()
  const now = new Date().toISOString()
  const passkey = { id: id(), user_id: userId, credential_id: id(), public_key: Buffer.from('key'), counter: 0 }
  await db
    .insertInto('auth.passkeys')
    .values({ ...passkey, friendly_name: 'Laptop of Mallory' })
    .execute()
  await db
    .insertInto('auth.factors')
    .values({ id: id(), user_id: userId, friendly_name: 'App', secret: 'sealed', status: 'verified' })
    .execute()
  await db.updateTable('profiles').set({ second_factor: true }).where('id', '=', userId).execute()
  await db.insertInto('auth.recovery_codes').values({ user_id: userId, code_hash: 'a hash' }).execute()
  await db
    .insertInto('auth.account')
    .values({ accountId: id(), providerId: 'google', userId, updatedAt: now })
    .execute()
  const key = { company_id: companyId, id: id(), name: 'Key of Mallory', prefix: 'mw_', hash: id(), created_by: userId }
  await db
    .insertInto('api_keys')
    .values({ ...key, scopes: ['tickets:read'] })
    .execute()
}
/** Counts the sign-in methods and keys that the account still has. */
async function remaining(userId: string) {
  const { db } = server
  const count = async (table: 'auth.passkeys' | 'auth.factors' | 'auth.recovery_codes') =>
    (await db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length
  const accounts = await db.selectFrom('auth.account').select('providerId').where('userId', '=', userId).execute()
  const keys = await db
    .selectFrom('api_keys')
    .select('id')
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
  return {
    passkeys: await count('auth.passkeys'),
    factors: await count('auth.factors'),
    recoveryCodes: await count('auth.recovery_codes'),
    accounts: accounts.map((a) => a.providerId).sort(),
    keys: keys.length,
  }
}
const CLEAN = { passkeys: 0, factors: 0, recoveryCodes: 0, accounts: ['credential'], keys: 0 }

/**
 * Creates an account that an attacker could have created: its address counts as verified, but its owner never opened a
 * mail.
 */
async function unproven(email = stranger(), placeholder = true) {
  const company = placeholder ? await server.company({ name: 'New Company' }) : world.north.company
  const person = await server.person(company, placeholder ? 'owner' : 'member', { email, password: CHOSEN })
  await server.db.updateTable('auth.user').set({ mailboxProvenAt: null }).where('id', '=', person.id).execute()
  await plant(person.id, company.id)
  return person
}
const recoveryToken = async (email: string) => {
  const links = async () => (await server.mails(email)).filter((m) => m.subject.startsWith('Choose a new password'))
  const before = (await links()).length
  await attacker().call('POST', '/v1/auth/recover', { email })
  await expect.poll(async () => (await links()).length, { interval: 10 }).toBe(before + 1)
  return tokenIn((await links()).at(-1))
}
const invitationToken = async (email: string, role = 'engineer') => {
  const by = role === 'engineer' ? world.admin : world.north.owner
  const r = await server.call('POST', '/v1/invitations', { as: by, body: { email, role } })
  expect(r.status).toBe(201)
  return tokenIn((await server.mails(email)).findLast((m) => m.id.startsWith('invitation')))
}
const removalMails = async (email: string) =>
  (await server.mails(email)).filter((m) => m.subject.startsWith('Previous sign-in methods were removed'))
const acts = async (userId: string) =>
  (
    await server.db.selectFrom('audit_log').select(['action', 'before']).where('subject_id', '=', userId).execute()
  ).filter((a) => a.action === 'user.ways-in-removed')
const dead = async (person: { token: string; email: string }) => {
  expect((await server.call('GET', '/v1/me/role', { token: person.token })).status).toBe(401)
  const r = await attacker().call('POST', '/v1/auth/sign-in', { email: person.email, password: CHOSEN })
  expect(r.status).toBe(401)
}

describe('the first verification of an address', () => {
  test('removes everything another person added, by an invitation to the staff', async () => {
    const squatted = await unproven()
    const token = await invitationToken(squatted.email)
    const owner = attacker()
    const info = await owner.call<{ account: string }>('POST', '/v1/auth/invitation', { token })
    expect(info.body.account).toBe('none')
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        owner.call<{ session: { access_token: string } }>('POST', '/v1/auth/invitation/accept', {
          token,
          fullName: 'Vic Tim',
          password: 'only the owner knows',
        }),
      ),
    )
    const won = all.filter((r) => r.status === 200)
    expect(won).toHaveLength(1)
    expect(await remaining(squatted.id)).toEqual(CLEAN)
    await dead(squatted)
    const session = won[0]?.body.session.access_token as string
    expect((await server.call('GET', '/v1/me/role', { token: session })).body).toEqual({ role: 'engineer' })
    expect((await server.call('GET', '/v1/me/profile', { token: session })).body).toMatchObject({
      full_name: 'Vic Tim',
      company_id: world.provider.id,
    })
    const [mail] = await removalMails(squatted.email)
    expect(JSON.stringify(mail?.blocks)).toContain('Laptop of Mallory')
    expect(JSON.stringify(mail?.blocks)).toContain('Key of Mallory')
    expect(await acts(squatted.id)).toMatchObject([
      {
        before: { passkeys: ['Laptop of Mallory'], authenticatorApp: true, google: true, password: true, sessions: 1 },
      },
    ])
  })
  test('removes it by a password reset, without asking for a factor that nobody verified', async () => {
    for (const placeholder of [true, false]) {
      const squatted = await unproven(stranger(), placeholder)
      const token = await recoveryToken(squatted.email)
      const asked = await server.call('POST', '/v1/auth/recovery', { body: { token } })
      expect(asked.body).toEqual({ codeNeeded: false, removesAll: true, waysIn: [] })
      const set = (password: string) => server.call('POST', '/v1/auth/set-password', { body: { token, password } })
      const all = await Promise.all(Array.from({ length: 20 }, () => set('only the owner knows')))
      expect(all.filter((r) => r.status === 200)).toHaveLength(1)
      expect(await remaining(squatted.id)).toEqual(CLEAN)
      await dead(squatted)
      expect(await removalMails(squatted.email)).toHaveLength(1)
      const r = await attacker().call('POST', '/v1/auth/sign-in', {
        email: squatted.email,
        password: 'only the owner knows',
      })
      expect(r.status).toBe(200)
      // The mailbox is now verified, so the next reset lets the user choose what to keep.
      await plant(squatted.id, squatted.companyId)
      const again = await server.call('POST', '/v1/auth/recovery', {
        body: { token: await recoveryToken(squatted.email) },
      })
      expect(again.body).toMatchObject({ codeNeeded: true, removesAll: false })
    }
  })
  test('removes it by a change of address, and keeps the session that verified the new address', async () => {
    const person = await unproven(stranger(), false)
    const other = attacker()
    const to = stranger()
    expect((await server.call('POST', '/v1/me/email', { as: person, body: { email: to } })).status).toBe(200)
    await expect.poll(async () => (await server.mails(to)).length, { interval: 10 }).toBe(1)
    const token = tokenIn((await server.mails(to))[0])
    // The mail alone is not enough.
    expect((await other.call('POST', '/v1/auth/verify-email', { token })).body.error.code).toBe('SIGN_IN_FIRST')
    const done = await server.call('POST', '/v1/auth/verify-email', { as: person, body: { token } })
    expect(done.body).toEqual({ verified: true, changed: true })
    expect(await remaining(person.id)).toEqual({ ...CLEAN, accounts: [] })
    const sessions = await server.db.selectFrom('auth.session').select('id').where('userId', '=', person.id).execute()
    expect(sessions).toEqual([{ id: person.sessionId }])
    expect(await removalMails(to)).toHaveLength(1)
  })
  test('revokes open invitations that another person sent from the account', async () => {
    const squatted = await unproven()
    const friend = stranger()
    const r = await server.call('POST', '/v1/invitations', { as: squatted, body: { email: friend, role: 'member' } })
    expect(r.status).toBe(201)
    const token = tokenIn((await server.mails(friend)).findLast((m) => m.id.startsWith('invitation')))
    const body = { token: await recoveryToken(squatted.email), password: 'only the owner knows' }
    expect((await server.call('POST', '/v1/auth/set-password', { body })).status).toBe(200)
    expect((await attacker().call('POST', '/v1/auth/invitation', { token })).body.error?.code).toBe('INVITATION_GONE')
    expect(JSON.stringify((await removalMails(squatted.email))[0]?.blocks)).toContain(friend)
  })
  test('revokes keys that a staff account made for a partner before it was verified, and keeps later ones', async () => {
    const staff = await server.person(world.provider, 'engineer', { email: stranger(), password: CHOSEN })
    const { removeSignInMethods } = await import('./recovery/prove-mailbox.ts')
    const keyFor = async (name: string) => {
      const key = {
        company_id: world.north.company.id,
        id: crypto.randomUUID(),
        prefix: 'mwk_',
        hash: crypto.randomUUID(),
      }
      await server.db
        .insertInto('api_keys')
        .values({ ...key, name, created_by: staff.id, scopes: ['runs:write'] })
        .execute()
      return key.id
    }
    const remove = () =>
      server.db
        .transaction()
        .execute((db) => removeSignInMethods({ platform: server.platform, requestId: 'test' }, db, staff.id))
    const names = async () => (await remove()).removed.apiKeys
    await keyFor('Made by the owner')
    expect(await names()).toEqual([])
    await server.db.updateTable('auth.user').set({ mailboxProvenAt: null }).where('id', '=', staff.id).execute()
    const id = await keyFor('Made by Mallory')
    expect((await names()).sort()).toEqual(['Made by Mallory', 'Made by the owner'])
    const entries = await server.db
      .selectFrom('audit_log')
      .select(['company_id', 'action'])
      .where('subject_id', '=', id)
      .execute()
    expect(entries).toEqual([{ company_id: world.north.company.id, action: 'api_key.revoke' }])
  })
  test('never makes an account an administrator while another person can sign in to it', async () => {
    const { createAdministrator } = await import('./create-administrator.ts')
    const person = await server.person(world.provider, 'engineer', { email: stranger(), password: CHOSEN })
    await server.db.updateTable('auth.user').set({ mailboxProvenAt: null }).where('id', '=', person.id).execute()
    await plant(person.id, world.provider.id)
    await createAdministrator(server.platform, person.email)
    expect(await remaining(person.id)).toEqual({ ...CLEAN, accounts: [] })
    await dead(person)
  })
})

describe('joining with a verified account', () => {
  /**
   * Creates a person with a session opened in the given way, everything that `plant` adds, and an invitation. Returns
   * the person and a function that accepts the invitation.
   */
  async function invited(session: { way?: string; two_factor?: string } = {}) {
    const company = await server.company({ name: 'New Company' })
    const person = await server.person(company, 'owner', { email: stranger(), password: CHOSEN })
    await server.db
      .updateTable('auth.session')
      .set({ way: 'password', ...session })
      .where('id', '=', person.sessionId)
      .execute()
    const token = await invitationToken(person.email, 'member')
    await plant(person.id, company.id)
    const accept = (body: object = {}) =>
      server.call<ErrorShape>('POST', '/v1/invitations/accept', { as: person, body: { token, ...body } })
    return { person, accept }
  }
  const sessionsOf = (userId: string) =>
    server.db.selectFrom('auth.session').select('id').where('userId', '=', userId).execute()
  test('keeps only the session, with a new id, and the password that opened it', async () => {
    const { person, accept } = await invited()
    expect((await accept()).status).toBe(200)
    expect(await remaining(person.id)).toEqual(CLEAN)
    const sessions = await sessionsOf(person.id)
    expect(sessions).toHaveLength(1)
    expect(sessions).not.toEqual([{ id: person.sessionId }])
    expect((await server.call('GET', '/v1/me/role', { token: person.token })).status).toBe(401)
    const again = await attacker().call('POST', '/v1/auth/sign-in', { email: person.email, password: CHOSEN })
    expect(again.status).toBe(200)
    expect(JSON.stringify((await removalMails(person.email))[0]?.blocks)).toContain('Laptop of Mallory')
  })
  test('gives the browser the cookie of the new session', async () => {
    const company = await server.company({ name: 'New Company' })
    const person = await server.person(company, 'owner', { email: stranger(), password: CHOSEN })
    const token = await invitationToken(person.email, 'member')
    const at = attacker()
    await at.call('POST', '/v1/auth/sign-in', { email: person.email, password: CHOSEN })
    const mine = await at.call<{ session: { access_token: string } }>('POST', '/v1/auth/refresh')
    const copy = at.cookies.header
    expect((await at.call('POST', '/v1/invitations/accept', { token }, mine.body.session.access_token)).status).toBe(
      200,
    )
    expect((await at.call('POST', '/v1/auth/refresh')).status).toBe(200)
    const old = await server.call('POST', '/v1/auth/refresh', { body: {}, headers: { cookie: copy } })
    expect(old.status).toBe(401)
  })
  test('removes a passkey that was added after the invitation was sent again', async () => {
    const { person, accept } = await invited()
    const resent = await server.db
      .updateTable('invitations')
      .set({ last_sent_at: sql`now() - interval '2 minutes'` })
      .where('email', '=', person.email)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await server.call('POST', `/v1/invitations/${resent.id}/resend`, { as: world.north.owner })).status).toBe(
      200,
    )
    await server.db
      .updateTable('auth.passkeys')
      .set({ created_at: sql`now()` })
      .where('user_id', '=', person.id)
      .execute()
    const token = tokenIn((await server.mails(person.email)).findLast((m) => m.id.startsWith('invitation')))
    expect((await accept({ token })).status).toBe(200)
    expect((await remaining(person.id)).passkeys).toBe(0)
  })
  test('keeps the Google account, or the passkey and authenticator app, that opened the session', async () => {
    const google = await invited({ way: 'google' })
    expect((await google.accept()).status).toBe(200)
    expect(await remaining(google.person.id)).toEqual({ ...CLEAN, accounts: ['google'] })
    const { person, accept } = await invited({ way: 'passkey', two_factor: 'done' })
    const key = await server.db
      .selectFrom('auth.passkeys')
      .select('id')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    await server.db.updateTable('auth.session').set({ passkey_id: key.id }).where('id', '=', person.sessionId).execute()
    expect((await accept()).status).toBe(200)
    expect(await remaining(person.id)).toEqual({ passkeys: 1, factors: 1, recoveryCodes: 1, accounts: [], keys: 0 })
  })
  test('asks for a new password if nothing that opened the session is left', async () => {
    const { person, accept } = await invited({ way: 'passkey' })
    const without = await accept()
    expect([without.status, without.body.error.code]).toEqual([422, 'PASSWORD_NEEDED'])
    expect((await remaining(person.id)).passkeys).toBe(1)
    expect((await accept({ password: 'password1' })).body.error.code).toBe('PASSWORD_WEAK')
    expect((await accept({ password: 'chosen while joining' })).status).toBe(200)
    expect(await remaining(person.id)).toEqual(CLEAN)
    expect((await attacker().call('POST', '/v1/auth/sign-in', { email: person.email, password: CHOSEN })).status).toBe(
      401,
    )
  })
})

test('an unverified account in a company with a name does not join another, and changes nothing', async () => {
  const squatted = await unproven(stranger(), false)
  const token = await server
    .call('POST', '/v1/invitations', {
      as: world.south.owner,
      body: { email: squatted.email, role: 'member' },
    })
    .then(async () => tokenIn((await server.mails(squatted.email)).findLast((m) => m.id.startsWith('invitation'))))
  const before = await remaining(squatted.id)
  const asNew = await attacker().call('POST', '/v1/auth/invitation/accept', {
    token,
    fullName: 'Vic Tim',
    password: 'only the owner knows',
  })
  expect(asNew.body.error?.code).toBe('ACCOUNT_EXISTS')
  const asMe = await server.call<ErrorShape>('POST', '/v1/invitations/accept', { as: squatted, body: { token } })
  expect(asMe.body.error?.code).toBe('ADDRESS_ELSEWHERE')
  expect(await remaining(squatted.id)).toEqual(before)
})

/** Holds a lock on a person's session until `release` is called, so that deleting the session has to wait. */
async function holdSession({ sessionId }: Person) {
  let release = () => {}
  const released = new Promise<void>((ok) => {
    release = ok
  })
  let held = () => {}
  const locked = new Promise<void>((ok) => {
    held = ok
  })
  const done = server.db.transaction().execute(async (db) => {
    await sql`select from auth.session where id = ${sessionId} for update`.execute(db)
    held()
    await released
  })
  await locked
  return async () => {
    release()
    await done
  }
}
const codeOf = (secret: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({ timestamp: at })
/** Starts to set up an authenticator app. */
async function beginApp(as: Person) {
  const body = { factorType: 'totp', friendlyName: 'Authenticator App' }
  const r = await server.call<{ id: string; totp: { secret: string } }>('POST', '/v1/me/factors', { as, body })
  expect(r.status).toBe(200)
  return { path: `/v1/me/factors/${r.body.id}/verify`, secret: r.body.totp.secret }
}
async function setUpApp(as: Person) {
  const { path, secret } = await beginApp(as)
  const body = { code: codeOf(secret, Date.now() - 30_000) }
  const r = await server.call<{ recoveryCodes: string[] }>('POST', path, { as, body })
  expect(r.status).toBe(200)
  return { secret, recoveryCodes: r.body.recoveryCodes }
}
/** Requests the options for a new passkey. Until `restore`, the server accepts any answer of a browser as valid. */
async function beginPasskey(at: ReturnType<typeof attacker>, token: string) {
  expect((await at.call('POST', '/v1/me/passkeys/options', {}, token)).status).toBe(200)
  const made = { credentialId: crypto.randomUUID(), publicKey: new Uint8Array([1]), counter: 0, transports: [] }
  const spy = vi.spyOn(server.platform.webauthn, 'made').mockResolvedValue(made)
  return {
    add: () =>
      at.call(
        'POST',
        '/v1/me/passkeys',
        {
          response: { id: 'a', rawId: 'a', type: 'public-key', response: {}, clientExtensionResults: {} },
          friendlyName: 'Laptop of Mallory',
        },
        token,
      ),
    restore: () => spy.mockRestore(),
  }
}

describe('an old session during', () => {
  const user = () => server.person(world.north.company, 'owner', { email: stranger(), password: CHOSEN })
  /** Starts `first`, which deletes the session, then `second` with the session, and lets both finish. */
  async function race<T>(thief: Person, first: () => Promise<Answer<unknown>>, second: () => Promise<T>): Promise<T> {
    const release = await holdSession(thief)
    const change = await startUntilBlocked(server.db, first)
    const added = await startUntilBlocked(server.db, second)
    await release()
    expect((await change.done).status).toBe(200)
    return added.done
  }
  const reset = async (email: string) => {
    const token = await recoveryToken(email)
    return (owner = attacker()) =>
      owner.call('POST', '/v1/auth/set-password', { token, password: 'only the owner knows' })
  }
  test('a password reset cannot add a passkey', async () => {
    const thief = await user()
    const passkey = await beginPasskey(attacker(), thief.token)
    const r = await race(thief, await reset(thief.email), passkey.add).finally(passkey.restore)
    expect(r.body.error?.code).toBe('CONFIRM_IDENTITY')
    expect((await remaining(thief.id)).passkeys).toBe(0)
  })
  test('a password reset cannot set up an authenticator app', async () => {
    const thief = await user()
    const { path, secret } = await beginApp(thief)
    const verify = () => server.call<ErrorShape>('POST', path, { as: thief, body: { code: codeOf(secret) } })
    const r = await race(thief, await reset(thief.email), verify)
    expect(r.body.error?.code).toBe('CONFIRM_IDENTITY')
    expect((await remaining(thief.id)).recoveryCodes).toBe(0)
  })
  test('a password reset cannot create new recovery codes', async () => {
    const thief = await user()
    const { recoveryCodes } = await setUpApp(thief)
    const owner = attacker()
    const token = await recoveryToken(thief.email)
    const code = recoveryCodes[0]
    expect((await owner.call('POST', '/v1/auth/recovery/verify', { token, code })).status).toBe(200)
    const set = () => owner.call('POST', '/v1/auth/set-password', { token, password: 'only the owner knows' })
    const renew = () => server.call<ErrorShape>('POST', '/v1/me/recovery-codes', { as: thief })
    const r = await race(thief, set, renew)
    expect(r.body.error?.code).toBe('CONFIRM_IDENTITY')
  })
  test('a change of password elsewhere cannot add a passkey', async () => {
    const thief = await user()
    const owner = attacker()
    await owner.call('POST', '/v1/auth/sign-in', { email: thief.email, password: CHOSEN })
    const { body } = await owner.call<{ session: { access_token: string } }>('POST', '/v1/auth/refresh')
    const change = () =>
      owner.call(
        'POST',
        '/v1/me/password',
        { current: CHOSEN, password: 'only the owner knows' },
        body.session.access_token,
      )
    const passkey = await beginPasskey(attacker(), thief.token)
    const r = await race(thief, change, passkey.add).finally(passkey.restore)
    expect(r.body.error?.code).toBe('CONFIRM_IDENTITY')
  })
  test('the first proof of the mailbox cannot create an API key', async () => {
    const squatted = await unproven(stranger())
    const body = { name: 'Key of Mallory', scopes: ['tickets:read'], expiresInDays: null }
    const create = () => server.call<ErrorShape>('POST', '/v1/api-keys', { as: squatted, body })
    const r = await race(squatted, await reset(squatted.email), create)
    expect([r.status, r.body.error?.code]).toEqual([403, 'CONFIRM_IDENTITY'])
    expect(await remaining(squatted.id)).toEqual(CLEAN)
  })
})
