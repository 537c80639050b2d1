import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Client, NewClient } from '../../contract/contacts.ts'
import type { Actored } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { createOnce } from '../platform/once.ts'
import { publish } from '../platform/publish.ts'
import { companyFor, namedOnce, readClient } from './write.ts'

/** Creates an end client: partners of their own company, staff of the one they name. NAME_TAKEN when there is one so called. */
export function createClient(context: Actored, input: z.infer<typeof NewClient>): Promise<z.infer<typeof Client>> {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    const companyId = await companyFor(db, actor, input.companyId)
    const id = uuid()
    const fields = {
      name: input.name,
      website: input.website ?? null,
      phone: input.phone ?? null,
      address: input.address ?? null,
      industry: input.industry ?? null,
      notes: input.notes ?? '',
    }
    await namedOnce(
      db
        .insertInto('clients')
        .values({ company_id: companyId, id, ...fields })
        .execute(),
    )
    await record(db, context, {
      companyId,
      action: 'client.create',
      subjectType: 'client',
      subjectId: id,
      after: fields,
    })
    await publish(db, actor, { companyId, topic: 'client', kind: 'created', subjectId: id })
    return readClient(db, actor, id)
  })
}
