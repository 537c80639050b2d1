// Rotation of APP_SECRET: what was encrypted and signed before stays valid while APP_SECRET_PREVIOUS is set, and what
// was encrypted again stays valid after it is removed.
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Cookies } from '../../../test/harness/browser-cookies.ts'
import { ROOT } from '../../../test/harness/process.ts'
import { APP_SECRET } from '../../../test/harness/secrets.ts'
import { type ErrorShape, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { checkFormToken, makeFormToken } from '../leads/form-token.ts'
import { readUnsubscribe, unsubscribeLink } from '../notifications/unsubscribe.ts'
import { readEnv, type Secrets } from '../platform/env.ts'
import { signInKey } from '../platform/sign-in/auth.ts'
import { reencryptText, sealText, unsealText } from '../platform/sign-in/seal.ts'
import { createTokens } from '../platform/sign-in/token.ts'
import { madeFor, messageIdOf, readAddress, readMessageId, replyAddress } from '../tickets/mail/mail-address.ts'
import { APP_PURPOSE, newRecoveryCodes } from './factors/codes.ts'
import { describeRotation, reencryptSecrets } from './reencrypt-secrets.ts'

const run = promisify(execFile)
const OLD = 'the secret of these tests before it was rotated'
const PASSWORD = 'correct horse battery 77'
const before: Secrets = { appSecret: OLD }
/** One server with both secrets, and one without the old one. */
let rotated: TestServer
let after: TestServer
let world: World

beforeAll(async () => {
  rotated = await startServer({ APP_SECRET_PREVIOUS: OLD })
  after = await startServer({ PUBLIC_URL: rotated.url }, rotated.database)
  world = await rotated.world()
})
afterAll(async () => {
  await after.close()
  await rotated.close()
})

test('an encrypted text names its key, opens with the previous secret, and is encrypted again once', async () => {
  const both: Secrets = { appSecret: APP_SECRET, appSecretPrevious: OLD }
  const now: Secrets = { appSecret: APP_SECRET }
  const sealed = await sealText(before, 'one', 'text')
  expect(await unsealText(both, 'one', sealed)).toBe('text')
  expect(await unsealText(both, 'two', sealed)).toBeUndefined()
  expect(await unsealText(now, 'one', sealed)).toBeUndefined()
  // The format from before encrypted texts named their key.
  expect(await unsealText(both, 'one', sealed.slice(9))).toBe('text')
  const again = (await reencryptText(both, 'one', sealed)) as string
  expect(again.slice(0, 9)).not.toBe(sealed.slice(0, 9))
  expect(await unsealText(now, 'one', again)).toBe('text')
  expect(await reencryptText(both, 'one', again)).toBe(again)
  expect(await reencryptText(now, 'one', sealed)).toBeUndefined()
  expect(sealed).not.toContain(OLD)
})

test('authenticator apps and Google tokens are encrypted again and work without the previous secret', async () => {
  const user = await rotated.person(world.north.company, 'member', { password: PASSWORD })
  const secret = new Secret({ size: 20 }).base32
  const enroll = (text: string) =>
    rotated.db
      .insertInto('auth.factors')
      .values({ id: crypto.randomUUID(), user_id: user.id, friendly_name: 'Phone', secret: text, status: 'verified' })
      .execute()
  await enroll(await sealText(before, APP_PURPOSE, secret))
  const google = await sealText(before, 'google tokens', 'refresh-token')
  const now = new Date().toISOString()
  await rotated.db
    .insertInto('auth.account')
    .values({ accountId: 'subject', providerId: 'google', userId: user.id, refreshToken: google, updatedAt: now })
    .execute()
  let step = 0
  const signIn = async (server: TestServer) => {
    const cookies = new Cookies()
    const first = await server.call('POST', '/v1/auth/sign-in', { body: { email: user.email, password: PASSWORD } })
    expect(first.body).toMatchObject({ factor_required: true })
    cookies.take(first.headers)
    // Reset the last step, because each step is accepted only once.
    await server.db.updateTable('auth.factors').set({ last_step: 0 }).where('user_id', '=', user.id).execute()
    const code = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate()
    step++
    return (await server.call('POST', '/v1/auth/verify', { body: { code }, headers: { cookie: cookies.header } }))
      .status
  }
  expect(await signIn(rotated)).toBe(200)
  expect(await signIn(after)).toBe(422)
  expect(await reencryptSecrets(rotated.platform)).toMatchObject({ changed: 2, left: 0, unreadable: 0 })
  expect(await reencryptSecrets(rotated.platform)).toMatchObject({ changed: 0, left: 0, unreadable: 0 })
  expect(await signIn(after)).toBe(200)
  expect(step).toBe(3)
  const kept = await after.db
    .selectFrom('auth.account')
    .select('refreshToken')
    .where('userId', '=', user.id)
    .where('providerId', '=', 'google')
    .executeTakeFirstOrThrow()
  expect(await unsealText(after.env, 'google tokens', kept.refreshToken as string)).toBe('refresh-token')
})

test('a rotation that is interrupted half-way loses nothing, and the next run continues', async () => {
  const users = await Promise.all([1, 2].map(() => rotated.person(world.north.company, 'member')))
  for (const { id } of users)
    await rotated.db
      .insertInto('auth.factors')
      .values({
        id,
        user_id: id,
        friendly_name: 'Phone',
        secret: await sealText(before, APP_PURPOSE, `secret of ${id}`),
      })
      .execute()
  const { system } = rotated.platform.db
  let writes = 0
  const cut = new Proxy(system, {
    get(target, name) {
      if (name === 'updateTable' && ++writes === 2) throw new Error('Connection terminated unexpectedly')
      const value = target[name as keyof typeof target] as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const interrupted = { ...rotated.platform, db: { ...rotated.platform.db, system: cut } }
  await expect(reencryptSecrets(interrupted as never)).rejects.toThrow('Connection terminated')
  const stored = async () => {
    const rows = await rotated.db.selectFrom('auth.factors').select(['id', 'secret']).execute()
    return users.map(({ id }) => rows.find((row) => row.id === id)?.secret as string)
  }
  const readable = async (secrets: Secrets) =>
    (await Promise.all((await stored()).map((text) => unsealText(secrets, APP_PURPOSE, text)))).filter(Boolean).length
  expect([await readable(rotated.env), await readable(after.env), await readable(before)]).toEqual([2, 1, 1])
  expect(await reencryptSecrets(rotated.platform)).toMatchObject({ changed: 1, left: 0, unreadable: 0 })
  expect([await readable(rotated.env), await readable(after.env)]).toEqual([2, 2])
})

test('npm run admin -- rotate says what it did, what is left and what cannot be read', async () => {
  const [old, lost] = await Promise.all([1, 2].map(() => rotated.person(world.north.company, 'member')))
  const enroll = async (id: string, secrets: Secrets) =>
    rotated.db
      .insertInto('auth.factors')
      .values({ id, user_id: id, friendly_name: 'Phone', secret: await sealText(secrets, APP_PURPOSE, 'text') })
      .execute()
  const ids = [old, lost].map((user) => user?.id as string) as [string, string]
  await enroll(ids[0], before)
  await enroll(ids[1], { appSecret: 'a secret from before the one before' })
  await rotated.db.insertInto('auth.recovery_codes').values({ user_id: ids[0], code_hash: 'x' }).execute()
  const admin = async (...args: string[]) => {
    const settings = {
      DATABASE_URL: rotated.database.ownerUrl,
      PUBLIC_URL: 'https://portal.example',
      APP_SECRET,
      APP_SECRET_PREVIOUS: OLD,
      DATA_DIR: rotated.env.dataDir,
    }
    const { PATH, NODE_COMPILE_CACHE } = process.env
    return run(process.execPath, [path.join(ROOT, 'src/server/admin.ts'), ...args], {
      env: { PATH, NODE_COMPILE_CACHE, ...settings },
    }).catch((e: { code: number; stdout: string; stderr: string }) => e)
  }
  const { stdout } = await admin('rotate')
  expect(stdout).toMatch(/^Encrypted 1 secret with the new APP_SECRET\.$/m)
  expect(stdout).toMatch(/^1 secret can’t be decrypted with APP_SECRET or APP_SECRET_PREVIOUS\./m)
  expect(stdout).toMatch(/^\d+ users? ha(s|ve) unused recovery codes\./m)
  expect(stdout).not.toMatch(/No encrypted secret needs/)
  await rotated.db.deleteFrom('auth.factors').where('id', '=', ids[1]).execute()
  const again = await admin('rotate')
  expect(again.stdout).toMatch(/^Encrypted 0 secrets/)
  expect(again.stdout).toMatch(/^No encrypted secret needs APP_SECRET_PREVIOUS anymore\.$/m)
  expect(describeRotation({ changed: 1, left: 2, unreadable: 0, withRecoveryCodes: 0 }, rotated.env)).toContain(
    '2 secrets still need APP_SECRET_PREVIOUS. Run this command again.',
  )
})

test('recovery codes work until the previous secret is removed', async () => {
  const user = await rotated.person(world.north.company, 'member', { password: PASSWORD })
  const codes = await newRecoveryCodes({ env: { ...rotated.env, ...before } } as never, rotated.db as never, user.id)
  const { acceptCode } = await import('./factors/codes.ts')
  expect(await acceptCode(after.platform, user.id, codes[0] as string)).toBe(false)
  expect(await acceptCode(rotated.platform, user.id, codes[0] as string)).toBe('recovery')
  expect(await acceptCode(rotated.platform, user.id, codes[0] as string)).toBe(false)
})

test('sessions continue: cookie, access token and publishable key', async () => {
  const user = await rotated.person(world.north.company, 'member', {
    email: 'rotated@partner.test',
    password: PASSWORD,
  })
  const cookies = new Cookies()
  const signedIn = await rotated.call('POST', '/v1/auth/sign-in', { body: { email: user.email, password: PASSWORD } })
  cookies.take(signedIn.headers)
  // Signed as the library did with the previous secret.
  const name = /([\w-]*\.session_token)=([^;]+)/.exec(cookies.header) as RegExpExecArray
  const value = decodeURIComponent(name[2] as string)
  const token = value.slice(0, value.lastIndexOf('.'))
  const signedBy = (secret: string) =>
    `${name[1]}=${encodeURIComponent(`${token}.${createHmac('sha256', signInKey(secret)).update(token).digest('base64')}`)}`
  const refresh = (server: TestServer, cookie: string) =>
    server.call('POST', '/v1/auth/refresh', { body: {}, headers: { cookie } }).then((r) => r.status)
  expect(await refresh(rotated, signedBy(APP_SECRET))).toBe(200)
  expect(await refresh(rotated, signedBy(OLD))).toBe(200)
  expect(await refresh(rotated, `a=b; ${signedBy(OLD)}; c=d`)).toBe(200)
  expect(await refresh(rotated, signedBy('some other secret that nobody ever had'))).toBe(401)
  expect(await refresh(after, signedBy(OLD))).toBe(401)

  const access = await createTokens(before, rotated.env.publicUrl).issue({
    kind: 'tenant',
    companyId: user.companyId,
    userId: user.id,
    role: 'member',
    sessionId: user.sessionId,
  })
  expect((await rotated.call('GET', '/v1/me/role', { token: access.token })).status).toBe(200)
  expect((await after.call<ErrorShape>('GET', '/v1/me/role', { token: access.token })).status).toBe(401)

  const old = readEnv('serve', {
    DATABASE_URL: rotated.database.ownerUrl,
    PUBLIC_URL: 'https://portal.example',
    APP_SECRET: OLD,
  }).publishableKey
  const withKey = (server: TestServer) =>
    server.call('GET', '/v1/me/role', { as: user, headers: { apikey: old } }).then((r) => r.status)
  expect([await withKey(rotated), await withKey(after)]).toEqual([200, 401])
})

test('links and addresses in earlier emails still work', () => {
  const old = { ...rotated.env, ...before, appSecretPrevious: undefined, inbound: { domain: 'reply.example' } as never }
  const target = { u: crypto.randomUUID(), k: 'digest' } as const
  const link = unsubscribeLink(old, target).split('/').at(-1) as string
  expect(readUnsubscribe(rotated.env, link)).toEqual(target)
  expect(readUnsubscribe(after.env, link)).toBeUndefined()
  const ticket = crypto.randomUUID()
  const who = { email: 'pat@partner.test' }
  const address = readAddress(replyAddress(old, 'reply', ticket, who) as string, 'reply.example')
  if (!address) throw new Error('Not read.')
  expect([madeFor(rotated.env, address, who), madeFor(after.env, address, who)]).toEqual([true, false])
  const id = messageIdOf(old, 'reply', ticket, crypto.randomUUID())
  expect(readMessageId(rotated.env, id)).toEqual({ lane: 'reply', ticketId: ticket })
  expect(readMessageId(after.env, id)).toBeUndefined()
  const form = makeFormToken({ env: old }, Date.now() - 10_000)
  expect([checkFormToken(rotated.platform, form), checkFormToken(after.platform, form)]).toEqual(['good', 'robot'])
})

test('a malicious cookie header costs nothing during a rotation', async () => {
  // Close to the maximum length of a header. If the time grew with the cube of that length, this would reach the time
  // limit of the test.
  const filler = `;${' '.repeat(12_000)}`
  const answer = await rotated.call('POST', '/v1/auth/refresh', { body: {}, headers: { cookie: `a=b${filler};c=d` } })
  expect(answer.status).toBe(401)
})
