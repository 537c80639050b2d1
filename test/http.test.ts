// The format of responses for any request, valid or not.
import { once } from 'node:events'
import { get, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { brand } from '../brand.config.ts'
import { createHttp } from '../src/server/http.ts'
import { httpServer } from '../src/server/platform/http/http-server.ts'
import { type ErrorShape, startServer, type TestServer, type World } from './harness/server.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

const post = (raw: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  server.call<ErrorShape>('POST', '/v1/tickets', { as: world.north.owner, raw, headers })
const text = (value: string) => JSON.stringify({ subject: value, description: 'x' })

describe('bodies', () => {
  test.each([
    ['not JSON', '{"subject":', 400],
    ['not UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22]), 400],
    ['an array', '[]', 400],
    ['null', 'null', 400],
    ['NUL', '{"subject":"a\\u0000b","description":"x"}', 400],
    ['half a surrogate pair', '{"subject":"a\\ud800b","description":"x"}', 400],
    ['__proto__', '{"__proto__":{"role":"admin"},"subject":"a","description":"x"}', 400],
    ['ten thousand levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 400],
    ['a megabyte of subject', text('x'.repeat(999_000 - 40)), 400],
    ['more than a megabyte', text('x'.repeat(1_000_001)), 413],
    ['ten megabytes', text('x'.repeat(10_000_000)), 413],
  ])('%s is refused in the common error format', async (_name, raw, status) => {
    const r = await post(raw as BodyInit)
    expect(r.status).toBe(status)
    expect(Object.keys(r.body.error)).toEqual(expect.arrayContaining(['code', 'message', 'requestId']))
    expect(r.headers.get('x-request-id')).toBe(r.body.error.requestId)
    expect(r.text).not.toMatch(/\\n\s+at |\/(work|root|home)\/|node_modules|select .* from|insert into/i)
    if (status === 413) expect(r.headers.get('connection')).toBe('close')
  })
  test('an error for which the contract has no text has a plain one', async () => {
    const as = world.north.owner
    const order = await server.call<ErrorShape>('GET', '/v1/tickets?order=up', { as })
    expect(order.body.error.fields).toEqual({ order: ['Must be one of: asc, desc.'] })
    const edit = await server.call<ErrorShape>('PATCH', `/v1/tickets/${crypto.randomUUID()}`, { as, body: {} })
    expect(edit.body.error.fields).toEqual({ version: ['Must be a number.'] })
  })
  test('a body without a declared length is counted while it arrives', async () => {
    const endless = new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(64_000).fill(0x20)) })
    const status = await new Promise<number>((ok, no) => {
      const r = request(
        `${server.url}/api/v1/tickets`,
        {
          method: 'POST',
          headers: {
            apikey: server.env.publishableKey,
            authorization: `Bearer ${world.north.owner.token}`,
            'content-type': 'application/json',
          },
        },
        (res) => {
          ok(res.statusCode ?? 0)
          res.resume()
          r.destroy()
        },
      )
      r.on('error', (e: NodeJS.ErrnoException) => (e.code === 'EPIPE' || e.code === 'ECONNRESET' ? undefined : no(e)))
      const closed = once(r, 'close')
      void (async () => {
        for await (const chunk of endless as unknown as AsyncIterable<Uint8Array>) {
          if (r.destroyed) return
          if (!r.write(chunk)) await Promise.race([once(r, 'drain'), closed])
        }
      })()
    })
    expect(status).toBe(413)
  })
  test('a content type other than JSON is 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
    ]) {
      expect((await post('{}', { 'content-type': type })).status, type).toBe(415)
    }
  })
  test('unusual text is stored and returned unchanged', async () => {
    for (const subject of [
      '𝒳 😀 ﷽ ｅ\u0301',
      '<script>alert(1)</script>',
      "Robert'); DROP TABLE tickets;--",
      '{{7*7}} <%= 7*7 %> %s',
      '\u202e\u2066rtl',
      'null',
      '../../etc/passwd',
      'ﬀ‌‍',
    ]) {
      const r = await server.call<{ subject: string }>('POST', '/v1/tickets', {
        as: world.north.owner,
        body: { subject, description: subject },
      })
      expect([r.status, r.body.subject]).toEqual([201, subject.trim()])
    }
  })
})

describe('addresses', () => {
  test('an unknown address is 404 in the common error format', async () => {
    for (const [method, at] of [
      ['GET', '/v1/nothing'],
      ['GET', '/v2/tickets'],
      ['DELETE', '/v1/tickets'],
      ['POST', '/rpc/nothing/here'],
      ['GET', '/'],
    ] as const) {
      const r = await server.call<ErrorShape>(method, at, { as: world.north.owner })
      expect([r.status, r.body.error?.code], at).toEqual([404, 'NOT_FOUND'])
    }
  })
  test('an invalid id is 400 with a clear message', async () => {
    const r = await server.call<ErrorShape>('GET', '/v1/tickets/abc', { as: world.north.owner })
    expect([r.status, r.body.error.fields]).toEqual([
      400,
      { id: ['Enter the ID of a ticket or its number, such as T-1077.'] },
    ])
  })
  test.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=1.5',
    'limit=-1',
    'status=gone',
    'sort=subject',
    'order=up',
    'assignee=you',
    'company=1',
    'q=%00',
    `q=${'x'.repeat(201)}`,
    'limit=1&limit=2',
  ])('?%s is 400', async (query) => {
    const r = await server.call<ErrorShape>('GET', `/v1/tickets?${query}`, { as: world.north.owner })
    expect([r.status, r.body.error.code]).toEqual([400, 'BAD_REQUEST'])
  })
  test('names of object properties have no effect in a query', async () => {
    expect((await server.call('GET', '/v1/tickets?__proto__=1', { as: world.north.owner })).status).toBe(400)
    expect((await server.call('GET', '/v1/tickets?constructor=1&toString=2', { as: world.north.owner })).status).toBe(
      200,
    )
  })
})

