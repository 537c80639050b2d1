// Reads orders and invoices in full, for one reader.

import type { Actor, Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/http/api.ts'
import type { Platform } from '../../platform/platform.ts'
import { remittanceOf } from '../payments/remittance.ts'
import { presentInvoice, presentOrder } from '../present.ts'
import { orderLineRows, orderRows, paymentsWithRefunds, wholeInvoice } from '../queries.ts'
import { listOrderBlocks } from './hours-of-order.ts'

/** Returns an order. Throws NOT_FOUND. */
export async function readOrder({ payments }: Pick<Platform, 'payments'>, db: Db, actor: Actor, id: string) {
  const row = await orderRows(db).where('o.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  const lines = await orderLineRows(db, row.company_id, id)
  const blocks = await listOrderBlocks(db, row.company_id, id)
  return presentOrder(row, { lines, blocks, cards: payments !== undefined }, actor)
}

/** Returns an issued invoice. Throws NOT_FOUND, also for drafts. */
export async function readInvoice(
  { payments, env }: Pick<Platform, 'payments' | 'env'>,
  db: Db,
  actor: Actor,
  id: string,
) {
  const row = await wholeInvoice(db, id).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  const lines = await orderLineRows(db, row.company_id, row.order_id)
  const blocks = await listOrderBlocks(db, row.company_id, row.order_id)
  const paid = await paymentsWithRefunds(db, row.company_id, id)
  const remittance = remittanceOf(env, row.issued_by)
  return presentInvoice(row, { lines, blocks, payments: paid, cards: payments !== undefined, remittance }, actor)
}

/**
 * Locks an invoice for a change by an administrator and returns it. Throws NOT_FOUND, and CONFLICT with the current
 * invoice when `version` is not the current one.
 */
export async function lockInvoice(platform: Platform, db: Db, actor: Actor, id: string, version: number) {
  const row = await db
    .selectFrom('invoices as i')
    .innerJoin('orders as o', (j) => j.onRef('o.company_id', '=', 'i.company_id').onRef('o.id', '=', 'i.order_id'))
    .select(['i.company_id', 'i.id', 'i.order_id', 'i.number', 'i.status', 'i.total_cents', 'i.paid_cents'])
    .select(['i.refunded_cents', 'i.version', 'o.number as order_number'])
    .where('i.id', '=', id)
    .where('i.status', '<>', 'draft')
    .forUpdate(['i', 'o'])
    .executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  if (row.version !== version) throw refuse('CONFLICT', { current: await readInvoice(platform, db, actor, id) })
  return row
}
