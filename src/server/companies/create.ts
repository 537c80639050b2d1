import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Company, CreateCompany } from '../../contract/companies.ts'
import type { Actored } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { createOnce } from '../platform/once.ts'
import { publish } from '../platform/publish.ts'
import { columnsOf } from './edit.ts'
import { read } from './get.ts'
import { slugOf } from './policy.ts'

/**
 * Adds a partner company in the caller's transaction, with its audit entry, and gives its id. For staff: also what
 * turns a lead into a company goes through here.
 */
export async function addCompany(
  db: Db,
  context: Pick<Actored, 'actor' | 'address' | 'requestId'>,
  wanted: z.infer<typeof CreateCompany>,
): Promise<string> {
  const id = uuid()
  const { business_hours, ...plain } = columnsOf(wanted)
  await db
    .insertInto('companies')
    .values({
      id,
      ...plain,
      ...(business_hours ? { business_hours: JSON.stringify(business_hours) } : {}),
      name: wanted.name,
      slug: slugOf(wanted.name, id.slice(-6)),
    })
    .execute()
  await record(db, context, {
    companyId: id,
    action: 'company.create',
    subjectType: 'company',
    subjectId: id,
    after: { name: wanted.name },
  })
  await publish(db, context.actor, { companyId: id, topic: 'company', kind: 'created', subjectId: id })
  return id
}

/** Adds a partner company. */
export const create = (context: Actored, input: z.infer<typeof CreateCompany>): Promise<z.infer<typeof Company>> =>
  createOnce(context, input, async (db) => read(db, context.actor, await addCompany(db, context, input)))
