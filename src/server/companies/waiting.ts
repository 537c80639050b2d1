import type { WaitingSource } from '../platform/waiting.ts'

/** What an owner still owes the own company's profile: a name first, then what makes hours, advice and prices right. */
export const waitingProfile: WaitingSource = async (db, actor) => {
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
          title: 'Your company has no name yet',
          detail: 'Four short steps, and colleagues know where they arrive',
          path: '/auth/callback',
        },
      ],
      total: 1,
    }
  const missing = [
    ...(company.time_zone ? [] : ['your time zone']),
    ...(company.tools.length > 0 ? [] : ['the tools you work with']),
  ]
  if (missing.length === 0) return none
  return {
    items: [
      {
        ...item,
        title: 'Your company’s profile is not finished',
        detail: `Add ${missing.join(' and ')}`,
        path: '/settings/company',
      },
    ],
    total: 1,
  }
}
