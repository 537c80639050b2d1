// Viewing as another user: for administrators, for a limited time, read-only.
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeTicket } from '../../../../test/factories/tickets.ts'
import { Cookies } from '../../../../test/harness/browser-cookies.ts'
import { type ErrorShape, startServer, type TestServer, type World } from '../../../../test/harness/server.ts'
import type { Session } from '../../../contract/account/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'

type S = { session: z.infer<typeof Session> }
const PASSWORD = 'correct horse battery'
let server: TestServer
let world: World
let n = 0

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

async function administrator() {
  const email = `boss${++n}@provider.test`
  const user = await server.person(world.provider, 'admin', { email, password: PASSWORD, fullName: 'Bo Boss' })
  const cookies = new Cookies()
  const call = async <T = S>(
    method: string,
    path: string,
    { body, token }: { body?: object; token?: string | undefined } = {},
  ) => {
    const r = await server.call<T & ErrorShape>(method, `/v1${path}`, {
      ...(method === 'GET' ? {} : { body: body ?? {} }),
      ...(token ? { token } : {}),
      headers: { cookie: cookies.header },
    })
    cookies.take(r.headers)
    return r
  }
  const { session } = (await call('POST', '/auth/sign-in', { body: { email, password: PASSWORD } })).body
  const look = (userId: string, reason = 'They cannot find their ticket', token = session.access_token) =>
    call('POST', `/users/${userId}/view-as`, { body: { reason }, token })
  return { user, cookies, call, look, token: session.access_token }
}

test('a view shows what the partner sees, who is viewing and why, and changes nothing', async () => {
  const boss = await administrator()
  const { owner, company } = world.north
  const ticket = await makeTicket(server.db, { requester: owner })
  const begun = await boss.look(owner.id)
  expect(begun.status).toBe(200)
  const { session } = begun.body
  expect(session.user.id).toBe(owner.id)
  expect(session.viewing).toMatchObject({ viewer: 'Bo Boss', reason: 'They cannot find their ticket' })
  const left = Date.parse(session.viewing?.until as string) - Date.now()
  expect(left > 29 * 60_000 && left <= 30 * 60_000).toBe(true)
  const token = session.access_token
  expect(decodeJwt(token)).toMatchObject({ sub: owner.id, company: company.id, act: { sub: boss.user.id } })
  expect((await boss.call('GET', `/tickets/${ticket.id}`, { token })).status).toBe(200)
  expect((await boss.call('GET', '/companies', { token })).status).toBe(403)
  for (const [method, path, body] of [
    ['POST', `/tickets/${ticket.id}/messages`, { body: 'As them' }],
    ['POST', '/tickets', { subject: 'x', description: 'x' }],
    ['POST', '/me/password', { password: 'a new long password' }],
    ['POST', '/me/email', { email: 'mine@provider.test' }],
    ['POST', '/me/factors', {}],
    ['POST', `/users/${world.south.owner.id}/view-as`, { reason: 'further on' }],
  ] as const) {
    const r = await boss.call(method, path, { body, token })
    expect(r.status, path).toBe(403)
    if (!path.endsWith('view-as')) expect(r.body.error.code).toBe('VIEW_ONLY')
  }
  const upload = await server.call<ErrorShape>('PUT', '/v1/files', {
    token,
    raw: 'x',
    headers: { 'x-file-name': 'a.txt' },
  })
  expect(upload.body.error.code).toBe('VIEW_ONLY')
  const kept = await server.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'user.view-as')
    .where('actor_id', '=', boss.user.id)
    .execute()
  expect(kept).toMatchObject([
    { company_id: company.id, subject_id: owner.id, reason: 'They cannot find their ticket' },
  ])
  // The viewed user's list of sessions does not include it.
  const theirs = await server.call<{ items: unknown[] }>('GET', '/v1/me/sessions', { as: owner })
  expect(theirs.body.items).toHaveLength(1)
})

test('a view records actions such as downloads for the administrator', async () => {
  const boss = await administrator()
  const { owner, company } = world.north
  const actor = { kind: 'tenant' as const, companyId: company.id, userId: owner.id, role: 'owner' as const }
  await server.platform.db.asActor(actor, (db) =>
    recordAudit(
      db,
      { actor: { ...actor, viewerId: boss.user.id } as typeof actor },
      { companyId: company.id, action: 'export.download', subjectType: 'export', subjectId: crypto.randomUUID() },
    ),
  )
  const row = await server.db
    .selectFrom('audit_log')
    .select(['actor_id', 'actor_role', 'via', 'via_id'])
    .where('action', '=', 'export.download')
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ actor_id: boss.user.id, actor_role: 'admin', via: 'view_as', via_id: owner.id })
})

test('a renewed session stays in the view until viewing is stopped; then none of its tokens is valid', async () => {
  const boss = await administrator()
  const { session } = (await boss.look(world.north.member.id)).body
  const again = await boss.call('POST', '/auth/refresh')
  expect([again.body.session.user.id, Boolean(again.body.session.viewing)]).toEqual([world.north.member.id, true])
  const stopped = await boss.call('POST', '/auth/stop-viewing')
  expect([stopped.body.session.user.id, stopped.body.session.viewing]).toEqual([boss.user.id, undefined])
  for (const token of [session.access_token, again.body.session.access_token])
    expect((await boss.call('GET', '/me/role', { token })).status).toBe(401)
  expect((await boss.call('POST', '/auth/refresh')).body.session.user.id).toBe(boss.user.id)
})

