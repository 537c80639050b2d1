// Operations for sign-in methods, sessions, passwords, second factors and the user's own profile.

import { factorOperations } from './factors.ts'
import { profileOperations } from './profile.ts'
import { recoveryOperations } from './recovery.ts'
import { sessionOperations } from './sessions.ts'

export { FactorDetail, TwoFactorRule } from './factors.ts'
export { Email, Factor, FullName, NewPassword } from './fields.ts'
export { Profile } from './profile.ts'
export { Recovery } from './recovery.ts'
export { Session, SessionDetail, SignedIn, TwoFactorDue, Viewing } from './sessions.ts'

export const account = {
  ...sessionOperations,
  ...factorOperations,
  ...recoveryOperations,
  ...profileOperations,
}
