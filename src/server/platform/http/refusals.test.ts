// Every kind of refusal over HTTP: each logs one line with the caller and the reason, and no secrets.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeUser } from '../../../../test/factories/people.ts'
import { APP_SECRET } from '../../../../test/harness/secrets.ts'
import { type Person, startServer, type TestServer, type World } from '../../../../test/harness/server.ts'
import { createLogger } from '../observability/log.ts'
import { keyHash } from '../sign-in/keys.ts'

type Line = { reason?: string; requestId?: string; [more: string]: unknown }
const INBOUND_MAIL_SECRET = 'the secret of the mail provider 7261'
const WEBHOOK = 'whsec_ofthetests0000'
const API_KEY = 'mwk_refusals_0123456789abcdefghij'
const PASSWORD = 'correct horse battery 51'

let server: TestServer
let world: World
let member: Person
/** The log output. */
let written = ''
const lines = (): Line[] =>
  written
    .split('\n')
    .filter(Boolean)
    .map((l) => JSON.parse(l))
    .filter((l) => l.event === 'refused')

beforeAll(async () => {
  server = await startServer({
    TRUSTED_PROXIES: '127.0.0.1',
    INBOUND_DOMAIN: 'reply.example',
    INBOUND_MAIL_SECRET,
    STRIPE_SECRET_KEY: 'sk_test_refusals00000',
    STRIPE_WEBHOOK_SECRET: WEBHOOK,
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    LOG_LEVEL: 'silent',
  })
  world = await server.world()
  member = world.north.member
  const log = createLogger('info')
  // Use the serializer and the redaction of the real log, but write into a string.
  const stream = Object.getOwnPropertySymbols(log).find((s) => s.description === 'pino.stream') as symbol
  ;(log as unknown as Record<symbol, object>)[stream] = {
    write: (text: string) => {
      written += text
    },
  }
  for (const level of ['debug', 'info', 'warn', 'error'] as const)
    vi.spyOn(server.platform.log, level).mockImplementation(log[level].bind(log) as never)
  await server.db
    .insertInto('api_keys')
    .values({
      id: crypto.randomUUID(),
      company_id: world.north.company.id,
      name: 'Key',
      prefix: 'mwk_ref',
      hash: keyHash(API_KEY),
      scopes: ['tickets:read'],
      created_by: world.north.owner.id,
    })
    .execute()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
})

const post = (path: string, body: string, headers: Record<string, string>) =>
  fetch(server.url + path, { method: 'POST', body, headers })
const api = (method: string, path: string, headers: Record<string, string>, body?: object) =>
  server.call(method, path, { headers, ...(body ? { body } : {}) })

