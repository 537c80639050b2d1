import type { Insertable } from 'kysely'
import type { Actor, Db } from '../database/db.ts'
import type { AuditLog } from '../database/db.types.ts'
import { prepared } from '../database/prepared.ts'
import type { Caller } from '../sign-in/token.ts'

/** An entry of the audit log: what was done to which record, with its state before and after. */
export type Act = {
  companyId: string
  action: string
  subjectType: string
  subjectId: string
  before?: object
  after?: object
  reason?: string
}

/**
 * Who acts, from which address and in which request. Jobs have no address and request. An email has the method MAIL.
 * `via` is for a person's own act where the request is not known.
 */
export type By = { actor: Actor; address?: string; requestId?: string; method?: string; via?: 'session' }

type Row = Required<Omit<Insertable<AuditLog>, 'id' | 'created_at'>>
type Via = { via: 'session' | 'api_key' | 'view_as' | 'mail' | 'job'; via_id: string | null }

/** Returns through what the actor acts, with the API key or the user that an administrator views as. */
function viaOf({ actor, requestId, method, via }: By): Via {
  const { byKey, viewerId, sessionId } = actor as Partial<Caller>
  if (actor.role === 'system') return { via: 'job', via_id: null }
  if (byKey) return { via: 'api_key', via_id: sessionId as string }
  if (viewerId) return { via: 'view_as', via_id: actor.userId }
  if (method === 'MAIL') return { via: 'mail', via_id: null }
  return { via: via ?? (requestId === undefined ? 'job' : 'session'), via_id: null }
}

/**
 * Returns the id of the person who acts, or null for the system. While an administrator views the portal as another
 * user, the administrator is the person who acts.
 */
export const actingPersonId = (actor: Actor): string | null =>
  actor.role === 'system' ? null : ((actor as Partial<Caller>).viewerId ?? actor.userId)

const insert = prepared((db, row: Row) => db.insertInto('audit_log').values(row))

/**
 * Adds an entry to the audit log, in the transaction of the change itself. Entries are kept forever: a trigger rejects
 * changes and deletions.
 */
export async function recordAudit(db: Db, by: By, act: Act): Promise<void> {
  const { actor, address, requestId } = by
  const via = viaOf(by)
  await insert(db, {
    company_id: act.companyId,
    actor_id: actingPersonId(actor),
    actor_role: via.via === 'view_as' ? 'admin' : actor.role,
    ...via,
    action: act.action,
    subject_type: act.subjectType,
    subject_id: act.subjectId,
    before: act.before ? JSON.stringify(act.before) : null,
    after: act.after ? JSON.stringify(act.after) : null,
    reason: act.reason ?? null,
    ip: address || null,
    request_id: requestId ?? null,
  })
}
