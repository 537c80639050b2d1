// The database itself keeps companies apart: every table, whatever the code above forgets.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogue } from '../content/marketplace/index.ts'
import { loadCatalogue } from '../src/server/marketplace/index.ts'
import { urlAs } from '../src/server/platform/migrate.ts'
import { makeAgreement } from './factories/agreements.ts'
import { makeInstallation, makeRuns } from './factories/automations.ts'
import { makeBilling } from './factories/billing.ts'
import { makeBounce, makeClient, makeContact, makeImport } from './factories/contacts.ts'
import { makeAttachment } from './factories/files.ts'
import { makeLead, makeLeadActivity } from './factories/leads.ts'
import { makeNotification } from './factories/notifications.ts'
import { makeInvitation } from './factories/people.ts'
import { makeProject, makeProjectComment, makeProjectUpdate } from './factories/projects.ts'
import { makeMessage, makeTicket } from './factories/tickets.ts'
import { makeEstimate, makeTime } from './factories/time.ts'
import { APP_SECRET } from './harness/secrets.ts'
import { startServer, type TestServer, type World } from './harness/server.ts'

// Not keyed by (company_id, id), with the reason.
const OTHER_KEYS: Record<string, string> = {
  companies: 'is the company: its id is the key',
  profiles: 'a person can move to another company; what they wrote keeps pointing at them',
  user_roles: 'one per person',
}

