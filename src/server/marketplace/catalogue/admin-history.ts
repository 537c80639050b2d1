import { contract } from '../../../contract/index.ts'
import { actsOf } from '../../platform/events/acts.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'

/** Returns the audit log of a product, newest first. Throws NOT_FOUND when it does not exist. */
export const adminHistory = action(contract.marketplace.adminHistory, ({ platform, actor }, { id, limit, cursor }) => {
  return platform.db.asActor(actor, async (db) => {
    const product = await db.selectFrom('products').select('company_id').where('id', '=', id).executeTakeFirst()
    if (!product) throw refuse('NOT_FOUND')
    return actsOf(db, { companyId: product.company_id, subject: 'product', id, limit, cursor })
  })
})
