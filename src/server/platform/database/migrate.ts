import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { earlierMigrations, firstEdition } from '../earlier-migrations.ts'
import { deriveKey } from '../env.ts'
import { installJobs } from '../jobs/jobs.ts'
import {
  applyFunctions,
  changedFunctions,
  checkFunctions,
  ROLES,
  readFunctions,
  recordRelease,
  type SqlFunction,
} from './functions.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../../database')

/** Returns the password of a login role, derived from APP_SECRET so that operators do not have to manage one. */
const passwordOf = (role: string, appSecret: string) => deriveKey(appSecret, `database role ${role}`).toString('hex')

/** Returns the owner's connection string with another login role. */
export function urlAs(role: (typeof ROLES)[number], ownerUrl: string, appSecret: string): string {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = passwordOf(role, appSecret)
  return url.href
}

type Options = {
  /** The folder with `migrations`, `earlier` and `functions`, for tests. */
  folder?: string
  /** Names of the migrations in a backup: stop there. Functions that need later migrations wait for the next run. */
  to?: readonly string[]
}

/**
 * Brings the database up to date in one transaction: runs new migrations in order, and applies every function whose
 * text changed. A lock lets any number of processes start together. Also creates the login roles and installs the job
 * store. Returns the names of the migrations that ran. Throws on the first failure.
 */
