import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { derive } from './env.ts'
import { installJobs } from './jobs.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../migrations')
const ROLES = ['portal_tenant', 'portal_staff'] as const

/** The password of one of the app's login roles: nobody has to think one up or keep it. */
const passwordOf = (role: string, appSecret: string) => derive(appSecret, `database role ${role}`).toString('hex')

/** The owner's address with another login. */
export function urlAs(role: (typeof ROLES)[number], ownerUrl: string, appSecret: string): string {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = passwordOf(role, appSecret)
  return url.href
}

/** How often to try while other starts change the same roles. */
const ROLE_TRIES = 50

/** Sets the passwords and limits of the login roles. */
async function setRoles(pool: pg.Pool, appSecret: string): Promise<void> {
  const settings = ROLES.map(
    (role) => `
      alter role ${role} login password '${passwordOf(role, appSecret)}';
      alter role ${role} set timezone = 'UTC';
      alter role ${role} set statement_timeout = '5s';
      alter role ${role} set idle_in_transaction_session_timeout = '10s';
      alter role ${role} set lock_timeout = '4s';`,
  ).join('')
  for (let tries = 1; ; tries++) {
    try {
      // One query string is one transaction.
      await pool.query(`select pg_advisory_xact_lock(hashtext('portal roles')); ${settings}`)
      return
    } catch (e) {
      // Roles belong to the cluster but the lock to one database, so a start on another database of the cluster can collide.
      // Postgres has no error code for that.
      if (tries === ROLE_TRIES || !/tuple concurrently updated/.test((e as Error).message)) throw e
      await sleep(20 + Math.random() * 80)
    }
  }
}

/**
 * Brings the database up to date: the .sql files of `migrations/` in order, each once, under a lock so that any
 * number of processes may start together. Then sets the passwords and limits of the login roles, and installs the job
 * store.
 * With `to` it stops after the file of that name. Returns the names of what was run; throws on the first failure, which leaves nothing of that file behind.
 */
export async function migrate(
  ownerUrl: string,
  appSecret: string,
  { folder = FOLDER, to }: { folder?: string; to?: string } = {},
): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const files = readdirSync(folder)
    .filter((f) => f.endsWith('.sql'))
    .sort()
  const migrations = Object.fromEntries(
    files.map((f) => [
      f.replace(/\.sql$/, ''),
      {
        up: async (tx: Kysely<unknown>) => {
          await sql.raw(readFileSync(path.join(folder, f), 'utf8')).execute(tx)
        },
      },
    ]),
  )
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
      migrationTableSchema: 'public',
    })
    if (to !== undefined && !migrations[to]) throw new Error(`There is no migration ${to} in this version.`)
    const { error, results } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to))
    if (error) throw error
    await setRoles(pool, appSecret)
    await installJobs(ownerUrl)
    return (results ?? []).filter((r) => r.status === 'Success').map((r) => r.migrationName)
  } finally {
    await db.destroy()
  }
}
