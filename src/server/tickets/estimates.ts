// Estimates: minutes that staff propose before they work, decided by an owner of the partner. At most one is open.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Estimate } from '../../contract/tickets.ts'
import { refuse } from '../platform/api.ts'
import type { By } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { instant } from '../platform/instant.ts'
import type { Platform } from '../platform/platform.ts'
import { FORMER } from '../platform/words.ts'
import { chargedSince } from '../time/index.ts'

type Status = z.infer<typeof Estimate>['status']
/** A ticket that is locked already: whoever decides holds that lock. */
type OnTicket = { company_id: string; id: string }
type Named = { id: string; name: string | null }
/** An estimate as the database puts it into a ticket's row. */
export type EstimateRow = Omit<z.infer<typeof Estimate>, 'proposedBy' | 'decidedBy'> & {
  proposedBy: Named
  decidedBy: Named | null
}

const named = (column: string) =>
  sql`jsonb_build_object('id', ${sql.ref(column)}, 'name', (select p.full_name from people p where p.id = ${sql.ref(column)}))`

/** As a column of a query over tickets (as `t`): its estimates, newest first. Most tickets have none. */
export const estimatesOn = sql<EstimateRow[]>`(select coalesce(jsonb_agg(jsonb_build_object(
  'id', s.id, 'minutes', s.minutes, 'note', s.note, 'status', s.status, 'comment', s.comment,
  'createdAt', ${instant('s.created_at')}, 'expiresAt', ${instant('s.expires_at')}, 'decidedAt', ${instant('s.decided_at')},
  'proposedBy', ${named('s.proposed_by')}, 'decidedBy', case when s.decided_by is not null then ${named('s.decided_by')} end
) order by s.created_at desc), '[]') from estimates s where s.company_id = t.company_id and s.ticket_id = t.id)`

/** As a column of the same: what was booked against what was approved. */
export const usedOn = chargedSince(
  't.id',
  sql`(select min(s.decided_at) from estimates s where s.company_id = t.company_id and s.ticket_id = t.id and s.status = 'approved')`,
)

const person = (p: Named) => ({ id: p.id, name: p.name ?? FORMER })

/** Whether an estimate can still be decided at this moment. */
export const isUndecided = (e: { status: string; expiresAt: string | null }, now: number): boolean =>
  e.status === 'proposed' && !(e.expiresAt && Date.parse(e.expiresAt) <= now)

/** A ticket's estimates and what is approved in all; one whose time is over says so before the job has written it down. */
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

/** The open estimate of a ticket that is locked already: whoever decides holds that lock. */
const openOf = (db: Db, ticket: OnTicket) =>
  db
    .selectFrom('estimates')
    .select(['id', 'minutes', 'status', 'expires_at as expiresAt'])
    .where('company_id', '=', ticket.company_id)
    .where('ticket_id', '=', ticket.id)
    .where('status', '=', 'proposed')
    .executeTakeFirst()

/**
 * The estimate of this id on a locked ticket, if it is the open one. NOT_FOUND if the ticket never had it,
 * ESTIMATE_DECIDED with what `current` gives when it is not open any more.
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

/** Gives the open estimate of a locked ticket another status, if there is one, and says which one it was. */
export const endOpen = (db: Db, ticket: OnTicket, status: Status) =>
  db
    .updateTable('estimates')
    .set({ status })
    .where('company_id', '=', ticket.company_id)
    .where('ticket_id', '=', ticket.id)
    .where('status', '=', 'proposed')
    .returning(['id', 'minutes'])
    .executeTakeFirst()

/** The line that a step of an estimate leaves in the conversation. */
export const estimateLine = (minutes: number, to: Status, comment?: string | null) => ({
  kind: 'event' as const,
  change: { type: 'estimate' as const, from: String(minutes), to, ...(comment ? { comment } : {}) },
})

/** Who makes a step of an estimate: a person, or the job that ends it. */
export type Step = By & { platform: Platform }
