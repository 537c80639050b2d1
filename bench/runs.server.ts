// The API on a database that `runs.ts` has filled: keys that send, and people who read.
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { boot } from '../src/server/boot.ts'
import { http } from '../src/server/http.ts'
import { readEnv } from '../src/server/platform/env.ts'

const ownerUrl = process.env.DATABASE_URL as string
const env = readEnv('serve', {
  DATABASE_URL: ownerUrl,
  PUBLIC_URL: 'http://127.0.0.1:1',
  APP_SECRET: process.env.APP_SECRET,
  DATA_DIR: process.env.DATA_DIR,
  LOG_LEVEL: 'error',
  TRUSTED_PROXIES: '127.0.0.1',
})
const { close, ...platform } = await boot(env, { pooled: ownerUrl, direct: ownerUrl })
const db = platform.db.system
const people = await db
  .selectFrom('profiles as p')
  .innerJoin('companies as c', 'c.id', 'p.company_id')
  .select(['p.id', 'p.company_id', 'c.is_internal'])
  .execute()
const installations = await db.selectFrom('installations').select(['id', 'company_id']).orderBy('id').execute()
const keys = await db.selectFrom('api_keys').select(['company_id', 'created_by']).execute()
const ofCompany = (companyId: string, n: number) => {
  const own = installations.filter((i) => i.company_id === companyId)
  return own[n % own.length]?.id as string
}
const tokenOf = async (p: (typeof people)[number]) =>
  (
    await platform.tokens.issue({
      kind: p.is_internal ? 'staff' : 'tenant',
      companyId: p.company_id,
      userId: p.id,
      role: p.is_internal ? 'engineer' : 'owner',
      sessionId: crypto.randomUUID(),
    })
  ).token
const partners = people.filter((p) => !p.is_internal)
const readers = await Promise.all(
  partners.map(async (p, n) => ({ token: await tokenOf(p), id: ofCompany(p.company_id, n) })),
)
const staff = await Promise.all(people.filter((p) => p.is_internal).map(tokenOf))
const senders = keys.map((k, n) => ({ key: `bench ${k.created_by}`, id: ofCompany(k.company_id, n) }))

const app = getRequestListener(http(platform, { stopping: false }).fetch, { overrideGlobalObjects: false })
const server = createServer(app)
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  process.send?.({ port, ticket: '', apikey: env.publishableKey, tokens: staff, senders, readers, staff })
})
process.on('message', () => process.send?.(process.cpuUsage()))
process.on('SIGTERM', async () => {
  server.closeAllConnections()
  await close()
  process.exit(0)
})
