import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { agreementRef, presentProvider } from '../present.ts'
import { dropUnusedTerms } from '../terms.ts'
import { renderAgreementText, sampleAbout } from './text.ts'

/**
 * Renders a text with the given terms. Without a company it uses sample values; with one, the number of the agreement
 * `id`, or A-0000. Throws UNPROCESSABLE for an unknown company, and NOT_FOUND for an unknown agreement.
 */
export const previewAgreement = action(contract.agreements.preview, ({ platform, actor }, input) =>
  platform.db.asActor(actor, async (db) => {
    const company = input.companyId
      ? await db
          .selectFrom('companies')
          .select(['name', 'address'])
          .where('id', '=', input.companyId)
          .executeTakeFirst()
      : undefined
    if (input.companyId && !company) throw refuse('UNPROCESSABLE', { fields: { companyId: ['Choose a partner.'] } })
    const agreement = input.id
      ? await db.selectFrom('agreements').select('number').where('id', '=', input.id).executeTakeFirst()
      : undefined
    if (input.id && !agreement) throw refuse('NOT_FOUND')
    const terms = dropUnusedTerms(input.type, input.terms)
    const sla = terms.slaPolicyId
      ? await db.selectFrom('shared_sla_policies').select('name').where('id', '=', terms.slaPolicyId).executeTakeFirst()
      : undefined
    return renderAgreementText(
      input.source,
      { ...terms, name: input.name, type: input.type, slaName: sla?.name ?? null },
      company
        ? { company, provider: presentProvider, number: agreement ? agreementRef(agreement.number) : 'A-0000' }
        : sampleAbout(presentProvider),
    )
  }),
)
