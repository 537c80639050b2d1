import { sql } from 'kysely'
import { systemOf } from '../../platform/database/db.ts'
import { inBatches } from '../../platform/database/in-batches.ts'
import type { ScheduleDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { abandonOrder } from './abandon-order.ts'

/** Hours after which an unpaid card order is canceled. Longer than any checkout stays open. */
const UNPAID_HOURS = 24

/**
 * Cancels unpaid card orders after a day, because a price is valid for one day. Skips orders with an open checkout or a
 * pending payment, which `followPayments` handles. Returns how many orders it processed.
 */
export async function cancelUnpaidOrders({ db, log }: Pick<Platform, 'db' | 'log'>, size?: number): Promise<number> {
  // Use the owner connection, because this covers all companies and no user is signed in.
  const query = db.system
    .selectFrom('orders as o')
    .innerJoin('invoices as i', (j) => j.onRef('i.company_id', '=', 'o.company_id').onRef('i.order_id', '=', 'o.id'))
    .select(['o.company_id', 'o.id'])
    .where('o.status', '=', 'open')
    .where('o.method', '=', 'card')
    .where('i.status', '=', 'draft')
    // Skip orders with money that was received but not accepted: a person must look at it first.
    .whereRef('i.paid_cents', '=', 'i.refunded_cents')
    .where('o.created_at', '<', sql<string>`now() - make_interval(hours => ${UNPAID_HOURS}::int)`)
    .where(
      sql<boolean>`not exists (select from checkouts c where c.company_id = o.company_id and c.order_id = o.id and c.status = 'open')`,
    )
    .where(
      sql<boolean>`not exists (select from payments p where p.company_id = i.company_id and p.invoice_id = i.id and p.status = 'pending')`,
    )
    .orderBy('o.id')
  const unpaidOrders = inBatches<{ company_id: string; id: string }>(
    (after, most) =>
      query
        .limit(most)
        .$if(after !== undefined, (q) => q.where('o.id', '>', after?.id as string))
        .execute(),
    size,
  )
  let seen = 0
  for await (const { company_id: companyId, id } of unpaidOrders) {
    seen++
    try {
      const actor = systemOf(companyId)
      await db.asActor(actor, (tx) =>
        abandonOrder(tx, { actor }, companyId, id, 'The order was not paid within a day.'),
      )
    } catch (e) {
      log.error({ err: e, orderId: id }, 'could not cancel an abandoned order')
    }
  }
  return seen
}

/** Cancels card orders that were not paid within a day. Runs every hour. */
export const cancelUnpaidOrdersHourly: ScheduleDefinition<Platform> = {
  name: 'billing.left-orders',
  cron: '27 * * * *',
  handler: async (platform) => {
    await cancelUnpaidOrders(platform)
  },
}
