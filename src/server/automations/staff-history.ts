import { contract } from '../../contract/index.ts'
import { actsOf } from '../platform/events/acts.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'

/** Returns the audit log of an automation, newest first. Throws NOT_FOUND when it does not exist. */
export const listAutomationHistory = action(
  contract.automations.history,
  ({ platform, actor }, { id, limit, cursor }) => {
    return platform.db.asActor(actor, async (db) => {
      const row = await db.selectFrom('installations').select('company_id').where('id', '=', id).executeTakeFirst()
      if (!row) throw refuse('NOT_FOUND')
      return actsOf(db, { companyId: row.company_id, subject: 'installation', id, limit, cursor })
    })
  },
)
