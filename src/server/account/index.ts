// The public API of the module and its declaration.

import { defineModule } from '../platform/module.ts'
import { changeEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { addPasskey, newPasskeyOptions } from './factors/add-passkey.ts'
import { confirmIdentity } from './factors/confirm.ts'
import { enrollFactor } from './factors/enroll.ts'
import { listFactors } from './factors/factors.ts'
import { getTwoFactorRuleAction } from './factors/get-two-factor-rule.ts'
import { passkeyOptions, signInWithPasskey } from './factors/passkey.ts'
import { renewRecoveryCodes } from './factors/renew-recovery-codes.ts'
import { setTwoFactorRule } from './factors/set-two-factor-rule.ts'
import { unenrollFactor } from './factors/unenroll.ts'
import { verifyFactor } from './factors/verify-factor.ts'
import { exchangeCode } from './google/exchange.ts'
import { startGoogleSignIn } from './google/google.ts'
import { googleReturnRoute } from './google/google-return.ts'
import { unlinkGoogle } from './google/unlink.ts'
import { profileAction } from './profile.ts'
import { readRecovery } from './recovery/read-recovery.ts'
import { requestRecovery } from './recovery/recover.ts'
import { setPassword } from './recovery/set-password.ts'
import { verifyRecovery } from './recovery/verify-recovery.ts'
import { reencryptOldSecrets } from './reencrypt-secrets.ts'
import { getRole } from './role.ts'
import { endOtherSessions, endSession } from './sessions/end-session.ts'
import { refreshAction } from './sessions/refresh.ts'
import { listSessions } from './sessions/sessions.ts'
import { signOut } from './sessions/sign-out.ts'
import { stopViewing } from './sessions/stop-viewing.ts'
import { sweepSessions } from './sessions/sweep-sessions.ts'
import { viewAs } from './sessions/view-as.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { updateProfile } from './update-profile.ts'
import { verifySignIn } from './verify.ts'
import { verifyEmail } from './verify-email.ts'

export { createAdministrator } from './create-administrator.ts'
export { demandStrength, hashOf, hasSignInMethod, listPersonalTexts, savePassword } from './credentials.ts'
export { lockFresh, requireFresh } from './factors/fresh.ts'
export { proveMailbox } from './recovery/prove-mailbox.ts'
export { describeRotation, reencryptSecrets } from './reencrypt-secrets.ts'
export { beginSession } from './sessions/begin-session.ts'
export { sameOrigin } from './sessions/cookies.ts'
export { endSessions } from './sessions/end-sessions.ts'
export { passSession, replaceSession } from './sessions/rotate-session.ts'
export { addUser, countSignInMethods, findUser, getAccount, renameUser } from './users.ts'

export const accountModule = defineModule({
  name: 'account',
  actions: {
    signIn,
    verify: verifySignIn,
    google: startGoogleSignIn,
    exchange: exchangeCode,
    passkeyOptions,
    passkey: signInWithPasskey,
    signUp,
    verifyEmail,
    recover: requestRecovery,
    readRecovery,
    verifyRecovery,
    setPassword,
    refresh: refreshAction,
    signOut,
    stopViewing,
    profile: profileAction,
    updateProfile,
    role: getRole,
    factors: listFactors,
    enroll: enrollFactor,
    verifyFactor,
    unenroll: unenrollFactor,
    unlink: unlinkGoogle,
    renewRecoveryCodes,
    newPasskeyOptions,
    addPasskey,
    getTwoFactorRule: getTwoFactorRuleAction,
    setTwoFactorRule,
    sessions: listSessions,
    endSession,
    endOtherSessions,
    changePassword,
    changeEmail,
    confirm: confirmIdentity,
    viewAs,
  },
  routes: [googleReturnRoute],
  schedules: [reencryptOldSecrets, sweepSessions],
})
