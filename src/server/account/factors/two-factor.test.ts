// Two-factor authentication that a company requires: the grace sign-ins, what is blocked after them, and who decides.
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { Cookies } from '../../../../test/harness/browser-cookies.ts'
import {
  type ErrorShape,
  type Person,
  startServer,
  type TestServer,
  type World,
} from '../../../../test/harness/server.ts'
import type { Session, TwoFactorRule } from '../../../contract/account/index.ts'

type S = { session: z.infer<typeof Session>; factor_required?: true }
type Rule = z.infer<typeof TwoFactorRule>
const PASSWORD = 'correct horse battery'

let server: TestServer
let world: World
let n = 0

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

/** Returns one person's browser: its cookies and its calls. */
function browser(email: string) {
  const cookies = new Cookies()
  let token: string | undefined
  const call = async <T = S>(method: string, path: string, body: unknown = {}) => {
    const r = await server.call<T & ErrorShape>(method, `/v1${path}`, {
      ...(method === 'GET' ? {} : { body }),
      ...(token ? { token } : {}),
      headers: { cookie: cookies.header },
    })
    cookies.take(r.headers)
    const session = (r.body as unknown as Partial<S>).session
    if (session) token = session.access_token
    return r
  }
  return {
    call,
    get token() {
      return token as string
    },
    async signIn() {
      return (await call('POST', '/auth/sign-in', { email, password: PASSWORD })).body.session
    },
  }
}
/** Creates a company with an owner and a member who have passwords. */
async function company() {
  const of = await server.company({ name: `Firm ${++n}` })
  const person = (role: 'owner' | 'member') =>
    server.person(of, role, { email: `${role}${++n}@firm.test`, password: PASSWORD, fullName: `Some ${role}` })
  return { of, owner: await person('owner'), member: await person('member') }
}
const rule = (as: Person, query = '') => server.call<Rule & ErrorShape>('GET', `/v1/two-factor${query}`, { as })
const require = (as: Person, body: object = { required: true }) =>
  server.call<Rule & ErrorShape>('PUT', '/v1/two-factor', { as, body })
const passkeyFor = (userId: string) =>
  server.db
    .insertInto('auth.passkeys')
    .values({
      id: crypto.randomUUID(),
      user_id: userId,
      credential_id: crypto.randomUUID(),
      public_key: Buffer.from('x'),
      counter: 0,
      transports: [],
      friendly_name: 'Key',
    })
    .execute()
/** Sets up an authenticator app in this browser. */
async function enroll(at: ReturnType<typeof browser>) {
  const { id, totp } = (await at.call<{ id: string; totp: { secret: string } }>('POST', '/me/factors')).body
  const app = new TOTP({ secret: Secret.fromBase32(totp.secret) })
  const done = await at.call('POST', `/me/factors/${id}/verify`, { code: app.generate() })
  expect(done.status).toBe(200)
  return { id, app, session: done.body.session }
}

test('allows three sign-ins, counted across browsers, and then only the setup', async () => {
  const { owner, member } = await company()
  expect((await browser(member.email).signIn()).two_factor).toBeUndefined()
  expect((await require(owner)).body).toMatchObject({ required: true, changedBy: 'Some owner', people: 2, without: 2 })
  const first = browser(member.email)
  for (const [at, left] of [
    [first, 2],
    [browser(member.email), 1],
    [first, 0],
  ] as const) {
    expect((await at.signIn()).two_factor).toEqual({ due: false, sign_ins_left: left })
    expect((await at.call('GET', '/tickets')).status).toBe(200)
  }
  const late = browser(member.email)
  expect((await late.signIn()).two_factor).toEqual({ due: true, sign_ins_left: 0 })
  const refused = await late.call('GET', '/tickets')
  expect([refused.status, refused.body.error.code]).toEqual([403, 'TWO_FACTOR_REQUIRED'])
  // An earlier session continues until it ends.
  expect((await first.call('GET', '/tickets')).status).toBe(200)
  // Refreshing the session changes nothing.
  expect((await late.call('POST', '/auth/refresh')).body.session.two_factor?.due).toBe(true)
  expect((await late.call('GET', '/tickets')).status).toBe(403)
  const { session, app } = await enroll(late)
  expect(session.two_factor).toBeUndefined()
  expect((await late.call('GET', '/tickets')).status).toBe(200)
  const next = browser(member.email)
  expect(await next.signIn()).toBeUndefined()
  const code = app.generate({ timestamp: Date.now() + 30_000 })
  expect((await next.call('POST', '/auth/verify', { code })).body.session.two_factor).toBeUndefined()
  expect((await next.call('GET', '/tickets')).status).toBe(200)
})

