import type { Actor, Db } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'

/** Open pages hear that mails to a company's contacts with these addresses are held back, or go out again. */
export async function tellMails(
  db: Db,
  actor: Actor,
  companyId: string,
  addresses: string[],
  kind: 'mails-held' | 'mails-resumed',
): Promise<void> {
  const contacts = await db
    .selectFrom('contacts')
    .select('id')
    .where('company_id', '=', companyId)
    .where('email_key', 'in', addresses)
    .execute()
  for (const { id } of contacts) await publish(db, actor, { companyId, topic: 'contact', kind, subjectId: id })
}
