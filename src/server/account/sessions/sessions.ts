import { sql } from 'kysely'
import type { z } from 'zod'
import type { SessionDetail } from '../../../contract/account/index.ts'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'

/** Returns the user's open sessions, most recently used first. */
export const listSessions = action(contract.account.sessions, async ({ platform, actor }) => {
  const rows = await platform.db.system
    .selectFrom('auth.session')
    .select(['id', 'way', 'ipAddress', 'userAgent', 'createdAt', 'last_used_at'])
    .where('userId', '=', actor.userId)
    .where('viewer_id', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .execute()
  return {
    items: rows.map((s) => ({
      id: s.id,
      current: s.id === actor.sessionId,
      way: s.way as z.infer<typeof SessionDetail>['way'],
      address: s.ipAddress,
      userAgent: s.userAgent,
      createdAt: s.createdAt,
      lastUsedAt: s.last_used_at,
    })),
  }
})
