import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { paymentProblem } from '../../platform/payments/payment-problem.ts'
import { closeCheckouts } from '../stripe/follow-checkout.ts'
import { abandonOrder } from './abandon-order.ts'
import { readOrder } from './read.ts'

const REASON = 'The order was canceled.'

/**
 * Cancels an order that was to be paid by card and was not. Closes its checkout first; a payment that was just made
 * still counts. Throws NOT_FOUND, NOT_CANCELABLE, and UNAVAILABLE when Stripe does not answer.
 */
export const cancelOrder = action(contract.billing.cancelOrder, async (context, { id }) => {
  const { platform, actor } = context
  const read = () => platform.db.asActor(actor, (db) => readOrder(platform, db, actor, id))
  const before = await read()
  if (before.status === 'canceled') return before
  if (!before.can.cancel) throw refuse('NOT_CANCELABLE')
  await closeCheckouts(platform, before.company.id, { orderId: id }).catch((e) => {
    throw paymentProblem(e) ? refuse('UNAVAILABLE', { retryAfter: 15 }) : e
  })
  return platform.db.asActor(actor, async (db) => {
    const done = await abandonOrder(db, context, before.company.id, id, REASON)
    const after = await readOrder(platform, db, actor, id)
    if (done) return after
    if (after.status !== 'canceled') throw refuse('NOT_CANCELABLE')
    // Stripe's event about the closed checkout was processed first. Record who canceled the order anyway.
    await recordAudit(db, context, {
      companyId: before.company.id,
      action: 'order.cancel',
      subjectType: 'order',
      subjectId: id,
      after: { status: 'canceled' },
      reason: REASON,
    })
    return after
  })
})
