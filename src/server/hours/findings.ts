import { sql } from 'kysely'
import type { z } from 'zod'
import type { Finding } from '../../contract/hours.ts'
import { contract } from '../../contract/index.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Db } from '../platform/database/db.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { releaseJob } from '../platform/jobs/job-guard.ts'
import type { JobData } from '../platform/jobs/jobs.ts'

type Row = z.infer<typeof Finding>

const rows = (db: Db) =>
  db
    .selectFrom('findings as f')
    .select(['f.id', 'f.company_id', 'f.kind', 'f.subject_id', 'f.title', 'f.expected', 'f.found'])
    .select(['f.first_seen_at', 'f.last_seen_at', 'f.resolved_at', 'f.resolution'])
    .select((x) => [
      x.selectFrom('companies as c').select('c.name').whereRef('c.id', '=', 'f.company_id').as('company'),
      x.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'f.resolved_by').as('resolver'),
    ])

const present = (r: Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]): Row => ({
  id: r.id,
  company: { id: r.company_id, name: r.company ?? '' },
  kind: r.kind as Row['kind'],
  subjectId: r.subject_id,
  title: r.title,
  expected: r.expected as Row['expected'],
  found: r.found as Row['found'],
  firstSeenAt: r.first_seen_at,
  lastSeenAt: r.last_seen_at,
  resolved: r.resolved_at ? { at: r.resolved_at, by: r.resolver, words: r.resolution } : null,
})

/**
 * Returns one page of discrepancies: from nightly reconciliations, from payments, and from jobs that were put on hold.
 */
export const listFindings = action(contract.hours.findings, ({ platform, actor }, input) => {
  const order = 'first seen'
  const after = decodeCursor(input.cursor, order, 'instant')
  return platform.db.askAs(actor, async (db) => {
    let query = rows(db)
      .orderBy('f.first_seen_at', 'desc')
      .orderBy('f.id', 'desc')
      .limit(input.limit + 1)
    if (input.company) query = query.where('f.company_id', '=', input.company)
    if (input.kind) query = query.where(sql<boolean>`f.kind = any(${input.kind})`)
    if (input.state !== 'all') query = query.where('f.resolved_at', input.state === 'open' ? 'is' : 'is not', null)
    if (after)
      query = query.where(sql<boolean>`(f.first_seen_at, f.id) < (${after.value}::timestamptz, ${after.id}::uuid)`)
    const found = await query.execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: last.first_seen_at, id: last.id }))
    return {
      items: page.rows.map(present),
      nextCursor: page.nextCursor,
    }
  })
})

/**
 * Closes a discrepancy with a note about what was done. Changes nothing when it is closed already. A job that was put
 * on hold is discarded, or sent again with `retry`. Throws NOT_FOUND when the discrepancy does not exist.
 */
export const closeFinding = action(contract.hours.closeFinding, async (context, { id, words, retry = false }) => {
  const { platform, actor } = context
  const open = await platform.db.askAs(actor, (db) =>
    db
      .selectFrom('findings')
      .select(['kind', 'subject_id'])
      .where('id', '=', id)
      .where('resolved_at', 'is', null)
      .executeTakeFirst(),
  )
  // Decide about the job first, so that a process that stops in between leaves the discrepancy open. Only the first
  // call finds the job. Job starts belong to no company, so the staff connection cannot read them.
  const job = open?.kind === 'job_set_aside' ? open.subject_id : null
  if (job)
    await platform.db.system.transaction().execute(async (tx) => {
      const taken = await releaseJob(tx, job)
      if (taken && retry) await platform.jobs.send(tx, taken.name, taken.data as JobData)
    })
  return platform.db.asActor(actor, async (db) => {
    const closed = await db
      .updateTable('findings')
      .set({ resolved_at: sql<string>`now()`, resolved_by: actor.userId, resolution: words })
      .where('id', '=', id)
      .where('resolved_at', 'is', null)
      .returning(['company_id', 'title'])
      .executeTakeFirst()
    if (closed)
      await recordAudit(db, context, {
        companyId: closed.company_id,
        action: 'finding.close',
        subjectType: 'finding',
        subjectId: id,
        before: { title: closed.title },
        after: { resolution: words },
        reason: words.slice(0, 500),
      })
    const row = await rows(db).where('f.id', '=', id).executeTakeFirst()
    if (!row) throw refuse('NOT_FOUND')
    return present(row)
  })
})