// What the provider offers: every company reads what is offered, and nothing else of another company's.
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
  await makeLeadActivity(server.db, await makeLead(server.db, world.provider), world.engineer)
  await loadCatalogue(server.db, catalogue.slice(0, 1))
  const product = await server.db.selectFrom('products').select('id').executeTakeFirstOrThrow()
  for (const of of [world.north, world.south]) {
    const ticket = await makeTicket(server.db, { requester: of.owner, tags: ['backup'] })
    const linked = await makeTicket(server.db, { requester: of.owner })
    const ends = { ticket_id: ticket.id, other_company_id: of.company.id, other_id: linked.id, kind: 'related' }
    await server.db
      .insertInto('ticket_links')
      .values({ company_id: of.company.id, id: crypto.randomUUID(), ...ends })
      .execute()
    const reply = await makeMessage(server.db, { ticket, author: of.owner, byStaff: false })
    const note = await makeMessage(server.db, {
      ticket,
      author: world.engineer,
      byStaff: true,
      kind: 'note',
      body: 'between us',
    })
    const file = { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a'), by: of.owner }
    await makeAttachment(server.db, server.platform.storage, { ...file, on: { ticket, messageId: reply.id } })
    await makeAttachment(server.db, server.platform.storage, {
      ...file,
      on: { ticket, messageId: note.id, staffOnly: true },
    })
    await makeTime(server.db, { ticket, by: world.engineer })
    await makeEstimate(server.db, { ticket, by: world.engineer })
    await makeBilling(server.db, of.owner)
    const agreed = { by: world.admin, companyId: of.company.id }
    await makeAgreement(server.db, { ...agreed, signed: { by: of.owner } })
    await makeAgreement(server.db, agreed)
    const project = await makeProject(server.db, {
      company_id: of.company.id,
      by: world.engineer,
      tasks: [{ title: 'Change DNS', side: 'partner', status: 'waiting_on_partner' }],
    })
    const { id: comment_id } = await makeProjectComment(server.db, project, { by: of.owner })
    await server.db
      .insertInto('project_text_versions')
      .values({
        company_id: of.company.id,
        id: crypto.randomUUID(),
        comment_id,
        body: 'before',
        written_at: new Date().toISOString(),
      })
      .execute()
    await makeProjectComment(server.db, project, { by: world.engineer, internal: true })
    await makeProjectUpdate(server.db, project, { by: world.engineer })
    const inProject = { company_id: of.company.id, project_id: project.id }
    await server.db
      .insertInto('project_tickets')
      .values({ ...inProject, ticket_id: ticket.id })
      .execute()
    const automation = await makeInstallation(server.db, { companyId: of.company.id })
    await server.db
      .insertInto('purchase_asks')
      .values({ company_id: of.company.id, product_id: product.id, asked_on: '2026-11-22', asked_by: of.member.id })
      .execute()
    await server.db
      .insertInto('project_installations')
      .values({ ...inProject, installation_id: automation.id })
      .execute()
    const filed = { ...inProject, added_by: of.owner.id }
    for (const staff_only of [false, true]) {
      const kept = { company_id: of.company.id, id: crypto.randomUUID() }
      await server.db
        .insertInto('files')
        .values({ ...kept, name: 'p', type: 'text/plain', size: 1, sha256: 'p', staff_only, uploaded_by: of.owner.id })
        .execute()
      await server.db
        .insertInto('project_files')
        .values({ ...filed, id: crypto.randomUUID(), file_id: kept.id, staff_only })
        .execute()
    }
    const client = await makeClient(server.db, { company_id: of.company.id })
    const report = { company_id: of.company.id, id: crypto.randomUUID() }
    const month = '2026-10-01'
    await server.db
      .insertInto('report_papers')
      .values({ ...report, from_day: month, to_day: month })
      .execute()
    await server.db
      .insertInto('report_mails')
      .values({ ...report, first_month: month })
      .execute()
    await server.db
      .insertInto('report_recipients')
      .values({ ...report, mail_id: report.id, user_id: of.owner.id })
      .execute()
    await server.db
      .insertInto('report_sends')
      .values({ ...report, month, name: 'A', email: 'a@x.test' })
      .execute()
    const day = { company_id: of.company.id, client_id: client.id, day: month }
    await server.db
      .insertInto('report_days')
      .values({ ...day, dimension: 'priority', value: 'P3' })
      .execute()
    await server.db
      .insertInto('report_hours')
      .values({ ...day, category: 'other' })
      .execute()
    const email = 'gone@client.test'
    await makeContact(server.db, { company_id: of.company.id, client_id: client.id, email })
    await makeBounce(server.db, { company_id: of.company.id, email })
    await makeBounce(server.db, { company_id: of.company.id, email: world.engineer.email })
    await makeRuns(server.db, automation, [{ startedAt: new Date().toISOString(), clientId: client.id }])
    const inAutomation = { company_id: of.company.id, installation_id: automation.id }
    await server.db
      .insertInto('dismissed_recommendations')
      .values({ company_id: of.company.id, product_id: product.id, dismissed_by: of.owner.id })
      .execute()
    await server.db
      .insertInto('recommendation_words')
      .values({ company_id: of.company.id, product_id: product.id, facts: 'a'.repeat(64) })
      .execute()
    await server.db
      .insertInto('installation_clients')
      .values({ ...inAutomation, client_id: client.id })
      .execute()
    await server.db
      .insertInto('connections')
      .values({ ...inAutomation, id: crypto.randomUUID(), tool: 'PSA', label: 'API user', reference: 'vault: PSA' })
      .execute()
    await server.db
      .insertInto('alert_episodes')
      .values({ ...inAutomation, id: crypto.randomUUID(), kind: 'failing' })
      .execute()
    await makeImport(server.db, { company_id: of.company.id, created_by: of.owner.id })
    const own = { company_id: of.company.id, id: crypto.randomUUID() }
    await server.db
      .insertInto('pictures')
      .values({ ...own, type: 'image/png', bytes: Buffer.from('x'), etag: 'x' })
      .execute()
    await server.db
      .insertInto('exports')
      .values({ ...own, with_files: false, requested_by: of.owner.id })
      .execute()
    await server.db
      .insertInto('company_notes')
      .values({ ...own, author_id: world.engineer.id, body: 'between us' })
      .execute()
    await server.db
      .insertInto('documents')
      .values(
        [false, true].map((staff_only) => ({
          company_id: of.company.id,
          id: crypto.randomUUID(),
          kind: 'agreement',
          subject_id: ticket.id,
          content: 'a'.repeat(64),
          name: 'A-1',
          sheet: '{}',
          staff_only,
        })),
      )
      .execute()
    const said = { company_id: of.company.id, ticket_id: ticket.id }
    await server.db
      .insertInto('ticket_watchers')
      .values([
        { ...said, id: crypto.randomUUID(), user_id: of.member.id },
        { ...said, id: crypto.randomUUID(), user_id: world.engineer.id },
      ])
      .execute()
    await server.db
      .insertInto('mentions')
      .values([
        { ...said, message_id: reply.id, user_id: of.member.id },
        { ...said, message_id: note.id, user_id: world.admin.id, staff_only: true },
      ])
      .execute()
    await server.db
      .insertInto('message_versions')
      .values({
        company_id: of.company.id,
        id: crypto.randomUUID(),
        message_id: reply.id,
        body: 'before',
        written_at: 'now',
      })
      .execute()
    await server.db
      .insertInto('ticket_drafts')
      .values({
        company_id: of.company.id,
        id: crypto.randomUUID(),
        user_id: of.owner.id,
        kind: 'new',
        revision: crypto.randomUUID(),
      })
      .execute()
    const kept = { company_id: of.company.id, user_id: of.owner.id, list: 'tickets', columns: ['status'] }
    await server.db.insertInto('list_columns').values(kept).execute()
    const view = { ...kept, id: crypto.randomUUID(), name: 'Mine', query: '', position: 0 }
    await server.db.insertInto('saved_views').values(view).execute()
    await server.db
      .insertInto('api_keys')
      .values({ ...own, name: 'x', prefix: 'mwk_x', hash: own.id, scopes: [], created_by: of.owner.id })
      .execute()
    const row = { company_id: of.company.id, topic: 'ticket', kind: 'opened', subject_id: ticket.id }
    await server.db
      .insertInto('events')
      .values([row, { ...row, kind: 'note', staff_only: true }])
      .execute()
    for (const person of [of.owner, of.member]) await makeNotification(server.db, person)
    const whose = { company_id: of.company.id, user_id: of.owner.id }
    await server.db
      .insertInto('notification_preferences')
      .values({ ...whose, kind: 'ticket_reply', bell: true, mail: 'off' })
      .execute()
    await server.db
      .insertInto('notification_digests')
      .values({ ...whose, hour: 8 })
      .execute()
    await server.db
      .insertInto('audit_log')
      .values({ company_id: of.company.id, action: 'ticket.open', subject_type: 'ticket' })
      .execute()
    const paying = { company_id: of.company.id, id: crypto.randomUUID() }
    await server.db
      .insertInto('stripe_customers')
      .values({ company_id: of.company.id, stripe_id: `cus_${of.company.id}` })
      .execute()
    await server.db
      .insertInto('card_pages')
      .values({ ...paying, consent: 'x', started_by: of.owner.id })
      .execute()
    await server.db
      .insertInto('orders')
      .values({ ...paying, source: 'purchase', method: 'card', total_cents: 1 })
      .execute()
    await server.db
      .insertInto('checkouts')
      .values({ ...paying, order_id: paying.id, amount_cents: 1, started_by: of.owner.id })
      .execute()
    await makeInvitation(server.db, {
      companyId: of.company.id,
      invitedBy: of.owner.id,
      email: 'invited@partner.test',
      role: 'member',
    })
    await server.db
      .insertInto('idempotency_keys')
      .values({ company_id: of.company.id, user_id: of.owner.id, key: 'k', operation: 'x', body_hash: 'h' })
      .execute()
  }
  const { rows } = await owner.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname !~ '^kysely_' order by 1`,
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
    // Some tables keep more than companies apart: their rows are one person's.
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
/** The column that carries the company; some tables let a login read only some of their columns. */
const key = (table: string) => (table === 'companies' ? 'id' : 'company_id')
const mayRead = async (role: string, table: string) =>
  (
    await server.db
      .selectNoFrom((e) =>
        e.fn<boolean>('has_any_column_privilege', [e.val(role), e.val(`public.${table}`), e.val('select')]).as('may'),
      )
      .executeTakeFirstOrThrow()
  ).may

test('there are tables to look at', () => expect(tables).toContain('tickets'))

test('every table has row-level security, forced, with a policy per role', async () => {
  const { rows } = await owner.query(
    `select c.relname, c.relrowsecurity, c.relforcerowsecurity, array_agg(p.polname::text order by p.polname::text) as policies
     from pg_class c left join pg_policy p on p.polrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname !~ '^kysely_' group by 1, 2, 3 order by 1`,
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
     from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary where c.relnamespace = 'public'::regnamespace and c.relname !~ '^kysely_' order by 1`,
  )
  for (const { relname, first, has_company } of rows) {
    if (relname in OTHER_KEYS) continue
    expect([relname, first, has_company]).toEqual([relname, 'company_id', true])
  }
})

