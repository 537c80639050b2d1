// Signed-in requests reach tenant data through asActor, askAs and snapshotAs, and so do jobs that act for a company
// (`systemOf`). Sign-in, startup, requests without a company (public forms, webhooks, links in mails) and jobs for all
// companies use `system`, the owner connection, which sees every company. Nothing here knows a module.
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
  type QueryResult,
  Transaction,
} from 'kysely'
import pg from 'pg'
import type { Role } from '../../../contract/base.ts'
import { StorageUnavailable } from '../files/storage.ts'
import { gatesOf } from '../gates.ts'
import type { Log } from '../observability/log.ts'
import { prepareForActors, queryAs } from './actor-query.ts'
import type { DB } from './db.types.ts'
import { LiteralLimits } from './literal-limit.ts'
import { createPool, isStillOpen, WAIT_MS } from './pool.ts'
import { createStatementNames, isOutdated, namingPool } from './statement-names.ts'

/** On whose behalf a transaction runs. The role `system` is for jobs, which see what staff see. */
export type Actor = {
  kind: 'tenant' | 'staff'
  companyId: string
  userId: string
  role: Role | 'system'
  sessionId?: string
}
/** A handle for one transaction of one actor. */
export type Db = Transaction<DB>
/** Any handle: of a transaction, or `system` itself. */
export type Handle = Kysely<DB>

const SYSTEM_USER = '00000000-0000-0000-0000-000000000000'
/** Returns the actor of a job that works on a company's rows. */
export const systemOf = (companyId: string): Actor => ({
  kind: 'staff',
  companyId,
  userId: SYSTEM_USER,
  role: 'system',
})

/** Thrown when the pool and its queue are full. The caller should try again later. */
class Overloaded extends Error {
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
])
/** Returns whether an error means that the database or the file storage is down, full or too slow: a retry may help. */
export function isUnavailable(e: unknown): boolean {
  if (e instanceof Overloaded) return true
  if (e instanceof AggregateError) return e.errors.some(isUnavailable)
  if (!(e instanceof Error)) return false
  if (e instanceof StorageUnavailable) return true
  if (UNAVAILABLE.has((e as { code?: string }).code ?? '')) return true
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|connection is insecure|Cannot use a pool after/.test(
    e.message,
  )
}

