// Services that respond with a redirect: our requests, keys included, are sent nowhere else.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { StorageUnavailable } from './files/storage.ts'
import { s3Storage } from './files/storage-s3.ts'
import { createModel, type Model, ModelProblem } from './model/model.ts'
import { createLogger } from './observability/log.ts'
import { weakPassword } from './sign-in/passwords.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'portal redirects '))
/** Requests that arrived where the redirects lead. */
let followed: string[] = []
let asked = 0
let status = 307
let elsewhere: Server
let service: Server
const at = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const listening = (server: Server) => new Promise<void>((ok) => server.listen(0, '127.0.0.1', ok))

beforeAll(async () => {
  elsewhere = createServer((req, res) => {
    followed.push(`${req.method} ${req.url} ${req.headers.authorization}`)
    req.resume()
    res.end('{}')
  })
  await listening(elsewhere)
  service = createServer((req, res) => {
    asked++
    req.resume()
    req.once('end', () => res.writeHead(status, { location: `${at(elsewhere)}${req.url}` }).end())
  })
  await listening(service)
})
beforeEach(() => {
  followed = []
  asked = 0
})
afterAll(async () => {
  for (const server of [service, elsewhere]) await new Promise((ok) => server.close(ok))
  rmSync(folder, { recursive: true })
})

test.each([301, 302, 307, 308])('a redirect with status %i receives neither keys nor content', async (code) => {
  status = code
  const { model } = readEnv('serve', {
    DATABASE_URL: 'postgres://a:b@localhost/c',
    PUBLIC_URL: 'https://portal.example',
    APP_SECRET: '6d5f0e9ab3c74182a9d0f4e1b27c8365',
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'm',
    AI_API_KEY: 'the key of the model',
    AI_BASE_URL: `${at(service)}/v1`,
  })
  const made = createModel({ model }, createLogger('silent'), { waitMs: 1 }) as Model
  const answer = async () => {
    for await (const _ of made.stream({ system: 'Be short.', prompt: 'Text of a ticket', maxTokens: 10 }));
  }
  await expect(answer()).rejects.toThrow(ModelProblem)

  const keys = { region: 'us-east-1', bucket: 'files', accessKeyId: 'a', secretAccessKey: 'b' }
  const store = s3Storage({ endpoint: at(service), ...keys }, folder)
  const id = crypto.randomUUID()
  await expect(store.put(id, Readable.from([Buffer.from('content')]), 100)).rejects.toThrow(StorageUnavailable)
  await expect(store.open(id)).rejects.toThrow(StorageUnavailable)
  await expect(store.remove(id)).rejects.toThrow(StorageUnavailable)

  // A password is accepted when it cannot be looked up.
  expect(await weakPassword('correct horse battery 77', [], at(service))).toBeUndefined()
  expect(asked).toBeGreaterThanOrEqual(5)
  expect(followed).toEqual([])
})
