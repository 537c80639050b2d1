import { contract } from '../../contract/index.ts'
import { createOnce } from '../platform/database/once.ts'
import { action } from '../platform/http/action.ts'
import { addContact } from './add-contact.ts'
import { clientOf } from './choose.ts'
import { companyFor, readContact } from './write.ts'

/**
 * Creates a contact in the partner's own company, or in the company that staff name. Throws UNPROCESSABLE when the
 * company or the client does not exist, or the client is archived.
 */
export const createContact = action(contract.contacts.create, (context, input) => {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    const companyId = await companyFor(db, actor, input.companyId)
    await clientOf(db, companyId, input.clientId)
    return readContact(db, actor, await addContact(db, context, companyId, input))
  })
})
