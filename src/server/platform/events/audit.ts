import type { Insertable } from 'kysely'
import type { Actor, Db } from '../database/db.ts'
import type { AuditLog } from '../database/db.types.ts'
import { prepared } from '../database/prepared.ts'

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

/** Who acts, from which address and in which request. Jobs have no address and request. */
export type By = { actor: Actor; address?: string; requestId?: string }

type Row = Required<Omit<Insertable<AuditLog>, 'id' | 'created_at'>>
const insert = prepared((db, row: Row) => db.insertInto('audit_log').values(row))

/** Adds an entry to the audit log, in the transaction of the change itself. */
export async function recordAudit(db: Db, { actor, address, requestId }: By, act: Act): Promise<void> {
  // An administrator viewing as another user can only read. What is recorded of that (a download) is theirs.
  const { viewerId } = actor as { viewerId?: string }
  await insert(db, {
    company_id: act.companyId,
    actor_id: actor.role === 'system' ? null : (viewerId ?? actor.userId),
    actor_role: viewerId ? 'admin' : actor.role,
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
