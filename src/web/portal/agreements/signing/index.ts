// The part of the public API that signing needs. A separate entry point, so that importing it does not bundle the
// lists.
export { useConfirmCommitment } from './confirm-commitment.tsx'
export { SignFields } from './sign-fields.tsx'
