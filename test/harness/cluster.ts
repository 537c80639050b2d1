// One Postgres cluster for the full run, with one migrated template that each test file clones.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { createDatabase } from '../../src/server/platform/database/embedded.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { startPostgres } from '../../src/server/platform/database/postgres.ts'
import { APP_SECRET, OWNER_PASSWORD, TEMPLATE } from './secrets.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: { port: number; superuserPassword: string }
  }
}

/** Creates the queues and schedules in the template. Otherwise each server that a test starts creates a hundred. */
async function declareJobs(declaring: ChildProcess, ownerUrl: string): Promise<void> {
  const ended = once(declaring, 'exit')
  declaring.send(ownerUrl)
  const [code] = await ended
  if (code !== 0) throw new Error(`The queues of the template could not be created: exit code ${code}.`)
}

/** Starts the cluster for all test files and creates the template database that they clone. */
export default async function setup(project: TestProject) {
  const declaring = fork(path.join(import.meta.dirname, 'declare-jobs.ts'), { execArgv: [] })
  const dir = mkdtempSync(path.join(tmpdir(), 'portal test '))
  const cluster = await startPostgres({ dir, fsync: false })
  const { user, password } = cluster.superuser
  await createDatabase(cluster.url('postgres', user, password), TEMPLATE, OWNER_PASSWORD)
  const owner = cluster.url(TEMPLATE, 'portal_owner', OWNER_PASSWORD)
  await migrate(owner, APP_SECRET)
  await declareJobs(declaring, owner)
  project.provide('cluster', { port: cluster.port, superuserPassword: password })
  return async () => {
    await cluster.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
