import { type Actored, api } from '../platform/api.ts'
import { addPasskey, newPasskeyOptions } from './add-passkey.ts'
import { changeEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { confirm } from './confirm.ts'
import { endOtherSessions, endSession } from './end-session.ts'
import { enroll } from './enroll.ts'
import { exchange } from './exchange.ts'
import { factors } from './factors.ts'
import { google } from './google.ts'
import { passkey, passkeyOptions } from './passkey.ts'
import { profile } from './profile.ts'
import { recover } from './recover.ts'
import { refresh } from './refresh.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { role } from './role.ts'
import { sessions } from './sessions.ts'
import { setPassword } from './set-password.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { stopViewing } from './stop-viewing.ts'
import { unenroll } from './unenroll.ts'
import { unlink } from './unlink.ts'
import { updateProfile } from './update-profile.ts'
import { verify } from './verify.ts'
import { verifyEmail } from './verify-email.ts'
import { verifyFactor } from './verify-factor.ts'
import { viewAs } from './view-as.ts'

const { account: a } = api

export const account = {
  signIn: a.signIn.handler(({ context, input }) => signIn(context, input)),
  verify: a.verify.handler(({ context, input }) => verify(context, input)),
  google: a.google.handler(({ context, input }) => google(context, input)),
  exchange: a.exchange.handler(({ context, input }) => exchange(context, input)),
  passkeyOptions: a.passkeyOptions.handler(({ context }) => passkeyOptions(context)),
  passkey: a.passkey.handler(({ context, input }) => passkey(context, input)),
  signUp: a.signUp.handler(({ context, input }) => signUp(context, input)),
  verifyEmail: a.verifyEmail.handler(({ context, input }) => verifyEmail(context, input)),
  recover: a.recover.handler(({ context, input }) => recover(context, input)),
  setPassword: a.setPassword.handler(({ context, input }) => setPassword(context, input)),
  refresh: a.refresh.handler(({ context }) => refresh(context)),
  signOut: a.signOut.handler(({ context }) => signOut(context)),
  stopViewing: a.stopViewing.handler(({ context }) => stopViewing(context)),
  profile: a.profile.handler(({ context }) => profile(context as Actored)),
  updateProfile: a.updateProfile.handler(({ context, input }) => updateProfile(context as Actored, input)),
  role: a.role.handler(({ context }) => role(context as Actored)),
  factors: a.factors.handler(({ context }) => factors(context as Actored)),
  enroll: a.enroll.handler(({ context, input }) => enroll(context as Actored, input)),
  verifyFactor: a.verifyFactor.handler(({ context, input }) => verifyFactor(context as Actored, input)),
  unenroll: a.unenroll.handler(({ context, input }) => unenroll(context as Actored, input)),
  unlink: a.unlink.handler(({ context, input }) => unlink(context as Actored, input)),
  renewRecoveryCodes: a.renewRecoveryCodes.handler(({ context }) => renewRecoveryCodes(context as Actored)),
  newPasskeyOptions: a.newPasskeyOptions.handler(({ context }) => newPasskeyOptions(context as Actored)),
  addPasskey: a.addPasskey.handler(({ context, input }) => addPasskey(context as Actored, input)),
  sessions: a.sessions.handler(({ context }) => sessions(context as Actored)),
  endSession: a.endSession.handler(({ context, input }) => endSession(context as Actored, input)),
  endOtherSessions: a.endOtherSessions.handler(({ context }) => endOtherSessions(context as Actored)),
  changePassword: a.changePassword.handler(({ context, input }) => changePassword(context as Actored, input)),
  changeEmail: a.changeEmail.handler(({ context, input }) => changeEmail(context as Actored, input)),
  confirm: a.confirm.handler(({ context, input }) => confirm(context as Actored, input)),
  viewAs: a.viewAs.handler(({ context, input }) => viewAs(context as Actored, input)),
}
