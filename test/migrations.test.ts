// Database upgrades: migrations, functions and installations of earlier versions.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { compareDatabases } from '../scripts/compare-databases.ts'
import { catalogText, describeDifferences } from '../src/server/platform/database/catalog.ts'
import { RELEASE_FILE } from '../src/server/platform/database/functions.ts'
import { migrate } from '../src/server/platform/database/migrate.ts'
import { earlierMigrations, firstEdition } from '../src/server/platform/earlier-migrations.ts'
import { releaseFile } from './functions-release.ts'
import { emptyDatabase, type OwnDatabase, ownDatabase } from './harness/database.ts'
import { APP_SECRET } from './harness/secrets.ts'

const DATABASE = path.resolve(import.meta.dirname, '../database')
const files = readdirSync(path.join(DATABASE, 'functions'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.sql'),
)
const migrations = readdirSync(path.join(DATABASE, 'migrations'))
  .map((file) => path.basename(file, '.sql'))
  .sort()
const baseline = migrations.filter((name) => name < '0100')
const later = migrations.filter((name) => name > '0100')

let reference: OwnDatabase
let own: OwnDatabase
let client: pg.Client
let folder: string

beforeAll(async () => {
  reference = await ownDatabase()
})
afterAll(() => reference.drop())
beforeEach(async () => {
  own = await ownDatabase()
  client = new pg.Client(own.ownerUrl)
  await client.connect()
  folder = mkdtempSync(path.join(tmpdir(), 'portal migrations '))
  cpSync(DATABASE, folder, { recursive: true })
})
afterEach(async () => {
  await client.end()
  await own.drop()
  rmSync(folder, { recursive: true })
})

/** Removes what the migrations from 0134 on create, and creates what they drop. */
const WITHOUT_LATEST = `drop index ticket_watchers_by_ticket;
     create unique index ticket_watchers_by_user on ticket_watchers (company_id, ticket_id, user_id) where user_id is not null;
     create unique index ticket_watchers_by_contact on ticket_watchers (company_id, ticket_id, contact_id) where contact_id is not null;
     drop table derived.ticket_loads;
     create index tickets_workload on tickets (assignee_id, priority);
     drop index runs_of_client, hour_ledger_of_block_itself, suggestions_by_id, mail_bounces_of_address, inbound_mails_to_review, messages_of_mail;
     drop index auth.session_by_expiry, auth.session_of_viewer, auth.account_of_provider;
     alter table refunds drop column while_open`
/** Removes what the migrations from 0124 on create. */
const WITHOUT_LATER = `drop table auth.outside_mails cascade; drop sequence feed.handling;
     alter table feed.failures drop column deaths; alter table report_mails drop column job_month;
     alter table auth.session drop column passkey_id; alter table tickets drop column description_format;
     alter table messages drop column format; alter table inbound_mails drop column quiet;
     drop index inbound_mails_of_thread; alter table audit_log drop column via, drop column via_id;
     alter table contact_imports drop column resumed_at; ${WITHOUT_LATEST}`

/**
 * Turns the database into one of a version before 1.0: its migration records, and without the table comments and the
 * objects that later migrations create.
 */
async function recordEarlier(names: readonly string[]): Promise<void> {
  await client.query(
    `do $$ declare v text; begin
      for v in select viewname from pg_views where schemaname = 'public' and viewname like 'shared\\_%' loop
        execute format('drop view %I', v);
      end loop;
    end $$`,
  )
  await client.query(
    `${WITHOUT_LATER};
     drop table schema_migrations, schema_functions;
     create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
     create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
     comment on table tickets is null;
     drop function refuse_mutation() cascade;
     create function refuse_mutation() returns trigger language plpgsql as $$ begin raise exception 'earlier'; end $$;
     create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_mutation();
     create trigger events_append_only before update on events for each row execute function refuse_mutation()`,
  )
  await client.query(`insert into kysely_migration select name, now()::text from unnest($1::text[]) as name`, [names])
}

test('an installation of a version before 1.0 is upgraded, with the functions of this version', async () => {
  const dropped = await client.query(
    `select tgrelid::regclass::text as table, pg_get_triggerdef(oid) as text from pg_trigger
     where tgfoid = 'refuse_mutation'::regproc and tgname not in ('audit_log_append_only', 'events_append_only') and tgparentid = 0`,
  )
  await recordEarlier(earlierMigrations)
  for (const { text } of dropped.rows) await client.query(text)
  expect(await compareDatabases(reference.ownerUrl, own.ownerUrl)).not.toEqual([])
  expect(await migrate(own.ownerUrl, APP_SECRET)).toEqual(later)
  expect(await compareDatabases(reference.ownerUrl, own.ownerUrl)).toEqual([])
  const { rows } = await client.query('select name from schema_migrations order by 1')
  expect(rows.map(({ name }) => name)).toEqual([...baseline, ...later])
})

test('an installation of a version before 1.0 runs the migrations that came after its last start', async () => {
  await client.query(`drop index report_recipients_of_contact;
    alter procedure enforce_row_level_security(regclass, text, text) rename to fence;
    create or replace function company_zone(of_company uuid) returns text language sql as 'select 1'`)
  await recordEarlier(earlierMigrations.slice(0, -2))
  expect(await migrate(own.ownerUrl, APP_SECRET)).toEqual(later)
  const differences = await compareDatabases(reference.ownerUrl, own.ownerUrl)
  // Ignore the triggers that `recordEarlier` removes and does not restore.
  expect(differences.filter((one) => !/trigger/.test(one))).toEqual([])
})

test('an installation older than the first edition is refused with one line', async () => {
  await recordEarlier(firstEdition.slice(0, -2))
  await expect(migrate(own.ownerUrl, APP_SECRET)).rejects.toThrow(
    new RegExp(
      `^This database is from a version before 1\\.0 that did not run its migration ${firstEdition.at(-2)}\\. Start .*$`,
    ),
  )
})

test('a backup of a version before 1.0 is restored into the tables of the baseline', async () => {
  const empty = await emptyDatabase()
  writeFileSync(path.join(folder, 'migrations/0300_files_later.sql'), 'create table later (id integer);')
  const ran = await migrate(empty.ownerUrl, APP_SECRET, { folder, to: earlierMigrations })
  expect(ran).toEqual(baseline)
  expect(await migrate(empty.ownerUrl, APP_SECRET)).toEqual(later)
  expect(await compareDatabases(reference.ownerUrl, empty.ownerUrl, { rows: true })).toEqual([])
  await expect(migrate(empty.ownerUrl, APP_SECRET, { to: earlierMigrations.slice(0, 9) })).rejects.toThrow(
    /^This backup is from a version before 1\.0 that had not run all of its migrations\. Restore it with that version/,
  )
  await empty.drop()
})

test('the category licences becomes licenses wherever it is stored', async () => {
  const company = crypto.randomUUID()
  const id = crypto.randomUUID()
  const root = new pg.Client(own.superuserUrl)
  await root.connect()
  try {
    // Skips foreign keys and triggers: only the changed columns matter here.
    await root.query(`set session_replication_role = replica;
      alter table tickets drop constraint tickets_category_check,
        add constraint tickets_category_check check (category <> 'licenses');
      ${WITHOUT_LATER};
      delete from schema_functions where name like '%outside_mails_lately%';
      delete from schema_migrations where name >= '0120'`)
    const insert = (into: string, ...values: unknown[]) =>
      root.query(`insert into ${into} values (${values.map((_, i) => `$${i + 1}`).join(', ')})`, values)
    const change = { type: 'category', from: 'licences', to: 'billing' }
    const updated = '2026-01-02T03:04:05.000Z'
    await insert(
      'tickets (company_id, id, subject, description, category, impact, urgency, priority, requester_id, updated_at)',
      ...[company, id, 'Seats', 'Seats', 'licences', 'one', 'low', 'P4', id, updated],
    )
    await insert(
      'messages (company_id, id, ticket_id, kind, author_kind, author_name, data)',
      ...[company, id, id, 'event', 'system', 'System', JSON.stringify(change)],
    )
    await insert(
      'ticket_drafts (company_id, id, user_id, kind, fields, revision)',
      ...[company, id, id, 'new', '{"category": "licences", "subject": "licences"}', id],
    )
    await insert(
      'ticket_undos (company_id, id, user_id, entries)',
      ...[company, id, id, `[{"id": "${id}", "before": {"category": "licences"}}]`],
    )
    await insert(
      'saved_views (company_id, id, user_id, list, name, query, position)',
      ...[company, id, id, 'queue', 'Seats', 'category=ai,licences&q=seats', 1],
    )
    await insert(
      'suggestions (company_id, id, key, call_id, subject_type, subject_id, output)',
      ...[company, id, 'triage', id, 'ticket', id, '{"category": "licences"}'],
    )
    await insert(
      'report_days (company_id, client_id, day, dimension, value)',
      ...[company, id, '2026-01-02', 'category', 'licences'],
    )
    await insert('report_hours (company_id, client_id, day, category)', company, id, '2026-01-02', 'licences')
    await root.query('set session_replication_role = default')
    expect(await migrate(own.ownerUrl, APP_SECRET)).toEqual(later.filter((name) => name >= '0120'))
    const value = async (text: string) => (await root.query({ text, rowMode: 'array' })).rows[0]
    expect(await value('select category, updated_at from tickets')).toEqual(['licenses', new Date(updated)])
    expect(await value('select data from messages')).toEqual([{ ...change, from: 'licenses' }])
    expect(await value('select fields from ticket_drafts')).toEqual([{ category: 'licenses', subject: 'licences' }])
    expect(await value('select entries from ticket_undos')).toEqual([[{ id, before: { category: 'licenses' } }]])
    expect(await value('select query from saved_views')).toEqual(['category=ai,licenses&q=seats'])
    expect(await value('select output from suggestions')).toEqual([{ category: 'licenses' }])
    expect(await value('select value from report_days')).toEqual(['licenses'])
    expect(await value('select category from report_hours')).toEqual(['licenses'])
  } finally {
    await root.end()
  }
  expect(await compareDatabases(reference.ownerUrl, own.ownerUrl)).toEqual([])
})

test('the status cancelled becomes canceled wherever it is stored', async () => {
  const id = crypto.randomUUID()
  const updated = new Date('2026-01-02T03:04:05.000Z')
  const root = new pg.Client(own.superuserUrl)
  await root.connect()
  try {
    // Skips foreign keys and triggers: only the changed columns matter here.
    await root.query(`set session_replication_role = replica;
      alter table agreements drop constraint agreements_status_check, drop constraint agreements_begun,
        add constraint agreements_status_check check (status <> 'canceled'), add constraint agreements_begun check (true);
      alter table orders drop constraint orders_status_check,
        add constraint orders_status_check check (status <> 'canceled');
      alter table projects drop constraint projects_status_check,
        add constraint projects_status_check check (status <> 'canceled');
      ${WITHOUT_LATEST};
      delete from schema_migrations where name >= '0129'`)
    const insert = (into: string, ...values: unknown[]) =>
      root.query(`insert into ${into} values (${values.map((_, i) => `$${i + 1}`).join(', ')})`, values)
    await insert(
      'agreements (company_id, id, name, type, created_by, status, updated_at)',
      ...[id, id, 'Care', 'partnership', id, 'cancelled', updated],
    )
    await insert(
      'orders (company_id, id, source, method, total_cents, status, updated_at)',
      ...[id, id, 'purchase', 'card', 1, 'cancelled', updated],
    )
    await insert(
      'projects (company_id, id, name, lead_id, created_by, status, updated_at)',
      ...[id, id, 'Move', id, id, 'cancelled', updated],
    )
    await insert(
      'saved_views (company_id, id, user_id, list, name, query, position)',
      ...[id, id, id, 'catalogue', 'Over', 'q=cancelled&status=done,cancelled', 1],
    )
    await insert('list_columns (company_id, user_id, list, columns)', id, id, 'catalogue', ['name'])
    await root.query('set session_replication_role = default')
    expect(await migrate(own.ownerUrl, APP_SECRET)).toEqual(later.filter((name) => name >= '0129'))
    const value = async (text: string) => (await root.query({ text, rowMode: 'array' })).rows[0]
    for (const table of ['agreements', 'orders', 'projects'])
      expect(await value(`select status, updated_at from ${table}`)).toEqual(['canceled', updated])
    expect(await value('select list, query from saved_views')).toEqual(['catalog', 'q=cancelled&status=done,canceled'])
    expect(await value('select list from list_columns')).toEqual(['catalog'])
  } finally {
    await root.end()
  }
  expect(await compareDatabases(reference.ownerUrl, own.ownerUrl)).toEqual([])
})

test('text with letters that a keyboard lacks is found after an upgrade', async () => {
  const [company, id] = [crypto.randomUUID(), crypto.randomUUID()]
  const root = new pg.Client(own.superuserUrl)
  await root.connect()
  try {
    // As `fold_text` was before. Skips foreign keys and triggers: only the folded columns matter here.
    await root.query(`create or replace function fold_text(text) returns text language sql immutable strict parallel safe
        return lower(regexp_replace(normalize($1, nfkd), '[\u0300-\u036f]', '', 'g'));
      delete from schema_functions where name like '%fold_text%';
      delete from schema_migrations where name >= '0127';
      alter table contact_imports drop column resumed_at;
      ${WITHOUT_LATEST};
      set session_replication_role = replica`)
    await root.query(
      `insert into tickets (company_id, id, subject, description, category, impact, urgency, priority, requester_id)
       values ($1, $2, 'Printer', 'It is in Hauptstra\u00dfe 5.', 'other', 'one', 'low', 'P4', $2)`,
      [company, id],
    )
    await root.query(
      `insert into ticket_words (company_id, id, month, words) values ($1, $2, 1, search_words('Hauptstra\u00dfe'))`,
      [company, id],
    )
    await root.query(
      `insert into leads (company_id, id, kind, form, email, name)
       values ($1, $2, 'manual', 'x', 'a@b.test', 'Stra\u00dfenbau \u00c6gir')`,
      [company, id],
    )
    await root.query('set session_replication_role = default')
    const found = async () => {
      const { rows } = await root.query(
        `select (select words @@ search_query('hauptstrasse') from ticket_words) as ticket,
           (select search like '%strassenbau aegir%' from leads) as lead`,
      )
      return rows[0]
    }
    expect(await found()).toEqual({ ticket: false, lead: false })
    expect(await migrate(own.ownerUrl, APP_SECRET)).toContain('0127_search_folded_letters')
    expect(await found()).toEqual({ ticket: true, lead: true })
  } finally {
    await root.end()
  }
})

test('a function is applied again when its file changes, with the grants of the file', async () => {
  const file = path.join(folder, 'functions/companies/company_zone.sql')
  const body = async () =>
    (await client.query(`select prosrc, proacl::text as acl from pg_proc where proname = 'company_zone'`)).rows[0]
  const before = await body()
  await client.query(
    'grant execute on function company_zone(uuid) to public; update schema_functions set sha256 = sha256',
  )
  expect(await migrate(own.ownerUrl, APP_SECRET, { folder })).toEqual([])
  expect((await body()).acl).not.toBe(before.acl)
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    text
      .replace('hours_zone())', `hours_zone(), 'UTC')`)
      .replace(' to portal_tenant, portal_staff', ' to portal_staff'),
  )
  await migrate(own.ownerUrl, APP_SECRET, { folder })
  expect((await body()).prosrc).toContain(`hours_zone(), 'UTC')`)
  expect((await body()).acl).toBe('{portal_owner=X/portal_owner,portal_staff=X/portal_owner}')
  writeFileSync(file, text)
  await migrate(own.ownerUrl, APP_SECRET, { folder })
  expect(await body()).toEqual(before)
})

