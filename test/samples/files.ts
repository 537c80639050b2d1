import type { Samples } from './samples.ts'

export const fileSamples: Samples = {
  async ofCompany({ db, of }) {
    for (const staff_only of [false, true])
      await db
        .insertInto('files')
        .values({
          company_id: of.company.id,
          id: crypto.randomUUID(),
          name: 'p',
          type: 'text/plain',
          size: 1,
          sha256: 'p',
          staff_only,
          uploaded_by: of.owner.id,
        })
        .execute()
  },
}
