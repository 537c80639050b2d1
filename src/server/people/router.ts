import { type Actored, api } from '../platform/api.ts'
import { acceptAsMe, readInvitation } from './accept.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { deactivate } from './deactivate.ts'
import { endSessions } from './end-sessions.ts'
import { get } from './get.ts'
import { invite } from './invite.ts'
import { list } from './list.ts'
import { move } from './move.ts'
import { reactivate } from './reactivate.ts'
import { resend } from './resend.ts'
import { resetFactors } from './reset-factors.ts'
import { revoke } from './revoke.ts'
import { setRole } from './set-role.ts'

export const people = {
  list: api.people.list.handler(({ context, input }) => list(context as Actored, input)),
  get: api.people.get.handler(({ context, input }) => get(context as Actored, input)),
  invite: api.people.invite.handler(({ context, input }) => invite(context as Actored, input)),
  resend: api.people.resend.handler(({ context, input }) => resend(context as Actored, input)),
  revoke: api.people.revoke.handler(({ context, input }) => revoke(context as Actored, input)),
  readInvitation: api.people.readInvitation.handler(({ context, input }) => readInvitation(context, input)),
  acceptInvitation: api.people.acceptInvitation.handler(({ context, input }) => acceptInvitation(context, input)),
  acceptAsMe: api.people.acceptAsMe.handler(({ context, input }) => acceptAsMe(context as Actored, input)),
  setRole: api.people.setRole.handler(({ context, input }) => setRole(context as Actored, input)),
  deactivate: api.people.deactivate.handler(({ context, input }) => deactivate(context as Actored, input)),
  reactivate: api.people.reactivate.handler(({ context, input }) => reactivate(context as Actored, input)),
  endSessions: api.people.endSessions.handler(({ context, input }) => endSessions(context as Actored, input)),
  move: api.people.move.handler(({ context, input }) => move(context as Actored, input)),
  resetFactors: api.people.resetFactors.handler(({ context, input }) => resetFactors(context as Actored, input)),
}
