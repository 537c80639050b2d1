import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { previewPath } from './preview.ts'

let server: TestServer
let world: World
let id: string

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  await server.platform.mail.send({
    id: 'one',
    to: 'pat@client.example',
    subject: 'Hello <b>Pat</b>',
    blocks: ['<script>alert(1)</script>', { button: 'Open', href: `${server.url}/tickets` }],
  })
  id = (await server.platform.mail.kept())?.[0]?.id as string
})
afterAll(() => server.close())

const look = (at: string) => fetch(server.url + at)

test('staff see a stored email as email programs show it, in a sandboxed frame', async () => {
  const { body } = await server.call<{ preview: string; headers: { name: string }[] }>('GET', `/v1/outbox/${id}`, {
    as: world.engineer,
  })
  expect(body.headers.map((h) => h.name)).toContain('Message-ID')
  const r = await look(body.preview)
  expect([r.status, r.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const html = await r.text()
  expect(html).toContain('Hello &lt;b&gt;Pat&lt;/b&gt;')
  expect(html).not.toContain('<script')
  const policy = r.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'/)
  expect(policy).toMatch(/; sandbox allow-popups allow-popups-to-escape-sandbox$/)
  expect(Object.fromEntries(r.headers)).toMatchObject({
    'x-frame-options': 'SAMEORIGIN',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
})

test('a forged or expired address, or one of another email, shows nothing', async () => {
  const good = previewPath(server.env, id)
  expect((await look(good)).status).toBe(200)
  for (const bad of [
    `/mail-preview/${id}`,
    good.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A')),
    good.replace(/until=\d+/, `until=${Date.now() + 9e9}`),
    good.replace(id, '0'.repeat(32)),
    previewPath(server.env, '../secrets').replace('..', '%2e%2e'),
    previewPath(server.env, id, Date.now() - 15 * 60_000),
    previewPath({ appSecret: 'another secret, just as long as it must be' }, id),
  ]) {
    const r = await look(bad)
    expect([r.status, (await r.text()).includes('Pat')], bad).toEqual([404, false])
  }
})
