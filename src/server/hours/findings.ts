import { sql } from 'kysely'
import type { z } from 'zod'
import type { Finding, hours } from '../../contract/hours.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import type { Db } from '../platform/db.ts'

type Row = z.infer<typeof Finding>
type Input = z.output<NonNullable<(typeof hours.findings)['~orpc']['inputSchema']>>

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
  kind: r.kind as 'hours_balance',
  subjectId: r.subject_id,
  title: r.title,
  expected: r.expected as Row['expected'],
  found: r.found as Row['found'],
  firstSeenAt: r.first_seen_at,
  lastSeenAt: r.last_seen_at,
  resolved: r.resolved_at ? { at: r.resolved_at, by: r.resolver, words: r.resolution } : null,
})

/** One page of what the nightly comparisons found. */
export function findings(
  { platform, actor }: Actored,
  input: Input,
): Promise<{ items: Row[]; nextCursor: string | null }> {
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
}

/** Closes a finding with what was done; one that is closed stays as it was closed. NOT_FOUND without it. */
export const closeFinding = (context: Actored, { id, words }: { id: string; words: string }): Promise<Row> =>
  context.platform.db.asActor(context.actor, async (db) => {
    const closed = await db
      .updateTable('findings')
      .set({ resolved_at: sql<string>`now()`, resolved_by: context.actor.userId, resolution: words })
      .where('id', '=', id)
      .where('resolved_at', 'is', null)
      .returning(['company_id', 'title'])
      .executeTakeFirst()
    if (closed)
      await record(db, context, {
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
