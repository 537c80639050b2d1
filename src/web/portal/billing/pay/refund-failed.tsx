import { Banner } from '../../../ui/banner.tsx'

/** What whoever bought is told of money that went back and did not arrive; of an amount if it is known. */
export const refundFailedText = (amount: string | undefined) =>
  `We gave ${amount ?? 'the money'} back, and the bank sent it back to us. We are looking into it and will write to you; you do not need to do anything.`

/** Money that went back and did not arrive: for the company that waits for it, or for staff who have to act. */
export const RefundFailed = ({ amount, staff }: { amount?: string; staff: boolean }) => (
  <Banner tone="warn" title="The refund did not arrive">
    {staff
      ? `${amount ?? 'The money'} came back from the bank. The finding under Stripe customers says what to do; the company reads that we are looking into it until it is resolved.`
      : refundFailedText(amount)}
  </Banner>
)
