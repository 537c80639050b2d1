import type { ActionItemSource } from '../platform/events/action-items.ts'

/** Returns the action item of an owner whose company has no name yet, or no time zone or tools. */
export const profileActionItems: ActionItemSource = async (db, actor) => {
  const none = { items: [], total: 0 }
  if (actor.role !== 'owner' || actor.kind === 'staff') return none
  const company = await db
    .selectFrom('companies')
    .select(['id', 'placeholder', 'time_zone', 'tools', 'created_at'])
    .where('id', '=', actor.companyId)
    .executeTakeFirst()
  if (!company) return none
  const item = { kind: 'profile' as const, id: company.id, since: company.created_at }
  if (company.placeholder)
    return {
      items: [
        {
          ...item,
          title: 'Set up your company',
          detail: 'Add a name and contact details in four short steps',
          path: '/auth/callback',
        },
      ],
      total: 1,
    }
  const missing = [
    ...(company.time_zone ? [] : ['your time zone']),
    ...(company.tools.length > 0 ? [] : ['the tools you use']),
  ]
  if (missing.length === 0) return none
  return {
    items: [
      {
        ...item,
        title: 'Complete your company profile',
        detail: `Add ${missing.join(' and ')}`,
        path: '/settings/company',
      },
    ],
    total: 1,
  }
}
