// The part of the door that whoever shows one payment, or lets something be paid, needs: the whole would bring every list along.
export { PayByCard } from '../pay-by-card.tsx'
export { type Method, MethodField } from './method-field.tsx'
export { RefundFailed, refundFailedText } from './refund-failed.tsx'
