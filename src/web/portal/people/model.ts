// The contract's shapes as types, so that no schema is bundled for the browser.
import type { z } from 'zod'
import type { Role as AnyRole } from '../../../contract/base.ts'
import type * as contract from '../../../contract/people.ts'

export type Role = AnyRole
export type User = z.infer<typeof contract.User>
export type UserDetail = User & { access: z.infer<typeof contract.UserAccess> | null }
export type UserStatus = z.infer<typeof contract.UserStatus>
export type InvitationInfo = z.infer<typeof contract.InvitationInfo>
/** Who the screen is for: a partner managing its own users, or staff managing all users. */
export type Side = 'partner' | 'staff'

/** Returns the user's name, or the email address if the name is unknown. */
export const getUserName = (user: Pick<User, 'name' | 'email'>): string => user.name ?? user.email
