// The Postgres cluster of the benchmarks. Its files are removed afterwards.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDatabase } from '../src/server/platform/database/embedded.ts'
import { migrate } from '../src/server/platform/database/migrate.ts'
import { type Cluster, startPostgres } from '../src/server/platform/database/postgres.ts'

const APP_SECRET = 'a secret of the benchmarks and nothing else'
const OWNER_PASSWORD = 'bench-owner'

/** The environment of a server under load, without its database. */
export type Env = { APP_SECRET: string; DATA_DIR: string; NODE_ENV: 'production' }

/** Starts a cluster, passes it to `work`, and removes it even when `work` fails. */
export async function withCluster(
  work: (cluster: Cluster, env: Env) => Promise<void>,
  options: Omit<Parameters<typeof startPostgres>[0], 'dir'> = {},
): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'portal bench '))
  const cluster = await startPostgres({ dir, ...options })
  try {
    await work(cluster, { APP_SECRET, DATA_DIR: dir, NODE_ENV: 'production' })
  } finally {
    await cluster.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/**
 * Creates a database with the tables of the product. Returns its URLs for the owner, and for the superuser, who can
 * fill it without row-level security.
 */
export async function makeDatabase(cluster: Cluster, name: string): Promise<{ url: string; superuser: string }> {
  const { user, password } = cluster.superuser
  await createDatabase(cluster.url('postgres', user, password), name, OWNER_PASSWORD)
  const url = cluster.url(name, 'portal_owner', OWNER_PASSWORD)
  await migrate(url, APP_SECRET)
  return { url, superuser: cluster.url(name, user, password) }
}

/** Runs `work` with a cluster that has one database. */
export const withDatabase = (work: (env: Env & { DATABASE_URL: string }) => Promise<void>): Promise<void> =>
  withCluster(async (cluster, env) => work({ ...env, DATABASE_URL: (await makeDatabase(cluster, 'portal')).url }))
