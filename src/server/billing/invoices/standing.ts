// Calculates an invoice's status from all of its payments and refunds together, so that the order and number of updates
// do not matter. Pure.

export type PaymentStatus = 'pending' | 'failed' | 'succeeded'
const RANK: Record<PaymentStatus, number> = { pending: 0, failed: 1, succeeded: 2 }

/**
 * Returns the status to keep when two updates disagree. A declined card can be retried and succeed; a success is final.
 */
export const mergePaymentStatus = (a: PaymentStatus, b: PaymentStatus): PaymentStatus => (RANK[b] > RANK[a] ? b : a)

export type RefundStatus = 'pending' | 'succeeded' | 'failed'
const REFUND_RANK: Record<RefundStatus, number> = { pending: 0, succeeded: 1, failed: 2 }
/**
 * Returns the status to keep when two updates about a refund disagree. A completed refund can still be returned by the
 * bank.
 */
export const mergeRefundStatus = (a: RefundStatus, b: RefundStatus): RefundStatus =>
  REFUND_RANK[b] > REFUND_RANK[a] ? b : a

/** The facts of a payment that decide the status. */
export type Paid = {
  method: 'card' | 'transfer'
  status: PaymentStatus
  amountCents: number
  /** What was refunded of it. */
  refundedCents: number
  /** What was or will be refunded of it by refunds that began while the invoice was open. It no longer pays the invoice. */
  dueAgainCents: number
}
export type Standing = {
  /** `paid`: the total was received, without what was due again before. `refunded`: everything received was refunded. */
  status: 'open' | 'paid' | 'refunded'
  paidCents: number
  refundedCents: number
  /**
   * The discrepancy, if any. `more`: one payment exceeds the total and is not counted. `twice`: more was received than
   * is due. `less`: a card payment was received, and something is still due.
   */
  problem: 'more' | 'twice' | 'less' | null
}

/** Returns the status and the amounts of an invoice for `totalCents` with these payments. */
export function balanceDue(totalCents: number, payments: readonly Paid[]): Standing {
  const came = payments.filter((p) => p.status === 'succeeded')
  // A payment above the total is not counted, so that it activates no hours until a person has checked it.
  const counted = came.filter((p) => p.amountCents <= totalCents)
  const sum = (all: readonly Paid[], of: (p: Paid) => number) => all.reduce((n, p) => n + of(p), 0)
  const paidCents = sum(counted, (p) => p.amountCents)
  const refundedCents = sum(counted, (p) => p.refundedCents)
  const isPaid = paidCents - sum(counted, (p) => p.dueAgainCents) >= totalCents
  const paidTooMuch =
    came.length > counted.length && sum(came, (p) => p.amountCents - p.refundedCents) > paidCents - refundedCents
  const problem = paidTooMuch
    ? 'more'
    : paidCents - refundedCents > totalCents
      ? 'twice'
      : !isPaid && counted.some((p) => p.method === 'card' && p.refundedCents < p.amountCents)
        ? 'less'
        : null
  return {
    status: !isPaid ? 'open' : paidCents > 0 && refundedCents >= paidCents ? 'refunded' : 'paid',
    paidCents,
    refundedCents,
    problem,
  }
}
