import { request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer, type World } from '../../../../test/harness/server.ts'
import { contract } from '../../../contract/index.ts'
import { READS_AT_MOST } from '../../../contract/plain/reads.ts'
import { CALL_ALONE, isReadTogether } from './reads.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

type Line = { n: number; status: number; body: { json?: unknown; error?: { code: string; requestId: string } } }

/** Sends a request with several reads. Returns its status and its lines, in the order of the reads. */
async function readTogether(
  body: unknown,
  { token = world.north.owner.token, headers = {} }: { token?: string; headers?: Record<string, string> } = {},
) {
  const response = await fetch(`${server.url}/api/rpc/reads`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: server.env.publishableKey,
      authorization: `Bearer ${token}`,
      'accept-encoding': 'identity',
      ...headers,
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const isLines = response.headers.get('content-type') === 'application/x-ndjson'
  const lines = isLines
    ? text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line)
    : []
  return { response, text, lines: lines.sort((a, b) => a.n - b.n) }
}
const reads = (...paths: string[]) => ({ reads: paths.map((path) => ({ path, input: {} })) })

test('each read gets what a request for it alone returns', async () => {
  await server.call('POST', '/v1/tickets', { as: world.north.owner, body: { subject: 'Backup', description: 'x' } })
  const { response, lines } = await readTogether(reads('tickets/list', 'hours/balance', 'contacts/list'))
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  for (const [n, path] of ['tickets/list', 'hours/balance', 'contacts/list'].entries()) {
    const alone = await server.call('POST', `/rpc/${path}`, { as: world.north.owner, body: { json: {} } })
    expect(lines[n]).toEqual({ n, status: alone.status, body: alone.body })
  }
})

test('each read is measured as an operation of its own', async () => {
  const routes = ['tickets/list', 'hours/balance', 'reads']
  const counts = async () => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    return routes.map((route) => {
      const labels = `method="POST",route="/api/rpc/${route}",status="200"`
      return Number(metrics.split(`http_request_duration_seconds_count{${labels}} `)[1]?.split('\n')[0] ?? 0)
    })
  }
  const before = await counts()
  await readTogether(reads('tickets/list', 'hours/balance'))
  expect(await counts()).toEqual(before.map((count) => count + 1))
})

test('one read that fails does not affect the others', async () => {
  const { lines } = await readTogether({
    reads: [
      { path: 'tickets/get', input: { id: crypto.randomUUID() } },
      { path: 'tickets/get', input: { id: 'not an id' } },
      { path: 'leads/list', input: {} },
      { path: 'site/get' },
    ],
  })
  expect(lines.map(({ status, body }) => [status, body.error?.code])).toEqual([
    [404, 'NOT_FOUND'],
    [400, 'BAD_REQUEST'],
    [403, 'FORBIDDEN'],
    [200, undefined],
  ])
  expect(new Set(lines.slice(0, 3).map(({ body }) => body.error?.requestId)).size).toBe(3)
})

test('another company sees nothing, and without a valid token nobody does', async () => {
  const made = await server.call<{ id: string }>('POST', '/v1/tickets', {
    as: world.north.owner,
    body: { subject: 'Ours', description: 'x' },
  })
  const asked = { reads: [{ path: 'tickets/get', input: { id: made.body.id } }] }
  expect((await readTogether(asked)).lines[0]?.status).toBe(200)
  expect((await readTogether(asked, { token: world.south.owner.token })).lines[0]?.status).toBe(404)
  expect((await readTogether(asked, { token: 'x.y.z' })).lines[0]?.status).toBe(401)
  const withoutKey = await readTogether(asked, { headers: { apikey: '' } })
  expect([withoutKey.response.status, withoutKey.lines]).toEqual([401, []])
})

test('only operations that change nothing, answer once and have no credential are called', async () => {
  const unread = [
    'tickets/open',
    'notifications/live',
    'billing/getCheckout',
    'account/sessions',
    'account/nothing',
    'nothing/list',
    'toString/call',
    'tickets',
    '',
  ]
  const { lines } = await readTogether(reads(...unread))
  expect(lines.map(({ status, body }) => [status, body.error?.code])).toEqual(unread.map(() => [400, CALL_ALONE]))
  const together = Object.entries(contract).flatMap(([module, operations]) =>
    Object.entries(operations)
      .filter(([name]) => isReadTogether(`${module}/${name}`))
      .map(([, operation]) => operation['~orpc'].route.method),
  )
  expect(new Set(together)).toEqual(new Set(['GET']))
})

test.each([
  ['no body', undefined],
  ['no reads', { reads: [] }],
  ['too many reads', reads(...Array.from({ length: READS_AT_MOST + 1 }, () => 'tickets/list'))],
  ['reads without a path', { reads: [{ input: {} }] }],
  ['a list', [1]],
])('%s is rejected with what to send', async (_, body) => {
  const { response, text } = await readTogether(body)
  expect(response.status).toBe(400)
  expect(JSON.parse(text).error.message).toBe(`Send 1 to ${READS_AT_MOST} reads, each with a path and an input.`)
})

test('the lines are compressed', async () => {
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    const sent = request(
      `${server.url}/api/rpc/reads`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          apikey: server.env.publishableKey,
          authorization: `Bearer ${world.north.owner.token}`,
          'accept-encoding': 'br',
        },
      },
      (answer) => {
        expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual(['br', 'accept-encoding'])
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => resolve(Buffer.concat(parts)))
      },
    )
    sent.on('error', reject)
    sent.end(JSON.stringify(reads('tickets/list', 'hours/balance')))
  })
  expect(brotliDecompressSync(bytes).toString().trimEnd().split('\n')).toHaveLength(2)
})
