import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { CreateCompany } from '../../contract/companies/index.ts'
import { contract } from '../../contract/index.ts'
import type { Db } from '../platform/database/db.ts'
import { createOnce } from '../platform/database/once.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { buildNewColumns } from '../platform/field-edits.ts'
import { action } from '../platform/http/action.ts'
import type { ActorContext } from '../platform/http/api.ts'
import { demandName } from '../platform/sign-in/names.ts'
import { toStoredColumns } from './edit.ts'
import { companyFields } from './fields.ts'
import { readCompany } from './get.ts'
import { slugOf } from './policy.ts'

/**
 * Adds a partner company in the caller's transaction, with its audit log entry, and returns its id. Only for staff.
 * Converting a lead into a company also uses this. Throws UNPROCESSABLE at `field` for a name that is not allowed.
 */
export async function addCompany(
  db: Db,
  context: Pick<ActorContext, 'actor' | 'address' | 'requestId'>,
  wanted: z.infer<typeof CreateCompany>,
  /** The form field of the name, for errors. */
  field = 'name',
): Promise<string> {
  demandName(wanted.name, field)
  const id = uuid()
  await db
    .insertInto('companies')
    .values({
      ...toStoredColumns(buildNewColumns(companyFields, wanted)),
      id,
      name: wanted.name,
      slug: slugOf(wanted.name, id.slice(-6)),
    })
    .execute()
  await recordAudit(db, context, {
    companyId: id,
    action: 'company.create',
    subjectType: 'company',
    subjectId: id,
    after: { name: wanted.name },
  })
  await publish(db, context.actor, { companyId: id, topic: 'company', kind: 'created', subjectId: id })
  return id
}

/** Adds a partner company. Throws UNPROCESSABLE for a name that is not allowed. */
export const createCompany = action(contract.companies.create, (context, input) =>
  createOnce(context, input, async (db) => readCompany(db, context.actor, await addCompany(db, context, input))),
)