test('parameters or a result that change need a migration that drops the old function', async () => {
  const file = path.join(folder, 'functions/companies/company_zone.sql')
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    text
      .replaceAll('company_zone(of_company uuid)', 'company_zone(of_company uuid, of_day date)')
      .replaceAll('company_zone(uuid)', 'company_zone(uuid, date)'),
  )
  await expect(migrate(own.ownerUrl, APP_SECRET, { folder })).rejects.toThrow(
    /There must be one function company_zone, .* there are 2: .*Add a migration that drops the old one\./,
  )
  writeFileSync(file, text.replace('returns text', 'returns varchar'))
  await expect(migrate(own.ownerUrl, APP_SECRET, { folder })).rejects.toThrow(
    /^database\/functions\/companies\/company_zone\.sql cannot be applied: cannot change return type .* drops the old one\.$/,
  )
  writeFileSync(path.join(folder, 'migrations/0300_companies_zone.sql'), 'drop function company_zone(uuid);')
  expect(await migrate(own.ownerUrl, APP_SECRET, { folder })).toEqual(['0300_companies_zone'])
  const { rows } = await client.query(
    `select prorettype::regtype::text as type from pg_proc where proname = 'company_zone'`,
  )
  expect(rows).toEqual([{ type: 'character varying' }])
})

