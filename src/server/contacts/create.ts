import { contract } from '../../contract/index.ts'
import { createOnce } from '../platform/database/once.ts'
import { action } from '../platform/http/action.ts'
import { demandName } from '../platform/sign-in/names.ts'
import { addContact } from './add-contact.ts'
import { clientOf } from './choose.ts'
import { companyFor, readContact } from './write.ts'

/**
 * Creates a contact in the partner's own company, or in the company that staff name. Throws UNPROCESSABLE when the
 * company or the client does not exist, the client is archived, or a partner's name for the contact is not allowed.
 */
export const createContact = action(contract.contacts.create, (context, input) => {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    if (actor.kind === 'tenant') demandName(input.fullName, 'fullName')
    const companyId = await companyFor(db, actor, input.companyId)
    await clientOf(db, companyId, input.clientId)
    return readContact(db, actor, await addContact(db, context, companyId, input))
  })
})
