export { IdentityNotConfirmed, useConfirmIdentity } from './confirm-identity.tsx'
export { Frame } from './frame.tsx'
export { GoogleMark } from './provider-marks.tsx'
