import type { Shape, Tone } from '../../ui/status.tsx'
import type { Role, User, UserStatus } from './model.ts'

/** The label and permissions of each role. */
export const roles: Record<Role, { label: string; one: string; meaning: string }> = {
  member: {
    label: 'Member',
    one: 'a member',
    meaning: 'Works with tickets, projects and automations. Can’t see invoices or API keys, or manage users.',
  },
  owner: {
    label: 'Owner',
    one: 'an owner',
    meaning:
      'Full access to the company, including buying hours, signing agreements, and managing users, settings and API keys.',
  },
  engineer: {
    label: 'Engineer',
    one: 'an engineer',
    meaning: 'Works on tickets, projects, time and automations for every company.',
  },
  admin: {
    label: 'Administrator',
    one: 'an administrator',
    meaning: 'Full access, including users, the catalog, agreements, live prompts and payments.',
  },
}

/** Returns the roles of the provider's company or of a partner. */
export const listRoles = (isInternal: boolean): readonly [Role, Role] =>
  isInternal ? ['engineer', 'admin'] : ['member', 'owner']

export const userStatuses: Record<UserStatus, { label: string; tone: Tone; shape: Shape }> = {
  active: { label: 'Active', tone: 'good', shape: 'check' },
  invited: { label: 'Invited', tone: 'info', shape: 'half' },
  deactivated: { label: 'Deactivated', tone: 'neutral', shape: 'dash' },
}
/** Returns the label and mark for the status of a user or an invitation. */
export function getUserStatusLook(user: Pick<User, 'status' | 'invitation'>): {
  label: string
  tone: Tone
  shape: Shape
} {
  if (user.invitation?.expired) return { label: 'Invitation expired', tone: 'warn', shape: 'alert' }
  return userStatuses[user.status]
}
