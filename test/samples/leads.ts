import { makeLead, makeLeadActivity } from '../factories/leads.ts'
import type { Samples } from './samples.ts'

export const leadSamples: Samples = {
  async ofProvider({ db, world }) {
    await makeLeadActivity(db, await makeLead(db, world.provider), world.engineer)
    await db
      .insertInto('lead_reminders')
      .values({ company_id: world.provider.id, owner_id: world.engineer.id, day: '2026-10-01' })
      .execute()
  },
}
