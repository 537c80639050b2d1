import { makeAgreement } from '../factories/agreements.ts'
import type { Samples } from './samples.ts'

export const agreementSamples: Samples = {
  async ofProvider({ db, world }) {
    const template = { name: 'Block of hours', type: 'block_hours', body: 'We work.' }
    await db
      .insertInto('agreement_templates')
      .values({ company_id: world.provider.id, id: crypto.randomUUID(), ...template })
      .execute()
  },
  async ofCompany({ db, world, of }) {
    const fields = { by: world.admin, companyId: of.company.id }
    await makeAgreement(db, { ...fields, signed: { by: of.owner } })
    await makeAgreement(db, fields)
  },
}
