// What HTTPS changes: cookies that no other host of the domain can plant, and HSTS.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeUser } from './factories/people.ts'
import { type ErrorShape, startServer, type TestServer } from './harness/server.ts'

const PASSWORD = 'correct horse battery 58'
type Session = { session: { user: { id: string } } } & ErrorShape

let server: TestServer
beforeAll(async () => {
  // The proxy in front of it has the certificate.
  server = await startServer({ PUBLIC_URL: 'https://portal.example' })
})
afterAll(() => server.close())

test('a session that another host of the domain plants is not used', async () => {
  const of = await server.company()
  const [victim, attacker] = await Promise.all(
    [1, 2].map(() => makeUser(server.db, { companyId: of.id, role: 'member', password: PASSWORD })),
  )
  const cookieOf = async (email = '') => {
    const { headers } = await server.call('POST', '/v1/auth/sign-in', { body: { email, password: PASSWORD } })
    const cookies = headers.getSetCookie()
    // The conditions of the prefix (RFC 6265bis, section 4.1.3.2): Secure, the path / and no domain.
    for (const cookie of cookies)
      expect(cookie).toMatch(
        /^__Host-millwright\.[\w-]+=[^;]+(?=.*; Secure)(?=.*; Path=\/(;|$))(?=.*; HttpOnly)(?!.*; Domain)/i,
      )
    const session = cookies.find((cookie) => cookie.startsWith('__Host-millwright.session_token='))
    return session?.split(';')[0]?.split('=')[1] as string
  }
  const [own, theirs] = [await cookieOf(victim?.email), await cookieOf(attacker?.email)]
  const refresh = (cookie: string) =>
    server.call<Session>('POST', '/v1/auth/refresh', { body: {}, headers: { cookie } })
  const planted = ['millwright.session_token', '__Secure-millwright.session_token'].map((name) => `${name}=${theirs}`)
  for (const cookie of [...planted, planted.join('; ')]) expect((await refresh(cookie)).status).toBe(401)
  const kept = await refresh([...planted, `__Host-millwright.session_token=${own}`].join('; '))
  expect(kept.body.session.user.id).toBe(victim?.id)
  // Signing out deletes the cookie under its own name.
  const out = await server.call('POST', '/v1/auth/sign-out', {
    body: {},
    headers: { cookie: `__Host-millwright.session_token=${own}` },
  })
  expect(out.headers.getSetCookie().join()).toMatch(/__Host-millwright\.session_token=;.*Max-Age=0/i)
})

test('every response tells browsers to use https only, and none does without https', async () => {
  const plain = await startServer()
  onTestFinished(() => plain.close())
  const form = { method: 'POST', body: 'List-Unsubscribe=One-Click' }
  for (const [path, init, status] of [
    ['/healthz', {}, 200],
    ['/readyz', {}, 200],
    ['/api/v1/site', {}, 200],
    ['/api/openapi.json', {}, 200],
    ['/.well-known/security.txt', {}, 200],
    ['/api/v1/tickets', {}, 401],
    ['/api/nothing', {}, 401],
    ['/webhooks/nothing', {}, 404],
    ['/unsubscribe/x.forged', form, 404],
  ] as const) {
    const [secure, insecure] = await Promise.all([server, plain].map(({ url }) => fetch(url + path, init)))
    expect([secure?.status, secure?.headers.get('strict-transport-security')], path).toEqual([
      status,
      'max-age=31536000; includeSubDomains',
    ])
    expect([insecure?.status, insecure?.headers.get('strict-transport-security')], path).toEqual([status, null])
  }
})

test('no other site may read or frame a response', async () => {
  for (const at of ['/healthz', '/api/v1/site', '/api/v1/tickets', '/api/nothing', '/api/docs']) {
    const { headers } = await fetch(server.url + at, { headers: { origin: 'https://evil.example' } })
    expect(headers.get('access-control-allow-origin'), at).toBeNull()
    expect(headers.get('content-security-policy'), at).toMatch(/(?=.*base-uri 'none')(?=.*frame-ancestors 'none')/)
  }
})
