import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import type { Actor, Db } from '../../platform/database/db.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { buyPack } from '../orders/buy.ts'
import { packRows } from '../packs/pack-write.ts'
import { chargeOne } from '../payments/charge-due.ts'
import { canCharge } from '../payments/stored-card.ts'
import { readTopUp, spentThisMonth } from './top-up-read.ts'

/** Locks a proposed top-up. Throws NOT_FOUND, and GONE with the current top-up when it was already decided. */
async function lockProposal(db: Db, actor: Actor, id: string) {
  const row = await db
    .selectFrom('top_ups')
    .selectAll()
    .where('company_id', '=', actor.companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  if (row.state !== 'proposed') throw refuse('GONE', { current: await readTopUp(db, actor, id) })
  return row
}

/**
 * Approves a proposed top-up and buys its pack, at the price that was on the screen. Throws NOT_FOUND, GONE, PACK_GONE,
 * PRICE_CHANGED, CAP_REACHED, NO_REMITTANCE.
 */
export const approveTopUp = action(contract.billing.approveTopUp, async (context, { id, expectedCents }) => {
  const { platform, actor } = context
  const { companyId } = actor
  const { invoiceId, answer } = await platform.db.asActor(actor, async (db) => {
    // Lock the rule first, in the same order as `runTopUp`.
    const rule = await db
      .selectFrom('top_up_rules')
      .select(['monthly_cap_cents', 'method'])
      .where('company_id', '=', companyId)
      .forUpdate()
      .executeTakeFirst()
    const proposal = await lockProposal(db, actor, id)
    const pack = await packRows(db)
      .where('id', '=', proposal.pack_id)
      .where('archived_at', 'is', null)
      .executeTakeFirst()
    if (!rule || !pack) throw refuse('PACK_GONE')
    if (pack.price_cents !== expectedCents) throw refuse('PRICE_CHANGED', { current: await readTopUp(db, actor, id) })
    if ((await spentThisMonth(db, companyId)) + pack.price_cents > rule.monthly_cap_cents) throw refuse('CAP_REACHED')
    const card = rule.method === 'card' && (await canCharge(platform, db, companyId))
    await recordAudit(db, context, {
      companyId,
      action: 'top-up.approve',
      subjectType: 'top_up',
      subjectId: id,
      after: { packId: pack.id, priceCents: pack.price_cents, method: card ? 'card' : 'invoice' },
    })
    await publish(db, actor, {
      companyId,
      topic: 'billing',
      kind: 'top_up',
      subjectId: id,
      data: { state: 'ordered', balance: proposal.balance },
    })
    const placed = await buyPack(db, context, {
      companyId,
      pack,
      source: 'top_up',
      method: card ? 'card' : 'invoice',
      issue: true,
    })
    await db
      .updateTable('top_ups')
      .set({
        state: 'ordered',
        order_id: placed.orderId,
        price_cents: pack.price_cents,
        decided_by: actor.userId,
        decided_at: sql<string>`now()`,
      })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    return { invoiceId: card ? placed.invoiceId : undefined, answer: await readTopUp(db, actor, id) }
  })
  if (!invoiceId) return answer
  await chargeOne(platform, { companyId, invoiceId }).catch((e) =>
    platform.log.error({ err: e }, 'charging a top-up failed; the schedule will retry it'),
  )
  return platform.db.asActor(actor, (db) => readTopUp(db, actor, id))
})

/** Declines a proposed top-up. Nothing is proposed again until hours were added. Throws NOT_FOUND, GONE. */
export const declineTopUp = action(contract.billing.declineTopUp, (context, { id }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    await lockProposal(db, actor, id)
    await db
      .updateTable('top_ups')
      .set({ state: 'declined', decided_by: actor.userId, decided_at: sql<string>`now()` })
      .where('company_id', '=', actor.companyId)
      .where('id', '=', id)
      .execute()
    await recordAudit(db, context, {
      companyId: actor.companyId,
      action: 'top-up.decline',
      subjectType: 'top_up',
      subjectId: id,
    })
    await publish(db, actor, {
      companyId: actor.companyId,
      topic: 'billing',
      kind: 'top_up',
      subjectId: id,
      data: { state: 'declined' },
    })
    return readTopUp(db, actor, id)
  })
})
