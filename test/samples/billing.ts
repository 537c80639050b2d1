import { makeBilling } from '../factories/billing.ts'
import type { Samples } from './samples.ts'

export const billingSamples: Samples = {
  async ofProvider({ db, world }) {
    const account = {
      account_name: 'Provider',
      bank_name: 'Test Bank',
      routing_number: '021000021',
      account_number: '12345',
    }
    await db
      .insertInto('remittance_details')
      .values({ company_id: world.provider.id, ...account })
      .execute()
  },
  async ofCompany({ db, of }) {
    const company_id = of.company.id
    await makeBilling(db, of.owner)
    await db
      .insertInto('stripe_customers')
      .values({ company_id, stripe_id: `cus_${company_id}` })
      .execute()
    const own = { company_id, id: crypto.randomUUID() }
    await db
      .insertInto('card_pages')
      .values({ ...own, consent: 'x', started_by: of.owner.id })
      .execute()
    await db
      .insertInto('orders')
      .values({ ...own, source: 'purchase', method: 'card', total_cents: 1 })
      .execute()
    await db
      .insertInto('checkouts')
      .values({ ...own, order_id: own.id, amount_cents: 1, started_by: of.owner.id })
      .execute()
  },
}
