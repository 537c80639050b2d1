import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { readCompany } from './get.ts'

/**
 * Approves that a company sends mail to people without an account, or withdraws the approval. Does nothing when the
 * approval does not change, or for the provider. Throws NOT_FOUND.
 */
export const approveMail = action(contract.companies.approveMail, (context, { id, approved }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const company = await db
      .selectFrom('companies')
      .select(['mail_approved_at', 'is_internal'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!company) throw refuse('NOT_FOUND')
    if (company.is_internal || (company.mail_approved_at !== null) === approved) return readCompany(db, actor, id)
    await db
      .updateTable('companies')
      .set(
        approved
          ? { mail_approved_at: sql<string>`now()`, mail_approved_by: actor.userId }
          : { mail_approved_at: null, mail_approved_by: null },
      )
      .where('id', '=', id)
      .execute()
    await recordAudit(db, context, {
      companyId: id,
      action: approved ? 'company.approve-mail' : 'company.withdraw-mail',
      subjectType: 'company',
      subjectId: id,
      before: { mailApproved: !approved },
      after: { mailApproved: approved },
    })
    await publish(db, actor, { companyId: id, topic: 'company', kind: 'edited', subjectId: id })
    return readCompany(db, actor, id)
  })
})