// Only these pools read timestamps as ISO text instead of Date, which keeps the microseconds that keyset cursors need
// and is faster. (The roles use the time zone UTC.) better-auth and pg-boss have their own pools.
const { INT8, TIMESTAMPTZ } = pg.types.builtins
const parsers = new Map<number, (v: string) => unknown>([
  [INT8, Number],
  [TIMESTAMPTZ, (v) => v.replace(' ', 'T').replace('+00', 'Z')],
])
const types = {
  getTypeParser: (oid: number, format?: 'text') => parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig

const adapter = new PostgresAdapter()
const compiler = new LiteralLimits()
const driver = new DummyDriver() as never
/** The dialect of all queries. It writes limits into their text: see `LiteralLimits`. */
class Dialect extends PostgresDialect {
  override createQueryCompiler() {
    return compiler
  }
}
const dialect = new Dialect({ pool: undefined as never })

const nameOf = createStatementNames()

/** Buffers queries until the next tick so that they leave in one packet. */
function gather(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** A connection of a pool, and the function that returns it. With an error, the connection is closed. */
type Taken = { client: pg.PoolClient; release: (error?: Error) => void }

/**
 * One transaction of one actor. Takes a connection at the first query, and sends begin, the settings and that query in
 * one packet. Without `begin`, that query is the whole transaction.
 */
class ActorTransaction implements ConnectionProvider, DatabaseConnection {
  readonly #take: () => Promise<Taken>
  readonly #actor: Actor
  readonly #begin: string | undefined
  #taken: Promise<Taken> | undefined
  #begun: Promise<unknown> | undefined
  #failed: unknown
  #open = true
  constructor(take: () => Promise<Taken>, actor: Actor, begin: string | undefined) {
    this.#begin = begin
    this.#take = take
    this.#actor = actor
  }

  provideConnection<T>(use: (c: DatabaseConnection) => Promise<T>) {
    if (!this.#open) throw new Error('This handle belongs to a transaction that has ended.')
    return use(this)
  }
  async executeQuery<R>(q: CompiledQuery): Promise<QueryResult<R>> {
    const { client } = await (this.#taken ??= this.#take())
    if (this.#begun && this.#begin === undefined) throw new Error('askAs is for one query; use asActor for more.')
    const query = { name: nameOf(q.sql), text: q.sql, values: q.parameters as unknown[] }
    gather(client)
    // After a failure, later queries only report that the transaction is aborted: throw the first error instead.
    const failed = (e: Error) => {
      throw (e as { code?: string }).code === '25P02' ? (this.#failed ?? e) : (this.#failed = e)
    }
    let result: pg.QueryResult
    if (this.#begun) result = await client.query(query).catch(failed)
    else {
      const begun = this.#begin === undefined ? undefined : client.query(this.#begin).catch(failed)
      const first = queryAs(client, this.#actor, query).catch(failed)
      this.#begun = Promise.all([begun, first])
      await this.#begun
      result = await first
    }
    return {
      rows: result.rows,
      numAffectedRows: result.rowCount === null || result.command === 'SELECT' ? undefined : BigInt(result.rowCount),
    }
  }
  // biome-ignore lint/correctness/useYield: the interface requires a generator; pipelined connections have no cursors.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not possible inside a request; read page by page.')
  }

  async end(ok: boolean) {
    this.#open = false
    if (!this.#taken) return
    const taken = await this.#taken
    const release = () => {
      const e = this.#failed
      taken.release(e !== undefined && (isOutdated(e) || !isStillOpen(e)) ? (e as Error) : undefined)
    }
    if (this.#begin === undefined) {
      await this.#begun?.catch(() => {})
      release()
      if (ok && this.#failed) throw this.#failed
      return
    }
    let command: string
    try {
      ;({ command } = await taken.client.query(ok ? 'commit' : 'rollback'))
    } catch (e) {
      taken.release(e as Error)
      throw e
    }
    release()
    // An aborted transaction answers commit with ROLLBACK and no error.
    if (ok && command !== 'COMMIT')
      throw new Error(`Commit returned ${command}: a query failed and its error was ignored.`)
  }
}

/** Transactions that may wait for a connection: a few seconds of work. Further ones fail with Overloaded. */
const QUEUE = 1_000

/** Connection strings by role, and the maximum number of connections per pool. */
export type DatabaseOptions = { tenantUrl: string; staffUrl: string; ownerUrl: string; max: number; log: Log }

/**
 * Opens the connection pools and returns what runs queries on them. The users of one company get at most half of the
 * connections for partners, and wait for one as long as others do. `close` waits for running queries.
 */
export function openDatabase({ tenantUrl, staffUrl, ownerUrl, max, log }: DatabaseOptions) {
  const open = (connectionString: string, size: number) =>
    createPool({ connectionString, max: size, types, pipeline: true } as pg.PoolConfig, log)
  const pools = { tenant: open(tenantUrl, max), staff: open(staffUrl, max) }
  for (const pool of [pools.tenant, pools.staff]) pool.on('connect', prepareForActors)
  const owner = open(ownerUrl, Math.min(max, 6))
  const system = new Kysely<DB>({ dialect: new Dialect({ pool: namingPool(owner) }) })

  const shares = gatesOf(Math.max(1, Math.floor(max / 2)), QUEUE, WAIT_MS)
  const overloaded = () => new Overloaded('Too many requests are waiting for the database.')
  const take =
    ({ kind, companyId }: Actor) =>
    async (): Promise<Taken> => {
      const from = pools[kind]
      if (from.waitingCount >= QUEUE) throw overloaded()
      // A company that waits for its own locks must not keep others waiting.
      const leave =
        kind === 'tenant'
          ? await shares.enter(companyId).catch(() => {
              throw overloaded()
            })
          : undefined
      try {
        const client = await from.connect()
        return {
          client,
          release: (error) => {
            client.release(error)
            leave?.()
          },
        }
      } catch (e) {
        leave?.()
        throw e
      }
    }
  const run = async <T>(actor: Actor, fn: (db: Db) => Promise<T>, begin?: string): Promise<T> => {
    const tx = new ActorTransaction(take(actor), actor, begin)
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
    /** Runs any number of queries in one transaction. The first is sent together with begin and the settings. */
    asActor: <T>(actor: Actor, fn: (db: Db) => Promise<T>) => run(actor, fn, 'begin'),
    /** Runs exactly one query: settings and query are sent in one packet as one transaction, for one round trip. */
    askAs: <T>(actor: Actor, fn: (db: Db) => Promise<T>) => run(actor, fn),
    /** Runs read-only queries that all see the same snapshot. Keep it short: it holds a connection. */
    snapshotAs: <T>(actor: Actor, fn: (db: Db) => Promise<T>) =>
      run(actor, fn, 'begin isolation level repeatable read read only'),
    /**
     * Connects as the owner of the tables, whom row-level security does not restrict: for sign-in, startup, jobs,
     * seeds, requests without a company, and checks that count rows hidden from the caller. Never use it to return a
     * company's rows to a signed-in caller.
     */
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
export type Database = ReturnType<typeof openDatabase>
