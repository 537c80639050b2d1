// The API on a database that is seeded already.
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
})
const { close, ...platform } = await boot(env, { pooled: ownerUrl, direct: ownerUrl })
const { system } = platform.db
const people = (internal: boolean) =>
  system
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .select(['p.id', 'p.company_id'])
    .where('c.is_internal', '=', internal)
    .orderBy('p.company_id')
    .limit(60)
    .execute()
const tokens = async (internal: boolean) => {
  const found = await people(internal)
  return Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const { id, company_id } = found[i % found.length] as { id: string; company_id: string }
      const who = internal
        ? { kind: 'staff' as const, role: 'engineer' as const }
        : { kind: 'tenant' as const, role: 'owner' as const }
      return (
        await platform.tokens.issue({ ...who, companyId: company_id, userId: id, sessionId: crypto.randomUUID() })
      ).token
    }),
  )
}
const one = await system
  .selectFrom('tickets')
  .select(['company_id', 'contact_id', 'requester_id'])
  .limit(1)
  .executeTakeFirstOrThrow()
const [staff, tenant] = [await tokens(true), await tokens(false)]
const server = createServer(
  getRequestListener(http(platform, { stopping: false }).fetch, { overrideGlobalObjects: false }),
)
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  process.send?.({
    port,
    apikey: env.publishableKey,
    tokens: staff,
    ticket: '',
    staff,
    tenant,
    company: one.company_id,
    user: one.requester_id,
    contact: one.contact_id,
  })
})
process.on('message', () => process.send?.(process.cpuUsage()))
process.on('SIGTERM', async () => {
  server.closeAllConnections()
  await close()
  process.exit(0)
})
