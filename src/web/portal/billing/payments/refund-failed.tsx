import { Banner } from '../../../ui/banner.tsx'

/** Returns the message for a buyer whose refund did not arrive, with the amount if it is known. */
export const describeFailedRefund = (amount: string | undefined) =>
  `We refunded ${amount ?? 'your payment'}, but the bank returned the money to us. We’re looking into it and will contact you. You don’t need to do anything.`

/** A banner about a refund that did not arrive: for the company, or for staff who have to act. */
export const RefundFailed = ({ amount, staff }: { amount?: string; staff: boolean }) => (
  <Banner tone="warn" title="The bank returned the refund">
    {staff
      ? `The bank returned ${amount ?? 'the money'}. The discrepancy under Stripe customers says what to do. Until it is closed, the company sees that we’re looking into it.`
      : describeFailedRefund(amount)}
  </Banner>
)
