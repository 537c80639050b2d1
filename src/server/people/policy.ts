// Permissions on users and invitations. Pure functions.
import type { z } from 'zod'
import type { Role } from '../../contract/base.ts'
import { SENDS_MAX, type UserCan } from '../../contract/people.ts'

/** The facts of a user or an invitation that permissions depend on. */
export type Subject = {
  id: string
  kind: 'user' | 'invitation'
  companyId: string
  isInternal: boolean
  role: Role
  deactivated: boolean
  /** Whether this is the only active owner (of a partner) or administrator (of the provider). */
  onlyOne: boolean
  /** Whether the company has no other active user. */
  alone: boolean
  sentCount: number
}
type Reader = { kind: 'tenant' | 'staff'; role: Role | 'system'; companyId: string; userId: string }

/** Returns the roles that exist in a company of this kind, lowest first. */
export const rolesAt = (isInternal: boolean): Role[] => (isInternal ? ['engineer', 'admin'] : ['member', 'owner'])
/** Returns the role that manages users in a company of this kind. At least one user must have it. */
export const headOf = (isInternal: boolean): Role => (isInternal ? 'admin' : 'owner')
/** Returns the role of users who have no stored role. */
export const leastOf = (isInternal: boolean): Role => (isInternal ? 'engineer' : 'member')

/** Returns whether the reader manages the users of this company. */
export const managesUsers = (reader: Reader, companyId: string): boolean =>
  reader.role === 'admin' || (reader.role === 'owner' && reader.companyId === companyId)

/**
 * Returns whether the user can leave the company. A partner's only user can; its last owner cannot while it has other
 * users, and the provider's last administrator never can.
 */
const canLeave = (who: Pick<Subject, 'onlyOne' | 'alone' | 'isInternal'>): boolean =>
  !who.onlyOne || (who.alone && !who.isInternal)

/** Returns what the reader may do with a user or an invitation. */
export function userPermissions(reader: Reader, who: Subject): z.infer<typeof UserCan> {
  const manager = managesUsers(reader, who.companyId)
  const user = who.kind === 'user'
  const other = user && who.id !== reader.userId
  const admin = reader.role === 'admin'
  const waiting = manager && who.kind === 'invitation'
  return {
    roles: manager && user && !who.onlyOne ? rolesAt(who.isInternal).filter((r) => r !== who.role) : [],
    deactivate: manager && other && !who.deactivated && canLeave(who),
    reactivate: manager && user && who.deactivated,
    move: admin && other && canLeave(who),
    resetFactors: admin && other,
    endSessions: manager && other && !who.deactivated,
    viewAs: admin && other && !who.deactivated && !who.isInternal,
    resend: waiting && who.sentCount < SENDS_MAX,
    revoke: waiting,
  }
}