test('a function whose file is gone needs a migration that drops it', async () => {
  rmSync(path.join(folder, 'functions/automations/run_by_similar.sql'))
  await expect(migrate(own.ownerUrl, APP_SECRET, { folder })).rejects.toThrow(
    'The function run_by_similar() has no file anymore: add a migration that drops it.',
  )
  writeFileSync(path.join(folder, 'migrations/0300_automations_similar.sql'), 'drop function run_by_similar();')
  expect(await migrate(own.ownerUrl, APP_SECRET, { folder })).toEqual(['0300_automations_similar'])
  const { rows } = await client.query(`select from schema_functions where name = 'run_by_similar'`)
  expect(rows).toEqual([])
})

test('an error in the body of a function is found before the server starts', async () => {
  const plant = (file: string, from: string, to: string) => {
    const at = path.join(folder, 'functions', file)
    const before = readFileSync(at, 'utf8')
    const text = before.replace(from, to)
    writeFileSync(at, text)
    return { line: text.slice(0, text.indexOf(to)).split('\n').length, undo: () => writeFileSync(at, before) }
  }
  const balance = plant('hours/hours_write_balance.sql', 'if came_in then', 'retrun; if came_in then')
  await expect(migrate(own.ownerUrl, APP_SECRET, { folder })).rejects.toThrow(
    `database/functions/hours/hours_write_balance.sql:${balance.line} has an error in its body: syntax error at or near "retrun"`,
  )
  balance.undo()
  const zone = plant('companies/company_zone.sql', 'c.time_zone', 'c.zone')
  await expect(migrate(own.ownerUrl, APP_SECRET, { folder })).rejects.toThrow(
    `database/functions/companies/company_zone.sql:${zone.line} has an error in its body: column c.zone does not exist`,
  )
  expect(await compareDatabases(reference.ownerUrl, own.ownerUrl)).toEqual([])
})

