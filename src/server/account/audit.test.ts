// Every act on accounts and sessions is in the audit log once, with the user who did it.
import { readdirSync, readFileSync } from 'node:fs'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Cookies } from '../../../test/harness/browser-cookies.ts'
import { tokenIn } from '../../../test/harness/links.ts'
import { type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { contract } from '../../contract/index.ts'

const PASSWORD = 'correct horse battery 91'
const NEXT = 'another horse battery 92'

/** The audit log entries of each operation that changes something, or why it writes none. */
const WRITES: Record<string, string[] | string> = {
  'account.signIn': ['user.sign-in', 'user.sign-in-failed'],
  'account.verify': ['user.sign-in', 'user.sign-in-failed', 'user.recovery-code-used'],
  'account.google': 'leads to Google; nothing has changed yet',
  'account.exchange': ['user.sign-in', 'user.google-on'],
  'account.passkeyOptions': 'gives a challenge',
  'account.passkey': ['user.sign-in'],
  'account.signUp': 'there is no account before the address is verified',
  'account.verifyEmail': ['user.email', 'company.create'],
  'account.recover': 'sends a mail; setting the password is what counts',
  'account.readRecovery': 'reads what a link needs; nothing has changed yet',
  'account.verifyRecovery': ['user.recovery-code-used'],
  'account.setPassword': ['user.password-reset'],
  'account.refresh': 'continues a session',
  'account.signOut': ['user.sign-out', 'user.view-as-end'],
  'account.updateProfile': ['profile.edit'],
  'account.enroll': 'counts once it is verified',
  'account.verifyFactor': ['user.factor-on'],
  'account.unenroll': ['user.factor-off', 'user.passkey-off'],
  'account.unlink': ['user.google-off'],
  'account.renewRecoveryCodes': ['user.recovery-codes'],
  'account.newPasskeyOptions': 'gives a challenge',
  'account.addPasskey': ['user.passkey-on'],
  'account.endSession': ['user.end-session'],
  'account.endOtherSessions': ['user.end-other-sessions'],
  'account.changePassword': ['user.password'],
  'account.changeEmail': 'sends a mail; the change is verifyEmail',
  'account.confirm': ['user.recovery-code-used'],
  'account.setTwoFactorRule': ['company.two-factor-on', 'company.two-factor-off'],
  'account.viewAs': ['user.view-as'],
  'account.stopViewing': ['user.view-as-end'],
  'people.invite': ['invitation.send'],
  'people.resend': ['invitation.resend'],
  'people.revoke': ['invitation.revoke'],
  'people.readInvitation': 'reads',
  'people.acceptInvitation': ['invitation.accept'],
  'people.acceptAsMe': ['invitation.accept'],
  'people.setRole': ['user.role'],
  'people.deactivate': ['user.deactivate'],
  'people.reactivate': ['user.reactivate'],
  'people.endSessions': ['user.end-sessions'],
  'people.move': ['user.move'],
  'people.resetFactors': ['user.reset-second-factor'],
}

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

const actsOn = async (id: string) =>
  (
    await server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'ip', 'request_id', 'after'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
  ).map((a) => ({ ...a, action: a.action }))
const actionsOn = async (id: string) => (await actsOn(id)).map((a) => a.action)

function browser(person: Person) {
  const cookies = new Cookies()
  let token: string | undefined
  const call = async <T = object>(method: string, path: string, body: object = {}) => {
    const r = await server.call<T & { session?: { access_token: string } }>(method, `/v1${path}`, {
      ...(method === 'GET' ? {} : { body }),
      ...(token ? { token } : {}),
      headers: { cookie: cookies.header },
    })
    cookies.take(r.headers)
    token = r.body.session?.access_token ?? token
    return r
  }
  const signIn = (password = PASSWORD) => call('POST', '/auth/sign-in', { email: person.email, password })
  return { call, signIn }
}

test('every account and user operation is listed here, and the code records each action', () => {
  const operations = (['account', 'people'] as const).flatMap((module) =>
    Object.entries(contract[module])
      .filter(([, op]) => (op as { '~orpc': { route: { method?: string } } })['~orpc'].route.method !== 'GET')
      .map(([name]) => `${module}.${name}`),
  )
  expect(Object.keys(WRITES).sort()).toEqual(operations.sort())
  const source = ['account', 'people'].flatMap((folder) =>
    readdirSync(`src/server/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((f) => f.endsWith('.ts') && !f.endsWith('.test.ts'))
      .map((f) => readFileSync(`src/server/${folder}/${f}`, 'utf8')),
  )
  for (const action of new Set(
    Object.values(WRITES)
      .flat()
      .filter((w) => /^\w+\.[\w-]+$/.test(w)),
  ))
    expect(
      source.some((text) => text.includes(`'${action}'`)),
      action,
    ).toBe(true)
})

test('records what users do to their own account', async () => {
  const person = await server.person(world.north.company, 'member', { email: 'acts@partner.test', password: PASSWORD })
  const did = () => actionsOn(person.id)
  const one = browser(person)
  const two = browser(person)
  expect((await one.signIn()).status).toBe(200)
  await two.signIn()
  expect(await did()).toEqual(['user.sign-in', 'user.sign-in'])
  expect((await actsOn(person.id))[0]).toMatchObject({
    actor_id: person.id,
    ip: '127.0.0.1',
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    after: { way: 'password', secondFactor: false },
  })
  await one.call('POST', '/me/sessions/end-others')
  await one.call('POST', '/me/password', { current: PASSWORD, password: NEXT })
  const begun = await one.call<{ id: string; totp: { secret: string } }>('POST', '/me/factors', {
    factorType: 'totp',
    friendlyName: 'Phone',
  })
  const code = new TOTP({ secret: Secret.fromBase32(begun.body.totp.secret), digits: 6, period: 30 }).generate()
  await one.call('POST', `/me/factors/${begun.body.id}/verify`, { code })
  const codes = await one.call<{ recoveryCodes: string[] }>('POST', '/me/recovery-codes')
  const three = browser(person)
  await three.signIn(NEXT)
  await three.call('POST', '/auth/verify', { code: codes.body.recoveryCodes[0] })
  await one.call('DELETE', `/me/factors/${begun.body.id}`)
  await one.call('POST', '/auth/sign-out')
  expect((await did()).slice(2)).toEqual([
    'user.end-other-sessions',
    'user.password',
    'user.factor-on',
    'user.recovery-codes',
    'user.sign-in',
    'user.recovery-code-used',
    'user.factor-off',
    'user.sign-out',
  ])
  const whole = JSON.stringify(await actsOn(person.id))
  for (const secret of [PASSWORD, NEXT, begun.body.totp.secret, ...codes.body.recoveryCodes])
    expect(whole).not.toContain(secret)
})

test('records a password set through an email link', async () => {
  const person = await server.person(world.north.company, 'member', {
    email: 'forgot@partner.test',
    password: PASSWORD,
  })
  await server.call('POST', '/v1/auth/recover', { body: { email: person.email } })
  await expect.poll(async () => (await server.mails(person.email)).length).toBe(1)
  const token = tokenIn((await server.mails(person.email))[0])
  await server.call('POST', '/v1/auth/set-password', { body: { token, password: NEXT } })
  expect(await actionsOn(person.id)).toContain('user.password-reset')
})

test('records wrong passwords once an hour per account', async () => {
  const person = await server.person(world.north.company, 'member', {
    email: 'guessed@partner.test',
    password: PASSWORD,
  })
  const other = await server.person(world.north.company, 'member', { email: 'quiet@partner.test', password: PASSWORD })
  const guess = (email: string) =>
    server.call('POST', '/v1/auth/sign-in', { body: { email, password: 'wrong password' } }).then((r) => r.status)
  expect(await Promise.all(Array.from({ length: 5 }, () => guess(person.email)))).toEqual(Array(5).fill(401))
  expect(await guess('nobody@partner.test')).toBe(401)
  await expect.poll(() => actionsOn(person.id)).toEqual(['user.sign-in-failed'])
  expect(await guess(person.email)).toBe(401)
  // Wait for the entry of a later failure of another user. A second entry for this user would have been written by
  // then.
  expect(await guess(other.email)).toBe(401)
  await expect.poll(() => actionsOn(other.id)).toEqual(['user.sign-in-failed'])
  expect(await actionsOn(person.id)).toEqual(['user.sign-in-failed'])
})

test('records what administrators do to others', async () => {
  const boss = await server.person(world.provider, 'admin', { email: 'boss@provider.test', password: PASSWORD })
  const target = await server.person(world.south.company, 'member', { email: 'target@partner.test' })
  const at = browser(boss)
  await at.signIn()
  const done = async (path: string, body: object = {}) => {
    const r = await at.call('POST', `/users/${target.id}/${path}`, body)
    expect(r.status, path).toBe(200)
  }
  await done('role', { role: 'owner' })
  await done('end-sessions')
  await done('deactivate')
  await done('reactivate')
  await done('view-as', { reason: 'They cannot find their ticket' })
  await at.call('POST', '/auth/stop-viewing')
  const acts = await actsOn(target.id)
  expect(acts.map((a) => a.action)).toEqual([
    'user.role',
    'user.end-sessions',
    'user.deactivate',
    'user.reactivate',
    'user.view-as',
  ])
  for (const act of acts) expect(act.actor_id).toBe(boss.id)
  expect(await actionsOn(boss.id)).toEqual(['user.sign-in', 'user.view-as-end'])
})
