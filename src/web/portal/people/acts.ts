// What can be done with a user or an invitation from a list or from the details.
import type { Role, User } from './model.ts'

/** What needs no more than a yes. */
export type Asked =
  | { kind: 'role'; user: User; role: Role }
  | { kind: 'deactivate' | 'reactivate' | 'end-sessions' | 'reset' | 'revoke'; user: User }
/** What somebody is about to do. */
export type Act = Asked | { kind: 'move'; user: User } | { kind: 'view-as'; user: User }

/** Asks before an act, and does it then. `resend` needs no question. */
export type Ask = (act: Act) => void

/** Whether there is anything the reader may do. */
export const anyAct = ({ can }: User): boolean =>
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
