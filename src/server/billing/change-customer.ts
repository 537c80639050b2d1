// What administrators do with a company's customer at Stripe.
import { sql } from 'kysely'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { createOnce } from '../platform/once.ts'
import { publish } from '../platform/publish.ts'
import { cardsOf, refuseCall } from './cards.ts'
import { settleOpen } from './follow-payments.ts'
import { getCustomer, readCustomer } from './get-customer.ts'
import { ensureCustomer, NO_CARD, syncCard } from './stripe-customer.ts'

type Of = { companyId: string }

/** Makes a customer at Stripe for a company; one that it has is kept. NOT_FOUND, CARD_UNAVAILABLE, PAYMENT_UNAVAILABLE. */
export async function createCustomer(context: Actored, input: Of): ReturnType<typeof getCustomer> {
  const { platform, actor, address, requestId } = context
  const { companyId } = input
  await createOnce(context, input, async (db) => {
    await readCustomer(platform, db, actor, companyId)
    return { companyId }
  })
  cardsOf(platform)
  const stripeId = await ensureCustomer(platform, companyId).catch(refuseCall)
  await platform.db.asActor(actor, (db) =>
    record(
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
}

/** Uses a customer that is at Stripe already, with its card. NO_CUSTOMER, TAKEN. */
export async function linkCustomer(
  context: Actored,
  { companyId, stripeId }: Of & { stripeId: string },
): ReturnType<typeof getCustomer> {
  const { platform, actor, address, requestId } = context
  await getCustomer(context, { companyId })
  const payments = cardsOf(platform)
  const found = await payments.customer(stripeId).catch(refuseCall)
  if (!found) throw refuse('NO_CUSTOMER', { fields: { stripeId: ['Stripe knows no such customer.'] } })
  const taken = () => refuse('TAKEN', { fields: { stripeId: ['It belongs to another company.'] } })
  // Stripe's own note of whose it is counts as well as ours.
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
    await record(
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
}

/** Asks Stripe for the card, and what became of whatever is open here. NO_CUSTOMER when Stripe has none any more. */
export async function syncCustomer(context: Actored, { companyId }: Of): ReturnType<typeof getCustomer> {
  const { platform, actor } = context
  const before = await getCustomer(context, { companyId })
  cardsOf(platform)
  if (before.stripeId && !(await syncCard(platform, companyId).catch(refuseCall))) throw refuse('NO_CUSTOMER')
  await settleOpen(platform, { companyId }).catch(refuseCall)
  await platform.db.asActor(actor, (db) =>
    publish(db, actor, { companyId, topic: 'billing', kind: 'card', subjectId: companyId }),
  )
  return getCustomer(context, { companyId })
}
