// A company's customer at Stripe.
import { type Db, systemOf } from '../../platform/database/db.ts'
import { paymentProblem } from '../../platform/payments/payment-problem.ts'
import type { Platform } from '../../platform/platform.ts'
import { cardsOf } from '../payments/cards.ts'

/** Returns the name of a company and the email address of its longest-standing owner, for Stripe. */
const whoIs = (db: Db, companyId: string) =>
  db
    .selectFrom('companies as c')
    .select((e) => [
      'c.name',
      e
        .selectFrom('profiles as p')
        .innerJoin('user_roles as r', 'r.user_id', 'p.id')
        .select('p.email')
        .whereRef('p.company_id', '=', 'c.id')
        .where('r.role', '=', 'owner')
        .where('p.deactivated_at', 'is', null)
        .orderBy('p.created_at')
        .orderBy('p.id')
        .limit(1)
        .as('email'),
    ])
    .where('c.id', '=', companyId)
    .executeTakeFirstOrThrow()

/**
 * Returns the id of the company's customer at Stripe, and creates the customer when it is first needed. Concurrent
 * calls get the same one, because the idempotency key is the company's. A customer whose response was lost is found
 * again. Throws PaymentProblem; CARD_UNAVAILABLE without keys.
 */
export async function ensureCustomer(platform: Platform, companyId: string): Promise<string> {
  const payments = cardsOf(platform)
  const system = systemOf(companyId)
  const known = (db: Db) =>
    db.selectFrom('stripe_customers').select('stripe_id').where('company_id', '=', companyId).executeTakeFirst()
  const before = await platform.db.askAs(system, known)
  if (before) return before.stripe_id
  const { name, email } = await platform.db.askAs(system, (db) => whoIs(db, companyId))
  const [found] = await payments.customersOf(companyId).catch((e) => {
    // Not every Stripe account may search.
    if (paymentProblem(e)?.kind === 'refused') return []
    throw e
  })
  const { id } = found ?? (await payments.createCustomer(companyId, { name, ...(email ? { email } : {}) }))
  return platform.db.asActor(system, async (db) => {
    await db
      .insertInto('stripe_customers')
      .values({ company_id: companyId, stripe_id: id })
      .onConflict((c) => c.column('company_id').doNothing())
      .execute()
    return (await known(db))?.stripe_id as string
  })
}

/** Column values that remove the stored card and the consent to charge it. */
export const NO_CARD = {
  payment_method: null,
  card_brand: null,
  card_last4: null,
  card_exp_month: null,
  card_exp_year: null,
  consent: null,
  consent_by: null,
  consent_at: null,
}

/**
 * Updates the stored card from Stripe. The consent stays with the card that an owner agreed to; another card is shown
 * but never charged automatically. Returns false when the customer no longer exists. Throws PaymentProblem.
 */
export async function syncCard(platform: Platform, companyId: string): Promise<boolean> {
  const payments = cardsOf(platform)
  const system = systemOf(companyId)
  const row = await platform.db.askAs(system, (db) =>
    db.selectFrom('stripe_customers').selectAll().where('company_id', '=', companyId).executeTakeFirst(),
  )
  if (!row) return false
  const customer = await payments.customer(row.stripe_id)
  if (!customer) return false
  const cards = await payments.cards(row.stripe_id)
  const card =
    cards.find((c) => c.id === customer.defaultMethodId) ?? cards.find((c) => c.id === row.payment_method) ?? cards[0]
  await platform.db.asActor(system, (db) =>
    db
      .updateTable('stripe_customers')
      .set({
        ...(card
          ? {
              payment_method: card.id,
              card_brand: card.brand,
              card_last4: card.last4,
              card_exp_month: card.expMonth,
              card_exp_year: card.expYear,
            }
          : NO_CARD),
        ...(card && card.id !== row.payment_method ? { consent: null, consent_by: null, consent_at: null } : {}),
        synced_at: new Date().toISOString(),
        updated_at: new Date().toISOString(),
      })
      .where('company_id', '=', companyId)
      // Do not overwrite a card that was stored or removed in the meantime.
      .where('updated_at', '=', row.updated_at)
      .execute(),
  )
  return true
}
