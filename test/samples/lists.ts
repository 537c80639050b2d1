import type { Samples } from './samples.ts'

export const listSamples: Samples = {
  async ofCompany({ db, of }) {
    const kept = { company_id: of.company.id, user_id: of.owner.id, list: 'tickets', columns: ['status'] }
    await db.insertInto('list_columns').values(kept).execute()
    await db
      .insertInto('saved_views')
      .values({ ...kept, id: crypto.randomUUID(), name: 'Mine', query: '', position: 0 })
      .execute()
  },
}