test('closes every API operation while two-factor authentication is due, except those for the setup', async () => {
  const { of, owner } = await company()
  await require(owner)
  await server.db.insertInto('auth.two_factor_grace').values({ user_id: owner.id, sign_ins: 3 }).execute()
  const at = browser(owner.email)
  await at.signIn()
  type Document = { paths: Record<string, Record<string, { operationId?: string; 'x-roles': string[] }>> }
  const { paths } = (await server.call<Document>('GET', '/openapi.json')).body
  const open: string[] = []
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { 'x-roles': roles }] of Object.entries(methods)) {
      if (!roles.includes('owner')) continue
      const url = `/v1${path.replace(/\{\w+\}/g, of.id)}`
      const r = await server.call<ErrorShape>(method.toUpperCase(), url, {
        token: at.token,
        ...(method === 'get' ? {} : { body: {} }),
      })
      if (r.body.error?.code !== 'TWO_FACTOR_REQUIRED') open.push(`${method.toUpperCase()} ${path}`)
      else expect(r.status, path).toBe(403)
    }
  expect(open.toSorted()).toEqual([
    'GET /me/factors',
    'GET /me/profile',
    'GET /me/role',
    'POST /me/confirm',
    'POST /me/factors',
    'POST /me/factors/{factorId}/verify',
    'POST /me/passkeys',
    'POST /me/passkeys/options',
  ])
  expect((await at.call('POST', '/auth/sign-out')).status).toBe(200)
})

test('refuses to remove the last required factor, but not one of two', async () => {
  const { owner, member } = await company()
  const at = browser(member.email)
  await at.signIn()
  const { id } = await enroll(at)
  await require(owner)
  const off = () => at.call('DELETE', `/me/factors/${id}`)
  const refused = await off()
  expect([refused.status, refused.body.error.code]).toEqual([409, 'FACTOR_REQUIRED'])
  expect((await at.call<{ items: object[] }>('GET', '/me/factors')).body.items).toHaveLength(1)
  await passkeyFor(member.id)
  expect((await off()).status).toBe(200)
  const key = await server.db.selectFrom('auth.passkeys').select('id').where('user_id', '=', member.id).execute()
  expect((await at.call('DELETE', `/me/factors/${key[0]?.id}`)).body.error.code).toBe('FACTOR_REQUIRED')
  await require(owner, { required: false })
  expect((await at.call('DELETE', `/me/factors/${key[0]?.id}`)).status).toBe(200)
})

test('requires an existing passkey: the password alone grants no access and adds no factor', async () => {
  const { owner, member } = await company()
  await passkeyFor(member.id)
  await require(owner)
  const thief = browser(member.email)
  expect((await thief.signIn()).two_factor?.due).toBe(true)
  expect((await thief.call('GET', '/tickets')).body.error.code).toBe('TWO_FACTOR_REQUIRED')
  for (const path of ['/me/factors', '/me/passkeys/options'])
    expect((await thief.call('POST', path)).body.error?.code, path).toBe('CONFIRM_IDENTITY')
  expect((await thief.call('POST', '/me/confirm', { password: PASSWORD })).body.error.code).toBe('FACTOR_NEEDED')
  expect((await thief.call('GET', '/tickets')).status).toBe(403)
})

test('keeps the last required factor after a password reset', async () => {
  const { owner, member } = await company()
  await passkeyFor(member.id)
  await require(owner)
  const { mailPasswordLink } = await import('../mail.ts')
  const token = new URL(await mailPasswordLink(server.platform, member.id)).searchParams.get('token') as string
  const key = await server.db.selectFrom('auth.passkeys').select('id').where('user_id', '=', member.id).execute()
  const ids = key.map((k) => k.id)
  const set = (choice: object) =>
    server.call<ErrorShape>('POST', '/v1/auth/set-password', {
      body: { token, password: 'an entirely new password', ...choice },
    })
  const refused = await set({ remove: ids })
  expect([refused.status, refused.body.error.code]).toEqual([409, 'FACTOR_REQUIRED'])
  // Everything was rolled back: the old password still works, and so does the link.
  expect((await browser(member.email).signIn()).two_factor?.due).toBe(true)
  expect((await set({ keep: ids })).status).toBe(200)
  const left = await server.db.selectFrom('auth.passkeys').select('id').where('user_id', '=', member.id).execute()
  expect(left).toEqual(key)
  await require(owner, { required: false })
  const again = new URL(await mailPasswordLink(server.platform, member.id)).searchParams.get('token')
  const body = { token: again, password: 'one more new password', remove: ids }
  expect((await server.call('POST', '/v1/auth/set-password', { body })).status).toBe(200)
})

