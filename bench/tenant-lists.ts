// The database pages that a partner's list reads, for different numbers of other companies that own 200,000 tickets.
// They must not depend on them.
import { sql } from 'kysely'
import pg from 'pg'
import { type Actor, openDatabase } from '../src/server/platform/database/db.ts'
import { urlAs } from '../src/server/platform/database/migrate.ts'
import type { Cluster } from '../src/server/platform/database/postgres.ts'
import { createLogger } from '../src/server/platform/observability/log.ts'
import { type Filter, filterTickets, pageWithNames } from '../src/server/tickets/filter.ts'
import { type Env, makeDatabase } from './cluster.ts'

const FOREIGN = 200_000
const OWN = 500
const LISTS: [name: string, filter: Partial<Filter>][] = [
  ['list', {}],
  ['by created', { sort: 'created' }],
  ['by number', { sort: 'number' }],
  ['by priority', { sort: 'priority' }],
  ['by due', { sort: 'due', order: 'asc' }],
  ['open', { status: ['new', 'in_progress'] }],
  ['P1 and closed', { status: ['closed'], priority: ['P1'] }],
]

/**
 * Fills a database with one company of our own and `companies` others. Their tickets are the newer ones. Returns the
 * owner of our company.
 */
export async function fill(superuser: string, companies: number): Promise<Actor> {
  const db = new pg.Client(superuser)
  await db.connect()
  await db.query('set session_replication_role = replica; set synchronous_commit = off')
  await db.query(`
    insert into companies (id, name, slug, is_internal) select gen_random_uuid(), 'Company ' || i, 'company-' || i, false from generate_series(0, ${companies}) i;
    insert into auth."user" (id, name, email, "emailVerified") select gen_random_uuid(), slug, slug || '@example.test', true from companies;
    insert into profiles (id, company_id, full_name, email)
      select u.id, c.id, 'Owner', u.email from companies c join auth."user" u on u.name = c.slug;
    create table seed as select p.id as user_id, p.company_id, row_number() over (order by c.slug <> 'company-0', c.id) - 1 as n
      from profiles p join companies c on c.id = p.company_id;
    insert into tickets (company_id, id, number, subject, description, category, impact, urgency, priority, status, requester_id, created_at, updated_at)
      select s.company_id, gen_random_uuid(), 1000 + i, 'A ticket', 'Of this company.', 'other', 'one', 'medium',
        (array['P1', 'P2', 'P3', 'P4', 'P4', 'P4', 'P4'])[1 + i % 7], (array['new', 'in_progress', 'closed', 'closed', 'closed'])[1 + i / 3 % 5], s.user_id,
        now() - interval '1 minute' * (${FOREIGN + OWN} - i), now() - interval '1 minute' * (${FOREIGN + OWN} - i)
      from generate_series(1, ${FOREIGN + OWN}) i join seed s on s.n = case when i <= ${OWN} then 0 else 1 + i % ${companies} end`)
  await db.query('vacuum analyze')
  const { rows } = await db.query<{ user_id: string; company_id: string }>('select * from seed where n = 0')
  await db.end()
  const [own] = rows as [(typeof rows)[number]]
  return { kind: 'tenant', role: 'owner', companyId: own.company_id, userId: own.user_id }
}

type Plan = { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }; 'Execution Time': number }

/** Returns how many database pages each list reads, by the number of other companies. */
export async function tenantLists(cluster: Cluster, env: Env): Promise<Record<string, string | number>[]> {
  const table = LISTS.map(([list]): Record<string, string | number> => ({ list }))
  for (const companies of [1, 4, 2_000]) {
    const { url, superuser } = await makeDatabase(cluster, `companies_${companies}`)
    const actor = await fill(superuser, companies)
    const database = openDatabase({
      tenantUrl: urlAs('portal_tenant', url, env.APP_SECRET),
      staffUrl: url,
      ownerUrl: url,
      max: 2,
      log: createLogger('error'),
    })
    for (const [i, [, filter]] of LISTS.entries()) {
      const list = { sort: 'updated', order: 'desc', ...filter } as Filter
      const explained = () =>
        database.askAs(actor, (db) =>
          sql`explain (analyze, buffers, format json) ${pageWithNames(filterTickets(db, actor, list, undefined, 51), list)}`.execute(
            db,
          ),
        )
      await explained()
      const {
        rows: [row],
      } = await explained()
      const { Plan, ...plan } = (row as { 'QUERY PLAN': [Plan] })['QUERY PLAN'][0]
      const pages = Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
      const of = table[i] as Record<string, string | number>
      of[`${companies} companies`] = `${pages} pages, ${plan['Execution Time'].toFixed(1)} ms`
    }
    await database.close()
  }
  return table
}
