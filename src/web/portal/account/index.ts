export { IdentityNotConfirmed, useConfirmIdentity } from './confirm-identity.tsx'
export { Frame } from './frame.tsx'
export { GoogleMark } from './provider-marks.tsx'
export { TwoFactorRule } from './two-factor-rule.tsx'
