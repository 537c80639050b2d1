// Both storages, with the same tests. The bucket is a real server with the S3 protocol.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer, type World } from '../../../../test/harness/server.ts'
import { diskStorage, getStoragePath, NotStored, type Storage, StorageUnavailable, TooLarge } from './storage.ts'
import { s3Storage } from './storage-s3.ts'

const room = mkdtempSync(path.join(tmpdir(), 'portal storage '))
const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
let bucket: S3rver
/** A proxy in front of the bucket that can be down, be slow or refuse requests. */
let front: Server
let fault: 'none' | 'down' | 'cut' | 'broken' = 'none'
let endpoint = ''

beforeAll(async () => {
  bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: path.join(room, 'bucket'),
    vhostBuckets: false,
    configureBuckets: [{ name: 'files', configs: [] }],
  })
  await bucket.run()
  const app = bucket.callback()
  front = createServer((req, res) => {
    if (fault === 'down') return void req.socket.destroy()
    if (fault === 'broken') {
      req.resume()
      return void res.writeHead(500).end('<Error><Code>InternalError</Code></Error>')
    }
    if (fault === 'cut') return void req.once('data', () => req.socket.destroy())
    app(req, res)
  })
  await new Promise<void>((ok) => front.listen(0, '127.0.0.1', ok))
  endpoint = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
})
afterAll(async () => {
  front.closeAllConnections()
  front.close()
  await bucket.close()
  rmSync(room, { recursive: true, force: true })
})

const bytesOf = async (stream: Readable) => Buffer.concat(await stream.toArray())
const s3 = (more: object = {}) =>
  s3Storage({ endpoint, region: 'us-east-1', bucket: 'files', ...KEYS, ...more }, path.join(room, 'uploads'))
const places: [string, () => Storage][] = [
  ['a disk', () => diskStorage(path.join(room, 'disk'))],
  ['a bucket', () => s3()],
]

describe.each(places)('on %s', (_, make) => {
  test('stores a file unchanged until it is removed', async () => {
    const store = make()
    const id = crypto.randomUUID()
    const bytes = randomBytes(3_000_000)
    const put = await store.put(id, Readable.from([bytes.subarray(0, 1_000_000), bytes.subarray(1_000_000)]), 3_000_000)
    expect([put.size, put.head.length, put.sha256.length]).toEqual([3_000_000, 4_100, 64])
    expect((await bytesOf(await store.open(id))).equals(bytes)).toBe(true)
    // Storing again under the same id replaces the file.
    await store.put(id, Readable.from([Buffer.from('later')]), 10)
    expect((await bytesOf(await store.open(id))).toString()).toBe('later')
    await store.remove(id)
    await expect(store.open(id)).rejects.toThrow(NotStored)
    await store.remove(id)
  })
  test('stores an empty file', async () => {
    const id = crypto.randomUUID()
    expect((await make().put(id, Readable.from([]), 10)).size).toBe(0)
    expect(await bytesOf(await make().open(id))).toHaveLength(0)
  })
  test('keeps nothing of a file that is too large or interrupted', async () => {
    const store = make()
    const [large, broken] = [crypto.randomUUID(), crypto.randomUUID()]
    await expect(store.put(large, Readable.from([randomBytes(11)]), 10)).rejects.toThrow(TooLarge)
    const cut = new Readable({
      read() {
        this.push(randomBytes(1_000))
        this.destroy(new Error('gone'))
      },
    })
    await expect(store.put(broken, cut, 1_000_000)).rejects.toThrow('gone')
    for (const id of [large, broken]) await expect(store.open(id)).rejects.toThrow(NotStored)
  })
})

test('a bucket that is unavailable, interrupts or refuses is reported, and nothing is left behind', async () => {
  const id = crypto.randomUUID()
  const put = (store = s3()) => store.put(id, Readable.from([randomBytes(200_000)]), 1_000_000)
  for (const kind of ['down', 'broken', 'cut'] as const) {
    fault = kind
    await expect(put()).rejects.toThrow(StorageUnavailable)
    if (kind !== 'cut') {
      await expect(s3().open(id)).rejects.toThrow(StorageUnavailable)
      await expect(s3().remove(id)).rejects.toThrow(StorageUnavailable)
    }
    fault = 'none'
    await expect(s3().open(id)).rejects.toThrow(NotStored)
  }
  await expect(put(s3({ accessKeyId: 'nobody' }))).rejects.toThrow(/403 InvalidAccessKeyId/)
  // A missing bucket is a wrong setting, not a missing file.
  await expect(s3({ bucket: 'elsewhere' }).open(id)).rejects.toThrow(/NoSuchBucket/)
  expect(existsSync(path.join(room, 'uploads')) ? readdirSync(path.join(room, 'uploads')) : []).toEqual([])
})

describe('the server with a bucket', () => {
  let server: TestServer
  let world: World
  beforeAll(async () => {
    server = await startServer({
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    })
    world = await server.world()
  })
  afterAll(() => server.close())

  const put = (raw: string) =>
    server.call<{ id: string; error: { code: string } }>('PUT', '/v1/files?name=log.txt', {
      as: world.north.owner,
      raw,
      headers: { 'content-type': 'text/plain' },
    })
  test('uses it for uploads and downloads; while the bucket is unavailable they return 503, and the rest works', async () => {
    const kept = await put('what the log said')
    expect(kept.status).toBe(201)
    const get = () => server.call('GET', `/v1/files/${kept.body.id}/content`, { as: world.north.owner })
    expect([(await get()).status, (await get()).text]).toEqual([200, 'what the log said'])
    expect((await server.call('GET', `/v1/files/${kept.body.id}/content`, { as: world.south.owner })).status).toBe(404)

    const count = async () => (await server.db.selectFrom('files').select('id').execute()).length
    const before = await count()
    fault = 'down'
    try {
      const refused = await put('meanwhile')
      expect([refused.status, refused.body.error.code]).toEqual([503, 'UNAVAILABLE'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await get()).status).toBe(503)
      expect((await server.call('GET', '/v1/tickets', { as: world.north.owner })).status).toBe(200)
      // The row of an unclaimed file stays until the file itself is removed.
      const past = new Date(Date.now() - 25 * 3_600_000).toISOString()
      await server.db.updateTable('files').set({ created_at: past }).execute()
      const { sweepUnclaimed } = await import('../../files/jobs.ts')
      await expect(sweepUnclaimed.handler(server.platform)).rejects.toThrow(StorageUnavailable)
      expect(await count()).toBe(before)
      fault = 'none'
      await sweepUnclaimed.handler(server.platform)
      expect([await count(), (await get()).status]).toEqual([before - 1, 404])
    } finally {
      fault = 'none'
    }
    expect((await put('afterwards')).status).toBe(201)
  })
})

test.runIf(existsSync('/dev/full'))('a full disk is reported and leaves nothing behind', async () => {
  const folder = path.join(room, 'full')
  const id = crypto.randomUUID()
  const partial = path.join(folder, `${getStoragePath(id)}.part`)
  mkdirSync(path.dirname(partial), { recursive: true })
  symlinkSync('/dev/full', partial)
  const put = diskStorage(folder).put(id, Readable.from([Buffer.alloc(100_000, 65)]), 1_000_000)
  await expect(put).rejects.toThrow(StorageUnavailable)
  expect(readdirSync(path.dirname(partial))).toEqual([])
})
