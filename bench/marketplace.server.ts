// The marketplace as it is served: the built pages with the catalog, and for comparison node:http with the bare query.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRouterClient } from '@orpc/server'
import type { Context } from 'hono'
import type { ServerBuild } from 'react-router'
import { router } from '../src/server/composition.ts'
import { createHttp } from '../src/server/http.ts'
import { loadCatalogue } from '../src/server/marketplace/index.ts'
import { createPages } from '../src/server/pages.ts'
import { readRequestFacts } from '../src/server/platform/http/request.ts'
import { describeSite } from '../src/server/site/index.ts'
import { makeCompany } from '../test/factories/people.ts'
import { bootServer, serve } from './bench-server.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
// Requests are limited per address, so the load comes from many addresses.
const product = await bootServer(process.env, { TRUSTED_PROXIES: '127.0.0.1' })
const { env, platform } = product
await makeCompany(platform.db.system, { is_internal: true })
await loadCatalogue(platform.db.system)

const build: ServerBuild = await import(pathToFileURL(path.join(ROOT, 'build/server/index.js')).href)
const app = createHttp(platform, { stopping: false })
createPages(app, {
  load: async () => build,
  caller: (c: Context) => {
    return createRouterClient(router, {
      context: { ...readRequestFacts(c, env), platform, header: () => undefined, reply: [] },
    })
  },
  site: describeSite(platform),
  publicUrl: env.publicUrl,
  origins: env.origins,
  crossOrigin: () => {},
  dev: false,
  client: path.join(ROOT, 'build/client'),
})
await serve(product, {
  app,
  bare: { name: 'products', text: 'select id, slug, name, promise from products order by popular_order, id limit 18' },
  hello: { tokens: [''] },
})
