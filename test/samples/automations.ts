import { makeInstallation, makeRuns } from '../factories/automations.ts'
import { makeClient } from '../factories/contacts.ts'
import type { Samples } from './samples.ts'

export const automationSamples: Samples = {
  async ofCompany({ db, of }) {
    const company_id = of.company.id
    const product = await db.selectFrom('products').select('id').executeTakeFirstOrThrow()
    const client = await makeClient(db, { company_id })
    const automation = await makeInstallation(db, { companyId: company_id })
    await makeRuns(db, automation, [{ startedAt: new Date().toISOString(), clientId: client.id }])
    const inAutomation = { company_id, installation_id: automation.id }
    await db
      .insertInto('installation_clients')
      .values({ ...inAutomation, client_id: client.id })
      .execute()
    await db
      .insertInto('connections')
      .values({ ...inAutomation, id: crypto.randomUUID(), tool: 'PSA', label: 'API user', reference: 'vault: PSA' })
      .execute()
    await db
      .insertInto('alert_episodes')
      .values({ ...inAutomation, id: crypto.randomUUID(), kind: 'failing' })
      .execute()
    await db
      .insertInto('dismissed_recommendations')
      .values({ company_id, product_id: product.id, dismissed_by: of.owner.id })
      .execute()
    await db
      .insertInto('recommendation_words')
      .values({ company_id, product_id: product.id, facts: 'a'.repeat(64) })
      .execute()
  },
}