test('an error in the head of a function is named, not the migration that needs the function', async () => {
  const file = path.join(folder, 'functions/files/first_page.sql')
  writeFileSync(
    path.join(folder, 'migrations/0300_files_pages.sql'),
    'create table pages (id integer, first integer generated always as (first_page(id)) stored);',
  )
  const text =
    '-- The first page.\ncreate function first_page(id integer) returns integer immutable language sql return 1;\n'
  writeFileSync(file, text.replace('returns integer', 'retruns integer'))
  await expect(migrate(own.ownerUrl, APP_SECRET, { folder })).rejects.toThrow(
    /^database\/functions\/files\/first_page\.sql:2 cannot be applied: syntax error at or near "retruns"$/,
  )
  writeFileSync(file, text.replace('returns integer', 'returns integr'))
  await expect(migrate(own.ownerUrl, APP_SECRET, { folder })).rejects.toThrow(
    /^database\/migrations\/0300_files_pages\.sql failed: function first_page\(integer\) does not exist\. database\/functions\/files\/first_page\.sql cannot be applied: type "integr" does not exist$/,
  )
  writeFileSync(file, text)
  expect(await migrate(own.ownerUrl, APP_SECRET, { folder })).toEqual(['0300_files_pages'])
})

describe('two versions that differ in their functions', () => {
  const CHANGED = /hours_zone\(\), 'UTC'\)/
  let newer: string
  const body = async () =>
    (await client.query(`select prosrc from pg_proc where proname = 'company_zone'`)).rows[0].prosrc as string
  const startOlder = () => migrate(own.ownerUrl, APP_SECRET, { folder })
  const startNewer = () => migrate(own.ownerUrl, APP_SECRET, { folder: newer })
  const refusal =
    /^This database was created by a newer version: its functions are from release \d+, and this version is at release \d+\.$/

  beforeEach(() => {
    newer = mkdtempSync(path.join(tmpdir(), 'portal migrations '))
    cpSync(folder, newer, { recursive: true })
    const zone = path.join(newer, 'functions/companies/company_zone.sql')
    writeFileSync(zone, readFileSync(zone, 'utf8').replace('hours_zone())', `hours_zone(), 'UTC')`))
    writeFileSync(
      path.join(newer, 'functions/files/first_page.sql'),
      'create function first_page(id integer) returns integer language sql return 1;',
    )
    const { number } = JSON.parse(readFileSync(path.join(folder, RELEASE_FILE), 'utf8'))
    writeFileSync(path.join(newer, RELEASE_FILE), JSON.stringify({ number: number + 1 }))
  })
  afterEach(() => rmSync(newer, { recursive: true }))

  test('the older one is refused after the newer one', async () => {
    await startNewer()
    await expect(startOlder()).rejects.toThrow(refusal)
    expect(await body()).toMatch(CHANGED)
    expect(await startNewer()).toEqual([])
  })
  test('the newer one replaces the functions of the older one', async () => {
    await startOlder()
    expect(await body()).not.toMatch(CHANGED)
    await startNewer()
    expect(await body()).toMatch(CHANGED)
  })
  test('at the same time, the newer one starts and its functions stay', async () => {
    const [older, started] = await Promise.allSettled([startOlder(), startNewer()])
    expect(started.status).toBe('fulfilled')
    if (older.status === 'rejected') expect(older.reason.message).toMatch(refusal)
    expect(await body()).toMatch(CHANGED)
  })
})

