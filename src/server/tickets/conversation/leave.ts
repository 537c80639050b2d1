import { systemOf } from '../../platform/database/db.ts'
import type { Notifier } from '../../platform/events/notifiers.ts'
import { publish } from '../../platform/events/publish.ts'
import { targetOf } from '../facts/merge.ts'

/**
 * Stops a contact without an account from watching a ticket, when they unsubscribe from its mail: the ticket itself, or
 * the one that it was merged into.
 */
export const unwatchTicket: NonNullable<Notifier['leave']> = async (_platform, db, about) => {
  const { companyId, email } = about
  const subjectId = (await targetOf(db, about.subjectId))?.ticketId ?? about.subjectId
  const deleted = await db
    .deleteFrom('ticket_watchers as w')
    .using('shared_contacts as k')
    .whereRef('k.company_id', '=', 'w.company_id')
    .whereRef('k.id', '=', 'w.contact_id')
    .where((e) => e(e.fn<string>('lower', ['k.email']), '=', email))
    .where('w.company_id', '=', companyId)
    .where('w.ticket_id', '=', subjectId)
    .returning('w.id')
    .execute()
  if (deleted.length > 0)
    await publish(db, systemOf(companyId), { companyId, topic: 'ticket', kind: 'watchers', subjectId })
}
