// Actions of administrators on a company's Stripe customer.

import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { createOnce } from '../../platform/database/once.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { cardsOf, refuseCall } from '../payments/cards.ts'
import { settleOpen } from './follow-payments.ts'
import { getCustomer, readCustomer } from './get-customer.ts'
import { ensureCustomer, NO_CARD, syncCard } from './stripe-customer.ts'

/**
 * Creates a company's customer at Stripe; an existing one is kept. Throws NOT_FOUND, CARD_UNAVAILABLE,
 * PAYMENT_REFUSED, PAYMENT_UNAVAILABLE.
 */
export const createCustomer = action(contract.billing.createCustomer, async (context, input) => {
  const { platform, actor, address, requestId } = context
  const { companyId } = input
  await createOnce(context, input, async (db) => {
    await readCustomer(platform, db, actor, companyId)
    return { companyId }
  })
  cardsOf(platform)
  const stripeId = await ensureCustomer(platform, companyId).catch(refuseCall)
  await platform.db.asActor(actor, (db) =>
    recordAudit(
      db,
      { actor, address, requestId },
      {
        companyId,
        action: 'stripe_customer.create',
        subjectType: 'company',
        subjectId: companyId,
        after: { stripeId },
      },
    ),
  )
  return getCustomer(context, input)
})

/**
 * Links a company to an existing Stripe customer and its card. Throws NOT_FOUND, NO_CUSTOMER, TAKEN, CARD_UNAVAILABLE,
 * PAYMENT_REFUSED, PAYMENT_UNAVAILABLE.
 */
export const linkCustomer = action(contract.billing.linkCustomer, async (context, { companyId, stripeId }) => {
  const { platform, actor, address, requestId } = context
  await getCustomer(context, { companyId })
  const payments = cardsOf(platform)
  const found = await payments.customer(stripeId).catch(refuseCall)
  if (!found) throw refuse('NO_CUSTOMER', { fields: { stripeId: ['Stripe has no customer with this ID.'] } })
  const taken = () => refuse('TAKEN', { fields: { stripeId: ['This Stripe customer is linked to another company.'] } })
  // The customer's metadata at Stripe can name another company too.
  if (found.metadata.companyId && found.metadata.companyId !== companyId) throw taken()
  await platform.db.asActor(actor, async (db) => {
    const other = await db
      .selectFrom('stripe_customers')
      .select('company_id')
      .where('stripe_id', '=', stripeId)
      .executeTakeFirst()
    if (other && other.company_id !== companyId) throw taken()
    const before = await db
      .selectFrom('stripe_customers')
      .select('stripe_id')
      .where('company_id', '=', companyId)
      .forUpdate()
      .executeTakeFirst()
    if (before?.stripe_id === stripeId) return
    const fresh = { stripe_id: stripeId, ...NO_CARD, synced_at: null, updated_at: sql<string>`now()` }
    if (before) await db.updateTable('stripe_customers').set(fresh).where('company_id', '=', companyId).execute()
    else await db.insertInto('stripe_customers').values({ company_id: companyId, stripe_id: stripeId }).execute()
    await recordAudit(
      db,
      { actor, address, requestId },
      {
        companyId,
        action: 'stripe_customer.link',
        subjectType: 'company',
        subjectId: companyId,
        ...(before ? { before: { stripeId: before.stripe_id } } : {}),
        after: { stripeId },
      },
    )
    await publish(db, actor, { companyId, topic: 'billing', kind: 'card', subjectId: companyId })
  })
  await syncCard(platform, companyId).catch(refuseCall)
  return getCustomer(context, { companyId })
})

/**
 * Updates the card, and everything that is open here, from Stripe. Throws NOT_FOUND, NO_CUSTOMER when Stripe no longer
 * has the customer, CARD_UNAVAILABLE, PAYMENT_REFUSED, PAYMENT_UNAVAILABLE.
 */
export const syncCustomer = action(contract.billing.syncCustomer, async (context, { companyId }) => {
  const { platform, actor } = context
  const before = await getCustomer(context, { companyId })
  cardsOf(platform)
  if (before.stripeId && !(await syncCard(platform, companyId).catch(refuseCall))) throw refuse('NO_CUSTOMER')
  await settleOpen(platform, { companyId }).catch(refuseCall)
  await platform.db.asActor(actor, (db) =>
    publish(db, actor, { companyId, topic: 'billing', kind: 'card', subjectId: companyId }),
  )
  return getCustomer(context, { companyId })
})