test('the release of the functions rises when the text of a function changes', () => {
  expect(readFileSync(path.join(DATABASE, RELEASE_FILE), 'utf8'), 'Run npm run docs.').toBe(releaseFile())
})

test('a migration that fails is named, and leaves nothing of the run', async () => {
  writeFileSync(path.join(folder, 'migrations/0300_files_more.sql'), 'create table more (id integer);')
  writeFileSync(path.join(folder, 'migrations/0301_files_wrong.sql'), 'alter table more add missing nothing;')
  await expect(migrate(own.ownerUrl, APP_SECRET, { folder })).rejects.toThrow(
    'database/migrations/0301_files_wrong.sql failed: type "nothing" does not exist',
  )
  expect(await compareDatabases(reference.ownerUrl, own.ownerUrl)).toEqual([])
})

test('a database of a newer version, and a migration with too low a number, are refused', async () => {
  await client.query(`insert into schema_migrations (name) values ('0200_files_newer')`)
  await expect(migrate(own.ownerUrl, APP_SECRET, { folder })).rejects.toThrow(
    'This database was created by a newer version: it has the migration 0200_files_newer.',
  )
  writeFileSync(path.join(folder, 'migrations/0200_files_newer.sql'), 'select 1;')
  writeFileSync(path.join(folder, 'migrations/0199_files_late.sql'), 'select 1;')
  await expect(migrate(own.ownerUrl, APP_SECRET, { folder })).rejects.toThrow(
    'The migration 0199_files_late must have a higher number than 0200_files_newer, which already ran.',
  )
})

