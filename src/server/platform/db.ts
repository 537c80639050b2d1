// The only way to a handle on tenant data is asActor (or asSystem, for sign-in and boot). Nothing here knows a room.
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely'
import pg from 'pg'
import type { Role } from '../../contract/base.ts'
import type { DB } from './db.types.ts'
import type { Log } from './log.ts'
import { pool } from './pool.ts'
import { StorageAway } from './storage.ts'

/** On whose behalf a transaction runs. `system` is a job: it sees what staff see. */
export type Actor = {
  kind: 'tenant' | 'staff'
  companyId: string
  userId: string
  role: Role | 'system'
  sessionId?: string
}
/** A handle that lives as long as one transaction of one actor. */
export type Db = Transaction<DB>
/** Any handle: one of a transaction, or `system` as it is. */
export type Handle = Kysely<DB>

const SYSTEM_USER = '00000000-0000-0000-0000-000000000000'
/** The actor of a job that works on a company's rows. */
export const systemOf = (companyId: string): Actor => ({
  kind: 'staff',
  companyId,
  userId: SYSTEM_USER,
  role: 'system',
})

/** The pool is full and its queue too: the caller is told to come again. */
export class Overloaded extends Error {
  override name = 'Overloaded'
}
const UNAVAILABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '40001',
  '40P01',
  '53300',
  '53100',
  '53200',
  '08000',
  '08003',
  '08006',
  '57014',
  '25P03',
  '55P03',
]) // prettier-ignore
/** Whether an error means that the database or the files are away, full or too slow, so that trying again later makes sense. */
export function isUnavailable(e: unknown): boolean {
  if (e instanceof Overloaded) return true
  if (e instanceof AggregateError) return e.errors.some(isUnavailable)
  if (!(e instanceof Error)) return false
  if (e instanceof StorageAway) return true
  if (UNAVAILABLE.has((e as { code?: string }).code ?? '')) return true
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|connection is insecure|Cannot use a pool after/.test(
    e.message,
  )
}

