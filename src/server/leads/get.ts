import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { readLead } from './write.ts'

/**
 * Returns one lead. A merged lead returns the lead that it was merged into, so that links to it keep working. Throws
 * NOT_FOUND when it does not exist.
 */
export const getLead = action(contract.leads.get, ({ platform, actor }, { id }) =>
  platform.db.asActor(actor, async (db) => {
    const merged = await db
      .selectFrom('leads')
      .select('merged_into')
      .where('company_id', '=', actor.companyId)
      .where('id', '=', id)
      .executeTakeFirst()
    return readLead(db, actor, merged?.merged_into ?? id)
  }),
)
