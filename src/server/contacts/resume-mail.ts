import type { z } from 'zod'
import type { Contact } from '../../contract/contacts.ts'
import type { Actored } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { tellMails } from './tell-mails.ts'
import { readContact, takeContact } from './write.ts'

/**
 * Has mails sent to a contact again although the last one came back. Nothing happens where none are held back.
 * NOT_FOUND when the actor has no such contact.
 */
export function resumeMail(context: Actored, { id }: { id: string }): Promise<z.infer<typeof Contact>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { company_id: companyId, email } = await takeContact(db, actor, id)
    const address = email?.toLowerCase() ?? ''
    const freed = await db
      .deleteFrom('mail_bounces')
      .where('company_id', '=', companyId)
      .where('email', '=', address)
      .returning(['email', 'status', 'detail', 'last_at'])
      .executeTakeFirst()
    if (freed) {
      await record(db, context, {
        companyId,
        action: 'contact.resume-mail',
        subjectType: 'contact',
        subjectId: id,
        before: freed,
      })
      await tellMails(db, actor, companyId, [address], 'mails-resumed')
    }
    return readContact(db, actor, id)
  })
}
