import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { derive, type Env } from './env.ts'
import { type Cluster, lockDataDir, runningPort, startPostgres } from './postgres.ts'

const DATABASE = 'portal'
const OWNER = 'portal_owner'
const RESTART_MS = 500
const RESTART_AT_MOST_MS = 10_000

/**
 * The database of `npm start`: locks DATA_DIR, starts the Postgres in it, and makes the database and its owner the
 * first time. The owner is no superuser, just as in production. A Postgres that ends by itself, on a full disk or killed for
 * its memory, is started again at the same address until it runs. Throws in words when the folder is in use.
 */
export async function embedded(
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

/** Starts a cluster again whenever it ends, at the port that everybody knows it by. Returns how to stop it for good. */
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
        // Of the end of its log, which comes with it, the line that says why.
        const { message } = e as Error
        say(message.split('\n').findLast((line) => /FATAL|PANIC/.test(line)) ?? message)
      }
    }
  }
  const kept = (async () => {
    for (;;) {
      await cluster.ended
      if (stopped.signal.aborted) return
      say('The database has ended by itself. It is started again.')
      await restarted()
      if (stopped.signal.aborted) return cluster.stop()
      say('The database is back.')
    }
  })()
  return async () => {
    stopped.abort()
    await cluster.stop()
    await kept
  }
}

const passwordOf = ({ appSecret }: Pick<Env, 'appSecret'>) =>
  derive(appSecret, 'embedded database owner').toString('hex')

/** The address of the embedded database while another process of the product runs it; undefined when none does. */
export function runningEmbedded(env: Pick<Env, 'appSecret' | 'dataDir'>): string | undefined {
  const port = existsSync(env.dataDir) ? runningPort(env.dataDir) : undefined
  return port ? `postgres://${OWNER}:${passwordOf(env)}@127.0.0.1:${port}/${DATABASE}` : undefined
}

/** The process before may still be putting its things away: waits a few seconds for the folder. */
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

/** Makes the owner and the database if they are not there. */
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
