import type { z } from 'zod'
import type { Role } from '../../contract/base.ts'
import type { User } from '../../contract/people.ts'
import type { Actor } from '../platform/database/db.ts'
import { FORMER } from '../platform/words.ts'
import { type Subject, userPermissions } from './policy.ts'
import type { Row } from './queries.ts'

/** Returns the facts of a user or invitation that permissions depend on. */
export const toPermissionSubject = (r: Row): Subject => ({
  id: r.id,
  kind: r.kind,
  companyId: r.company_id,
  isInternal: r.is_internal,
  role: r.role as Role,
  deactivated: r.deactivated_at !== null,
  onlyOne: r.only_one,
  alone: r.alone,
  sentCount: r.sent_count,
})

/** Returns a user or an invitation as one reader sees it. */
export const presentUser = (r: Row, reader: Actor): z.infer<typeof User> => ({
  id: r.id,
  kind: r.kind,
  name: r.name,
  email: r.email,
  company: { id: r.company_id, name: r.company, isInternal: r.is_internal },
  role: r.role as Role,
  givenRole: r.given_role as Role | null,
  status: r.kind === 'invitation' ? 'invited' : r.deactivated_at ? 'deactivated' : 'active',
  onlyOne: r.only_one,
  isYou: r.id === reader.userId,
  lastSeenAt: r.last_seen_at,
  secondFactor: r.second_factor,
  createdAt: r.created_at,
  invitation: r.invited_by
    ? {
        expiresAt: r.expires_at as string,
        expired: r.expired,
        lastSentAt: r.last_sent_at as string,
        sentCount: r.sent_count,
        invitedBy: { id: r.invited_by, name: r.inviter ?? FORMER },
      }
    : null,
  can: userPermissions(reader, toPermissionSubject(r)),
})
