import { makeActiveAgreement } from '../factories/agreements.ts'
import type { Samples } from './samples.ts'

/** Sample rows of the hours module. A test server's partners already have balances, blocks and ledger lines. */
export const hourSamples: Samples = {
  async ofCompany({ db, world, of }) {
    const agreement = await makeActiveAgreement(db, { company_id: of.company.id, by: world.admin })
    await db
      .insertInto('hour_overage_marks')
      .values({ company_id: of.company.id, agreement_id: agreement.id, billed_up_to: 0 })
      .execute()
  },
}
