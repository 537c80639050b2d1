// The API with hours: engineers who log time, and partners with a short and a long ledger.
import { sql } from 'kysely'
import pg from 'pg'
import { makeHours } from '../test/factories/hours.ts'
import { type MadeCompany, makeCompany, makeUser } from '../test/factories/people.ts'
import { makeTicket } from '../test/factories/tickets.ts'
import { bootServer, serve, tokenOf } from './bench-server.ts'

const product = await bootServer(process.env)
const db = product.platform.db.system
const provider = await makeCompany(db, { is_internal: true })
const tokenAt = (of: MadeCompany, role: 'engineer' | 'owner', userId: string) =>
  tokenOf(product, { kind: of.is_internal ? 'staff' : 'tenant', companyId: of.id, userId, role })
// Use many users, because requests are limited per user.
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
/** Creates a company with a ledger of `lines` lines. Returns the tokens of users who may read it. */
async function reader(lines: number): Promise<string[]> {
  const company = await makeCompany(db)
  const owners = await Promise.all(
    Array.from({ length: 30 }, () => makeUser(db, { companyId: company.id, role: 'owner' })),
  )
  const ticket = await makeTicket(db, { requester: owners[0] as { id: string } & (typeof owners)[number] })
  const { id: block } = await makeHours(db, company.id, { minutes: 600_000 })
  const client = new pg.Client({ connectionString: product.ownerUrl })
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
  return Promise.all(owners.map((o) => tokenAt(company, 'owner', o.id)))
}
const few = await reader(500)
const many = await reader(50_000)
await sql`analyze`.execute(db)
const tokens = await Promise.all(engineers.map((e) => tokenAt(provider, 'engineer', e.id)))

await serve(product, {
  bare: { name: 'hour ledger', text: 'select company_id, id, kind, minutes from hour_ledger limit 26' },
  hello: { ticket: tickets[0], tickets, few, many, tokens },
})
