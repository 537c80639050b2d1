import type { Actor, Db } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/publish.ts'

/**
 * Publishes an event for each of the company's contacts with these addresses: mail held, mail resumed, or consent
 * changed.
 */
export async function publishMailState(
  db: Db,
  actor: Actor,
  companyId: string,
  addresses: string[],
  kind: 'mails-held' | 'mails-resumed' | 'mail-consent',
): Promise<void> {
  const contacts = await db
    .selectFrom('contacts')
    .select('id')
    .where('company_id', '=', companyId)
    .where('email_key', 'in', addresses)
    .execute()
  for (const { id } of contacts) await publish(db, actor, { companyId, topic: 'contact', kind, subjectId: id })
}
