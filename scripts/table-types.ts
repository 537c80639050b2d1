// Writes the types of the tables from the migrated database at DATABASE_URL. With --verify, checks them instead.
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import pg from 'pg'

const ROOT = path.resolve(import.meta.dirname, '..')
const DATABASE_URL = process.env.DATABASE_URL ?? ''

/** TypeScript types by column type. All other types are strings. */
const TYPES: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  date: 'Timestamp',
  integer: 'number',
  jsonb: 'Json',
  smallint: 'number',
  'text[]': 'string[]',
}

/**
 * Returns the types of the columns of `shared_<table>` views that are never null. Postgres does not report that for
 * views, so it is taken from the column of the same name in the table.
 */
async function requiredColumns(): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; type: string }>(
      `select v.relname || '.' || a.attname as name, format_type(b.atttypid, null) as type
       from pg_class v join pg_class t on v.relname = 'shared_' || t.relname and t.relnamespace = v.relnamespace
         join pg_attribute a on a.attrelid = v.oid and a.attnum > 0
         join pg_attribute b on b.attrelid = t.oid and b.attname = a.attname and b.attnotnull
       where v.relkind = 'v' and v.relnamespace = 'public'::regnamespace order by 1`,
    )
    return Object.fromEntries(rows.map(({ name, type }) => [name, TYPES[type] ?? 'string']))
  } finally {
    await client.end()
  }
}

execFileSync(
  process.execPath,
  [
    path.join(ROOT, 'node_modules/kysely-codegen/dist/cli/bin.js'),
    ...['--dialect', 'postgres', '--url', DATABASE_URL, '--default-schema', 'public'],
    ...['--out-file', path.join(ROOT, 'src/server/platform/database/db.types.ts')],
    ...['--include-pattern', '{public,auth,feed,stripe}.*', '--exclude-pattern', '*.schema_*'],
    ...['--type-mapping', '{"timestamptz":"string","int8":"number"}'],
    ...['--overrides', JSON.stringify({ columns: await requiredColumns() })],
    ...process.argv.slice(2),
  ],
  { cwd: ROOT, stdio: 'inherit' },
)
