import { v7 as uuid } from 'uuid'
import { contract } from '../../../contract/index.ts'
import { PAYMENT_DAYS, UNPAID_MAX } from '../../../contract/plain/rates.ts'
import { grantBlock } from '../../hours/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { createOnce } from '../../platform/database/once.ts'
import type { By } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { describePack } from '../packs/pack-text.ts'
import { presentPack, soldPack } from '../packs/pack-write.ts'
import { methodsOf } from '../payments/methods.ts'
import { type PlacedOrder, placeOrder } from './place-order.ts'
import { readOrder } from './read.ts'

type Pack = { id: string; name: string; minutes: number; price_cents: number; valid_months: number }
/**
 * Buys a pack and returns the order's id, with the id and number of its invoice if it has one. Its hours stay pending
 * until they are paid. An order by invoice is issued immediately. By card it is a draft until the card is charged; with
 * `issue`, the stored card is charged automatically. Minutes and price are the pack's.
 */
export async function buyPack(
  db: Db,
  by: By,
  o: { companyId: string; pack: Pack; source: 'purchase' | 'top_up'; method: 'card' | 'invoice'; issue: boolean },
): Promise<PlacedOrder> {
  const { companyId, pack, source, method, issue } = o
  const blockId = await grantBlock(db, by, {
    companyId,
    id: uuid(),
    source,
    name: pack.name,
    minutes: pack.minutes,
    priceCents: pack.price_cents,
    validMonths: pack.valid_months,
    state: 'pending',
  })
  return placeOrder(db, by, {
    companyId,
    source,
    method,
    paymentDays: PAYMENT_DAYS,
    issue,
    lines: [
      {
        kind: 'hours',
        description: describePack(pack),
        quantity: 1,
        unitCents: pack.price_cents,
        packId: pack.id,
        blockId,
      },
    ],
  })
}

/**
 * Buys a pack for the owner's company. Throws PACK_GONE, PRICE_CHANGED with the current pack, CARD_UNAVAILABLE without
 * Stripe, and by invoice NO_REMITTANCE, and UNPAID_ORDERS when too many are open.
 */
export const orderPack = action(contract.billing.order, (context, input) => {
  const { platform, actor } = context
  return createOnce(context, input, async (db) => {
    const pack = await soldPack(db, input.packId)
    if (pack.price_cents !== input.expectedCents) throw refuse('PRICE_CHANGED', { current: presentPack(pack, actor) })
    if (!methodsOf(platform).includes(input.method)) throw refuse('CARD_UNAVAILABLE')
    if (input.method === 'invoice') await requireFewUnpaid(db, actor.companyId)
    const { orderId } = await buyPack(db, context, {
      companyId: actor.companyId,
      pack,
      source: 'purchase',
      method: input.method,
      issue: input.method === 'invoice',
    })
    return readOrder(platform, db, actor, orderId)
  })
})

/** Throws UNPAID_ORDERS when a company has too many: each has an invoice number that only staff can void. */
async function requireFewUnpaid(db: Db, companyId: string): Promise<void> {
  const { open } = await db
    .selectFrom('orders')
    .select((e) => e.fn.countAll<string>().as('open'))
    .where('company_id', '=', companyId)
    .where('method', '=', 'invoice')
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  if (Number(open) >= UNPAID_MAX) throw refuse('UNPAID_ORDERS')
}
