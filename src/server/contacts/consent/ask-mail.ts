import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { lockContact, readContact } from '../write.ts'
import { askConsent } from './consent.ts'

/**
 * Asks a contact by mail whether to send updates. Throws MAIL_ANSWERED when there is nothing to ask, ASKED_LATELY
 * within 30 days of the last question or when the address got three questions or invitations in that time from all
 * companies together, UNPROCESSABLE when the company has reached its daily limit, and NOT_FOUND when the actor has no
 * such contact.
 */
export const askMail = action(contract.contacts.askMail, (context, { id }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const contact = await lockContact(db, actor, id)
    const { mail } = await readContact(db, actor, id)
    if (!contact.email || !mail || mail.answered) throw refuse('MAIL_ANSWERED')
    if (mail.askAgainAt && Date.parse(mail.askAgainAt) > Date.now())
      throw refuse('ASKED_LATELY', { askAgainAt: mail.askAgainAt })
    const asked = await askConsent({ platform, db, actor }, contact.company_id, [contact.email], 'email')
    if (asked === 0) throw refuse('ASKED_LATELY', {})
    await recordAudit(db, context, {
      companyId: contact.company_id,
      action: 'contact.ask-mail',
      subjectType: 'contact',
      subjectId: id,
    })
    return readContact(db, actor, id)
  })
})
