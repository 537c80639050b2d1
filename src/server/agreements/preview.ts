import type { z } from 'zod'
import type { AgreementType, Terms } from '../../contract/agreements.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { provider, ref } from './present.ts'
import { tidied } from './terms.ts'
import { sampleAbout, written } from './text.ts'

type Preview = {
  id?: string | undefined
  companyId: string | null
  type: z.infer<typeof AgreementType>
  name: string
  terms: z.infer<typeof Terms>
  source: string
}

/** A text as it would read. Without a company one is made up; the number is that of the agreement, if it has one. */
export const preview = ({ platform, actor }: Actored, input: Preview) =>
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
    const terms = tidied(input.type, input.terms)
    const sla = terms.slaPolicyId
      ? await db.selectFrom('sla_policies').select('name').where('id', '=', terms.slaPolicyId).executeTakeFirst()
      : undefined
    return written(
      input.source,
      { ...terms, name: input.name, type: input.type, slaName: sla?.name ?? null },
      company ? { company, provider, number: agreement ? ref(agreement.number) : 'A-0000' } : sampleAbout(provider),
    )
  })
