// The hours behind an order: what its payment makes usable, what a refund or a void takes back.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { activateBlock, grantBlock, takeBackMinutes, voidBlock } from '../hours/index.ts'
import type { By } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { shareOfMinutes } from './policy.ts'

/** Lines from here on hold minutes that were taken back and given again: bought once, not twice. */
const AGAIN = 1_000

/** The blocks of an order, in the order of its lines; after those of a month what rolled over from them. */
export const blocksOf = (db: Db, companyId: string, orderId: string) =>
  db
    .selectFrom('order_lines as l')
    .innerJoin('hour_blocks as m', (j) => j.onRef('m.company_id', '=', 'l.company_id').onRef('m.id', '=', 'l.block_id'))
    .innerJoin('hour_blocks as b', (j) =>
      j
        .onRef('b.company_id', '=', 'm.company_id')
        .on((e) =>
          e.or([
            e('b.id', '=', e.ref('m.id')),
            e.and([
              e('m.source', '=', 'retainer'),
              e('b.source', '=', 'rollover'),
              e('b.agreement_id', '=', e.ref('m.agreement_id')),
              e('b.period_from', '=', e.ref('m.period_from')),
            ]),
          ]),
        ),
    )
    .select(['b.id', 'b.name', 'b.state', 'b.granted', 'b.remaining', 'b.released_by', 'b.price_cents'])
    .select('b.activated_at')
    // What rolled over was sold with its month.
    .select(sql<number>`l.position + case b.source when 'rollover' then ${sql.lit(AGAIN)} else 0 end`.as('position'))
    .select(sql<string | null>`b.expires_on::text`.as('expires_on'))
    .where('l.company_id', '=', companyId)
    .where('l.order_id', '=', orderId)
    .orderBy('l.position')
    .orderBy('l.id')
    .orderBy(sql`b.source = 'rollover'`)
    .execute()
export type OrderBlock = Awaited<ReturnType<typeof blocksOf>>[number]

/**
 * Makes hours of an order usable, once. Those of an order that was cancelled and then paid after all (on a page of Stripe
 * that was left open) too: they were never usable, and are void only as long as nobody pays.
 */
export async function activateHours(db: Db, by: By, companyId: string, blocks: OrderBlock[], at?: Date): Promise<void> {
  for (const block of blocks)
    if (block.activated_at === null)
      await activateBlock(db, by, companyId, block.id, at ? { at: at.toISOString() } : {})
}

/**
 * Takes away for good the hours of an order that is not paid: those that wait, and what nobody has used of those that were
 * released early. Gives their minutes.
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
/** Minutes of an order that nobody has used yet. */
export const unusedOf = (blocks: OrderBlock[]): number => usable(blocks).reduce((n, b) => n + b.remaining, 0)
/** What the hours of an order cost, and how many minutes they were. */
export const soldOf = (blocks: OrderBlock[]) => {
  const sold = blocks.filter((b) => b.activated_at !== null && b.position < AGAIN)
  return {
    minutes: sold.reduce((n, b) => n + b.granted, 0),
    cents: sold.reduce((n, b) => n + b.price_cents, 0),
  }
}
/** Unused minutes that an amount takes back: its share. */
export const shareOf = (blocks: OrderBlock[], amountCents: number): number => {
  const { minutes, cents } = soldOf(blocks)
  return shareOfMinutes(amountCents, cents, minutes, unusedOf(blocks))
}

/** Takes unused minutes of an order back; at most those that are there. Gives how many it were. */
export async function takeBack(
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
    // An empty block says nothing any more: one that goes back whole is void.
    const taken =
      minutes === block.remaining
        ? await voidBlock(db, by, companyId, block.id, reason)
        : await takeBackMinutes(db, by, companyId, block.id, minutes, reason)
    left -= taken
  }
  return wanted - left
}

/** Minutes that a refund took and that are paid for after all: as a block of their own, on a line that costs nothing. */
export async function giveAgain(
  db: Db,
  by: By,
  companyId: string,
  orderId: string,
  blocks: OrderBlock[],
  minutes: number,
): Promise<void> {
  const like = blocks.find((b) => b.activated_at !== null)
  if (!like) return
  const id = await grantBlock(db, by, {
    companyId,
    source: 'purchase',
    name: like.name,
    minutes,
    priceCents: 0,
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
      description: `${like.name}: minutes that a refund had taken, paid for after all`,
      unit_cents: 0,
      amount_cents: 0,
      block_id: id,
    })
    .execute()
}
