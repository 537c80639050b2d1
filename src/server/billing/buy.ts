import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Order } from '../../contract/billing.ts'
import { grantBlock } from '../hours/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { By } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { createOnce } from '../platform/once.ts'
import { methodsOf } from './methods.ts'
import { describePack } from './pack-text.ts'
import { presentPack, soldPack } from './pack-write.ts'
import { type Placed, placeOrder } from './place-order.ts'
import { readOrder } from './read.ts'

/** Days until an invoice for hours is due. */
export const PAYMENT_DAYS = 15

type Pack = { id: string; name: string; minutes: number; price_cents: number; valid_months: number }
/**
 * Buys a pack: its hours wait for their payment. By invoice it is issued at once; by card it is a draft until the card is
 * charged, or, `issue` by card, the stored one is charged by itself. Minutes and price are the pack's.
 */
export async function buyPack(
  db: Db,
  by: By,
  o: { companyId: string; pack: Pack; source: 'purchase' | 'top_up'; method: 'card' | 'invoice'; issue: boolean },
): Promise<Placed> {
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

type Purchase = { packId: string; method: 'card' | 'invoice'; expectedCents: number }

/** An owner buys a pack. PACK_GONE, PRICE_CHANGED with the pack as it is now, CARD_UNAVAILABLE without Stripe. */
export function buy(context: Actored, input: Purchase): Promise<z.infer<typeof Order>> {
  const { platform, actor } = context
  return createOnce(context, input, async (db) => {
    const pack = await soldPack(db, input.packId)
    if (pack.price_cents !== input.expectedCents) throw refuse('PRICE_CHANGED', { current: presentPack(pack, actor) })
    if (!methodsOf(platform).includes(input.method)) throw refuse('CARD_UNAVAILABLE')
    const { orderId } = await buyPack(db, context, {
      companyId: actor.companyId,
      pack,
      source: 'purchase',
      method: input.method,
      issue: input.method === 'invoice',
    })
    return readOrder(platform, db, actor, orderId)
  })
}
