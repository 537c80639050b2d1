import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { ReportFilter } from '../../contract/reports.ts'
import { type Actor, type Db, type Handle, isUnavailable } from '../platform/db.ts'
import type { Platform } from '../platform/platform.ts'
import { type Cut, cutOf, type Span, spanBefore, spanOf } from './period.ts'

/** Stands for the whole company where end clients have rows of their own. */
export const WHOLE = '00000000-0000-0000-0000-000000000000'

type Named = { id: string; name: string }
/** What a report is of. */
export type Scope = {
  /** Null: all companies. */
  company: Named | null
  client: Named | null
  zone: string
  today: string
  span: Span
  before: Span
  cut: Cut
  /** Owners and administrators see money. */
  money: boolean
}

const gone = () => new ORPCError('NOT_FOUND', { message: 'Not found.' })
/** As the API says it: the CSV is no operation of it. */
const wrong = (fields: Record<string, string[]>) =>
  new ORPCError('BAD_REQUEST', { message: 'Some fields are not right.', data: { fields } })

/** Whether somebody sees what things cost and bring. */
export const seesMoney = (reader: Pick<Actor, 'role'>): boolean =>
  reader.role === 'owner' || reader.role === 'admin' || reader.role === 'system'

/**
 * What is asked for, of what the reader has: partners their own company, staff one or all. NOT_FOUND for another's,
 * BAD_REQUEST for a period that cannot be.
 */
export async function scopeOf(
  db: Db,
  actor: Actor,
  filter: z.infer<typeof ReportFilter>,
  paper = false,
): Promise<Scope> {
  if (actor.kind === 'tenant' && filter.company && filter.company !== actor.companyId) throw gone()
  const companyId = actor.kind === 'tenant' ? actor.companyId : (filter.company ?? null)
  if (filter.client && !companyId) throw wrong({ client: ['Choose the company first.'] })
  const { rows } = await sql<{ company: string | null; client: string | null; zone: string; today: string }>`
    select (select c.name from companies c where c.id = ${companyId}::uuid) as company,
      (select l.name from clients l where l.company_id = ${companyId}::uuid and l.id = ${filter.client ?? null}::uuid) as client,
      z.zone, (now() at time zone z.zone)::date::text as today
    from (select ${companyId ? sql`company_zone(${companyId}::uuid)` : sql`hours_zone()`} as zone) z`.execute(db)
  const found = rows[0] as (typeof rows)[number]
  if (companyId && found.company === null) throw gone()
  if (filter.client && found.client === null) throw gone()
  const span = spanOf(
    { ...(filter.from ? { from: filter.from } : {}), ...(filter.to ? { to: filter.to } : {}) },
    found.today,
  )
  if ('fields' in span) throw wrong(span.fields)
  return {
    company: companyId ? { id: companyId, name: found.company ?? '' } : null,
    client: filter.client ? { id: filter.client, name: found.client ?? '' } : null,
    zone: found.zone,
    today: found.today,
    span,
    before: spanBefore(span),
    cut: cutOf(span, paper),
    money: seesMoney(actor),
  }
}

/** Reckons some of the days that changed, for about half a second; gives how much is left. */
async function step(db: Handle, companyId: string | null): Promise<number> {
  const { rows } = await (companyId
    ? sql<{ left: number }>`select report_refresh(${companyId}::uuid) as left`
    : sql<{ left: number }>`select report_refresh_next() as left`
  ).execute(db)
  return rows[0]?.left ?? 0
}

/**
 * Reckons the days that changed since they were reckoned last: of a company, or of all. In a transaction that may write,
 * before the report is read: its figures are then those of this moment. However long that takes: for what must not lack
 * anything, such as papers.
 */
export async function refresh(db: Handle, companyId: string | null): Promise<void> {
  for (let left = 1; left > 0; ) left = await step(db, companyId)
}

/** Milliseconds after which a reader is answered with what is reckoned by then. */
const PATIENCE_MS = 1_000

/**
 * The same for who looks at a screen: each step in a transaction of its own, and no longer than a second or so. Gives
 * whether all is reckoned; what is not is the job's, or the next reader's. A database that is too busy for it is no failure
 * of the report.
 */
export async function refreshSoon(db: Platform['db'], actor: Actor, companyId: string | null): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS
  try {
    for (;;) {
      if ((await db.asActor(actor, (tx) => step(tx, companyId))) === 0) return true
      if (performance.now() > until) return false
    }
  } catch (e) {
    if (isUnavailable(e)) return false
    throw e
  }
}

/** Rows (as `r`) of the scope between its earliest and its last day. */
export const within = ({ company, client, before, span }: Scope) =>
  sql<boolean>`${company ? sql`r.company_id = ${company.id}` : sql`true`} and r.client_id = ${client?.id ?? WHOLE}
    and r.day between ${before.from}::date and ${span.to}::date`

/** Which of the two spans the day of a row belongs to; null for days between them. */
export const spanName = ({ span, before }: Scope, day = sql.ref('r.day')) =>
  sql<
    'now' | 'before' | null
  >`case when ${day} >= ${span.from}::date then 'now' when ${day} <= ${before.to}::date then 'before' end`

/** The row of a time that a day belongs to, as a day. */
export const rowDay = ({ cut }: Scope, day = sql.ref('r.day')) =>
  cut === 'day' ? sql<string>`${day}::text` : sql<string>`date_trunc(${sql.lit(cut)}, ${day}::timestamp)::date::text`
