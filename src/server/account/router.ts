import { type Actored, api } from '../platform/api.ts'
import { profile } from './profile.ts'
import { refresh } from './refresh.ts'
import { role } from './role.ts'
import { setPassword } from './set-password.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

export const account = {
  signIn: api.account.signIn.handler(({ context, input }) => signIn(context, input)),
  refresh: api.account.refresh.handler(({ context }) => refresh(context)),
  signOut: api.account.signOut.handler(({ context }) => signOut(context)),
  setPassword: api.account.setPassword.handler(({ context, input }) => setPassword(context, input)),
  profile: api.account.profile.handler(({ context }) => profile(context as Actored)),
  role: api.account.role.handler(({ context }) => role(context as Actored)),
}
