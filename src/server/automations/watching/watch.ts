// Checks whether automations fail, are silent or work again. A job does this after runs were reported, never the
// request that reports them. A schedule looks for missing runs every few minutes.

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Episode } from '../../../contract/automations/index.ts'
import { type Db, systemOf } from '../../platform/database/db.ts'
import { type By, recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import type { JobData, JobDefinition, ScheduleDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { openTicket, reportRecovery } from '../../tickets/index.ts'
import { notifyOfLostRuns } from '../runs/run-notices.ts'
import { readRun } from '../runs/runs.ts'
import { type Counted, failingOf, hasRecovered, isSilent } from './alert-policy.ts'
import { failingText, recoveredText, silentText } from './alert-text.ts'

export const CHECK_AUTOMATION = 'automations.look'
export type CheckJob = JobData & { installationId: string }
/** If the server was down for longer than this, runs may have been missed, so silence counts from its restart. */
const AWAY = '10 minutes'
/** After this time, the schedule repeats a check whose job was lost. */
const LOST = '2 minutes'

type Held = {
  company_id: string
  id: string
  name: string
  status: string
  time_zone: string
  expected_minutes: number | null
  alert_percent: number
  alert_runs: number
  last_run_at: string | null
  first_success_at: string | null
  watched_from: string
  now: string
}
type Open = { id: string; kind: string; ticket_id: string | null; started_at: string }

/** Locks an automation and clears its pending check, so that runs that arrive from now on request another one. */
const lockAutomationForCheck = (db: Db, { companyId, installationId }: CheckJob): Promise<Held | undefined> =>
  db
    .updateTable('installations')
    .set({ look_at: null })
    .where('company_id', '=', companyId)
    .where('id', '=', installationId)
    .returning(['company_id', 'id', 'name', 'status', 'time_zone', 'expected_minutes', 'alert_percent', 'alert_runs'])
    .returning(['last_run_at', 'first_success_at', 'watched_from', sql<string>`clock_timestamp()`.as('now')])
    .executeTakeFirst() as Promise<Held | undefined>

/** Selects the newest runs that were not skipped and began after a time. */
const newest = (db: Db, a: Held, after: string, limit: number): Promise<(Counted & { id: string })[]> =>
  db
    .selectFrom('runs')
    .select(['id', 'status', 'started_at as startedAt', 'finished_at as finishedAt'])
    .where('company_id', '=', a.company_id)
    .where('installation_id', '=', a.id)
    .where('started_at', '>', after)
    .where('status', '<>', 'skipped')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute() as Promise<(Counted & { id: string })[]>

/** Sets the status and records it in the audit log. */
async function become(db: Db, by: By, a: Held, to: 'live' | 'failing'): Promise<void> {
  await db
    .updateTable('installations')
    .set({
      status: to,
      version: sql<number>`version + 1`,
      updated_at: sql<string>`now()`,
      ...(to === 'live' ? { live_at: sql<string>`coalesce(live_at, now())` } : {}),
    })
    .where('company_id', '=', a.company_id)
    .where('id', '=', a.id)
    .execute()
  await recordAudit(db, by, {
    companyId: a.company_id,
    action: 'installation.status',
    subjectType: 'installation',
    subjectId: a.id,
    before: { status: a.status },
    after: { status: to },
  })
}

/** Returns whether the company has an active user in whose name a ticket can be opened. */
const hasPeople = async (db: Db, companyId: string): Promise<boolean> =>
  (await db
    .selectFrom('profiles')
    .select('id')
    .where('company_id', '=', companyId)
    .where('deactivated_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

async function alert(
  platform: Platform,
  db: Db,
  by: By,
  a: Held,
  what: { kind: 'failing' | 'silent'; facts: object; subject: string; description: string; message?: string | null },
): Promise<void> {
  const companyId = a.company_id
  const ticket = (await hasPeople(db, companyId))
    ? await openTicket(platform, db, by, {
        companyId,
        subject: what.subject,
        description: what.description,
        category: 'automation',
        impact: 'some',
        urgency: 'medium',
        source: 'automation',
        installationId: a.id,
      })
    : undefined
  const id = uuid()
  await db
    .insertInto('alert_episodes')
    .values({
      company_id: companyId,
      id,
      installation_id: a.id,
      kind: what.kind,
      facts: JSON.stringify(what.facts),
      ticket_id: ticket?.id ?? null,
    })
    .execute()
  await become(db, by, a, 'failing')
  await publish(db, by.actor, {
    companyId,
    topic: 'automation',
    kind: 'failing',
    subjectId: a.id,
    data: { kind: what.kind, facts: what.facts, ticketId: ticket?.id ?? null, message: what.message ?? null },
  })
}

async function recover(platform: Platform, db: Db, by: By, a: Held, open: Open): Promise<void> {
  const companyId = a.company_id
  await end(db, companyId, open.id)
  await become(db, by, a, 'live')
  if (open.ticket_id)
    await reportRecovery(platform, db, by, { companyId, ticketId: open.ticket_id }, (resolved) =>
      recoveredText(open.kind as z.infer<typeof Episode>['kind'], resolved),
    )
  await publish(db, by.actor, {
    companyId,
    topic: 'automation',
    kind: 'recovered',
    subjectId: a.id,
    data: { kind: open.kind, ticketId: open.ticket_id, since: open.started_at },
  })
}

const end = (db: Db, companyId: string, episode: string) =>
  db
    .updateTable('alert_episodes')
    .set({ ended_at: sql<string>`greatest(now(), started_at)` })
    .where('company_id', '=', companyId)
    .where('id', '=', episode)
    .execute()

/**
 * Checks one automation and updates its status: live after the first successful run during setup, failing when too many
 * runs failed or an expected run is missing, live again when it has recovered. Opens one ticket per alert. Concurrent
 * checks do each of these once.
 */
export async function checkAutomation(platform: Platform, of: CheckJob): Promise<void> {
  const actor = systemOf(of.companyId)
  const by: By = { actor }
  // This row belongs to no company, so the query bypasses the row-level security policies.
  const { since } = await platform.db.system.selectFrom('feed.listening').select('since').executeTakeFirstOrThrow()
  await platform.db.asActor(actor, async (db) => {
    const a = await lockAutomationForCheck(db, of)
    if (!a) return
    const open: Open | undefined = await db
      .selectFrom('alert_episodes')
      .select(['id', 'kind', 'ticket_id', 'started_at'])
      .where('company_id', '=', a.company_id)
      .where('installation_id', '=', a.id)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (a.status === 'provisioning' && a.first_success_at) {
      await become(db, by, a, 'live')
      const data = { from: a.status, to: 'live' }
      return publish(db, actor, { companyId: a.company_id, topic: 'automation', kind: 'status', subjectId: a.id, data })
    }
    // A person has changed the status in the meantime.
    if (a.status !== 'failing' && open) await end(db, a.company_id, open.id)
    const now = Date.parse(a.now)
    const limit = { percent: a.alert_percent, runs: a.alert_runs }
    const quiet = isSilent(a.expected_minutes, Math.max(...[a.last_run_at, a.watched_from, since].map(momentOf)), now)
    if (a.status === 'failing') {
      if (!open) return become(db, by, a, 'live')
      const over =
        open.kind === 'silent'
          ? a.expected_minutes === null || (!quiet && momentOf(a.last_run_at) > momentOf(open.started_at))
          : hasRecovered(await newest(db, a, open.started_at, a.alert_runs), limit, open.started_at)
      return over ? recover(platform, db, by, a, open) : undefined
    }
    if (a.status !== 'live') return
    const about = { name: a.name, timeZone: a.time_zone }
    const runs = await newest(db, a, a.watched_from, a.alert_runs)
    const failing = failingOf(runs, limit, a.expected_minutes, now)
    if (failing) {
      const last = runs.find((r) => r.status === 'failed')
      const run = last && (await readRun(db, a.id, last.id))
      return alert(platform, db, by, a, {
        kind: 'failing',
        facts: { ...failing, limit: a.alert_percent },
        message: run?.message?.slice(0, 300) ?? null,
        ...failingText(about, failing, limit, run),
      })
    }
    if (quiet && a.expected_minutes !== null) {
      const facts = { expectedMinutes: a.expected_minutes, lastRunAt: a.last_run_at }
      return alert(platform, db, by, a, { kind: 'silent', facts, ...silentText(about, facts) })
    }
  })
}

const momentOf = (at: string | null): number => {
  const moment = Date.parse(at ?? '')
  return Number.isNaN(moment) ? 0 : moment
}

/**
 * Checks automations whose run is overdue, those that are silent, and those whose check was lost. Covers all companies,
 * so it bypasses the row-level security policies.
 */
export async function checkAutomations(platform: Platform): Promise<void> {
  const { db, log } = platform
  await sql`update feed.listening set since = case when heard_at < now() - ${AWAY}::interval then now() else since end, heard_at = now()`.execute(
    db.system,
  )
  await notifyOfLostRuns(platform)
  const { rows } = await sql<{ company_id: string; id: string }>`
    select i.company_id, i.id from installations i, feed.listening l
    where i.look_at < now() - ${LOST}::interval
      or i.status = 'live' and i.expected_minutes is not null
        and greatest(i.last_run_at, i.watched_from, l.since)
          < now() - make_interval(mins => i.expected_minutes + least(120, greatest(5, ceil(i.expected_minutes / 10.0)))::int)
      or i.status = 'failing' and not exists (select from alert_episodes e where e.company_id = i.company_id and e.installation_id = i.id
        and e.ended_at is null and e.kind = 'failing')
    order by i.id`.execute(db.system)
  for (const { company_id: companyId, id: installationId } of rows) {
    try {
      await checkAutomation(platform, { companyId, installationId })
    } catch (err) {
      log.error({ err, companyId, installationId }, 'could not check an automation')
    }
  }
}

/** Checks one automation after it has reported runs. */
export const checkAutomationJob: JobDefinition<Platform, CheckJob> = {
  name: CHECK_AUTOMATION,
  handler: checkAutomation,
}
/** Checks automations that are overdue or silent. Runs every three minutes. */
export const watchAutomations: ScheduleDefinition<Platform> = {
  name: 'automations.watch',
  cron: '*/3 * * * *',
  handler: checkAutomations,
}