test('a month of runs is read through `runs` and by no other way', async () => {
  const months = tables.filter((t) => /^runs_\d{4}_\d\d$/.test(t))
  expect(months.length).toBeGreaterThan(14)
  for (const month of months)
    for (const role of ['portal_tenant', 'portal_staff'])
      expect([month, role, await mayRead(role, month)]).toEqual([month, role, false])
})

test('the app’s logins own nothing and cannot become anybody', async () => {
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

test('no query and no transaction of a request goes on for ever', async () => {
  for (const pool of [tenant, staff]) {
    const { rows } = await pool.query(
      `select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as zone`,
    )
    expect(rows).toEqual([{ statement: '5s', idle: '10s', zone: 'UTC' }])
    await expect(pool.query('select pg_sleep(10)')).rejects.toThrow(/statement timeout/)
  }
})

test('without a tenant there is not one row, for staff without a user neither', async () => {
  for (const table of [...tables, 'people']) {
    if (await mayRead('portal_tenant', table)) {
      const { rows } = await tenant.query(
        `select ${key(table)} from ${table}${table === 'people' ? ' where not is_internal' : ''}`,
      )
      expect([table, rows.length]).toEqual([table, 0])
    }
    if (await mayRead('portal_staff', table)) {
      const { rows } = await staff.query(
        `select ${key(table)} from ${table}${table === 'people' ? ' where not is_internal' : ''}`,
      )
      expect([table, rows.length]).toEqual([table, 0])
    }
  }
})

test('a tenant sees the own rows of every table, and nothing of a stranger', async () => {
  for (const table of tables) {
    if (!(await mayRead('portal_tenant', table))) continue
    const rows = await asTenant(world.north.company.id, `select ${key(table)} from ${table}`)
    expect([table, rows.length > 0]).toEqual([table, true])
    const whose = table in OFFERED ? world.provider : world.north.company
    expect([table, new Set(rows.map((r) => r[key(table)]))]).toEqual([table, new Set([whose.id])])
  }
  const people = await asTenant(world.north.company.id, 'select * from people')
  expect(people.map((p) => p.full_name).sort()).toEqual(['Ada Admin', 'Erin Engineer', 'North Member', 'North Owner'])
})

test('what one person is told is not there for a colleague, nor for staff', async () => {
  const [row, ...more] = await asTenant(world.north.company.id, 'select user_id from notifications')
  expect([row.user_id, more.length]).toEqual([world.north.owner.id, 0])
  const client = await staff.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.user_id', $1, true)`, [world.admin.id])
    for (const table of ['notifications', 'notification_preferences', 'notification_digests'])
      expect([table, (await client.query(`select 1 from ${table}`)).rowCount]).toEqual([table, 0])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('what somebody has not sent is not there for a colleague', async () => {
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

test('a function that runs as the owner looks into no table that its caller made', async () => {
  const { rows } = await owner.query(
    `select p.proname, (select setting from unnest(p.proconfig) as setting where setting like 'search_path=%') as path
     from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace order by 1`,
  )
  expect(rows.length).toBeGreaterThan(10)
  // What is not named is looked into first: temporary tables have to be named, and last.
  for (const { proname, path } of rows) expect([proname, path]).toEqual([proname, expect.stringMatching(/, pg_temp$/)])
})

test('an estimate is decided by nobody but an owner, in the own name, while it is open', async () => {
  const { company, owner: boss, member } = world.north
  const decide = (role: string, by: string, status = 'approved') =>
    asTenant(
      company.id,
      `select set_config('app.role', '${role}', true);
       update estimates set status = '${status}', decided_by = '${by}', decided_at = now() where status = 'proposed'`,
    )
  await expect(decide('member', boss.id)).rejects.toThrow(/decided by an owner/)
  await expect(decide('owner', member.id)).rejects.toThrow(/decided by an owner/)
  await expect(decide('owner', boss.id, 'superseded')).rejects.toThrow(/decided by an owner/)
  await expect(
    asTenant(
      company.id,
      `select set_config('app.role', 'owner', true);
       update estimates set status = 'approved', decided_by = '${boss.id}', decided_at = now();
       update estimates set status = 'declined'`,
    ),
  ).rejects.toThrow(/decided by an owner/)
  await decide('owner', boss.id)
})

test('what is for staff only does not exist for a tenant', async () => {
  expect(await asTenant(world.north.company.id, `select id from messages where kind = 'note'`)).toEqual([])
  for (const table of ['attachments', 'files', 'events', 'ticket_watchers', 'mentions']) {
    expect([table, await asTenant(world.north.company.id, `select company_id from ${table} where staff_only`)]).toEqual(
      [table, []],
    )
  }
})

test('a partner sees of the mails that came back only those to the own contacts', async () => {
  for (const table of ['mail_bounces', 'held_addresses'])
    expect(await asTenant(world.north.company.id, `select company_id, email from ${table}`)).toEqual([
      { company_id: world.north.company.id, email: 'gone@client.test' },
    ])
  expect(await asTenant(world.north.company.id, `delete from mail_bounces returning company_id, email`)).toHaveLength(1)
})

test('what is kept of a secret cannot be read by the logins of the app', async () => {
  for (const pool of [tenant, staff]) {
    await expect(pool.query('select hash from api_keys')).rejects.toThrow(/permission denied/)
    await expect(pool.query('select token_hash from invitations')).rejects.toThrow(/permission denied/)
    for (const table of ['factors', 'recovery_codes', 'passkeys', 'one_time', 'account'])
      await expect(pool.query(`select * from auth.${table}`)).rejects.toThrow(/permission denied/)
  }
})

test('a role of the provider never belongs to a partner, whoever writes it', async () => {
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

test('audit log and events take no change, from the owner neither', async () => {
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

test('jobs of another company cannot be put in', async () => {
  const { companyId, id } = world.north.owner
  const actor = { kind: 'tenant' as const, companyId, userId: id, role: 'owner' as const }
  const send = (to: string) =>
    server.platform.db.asActor(actor, (db) => server.platform.jobs.send(db, 'tickets.close-quiet', { companyId: to }))
  await expect(send(world.south.company.id)).rejects.toThrow(/row-level security/)
  await send(companyId)
  const { rows } = await tenant.query('select 1 from jobs.job')
  expect(rows).toEqual([])
})
