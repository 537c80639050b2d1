import type { Insertable } from 'kysely'
import { v7 as uuid } from 'uuid'
import { contract } from '../../../contract/index.ts'
import type { Clients } from '../../platform/database/db.types.ts'
import { createOnce } from '../../platform/database/once.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { buildNewColumns } from '../../platform/field-edits.ts'
import { action } from '../../platform/http/action.ts'
import { demandName } from '../../platform/sign-in/names.ts'
import { companyFor, readClient, refuseTakenClientName } from '../write.ts'
import { clientFields } from './fields.ts'

/**
 * Creates a client of the partner's own company, or of the company that staff name. Throws NAME_TAKEN when a client has
 * this name, and UNPROCESSABLE when the company does not exist or a partner's name for the client is not allowed.
 */
export const createClient = action(contract.contacts.createClient, (context, input) => {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    if (actor.kind === 'tenant') demandName(input.name, 'name', 'client')
    const companyId = await companyFor(db, actor, input.companyId)
    const id = uuid()
    const fields = buildNewColumns(clientFields, input)
    await refuseTakenClientName(
      db
        .insertInto('clients')
        .values({ company_id: companyId, id, ...fields } as Insertable<Clients>)
        .execute(),
    )
    await recordAudit(db, context, {
      companyId,
      action: 'client.create',
      subjectType: 'client',
      subjectId: id,
      after: fields,
    })
    await publish(db, actor, { companyId, topic: 'client', kind: 'created', subjectId: id })
    return readClient(db, actor, id)
  })
})
