import type { z } from 'zod'
import type { Contact, NewContact } from '../../contract/contacts.ts'
import type { Actored } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { addContact } from './add-contact.ts'
import { clientOf, companyFor, readContact } from './write.ts'

/** Creates a contact: partners in their own company, staff in the one they name. UNPROCESSABLE for a client that is not there. */
export function create(context: Actored, input: z.infer<typeof NewContact>): Promise<z.infer<typeof Contact>> {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    const companyId = await companyFor(db, actor, input.companyId)
    await clientOf(db, companyId, input.clientId)
    return readContact(db, actor, await addContact(db, context, companyId, input))
  })
}