describe('both wire formats', () => {
  test('return the same data and errors', async () => {
    const v1 = await server.call<{ items: unknown[] }>('GET', '/v1/tickets?limit=3', { as: world.north.owner })
    const rpc = await server.call<{ json: { items: unknown[] } }>('POST', '/rpc/tickets/list', {
      as: world.north.owner,
      body: { json: { limit: 3 } },
    })
    expect(rpc.body.json).toEqual(v1.body)
    const wrong = await server.call<ErrorShape>('POST', '/rpc/tickets/open', {
      as: world.north.owner,
      body: { json: { subject: '' } },
    })
    expect([wrong.status, Object.keys(wrong.body.error.fields ?? {})]).toEqual([400, ['subject', 'description']])
  })
})

describe('slow and too many requests', () => {
  test('a request has 10 seconds for its headers and 30 for the rest, even if nothing reads the rest', async () => {
    /** Sends this text and nothing more. Resolves with what was received once the server has closed the connection. */
    const closed = (port: number, text: string) =>
      new Promise<string>((ok) => {
        let received = ''
        const socket = connect(port, '127.0.0.1', () => socket.write(text))
        socket.on('data', (bytes) => {
          received += bytes
        })
        socket.on('error', () => {})
        socket.on('close', () => ok(received))
      })
    const host = 'Host: x\r\n'
    // Node enforces the limit for headers. A shorter one takes effect at its next check.
    const own = httpServer((_, res) => res.end())
    expect(own.headersTimeout).toBe(10_000)
    own.headersTimeout = 1
    await new Promise<void>((ok) => own.listen(0, '127.0.0.1', ok))
    const { port } = own.address() as AddressInfo
    expect(await closed(port, `GET /healthz HTTP/1.1\r\n${host}`)).toMatch(/^HTTP\/1\.1 408/)
    await new Promise((ok) => own.close(ok))
    // The limit for the rest is a timer of the server. Call the timer's function instead of waiting.
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const at = Number(new URL(server.url).port)
    const unread = closed(at, `GET /healthz HTTP/1.1\r\n${host}Content-Length: 9\r\n\r\n1`)
    const form = closed(at, `POST /webhooks/nobody HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n`)
    const cuts = () => timers.mock.calls.filter(([, ms]) => ms === 31_000).map(([cut]) => cut)
    try {
      await expect.poll(() => cuts().length).toBe(2)
      for (const cut of cuts()) cut()
    } finally {
      timers.mockRestore()
    }
    await Promise.all([unread, form])
  })
  test('a body that arrives too slowly is aborted', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const answer = new Promise<[number, string | undefined]>((ok, no) => {
      const r = request(
        `${server.url}/api/v1/tickets`,
        {
          method: 'POST',
          headers: {
            apikey: server.env.publishableKey,
            authorization: `Bearer ${world.north.owner.token}`,
            'content-type': 'application/json',
            'content-length': '500',
          },
        },
        (res) => {
          ok([res.statusCode ?? 0, res.headers.connection])
          res.resume()
          r.destroy()
        },
      )
      r.on('error', (e: NodeJS.ErrnoException) => (e.code === 'EPIPE' || e.code === 'ECONNRESET' ? undefined : no(e)))
      r.write('{')
    })
    // The server waits half a minute. Call the timer's function instead of waiting.
    let late: (() => void) | undefined
    try {
      await expect.poll(() => (late = timers.mock.calls.find(([, ms]) => ms === 30_000)?.[0])).toBeDefined()
    } finally {
      timers.mockRestore()
    }
    late?.()
    expect(await answer).toEqual([408, 'close'])
  })
  test('calls above the rate limit are 429 with Retry-After, and other callers are not affected', async () => {
    const { member, owner } = world.south
    for (let i = 0; i < 2_000; i++) await server.platform.limits.call({ userId: member.id })
    const refused = await server.call<ErrorShape>('GET', '/v1/me/role', { as: member })
    expect([refused.status, refused.body.error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await server.call('PUT', '/v1/files?name=a.txt', { as: member, raw: 'a' })).status).toBe(429)
    expect((await server.call('GET', '/v1/me/role', { as: owner })).status).toBe(200)
  })
})

