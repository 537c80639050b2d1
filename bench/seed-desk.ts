// A help desk with realistic rows: every ticket has an assignee, a client, a contact, watchers and a conversation, and
// one company owns 15 % of all tickets.

import type { Kysely } from 'kysely'
import pg from 'pg'
import type { DB } from '../src/server/platform/database/db.types.ts'
import { makeCompany, makeUser } from '../test/factories/people.ts'

const COMPANIES = 20
const TICKETS = 8_000
const LARGEST = 0.15
const ENGINEERS = 10
const OWNERS = 60

/** The largest company, its owners, the provider's engineers, and a ticket with a conversation of 20 messages. */
export type Desk = { companyId: string; owners: string[]; providerId: string; engineers: string[]; ticket: string }

/** Fills an empty database with this help desk, and returns what the benchmarks use of it. */
export async function seedDesk(db: Kysely<DB>, ownerUrl: string): Promise<Desk> {
  const provider = await makeCompany(db, { is_internal: true })
  const engineers = await Promise.all(
    Array.from({ length: ENGINEERS }, () => makeUser(db, { companyId: provider.id, role: 'engineer' })),
  )
  const companies = await Promise.all(Array.from({ length: COMPANIES }, () => makeCompany(db)))
  const [largest] = companies as [(typeof companies)[number]]
  // Use many users of one company, because requests are limited per user.
  const owners = await Promise.all(
    Array.from({ length: OWNERS }, () => makeUser(db, { companyId: largest.id, role: 'owner' })),
  )
  const others = await Promise.all(companies.slice(1).map((c) => makeUser(db, { companyId: c.id, role: 'owner' })))
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const engineerIds = engineers.map((e) => e.id)
    for (const [n, company] of companies.entries()) {
      const users = n === 0 ? owners.map((o) => o.id) : [others[n - 1]?.id as string]
      const count = n === 0 ? TICKETS * LARGEST : Math.round((TICKETS * (1 - LARGEST)) / (COMPANIES - 1))
      await client.query(
        `with made as (insert into clients (company_id, id, name) select $1, gen_random_uuid(), 'Client ' || i from generate_series(1, 10) i returning id)
         insert into contacts (company_id, id, client_id, full_name, email)
         select $1, gen_random_uuid(), id, 'Contact ' || i, 'contact' || i || '-' || left(id::text, 8) || '@example.test' from made cross join generate_series(1, 5) i`,
        [company.id],
      )
      await client.query(
        `with c as (select row_number() over () as n, id, client_id from contacts where company_id = $1)
         insert into tickets (company_id, id, subject, description, category, impact, urgency, priority, status, requester_id, assignee_id,
           client_id, contact_id, source, created_at, updated_at)
         select $1, gen_random_uuid(), 'Sync of agreement ' || i || ' stopped', repeat('It stopped at six. ', 12), 'integration', 'one', 'medium',
           (array['P4', 'P3', 'P2', 'P4'])[1 + i % 4], (array['new', 'in_progress', 'waiting_on_partner', 'closed', 'closed', 'closed'])[1 + i % 6],
           ($2::uuid[])[1 + i % cardinality($2::uuid[])], ($3::uuid[])[1 + i % cardinality($3::uuid[])], c.client_id, c.id,
           (array['portal', 'mail'])[1 + i % 2], now() - i * interval '1 minute', now() - i * interval '1 minute'
         from generate_series(1, $4::int) i join c on c.n = 1 + i % 50`,
        [company.id, users, engineerIds, count],
      )
      await client.query(
        `insert into ticket_watchers (company_id, id, ticket_id, user_id)
         select $1, gen_random_uuid(), id, ($2::uuid[])[1 + number % cardinality($2::uuid[])] from tickets where company_id = $1
         union all select $1, gen_random_uuid(), id, ($3::uuid[])[1 + (number + 1) % cardinality($3::uuid[])] from tickets where company_id = $1`,
        [company.id, users, engineerIds],
      )
    }
    const { rows } = await client.query<{ id: string }>(
      'select id from tickets where company_id = $1 order by number limit 1',
      [largest.id],
    )
    const ticket = (rows[0] as { id: string }).id
    await client.query(
      `insert into messages (company_id, id, ticket_id, kind, author_id, author_kind, author_name, body)
       select $1, gen_random_uuid(), $2, 'reply', $3, 'partner', 'Bench', repeat('A line of text. ', 20) from generate_series(1, 20)`,
      [largest.id, ticket, owners[0]?.id],
    )
    await client.query('vacuum analyze')
    return {
      companyId: largest.id,
      owners: owners.map((o) => o.id),
      providerId: provider.id,
      engineers: engineerIds,
      ticket,
    }
  } finally {
    await client.end()
  }
}
