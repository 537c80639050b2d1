// The marketplace as it is served: the built pages over the catalogue, and beside them node:http with the bare query.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRouterClient } from '@orpc/server'
import type { Context } from 'hono'
import type { ServerBuild } from 'react-router'
import { http } from '../src/server/http.ts'
import { loadCatalogue } from '../src/server/marketplace/index.ts'
import { pages } from '../src/server/pages.ts'
import { incoming } from '../src/server/platform/request.ts'
import { router } from '../src/server/router.ts'
import { makeCompany } from '../test/factories/people.ts'
import { openHouse, serve } from './house.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
// Calls are limited per address: the load comes from many.
const house = await openHouse(process.env, { TRUSTED_PROXIES: '127.0.0.1' })
const { env, platform } = house
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
serve(house, {
  app,
  bare: { text: 'select id, slug, name, promise from products order by popular_order, id limit 18' },
  hello: { tokens: [''] },
})
