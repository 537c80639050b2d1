import { sql } from 'kysely'
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Database, Handle } from '../database/db.ts'
import { KEPT_OPEN, makeConnection } from '../database/pool.ts'
import type { Log } from '../observability/log.ts'
import { type Guarded, type JobGuard, jobGuard } from './job-guard.ts'
import { type Attempt, LimitExceeded } from './limit-exceeded.ts'

/** The data of a background job. Every job has a company: the row-level security policy of the job table needs it. */
export type JobData = { companyId: string }
export type JobDefinition<P, T extends JobData = JobData> = {
  name: string
  handler: (platform: P, data: T, attempt?: Attempt) => Promise<void>
  /** Attempts after the first. Each waits longer. Default: 5. */
  retries?: number
}
/** A recurring job. It runs once for the product, regardless of the number of processes. */
export type ScheduleDefinition<P> = {
  name: string
  cron: string
  handler: (platform: P) => Promise<void>
  /** Its handler counts crashes and puts what caused them on hold, so the schedule itself is never put on hold. */
  countsCrashes?: true
}

// Partners' requests add jobs in their own transaction. pg-boss reads back what it wrote and checks for duplicates, so
// the role needs select too. The policy restricts it to jobs of the own company.
const ROW_SECURITY = `
  grant usage on schema jobs to portal_tenant, portal_staff;
  grant select on jobs.queue to portal_tenant, portal_staff;
  grant select, insert on jobs.job, jobs.job_common to portal_tenant, portal_staff;
  do $$ declare t text; begin
    foreach t in array array['jobs.job', 'jobs.job_common'] loop
      execute format('alter table %s enable row level security', t);
      execute format('create policy tenant_rows on %s to portal_tenant using (data->>''companyId'' = (select current_setting(''app.company_id'', true)))', t);
      execute format('create policy staff_rows on %s to portal_staff using ((select nullif(current_setting(''app.user_id'', true), '''')) is not null)', t);
    end loop;
  end $$;`
const PROTECTED = `select from pg_policy where polrelid = to_regclass('jobs.job_common') and polname = 'tenant_rows'`

/**
 * Creates pg-boss's tables and their row-level security policies when a database is brought up to date. Uses an
 * instance of pg-boss that only installs: altering tables while pg-boss is working could deadlock.
 */
