import pg from 'pg'
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Handle } from './db.ts'
import type { Log } from './log.ts'

/** Work done after the answer. Every payload names its company: the fence on the job table reads it. */
export type JobData = { companyId: string }
export type JobDefinition<P, T extends JobData = JobData> = {
  name: string
  handler: (platform: P, data: T) => Promise<void>
  /** Attempts after the first; each waits longer. */
  retries?: number
}
/** Work that recurs by itself, once for the whole product however many processes there are. */
export type ScheduleDefinition<P> = { name: string; cron: string; handler: (platform: P) => Promise<void> }

// Tenants put jobs in within their own transaction. pg-boss reads back what it wrote and looks for duplicates, so
// they need select too; the fence keeps that to jobs of their own company.
const FENCE = `
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
const FENCED = `select from pg_policy where polrelid = to_regclass('jobs.job_common') and polname = 'tenant_rows'`

/**
 * Makes pg-boss's tables and their fence; part of bringing a database up to date. An installer that does nothing else
 * makes them: altering tables beside pg-boss at work would deadlock with it.
 */
export async function installJobs(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('portal jobs'))`)
    if ((await client.query(FENCED)).rowCount) return
    const installer = new PgBoss({
      connectionString: ownerUrl,
      schema: 'jobs',
      supervise: false,
      schedule: false,
      max: 1,
    })
    await installer.start()
    await installer.stop({ graceful: false })
    await client.query(`begin; ${FENCE} commit;`)
  } finally {
    await client.end()
  }
}

/** New jobs wake their worker at once; one that failed or waits for its time is found by looking. */
const POLLING = { notifyPollingIntervalSeconds: 5 }

/** Opens the job store, which has to be installed. Jobs can be put in at once; `work` begins to take them out. */
export async function jobs(ownerUrl: string, log: Log) {
  const boss = new PgBoss({ connectionString: ownerUrl, schema: 'jobs', useListenNotify: true, max: 4 })
  boss.on('error', (e) => log.error({ err: e }, 'job store'))
  await boss.start()

  return {
    /** Makes the queues; needed once before a job of that name is sent. */
    async declare<P>(definitions: JobDefinition<P, never>[], schedules: ScheduleDefinition<P>[]): Promise<void> {
      for (const d of definitions) {
        await boss.createQueue(d.name, { notify: true, retryLimit: d.retries ?? 5, retryDelay: 5, retryBackoff: true })
      }
      for (const s of schedules) {
        await boss.createQueue(s.name, { retryLimit: 1 })
        await boss.schedule(s.name, s.cron, {}, { tz: 'UTC' })
      }
    },
    /** Puts a job in, in the caller's transaction: it exists when and only when that commits. `after` is in seconds. */
    async send<T extends JobData>(db: Handle, name: string, data: T, options: { after?: number } = {}): Promise<void> {
      await boss.send(name, data, { db: fromKysely(db), ...(options.after ? { startAfter: options.after } : {}) })
    },
    /** Takes jobs out and runs their handlers with `platform`. */
    async work<P>(
      platform: P,
      definitions: JobDefinition<P, never>[],
      schedules: ScheduleDefinition<P>[],
    ): Promise<void> {
      for (const d of definitions) {
        // With batches of one, a backlog would delay each later job by one wake-up; each job of a batch stands alone.
        await boss.work(
          d.name,
          { batchSize: 10, burstWhenBatchFull: true, perJobResults: true, ...POLLING },
          (batch: Job<JobData>[]) =>
            Promise.all(
              batch.map(async (job): Promise<JobResult> => {
                try {
                  await d.handler(platform, job.data as never)
                  return { id: job.id, status: 'completed' }
                } catch (e) {
                  log.error({ err: e, job: d.name, id: job.id }, 'job failed')
                  return { id: job.id, status: 'failed', output: { message: (e as Error).message } }
                }
              }),
            ),
        )
      }
      for (const s of schedules) await boss.work(s.name, () => s.handler(platform))
    },
    /** Waits for running handlers, then lets go. */
    close: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}
export type Jobs = Awaited<ReturnType<typeof jobs>>
