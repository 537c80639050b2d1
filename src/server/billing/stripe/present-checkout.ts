import { sql } from 'kysely'
import type { z } from 'zod'
import type { Checkout as Shape } from '../../../contract/billing/index.ts'
import type { Actor, Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/http/api.ts'
import type { Platform } from '../../platform/platform.ts'

export type Checkout = z.infer<typeof Shape>

const checkoutRow = (db: Db, id: string) =>
  db
    .selectFrom('checkouts as k')
    .innerJoin('orders as o', (j) => j.onRef('o.company_id', '=', 'k.company_id').onRef('o.id', '=', 'k.order_id'))
    .innerJoin('invoices as i', (j) => j.onRef('i.company_id', '=', 'o.company_id').onRef('i.order_id', '=', 'o.id'))
    .select(['k.id', 'k.url', 'k.status', 'k.amount_cents', 'k.created_at', 'k.order_id', 'k.stripe_session'])
    .select(['o.status as order_status', 'i.id as invoice_id', 'i.number', 'i.status as invoice_status'])
    .select((e) => [
      e
        .selectFrom('order_lines as l')
        .leftJoin('shared_hour_blocks as b', (j) =>
          j.onRef('b.company_id', '=', 'l.company_id').onRef('b.id', '=', 'l.block_id'),
        )
        .select(
          sql<{ title: string; minutes: number }>`jsonb_build_object(
          'title', (array_agg(l.description order by l.position, l.id))[1] || case when count(*) > 1 then ' and more' else '' end,
          'minutes', coalesce(sum(b.granted), 0))`.as('of'),
        )
        .whereRef('l.company_id', '=', 'o.company_id')
        .whereRef('l.order_id', '=', 'o.id')
        .as('bought'),
      // The latest card payment since the checkout was opened. A decline counts as long as nothing came after it.
      e
        .selectFrom('payments as p')
        .select(
          sql<{
            status: string
            failure: string | null
          }>`jsonb_build_object('status', p.status, 'failure', p.failure_message)`.as('of'),
        )
        .whereRef('p.company_id', '=', 'i.company_id')
        .whereRef('p.invoice_id', '=', 'i.id')
        .where('p.method', '=', 'card')
        .where('p.off_session', '=', false)
        .whereRef('p.created_at', '>=', 'k.created_at')
        .orderBy('p.created_at', 'desc')
        .limit(1)
        .as('paid'),
    ])
    .where('k.id', '=', id)

/** Returns a checkout for its reader. `asked` is false when Stripe did not answer. Throws NOT_FOUND. */
export async function presentCheckout(
  { db }: Pick<Platform, 'db'>,
  reader: Actor,
  id: string,
  asked = true,
): Promise<Checkout> {
  const row = await db.askAs(reader, (tx) => checkoutRow(tx, id).executeTakeFirst())
  if (!row) throw refuse('NOT_FOUND')
  const settled =
    row.order_status === 'paid' ||
    row.order_status === 'refunded' ||
    row.invoice_status === 'paid' ||
    row.invoice_status === 'refunded'
  const state = ((): Checkout['state'] => {
    if (settled) return 'paid'
    if (row.status === 'expired') return 'canceled'
    // Stripe has the money or is collecting it, and the full amount is not recorded here yet.
    if (row.status === 'complete' || row.paid?.status === 'pending') return 'processing'
    if (!asked || !row.url) return 'unknown'
    return row.paid?.status === 'failed' ? 'failed' : 'open'
  })()
  return {
    id: row.id,
    state,
    url: state === 'open' || state === 'failed' ? row.url : null,
    orderId: row.order_id,
    invoiceId: row.invoice_id,
    invoice: row.number,
    title: row.bought?.title ?? '',
    amountCents: row.amount_cents,
    currency: 'usd',
    minutes: row.bought?.minutes ?? 0,
    failure: state === 'failed' ? (row.paid?.failure ?? null) : null,
    createdAt: row.created_at,
  }
}
