// The only administrator, and the only owner of a company, who lost their second factor while it is required.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Cookies } from '../../../test/harness/browser-cookies.ts'
import { ROOT } from '../../../test/harness/process.ts'
import { APP_SECRET } from '../../../test/harness/secrets.ts'
import { type ErrorShape, type Person, startServer, type TestServer } from '../../../test/harness/server.ts'

const PASSWORD = 'correct horse battery 93'
const run = promisify(execFile)
type SignedIn = { factor_required?: true; session?: { access_token: string; two_factor?: object } } & ErrorShape

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** Returns what the command prints, or its error. */
async function command(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const settings = {
    ...{ DATABASE_URL: server.database.ownerUrl, PUBLIC_URL: 'https://portal.example', APP_SECRET },
    ...{ DATA_DIR: server.env.dataDir, PWNED_PASSWORDS_URL: 'off' },
  }
  return run(process.execPath, [path.join(ROOT, 'src/server/admin.ts'), ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings },
  }).then(
    (done) => ({ code: 0, ...done }),
    (e: { code: number; stdout: string; stderr: string }) => e,
  )
}
async function signIn({ email }: Person) {
  const cookies = new Cookies()
  const { body, headers } = await server.call<SignedIn>('POST', '/v1/auth/sign-in', {
    body: { email, password: PASSWORD },
  })
  cookies.take(headers)
  const token = body.session?.access_token
  return {
    body,
    call: (method: string, at: string) =>
      server.call<ErrorShape>(method, `/v1${at}`, {
        ...(token ? { token } : {}),
        ...(method === 'GET' ? {} : { body: {} }),
        headers: { cookie: cookies.header },
      }),
  }
}
/** Gives a person the factors that they then lose. */
async function equip({ id }: Person) {
  await server.db
    .insertInto('auth.factors')
    .values({ id, user_id: id, friendly_name: 'Phone', secret: 'x', status: 'verified' })
    .execute()
  await server.db.insertInto('auth.recovery_codes').values({ user_id: id, code_hash: 'x' }).execute()
  const passkey = { id, user_id: id, credential_id: id, public_key: Buffer.from('x'), counter: 0, friendly_name: 'Key' }
  await server.db.insertInto('auth.passkeys').values(passkey).execute()
  await server.db.updateTable('profiles').set({ second_factor: true }).where('id', '=', id).execute()
}

test('the only administrator gets back in, and must then set up a new factor', async () => {
  const provider = await server.company({ name: 'Provider', is_internal: true })
  const admin = await server.person(provider, 'admin', { email: 'only@provider.test', password: PASSWORD })
  await equip(admin)
  await server.db.insertInto('auth.two_factor_grace').values({ user_id: admin.id, sign_ins: 4 }).execute()
  expect((await signIn(admin)).body.factor_required).toBe(true)

  expect(await command('reset-factors', 'nobody@provider.test')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('nobody@provider.test has no account.'),
  })
  const done = await command('reset-factors', ' ONLY@provider.test')
  expect([done.code, done.stdout]).toEqual([0, expect.stringContaining('1 authenticator app and 1 passkey')])
  expect((await server.call('GET', '/v1/me/role', { as: admin })).status).toBe(401)
  for (const table of ['auth.factors', 'auth.recovery_codes', 'auth.passkeys', 'auth.session'] as const)
    expect(await server.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  const [mail] = await server.mails(admin.email)
  expect(mail?.subject).toBe('An administrator reset your two-factor authentication')
  const acts = await server.db
    .selectFrom('audit_log')
    .select(['action', 'reason'])
    .where('subject_id', '=', admin.id)
    .execute()
  expect(acts).toEqual([{ action: 'user.reset-second-factor', reason: 'npm run admin -- reset-factors' }])

  // Staff of a production server must have a second factor: the grace begins again.
  const back = await signIn(admin)
  expect(back.body.session?.two_factor).toEqual({ due: false, sign_ins_left: 2 })
  expect((await back.call('GET', '/tickets')).status).toBe(200)
  expect(await command('reset-factors', admin.email)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nothing was changed'),
  })
})

test('a sole owner without a factor for whom it becomes required can set one up and do nothing else', async () => {
  const of = await server.company({ name: 'Alone' })
  const owner = await server.person(of, 'owner', { email: 'alone@partner.test', password: PASSWORD })
  expect((await server.call('PUT', '/v1/two-factor', { as: owner, body: { required: true } })).status).toBe(200)
  for (const left of [2, 1, 0])
    expect((await signIn(owner)).body.session?.two_factor).toEqual({ due: false, sign_ins_left: left })
  const late = await signIn(owner)
  expect(late.body.session?.two_factor).toEqual({ due: true, sign_ins_left: 0 })
  expect((await late.call('GET', '/tickets')).body.error.code).toBe('TWO_FACTOR_REQUIRED')
  // Administrators cannot even withdraw the rule.
  const withdrawn = await server.call<ErrorShape>('PUT', '/v1/two-factor', {
    token: late.body.session?.access_token as string,
    body: { required: false },
  })
  expect([withdrawn.status, withdrawn.body.error.code]).toEqual([403, 'TWO_FACTOR_REQUIRED'])
  expect((await late.call('POST', '/me/factors')).status).toBe(200)
})
