import { makeBounce, makeClient, makeContact, makeImport } from '../factories/contacts.ts'
import type { Samples } from './samples.ts'

export const contactSamples: Samples = {
  async ofCompany({ db, world, of }) {
    const company_id = of.company.id
    const email = 'gone@client.test'
    const client = await makeClient(db, { company_id })
    await makeContact(db, { company_id, client_id: client.id, email })
    await makeBounce(db, { company_id, email })
    await makeBounce(db, { company_id, email: world.engineer.email })
    await makeImport(db, { company_id, created_by: of.owner.id })
  },
}
