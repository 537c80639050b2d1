// Writes (or with --verify checks) the types of the tables from the migrated database at DATABASE_URL.
import { execFileSync } from 'node:child_process'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
execFileSync(
  process.execPath,
  [
    path.join(ROOT, 'node_modules/kysely-codegen/dist/cli/bin.js'),
    ...['--dialect', 'postgres', '--url', process.env.DATABASE_URL ?? '', '--default-schema', 'public'],
    ...['--out-file', path.join(ROOT, 'src/server/platform/db.types.ts')],
    ...['--include-pattern', '{public,auth,feed,stripe}.*', '--exclude-pattern', '*.kysely_*'],
    ...['--type-mapping', '{"timestamptz":"string","int8":"number"}'],
    ...process.argv.slice(2),
  ],
  { cwd: ROOT, stdio: 'inherit' },
)
