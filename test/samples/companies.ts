import type { Samples } from './samples.ts'

export const companySamples: Samples = {
  async ofCompany({ db, world, of }) {
    const own = { company_id: of.company.id, id: crypto.randomUUID() }
    await db
      .insertInto('pictures')
      .values({ ...own, type: 'image/png', bytes: Buffer.from('x'), etag: 'x' })
      .execute()
    await db
      .insertInto('exports')
      .values({ ...own, with_files: false, requested_by: of.owner.id })
      .execute()
    await db
      .insertInto('company_notes')
      .values({ ...own, author_id: world.engineer.id, body: 'between us' })
      .execute()
    await db
      .insertInto('api_keys')
      .values({ ...own, name: 'x', prefix: 'mwk_x', hash: own.id, scopes: [], created_by: of.owner.id })
      .execute()
  },
}
