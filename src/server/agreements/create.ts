import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Agreement, NewAgreement } from '../../contract/agreements.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { read } from './read.ts'
import { tidied } from './terms.ts'
import { checked, keep, prepare, proposedColumns } from './write.ts'

/** Writes an agreement: a draft with a first text. UNPROCESSABLE beside what does not fit. */
export function create(context: Actored, input: z.infer<typeof NewAgreement>): Promise<z.infer<typeof Agreement>> {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    const company = await db
      .selectFrom('companies')
      .select('id')
      .where('id', '=', input.companyId)
      .where('is_internal', '=', false)
      .executeTakeFirst()
    if (!company) throw refuse('UNPROCESSABLE', { fields: { companyId: ['Choose a partner.'] } })
    const template = input.templateId
      ? await db.selectFrom('agreement_templates').select('id').where('id', '=', input.templateId).executeTakeFirst()
      : undefined
    if (input.templateId && !template)
      throw refuse('UNPROCESSABLE', {
        fields: { templateId: ['This template is not there any more. Choose another.'] },
      })
    const id = uuid()
    const { number } = await db
      .insertInto('agreements')
      .values({ company_id: company.id, id, name: input.name, type: input.type, created_by: actor.userId })
      .returning('number')
      .executeTakeFirstOrThrow()
    const row = { company_id: company.id, id, number }
    const terms = tidied(input.type, input.terms)
    const { kept, body } = await checked(db, { ...input, terms }, row)
    await db
      .updateTable('agreements')
      .set(proposedColumns(kept))
      .where('company_id', '=', row.company_id)
      .where('id', '=', id)
      .execute()
    await prepare(db, actor, row, { kept, body, source: input.source, templateId: input.templateId })
    await keep(db, context, row, { kind: 'created', after: { number, ...kept }, staffOnly: true })
    return read(db, actor, id)
  })
}