test('databases of one cluster can start at the same time, although they share the login roles', async () => {
  const start = async (url: string) => {
    for (let i = 0; i < 5; i++) expect(await migrate(url, APP_SECRET)).toEqual([])
  }
  const more = await Promise.all(Array.from({ length: 3 }, () => ownDatabase()))
  try {
    const urls = [reference, own, ...more].map((database) => database.ownerUrl)
    await Promise.all(urls.map(start))
  } finally {
    for (const database of more) await database.drop()
  }
})

test('every function has one file of its name, in the folder of a module', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select proname as name from pg_proc p where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e') order by 1`,
  )
  expect(files.map((file) => path.basename(file, '.sql')).sort()).toEqual(rows.map(({ name }) => name).sort())
  const modules = readdirSync(path.resolve(DATABASE, '../src/server'))
  expect(files.filter((file) => !modules.includes(path.dirname(file)))).toEqual([])
})

test('the head of every function says what it does, and why it is in SQL unless a trigger calls it', () => {
  const wrong = files.filter((file) => {
    const text = readFileSync(path.join(DATABASE, 'functions', file), 'utf8')
    const head = /((?:^--.*\n)+)(?=create or replace)/m.exec(text)?.[1]?.replaceAll('\n-- ', ' ') ?? ''
    return head === '' || (!/\breturns trigger\b/.test(text) && !/\bIn SQL because \S/.test(head))
  })
  expect(wrong, 'See database/functions/README.md.').toEqual([])
})

