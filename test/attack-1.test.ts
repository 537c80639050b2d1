import { afterAll, beforeAll, test } from 'vitest'
import { Secret, TOTP } from 'otpauth'
import { Cookies } from './harness/browser-cookies.ts'
import { tokenIn } from './harness/links.ts'
import { startIssuer } from './harness/oidc.ts'
import { startServer, type TestServer, type World } from './harness/server.ts'

let server: TestServer, world: World, n = 0
const PASSWORD = 'correct horse battery'
const out = (...a: unknown[]) => console.log('ATTACK', ...a.map((x) => (typeof x === 'string' ? x : JSON.stringify(x))))
const CLIENT = 'portal.apps.googleusercontent.com'
let issuer: any
beforeAll(async () => { issuer = await startIssuer(CLIENT, 'GOCSPX-x-secret'); server = await startServer({ TRUSTED_PROXIES: '127.0.0.1', GOOGLE_CLIENT_ID: CLIENT, GOOGLE_CLIENT_SECRET: 'GOCSPX-x-secret', GOOGLE_ISSUER: issuer.url }); world = await server.world() })
afterAll(() => server.close())
const ip = () => `10.${(++n >> 8) & 255}.${n & 255}.1`
const postAt = (s: TestServer) => (path: string, body: object = {}, o: { token?: string; cookie?: string; ip?: string; as?: any; method?: string } = {}) =>
  s.call<any>(o.method ?? 'POST', `/v1${path}`, { body, ...(o.token ? { token: o.token } : {}), ...(o.as ? { as: o.as } : {}), headers: { 'x-forwarded-for': o.ip ?? ip(), ...(o.cookie ? { cookie: o.cookie } : {}) } })
const post = (...a: Parameters<ReturnType<typeof postAt>>) => postAt(server)(...a)
const cookieOf = (h: Headers) => new Cookies().take(h).header
const signIn = (email: string, password = PASSWORD) => post('/auth/sign-in', { email, password })
const user = (email: string, role: any = 'owner') => server.person(world.north.company, role, { email, password: PASSWORD })
const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms))
const wait = async (f: () => Promise<boolean>) => { for (let i = 0; i < 50 && !(await f()); i++) await sleep(40) }


