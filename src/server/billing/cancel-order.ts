import type { z } from 'zod'
import type { Order } from '../../contract/billing.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { paymentProblem } from '../platform/payments.ts'
import { abandonOrder } from './abandon-order.ts'
import { closeCheckouts } from './follow-checkout.ts'
import { readOrder } from './read.ts'

const REASON = 'The order was cancelled.'

/**
 * Cancels an order that was to be paid by card and was not. Its page at Stripe is closed first: what was paid just then
 * counts. NOT_FOUND, NOT_CANCELLABLE; UNAVAILABLE when Stripe does not say.
 */
export async function cancelOrder(context: Actored, { id }: { id: string }): Promise<z.infer<typeof Order>> {
  const { platform, actor } = context
  const read = () => platform.db.asActor(actor, (db) => readOrder(platform, db, actor, id))
  const before = await read()
  if (before.status === 'cancelled') return before
  if (!before.can.cancel) throw refuse('NOT_CANCELLABLE')
  await closeCheckouts(platform, before.company.id, { orderId: id }).catch((e) => {
    throw paymentProblem(e) ? refuse('UNAVAILABLE', { retryAfter: 15 }) : e
  })
  return platform.db.asActor(actor, async (db) => {
    const done = await abandonOrder(db, context, before.company.id, id, REASON)
    const after = await readOrder(platform, db, actor, id)
    if (done) return after
    if (after.status !== 'cancelled') throw refuse('NOT_CANCELLABLE')
    // Stripe tells of the page that was just closed as well, and that message was faster: whose wish it was is kept all the same.
    await record(db, context, {
      companyId: before.company.id,
      action: 'order.cancel',
      subjectType: 'order',
      subjectId: id,
      after: { status: 'cancelled' },
      reason: REASON,
    })
    return after
  })
}