describe('headers and pages', () => {
  test('every response has the security headers, errors too, and private ones are not stored', async () => {
    const answers = [
      await server.call('GET', '/v1/tickets', { as: world.north.owner }),
      await server.call('GET', '/v1/tickets'),
      await server.call('GET', '/v1/nothing', { as: world.north.owner }),
      await server.call('GET', '/v1/tickets', { headers: { apikey: '' } }),
    ]
    for (const { headers, status } of answers) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('referrer-policy')).toBeTruthy()
      expect(headers.get('server')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('cache-control'), `status ${status}`).toBe('no-store')
    }
  })
  test('the scheme of a token can be in lower or upper case', async () => {
    const at = (authorization: string) =>
      server.call<ErrorShape>('GET', '/v1/me/role', { headers: { authorization } }).then((r) => r.status)
    const { token } = world.north.owner
    expect([await at(`bearer ${token}`), await at(`BEARER ${token}`)]).toEqual([200, 200])
    expect([await at(token), await at(`Basic ${token}`), await at(`bearer ${token} x`)]).toEqual([401, 401, 401])
  })
  test('a program that posts to an unknown address gets the common error format, not a page', async () => {
    for (const at of ['/webhooks/nobody', '/api/nothing']) {
      const r = await fetch(server.url + at, {
        method: 'POST',
        headers: { apikey: server.env.publishableKey, 'content-type': 'application/json' },
        body: '{}',
      })
      expect([r.status, ((await r.json()) as ErrorShape).error.code]).toEqual([404, 'NOT_FOUND'])
    }
  })
  test('/.well-known/security.txt tells researchers whom to write to, and has not expired', async () => {
    const r = await fetch(`${server.url}/.well-known/security.txt`)
    expect([r.status, r.headers.get('content-type')]).toEqual([200, 'text/plain; charset=UTF-8'])
    const fields = Object.fromEntries(
      (await r.text())
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    )
    expect(fields).toEqual({
      Contact: `mailto:${brand.supportEmail}`,
      Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/),
      'Preferred-Languages': 'en',
      Canonical: `${server.url}/.well-known/security.txt`,
    })
    const days = (Date.parse(fields.Expires as string) - Date.now()) / 86_400_000
    expect([days > 170, days < 365]).toEqual([true, true])
  })
  test('the process reports that it is alive, ready, and its metrics', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ ready: true })
    const metrics = await fetch(`${server.url}/metrics`)
    expect(await metrics.text()).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/tickets",status="200"\} \d+/,
    )
    // A request forwarded by a proxy is not local.
    const forwarded = {
      'x-forwarded-for': '203.0.113.9',
      'x-real-ip': '203.0.113.9',
      via: '1.1 proxy',
      forwarded: 'for=_x',
    }
    for (const [name, value] of Object.entries(forwarded))
      expect((await fetch(`${server.url}/metrics`, { headers: { [name]: value } })).status, name).toBe(404)
    const withHost = (host: string) =>
      new Promise<number | undefined>((ok, no) => {
        const { port } = new URL(server.url)
        const at = { port, host: '127.0.0.1', path: '/metrics', headers: { host } }
        get(at, (r) => ok(r.resume().statusCode)).on('error', no)
      })
    expect(await Promise.all(['portal.example', 'localhost', '[::1]:80', '127.0.0.1.example'].map(withHost))).toEqual([
      404, 200, 200, 404,
    ])
  })
  test('the process is not ready while the database hangs', async () => {
    const ping = Promise.withResolvers<void>()
    const hanging = { ...server.platform, db: { ...server.platform.db, ping: () => ping.promise } }
    const app = createHttp(hanging, { stopping: false })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const asked = app.request('/readyz', {}, { incoming: { socket: {} } })
      await vi.advanceTimersByTimeAsync(3_000)
      const r = await asked
      expect([r.status, await r.json()]).toEqual([503, { ready: false, reason: 'the database is not responding' }])
    } finally {
      vi.useRealTimers()
    }
  })
  test('a proxy that is not trusted is a warning to operators only', async () => {
    const other = await startServer({ METRICS_TOKEN: 'a-token-for-the-metrics' })
    const ready = async (headers: Record<string, string> = {}) => {
      const r = await fetch(`${other.url}/readyz`, { headers })
      return [r.status, await r.json()]
    }
    const forwarded = { 'x-forwarded-for': '203.0.113.9' }
    expect(await ready()).toEqual([200, { ready: true }])
    expect(await ready(forwarded)).toEqual([200, { ready: true }])
    const warned = [200, { ready: true, warnings: [expect.stringContaining('set TRUSTED_PROXIES=127.0.0.1')] }]
    expect(await ready()).toEqual(warned)
    expect(await ready({ ...forwarded, authorization: 'Bearer a-token-for-the-metrics' })).toEqual(warned)
    await other.close()
  })
  test('metrics can be read from another machine with a token', async () => {
    const other = await startServer({ METRICS_TOKEN: 'a-token-for-the-metrics' })
    const at = (authorization: string) =>
      fetch(`${other.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9', authorization } })
    expect((await at('Bearer a-token-for-the-metrics')).status).toBe(200)
    expect((await at('Bearer something-else-entirely')).status).toBe(404)
    await other.close()
  })
})
