// The contract's shapes as types: no schema reaches the browser.
import type { z } from 'zod'
import type { Role as AnyRole } from '../../../contract/base.ts'
import type * as contract from '../../../contract/people.ts'

export type Role = AnyRole
export type User = z.infer<typeof contract.User>
export type UserDetail = User & { access: z.infer<typeof contract.UserAccess> | null }
export type UserStatus = z.infer<typeof contract.UserStatus>
export type InvitationInfo = z.infer<typeof contract.InvitationInfo>
/** Whose screen it is: a partner's own users, or all of them for the provider's staff. */
export type Side = 'partner' | 'staff'

/** What to call somebody: the name, or the address while no name is known. */
export const nameOf = (user: Pick<User, 'name' | 'email'>): string => user.name ?? user.email
