import { catalogue } from '../../content/marketplace/index.ts'
import { loadCatalogue } from '../../src/server/marketplace/index.ts'
import type { Samples } from './samples.ts'

export const marketplaceSamples: Samples = {
  async ofProvider({ db }) {
    await loadCatalogue(db, catalogue.slice(0, 1))
  },
  async ofCompany({ db, of }) {
    const product = await db.selectFrom('products').select('id').executeTakeFirstOrThrow()
    await db
      .insertInto('purchase_asks')
      .values({ company_id: of.company.id, product_id: product.id, asked_on: '2026-11-22', asked_by: of.member.id })
      .execute()
  },
}
