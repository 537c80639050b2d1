import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { deriveKey, type Env } from '../env.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { type Cluster, startPostgres } from './postgres.ts'
import { runningPort } from './postgres-process.ts'

const DATABASE = 'portal'
const OWNER = 'portal_owner'
const RESTART_MS = 500
const RESTART_AT_MOST_MS = 10_000

/**
 * Starts the database of `npm start`: locks DATA_DIR, starts the Postgres in it, and creates the database and its owner
 * the first time. Returns the owner's connection string, and `stop`. As in production, the owner is not a superuser. A
 * Postgres that ends unexpectedly, because of a full disk or killed for its memory, is restarted at the same address
 * until it runs. Throws an Error with a readable message when the folder is in use.
 */
export async function startEmbedded(
  env: Pick<Env, 'appSecret' | 'dataDir'>,
  say: (line: string) => void,
): Promise<{ url: string; stop(): Promise<void> }> {
  mkdirSync(env.dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockPatiently(env.dataDir)
  try {
    const cluster = await startPostgres({ dir: env.dataDir, onProgress: say })
    const password = passwordOf(env)
    const made = path.join(env.dataDir, 'database-made')
    if (!existsSync(made)) {
      await createDatabase(
        cluster.url('postgres', cluster.superuser.user, cluster.superuser.password),
        DATABASE,
        password,
      )
      writeFileSync(made, '')
    }
    const stop = keepRunning(cluster, env.dataDir, say)
    return {
      url: cluster.url(DATABASE, OWNER, password),
      async stop() {
        await stop()
        lock.release()
      },
    }
  } catch (e) {
    lock.release()
    throw e
  }
}

/** Restarts a cluster on the same port whenever it ends. Returns a function that stops it for good. */
function keepRunning(first: Cluster, dir: string, say: (line: string) => void): () => Promise<void> {
  const stopped = new AbortController()
  let cluster = first
  const restarted = async () => {
    for (let wait = RESTART_MS; ; wait = Math.min(wait * 2, RESTART_AT_MOST_MS)) {
      await sleep(wait, undefined, { ref: false, signal: stopped.signal }).catch(() => {})
      if (stopped.signal.aborted) return
      try {
        cluster = await startPostgres({ dir, port: first.port, onProgress: say })
        return
      } catch (e) {
        // The message includes the end of the log: show the line that states the reason.
        const { message } = e as Error
        say(message.split('\n').findLast((line) => /FATAL|PANIC/.test(line)) ?? message)
      }
    }
  }
  const supervised = (async () => {
    for (;;) {
      await cluster.ended
      if (stopped.signal.aborted) return
      say('The database stopped unexpectedly. Restarting it.')
      await restarted()
      if (stopped.signal.aborted) return cluster.stop()
      say('The database is running again.')
    }
  })()
  return async () => {
    stopped.abort()
    await cluster.stop()
    await supervised
  }
}

const passwordOf = ({ appSecret }: Pick<Env, 'appSecret'>) =>
  deriveKey(appSecret, 'embedded database owner').toString('hex')

/** Returns the connection string of the embedded database if another process is running it; undefined otherwise. */
export function runningEmbedded(env: Pick<Env, 'appSecret' | 'dataDir'>): string | undefined {
  const port = existsSync(env.dataDir) ? runningPort(env.dataDir) : undefined
  return port ? `postgres://${OWNER}:${passwordOf(env)}@127.0.0.1:${port}/${DATABASE}` : undefined
}

/** Locks the folder. Waits a few seconds, since the previous process may still be shutting down. */
async function lockPatiently(dir: string): Promise<{ release(): void }> {
  for (let tries = 0; ; tries++) {
    try {
      return lockDataDir(dir)
    } catch (e) {
      if (tries === 20) throw e
      await new Promise((go) => setTimeout(go, 250))
    }
  }
}

/** Creates the owner and the database if they do not exist, and sets the owner's password. */
export async function createDatabase(superuserUrl: string, database: string, ownerPassword: string): Promise<void> {
  const admin = new pg.Client(superuserUrl)
  await admin.connect()
  try {
    const has = async (text: string, value: string) => (await admin.query(text, [value])).rowCount
    if (!(await has('select from pg_roles where rolname = $1', OWNER)))
      await admin.query(`create role ${OWNER} login createrole`)
    await admin.query(`alter role ${OWNER} password '${ownerPassword}'`)
    if (!(await has('select from pg_database where datname = $1', database)))
      await admin.query(`create database ${database} owner ${OWNER}`)
  } finally {
    await admin.end()
  }
}
