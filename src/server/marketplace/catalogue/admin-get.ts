import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { presentCatalogue, readProduct } from './catalogue-rows.ts'

/** Returns one product in any status, for staff. Throws NOT_FOUND. */
export const adminGet = action(contract.marketplace.adminGet, ({ platform, actor }, { id }) =>
  platform.db.askAs(actor, async (db) => presentCatalogue(await readProduct(db, id), actor)),
)
