// The marketplace as it is served: the built pages over the catalogue, and beside them node:http with the bare query.
import { createServer } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { createRouterClient } from '@orpc/server'
import type { Context } from 'hono'
import pg from 'pg'
import type { ServerBuild } from 'react-router'
import { boot } from '../src/server/boot.ts'
import { http } from '../src/server/http.ts'
import { loadCatalogue } from '../src/server/marketplace/index.ts'
import { pages } from '../src/server/pages.ts'
import { readEnv } from '../src/server/platform/env.ts'
import { incoming } from '../src/server/platform/request.ts'
import { router } from '../src/server/router.ts'
import { makeCompany } from '../test/factories/people.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const ownerUrl = process.env.DATABASE_URL as string
const env = readEnv('serve', {
  DATABASE_URL: ownerUrl,
  PUBLIC_URL: 'http://127.0.0.1:1',
  APP_SECRET: process.env.APP_SECRET,
  DATA_DIR: process.env.DATA_DIR,
  LOG_LEVEL: 'error',
  // Calls are limited per address: the load comes from many.
  TRUSTED_PROXIES: '127.0.0.1',
})
const { close, ...platform } = await boot(env, { pooled: ownerUrl, direct: ownerUrl })
await makeCompany(platform.db.system, { is_internal: true })
await loadCatalogue(platform.db.system)

const build: ServerBuild = await import(pathToFileURL(path.join(ROOT, 'build/server/index.js')).href)
const app = http(platform, { stopping: false })
pages(app, {
  load: async () => build,
  caller: (c: Context) => {
    const { requestId, address } = incoming(c, env)
    return createRouterClient(router, { context: { platform, requestId, header: () => undefined, address, reply: [] } })
  },
  publicUrl: env.publicUrl,
  origins: env.origins,
  dev: false,
  client: path.join(ROOT, 'build/client'),
})
const bare = new pg.Pool({ connectionString: ownerUrl, max: 16 })
const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false })
const server = createServer(async (req, res) => {
  if (req.url !== '/bare') return answer(req, res)
  const { rows } = await bare.query('select id, slug, name, promise from products order by popular_order, id limit 18')
  const body = JSON.stringify(rows)
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  process.send?.({ port, ticket: '', apikey: env.publishableKey, tokens: [''] })
})
process.on('message', () => process.send?.(process.cpuUsage()))
process.on('SIGTERM', async () => {
  server.closeAllConnections()
  await Promise.all([close(), bare.end()])
  process.exit(0)
})
