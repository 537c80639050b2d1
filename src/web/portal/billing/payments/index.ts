// The part of the public API for showing or taking one payment. A separate entry point, so that importing it does not
// bundle the lists.

export { type Method, MethodField } from './method-field.tsx'
export { PayByCard } from './pay-by-card.tsx'
export { describeFailedRefund as refundFailedText, RefundFailed } from './refund-failed.tsx'
