import type { Samples } from './samples.ts'

export const documentSamples: Samples = {
  async ofCompany({ db, of }) {
    const document = { kind: 'agreement', content: 'a'.repeat(64), name: 'A-1', sheet: '{}' }
    const subject_id = crypto.randomUUID()
    await db
      .insertInto('documents')
      .values(
        [false, true].map((staff_only) => ({
          company_id: of.company.id,
          id: crypto.randomUUID(),
          subject_id,
          staff_only,
          ...document,
        })),
      )
      .execute()
  },
}