test('notifies users and records the change, once', async () => {
  const { of, owner, member } = await company()
  await require(owner)
  await require(owner)
  const subjects = async () => (await server.mails(member.email)).map((m) => m.subject)
  expect(await subjects()).toEqual(['Set up two-factor authentication · Millwright'])
  await require(owner, { required: false })
  expect((await subjects()).at(-1)).toBe('Two-factor authentication is no longer required · Millwright')
  const acts = await server.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('company_id', '=', of.id)
    .where('action', 'like', 'company.two-factor%')
    .orderBy('id')
    .execute()
  expect(acts).toEqual([
    { action: 'company.two-factor-on', actor_id: owner.id },
    { action: 'company.two-factor-off', actor_id: owner.id },
  ])
})

test('lets owners decide for their company and administrators for any, after a recent confirmation', async () => {
  const { of, owner, member } = await company()
  const other = await company()
  for (const as of [member, world.engineer]) {
    expect((await rule(as)).status).toBe(403)
    expect((await require(as)).status).toBe(403)
  }
  const foreign = { companyId: other.of.id, required: true }
  expect((await require(owner, foreign)).status).toBe(404)
  expect((await rule(owner, `?companyId=${other.of.id}`)).status).toBe(404)
  expect((await require(world.admin, { companyId: crypto.randomUUID(), required: true })).status).toBe(404)
  expect((await require(world.admin, foreign)).body).toMatchObject({ company: { id: other.of.id }, required: true })
  expect((await rule(other.owner)).body.required).toBe(true)
  expect((await rule(owner)).body).toMatchObject({ company: { id: of.id }, required: false, changedAt: null })
  await server.db
    .updateTable('auth.session')
    .set({ confirmed_at: new Date(Date.now() - 11 * 60_000).toISOString() })
    .where('userId', '=', owner.id)
    .execute()
  expect((await require(owner)).body.error.code).toBe('CONFIRM_IDENTITY')
})

test('requires a second factor of staff in production by default, and of nobody in the demo', async () => {
  const { isTwoFactorRequired } = await import('./two-factor.ts')
  const required = (mode: 'serve' | 'demo', companyId: string) =>
    isTwoFactorRequired({ env: { ...server.env, mode } }, server.db, companyId)
  const { of } = await company()
  expect(await required('serve', world.provider.id)).toBe(true)
  expect(await required('demo', world.provider.id)).toBe(false)
  expect(await required('serve', of.id)).toBe(false)
  expect((await require(world.admin, { required: false })).body.company.id).toBe(world.provider.id)
  expect(await required('serve', world.provider.id)).toBe(false)
  await require(world.admin, { required: true })
  expect(await required('demo', world.provider.id)).toBe(true)
})

test('restarts the grace period after a new rule or a reset; API keys keep working', async () => {
  const { owner, member } = await company()
  await require(owner)
  const made = await server.call<{ key: string }>('POST', '/v1/api-keys', {
    as: owner,
    body: { name: 'Sync', scopes: ['tickets:read'], expiresInDays: null },
  })
  const grace = () => server.db.selectFrom('auth.two_factor_grace').select('sign_ins').where('user_id', '=', member.id)
  await server.db.insertInto('auth.two_factor_grace').values({ user_id: member.id, sign_ins: 4 }).execute()
  expect((await server.call('GET', '/v1/tickets', { headers: { 'x-api-key': made.body.key } })).status).toBe(200)
  await require(owner, { required: false })
  await require(owner)
  expect((await browser(member.email).signIn()).two_factor).toEqual({ due: false, sign_ins_left: 2 })
  await passkeyFor(member.id)
  const reset = await server.call('POST', `/v1/users/${member.id}/reset-second-factor`, {
    as: world.admin,
    body: { reason: 'Lost the phone' },
  })
  expect(reset.status).toBe(200)
  expect(await grace().execute()).toEqual([])
})
