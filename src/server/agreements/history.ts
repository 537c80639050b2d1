import { contract } from '../../contract/index.ts'
import { actsOf } from '../platform/events/acts.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'

/** Returns who did what to an agreement, when and why, newest first. Throws NOT_FOUND when it does not exist. */
export const listAgreementHistory = action(
  contract.agreements.history,
  ({ platform, actor }, { id, limit, cursor }) => {
    return platform.db.asActor(actor, async (db) => {
      const agreement = await db.selectFrom('agreements').select('company_id').where('id', '=', id).executeTakeFirst()
      if (!agreement) throw refuse('NOT_FOUND')
      return actsOf(db, { companyId: agreement.company_id, subject: 'agreement', id, limit, cursor })
    })
  },
)
