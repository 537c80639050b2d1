import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import {
  type CustomerFilter,
  type CustomerRow,
  PAYMENT_FINDING_KINDS,
  type PaymentFinding,
} from '../../../contract/billing/index.ts'
import { type CursorValue, comesAfter } from '../../platform/database/cursor.ts'
import type { Db } from '../../platform/database/db.ts'
import { TODAY } from '../expressions.ts'
import { cardShown } from '../payments/cards.ts'

export type Filter = z.infer<typeof CustomerFilter>
type Found = Awaited<ReturnType<ReturnType<typeof customerRows>['execute']>>[number]

const nameKey = sql<string>`lower(c.name)`
const LEFT = sql.raw(`coalesce(sum(greatest(0, i.total_cents - (i.paid_cents - i.refunded_cents))), 0)::int`)
const due = sql<number>`(select ${LEFT} from invoices i where i.company_id = c.id and i.status = 'open')`
const overdue = sql<number>`(select ${LEFT} from invoices i where i.company_id = c.id and i.status = 'open' and i.due_on < ${TODAY})`
const LAST = sql.raw(
  `from payments p where p.company_id = c.id and p.status = 'succeeded' order by p.paid_at desc nulls last, p.id desc limit 1`,
)
const lastAt = sql<string | null>`(select p.paid_at ${LAST})`
const last = sql<{
  amountCents: number
  method: string
} | null>`(select jsonb_build_object('amountCents', p.amount_cents, 'method', p.method) ${LAST})`

/**
 * Returns a query of partner companies with their amounts due and their Stripe customer. The amounts are calculated for
 * the rows of one page only, unless the list is sorted by them.
 */
export const customerRows = (db: Db) =>
  db
    .selectFrom('companies as c')
    .leftJoin('stripe_customers as s', 's.company_id', 'c.id')
    .select(['c.id', 'c.name', 's.stripe_id', 's.payment_method', 's.card_brand', 's.card_last4'])
    .select(['s.card_exp_month', 's.card_exp_year'])
    .select([nameKey.as('name_key'), due.as('due'), overdue.as('overdue'), last.as('last'), lastAt.as('last_at')])
    .where('c.is_internal', '=', false)

const NEVER = '0001-01-01T00:00:00Z'
const SORT: Record<Filter['sort'], { column: RawBuilder<unknown>; kind: CursorValue; of: (row: Found) => string }> = {
  name: { column: nameKey, kind: 'text', of: (r) => r.name_key },
  due: { column: due, kind: 'number', of: (r) => String(r.due) },
  paid: {
    column: sql`coalesce(${lastAt}, ${sql.lit(NEVER)}::timestamptz)`,
    kind: 'instant',
    of: (r) => r.last_at ?? NEVER,
  },
}
/** Returns the name of a sort order. Cursors include it, so that they cannot be used with another order. */
export const customerOrder = ({ sort, order }: Pick<Filter, 'sort' | 'order'>): string => `${sort} ${order}`
/** Returns the type of the values that a list is sorted by. */
export const customerKind = (sort: Filter['sort']): CursorValue => SORT[sort].kind
/** Returns the value that a row is sorted by, as text. */
export const customerValue = (sort: Filter['sort'], row: Found): string => SORT[sort].of(row)

const GOOD_UNTIL = sql<number>`(s.card_exp_year * 12 + s.card_exp_month)`
const THIS_MONTH = sql<number>`(extract(year from now()) * 12 + extract(month from now()))`

/** Returns the query of companies that match the filter, in its sort order, after the cursor. */
export function filteredCustomers(db: Db, f: Filter, after: { value: string; id: string } | undefined, limit: number) {
  const { column, kind } = SORT[f.sort]
  let query = customerRows(db).orderBy(column, f.order).orderBy('c.id', f.order).limit(limit)
  const words = f.q?.trim()
  if (words) {
    const like = `%${words.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((e) => e.or([e('c.name', 'ilike', like), e('s.stripe_id', 'ilike', like)]))
  }
  if (f.customer) query = query.where('s.stripe_id', f.customer === 'yes' ? 'is not' : 'is', null)
  if (f.card === 'no') query = query.where('s.card_last4', 'is', null)
  else if (f.card)
    query = query
      .where('s.card_last4', 'is not', null)
      .where(
        f.card === 'yes' ? sql<boolean>`${GOOD_UNTIL} >= ${THIS_MONTH}` : sql<boolean>`${GOOD_UNTIL} < ${THIS_MONTH}`,
      )
  if (f.due)
    query = query.where((e) =>
      e.exists(
        e
          .selectFrom('invoices as i')
          .select('i.id')
          .whereRef('i.company_id', '=', 'c.id')
          .where('i.status', '=', sql.lit('open'))
          .$if(f.due === 'overdue', (q) => q.where(sql<boolean>`i.due_on < ${TODAY}`)),
      ),
    )
  if (after) query = query.where(comesAfter(after, { by: column, kind, id: sql.ref('c.id'), direction: f.order }))
  return query
}

/** Returns a company as the customer list shows it. */
export const presentCustomer = (r: Found): z.infer<typeof CustomerRow> => ({
  id: r.id,
  company: { id: r.id, name: r.name },
  stripeId: r.stripe_id,
  card: cardShown(r),
  dueCents: r.due,
  overdueCents: r.overdue,
  currency: 'usd',
  lastPayment:
    r.last && r.last_at
      ? {
          amountCents: r.last.amountCents,
          method: r.last.method as NonNullable<z.infer<typeof CustomerRow>['lastPayment']>['method'],
          at: r.last_at,
        }
      : null,
})

/** Returns a query of discrepancies from the reconciliation with Stripe and from payments that do not match. */
export const paymentFindings = (db: Db) =>
  db
    .selectFrom('findings as f')
    .innerJoin('companies as c', 'c.id', 'f.company_id')
    .select(['f.id', 'f.company_id', 'c.name as company', 'f.kind', 'f.title', 'f.expected', 'f.found'])
    .select(['f.first_seen_at', 'f.last_seen_at', 'f.resolved_at', 'f.resolution'])
    .where('f.kind', 'in', PAYMENT_FINDING_KINDS)

/** Returns a payment discrepancy as administrators see it. */
export const presentFinding = (
  f: Awaited<ReturnType<ReturnType<typeof paymentFindings>['execute']>>[number],
): z.infer<typeof PaymentFinding> => ({
  id: f.id,
  company: { id: f.company_id, name: f.company },
  kind: f.kind as z.infer<typeof PaymentFinding>['kind'],
  title: f.title,
  expected: (f.expected ?? {}) as Record<string, unknown>,
  found: (f.found ?? {}) as Record<string, unknown>,
  firstSeenAt: f.first_seen_at,
  lastSeenAt: f.last_seen_at,
  resolvedAt: f.resolved_at,
  resolution: f.resolution,
})
