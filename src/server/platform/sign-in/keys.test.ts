// API keys: which requests they authorize, and which they do not.
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTicket } from '../../../../test/factories/tickets.ts'
import { type ErrorShape, startServer, type TestServer, type World } from '../../../../test/harness/server.ts'
import { keyHash } from './keys.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

async function key(scopes: string[], more: { expires_at?: string; revoked_at?: string } = {}) {
  const text = `mwk_${crypto.randomUUID()}`
  const { owner, company } = world.north
  const id = uuid()
  await server.db
    .insertInto('api_keys')
    .values({
      company_id: company.id,
      id,
      name: 'Key',
      prefix: text.slice(0, 12),
      hash: keyHash(text),
      scopes,
      created_by: owner.id,
      ...more,
    })
    .execute()
  const call = (method: string, path: string, body?: object) =>
    server.call<ErrorShape & { items: { id: string }[]; requester?: { id: string } }>(method, `/v1${path}`, {
      headers: { 'x-api-key': text, apikey: '' },
      ...(body ? { body } : {}),
    })
  return { id, call }
}

test('an API key allows what its scopes allow, in its own company, without the publishable key', async () => {
  const mine = await makeTicket(server.db, { requester: world.north.owner })
  const theirs = await makeTicket(server.db, { requester: world.south.owner })
  const began = Date.now()
  const { call, id } = await key(['tickets:read'])
  const list = await call('GET', '/tickets')
  expect(list.body.items.map((t) => t.id)).toEqual([mine.id])
  expect((await call('GET', `/tickets/${theirs.id}`)).status).toBe(404)
  expect((await call('GET', `/tickets/${mine.id}`)).status).toBe(200)
  expect((await call('GET', '/tickets.csv')).status).toBe(200)
  const { last_used_at } = await server.db
    .selectFrom('api_keys')
    .select('last_used_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(Date.parse(last_used_at as string)).toBeGreaterThanOrEqual(began)
})
test('an API key allows nothing else', async () => {
  const { call } = await key(['tickets:read'])
  const write = await call('POST', '/tickets', { subject: 'By a program', description: 'Text' })
  expect(write.status).toBe(403)
  expect(write.body.error).toMatchObject({
    message: 'This API key lacks the scope tickets:write.',
    scope: 'tickets:write',
  })
  for (const path of ['/me/profile', '/companies', '/staff', '/events']) {
    const r = await call('GET', path)
    expect(r.status, path).toBe(403)
  }
  const opened = await (await key(['tickets:write'])).call('POST', '/tickets', {
    subject: 'By a program',
    description: 'Text',
  })
  expect([opened.status, opened.body.requester?.id]).toEqual([201, world.north.owner.id])
})
test('an API key allows nothing if it was revoked, has expired, or is unknown or malformed', async () => {
  const { call, id } = await key(['tickets:read'])
  expect((await call('GET', '/tickets')).status).toBe(200)
  await server.db.updateTable('api_keys').set({ revoked_at: new Date().toISOString() }).where('id', '=', id).execute()
  expect((await call('GET', '/tickets')).status).toBe(401)
  const late = await key(['tickets:read'], { expires_at: new Date(Date.now() - 1000).toISOString() })
  expect((await late.call('GET', '/tickets')).status).toBe(401)
  for (const text of ['mwk_unknown', 'x'.repeat(5000), "' or 1=1"]) {
    const r = await server.call('GET', '/v1/tickets', { headers: { 'x-api-key': text, apikey: '' } })
    expect(r.status).toBe(401)
  }
})
test('an API key is ignored if the request has a token, which needs the publishable key', async () => {
  const text = { 'x-api-key': 'anything' }
  expect(
    (await server.call('GET', '/v1/tickets', { as: world.south.owner, headers: { ...text, apikey: '' } })).status,
  ).toBe(401)
  expect((await server.call('GET', '/v1/tickets', { as: world.south.owner, headers: text })).status).toBe(200)
})
test('public operations accept a valid API key instead of the publishable key', async () => {
  const { call } = await key(['tickets:read'])
  expect((await call('GET', '/products')).status).toBe(200)
  const invalid = await server.call('GET', '/v1/products', { headers: { 'x-api-key': 'mwk_unknown', apikey: '' } })
  expect(invalid.status).toBe(401)
  expect((await server.call('GET', '/v1/products', { headers: { apikey: '' } })).status).toBe(401)
})
