import { sql } from 'kysely'
import type { z } from 'zod'
import type { TopUp } from '../../contract/billing.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Actor, Db } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'
import { buyPack } from './buy.ts'
import { chargeOne } from './charge-due.ts'
import { packs } from './pack-write.ts'
import { mayCharge } from './stored-card.ts'
import { readTopUp, spentThisMonth } from './top-up-read.ts'

/** Takes a proposal that waits. NOT_FOUND; GONE with it as it is now when it was decided. */
async function takeProposal(db: Db, actor: Actor, id: string) {
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

/** An owner buys what was proposed, at the price that was on the screen. GONE, CAP_REACHED, PRICE_CHANGED. */
export async function approveTopUp(
  context: Actored,
  { id, expectedCents }: { id: string; expectedCents: number },
): Promise<z.infer<typeof TopUp>> {
  const { platform, actor } = context
  const { companyId } = actor
  const { invoiceId, answer } = await platform.db.asActor(actor, async (db) => {
    // In the order in which the job takes them: the rule first.
    const rule = await db
      .selectFrom('top_up_rules')
      .select(['monthly_cap_cents', 'method'])
      .where('company_id', '=', companyId)
      .forUpdate()
      .executeTakeFirst()
    const proposal = await takeProposal(db, actor, id)
    const pack = await packs(db).where('id', '=', proposal.pack_id).where('archived_at', 'is', null).executeTakeFirst()
    if (!rule || !pack) throw refuse('PACK_GONE')
    if (pack.price_cents !== expectedCents) throw refuse('PRICE_CHANGED', { current: await readTopUp(db, actor, id) })
    if ((await spentThisMonth(db, companyId)) + pack.price_cents > rule.monthly_cap_cents) throw refuse('CAP_REACHED')
    const card = rule.method === 'card' && (await mayCharge(platform, db, companyId))
    await record(db, context, {
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
    platform.log.error({ err: e }, 'the charge of a top-up is left to its schedule'),
  )
  return platform.db.asActor(actor, (db) => readTopUp(db, actor, id))
}

/** An owner does not buy what was proposed; nothing is proposed again until hours have come in. GONE. */
export function declineTopUp(context: Actored, { id }: { id: string }): Promise<z.infer<typeof TopUp>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    await takeProposal(db, actor, id)
    await db
      .updateTable('top_ups')
      .set({ state: 'declined', decided_by: actor.userId, decided_at: sql<string>`now()` })
      .where('company_id', '=', actor.companyId)
      .where('id', '=', id)
      .execute()
    await record(db, context, {
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
}
