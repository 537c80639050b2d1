// What payments and refunds make of an invoice: from all of them together, so that it does not matter in which order, or
// how often, they were told of. Pure.

export type PaymentStatus = 'pending' | 'failed' | 'succeeded'
const RANK: Record<PaymentStatus, number> = { pending: 0, failed: 1, succeeded: 2 }

/**
 * What a payment is once both were said of it: a refused card can be tried again and succeed, and what has succeeded
 * stays so, whatever arrives later.
 */
export const laterPayment = (a: PaymentStatus, b: PaymentStatus): PaymentStatus => (RANK[b] > RANK[a] ? b : a)

export type RefundStatus = 'pending' | 'succeeded' | 'failed'
const REFUND_RANK: Record<RefundStatus, number> = { pending: 0, succeeded: 1, failed: 2 }
/** What a refund is once both were said of it: one that went out can still come back from the bank. */
export const laterRefund = (a: RefundStatus, b: RefundStatus): RefundStatus => (REFUND_RANK[b] > REFUND_RANK[a] ? b : a)

/** A payment as far as it decides anything; `refundedCents` is what went back of it. */
export type Paid = {
  method: 'card' | 'transfer'
  status: PaymentStatus
  amountCents: number
  refundedCents: number
}
export type Standing = {
  /** Whether the whole has come in (`paid`), and gone back (`refunded`). */
  status: 'open' | 'paid' | 'refunded'
  paidCents: number
  refundedCents: number
  /**
   * What does not fit: `more` one payment is above the whole invoice and counts for nothing; `twice` more came in than is
   * owed; `less` a card paid, and something is still owed.
   */
  problem: 'more' | 'twice' | 'less' | null
}

/** How an invoice over `totalCents` stands with these payments. */
export function standing(totalCents: number, payments: readonly Paid[]): Standing {
  const came = payments.filter((p) => p.status === 'succeeded')
  // Nobody owes that much: until a person has looked, no hours follow from it.
  const counted = came.filter((p) => p.amountCents <= totalCents)
  const sum = (all: readonly Paid[], of: (p: Paid) => number) => all.reduce((n, p) => n + of(p), 0)
  const paidCents = sum(counted, (p) => p.amountCents)
  const refundedCents = sum(counted, (p) => p.refundedCents)
  const whole = paidCents >= totalCents
  const kept =
    came.length > counted.length && sum(came, (p) => p.amountCents - p.refundedCents) > paidCents - refundedCents
  const problem = kept
    ? 'more'
    : paidCents - refundedCents > totalCents
      ? 'twice'
      : !whole && counted.some((p) => p.method === 'card' && p.refundedCents < p.amountCents)
        ? 'less'
        : null
  return {
    status: !whole ? 'open' : paidCents > 0 && refundedCents >= paidCents ? 'refunded' : 'paid',
    paidCents,
    refundedCents,
    problem,
  }
}