test('each rejected request logs one line with its reason and caller, without secrets', async () => {
  const user = await makeUser(server.db, { companyId: world.north.company.id, role: 'member', password: PASSWORD })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const { token } = member
  const [head, payload] = token.split('.') as [string, string]
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
  const expired = (
    await server.platform.tokens.issue(
      {
        kind: 'tenant',
        companyId: member.companyId,
        userId: member.id,
        role: 'member',
        sessionId: crypto.randomUUID(),
      },
      { at: Date.now() - 3_600_000 },
    )
  ).token
  const gone = await server.person(world.north.company, 'member')
  await server.platform.revocations.add({ sessionId: gone.sessionId })
  const viewing = (
    await server.platform.tokens.issue({
      kind: 'tenant',
      companyId: member.companyId,
      userId: member.id,
      role: 'member',
      sessionId: crypto.randomUUID(),
      viewerId: world.admin.id,
    })
  ).token
  const flooded = await server.person(world.north.company, 'member')
  const flood = async () => {
    // Do this immediately before the request: the rate limit's window is ten seconds.
    for (let i = 0; i < 2_000; i++) await server.platform.limits.call({ userId: flooded.id })
    return api('GET', '/v1/me/role', bearer(flooded.token))
  }
  const wrong = 'wrong-password-typed-here'
  const key = { 'x-api-key': API_KEY }

  const kinds: [reason: string, ask: () => Promise<{ status: number }>, status: number, more?: object][] = [
    ['no_publishable_key', () => fetch(`${server.url}/api/v1/tickets`), 401],
    ['wrong_publishable_key', () => api('GET', '/v1/tickets', { apikey: 'pk_guessed_5551' }), 401],
    ['no_token', () => api('GET', '/v1/tickets', {}), 401],
    ['invalid_token', () => api('GET', '/v1/tickets', bearer('garbage-token-771')), 401],
    ['invalid_token', () => api('GET', '/v1/tickets', bearer(none)), 401],
    ['invalid_token', () => api('GET', '/v1/tickets', bearer(`${head}.${payload}.AAAA`)), 401],
    ['expired_token', () => api('GET', '/v1/tickets', bearer(expired)), 401],
    ['revoked_token', () => api('GET', '/v1/tickets', bearer(gone.token)), 401, { userId: gone.id }],
    [
      'wrong_role',
      () => api('GET', '/v1/leads', bearer(token)),
      403,
      { userId: member.id, role: 'member', via: 'session' },
    ],
    [
      'wrong_role',
      () => server.call('POST', '/rpc/leads/list', { as: member, body: { json: {} } }),
      403,
      { userId: member.id },
    ],
    [
      'view_only',
      () => api('POST', '/v1/tickets', bearer(viewing), {}),
      403,
      { viewerId: world.admin.id, via: 'view as' },
    ],
    ['bad_api_key', () => api('GET', '/v1/tickets', { 'x-api-key': 'mwk_guessed_9913' }), 401],
    ['wrong_scope', () => api('GET', '/v1/contacts', key), 403, { via: 'api key', companyId: world.north.company.id }],
    ['wrong_scope', () => api('GET', '/v1/me/role', key), 403, { via: 'api key' }],
    ['too_many_requests', flood, 429],
    ['wrong_role', () => api('GET', '/v1/leads.csv', bearer(token)), 403, { userId: member.id }],
    [
      'cross_origin',
      () => api('POST', '/v1/auth/sign-in', { origin: 'https://evil.example' }, { email: user.email, password: wrong }),
      403,
    ],
    [
      'wrong_password',
      () => api('POST', '/v1/auth/sign-in', {}, { email: user.email, password: wrong }),
      401,
      { account: user.email },
    ],
    ['wrong_factor', () => api('POST', '/v1/auth/verify', {}, { code: '918273' }), 401],
    [
      'bad_signature',
      () => post('/webhooks/stripe', '{"secret":"body-4242"}', { 'stripe-signature': 't=1,v1=forged' }),
      400,
    ],
    [
      'bad_signature',
      () =>
        post('/webhooks/mail', 'a mail', {
          'content-type': 'message/rfc822',
          authorization: 'Bearer guessed-mail-secret',
        }),
      401,
    ],
  ]
  for (const [reason, ask, status, more = {}] of kinds) {
    const before = lines().length
    const r = await ask()
    expect(r.status, reason).toBe(status)
    const now = lines().slice(before)
    expect(
      now.map((l) => l.reason),
      reason,
    ).toEqual([reason])
    expect(now[0]).toMatchObject({
      event: 'refused',
      status,
      address: '127.0.0.1',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      route: expect.stringMatching(/^\/(api|webhooks)\//),
      ...more,
    })
  }
  // The request id is the one in the response.
  const told = await server.call<{ error: { requestId: string } }>('GET', '/v1/tickets')
  expect(lines().at(-1)?.requestId).toBe(told.body.error.requestId)

  // Responses that are not refusals are not logged.
  const before = lines().length
  await api('GET', '/v1/tickets?limit=0', bearer(token))
  await api('GET', `/v1/tickets/${crypto.randomUUID()}`, bearer(token))
  await fetch(`${server.url}/api/nothing`, { headers: { apikey: server.env.publishableKey } })
  expect(lines().length).toBe(before)

  const secrets = [
    token,
    expired,
    gone.token,
    viewing,
    none,
    API_KEY,
    PASSWORD,
    wrong,
    WEBHOOK,
    INBOUND_MAIL_SECRET,
    APP_SECRET,
  ]
  const guesses = [
    'pk_guessed_5551',
    'garbage-token-771',
    'mwk_guessed_9913',
    '918273',
    'body-4242',
    'forged',
    'guessed-mail-secret',
  ]
  for (const secret of [...secrets, ...guesses]) expect(written.includes(secret), secret).toBe(false)

  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  for (const reason of new Set(kinds.map(([r]) => r)))
    expect(metrics).toMatch(new RegExp(`requests_refused_total\\{reason="${reason}"\\} [1-9]`))
})

test('a rejected request for figures logs one line without the token', async () => {
  const from = { 'x-forwarded-for': '203.0.113.9' }
  for (const [reason, more] of [
    ['no_metrics_token', {}],
    ['wrong_metrics_token', { authorization: 'Bearer guessed-metrics-token' }],
  ] as const) {
    const before = lines().length
    const r = await fetch(`${server.url}/metrics`, { headers: { ...from, ...more } })
    expect(r.status).toBe(404)
    expect(lines().slice(before)).toMatchObject([
      { reason, status: 404, route: '/metrics', address: '203.0.113.9', requestId: r.headers.get('x-request-id') },
    ])
  }
  expect(written).not.toContain('guessed-metrics-token')
})

test('a wrong code for a password reset logs one line', async () => {
  const user = await makeUser(server.db, { companyId: world.north.company.id, role: 'member', password: PASSWORD })
  const link = 'the-secret-of-a-reset-link'
  await server.db
    .insertInto('auth.one_time')
    .values({
      hash: createHash('sha256').update(link).digest('base64url'),
      purpose: 'password',
      user_id: user.id,
      data: '{}',
      expires_at: new Date(Date.now() + 600_000).toISOString(),
    })
    .execute()
  for (const code of [...Array(4).fill('CODE_WRONG'), 'TOKEN_INVALID']) {
    const before = written.length
    const r = await server.call<{ error: { code: string } }>('POST', '/v1/auth/recovery/verify', {
      body: { token: link, code: '918274' },
    })
    expect(r.body.error.code).toBe(code)
    const all = written.slice(before).split('\n').filter(Boolean)
    expect(all.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'refused', reason: 'wrong_factor', userId: user.id },
    ])
  }
  expect(written).not.toContain(link)
})

test('a forged link from an email logs one line without the link, for people and programs', async () => {
  for (const place of ['unsubscribe', 'mail-consent']) {
    const before = lines().length
    const token = `eyJmb3JnZWQiOjF9.${place}-forged-signature`
    const r = await post(`/${place}/${token}`, 'List-Unsubscribe=One-Click', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(r.status, place).toBe(404)
    expect(lines().slice(before)).toMatchObject([{ reason: 'bad_link', status: 404, route: `/${place}/…` }])
    expect(written).not.toContain(token)
  }
})
