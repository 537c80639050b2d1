// A table has one owner: the module whose migration creates it. Only the owner writes it. Other modules read it through
// the owner's index.ts or through a view that the owner publishes.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownersOfTables } from './data-model.ts'
import { readTableUse } from './table-use.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const MIGRATIONS = path.join(ROOT, 'database/migrations')

/** Tables that every module may read, with the reason. */
const SHARED_READS: Record<string, string> = {
  companies: 'the tenant itself: nearly every row belongs to one, and lists show its name',
  profiles: 'people who act: names, addresses and whether they are active belong to nearly every query',
  user_roles: 'who is told of something follows from roles, which belong to people as their names do',
  audit_log: 'each module shows the history of its own records from the log that the platform writes',
  events: 'what happened, written through platform/events/publish.ts and read by those who tell of it',
  findings: 'what nightly comparisons of all modules found',
}
/** Tables that every module may write, with the reason. */
const SHARED_WRITES: Record<string, string> = {
  findings: 'a module reports and closes its own findings; the table belongs to the platform, which knows no module',
  events: 'database functions publish in the transaction of the change, as platform/events/publish.ts does',
  'auth.revocations': 'whatever ends access revokes tokens in the same transaction',
}

/** Files that read tables of other modules, with the reason. Do not add any: call the owner or publish a view. */
const ALLOWED_READS: Record<string, string> = {
  'src/server/tickets/search/search.ts':
    'a search in the order of the list needs the index of the words and the grants by column',
  'src/server/time/queries.ts': 'locks a ticket or task while time is booked on it, which a view does not allow',
}
/**
 * Database functions that read tables of other modules, with the reason. Do not add any. A function can call a function
 * of the owner, or read a view that the owner publishes.
 */
const ALLOWED_FUNCTIONS: Record<string, string> = {
  'database/functions/agreements/offer_agreement.sql':
    'a partner may sign only what the catalog offers, so name, price and state of the product are compared',
  'database/functions/contacts/company_mail_trust.sql':
    'an SQL body is bound to its tables when it is created, before the views exist, and a signature is in no view',
  'database/functions/hours/hours_grant.sql': 'a partner may grant only the minutes of the signed agreement',
  'database/functions/hours/hours_held.sql':
    'what approved estimates reserve follows from tickets, estimates and terms',
  'database/functions/hours/hours_roll_over.sql': 'the agreement says how unused minutes roll over',
  'database/functions/hours/hours_count_rollover.sql': 'the agreement says how many unused minutes roll over',
  'database/functions/reports/mark_ticket_reports.sql':
    'a reopened ticket counts on the day of its event, whose data is in no view',
  'database/functions/reports/report_refresh.sql':
    'the first and last day come from the partial indexes of these tables',
  'database/functions/reports/report_tickets.sql': 'daily figures count events, whose data is in no view',
  'database/functions/search/learn_words.sql': 'the index of words is built from the text of tickets and messages',
  'database/functions/search/write_words.sql': 'the index of words is built from the text of tickets and messages',
}

type Source = { file: string; module: string; text: string }
const below = (folder: string, pattern: RegExp): Source[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file) && !file.endsWith('.test.ts'))
    .map((file) => ({
      file: path.posix.join(folder, file),
      module: file.split('/')[0] ?? '',
      text: readFileSync(path.join(ROOT, folder, file), 'utf8'),
    }))