export async function installJobs(ownerUrl: string): Promise<void> {
  const client = makeConnection({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('portal jobs'))`)
    if ((await client.query(PROTECTED)).rowCount) return
    const installer = new PgBoss({
      connectionString: ownerUrl,
      schema: 'jobs',
      supervise: false,
      schedule: false,
      max: 1,
    })
    await installer.start()
    await installer.stop({ graceful: false })
    await client.query(`begin; ${ROW_SECURITY} commit;`)
  } finally {
    await client.end()
  }
}

/**
 * Longest time between two queries that look for due jobs of all queues, in milliseconds. A job that becomes due
 * earlier is looked for at its time. New jobs wake their worker immediately; this finds those whose notification was
 * lost.
 */
const LOOK_MS = 30_000
/** Time until the next look while jobs are due, and after a job failed: their worker may have been busy. */
const AGAIN_MS = 5_000
/** Shortest time between two looks. */
const SHORTEST_MS = 50
/** Interval of pg-boss's own maintenance, in seconds. */
const MAINTENANCE_SECONDS = 300
/** Each worker polls only this often: with forty queues, short intervals are most of what an idle server does. */
const POLLING = { pollingIntervalSeconds: 300, notifyPollingIntervalSeconds: 300 }
/** The queue in which pg-boss announces the schedules that are due. It must notify too, or it would be polled. */
const SCHEDULES_DUE = '__pgboss__send-it'

/** Returns the queues that have a job that is due, and in how many milliseconds the next one becomes due. */
const dueQueues = sql<{ due: string[] | null; next: number | null }>`
  select array_agg(name) filter (where at <= now()) as due,
    (extract(epoch from min(at) filter (where at > now()) - now()) * 1000)::float8 as next
  from (select q.name, (select min(j.start_after) from jobs.job j
      where j.name = q.name and j.state < 'active' and not j.blocked) as at
    from jobs.queue q) as earliest`

/**
 * Wakes the workers of queues with due jobs, until closed. `workers` has their ids by the name of the queue. Looks at
 * least every `everyMs` milliseconds; `within` brings the next look forward.
 */
function wakeWorkers(boss: PgBoss, db: Handle, workers: ReadonlyMap<string, string>, log: Log, everyMs: number) {
  let timer: NodeJS.Timeout | undefined
  let at = Number.POSITIVE_INFINITY
  let running = Promise.resolve()
  let closed = false
  const look = async () => {
    let wait = everyMs
    try {
      const [found] = (await dueQueues.execute(db)).rows
      for (const name of found?.due ?? []) {
        const worker = workers.get(name)
        if (worker === undefined) continue
        boss.notifyWorker(worker)
        wait = Math.min(wait, AGAIN_MS)
      }
      if (found?.next != null) wait = Math.min(wait, Math.ceil(found.next))
    } catch (e) {
      log.warn({ err: e }, 'due jobs could not be read')
      wait = AGAIN_MS
    }
    within(wait)
  }
  const within = (ms: number) => {
    const wait = Math.max(ms, SHORTEST_MS)
    const then = performance.now() + wait
    if (closed || then >= at) return
    clearTimeout(timer)
    at = then
    timer = setTimeout(() => {
      at = Number.POSITIVE_INFINITY
      running = running.then(look)
    }, wait)
  }
  within(AGAIN_MS)
  return {
    within,
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}

/**
 * Opens the job store, which must be installed. Jobs can be sent immediately; `work` starts processing them. `lookMs`
 * is the longest time until a job runs whose notification was lost, in milliseconds.
 */
export async function createJobs(ownerUrl: string, log: Log, { lookMs = LOOK_MS } = {}) {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: 'jobs',
    useListenNotify: true,
    max: 4,
    // pg-boss passes it to its pool, although its types do not name it.
    ...KEPT_OPEN,
    notifyHeartbeatIntervalMs: 30_000,
    // Interval of the query for jobs that waited for other jobs. None of ours do, so it is long.
    flowIntervalSeconds: 3_600,
    // Ends jobs that run for too long or whose process has ended, and counts the jobs of each queue.
    superviseIntervalSeconds: MAINTENANCE_SECONDS,
    monitorIntervalSeconds: MAINTENANCE_SECONDS,
    queueCacheIntervalSeconds: MAINTENANCE_SECONDS,
    bamIntervalSeconds: MAINTENANCE_SECONDS,
    // The longest intervals that pg-boss allows. A schedule that is due notifies its worker.
    cronMonitorIntervalSeconds: 45,
    cronWorkerIntervalSeconds: 45,
  })
  boss.on('error', (e) => log.error({ err: e }, 'job store'))
  await boss.start()
  let guard: JobGuard | undefined
  let waking: ReturnType<typeof wakeWorkers> | undefined

  return {
    /** Creates the queues. Needed before the first job of a name is sent. */
    async declare<P>(definitions: JobDefinition<P, never>[], schedules: ScheduleDefinition<P>[]): Promise<void> {
      // Two queries find what is there: creating it again takes one query each, which makes every start slower.
      const queues = new Map((await boss.getQueues()).map(({ name, notify }) => [name, notify]))
      const crons = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
      for (const d of definitions)
        if (!queues.has(d.name))
          await boss.createQueue(d.name, {
            notify: true,
            retryLimit: d.retries ?? 5,
            retryDelay: 5,
            retryBackoff: true,
          })
      for (const s of schedules) {
        if (!queues.has(s.name)) await boss.createQueue(s.name, { notify: true, retryLimit: 1 })
        if (crons.get(s.name) !== s.cron) await boss.schedule(s.name, s.cron, {}, { tz: 'UTC' })
      }
      for (const name of [SCHEDULES_DUE, ...schedules.map((s) => s.name)])
        if (queues.get(name) === false) await boss.updateQueue(name, { notify: true })
    },
    /**
     * Adds a job in the caller's transaction, so that it exists only if that commits. `after` is a delay in seconds.
     * `exceeded`: the caller already attempted this work once, and it exceeded its limits. This option needs the
     * handle `system`, because no login role can write `auth.job_starts`.
     */
    async send<T extends JobData>(
      db: Handle,
      name: string,
      data: T,
      options: { after?: number; exceeded?: true } = {},
    ): Promise<void> {
      const { after, exceeded } = options
      const id = await boss.send(name, data, { db: fromKysely(db), ...(after ? { startAfter: after } : {}) })
      if (after) waking?.within(after * 1000)
      if (id && exceeded) await db.insertInto('auth.job_starts').values({ id, name }).execute()
    },
    /**
     * Adds several jobs of one name in one query of the caller's transaction. Urgent ones run before others that wait.
     */
    async sendAll<T extends JobData>(
      db: Handle,
      name: string,
      all: readonly { data: T; urgent: boolean }[],
    ): Promise<void> {
      if (all.length === 0) return
      await boss.insert(
        name,
        all.map(({ data, urgent }) => ({ data, priority: urgent ? 1 : 0 })),
        { db: fromKysely(db) },
      )
    },
    /**
     * Starts running jobs and schedules with `platform`. A job that crashed the process or exceeded its limits twice is
     * put on hold.
     */
    async work<P extends { db: Database }>(
      platform: P,
      definitions: JobDefinition<P, never>[],
      schedules: ScheduleDefinition<P>[],
    ): Promise<void> {
      const counted = jobGuard(platform.db.system, log)
      guard = counted
      await counted.sweep()
      const workers = new Map<string, string>()
      for (const d of definitions) {
        const handle = async (job: Guarded, attempt: Attempt): Promise<JobResult> => {
          try {
            await d.handler(platform, job.data as never, attempt)
            return { id: job.id, status: 'completed' }
          } catch (e) {
            waking?.within(AGAIN_MS)
            if (e instanceof LimitExceeded) throw e
            log.error({ err: e, job: d.name, id: job.id }, 'job failed')
            return { id: job.id, status: 'failed', output: { message: (e as Error).message } }
          }
        }
        // With batches of one, each job of a backlog would wait for a wake-up. Jobs of a batch succeed or fail
        // separately.
        const worker = await boss.work(
          d.name,
          { batchSize: 10, burstWhenBatchFull: true, perJobResults: true, ...POLLING },
          async (batch: Job<JobData>[]): Promise<JobResult[]> => {
            const results = await counted.run(
              batch.map(({ id, data }) => ({ id, name: d.name, data })),
              handle,
            )
            return batch.map(({ id }) => results.get(id) ?? { id, status: 'completed', output: { setAside: true } })
          },
        )
        workers.set(d.name, worker)
      }
      for (const s of schedules) {
        const worker = await boss.work(s.name, POLLING, async (batch: Job<object>[]) => {
          if (s.countsCrashes) return s.handler(platform)
          const results = await counted.run(
            batch.map(({ id, data }) => ({ id, name: s.name, data: data ?? {}, schedule: true })),
            () =>
              s.handler(platform).then(
                () => undefined,
                (error: unknown) => {
                  waking?.within(AGAIN_MS)
                  if (error instanceof LimitExceeded) throw error
                  return { error }
                },
              ),
          )
          for (const failed of results.values()) if (failed) throw failed.error
        })
        workers.set(s.name, worker)
      }
      waking = wakeWorkers(boss, platform.db.system, workers, log, lookMs)
    },
    /** Waits for running handlers (at most 5 seconds), then stops. */
    async close(): Promise<void> {
      await waking?.close()
      await boss.stop({ graceful: true, timeout: 5_000 })
      await guard?.stop()
    },
  }
}
export type Jobs = Awaited<ReturnType<typeof createJobs>>
