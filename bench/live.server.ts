// One of two processes of the app: everything but the pages, and the reader of events.
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { boot } from '../src/server/boot.ts'
import { http } from '../src/server/http.ts'
import { followEvents } from '../src/server/notifications/index.ts'
import { readEnv } from '../src/server/platform/env.ts'
import { makeCompany, makeUser } from '../test/factories/people.ts'

const ownerUrl = process.env.DATABASE_URL as string
const env = readEnv('serve', {
  DATABASE_URL: ownerUrl,
  PUBLIC_URL: 'http://127.0.0.1:1',
  APP_SECRET: process.env.APP_SECRET,
  DATA_DIR: process.env.DATA_DIR,
  LOG_LEVEL: 'error',
})
const { close, ...platform } = await boot(env, { pooled: ownerUrl, direct: ownerUrl })
const company = await makeCompany(platform.db.system)
const tokens: string[] = []
for (let i = 0; i < 20; i++) {
  const { id } = await makeUser(platform.db.system, { companyId: company.id, role: 'owner' })
  const session = { companyId: company.id, userId: id, role: 'owner' as const, sessionId: crypto.randomUUID() }
  tokens.push((await platform.tokens.issue({ kind: 'tenant', ...session })).token)
}
const following = followEvents(platform)
const server = createServer(
  getRequestListener(http(platform, { stopping: false }).fetch, { overrideGlobalObjects: false }),
)
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  process.send?.({ port, ticket: '', apikey: env.publishableKey, tokens })
})
process.on('SIGTERM', async () => {
  server.closeAllConnections()
  await following.close()
  await close()
  process.exit(0)
})
