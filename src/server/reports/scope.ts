import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { ReportFilter } from '../../contract/reports.ts'
import { type Actor, type Db, type Handle, isUnavailable } from '../platform/database/db.ts'
import type { Platform } from '../platform/platform.ts'
import { type Cut, cutOf, type Span, spanBefore, spanOf } from './period.ts'

/** The client id of rows for the whole company, in tables that also have rows per end client. */
export const WHOLE = '00000000-0000-0000-0000-000000000000'

type Named = { id: string; name: string }
/** The companies, clients and days that a report covers. */
export type Scope = {
  /** Null for all companies. */
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

const notFound = () => new ORPCError('NOT_FOUND', { message: 'Not found.' })
/**
 * Returns the error for invalid fields. It is built here, because the CSV route is not an operation of the contract.
 */
const wrong = (fields: Record<string, string[]>) =>
  new ORPCError('BAD_REQUEST', { message: 'Check the highlighted fields.', data: { fields } })

/** Returns whether the reader sees costs and revenue. */
export const seesMoney = (reader: Pick<Actor, 'role'>): boolean =>
  reader.role === 'owner' || reader.role === 'admin' || reader.role === 'system'

/**
 * Returns the scope of a report: partners see their own company, staff one or all. Throws NOT_FOUND for a company or
 * client that is not the actor's, and BAD_REQUEST for a period that is not valid or a client without a company.
 */
export async function scopeOf(
  db: Db,
  actor: Actor,
  filter: z.infer<typeof ReportFilter>,
  forPdf = false,
): Promise<Scope> {
  if (actor.kind === 'tenant' && filter.company && filter.company !== actor.companyId) throw notFound()
  const companyId = actor.kind === 'tenant' ? actor.companyId : (filter.company ?? null)
  if (filter.client && !companyId) throw wrong({ client: ['Choose a company first.'] })
  const { rows } = await sql<{ company: string | null; client: string | null; zone: string; today: string }>`
    select (select c.name from companies c where c.id = ${companyId}::uuid) as company,
      (select l.name from shared_clients l where l.company_id = ${companyId}::uuid and l.id = ${filter.client ?? null}::uuid) as client,
      z.zone, (now() at time zone z.zone)::date::text as today
    from (select ${companyId ? sql`company_zone(${companyId}::uuid)` : sql`hours_zone()`} as zone) z`.execute(db)
  const found = rows[0] as (typeof rows)[number]
  if (companyId && found.company === null) throw notFound()
  if (filter.client && found.client === null) throw notFound()
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
    cut: cutOf(span, forPdf),
    money: seesMoney(actor),
  }
}

/** Recalculates changed days for about half a second. Returns how many are left. */
async function step(db: Handle, companyId: string | null): Promise<number> {
  const { rows } = await (companyId
    ? sql<{ left: number }>`select report_refresh(${companyId}::uuid) as left`
    : sql<{ left: number }>`select report_refresh_next() as left`
  ).execute(db)
  return rows[0]?.left ?? 0
}

/**
 * Recalculates all changed days of one company, or of all. Runs in a transaction that can write, before a report is
 * read, so that its figures are current. Takes as long as needed, for readers that must be complete, such as PDFs.
 */
export async function refreshDays(db: Handle, companyId: string | null): Promise<void> {
  for (let left = 1; left > 0; ) left = await step(db, companyId)
}

/** Milliseconds that a reader waits. After that, the report shows the figures that are calculated so far. */
const PATIENCE_MS = 1_000

/**
 * Recalculates changed days for a reader on a screen: each step in its own transaction, for about a second in total.
 * Returns whether all days are done; the job or the next reader does the rest. Returns false when the database is too
 * busy, so that the report still loads.
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

/**
 * Returns the condition for rows (as `r`) of a scope from the first day of the previous period to the last day of the
 * current one.
 */
export const rowsWithin = ({ company, client, before, span }: Scope) =>
  sql<boolean>`${company ? sql`r.company_id = ${company.id}` : sql`true`} and r.client_id = ${client?.id ?? WHOLE}
    and r.day between ${before.from}::date and ${span.to}::date`

/** Returns an expression for the span that a row's day belongs to; null for days between the two spans. */
export const spanName = ({ span, before }: Scope, day = sql.ref('r.day')) =>
  sql<
    'now' | 'before' | null
  >`case when ${day} >= ${span.from}::date then 'now' when ${day} <= ${before.to}::date then 'before' end`

/** Returns an expression for the first day of the table row that a day belongs to. */
export const rowDay = ({ cut }: Scope, day = sql.ref('r.day')) =>
  cut === 'day' ? sql<string>`${day}::text` : sql<string>`date_trunc(${sql.lit(cut)}, ${day}::timestamp)::date::text`
