// The API as it is, and beside it node:http with one bare query: what the whole house costs over that.
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import pg from 'pg'
import { boot } from '../src/server/boot.ts'
import { http } from '../src/server/http.ts'
import { readEnv } from '../src/server/platform/env.ts'
import { makeCompany, makeUser } from '../test/factories/people.ts'
import { seedTickets } from './seed.ts'

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
// Many people of one company: calls are limited per person.
const users = await Promise.all(
  Array.from({ length: 60 }, () => makeUser(platform.db.system, { companyId: company.id, role: 'owner' })),
)
const ticket = await seedTickets(ownerUrl, company.id, users[0]?.id as string, 2_000)
const issued = await Promise.all(
  users.map(({ id }) =>
    platform.tokens.issue({
      kind: 'tenant',
      companyId: company.id,
      userId: id,
      role: 'owner',
      sessionId: crypto.randomUUID(),
    }),
  ),
)

// The same rows with the same names, by the plainest means there are.
const LIST = `select t.id, t.number, t.subject, t.category, t.impact, t.urgency, t.priority, t.status, t.company_id, t.requester_id, t.assignee_id,
  t.client_id, t.contact_id, t.agreement_id, t.tags, t.source, t.rating, t.version, t.created_at, t.updated_at, t.first_response_at, t.resolved_at,
  t.response_due_at, t.resolution_due_at, t.response_left_ms, t.resolution_left_ms, t.sla_paused_at, t.sla_due_at, t.sla_soon_at,
  c.name as company, p.full_name as requester, a.full_name as assignee, l.name as client, n.full_name as contact, g.name as agreement,
  (select sum(e.minutes) from time_entries e where e.ticket_id = t.id and not e.removed) as minutes
  from tickets t join companies c on c.id = t.company_id join profiles p on p.id = t.requester_id
  left join profiles a on a.id = t.assignee_id left join clients l on l.id = t.client_id left join contacts n on n.id = t.contact_id
  left join agreements g on g.id = t.agreement_id
  where t.company_id = $1 order by t.updated_at desc, t.id desc limit 51`
const bare = new pg.Pool({ connectionString: ownerUrl, max: 16 })
const app = getRequestListener(http(platform, { stopping: false }).fetch, { overrideGlobalObjects: false })
const server = createServer(async (req, res) => {
  if (req.url !== '/bare') return app(req, res)
  const { rows } = await bare.query(LIST, [company.id])
  const body = JSON.stringify(rows)
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  process.send?.({ port, ticket, apikey: env.publishableKey, tokens: issued.map((i) => i.token) })
})
process.on('message', () => process.send?.(process.cpuUsage()))
process.on('SIGTERM', async () => {
  server.closeAllConnections()
  await Promise.all([close(), bare.end()])
  process.exit(0)
})
