// The API with hours: engineers who book, and partners with a short and a long ledger.
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { sql } from 'kysely'
import pg from 'pg'
import { boot } from '../src/server/boot.ts'
import { http } from '../src/server/http.ts'
import { readEnv } from '../src/server/platform/env.ts'
import { makeHours } from '../test/factories/hours.ts'
import { type MadeCompany, makeCompany, makeUser } from '../test/factories/people.ts'
import { makeTicket } from '../test/factories/tickets.ts'

const ownerUrl = process.env.DATABASE_URL as string
const env = readEnv('serve', {
  DATABASE_URL: ownerUrl,
  PUBLIC_URL: 'http://127.0.0.1:1',
  APP_SECRET: process.env.APP_SECRET,
  DATA_DIR: process.env.DATA_DIR,
  LOG_LEVEL: 'error',
})
const { close, ...platform } = await boot(env, { pooled: ownerUrl, direct: ownerUrl })
const db = platform.db.system
const provider = await makeCompany(db, { is_internal: true })
const tokenOf = async (of: MadeCompany, role: 'engineer' | 'owner', userId: string) =>
  (
    await platform.tokens.issue({
      kind: of.is_internal ? 'staff' : 'tenant',
      companyId: of.id,
      userId,
      role,
      sessionId: crypto.randomUUID(),
    })
  ).token
// Many people: calls are limited per person.
const engineers = await Promise.all(
  Array.from({ length: 40 }, () => makeUser(db, { companyId: provider.id, role: 'engineer' })),
)
const tickets: string[] = []
for (let n = 0; n < 20; n++) {
  const company = await makeCompany(db)
  const owner = await makeUser(db, { companyId: company.id, role: 'owner' })
  for (let b = 0; b < 3; b++) await makeHours(db, company.id, { minutes: 600_000 })
  tickets.push((await makeTicket(db, { requester: owner })).id)
}
/** A company with so many lines, and the token of somebody who may read them. */
async function reader(lines: number): Promise<string[]> {
  const company = await makeCompany(db)
  const owners = await Promise.all(
    Array.from({ length: 30 }, () => makeUser(db, { companyId: company.id, role: 'owner' })),
  )
  const ticket = await makeTicket(db, { requester: owners[0] as { id: string } & (typeof owners)[number] })
  const { id: block } = await makeHours(db, company.id, { minutes: 600_000 })
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(
    `with e as (insert into time_entries (company_id, id, ticket_id, user_id, minutes, worked_on, charged, note)
       select $1, gen_random_uuid(), $2, $3, 10, current_date - i / 200, 10, 'What was done' from generate_series(1, $4::int) i
       returning company_id, id),
     n as (select e.*, row_number() over () as i from e)
     insert into hour_ledger (company_id, kind, block_id, minutes, balance_after, entry_id, actor_id, created_at)
       select company_id, 'consumption', $5, -10, 600000 - i * 10, id, $3, now() - ($4 - i) * interval '1 minute' from n order by i`,
    [company.id, ticket.id, engineers[0]?.id, lines, block],
  )
  await client.end()
  return Promise.all(owners.map((o) => tokenOf(company, 'owner', o.id)))
}
const few = await reader(500)
const many = await reader(50_000)
await sql`analyze`.execute(db)
const tokens = await Promise.all(engineers.map((e) => tokenOf(provider, 'engineer', e.id)))

const bare = new pg.Pool({ connectionString: ownerUrl, max: 16 })
const app = getRequestListener(http(platform, { stopping: false }).fetch, { overrideGlobalObjects: false })
const server = createServer(async (req, res) => {
  if (req.url !== '/bare') return app(req, res)
  const { rows } = await bare.query('select company_id, id, kind, minutes from hour_ledger limit 26')
  const body = JSON.stringify(rows)
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  process.send?.({ port, ticket: tickets[0], tickets, few, many, apikey: env.publishableKey, tokens })
})
process.on('message', () => process.send?.(process.cpuUsage()))
process.on('SIGTERM', async () => {
  server.closeAllConnections()
  await Promise.all([close(), bare.end()])
  process.exit(0)
})
