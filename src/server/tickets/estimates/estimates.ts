// Estimates: minutes that staff propose before the work and an owner of the partner decides. At most one is open per
// ticket.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Estimate } from '../../../contract/tickets/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { formatInstant } from '../../platform/database/instant.ts'
import type { By } from '../../platform/events/audit.ts'
import { refuse } from '../../platform/http/api.ts'
import type { Platform } from '../../platform/platform.ts'
import { FORMER } from '../../platform/words.ts'
import { chargedSince } from '../../time/index.ts'

type Status = z.infer<typeof Estimate>['status']
/** A ticket whose row is locked. Deciding an estimate requires that lock. */
type OnTicket = { company_id: string; id: string }
type Named = { id: string; name: string | null }
/** An estimate as it is selected into a ticket's row. */
export type EstimateRow = Omit<z.infer<typeof Estimate>, 'proposedBy' | 'decidedBy'> & {
  proposedBy: Named
  decidedBy: Named | null
}

const named = (column: string) =>
  sql`jsonb_build_object('id', ${sql.ref(column)}, 'name', (select p.full_name from people p where p.id = ${sql.ref(column)}))`

/** A column for queries on tickets (as `t`): the ticket's estimates, newest first. Most tickets have none. */
export const estimatesOn = sql<EstimateRow[]>`(select coalesce(jsonb_agg(jsonb_build_object(
  'id', s.id, 'minutes', s.minutes, 'note', s.note, 'status', s.status, 'comment', s.comment,
  'createdAt', ${formatInstant('s.created_at')}, 'expiresAt', ${formatInstant('s.expires_at')}, 'decidedAt', ${formatInstant('s.decided_at')},
  'proposedBy', ${named('s.proposed_by')}, 'decidedBy', case when s.decided_by is not null then ${named('s.decided_by')} end
) order by s.created_at desc), '[]') from estimates s where s.company_id = t.company_id and s.ticket_id = t.id)`

/** A column for the same queries: the minutes charged since the first approval. */
export const usedOn = chargedSince(
  't.id',
  sql`(select min(s.decided_at) from estimates s where s.company_id = t.company_id and s.ticket_id = t.id and s.status = 'approved')`,
)

const person = (p: Named) => ({ id: p.id, name: p.name ?? FORMER })

/** Returns whether an estimate can still be decided at this moment. */
export const isUndecided = (e: { status: string; expiresAt: string | null }, now: number): boolean =>
  e.status === 'proposed' && !(e.expiresAt && Date.parse(e.expiresAt) <= now)

/**
 * Returns a ticket's estimates and the total approved. An expired estimate is shown as expired even before the job has
 * stored that.
 */
export function presentEstimates(rows: EstimateRow[], used: number, now: number) {
  const estimates = rows.map(
    (e): z.infer<typeof Estimate> => ({
      ...e,
      status: e.status === 'proposed' && !isUndecided(e, now) ? 'expired' : e.status,
      proposedBy: person(e.proposedBy),
      decidedBy: e.decidedBy && person(e.decidedBy),
    }),
  )
  const approved = estimates.filter((e) => e.status === 'approved')
  const minutes = approved.reduce((sum, e) => sum + e.minutes, 0)
  return { estimates, budget: approved.length > 0 ? { minutes, used } : null }
}

/** Returns the open estimate of a locked ticket, if there is one. */
export const openOf = (db: Db, ticket: OnTicket) =>
  db
    .selectFrom('estimates')
    .select(['id', 'minutes', 'status', 'expires_at as expiresAt'])
    .where('company_id', '=', ticket.company_id)
    .where('ticket_id', '=', ticket.id)
    .where('status', '=', 'proposed')
    .executeTakeFirst()

/**
 * Returns the estimate with this id on a locked ticket, if it is the open one. Throws NOT_FOUND when the ticket never
 * had it, ESTIMATE_DECIDED with the result of `current` when it is no longer open.
 */
export async function openEstimate(db: Db, ticket: OnTicket, estimateId: string, current: () => Promise<object>) {
  const open = await openOf(db, ticket)
  if (open?.id === estimateId && isUndecided(open, Date.now())) return open
  const was = await db
    .selectFrom('estimates')
    .select('id')
    .where('company_id', '=', ticket.company_id)
    .where('ticket_id', '=', ticket.id)
    .where('id', '=', estimateId)
    .executeTakeFirst()
  throw was ? refuse('ESTIMATE_DECIDED', { current: await current() }) : refuse('NOT_FOUND')
}

/** Gives the open estimate of a locked ticket another status, if there is one, and returns its id and minutes. */
export const endOpen = (db: Db, ticket: OnTicket, status: Status) =>
  db
    .updateTable('estimates')
    .set({ status })
    .where('company_id', '=', ticket.company_id)
    .where('ticket_id', '=', ticket.id)
    .where('status', '=', 'proposed')
    .returning(['id', 'minutes'])
    .executeTakeFirst()

/** Opens a withdrawn estimate of a locked ticket again, unless its time is over or another one is open. */
export const reopenEstimate = (db: Db, ticket: OnTicket, id: string) =>
  sql`update estimates set status = 'proposed' where company_id = ${ticket.company_id} and ticket_id = ${ticket.id} and id = ${id}
    and status = 'withdrawn' and (expires_at > now()) is not false and not exists (select from estimates o
      where o.company_id = ${ticket.company_id} and o.ticket_id = ${ticket.id} and o.status = 'proposed')`.execute(db)

/** Returns the event in the conversation that records a change of an estimate. */
export const estimateLine = (minutes: number, to: Status, comment?: string | null) => ({
  kind: 'event' as const,
  change: { type: 'estimate' as const, from: String(minutes), to, ...(comment ? { comment } : {}) },
})

/** Who changes an estimate: a user, or the job that expires it. */
export type Step = By & { platform: Platform }
