// Prevents a job that crashes its process or exceeds its limits from doing so forever: counts starts before a job runs.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Db, type Handle, systemOf } from '../database/db.ts'
import { publish } from '../events/publish.ts'
import type { Log } from '../observability/log.ts'
import { type Attempt, LimitExceeded } from './limit-exceeded.ts'

/** A job from the queue. */
export type Guarded = { id: string; name: string; data: object; schedule?: true }

/** Starts that may crash the process or exceed the limits. Then the job is put on hold. */
const STARTS_MAX = 2
/** The kind of the discrepancy, and of the event that notifies staff of it. */
export const SET_ASIDE = 'job_set_aside'
/** Days for which an unfinished start is kept if its job never runs again. */
const REMEMBERED_DAYS = 30

/** Returns one id for all runs of a schedule. */
const idOfSchedule = (name: string) =>
  createHash('sha256')
    .update(`schedule ${name}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')

const wordsOf = (key: string) => key.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
/** Describes a job's data, such as "ticket T-7": ids and other values, shortened to 60 characters each. */
const aboutOf = (data: object) =>
  Object.entries(data)
    .filter(([key, value]) => key !== 'companyId' && /^(string|number|boolean)$/.test(typeof value))
    .map(([key, value]) => `${wordsOf(key)} ${String(value).slice(0, 60)}`)
    .join(', ')
    .slice(0, 200)

/** The report about work that was put on hold. `what` begins the title. */
type SetAside = { what: string; about?: string; starts: number; reason?: string; todo: string }

/**
 * Reports a job or an event that was put on hold as a discrepancy, once, and keeps the job that a person can send
 * again. `job.id` is the key of `releaseJob`.
 */
export async function reportSetAside(
  tx: Handle,
  job: Guarded,
  { what, about, starts, reason, todo }: SetAside,
): Promise<void> {
  const { companyId } = job.data as { companyId?: string }
  const company = await tx
    .selectFrom('companies')
    .select('id')
    .where((e) => (companyId ? e('id', '=', companyId) : e('is_internal', '=', true)))
    .orderBy('created_at')
    .executeTakeFirst()
  const data = JSON.stringify(job.data)
  await tx
    .insertInto('auth.job_starts')
    .values({ id: job.id, name: job.name, starts, data, is_schedule: job.schedule ?? false })
    .onConflict((c) => c.column('id').doUpdateSet({ data }))
    .execute()
  if (!company) return
  const id = uuid()
  const title = `${what} ${starts} times and was put on hold (${job.id.slice(0, 8)})`
  const { inserted } = await tx
    .insertInto('findings')
    .values({
      company_id: company.id,
      id,
      kind: SET_ASIDE,
      subject_id: job.id,
      title,
      expected: JSON.stringify({ outcome: 'finished' }),
      found: JSON.stringify({
        job: job.name,
        ...(about ? { about } : {}),
        starts,
        ...(reason ? { reason } : {}),
        todo,
      }),
    })
    .onConflict((c) =>
      c
        .columns(['company_id', 'kind', 'title'])
        .where('resolved_at', 'is', null)
        .doUpdateSet({ last_seen_at: sql<string>`now()` }),
    )
    .returning(sql<boolean>`xmax = 0`.as('inserted'))
    .executeTakeFirstOrThrow()
  if (inserted)
    await publish(tx as Db, systemOf(company.id), {
      companyId: company.id,
      topic: 'hours',
      kind: SET_ASIDE,
      subjectId: id,
      staffOnly: true,
      data: { title },
    })
}

/** Reports a job that crashed the process, or whose last attempt exceeded its limits with this error. */
const report = (db: Handle, job: Guarded, exceeded?: LimitExceeded): Promise<void> =>
  db.transaction().execute((tx) =>
    reportSetAside(tx, job, {
      about: aboutOf(job.data),
      starts: STARTS_MAX,
      ...(exceeded
        ? {
            what: `The job ${job.name} exceeded its time or memory limit`,
            reason: exceeded.message.slice(0, 500),
            todo: 'Find out why this job needs so much time or memory. Then retry the job, or discard it.',
          }
        : {
            what: `The job ${job.name} stopped the server`,
            todo: 'Find the cause in the log, in the lines before each restart. Then retry the job, or discard it.',
          }),
    }),
  )

/** Returns the guard that counts starts of jobs across restarts. `db` must see all companies. */
export function jobGuard(db: Handle, log: Log) {
  const running = new Set<string>()
  // Starts that are being written. A shutdown waits for them, or it would miss their rows.
  const beginning = new Set<Promise<unknown>>()
  let stopped = false
  // Jobs that were left unfinished run one after the other, so that it is clear which one crashes the process.
  let suspects: Promise<unknown> = Promise.resolve()

  const begin = async (jobs: Guarded[]) => {
    // What begins during a shutdown is not counted, because nothing would delete its row.
    if (stopped) return
    const written = db
      .insertInto('auth.job_starts')
      .values(jobs.map(({ id, name, schedule }) => ({ id, name, is_schedule: schedule ?? false })))
      .onConflict((c) => c.column('id').doUpdateSet({ starts: sql`job_starts.starts + 1`, started_at: sql`now()` }))
      .execute()
      .then(() => {
        for (const job of jobs) running.add(job.id)
      })
    beginning.add(written)
    await written.finally(() => beginning.delete(written))
  }
  const finish = async (ids: string[]) => {
    if (ids.length === 0) return
    await db.deleteFrom('auth.job_starts').where('id', 'in', ids).where('data', 'is', null).execute()
    for (const id of ids) running.delete(id)
  }

  return {
    /**
     * Runs jobs and returns what `handle` returned for each, by id; undefined for those that are on hold. `handle`
     * must throw nothing but LimitExceeded. Jobs that a process left unfinished, or that exceeded their limits, run one
     * after the other.
     */
    async run<T>(
      handed: Guarded[],
      handle: (job: Guarded, attempt: Attempt) => Promise<T>,
    ): Promise<Map<string, T | undefined>> {
      const jobs = handed.map((job) => ({ job, id: job.schedule ? idOfSchedule(job.name) : job.id }))
      const left = new Map(
        (
          await db
            .selectFrom('auth.job_starts')
            .select(['id', 'starts', sql<boolean>`data is not null`.as('aside')])
            .where(
              'id',
              'in',
              jobs.map((j) => j.id),
            )
            .execute()
        ).map((row) => [row.id, row]),
      )
      const results = new Map<string, T | undefined>()
      /** Runs a job whose start was written. Keeps the start if the job exceeds its limits, and returns that error. */
      const attempt = async (job: Guarded, id: string, starts: number): Promise<LimitExceeded | undefined> => {
        try {
          results.set(job.id, await handle(job, { last: starts >= STARTS_MAX }))
          return undefined
        } catch (e) {
          if (!(e instanceof LimitExceeded)) throw e
          log.warn({ err: e, job: job.name, id: job.id, starts }, 'a job exceeded its limits')
          running.delete(id)
          left.set(id, { id, starts, aside: false })
          return e
        }
      }
      const fresh = jobs.filter((j) => !left.has(j.id) || running.has(j.id))
      if (fresh.length > 0) {
        await begin(fresh.map(({ job, id }) => ({ ...job, id })))
        await Promise.all(fresh.map(({ job, id }) => attempt(job, id, 1)))
        await finish(fresh.filter((j) => results.has(j.job.id)).map((j) => j.id))
      }
      for (const { job, id } of jobs) {
        const before = left.get(id)
        if (!before || results.has(job.id)) continue
        const turn = suspects.then(async () => {
          if (before.aside) return
          if (before.starts >= STARTS_MAX) {
            log.error({ job: job.name, id: job.id }, 'put a job on hold because it stopped the server earlier')
            return report(db, { ...job, id })
          }
          await begin([{ ...job, id }])
          const exceeded = await attempt(job, id, before.starts + 1)
          if (!exceeded) return finish([id])
          log.error({ job: job.name, id: job.id }, 'put a job on hold because it exceeded its limits twice')
          return report(db, { ...job, id }, exceeded)
        })
        suspects = turn.catch(() => {})
        await turn
        if (!results.has(job.id)) results.set(job.id, undefined)
      }
      return results
    },
    /** Deletes starts whose jobs never ran again. */
    async sweep(): Promise<void> {
      await db
        .deleteFrom('auth.job_starts')
        .where('data', 'is', null)
        .where('started_at', '<', sql<string>`now() - ${sql.lit(`${REMEMBERED_DAYS} days`)}::interval`)
        .execute()
    },
    /** Deletes the starts of jobs that this process leaves unfinished: a clean shutdown is not a crash. */
    async stop(): Promise<void> {
      stopped = true
      await Promise.allSettled(beginning)
      await finish([...running])
    },
  }
}
export type JobGuard = ReturnType<typeof jobGuard>

/**
 * Releases a job that was put on hold. Returns it so that the caller can send it again or discard it. Returns undefined
 * when it is no longer on hold, and for a schedule, which runs again at its next time.
 */
export async function releaseJob(db: Handle, id: string): Promise<{ name: string; data: object } | undefined> {
  const row = await db
    .deleteFrom('auth.job_starts')
    .where('id', '=', id)
    .where('data', 'is not', null)
    .returning(['name', 'data', 'is_schedule'])
    .executeTakeFirst()
  return row && !row.is_schedule ? { name: row.name, data: row.data as object } : undefined
}
