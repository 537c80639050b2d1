import { Duplex } from 'node:stream'
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toJSONSchema, ZodType } from 'zod'
import { startServer, type TestServer, type World } from '../../../../test/harness/server.ts'
import type { Access } from '../../../contract/base.ts'
import { contract } from '../../../contract/index.ts'
import { compressBody, createCompressor, encodingOf } from './compress.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['GZIP, BR;Q=0', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['*', 'br'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['brotli, xbr', undefined],
  ['br;q=many', undefined],
])('for Accept-Encoding %j, the encoding is %j', (accept, encoding) => {
  expect(encodingOf(accept)).toBe(encoding)
})

test('what is compressed can be read again, in both encodings', () => {
  const text = 'Grüße, 東京 🚀. '.repeat(200)
  const read = (accept: string) => {
    const headers = new Headers({ vary: 'origin' })
    const bytes = compressBody(text, accept, headers) as Uint8Array
    expect(headers.get('vary')).toBe('origin, accept-encoding')
    expect(bytes.length).toBeLessThan(300)
    return (headers.get('content-encoding') === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString()
  }
  expect([read('br'), read('gzip')]).toEqual([text, text])
})

const ticket = (description: string) =>
  server.call('POST', '/v1/tickets', { as: world.north.owner, body: { subject: 'Backup', description } })
const get = (path: string, accept: string) =>
  server.call('GET', path, { as: world.north.owner, headers: { 'accept-encoding': accept } })
const encodingIn = ({ headers }: { headers: Headers }) => headers.get('content-encoding')

test('lists are compressed with what the client accepts, in both formats of the API, with Vary', async () => {
  for (let n = 0; n < 4; n++) await ticket('It stopped.')
  const plain = await get('/v1/tickets', 'identity')
  expect(encodingIn(plain)).toBeNull()
  for (const encoding of ['br', 'gzip']) {
    const r = await get('/v1/tickets', encoding)
    expect([r.status, encodingIn(r), r.headers.get('vary')]).toEqual([200, encoding, 'accept-encoding'])
    expect(r.body).toEqual(plain.body)
  }
  expect(plain.headers.get('vary')).toBe('accept-encoding')
  const rpc = await server.call('POST', '/rpc/tickets/list', { as: world.north.owner, body: { json: {} } })
  expect(encodingIn(rpc)).toBe('gzip')
  const document = await get('/openapi.json', 'br')
  expect([document.status, encodingIn(document), document.headers.get('vary')]).toEqual([200, 'br', 'accept-encoding'])
  expect(encodingIn(await get('/docs', 'br'))).toBe('br')
})

test('the size counts in bytes', () => {
  expect(compressBody('東'.repeat(400), 'br', new Headers())).toBeInstanceOf(Uint8Array)
  expect(compressBody('a'.repeat(400), 'br', new Headers())).toBe('a'.repeat(400))
})

test('answers of commands, errors and CSV files are compressed', async () => {
  const as = world.north.owner
  const made = await server.call('POST', '/v1/tickets', {
    as,
    body: { subject: 'Backup', description: 'It stopped. '.repeat(300) },
    headers: { 'accept-encoding': 'br' },
  })
  expect([made.status, encodingIn(made)]).toEqual([201, 'br'])
  const fields = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`wrong-${n}`, n]))
  const refused = await server.call('POST', '/v1/tickets', { as, body: fields, headers: { 'accept-encoding': 'br' } })
  expect(refused.status).toBe(400)
  expect(encodingIn(refused)).toBe(JSON.stringify(refused.body).length < 1_024 ? null : 'br')
  const plain = await get('/v1/tickets.csv', 'identity')
  for (const encoding of ['br', 'gzip']) {
    const csv = await get('/v1/tickets.csv', encoding)
    expect([csv.status, encodingIn(csv), csv.headers.get('vary')]).toEqual([200, encoding, 'accept-encoding'])
    expect(csv.body).toEqual(plain.body)
  }
})

test('short answers, answers with a credential and event streams are not compressed', async () => {
  expect(encodingIn(await get('/v1/me/profile', 'br'))).toBeNull()
  const stop = new AbortController()
  const events = await fetch(`${server.url}/api/v1/events`, {
    headers: {
      apikey: server.env.publishableKey,
      authorization: `Bearer ${world.north.owner.token}`,
      'accept-encoding': 'br',
    },
    signal: stop.signal,
  })
  expect([events.status, events.headers.get('content-type'), encodingIn(events)]).toEqual([
    200,
    'text/event-stream',
    null,
  ])
  stop.abort()
})

test.each([
  ['br', () => Duplex.toWeb(createBrotliDecompress())],
  ['gzip', () => Duplex.toWeb(createGunzip())],
])('a text that is sent can be read before the next one is sent: %s', async (accept, decompress) => {
  const headers = new Headers()
  const out = createCompressor(accept, headers)
  expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([accept, 'accept-encoding'])
  const texts = out.body
    .pipeThrough(decompress() as unknown as ReadableWritablePair<Uint8Array, Uint8Array>)
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  for (const text of ['first\n', 'second\n']) {
    out.send(text)
    expect((await texts.read()).value).toBe(text)
  }
  out.end()
  expect((await texts.read()).done).toBe(true)
})

test('after the client has left, nothing is sent', async () => {
  const out = createCompressor('br', new Headers())
  out.send('first')
  await out.body.cancel()
  expect(out.isGone()).toBe(true)
  out.send('second')
  out.end()
})

/** Returns the names of all text properties in the answers of an operation. */
function namesIn(schema: ZodType): string[] {
  const found: string[] = []
  JSON.stringify(toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }), function (this: object, key, value) {
    const types = [value?.type, ...(value?.anyOf ?? []).map((each: { type?: string }) => each.type)].flat()
    if (key && types.includes('string')) found.push(key)
    return value
  })
  return found
}

test('every operation that answers with a credential is marked, so that its answer is not compressed', () => {
  // Signed public addresses of files and products are not secrets.
  const unmarked = Object.entries(contract).flatMap(([module, operations]) =>
    Object.entries(operations).flatMap(([name, operation]) => {
      const { route, meta, outputSchema } = operation['~orpc']
      if (!(outputSchema instanceof ZodType) || route.tags?.includes('account') || (meta as Access).secret) return []
      // `key` is an API key only in operations whose name ends in `Key`. In all others it names a choice.
      const isKey = (property: string) => property === 'key' && /Key$/.test(name)
      const secrets = namesIn(outputSchema).filter(
        (property) => /token|secret|password|codes?$|^url$/i.test(property) || isKey(property),
      )
      return secrets.length > 0 ? [`${module}.${name}: ${secrets.join(', ')}`] : []
    }),
  )
  expect(unmarked).toEqual([])
})