test('the body of every function is valid on the finished database', async () => {
  await client.query('begin')
  const wrong: string[] = []
  for (const file of files) {
    await client.query('savepoint one')
    await client.query(readFileSync(path.join(DATABASE, 'functions', file), 'utf8')).catch(async (e: Error) => {
      wrong.push(`${file}: ${e.message}`)
      await client.query('rollback to savepoint one')
    })
  }
  await client.query('rollback')
  expect(wrong).toEqual([])
})

test('the catalog has what the migrations and functions create', async () => {
  const text = readFileSync(path.join(DATABASE, 'catalog.txt'), 'utf8')
  expect(text, 'Run npm run docs with DATABASE_URL.').toBe(await catalogText(own.ownerUrl))
})

test('changes that an operator made by hand are described', async () => {
  expect(await describeDifferences(own.ownerUrl)).toEqual([])
  await client.query(`create index by_hand on tickets (subject);
    drop index tickets_open;
    alter policy staff_rows on tickets using (true);
    create table own_notes (id integer primary key, note text not null)`)
  expect(await describeDifferences(own.ownerUrl)).toEqual(
    [
      'index by_hand was added',
      'index own_notes_pkey was added',
      'table own_notes was added',
      'index tickets_open is missing',
      'policy tickets.staff_rows was changed',
    ].map((what) => `The database differs from this version: ${what}.`),
  )
})

test('the comparison finds what is different in structure, grants, policies and rows', async () => {
  expect(await compareDatabases(reference.ownerUrl, own.ownerUrl, { rows: true })).toEqual([])
  const changes: [sql: string, difference: RegExp][] = [
    ['alter table tickets add extra text', /^only in the second: column tickets\.extra$/m],
    ['alter table tickets alter subject drop not null', /^different: column tickets\.subject$/m],
    ['alter table tickets alter source set default null', /^different: column tickets\.source$/m],
    [
      'alter table tickets drop constraint tickets_impact_check',
      /^only in the first: constraint tickets\.tickets_impact_check$/m,
    ],
    ['drop index tickets_open', /^only in the first: index tickets_open$/m],
    ['alter policy staff_rows on tickets using (true)', /^different: policy tickets\.staff_rows$/m],
    ['alter table messages no force row level security', /^different: table messages$/m],
    ['grant delete on tickets to portal_tenant', /^different: table tickets$/m],
    ['grant update (number) on tickets to portal_staff', /^different: column tickets\.number$/m],
    ['grant usage on schema derived to portal_staff', /^different: schema derived$/m],
    ['grant usage on sequence agreement_number to portal_tenant', /^different: sequence agreement_number$/m],
    ['alter sequence ticket_number start 7', /^different: sequence values ticket_number$/m],
    ['alter table tickets disable trigger tickets_tags', /^different: trigger tickets\.tickets_tags$/m],
    ['drop trigger tickets_count on tickets', /^only in the first: trigger tickets\.tickets_count$/m],
    ['alter function count_ticket() reset all', /^different: function count_ticket\(\)$/m],
    ['grant execute on function learn_words(integer) to public', /^different: function learn_words\(integer\)$/m],
    ['alter view people set (security_barrier = false)', /^different: view people$/m],
    ['comment on table tickets is null', /^only in the first: comment table tickets$/m],
    ['create domain short as text', /^only in the second: type short$/m],
    ['alter default privileges grant select on tables to portal_staff', /^only in the second: default privileges/m],
    ['delete from feed.listening', /^different: rows of feed\.listening$/m],
  ]
  for (const [change] of changes) await client.query(change)
  const found = (await compareDatabases(reference.ownerUrl, own.ownerUrl, { rows: true })).join('\n')
  expect(changes.filter(([, difference]) => !difference.test(found)).map(([change]) => change)).toEqual([])
})
