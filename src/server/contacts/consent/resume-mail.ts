import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { lockContact, readContact } from '../write.ts'
import { publishMailState } from './publish-mail-state.ts'

/**
 * Resumes mail to a contact whose address bounced. Does nothing when no mail is held back. Throws NOT_FOUND when the
 * actor has no such contact.
 */
export const resumeMail = action(contract.contacts.resumeMail, (context, { id }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { company_id: companyId, email } = await lockContact(db, actor, id)
    const address = email?.toLowerCase() ?? ''
    const freed = await db
      .deleteFrom('mail_bounces')
      .where('company_id', '=', companyId)
      .where('email', '=', address)
      .returning(['email', 'status', 'detail', 'last_at'])
      .executeTakeFirst()
    if (freed) {
      await recordAudit(db, context, {
        companyId,
        action: 'contact.resume-mail',
        subjectType: 'contact',
        subjectId: id,
        before: freed,
      })
      await publishMailState(db, actor, companyId, [address], 'mails-resumed')
    }
    return readContact(db, actor, id)
  })
})
