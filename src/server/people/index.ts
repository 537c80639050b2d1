// The public API of the module and its declaration.

import { defineModule } from '../platform/module.ts'
import { acceptAsMe, readInvitationAction } from './accept.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { peopleExport } from './company-export.ts'
import { deactivateUser } from './deactivate.ts'
import { endUserSessions } from './end-sessions.ts'
import { exportUsers } from './export.ts'
import { getUser } from './get.ts'
import { inviteUser } from './invite.ts'
import { sweepInvitations } from './jobs.ts'
import { listUsers } from './list.ts'
import { moveUser } from './move.ts'
import { reactivateUser } from './reactivate.ts'
import { resendInvitation } from './resend.ts'
import { resetFactors } from './reset-factors.ts'
import { revokeInvitation } from './revoke.ts'
import { findUsers } from './search-provider.ts'
import { setRole } from './set-role.ts'

export { inviteTo } from './invite.ts'
export { resetFactorsByCommand } from './reset-factors-by-command.ts'

export const peopleModule = defineModule({
  name: 'people',
  actions: {
    list: listUsers,
    get: getUser,
    invite: inviteUser,
    resend: resendInvitation,
    revoke: revokeInvitation,
    readInvitation: readInvitationAction,
    acceptInvitation,
    acceptAsMe,
    setRole,
    deactivate: deactivateUser,
    reactivate: reactivateUser,
    endSessions: endUserSessions,
    move: moveUser,
    resetFactors,
  },
  routes: [exportUsers],
  schedules: [sweepInvitations],
  search: [findUsers],
  companyExport: peopleExport,
})
