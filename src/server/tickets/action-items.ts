import { sql } from 'kysely'
import type { Actor, Db } from '../platform/database/db.ts'
import type { ActionItemSource } from '../platform/events/action-items.ts'

/** The highest number that is counted; the list shows no more than this. */
const COUNTED = 100

const open = (db: Db) =>
  db
    .selectFrom('tickets as t')
    .where('t.status', 'not in', sql<string>`('resolved', 'closed')`)
    .select(['t.id', 't.number', 't.subject', 't.priority', 't.status', 't.updated_at', 't.created_at'])

/** Returns the partner's tickets in which an engineer needs an answer, the oldest question first. */
async function forPartner(db: Db, actor: Actor, limit: number) {
  const found = await open(db)
    .where('t.company_id', '=', actor.companyId)
    .where('t.status', '=', 'waiting_on_partner')
    // Owners get the estimate itself as an action item, from `estimateActionItems`. Do not list it twice.
    .$if(actor.role === 'owner', (q) =>
      q.where(
        sql<boolean>`not exists (select from estimates s where s.company_id = t.company_id and s.ticket_id = t.id and s.status = 'proposed' and (s.expires_at is null or s.expires_at > now()))`,
      ),
    )
    .select('t.requester_id')
    .orderBy('t.updated_at')
    .orderBy('t.id')
    .limit(COUNTED)
    .execute()
  return {
    items: found.slice(0, limit).map((t) => ({
      kind: 'ticket' as const,
      id: t.id,
      title: `T-${t.number} ${t.subject}`,
      detail: t.requester_id === actor.userId ? 'Awaiting your reply' : 'Awaiting your company’s reply',
      path: `/tickets/${t.id}`,
      since: t.updated_at,
    })),
    total: found.length,
  }
}

const GROUPS = ['due', 'mine', 'unassigned'] as const

/**
 * Returns the tickets that need staff: first those that are due soon or overdue and are the actor's or unassigned, then
 * the actor's other tickets, then unassigned ones. Tickets that wait for someone else are not listed.
 */
async function forStaff(db: Db, actor: Actor, limit: number) {
  const ours = () => open(db).where('t.status', 'in', ['new', 'in_progress'])
  const soon = sql<boolean>`t.sla_soon_at <= now()`
  const named = (e: ReturnType<typeof ours>) =>
    e.select((s) => [
      s.selectFrom('companies as c').select('c.name').whereRef('c.id', '=', 't.company_id').as('company'),
      't.sla_due_at',
    ])
  const concerned = sql<boolean>`(t.assignee_id is null or t.assignee_id = ${actor.userId})`
  const [due, mine, unassigned] = await Promise.all([
    named(ours()).where(soon).where(concerned).orderBy('t.sla_due_at').orderBy('t.id').limit(COUNTED).execute(),
    named(ours())
      .where('t.assignee_id', '=', actor.userId)
      .where(sql<boolean>`(t.sla_soon_at is null or t.sla_soon_at > now())`)
      .orderBy('t.priority')
      .orderBy('t.updated_at')
      .orderBy('t.id')
      .limit(COUNTED)
      .execute(),
    named(ours())
      .where('t.assignee_id', 'is', null)
      .where(sql<boolean>`(t.sla_soon_at is null or t.sla_soon_at > now())`)
      .orderBy('t.priority')
      .orderBy('t.id')
      .limit(COUNTED)
      .execute(),
  ])
  const groups = [due, mine, unassigned]
  return {
    items: groups.flatMap((group, i) => {
      const name = GROUPS[i] as (typeof GROUPS)[number]
      return group.slice(0, limit).map((t) => ({
        kind: 'ticket' as const,
        id: t.id,
        title: `T-${t.number} ${t.subject}`,
        detail: `${t.priority} · ${t.company ?? ''}`,
        path: `/admin/tickets/${t.id}`,
        since: name === 'due' ? (t.sla_due_at ?? t.created_at) : name === 'mine' ? t.updated_at : t.created_at,
        group: name,
      }))
    }),
    total: Math.min(
      COUNTED,
      groups.reduce((sum, group) => sum + group.length, 0),
    ),
  }
}

/** Returns action items for the tickets that need the actor's attention. */
export const ticketActionItems: ActionItemSource = (db, actor, limit) =>
  actor.kind === 'staff' ? forStaff(db, actor, limit) : forPartner(db, actor, limit)