const roleOf = (r: any) => JSON.parse(Buffer.from(r.body.session.access_token.split('.')[1], 'base64url').toString()).role
const stream = async (token: string) => {
  const c = new AbortController(); const state = { open: true, events: 0, ms: 0, status: 0 }; const t0 = Date.now()
  const r = await fetch(`${server.url}/api/v1/events`, { headers: { apikey: server.env.publishableKey, authorization: `Bearer ${token}` }, signal: c.signal })
  state.status = r.status
  ;(async () => { try { for await (const part of r.body as any) if (/event: message/.test(Buffer.from(part).toString())) state.events++ } catch {} state.open = false; state.ms = Date.now() - t0 })()
  return { state, close: () => c.abort() }
}
test('O refresh racing a demotion', async () => {
  let bad = 0, total = 0
  for (let round = 0; round < 10; round++) {
    const v = await user(`victim-o${round}@x.test`, 'owner')
    const ck = cookieOf((await signIn(v.email)).headers)
    const refreshes: Promise<any>[] = []
    let stop = false
    const spin = (async () => { while (!stop) { refreshes.push(post('/auth/refresh', {}, { cookie: ck })); await sleep(2) } })()
    await sleep(20)
    const d = await post(`/users/${v.id}/role`, { role: 'member' }, { as: world.north.owner })
    if (d.status !== 200) out('O ?', d.body)
    stop = true; await spin
    for (const r of await Promise.all(refreshes)) {
      if (r.status !== 200) continue
      total++
      if (roleOf(r) === 'owner' && (await server.call('GET', '/v1/me/profile', { token: r.body.session.access_token })).status === 200) bad++
    }
  }
  out('O tokens with the old role still good', bad, 'of', total)
})
test('O2 made certain', async () => {
  const v = await user('victim-oo@x.test', 'owner')
  const ck = cookieOf((await signIn(v.email)).headers)
  const issue = server.platform.tokens.issue
  let go = () => {}; const hold = new Promise<void>((r) => { go = r }); let reached = () => {}; const at = new Promise<void>((r) => { reached = r })
  server.platform.tokens.issue = (async (a: any) => { reached(); await hold; return issue(a) }) as never
  const r = post('/auth/refresh', {}, { cookie: ck }); await at
  server.platform.tokens.issue = issue
  const d = await post(`/users/${v.id}/deactivate`, {}, { as: world.north.owner })
  await sleep(5); go()
  const s = await r
  out('O2 deactivate', d.status, 'refresh', s.status, 'call with its token', s.status === 200 ? (await server.call('GET', '/v1/me/profile', { token: s.body.session.access_token })).status : '-')
})
test('INV invitations of a deactivated administrator, and bombs', async () => {
  const bad = await server.person(world.provider, 'admin', { email: 'bad-admin@p.test', password: PASSWORD })
  const bt = (await signIn(bad.email)).body.session.access_token
  const i = await post('/invitations', { email: 'private@evil.test', role: 'admin', companyId: world.provider.id }, { token: bt })
  out('INV invite', i.status, i.body.error ?? '')
  out('INV deactivate', (await post(`/users/${bad.id}/deactivate`, {}, { as: world.admin })).status)
  const token = tokenIn((await server.mails('private@evil.test')).at(-1))
  const r = await post('/auth/invitation/accept', { token, fullName: 'Evil Admin', password: 'evil admin secret' })
  out('INV accept', r.status, r.body.error ?? roleOf(r))
  const o = await user('bomber@x.test'); const st: number[] = []
  for (let k = 0; k < 30; k++) {
    const x = await post('/invitations', { email: 'target@bomb.test', role: 'member' }, { as: o }); st.push(x.status)
    if (x.status < 300) await post(`/invitations/${x.body.id}/revoke`, {}, { as: o })
  }
  out('BOMB', [...new Set(st)], 'mails to one stranger', (await server.mails('target@bomb.test')).length)
})
test('SR owner gives roles with a stale session', async () => {
  const o = await user('owner-sr@x.test'); const m = await user('member-sr@x.test', 'member')
  await server.db.updateTable('auth.session').set({ confirmed_at: new Date(Date.now() - 3600e3).toISOString() }).where('userId', '=', o.id).execute()
  out('SR role', (await post(`/users/${m.id}/role`, { role: 'owner' }, { as: o })).status, 'invite owner', (await post('/invitations', { email: 'acc@evil.test', role: 'owner' }, { as: o })).status, 'deactivate other owner', (await post(`/users/${m.id}/deactivate`, {}, { as: o })).status, 'reactivate', (await post(`/users/${m.id}/reactivate`, {}, { as: o })).status)
})
test('S live streams', async () => {
  const v = await user('victim-s@x.test'); const ok = await stream(v.token); await sleep(100)
  await post(`/users/${v.id}/deactivate`, {}, { as: world.north.owner }); await sleep(200)
  out('S deactivated ends stream', ok.state.status, !ok.state.open)
  // the gap between being let in and listening
  const w = await user('victim-s2@x.test'); const call = server.platform.limits.call
  let go = () => {}; const hold = new Promise<void>((r) => { go = r })
  server.platform.limits.call = (async (x: any) => { if (x.userId === w.id) await hold; return call(x) }) as never
  const opening = stream(w.token); await sleep(100)
  await post(`/users/${w.id}/deactivate`, {}, { as: world.north.owner }); await sleep(100); go()
  const s2 = await opening; server.platform.limits.call = call; await sleep(300)
  const before = s2.state.events; const u = await user('x-s@x.test'); await post(`/users/${u.id}/deactivate`, {}, { as: world.north.owner }); await sleep(400)
  out('S2 opened while being deactivated: status', s2.state.status, 'still open', s2.state.open, 'events got', s2.state.events - before); s2.close()
  const boss = await server.person(world.provider, 'admin', { email: 'boss-s@p.test', password: PASSWORD })
  const b = await signIn(boss.email); const ck = new Cookies().take(b.headers)
  const vw = await post(`/users/${world.north.owner.id}/view-as`, { reason: 'testing' }, { token: b.body.session.access_token, cookie: ck.header }); ck.take(vw.headers)
  const s3 = await stream(vw.body.session.access_token); await sleep(100); await post('/auth/stop-viewing', {}, { cookie: ck.header }); await sleep(200)
  out('S3 stop-viewing ends stream', !s3.state.open)
})
test('GL google link survives recovery after a change of address', async () => {
  const google = async () => {
    const ck = new Cookies(); const a = await post('/auth/google', {}); ck.take(a.headers)
    const back = issuer.approve(a.body.url, { sub: 'g-atk', email: 'attacker@gmail.test', email_verified: true, name: 'Atk' })
    return post('/auth/exchange', { code: back.searchParams.get('code'), state: back.searchParams.get('state') }, { cookie: ck.header })
  }
  const a = await google(); await post('/me/email', { email: 'victim-gl@x.test' }, { token: a.body.session.access_token })
  out('GL mail', JSON.stringify((await server.mails('victim-gl@x.test')).at(-1)?.blocks[0]))
  out('GL victim opens link', (await post('/auth/verify-email', { token: tokenIn((await server.mails('victim-gl@x.test')).at(-1)) })).body)
  await post('/auth/recover', { email: 'victim-gl@x.test' }); await wait(async () => (await server.mails('victim-gl@x.test')).length > 1)
  await post('/auth/set-password', { token: tokenIn((await server.mails('victim-gl@x.test')).at(-1)), password: 'victims own secret' })
  const v = await signIn('victim-gl@x.test', 'victims own secret'); const again = await google()
  out('GL attacker by Google', again.status, 'same account', again.body.session?.user.id === v.body.session?.user.id)
})
test('CSRF', async () => {
  const v = await user('csrf@x.test'); const ck = cookieOf((await signIn(v.email)).headers); const res: any = {}
  for (const p of ['/auth/refresh', '/auth/sign-out', '/auth/stop-viewing', '/auth/verify', '/auth/exchange', '/auth/google', '/auth/passkey/options', '/auth/passkey', '/auth/sign-in', '/auth/sign-up', '/auth/recover', '/auth/set-password', '/auth/verify-email', '/auth/invitation/accept']) {
    const bodyFor: any = { '/auth/verify': { code: '123456' }, '/auth/exchange': { code: 'a', state: 'abcdefghij' }, '/auth/passkey': { response: { id: 'a', rawId: 'a', type: 'public-key' } }, '/auth/sign-in': { email: 'a@b.test', password: 'x' }, '/auth/sign-up': { email: 'a@b.test', password: 'long enough pw', fullName: 'Ab' }, '/auth/recover': { email: 'a@b.test' }, '/auth/set-password': { token: 'x', password: 'long enough pw' }, '/auth/verify-email': { token: 'x' }, '/auth/invitation/accept': { token: 'x', fullName: 'Ab', password: 'long enough pw' } }
    const one: number[] = []
    for (const h of [{ origin: 'https://evil.test' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }, { origin: `${server.url}.evil.test` }]) one.push((await server.call<any>('POST', `/v1${p}`, { body: bodyFor[p] ?? {}, headers: { cookie: ck, ...h } as never })).status)
    res[p] = [...new Set(one)].join()
  }
  out('CSRF', res)
})
test('PK passkeys added by an intruder survive the new password', async () => {
  const v = await user('victim-pk@x.test')
  await server.db.insertInto('auth.passkeys').values({ id: crypto.randomUUID(), user_id: v.id, credential_id: 'evil', public_key: Buffer.from('x'), counter: 0, friendly_name: 'evil' }).execute()
  await post('/auth/recover', { email: v.email }); await wait(async () => (await server.mails(v.email)).length > 0)
  out('PK', (await post('/auth/set-password', { token: tokenIn((await server.mails(v.email)).at(-1)), password: 'victims own secret' })).status, 'passkeys left', (await server.db.selectFrom('auth.passkeys').select('id').where('user_id', '=', v.id).execute()).length)
})
test('2F lockout: who knows the password shuts out code, confirm and change of password', async () => {
  const v = await user('victim-2f@x.test'); const own = (await signIn(v.email)).body.session.access_token
  const e = (await post('/me/factors', { friendlyName: 'x' }, { token: own })).body
  const s = await post(`/me/factors/${e.id}/verify`, { code: new TOTP({ secret: Secret.fromBase32(e.totp.secret) }).generate() }, { token: own })
  for (let c = 0; c < 6; c++) { const ck = cookieOf((await signIn(v.email)).headers); for (let g = 0; g < 5; g++) await post('/auth/verify', { code: '000000' }, { cookie: ck }) }
  const t = s.body.session.access_token
  out('2F confirm', (await post('/me/confirm', { password: PASSWORD }, { token: t })).status, 'change password', (await post('/me/password', { current: PASSWORD, password: 'another good secret' }, { token: t })).status, 'mails to the owner about 30 wrong codes', (await server.mails(v.email)).length - 1)
})
