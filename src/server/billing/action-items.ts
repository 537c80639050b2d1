import { sql } from 'kysely'
import { formatLongDay } from '../../contract/plain/dates.ts'
import { formatMinutes } from '../../contract/plain/durations.ts'
import { formatCents } from '../../contract/plain/money.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import type { ActionItemSource } from '../platform/events/action-items.ts'
import { TODAY } from './expressions.ts'

/** Returns the open invoices of an owner's company, earliest due date first. */
export const invoiceActionItems: ActionItemSource = async (db, actor, limit) => {
  if (actor.role !== 'owner') return { items: [], total: 0 }
  const found = await db
    .selectFrom('invoices as i')
    .select(['i.id', 'i.number', 'i.issued_at'])
    .select(sql<number>`greatest(0, i.total_cents - (i.paid_cents - i.refunded_cents))`.as('owed'))
    .select([sql<string>`i.due_on::text`.as('due_on'), sql<boolean>`i.due_on < ${TODAY}`.as('late')])
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .where('i.company_id', '=', actor.companyId)
    .where('i.status', '=', 'open')
    .where((e) => e('i.total_cents', '>', 0))
    .orderBy('i.due_on')
    .orderBy('i.id')
    .limit(limit)
    .execute()
  return {
    items: found.map((i) => ({
      kind: 'invoice' as const,
      id: i.id,
      title: `${i.number}: ${formatCents(i.owed)}`,
      detail: i.late ? `Overdue since ${formatLongDay(i.due_on)}` : `Due ${formatLongDay(i.due_on)}`,
      path: `/settings/billing?invoice=${i.id}`,
      since: i.issued_at as string,
    })),
    total: Math.min(100, found[0]?.total ?? 0),
  }
}

/**
 * SQL condition that is true when a proposal is for this actor: the rule's approver, or every owner when the approver
 * is no longer an active owner.
 */
const isForActor = (actor: Actor) => sql<boolean>`(r.approver_id = ${actor.userId}::uuid or not exists (
  select from profiles p join user_roles u on u.user_id = p.id
  where p.id = r.approver_id and p.company_id = r.company_id and u.role = 'owner' and p.deactivated_at is null))`

const proposals = (db: Db, actor: Actor) =>
  db
    .selectFrom('top_ups as t')
    .innerJoin('top_up_rules as r', 'r.company_id', 't.company_id')
    .innerJoin('hour_packs as k', 'k.id', 't.pack_id')
    // A proposal is obsolete once hours have been added, because a new episode has begun.
    .innerJoin('shared_hour_balances as b', (j) =>
      j.onRef('b.company_id', '=', 't.company_id').onRef('b.episode', '=', 't.episode'),
    )
    .select(['t.id', 't.created_at', 't.balance', 'k.name', 'k.price_cents'])
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .where('t.company_id', '=', actor.companyId)
    .where('t.state', '=', 'proposed')
    .where(isForActor(actor))
    .orderBy('t.created_at')
    .orderBy('t.id')

/** Returns the proposed top-ups that await this owner's approval. */
export const topUpActionItems: ActionItemSource = async (db, actor, limit) => {
  if (actor.role !== 'owner') return { items: [], total: 0 }
  const found = await proposals(db, actor).limit(limit).execute()
  return {
    items: found.map((t) => ({
      kind: 'top_up' as const,
      id: t.id,
      title: `Buy ${t.name} for ${formatCents(t.price_cents)}?`,
      detail: t.balance > 0 ? `${formatMinutes(t.balance)} left` : 'No hours left',
      path: `/settings/billing?topUp=${t.id}`,
      since: t.created_at,
    })),
    total: Math.min(100, found[0]?.total ?? 0),
  }
}
