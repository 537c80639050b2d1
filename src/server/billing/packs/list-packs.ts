import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { methodsOf } from '../payments/methods.ts'
import { isAdmin } from '../policy.ts'
import { packRows, presentPack } from './pack-write.ts'

/**
 * Returns the packs for sale in their order, with the payment methods. Administrators can request the archived ones
 * too.
 */
export const listPacks = action(contract.billing.packs, ({ platform, actor }, { archived }) => {
  return platform.db.askAs(actor, async (db) => {
    let query = packRows(db)
    if (!(archived && isAdmin(actor))) query = query.where('archived_at', 'is', null)
    return { items: (await query.execute()).map((r) => presentPack(r, actor)), methods: methodsOf(platform) }
  })
})
