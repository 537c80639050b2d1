import { v7 as uuid } from 'uuid'
import { contract } from '../../contract/index.ts'
import { createOnce } from '../platform/database/once.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { readAgreement } from './read.ts'
import { dropUnusedTerms } from './terms.ts'
import { checkTerms, prepareRevision, proposedColumns, recordAgreementAct } from './write.ts'

/** Creates an agreement: a draft with a first text. Throws UNPROCESSABLE at the fields that are not valid. */
export const createAgreement = action(contract.agreements.create, (context, input) => {
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
        fields: { templateId: ['This template no longer exists. Choose another.'] },
      })
    const id = uuid()
    const { number } = await db
      .insertInto('agreements')
      .values({ company_id: company.id, id, name: input.name, type: input.type, created_by: actor.userId })
      .returning('number')
      .executeTakeFirstOrThrow()
    const row = { company_id: company.id, id, number }
    const terms = dropUnusedTerms(input.type, input.terms)
    const { kept, body } = await checkTerms(db, { ...input, terms }, row)
    await db
      .updateTable('agreements')
      .set(proposedColumns(kept))
      .where('company_id', '=', row.company_id)
      .where('id', '=', id)
      .execute()
    await prepareRevision(db, actor, row, { kept, body, source: input.source, templateId: input.templateId })
    await recordAgreementAct(db, context, row, { kind: 'created', after: { number, ...kept }, staffOnly: true })
    return readAgreement(db, actor, id)
  })
})