// Only these pools read timestamps as ISO text instead of Date: it keeps the microseconds that a keyset cursor
// needs and costs less. (The roles run with time zone UTC.) better-auth and pg-boss have pools of their own.
const { INT8, TIMESTAMPTZ } = pg.types.builtins
const parsers = new Map<number, (v: string) => unknown>([
  [INT8, Number],
  [TIMESTAMPTZ, (v) => v.replace(' ', 'T').replace('+00', 'Z')],
])
const types = {
  getTypeParser: (oid: number, format?: 'text') => parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig

const SET_ACTOR = {
  name: 'actor',
  text: `select set_config('app.company_id',$1,true),set_config('app.user_id',$2,true),set_config('app.role',$3,true)`,
}
const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()
const driver = new DummyDriver() as never
const dialect = new PostgresDialect({ pool: undefined as never })

const names = new Map<string, string>()
/** A statement name per text, so that Postgres plans it once; texts without end (long IN lists) stay unnamed. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= 500) return known
  const name = `q${createHash('sha1').update(text).digest('base64url').slice(0, 16)}`
  names.set(text, name)
  return name
}

/** Holds back what goes to the database until nothing more is asked at this moment, so that it leaves in one packet. */
function gather(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** One transaction as one actor: takes a connection at the first query and sends begin, the settings and that query in one packet. */
class ActorTransaction implements ConnectionProvider, DatabaseConnection {
  readonly #take: () => Promise<pg.PoolClient>
  readonly #actor: Actor
  readonly #once: boolean
  readonly #begin: string
  #client: Promise<pg.PoolClient> | undefined
  #begun: Promise<unknown> | undefined
  #committed: Promise<pg.QueryResult> | undefined
  #failed: unknown
  #open = true
  constructor(take: () => Promise<pg.PoolClient>, actor: Actor, once: boolean, begin: string) {
    this.#begin = begin
    this.#take = take
    this.#actor = actor
    this.#once = once
  }

  provideConnection<T>(use: (c: DatabaseConnection) => Promise<T>) {
    if (!this.#open) throw new Error('This handle belongs to a transaction that is over.')
    return use(this)
  }
  async executeQuery<R>(q: CompiledQuery): Promise<QueryResult<R>> {
    const client = await (this.#client ??= this.#take())
    if (this.#committed) throw new Error('askAs is for one query; use asActor for more.')
    const query = { name: nameOf(q.sql), text: q.sql, values: q.parameters as unknown[] }
    gather(client)
    // After the first that fails each says only that there was one: the first is what there is to say.
    const ask = (what: string | pg.QueryConfig) =>
      client.query(what).catch((e) => {
        throw (e as { code?: string }).code === '25P02' ? (this.#failed ?? e) : (this.#failed = e)
      })
    let result: pg.QueryResult
    if (this.#begun) result = await ask(query)
    else {
      const { companyId, userId, role } = this.#actor
      this.#begun = Promise.all([ask(this.#begin), ask({ ...SET_ACTOR, values: [companyId, userId, role] })])
      const first = ask(query)
      if (this.#once) {
        this.#committed = client.query('commit')
        this.#committed.catch(() => {}) // end() reports it
      }
      ;[, result] = await Promise.all([this.#begun, first])
    }
    return {
      rows: result.rows,
      numAffectedRows: result.rowCount === null || result.command === 'SELECT' ? undefined : BigInt(result.rowCount),
    }
  }
  // biome-ignore lint/correctness/useYield: the interface wants a generator; pipelined connections keep no cursor.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not possible inside a request; read page by page.')
  }

  async end(ok: boolean) {
    this.#open = false
    if (!this.#client) return
    const client = await this.#client
    let command: string
    try {
      ;({ command } = await (this.#committed ?? client.query(ok ? 'commit' : 'rollback')))
    } catch (e) {
      client.release(e as Error)
      throw e
    }
    client.release()
    // An aborted transaction answers commit with ROLLBACK and no error.
    if (ok && command !== 'COMMIT')
      throw new Error(`Commit answered ${command}: a query failed and its error was swallowed.`)
  }
}

/** Queries that may wait for a connection; a few seconds of work. Those beyond are told to come again. */
const QUEUE = 1_000

/** Addresses of the database by role, and how many connections each pool may hold. */
export type DatabaseOptions = { tenantUrl: string; staffUrl: string; ownerUrl: string; max: number; log: Log }

/** Opens the pools. `close` waits for what is running. */
export function database({ tenantUrl, staffUrl, ownerUrl, max, log }: DatabaseOptions) {
  const open = (connectionString: string, size: number) =>
    pool({ connectionString, max: size, types, pipeline: true } as pg.PoolConfig, log)
  const pools = { tenant: open(tenantUrl, max), staff: open(staffUrl, max) }
  const owner = open(ownerUrl, Math.min(max, 6))
  const system = new Kysely<DB>({ dialect: new PostgresDialect({ pool: owner }) })

  const take = (kind: Actor['kind']) => () => {
    const from = pools[kind]
    if (from.waitingCount >= QUEUE) return Promise.reject(new Overloaded('Too many requests wait for the database.'))
    return from.connect()
  }
  const run = async <T>(actor: Actor, fn: (db: Db) => Promise<T>, once: boolean, begin = 'begin'): Promise<T> => {
    const tx = new ActorTransaction(take(actor.kind), actor, once, begin)
    const db = new Transaction<DB>({
      config: { dialect },
      dialect,
      driver,
      executor: new DefaultQueryExecutor(compiler, adapter, tx),
    })
    let out: T
    try {
      out = await fn(db)
    } catch (e) {
      await tx.end(false).catch(() => {})
      throw e
    }
    await tx.end(true)
    return out
  }
  return {
    /** Any number of queries in one transaction; the first leaves with begin and the settings, commit is checked. */
    asActor: <T>(actor: Actor, fn: (db: Db) => Promise<T>) => run(actor, fn, false),
    /** Exactly one query: begin, settings, query and commit leave in one packet, one round trip. */
    askAs: <T>(actor: Actor, fn: (db: Db) => Promise<T>) => run(actor, fn, true),
    /** Any number of reading queries that all see the database as it is at the first. Keep it short: it holds a connection. */
    snapshotAs: <T>(actor: Actor, fn: (db: Db) => Promise<T>) =>
      run(actor, fn, false, 'begin isolation level repeatable read read only'),
    /** Past the fences, as the owner of the tables: for sign-in, boot, jobs of the house, seeds. Never for a request's data. */
    system,
    /** Rejects when one of the pools cannot answer. */
    async ping() {
      await Promise.all([pools.tenant.query('select 1'), pools.staff.query('select 1')])
    },
    async close() {
      await Promise.all([pools.tenant.end(), pools.staff.end(), system.destroy()])
    },
  }
}
export type Database = ReturnType<typeof database>
