import { systemOf } from '../platform/db.ts'
import type { Teller } from '../platform/notices.ts'
import { publish } from '../platform/publish.ts'

/** Somebody without an account who watches a ticket wants no more mail about it: watches no longer. */
export const leaveTicket: NonNullable<Teller['leave']> = async (_platform, db, { companyId, subjectId, email }) => {
  const gone = await db
    .deleteFrom('ticket_watchers as w')
    .using('contacts as k')
    .whereRef('k.company_id', '=', 'w.company_id')
    .whereRef('k.id', '=', 'w.contact_id')
    .where((e) => e(e.fn<string>('lower', ['k.email']), '=', email))
    .where('w.company_id', '=', companyId)
    .where('w.ticket_id', '=', subjectId)
    .returning('w.id')
    .execute()
  if (gone.length > 0)
    await publish(db, systemOf(companyId), { companyId, topic: 'ticket', kind: 'watchers', subjectId })
}
