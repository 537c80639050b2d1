// Who may do what with whom. Pure.
import type { z } from 'zod'
import type { Role } from '../../contract/base.ts'
import { SENDS_MAX, type UserCan } from '../../contract/people.ts'

/** What of a user or an invitation decides. */
export type Subject = {
  id: string
  kind: 'user' | 'invitation'
  companyId: string
  isInternal: boolean
  role: Role
  deactivated: boolean
  /** No other active owner (at a partner) or administrator (at the provider) is there; false for anybody else. */
  onlyOne: boolean
  /** No other active user is in the company. */
  alone: boolean
  sentCount: number
}
type Reader = { kind: 'tenant' | 'staff'; role: Role | 'system'; companyId: string; userId: string }

/** The roles that exist in a company of this kind, the least first. */
export const rolesAt = (isInternal: boolean): Role[] => (isInternal ? ['engineer', 'admin'] : ['member', 'owner'])
/** The role that answers for the company: one person must always have it. */
export const headOf = (isInternal: boolean): Role => (isInternal ? 'admin' : 'owner')
/** The role of somebody to whom none was given. */
export const leastOf = (isInternal: boolean): Role => (isInternal ? 'engineer' : 'member')

/** Whether the reader manages the users of this company. */
export const manages = (reader: Reader, companyId: string): boolean =>
  reader.role === 'admin' || (reader.role === 'owner' && reader.companyId === companyId)

/** Whether the company can do without this person. A partner's only user can go; the provider's last administrator never. */
export const mayGo = (who: Pick<Subject, 'onlyOne' | 'alone' | 'isInternal'>): boolean =>
  !who.onlyOne || (who.alone && !who.isInternal)

/** What the reader may do. */
export function can(reader: Reader, who: Subject): z.infer<typeof UserCan> {
  const manager = manages(reader, who.companyId)
  const user = who.kind === 'user'
  const other = user && who.id !== reader.userId
  const admin = reader.role === 'admin'
  const waiting = manager && who.kind === 'invitation'
  return {
    roles: manager && user && !who.onlyOne ? rolesAt(who.isInternal).filter((r) => r !== who.role) : [],
    deactivate: manager && other && !who.deactivated && mayGo(who),
    reactivate: manager && user && who.deactivated,
    move: admin && other && mayGo(who),
    resetFactors: admin && other,
    endSessions: manager && other && !who.deactivated,
    viewAs: admin && other && !who.deactivated && !who.isInternal,
    resend: waiting && who.sentCount < SENDS_MAX,
    revoke: waiting,
  }
}