export async function migrate(
  ownerUrl: string,
  appSecret: string,
  { folder = FOLDER, to }: Options = {},
): Promise<string[]> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: ownerUrl, max: 1 }) }),
  })
  try {
    const ran = await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('migrations'))`.execute(tx)
      await createRoles(tx)
      const texts = readMigrations(folder)
      await prepareRecords(tx, texts, readMigrations(folder, 'earlier'))
      await recordRelease(tx, folder)
      const functions = readFunctions(folder)
      const changed = await changedFunctions(tx, functions)
      // Triggers, checks and indexes need functions, and some functions need tables: apply first those that can be.
      const waiting = await applyFunctions(tx, changed)
      const names = await runMigrations(tx, texts, waiting, to && lastOf(to, texts))
      const left = await applyFunctions(tx, waiting)
      if (to === undefined) await checkFunctions(tx, functions, changed, left)
      return names
    })
    await setRoles(db, appSecret)
    await installJobs(ownerUrl)
    return ran
  } finally {
    await db.destroy()
  }
}

/**
 * Creates the login roles if the cluster does not have them yet. They must exist before migrations grant them rights.
 */
async function createRoles(tx: Transaction<unknown>): Promise<void> {
  for (const role of ROLES)
    await sql
      .raw(
        `do $$ begin
          if not exists (select from pg_roles where rolname = '${role}') then create role ${role} login noinherit; end if;
        exception when duplicate_object or unique_violation then null; -- created from another database of the cluster
        end $$`,
      )
      .execute(tx)
}

/**
 * Maximum number of attempts of `setRoles` when another database of the cluster sets the same roles at the same time.
 */
const ROLE_TRIES = 50

/**
 * Sets passwords and limits of the login roles. In a short transaction, since all databases of the cluster share them.
 */
async function setRoles(db: Kysely<unknown>, appSecret: string): Promise<void> {
  const settings = ROLES.map(
    (role) =>
      `alter role ${role} login password '${passwordOf(role, appSecret)}';
        alter role ${role} set timezone = 'UTC';
        alter role ${role} set statement_timeout = '5s';
        alter role ${role} set idle_in_transaction_session_timeout = '10s';
        alter role ${role} set lock_timeout = '4s'`,
  ).join(';\n')
  for (let tries = 1; ; tries++) {
    try {
      await db.transaction().execute((tx) => sql.raw(settings).execute(tx))
      return
    } catch (e) {
      // Two starts on different databases collide: advisory locks hold within one database only. Postgres has no code
      // for this error.
      if (tries === ROLE_TRIES || !/tuple concurrently updated/.test((e as Error).message)) throw e
      await sleep(20 + Math.random() * 80)
    }
  }
}

/** Returns the texts of the migrations by name, in order. */
function readMigrations(folder: string, of: 'migrations' | 'earlier' = 'migrations'): Map<string, string> {
  const directory = path.join(folder, of)
  const files = readdirSync(directory).filter((file) => file.endsWith('.sql'))
  return new Map(
    files.sort().map((file) => [file.replace(/\.sql$/, ''), readFileSync(path.join(directory, file), 'utf8')]),
  )
}

/**
 * Runs the migrations that have not run yet, up to and including `last` if it is given. Returns their names. Throws on
 * the first failure. If the migration needs a function that is waiting, the error says why that could not be applied.
 */
async function runMigrations(
  tx: Transaction<unknown>,
  texts: Map<string, string>,
  waiting: SqlFunction[],
  last?: string,
): Promise<string[]> {
  const done = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(tx)
  const recorded = new Set(done.rows.map(({ name }) => name))
  const newer = [...recorded].find((name) => !texts.has(name))
  if (newer) throw new Error(`This database was created by a newer version: it has the migration ${newer}.`)
  const names = [...texts.keys()].filter((name) => last === undefined || name <= last)
  const pending = names.filter((name) => !recorded.has(name))
  const latest = done.rows.at(-1)?.name
  if (latest && pending[0] && pending[0] < latest)
    throw new Error(`The migration ${pending[0]} must have a higher number than ${latest}, which already ran.`)
  for (const name of pending) {
    try {
      await sql.raw(texts.get(name) as string).execute(tx)
    } catch (e) {
      const { message } = e as Error
      const needed = waiting.find((one) => message.startsWith(`function ${one.name}(`))
      const reason = needed ? `. ${needed.file} cannot be applied: ${needed.problem}` : ''
      throw new Error(`database/migrations/${name}.sql failed: ${message}${reason}`, { cause: e })
    }
    await sql`insert into schema_migrations (name) values (${name})`.execute(tx)
  }
  return pending
}

/**
 * Returns the last of these migrations. For names of a version before 1.0, returns the equivalent one of the baseline.
 */
function lastOf(names: readonly string[], texts: Map<string, string>): string {
  const last = names.filter((name) => !earlierMigrations.includes(name)).at(-1)
  const complete = earlierMigrations.every((name) => names.includes(name))
  if (last === undefined && !complete && earlierMigrations.some((name) => names.includes(name)))
    throw new Error(
      'This backup is from a version before 1.0 that had not run all of its migrations. Restore it with that version, then start this version on the result.',
    )
  const found = last ?? (complete ? baseline(texts).at(-1) : names.at(-1))
  if (found === undefined || !texts.has(found)) throw new Error(`There is no migration ${found} in this version.`)
  return found
}

/** Returns the names of the files that make up the first version. Later changes are numbered from 0100. */
const baseline = (texts: Map<string, string>) => [...texts.keys()].filter((name) => name < '0100')

/**
 * Creates the tables that record what ran. A database of a version before 1.0 is upgraded: it runs the earlier
 * migrations that it is missing. It then has the tables of the baseline, which is recorded as run. Throws when the
 * database is older than the first edition.
 */
async function prepareRecords(
  tx: Transaction<unknown>,
  texts: Map<string, string>,
  earlier: Map<string, string>,
): Promise<void> {
  await sql`create table if not exists schema_migrations (name text primary key, ran_at timestamptz not null default now())`.execute(
    tx,
  )
  await sql`create table if not exists schema_functions (name text primary key, sha256 text not null)`.execute(tx)
  const found = await sql<{ there: boolean }>`
    select to_regclass('public.kysely_migration') is not null as there`.execute(tx)
  if (!found.rows[0]?.there) return
  const recorded = await sql<{ name: string }>`select name from kysely_migration`.execute(tx)
  const names = recorded.rows.map(({ name }) => name)
  if (names.length > 0) {
    const missing = firstEdition.find((name) => !names.includes(name))
    if (missing)
      throw new Error(
        `This database is from a version before 1.0 that did not run its migration ${missing}. Start the last version before 1.0 on it once, then this one.`,
      )
    for (const [name, text] of earlier)
      if (!names.includes(name)) {
        try {
          await sql.raw(text).execute(tx)
        } catch (e) {
          throw new Error(`database/earlier/${name}.sql failed: ${(e as Error).message}`, { cause: e })
        }
      }
    const since = names.filter((name) => !earlierMigrations.includes(name))
    for (const name of [...baseline(texts), ...since])
      await sql`insert into schema_migrations (name) values (${name})`.execute(tx)
    // The earlier migrations made everything but the comments of tables and columns.
    for (const name of baseline(texts))
      for (const [comment] of (texts.get(name) ?? '').matchAll(/^comment on [^']+'(?:[^']|'')*';$/gm))
        await sql.raw(comment).execute(tx)
  }
  await sql`drop table kysely_migration, kysely_migration_lock`.execute(tx)
}
