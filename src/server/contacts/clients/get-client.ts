import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { readClient } from '../write.ts'

/** Returns one client. Throws NOT_FOUND when the actor has no such client. */
export const getClient = action(contract.contacts.getClient, ({ platform, actor }, { id }) =>
  platform.db.askAs(actor, (db) => readClient(db, actor, id)),
)
