import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { systemOf } from '../../platform/database/db.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { NO_CARD } from '../stripe/stripe-customer.ts'
import { getCard } from './get-card.ts'
import { scheduleForgetCard } from './keep-card.ts'

/**
 * Removes the stored card, so that nothing is charged automatically. A job deletes it at Stripe. Not an error when
 * there is no card.
 */
export const removeCard = action(contract.billing.removeCard, async (context) => {
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
    // Set this without a card too, because one that was entered before this moment may still be on its way here.
    await db
      .updateTable('stripe_customers')
      .set({ ...NO_CARD, card_removed_at: sql<string>`now()`, updated_at: sql<string>`now()` })
      .where('company_id', '=', companyId)
      .execute()
    if (!row.payment_method) return
    await scheduleForgetCard(platform, db, { companyId, methodId: row.payment_method })
    await recordAudit(
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
})
