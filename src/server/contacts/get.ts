import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { readContact } from './write.ts'

/** Returns one contact. Throws NOT_FOUND when the actor has no such contact. */
export const getContact = action(contract.contacts.get, ({ platform, actor }, { id }) =>
  platform.db.askAs(actor, (db) => readContact(db, actor, id)),
)
