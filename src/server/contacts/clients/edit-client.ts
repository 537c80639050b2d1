import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { editFields } from '../../platform/field-edits.ts'
import { action } from '../../platform/http/action.ts'
import { demandName } from '../../platform/sign-in/names.ts'
import { lockClient, readClient, refuseTakenClientName } from '../write.ts'
import { clientFields } from './fields.ts'

/**
 * Changes the given fields of a client. Throws NOT_FOUND, CONFLICT when the client has changed since `version`,
 * NAME_TAKEN when another client has this name, and UNPROCESSABLE when a partner's name for it is not allowed.
 */
export const editClient = action(contract.contacts.editClient, (context, { id, version, ...wanted }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const client = await lockClient(db, actor, id, version)
    const { company_id } = client
    const { columns, before } = await editFields(clientFields, db, company_id, client, wanted)
    if (actor.kind === 'tenant' && typeof columns.name === 'string') demandName(columns.name, 'name', 'client')
    if (Object.keys(columns).length === 0) return readClient(db, actor, id)
    await refuseTakenClientName(
      db
        .updateTable('clients')
        .set({ ...columns, version: client.version + 1, updated_at: sql<string>`now()` })
        .where('company_id', '=', company_id)
        .where('id', '=', id)
        .execute(),
    )
    await recordAudit(db, context, {
      companyId: company_id,
      action: 'client.edit',
      subjectType: 'client',
      subjectId: id,
      before,
      after: columns,
    })
    await publish(db, actor, { companyId: company_id, topic: 'client', kind: 'edited', subjectId: id })
    return readClient(db, actor, id)
  })
})
