// The hours of an order: its payment activates them, and a refund or void revokes them.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { activateBlock, grantBlock, revokeMinutes, voidBlock } from '../../hours/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { By } from '../../platform/events/audit.ts'
import { shareOfMinutes, shareOfPrice } from '../policy.ts'

/**
 * Positions from here on are minutes that were restored or rolled over. They were bought once, so `soldOf` ignores
 * them.
 */
const AGAIN = 1_000

/** SQL for a query over two blocks: `b` is what rolled over from the month `m` of an agreement. */
export const rolledOverFrom = sql<boolean>`(m.source = 'retainer' and b.source = 'rollover' and b.agreement_id = m.agreement_id
  and b.period_from = m.period_from)`

/** Returns the blocks of an order in line order. After the block of a month comes what rolled over from it. */
export const listOrderBlocks = (db: Db, companyId: string, orderId: string) =>
  db
    .selectFrom('order_lines as l')
    .innerJoin('shared_hour_blocks as m', (j) =>
      j.onRef('m.company_id', '=', 'l.company_id').onRef('m.id', '=', 'l.block_id'),
    )
    .innerJoin('shared_hour_blocks as b', (j) =>
      j.onRef('b.company_id', '=', 'm.company_id').on((e) => e.or([e('b.id', '=', e.ref('m.id')), rolledOverFrom])),
    )
    .select(['b.id', 'b.name', 'b.state', 'b.granted', 'b.remaining', 'b.released_by', 'b.price_cents'])
    .select('b.activated_at')
    // Rolled-over minutes were sold with their month.
    .select(sql<number>`l.position + case b.source when 'rollover' then ${sql.lit(AGAIN)} else 0 end`.as('position'))
    .select(sql<string | null>`b.expires_on::text`.as('expires_on'))
    .select(sql<boolean>`coalesce(b.expires_on < hours_day(now()), false)`.as('over'))
    .where('l.company_id', '=', companyId)
    .where('l.order_id', '=', orderId)
    .orderBy('l.position')
    .orderBy('l.id')
    .orderBy(sql`b.source = 'rollover'`)
    .execute()
export type OrderBlock = Awaited<ReturnType<typeof listOrderBlocks>>[number]

/**
 * Activates the hours of an order, once. Includes an order that was canceled and then paid after all (on a checkout
 * that was left open): its hours were never usable, and are void only as long as nobody pays.
 */
export async function activateHours(db: Db, by: By, companyId: string, blocks: OrderBlock[], at?: Date): Promise<void> {
  for (const block of blocks)
    if (block.activated_at === null)
      await activateBlock(db, by, companyId, block.id, at ? { at: at.toISOString() } : {})
}

/**
 * Revokes the hours of an unpaid order: pending ones, and the unused part of those that were released early. Returns
 * their minutes.
 */
export async function voidHours(db: Db, by: By, companyId: string, blocks: OrderBlock[], reason: string) {
  let minutes = 0
  for (const block of blocks)
    if (block.state === 'pending' || block.state === 'active') {
      minutes += block.state === 'pending' ? block.granted : block.remaining
      await voidBlock(db, by, companyId, block.id, reason)
    }
  return minutes
}

const usable = (blocks: OrderBlock[]) => blocks.filter((b) => b.state === 'active')
/** Returns the unused minutes of an order. */
export const unusedOf = (blocks: OrderBlock[]): number => usable(blocks).reduce((n, b) => n + b.remaining, 0)
/** Returns what the activated hours of an order cost, and how many minutes they were. */
export const soldOf = (blocks: OrderBlock[]) => {
  const sold = blocks.filter((b) => b.activated_at !== null && b.position < AGAIN)
  return {
    minutes: sold.reduce((n, b) => n + b.granted, 0),
    cents: sold.reduce((n, b) => n + b.price_cents, 0),
  }
}
/** Returns the unused minutes that a refund of an amount revokes: its share. */
export const shareOf = (blocks: OrderBlock[], amountCents: number): number => {
  const { minutes, cents } = soldOf(blocks)
  return shareOfMinutes(amountCents, cents, minutes, unusedOf(blocks))
}

/** Revokes unused minutes of an order, at most those that are left. Returns how many were revoked. */
export async function revokeUnusedHours(
  db: Db,
  by: By,
  companyId: string,
  blocks: OrderBlock[],
  wanted: number,
  reason: string,
) {
  let left = wanted
  for (const block of usable(blocks)) {
    const minutes = Math.min(left, block.remaining)
    if (minutes <= 0) continue
    // A block that is revoked in full becomes void instead of staying empty.
    const taken =
      minutes === block.remaining
        ? await voidBlock(db, by, companyId, block.id, reason)
        : await revokeMinutes(db, by, companyId, block.id, minutes, reason)
    left -= taken
  }
  return wanted - left
}

/**
 * Restores minutes that a refund revoked and that are paid for after all, as a separate block on a line that costs
 * nothing: its value is the share of the price that was revoked.
 */
export async function restoreHours(
  db: Db,
  by: By,
  companyId: string,
  orderId: string,
  blocks: OrderBlock[],
  minutes: number,
): Promise<void> {
  // After a month, what rolled over from it can still be used.
  const sold = blocks.filter((b) => b.activated_at !== null)
  const like = sold.find((b) => !b.over) ?? sold[0]
  if (!like) return
  const id = await grantBlock(db, by, {
    companyId,
    source: 'purchase',
    name: like.name,
    minutes,
    priceCents: shareOfPrice(minutes, like.granted, like.price_cents),
    ...(like.expires_on ? { expiresOn: like.expires_on } : {}),
    state: 'active',
  })
  await db
    .insertInto('order_lines')
    .values({
      company_id: companyId,
      id: uuid(),
      order_id: orderId,
      position: AGAIN + blocks.length,
      kind: 'hours',
      description: `${like.name}: hours restored after a refund`,
      unit_cents: 0,
      amount_cents: 0,
      block_id: id,
    })
    .execute()
}
