// Row-level security separates companies in every table, even if server code forgets to filter.
import { readdirSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { urlAs } from '../src/server/platform/database/migrate.ts'
import { ownersOfTables } from './data-model.ts'
import { makeTicket } from './factories/tickets.ts'
import { APP_SECRET } from './harness/secrets.ts'
import { startServer, type TestServer, type World } from './harness/server.ts'
import { samples } from './samples/index.ts'

// Tables that are not keyed by (company_id, id), with the reason.
const OTHER_KEYS: Record<string, string> = {
  companies: 'is the company: its id is the key',
  profiles: 'a person can move to another company; what they wrote keeps pointing at them',
  user_roles: 'one per person',
}

// Policies that let every company read what the provider offers, by table.
const OFFERED: Record<string, string> = { hour_packs: 'packs_for_all' }

let server: TestServer
let world: World
let tables: string[]
let owner: pg.Pool
let superuser: pg.Pool
let tenant: pg.Pool
let staff: pg.Pool

beforeAll(async () => {
  server = await startServer()
  owner = new pg.Pool({ connectionString: server.database.ownerUrl, max: 1 })
  superuser = new pg.Pool({ connectionString: server.database.superuserUrl, max: 1 })
  world = await server.world()
  const setting = { server, db: server.db, world }
  for (const { ofProvider } of samples) await ofProvider?.(setting)
  for (const of of [world.north, world.south])
    for (const { ofCompany } of samples) await ofCompany?.({ ...setting, of })
  const { rows } = await owner.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname !~ '^schema_' order by 1`,
  )
  tables = rows.map((r) => r.relname)
  tenant = new pg.Pool({ connectionString: urlAs('portal_tenant', server.database.ownerUrl, APP_SECRET), max: 2 })
  staff = new pg.Pool({ connectionString: urlAs('portal_staff', server.database.ownerUrl, APP_SECRET), max: 2 })
})
afterAll(async () => {
  await Promise.all([owner.end(), superuser.end(), tenant.end(), staff.end()])
  await server.close()
})

const asTenant = async (companyId: string, text: string) => {
  const client = await tenant.connect()
  try {
    await client.query('begin')
    // In some tables the rows belong to one user, so set the user as well.
    const { owner: user } = companyId === world.south.company.id ? world.south : world.north
    await client.query(`select set_config('app.company_id', $1, true), set_config('app.user_id', $2, true)`, [
      companyId,
      user.id,
    ])
    return (await client.query(text)).rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}
/** The column that holds the company. Some database roles can read only some columns of a table. */
const key = (table: string) => (table === 'companies' ? 'id' : 'company_id')
const mayRead = async (role: string, table: string) =>
  (
    await server.db
      .selectNoFrom((e) =>
        e.fn<boolean>('has_any_column_privilege', [e.val(role), e.val(`public.${table}`), e.val('select')]).as('may'),
      )
      .executeTakeFirstOrThrow()
  ).may

test('the tables are found', () => expect(tables).toContain('tickets'))

/** Returns, for each of these tables without a sample row, the file in which to add one. */
async function listMissingSamples(of: string[]): Promise<string[]> {
  const owners = ownersOfTables(readdirSync('src/server'))
  const missing: string[] = []
  for (const table of of) {
    const { rows } = await owner.query(
      `select count(distinct ${key(table)})::integer as companies, count(*) filter (where ${key(table)} = $1)::integer as own from ${table}`,
      [world.provider.id],
    )
    const [{ companies, own }] = rows
    // A provider-only table needs one row. Every other table needs a row of each partner.
    if (companies === 0 || (companies < 2 && own === 0))
      missing.push(`${table}: insert a row in test/samples/${owners.get(table) ?? '<module>'}.ts`)
  }
  return missing
}

test('every table with row-level security has a sample row', async () => {
  const missing = await listMissingSamples(tables.filter((name) => !/^runs_\d{4}_\d\d$/.test(name)))
  expect(missing, 'Without rows, no test here can see that a policy lets too much through.').toEqual([])
})

test('a new table without a sample row is reported with the file to add it to', async () => {
  await owner.query(`create table planted (company_id uuid not null, id uuid, primary key (company_id, id))`)
  await owner.query(`call enforce_row_level_security('planted')`)
  expect(await listMissingSamples(['planted', 'tickets'])).toEqual([
    'planted: insert a row in test/samples/<module>.ts',
  ])
  await owner.query('drop table planted')
})

test('every table has row-level security, forced, with a policy per role', async () => {
  const { rows } = await owner.query(
    `select c.relname, c.relrowsecurity, c.relforcerowsecurity, array_agg(p.polname::text order by p.polname::text) as policies
     from pg_class c left join pg_policy p on p.polrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname !~ '^schema_' group by 1, 2, 3 order by 1`,
  )
  expect(rows).toEqual(
    tables.map((relname) => ({
      relname,
      relrowsecurity: true,
      relforcerowsecurity: true,
      policies: ['owner_rows', ...(relname in OFFERED ? [OFFERED[relname]] : []), 'staff_rows', 'tenant_rows'],
    })),
  )
})

test('every table belongs to a company by its key', async () => {
  const { rows } = await owner.query(
    `select c.relname, (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = i.indkey[0]) as first,
       exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and a.attnotnull) as has_company
     from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary where c.relnamespace = 'public'::regnamespace and c.relname !~ '^schema_' order by 1`,
  )
  for (const { relname, first, has_company } of rows) {
    if (relname in OTHER_KEYS) continue
    expect([first, has_company], relname).toEqual(['company_id', true])
  }
})

test('partitions of runs can be read through `runs` only', async () => {
  const months = tables.filter((t) => /^runs_\d{4}_\d\d$/.test(t))
  expect(months.length).toBeGreaterThan(14)
  for (const month of months)
    for (const role of ['portal_tenant', 'portal_staff'])
      expect(await mayRead(role, month), `${month} ${role}`).toBe(false)
})

test('the app’s logins own nothing and are members of no role', async () => {
  const { rows } = await superuser.query(
    `select r.rolname, r.rolsuper, r.rolbypassrls, r.rolcreaterole, (select count(*)::int from pg_class c where c.relowner = r.oid) as owned,
       (select count(*)::int from pg_auth_members m where m.member = r.oid) as member_of
     from pg_roles r where r.rolname in ('portal_tenant', 'portal_staff') order by 1`,
  )
  const nothing = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, owned: 0, member_of: 0 }
  expect(rows).toEqual([
    { rolname: 'portal_staff', ...nothing },
    { rolname: 'portal_tenant', ...nothing },
  ])
  await expect(tenant.query('select * from auth."user"')).rejects.toThrow(/permission denied/)
  await expect(staff.query('select * from auth.session')).rejects.toThrow(/permission denied/)
})

test('every query and transaction of a request has a time limit', async () => {
  for (const pool of [tenant, staff]) {
    const { rows } = await pool.query(
      `select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as zone`,
    )
    expect(rows).toEqual([{ statement: '5s', idle: '10s', zone: 'UTC' }])
    const client = await pool.connect()
    await client.query('begin')
    // A shorter timeout for this transaction, so that the test does not wait five seconds.
    await client.query(`set local statement_timeout = '50ms'`)
    await expect(client.query('select pg_sleep(10)')).rejects.toThrow(/statement timeout/)
    await client.query('rollback')
    client.release()
  }
})

test('without a tenant no row is visible, nor to staff without a user', async () => {
  for (const table of [...tables, 'people']) {
    if (await mayRead('portal_tenant', table)) {
      const { rows } = await tenant.query(
        `select ${key(table)} from ${table}${table === 'people' ? ' where not is_internal' : ''}`,
      )
      expect(rows.length, table).toBe(0)
    }
    if (await mayRead('portal_staff', table)) {
      const { rows } = await staff.query(
        `select ${key(table)} from ${table}${table === 'people' ? ' where not is_internal' : ''}`,
      )
      expect(rows.length, table).toBe(0)
    }
  }
})

test('a tenant sees its own rows of every table, and none of another company', async () => {
  for (const table of tables) {
    if (!(await mayRead('portal_tenant', table))) continue
    const rows = await asTenant(world.north.company.id, `select ${key(table)} from ${table}`)
    expect(rows.length > 0, table).toBe(true)
    const whose = table in OFFERED ? world.provider : world.north.company
    expect(new Set(rows.map((r) => r[key(table)])), table).toEqual(new Set([whose.id]))
  }
  const people = await asTenant(world.north.company.id, 'select * from people')
  expect(people.map((p) => p.full_name).sort()).toEqual(['Ada Admin', 'Erin Engineer', 'North Member', 'North Owner'])
})

test('notifications and their settings are not visible to a colleague or to staff', async () => {
  const [row, ...more] = await asTenant(world.north.company.id, 'select user_id from notifications')
  expect([row.user_id, more.length]).toEqual([world.north.owner.id, 0])
  const client = await staff.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.user_id', $1, true)`, [world.admin.id])
    for (const table of ['notifications', 'notification_preferences', 'notification_digests'])
      expect((await client.query(`select 1 from ${table}`)).rowCount, table).toBe(0)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('an unsent draft is not visible to a colleague', async () => {
  const all = await server.db.selectFrom('ticket_drafts').select('user_id').execute()
  const client = await tenant.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.company_id', $1, true), set_config('app.user_id', $2, true)`, [
      world.north.company.id,
      world.north.member.id,
    ])
    expect([(await client.query('select 1 from ticket_drafts')).rowCount, all.length > 0]).toEqual([0, true])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('a function that runs as the owner uses no temporary table of its caller', async () => {
  const { rows } = await owner.query(
    `select p.proname, (select setting from unnest(p.proconfig) as setting where setting like 'search_path=%') as path
     from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace order by 1`,
  )
  expect(rows.length).toBeGreaterThan(10)
  // If pg_temp is not in the search path, Postgres searches it first. It must be named, and last.
  for (const { proname, path } of rows) expect(path, proname).toMatch(/, pg_temp$/)
})

test('only an owner can decide an open estimate, and only in their own name', async () => {
  const { company, owner: boss, member } = world.north
  const decide = (role: string, by: string, status = 'approved') =>
    asTenant(
      company.id,
      `select set_config('app.role', '${role}', true);
       update estimates set status = '${status}', decided_by = '${by}', decided_at = now() where status = 'proposed'`,
    )
  await expect(decide('member', boss.id)).rejects.toThrow(/only an owner can decide/)
  await expect(decide('owner', member.id)).rejects.toThrow(/only an owner can decide/)
  await expect(decide('owner', boss.id, 'superseded')).rejects.toThrow(/only an owner can decide/)
  await expect(
    asTenant(
      company.id,
      `select set_config('app.role', 'owner', true);
       update estimates set status = 'approved', decided_by = '${boss.id}', decided_at = now();
       update estimates set status = 'declined'`,
    ),
  ).rejects.toThrow(/only an owner can decide/)
  await decide('owner', boss.id)
})

test('rows for staff only are not visible to a tenant', async () => {
  expect(await asTenant(world.north.company.id, `select id from messages where kind = 'note'`)).toEqual([])
  for (const table of ['attachments', 'files', 'events', 'ticket_watchers', 'mentions']) {
    expect(await asTenant(world.north.company.id, `select company_id from ${table} where staff_only`), table).toEqual(
      [],
    )
  }
})

test('a partner sees only the bounces of its own contacts', async () => {
  for (const table of ['mail_bounces', 'held_addresses'])
    expect(await asTenant(world.north.company.id, `select company_id, email from ${table}`)).toEqual([
      { company_id: world.north.company.id, email: 'gone@client.test' },
    ])
  expect(await asTenant(world.north.company.id, `delete from mail_bounces returning company_id, email`)).toHaveLength(1)
})

test('stored secrets cannot be read by the app’s logins', async () => {
  for (const pool of [tenant, staff]) {
    await expect(pool.query('select hash from api_keys')).rejects.toThrow(/permission denied/)
    await expect(pool.query('select token_hash from invitations')).rejects.toThrow(/permission denied/)
    for (const table of ['factors', 'recovery_codes', 'passkeys', 'one_time', 'account'])
      await expect(pool.query(`select * from auth.${table}`)).rejects.toThrow(/permission denied/)
  }
})

test('a user of a partner can never have a role of the provider', async () => {
  const set = (userId: string, role: string) =>
    server.db.updateTable('user_roles').set({ role }).where('user_id', '=', userId).execute()
  await expect(set(world.north.member.id, 'admin')).rejects.toThrow(/does not fit/)
  await expect(set(world.north.member.id, 'engineer')).rejects.toThrow(/does not fit/)
  await expect(set(world.engineer.id, 'owner')).rejects.toThrow(/does not fit/)
  const asOwner = `update user_roles set role = 'admin' where user_id = '${world.north.member.id}'`
  await expect(asTenant(world.north.company.id, asOwner)).rejects.toThrow(/does not fit/)
})

test('a tenant can neither write into another company nor move a row there', async () => {
  const south = world.south.company.id
  const into = `insert into events (company_id, topic, kind, subject_id) values ('${south}', 'ticket', 'x', gen_random_uuid())`
  await expect(asTenant(world.north.company.id, into)).rejects.toThrow(/row-level security/)
  await expect(asTenant(world.north.company.id, `update tickets set company_id = '${south}'`)).rejects.toThrow(
    /permission denied|row-level security/,
  )
  await expect(asTenant(world.north.company.id, `update tickets set assignee_id = null`)).rejects.toThrow(
    /permission denied/,
  )
  expect(
    await asTenant(
      world.north.company.id,
      `update tickets set subject = 'mine' where company_id = '${south}' returning id`,
    ),
  ).toEqual([])
})

test('a row cannot point into another company', async () => {
  const [theirs] = await asTenant(world.south.company.id, 'select id from tickets')
  const message = `insert into messages (company_id, id, ticket_id, kind, author_kind, author_name) values ('${world.north.company.id}', gen_random_uuid(), '${theirs.id}', 'reply', 'partner', 'x')`
  await expect(asTenant(world.north.company.id, message)).rejects.toThrow(/foreign key/)
})

test('the audit log and events cannot be changed, not even by the owner', async () => {
  await expect(server.db.updateTable('audit_log').set({ action: 'nothing' }).execute()).rejects.toThrow(/append-only/)
  await expect(server.db.deleteFrom('audit_log').execute()).rejects.toThrow(/append-only/)
  await expect(server.db.updateTable('events').set({ kind: 'nothing' }).execute()).rejects.toThrow(/append-only/)
})

test('twenty companies on two connections leak nothing', async () => {
  const companies = await Promise.all(Array.from({ length: 20 }, () => server.company()))
  const owners = await Promise.all(companies.map((c) => server.person(c, 'owner')))
  await Promise.all(owners.map((requester) => makeTicket(server.db, { requester, subject: requester.companyId })))
  const rounds = Array.from({ length: 10 }, () => owners).flat()
  const seen = await Promise.all(
    rounds.map(async ({ id, companyId }, i) => {
      const actor = { kind: 'tenant' as const, companyId, userId: id, role: 'owner' as const }
      const ask = i % 2 ? server.platform.db.askAs : server.platform.db.asActor
      const rows = await ask(actor, (db) => db.selectFrom('tickets').select('subject').execute())
      return rows.length === 1 && rows[0]?.subject === companyId
    }),
  )
  expect(seen.every(Boolean)).toBe(true)
})

test('a tenant cannot add jobs for another company', async () => {
  const { companyId, id } = world.north.owner
  const actor = { kind: 'tenant' as const, companyId, userId: id, role: 'owner' as const }
  const send = (to: string) =>
    server.platform.db.asActor(actor, (db) => server.platform.jobs.send(db, 'tickets.close-quiet', { companyId: to }))
  await expect(send(world.south.company.id)).rejects.toThrow(/row-level security/)
  await send(companyId)
  const { rows } = await tenant.query('select 1 from jobs.job')
  expect(rows).toEqual([])
})
