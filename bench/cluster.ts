// Where the figures are taken: a Postgres of their own, whose files go with it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDatabase } from '../src/server/platform/embedded.ts'
import { migrate } from '../src/server/platform/migrate.ts'
import { type Cluster, startPostgres } from '../src/server/platform/postgres.ts'

const APP_SECRET = 'a secret of the benchmarks and nothing else'
const OWNER_PASSWORD = 'bench-owner'

/** What a server under load is told, but for its database. */
export type Env = { APP_SECRET: string; DATA_DIR: string; NODE_ENV: 'production' }

/** Starts a cluster, hands it to `work`, and leaves nothing of it behind, whatever becomes of the work. */
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

/** A new database with the tables of the product: its addresses for the owner, and for whoever fills it past all rules. */
export async function makeDatabase(cluster: Cluster, name: string): Promise<{ url: string; superuser: string }> {
  const { user, password } = cluster.superuser
  await createDatabase(cluster.url('postgres', user, password), name, OWNER_PASSWORD)
  const url = cluster.url(name, 'portal_owner', OWNER_PASSWORD)
  await migrate(url, APP_SECRET)
  return { url, superuser: cluster.url(name, user, password) }
}

/** A cluster with one database, for as long as `work` takes. */
export const withDatabase = (work: (env: Env & { DATABASE_URL: string }) => Promise<void>): Promise<void> =>
  withCluster(async (cluster, env) => work({ ...env, DATABASE_URL: (await makeDatabase(cluster, 'portal')).url }))
