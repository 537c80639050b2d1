// Actions on a user or an invitation, from a list or the details.
import type { Role, User } from './model.ts'

/** Actions that only need a confirmation. */
export type Asked =
  | { kind: 'role'; user: User; role: Role }
  | { kind: 'deactivate' | 'reactivate' | 'end-sessions' | 'reset' | 'revoke'; user: User }
/** An action that a dialog handles. */
export type Act = Asked | { kind: 'move'; user: User } | { kind: 'view-as'; user: User }

/** Opens the dialog of an action. `resendInvitation` needs no dialog. */
export type Ask = (act: Act) => void

/** Returns whether the reader can take any action on the user. */
export const hasAnyAct = ({ can }: User): boolean =>
  can.roles.length > 0 ||
  [
    can.deactivate,
    can.reactivate,
    can.move,
    can.resetFactors,
    can.endSessions,
    can.viewAs,
    can.resend,
    can.revoke,
  ].includes(true)
