import { makeInvitation } from '../factories/people.ts'
import type { Samples } from './samples.ts'

export const peopleSamples: Samples = {
  async ofCompany({ db, of }) {
    const invitation = { email: 'invited@partner.test', role: 'member' as const }
    await makeInvitation(db, { companyId: of.company.id, invitedBy: of.owner.id, ...invitation })
  },
}
