import type { Shape, Tone } from '../../ui/status.tsx'
import type { Role, User, UserStatus } from './model.ts'

/** What roles are called and what they may do. */
export const roles: Record<Role, { label: string; one: string; meaning: string }> = {
  member: {
    label: 'Member',
    one: 'a member',
    meaning: 'Works with tickets, projects and automations. Sees no invoices and no API keys, changes no users.',
  },
  owner: {
    label: 'Owner',
    one: 'an owner',
    meaning: 'Everything of the company: also buys hours, signs, manages users, company and API keys.',
  },
  engineer: {
    label: 'Engineer',
    one: 'an engineer',
    meaning: 'Works on tickets, projects, time and automations of every company.',
  },
  admin: {
    label: 'Administrator',
    one: 'an administrator',
    meaning: 'Everything, also users, catalogue, agreements, live prompts and payments.',
  },
}

/** The roles that exist in a company of this kind. */
export const rolesAt = (isInternal: boolean): readonly [Role, Role] =>
  isInternal ? ['engineer', 'admin'] : ['member', 'owner']

export const statuses: Record<UserStatus, { label: string; tone: Tone; shape: Shape }> = {
  active: { label: 'Active', tone: 'good', shape: 'check' },
  invited: { label: 'Invited', tone: 'info', shape: 'half' },
  deactivated: { label: 'Deactivated', tone: 'neutral', shape: 'dash' },
}
/** How a user's or an invitation's state is said. */
export function statusLook(user: Pick<User, 'status' | 'invitation'>): { label: string; tone: Tone; shape: Shape } {
  if (user.invitation?.expired) return { label: 'Invitation ran out', tone: 'warn', shape: 'alert' }
  return statuses[user.status]
}
