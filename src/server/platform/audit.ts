import type { Insertable } from 'kysely'
import type { Actor, Db } from './db.ts'
import type { AuditLog } from './db.types.ts'
import { prepared } from './prepared.ts'

/** One act worth answering for: who did what to which thing, with what it was before and after. */
export type Act = {
  companyId: string
  action: string
  subjectType: string
  subjectId: string
  before?: object
  after?: object
  reason?: string
}

/** Who acts, from where, in which request (none for a job). */
export type By = { actor: Actor; address?: string; requestId?: string }

type Row = Required<Omit<Insertable<AuditLog>, 'id' | 'created_at'>>
const insert = prepared((db, row: Row) => db.insertInto('audit_log').values(row))

/** Writes an act into the audit log, in the transaction of the act itself. */
export async function record(db: Db, { actor, address, requestId }: By, act: Act): Promise<void> {
  // An administrator who looks as somebody else reads only; what is written down of that (a download) is theirs.
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
