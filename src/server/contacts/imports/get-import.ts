import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { readImport } from './import-queries.ts'

/**
 * Returns one import: how the file was read, its progress and its result. Throws NOT_FOUND when the actor has no such
 * import.
 */
export const getImport = action(contract.contacts.getImport, ({ platform, actor }, { id }) =>
  platform.db.asActor(actor, (db) => readImport(db, actor, id)),
)
