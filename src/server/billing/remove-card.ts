import { sql } from 'kysely'
import type { Actored } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { systemOf } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'
import { getCard } from './get-card.ts'
import { forgetCardLater } from './keep-card.ts'
import { NO_CARD } from './stripe-customer.ts'

/** From now on nothing is charged by itself; Stripe forgets the card as soon as it answers. No card is no error. */
export async function removeCard(context: Actored): ReturnType<typeof getCard> {
  const { platform, actor, address, requestId } = context
  const { companyId } = actor
  await platform.db.asActor(systemOf(companyId), async (db) => {
    const row = await db
      .selectFrom('stripe_customers')
      .select(['payment_method', 'card_brand', 'card_last4'])
      .where('company_id', '=', companyId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return
    // Also without one: a card that was typed before this moment may still be on its way here.
    await db
      .updateTable('stripe_customers')
      .set({ ...NO_CARD, card_removed_at: sql<string>`now()`, updated_at: sql<string>`now()` })
      .where('company_id', '=', companyId)
      .execute()
    if (!row.payment_method) return
    await forgetCardLater(platform, db, { companyId, methodId: row.payment_method })
    await record(
      db,
      { actor, address, requestId },
      {
        companyId,
        action: 'card.remove',
        subjectType: 'company',
        subjectId: companyId,
        before: { brand: row.card_brand, last4: row.card_last4 },
      },
    )
    await publish(db, actor, { companyId, topic: 'billing', kind: 'card', subjectId: companyId })
  })
  return getCard(context)
}