test('a renewal after the view has expired returns the administrator’s own session', async () => {
  const boss = await administrator()
  await boss.look(world.north.member.id)
  await server.db
    .updateTable('auth.session')
    .set({ expiresAt: new Date(Date.now() - 1000).toISOString() })
    .where('viewer_id', '=', boss.user.id)
    .execute()
  expect((await boss.call('POST', '/auth/refresh')).body.session.user.id).toBe(boss.user.id)
})

test('a view ends with the session that started it', async () => {
  const boss = await administrator()
  const { session } = (await boss.look(world.north.member.id)).body
  await boss.call('POST', '/auth/sign-out', { token: session.access_token })
  expect((await boss.call('GET', '/me/role', { token: session.access_token })).status).toBe(401)
  expect((await boss.call('GET', '/me/role', { token: boss.token })).status).toBe(401)
  expect((await boss.call('POST', '/auth/refresh')).status).toBe(401)
  // The audit log names the administrator, not the viewed user.
  const acts = await server.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('action', 'in', ['user.sign-out', 'user.view-as-end'])
    .where('actor_id', 'in', [boss.user.id, world.north.member.id])
    .orderBy('id')
    .execute()
  expect(acts).toEqual([
    { action: 'user.view-as-end', actor_id: boss.user.id },
    { action: 'user.sign-out', actor_id: boss.user.id },
  ])
  // A program without the viewing cookie can end it too.
  const plain = await administrator()
  const theirs = (await plain.look(world.north.member.id)).body.session.access_token
  await server.call('POST', '/v1/auth/sign-out', { token: theirs, body: {} })
  expect((await plain.call('GET', '/me/role', { token: theirs })).status).toBe(401)
  const ended = await server.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('action', 'in', ['user.sign-out', 'user.view-as-end'])
    .where('actor_id', 'in', [plain.user.id, world.north.member.id])
    .execute()
  expect(ended).toEqual([{ action: 'user.view-as-end', actor_id: plain.user.id }])
  // It also ends when the administrator's sessions are ended elsewhere.
  const other = await administrator()
  const view = (await other.look(world.north.member.id)).body.session
  const { endSessions } = await import('../index.ts')
  await endSessions(server.platform, { userId: other.user.id })
  expect((await other.call('GET', '/me/role', { token: view.access_token })).status).toBe(401)
})

test('the cookie of a view is worthless in another administrator’s browser and as a session', async () => {
  const boss = await administrator()
  await boss.look(world.north.owner.id)
  const viewing = boss.cookies.header.split('; ').find((c) => c.startsWith('millwright.viewing=')) as string
  const other = await administrator()
  const r = await server.call<S>('POST', '/v1/auth/refresh', {
    body: {},
    headers: { cookie: `${other.cookies.header}; ${viewing}` },
  })
  expect(r.body.session.user.id).toBe(other.user.id)
  const asSession = `millwright.session_token=${viewing.split('=')[1]}`
  expect((await server.call('POST', '/v1/auth/refresh', { body: {}, headers: { cookie: asSession } })).status).toBe(401)
})

test('only administrators view as others, only as partner users, with a reason and a recent confirmation', async () => {
  const boss = await administrator()
  for (const as of [world.engineer, world.north.owner, world.north.member]) {
    const r = await server.call('POST', `/v1/users/${world.south.owner.id}/view-as`, {
      as,
      body: { reason: 'Because' },
    })
    expect(r.status).toBe(403)
  }
  expect((await boss.look(world.engineer.id)).body.error.code).toBe('NOT_A_PARTNER')
  expect((await boss.look(crypto.randomUUID())).status).toBe(404)
  expect((await boss.look(world.north.owner.id, ' ')).body.error.fields).toEqual({
    reason: ['Enter a reason of at least 3 characters.'],
  })
  const gone = await server.person(world.north.company, 'member')
  await server.db
    .updateTable('profiles')
    .set({ deactivated_at: new Date().toISOString() })
    .where('id', '=', gone.id)
    .execute()
  expect((await boss.look(gone.id)).body.error.code).toBe('ACCOUNT_DISABLED')
  await server.db
    .updateTable('auth.session')
    .set({ confirmed_at: new Date(Date.now() - 11 * 60_000).toISOString() })
    .where('userId', '=', boss.user.id)
    .execute()
  expect((await boss.look(world.north.owner.id)).body.error.code).toBe('CONFIRM_IDENTITY')
})

test('a view shows no unsent drafts, and the user keeps them', async () => {
  const boss = await administrator()
  const { owner } = world.north
  const ticket = await makeTicket(server.db, { requester: owner })
  const places = [{ kind: 'reply', ticketId: ticket.id }, { kind: 'new' }]
  for (const place of places) {
    const body = { ...place, body: 'Not sent yet', fields: null, fileIds: [], revision: null }
    expect((await server.call('PUT', '/v1/drafts', { as: owner, body })).status).toBe(200)
  }
  const token = (await boss.look(owner.id)).body.session.access_token
  for (const place of places) {
    const at = `/drafts?${new URLSearchParams(place as Record<string, string>)}`
    expect((await boss.call<object>('GET', at, { token })).body).toEqual({ draft: null })
    expect((await server.call('GET', `/v1${at}`, { as: owner })).body).toMatchObject({
      draft: { body: 'Not sent yet' },
    })
    expect((await boss.call('PUT', '/drafts', { body: { ...place, body: 'As them' }, token })).status).toBe(403)
  }
})