const owners = ownersOfTables(readdirSync(path.join(ROOT, 'src/server')))
/** Views whose comment in a migration begins with “Published:”. */
const published = new Set(
  readdirSync(MIGRATIONS).flatMap((file) =>
    [...readFileSync(path.join(MIGRATIONS, file), 'utf8').matchAll(/^comment on view (\w+) is 'Published: /gm)].map(
      ([, view = '']) => view,
    ),
  ),
)
const known = new Set(owners.keys())

/** Returns the sources' writes and reads of other modules' tables, with messages that say what to do. */
function findBreaches(sources: Source[]) {
  const writes: string[] = []
  const reads = new Map<string, string[]>()
  for (const { file, module, text } of sources)
    for (const { table, write, line } of readTableUse(text, known)) {
      const owner = owners.get(table) ?? ''
      if (owner === module) continue
      const at = `${file}:${line}`
      if (write) {
        if (!(table in SHARED_WRITES))
          writes.push(
            `${at} writes ${table} of ${owner}: call what src/server/${owner}/index.ts exports, or add it there.`,
          )
      } else if (!published.has(table) && !(table in SHARED_READS))
        reads.set(file, [
          ...(reads.get(file) ?? []),
          `${at} reads ${table} of ${owner}: use its view shared_${table}, or what src/server/${owner}/index.ts exports.`,
        ])
    }
  return { writes, reads }
}

const code = below('src/server', /\.ts$/)
const functions = below('database/functions', /\.sql$/)

test('no module writes a table of another', () => {
  expect(findBreaches([...code, ...functions]).writes).toEqual([])
})

test.each([
  ['code', code, ALLOWED_READS, 2],
  ['database functions', functions, ALLOWED_FUNCTIONS, 11],
])('no module reads a table of another in %s, except where the list says why', (_, sources, allowed, most) => {
  const { reads } = findBreaches(sources)
  const found = [...reads].filter(([file]) => !(file in allowed)).flatMap(([, words]) => words)
  expect(found).toEqual([])
  const unneeded = Object.keys(allowed).filter((file) => !reads.has(file))
  expect(unneeded, 'These files read no table of another module anymore: take them off the list.').toEqual([])
  expect(Object.keys(allowed).length, 'The list only gets shorter.').toBeLessThanOrEqual(most)
})

/** Returns the uses of tables in the sources that are policies, with messages that say what to do. */
const findSqlInPolicies = (sources: Source[]): string[] =>
  sources
    .filter(({ file }) => /policy[^/]*\.ts$/.test(file))
    .flatMap(({ file, text }) =>
      readTableUse(text, known).map(
        ({ table, line }) => `${file}:${line} names ${table}: a policy is given what it decides by.`,
      ),
    )

test('a policy has no SQL', () => {
  expect(code.filter(({ file }) => /policy[^/]*\.ts$/.test(file)).length).toBeGreaterThan(10)
  expect(findSqlInPolicies(code)).toEqual([])
})

test.each([
  ['policy.ts', `export const may = (db: Db) =>\n  db.selectFrom('tickets').selectAll()`],
  ['queue/alert-policy.ts', `export const close = (db: Db) =>\n  db.updateTable('tickets').set(change)`],
  ['policy-of-hours.ts', 'export const QUERY =\n  sql`select 1 from tickets`'],
])('a planted query in %s is found', (name, text) => {
  const planted = { module: 'tickets', text }
  expect(findSqlInPolicies([{ ...planted, file: `src/server/tickets/${name}` }])).toEqual([
    `src/server/tickets/${name}:2 names tickets: a policy is given what it decides by.`,
  ])
  expect(findSqlInPolicies([{ ...planted, file: 'src/server/tickets/queries.ts' }])).toEqual([])
})

test('a published view keeps the row-level security of its tables', () => {
  const unsafe = readdirSync(MIGRATIONS).flatMap((file) =>
    [
      ...readFileSync(path.join(MIGRATIONS, file), 'utf8').matchAll(
        /^create view (shared_\w+) (?!with \(security_invoker = true\))/gm,
      ),
    ].map(([, view]) => `${file}: ${view} must be created with (security_invoker = true).`),
  )
  expect(unsafe).toEqual([])
  expect([...published].filter((view) => !known.has(view))).toEqual([])
})

describe('a planted breach is found', () => {
  const planted = (text: string, module = 'leads') =>
    findBreaches([{ file: `src/server/${module}/planted.ts`, module, text }])
  const writes = [
    `db.insertInto('tickets').values(row)`,
    `db\n  .updateTable('tickets as t')\n  .set(change)`,
    `db.deleteFrom("tickets").where('id', '=', id)`,
    'sql`insert into tickets (id) values (1)`',
    'sql`with gone as (delete from tickets where id = 1) select 1`',
    'sql`update only tickets set status = 1`',
    'sql`merge into public.tickets t using x on true`',
    `db.insertInto('auth.session').values(row)`,
    'sql`update auth."user" set name = 1`',
  ]
  test.each(writes)('write: %s', (text) => {
    expect(planted(text).writes).toEqual([
      expect.stringMatching(
        /^src\/server\/leads\/planted\.ts:\d+ writes (tickets|auth\.\w+) of \w+: call what src\/server\/\w+\/index\.ts exports/,
      ),
    ])
  })
  const reads = [
    `db.selectFrom('tickets').selectAll()`,
    `db.selectFrom(['leads as l', 'tickets as t'])`,
    `db.selectFrom('leads as l').innerJoin('tickets as t', 't.id', 'l.id')`,
    `db.selectFrom('leads as l').leftJoinLateral('tickets as t', on)`,
    `e\n  .selectFrom(\n    'tickets as t',\n  )`,
    `db.deleteFrom('leads').using('tickets as t')`,
    'sql`select 1 from leads l join tickets t on true`',
    'sql`select 1 from leads l, tickets t`',
    'sql.raw(`from tickets t where true`)',
    'sql`tickets t join leads l on l.id = t.id`',
    'whole ? sql`shared_tickets t` : sql`tickets t`',
    'sql`tickets`',
    'sql`exists (select from public.tickets)`',
  ]
  test('read: by a database function', () => {
    const text = 'select count(*) from tickets t where t.company_id = of_company'
    expect([
      ...findBreaches([{ file: 'database/functions/leads/planted.sql', module: 'leads', text }]).reads,
    ]).toHaveLength(1)
  })
  test('read: by a file that belongs to no module', () => {
    expect(code.map(({ file }) => file)).toContain('src/server/boot.ts')
    expect(planted(`db.selectFrom('tickets').selectAll()`, 'boot.ts').reads.size).toBe(1)
  })
  test.each(reads)('read: %s', (text) => {
    expect(planted(text).reads.get('src/server/leads/planted.ts')).toEqual([
      expect.stringMatching(
        /:\d+ reads tickets of tickets: use its view shared_tickets, or what src\/server\/tickets\/index\.ts exports\.$/,
      ),
    ])
  })
  test('own tables, published views and comments are not reported', () => {
    const fine = `// from tickets t\ndb.selectFrom('leads').innerJoin('shared_tickets as t', 't.id', 'leads.id')\n/* update tickets */`
    expect(planted(fine)).toEqual({ writes: [], reads: new Map() })
  })
})
