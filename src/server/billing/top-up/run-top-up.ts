import { v7 as uuid } from 'uuid'
import { BALANCE_LOW, type BalanceLowJob, balanceOf } from '../../hours/index.ts'
import { type Db, systemOf } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/publish.ts'
import type { JobDefinition, ScheduleDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { buyPack } from '../orders/buy.ts'
import { packRows } from '../packs/pack-write.ts'
import { chargeOne } from '../payments/charge-due.ts'
import { canCharge } from '../payments/stored-card.ts'
import { spentThisMonth } from './top-up-read.ts'

type State = 'proposed' | 'ordered' | 'capped' | 'failed'

/**
 * Runs the automatic top-up when the balance is below the threshold: buys the pack, or asks the approver. Locks the
 * rule, so that concurrent runs act once. Buys at most once per episode, which the database enforces too, and never
 * above the monthly cap. If something prevents the purchase, the reason is saved with the top-up and owners are
 * notified once. When the reason no longer applies, the same top-up goes ahead. Returns the new state; null when there
 * is nothing to do.
 */
export async function runTopUp(
  platform: Platform,
  { companyId, episode }: Pick<BalanceLowJob, 'companyId' | 'episode'>,
): Promise<State | null> {
  const actor = systemOf(companyId)
  const done = await platform.db.asActor(actor, async (db) => {
    const rule = await db
      .selectFrom('top_up_rules')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('enabled', '=', true)
      .forUpdate()
      .executeTakeFirst()
    if (!rule) return null
    const now = await balanceOf(db, companyId)
    // Hours were added since. When they run low, another job is sent.
    if (now.episode !== episode) return null
    const known = await db
      .selectFrom('top_ups')
      .select(['id', 'state'])
      .where('company_id', '=', companyId)
      .where('episode', '=', episode)
      .executeTakeFirst()
    if (known && known.state !== 'capped' && known.state !== 'failed') return null
    // Time was reversed since, and the balance is no longer below the threshold.
    if (known && now.balance >= rule.threshold) return null
    const pack = await packRows(db).where('id', '=', rule.pack_id).executeTakeFirst()
    if (!pack) return null
    const id = known?.id ?? uuid()
    const keep = async (state: State, more: { orderId?: string; invoiceId?: string; failure?: string } = {}) => {
      await db
        .insertInto('top_ups')
        .values({
          company_id: companyId,
          id,
          episode,
          state,
          pack_id: pack.id,
          price_cents: pack.price_cents,
          balance: now.balance,
          order_id: more.orderId ?? null,
          failure: more.failure ?? null,
        })
        .onConflict((c) =>
          c.columns(['company_id', 'episode']).doUpdateSet((e) => ({
            state: e.ref('excluded.state'),
            pack_id: e.ref('excluded.pack_id'),
            price_cents: e.ref('excluded.price_cents'),
            balance: e.ref('excluded.balance'),
            order_id: e.ref('excluded.order_id'),
            failure: e.ref('excluded.failure'),
          })),
        )
        .execute()
      // Closes an older proposal that nobody decided: hours were added since and are low again.
      await db
        .updateTable('top_ups')
        .set({ state: 'declined' })
        .where('company_id', '=', companyId)
        .where('state', '=', 'proposed')
        .where('id', '<>', id)
        .execute()
      return { state, invoiceId: more.invoiceId }
    }
    const publishState = (state: State) =>
      publish(db, actor, {
        companyId,
        topic: 'billing',
        kind: 'top_up',
        subjectId: id,
        data: { state, balance: now.balance },
      })
    const stopped = await stops(platform, db, rule, pack)
    if (stopped) {
      if (known?.state === stopped.state) return null
      await publishState(stopped.state)
      return keep(stopped.state, { failure: stopped.why })
    }
    if (rule.approver_id !== null) {
      await publishState('proposed')
      return keep('proposed')
    }
    await publishState('ordered')
    // The order comes late, because its invoice number stays locked. Only the row that refers to it follows.
    const placed = await buyPack(
      db,
      { actor },
      {
        companyId,
        pack,
        source: 'top_up',
        method: rule.method as 'card' | 'invoice',
        issue: true,
      },
    )
    return keep('ordered', placed)
  })
  if (done?.invoiceId)
    await chargeOne(platform, { companyId, invoiceId: done.invoiceId }).catch((e) =>
      platform.log.error({ err: e }, 'charging a top-up failed; the schedule will retry it'),
    )
  return done?.state ?? null
}

/** Returns what prevents a rule from buying; null when nothing does. */
async function stops(
  platform: Platform,
  db: Db,
  rule: { company_id: string; monthly_cap_cents: number; method: string },
  pack: { name: string; price_cents: number; archived_at: string | null },
): Promise<{ state: 'capped' | 'failed'; why: string } | null> {
  if (pack.archived_at !== null) return { state: 'failed', why: `The pack “${pack.name}” is no longer sold.` }
  if ((await spentThisMonth(db, rule.company_id)) + pack.price_cents > rule.monthly_cap_cents)
    return { state: 'capped', why: 'Another pack would exceed the monthly cap.' }
  if (rule.method === 'card' && !(await canCharge(platform, db, rule.company_id)))
    return { state: 'failed', why: 'No stored card is authorized for automatic charges.' }
  return null
}

/**
 * Retries top-ups that could not buy: a month may have begun, the cap or the pack changed, or a card stored. Returns
 * how many were ordered or proposed.
 */
export async function retryTopUp(platform: Platform): Promise<number> {
  // Use the owner connection, because this covers all companies and no user is signed in.
  const stopped = await platform.db.system
    .selectFrom('top_ups as t')
    .innerJoin('top_up_rules as r', 'r.company_id', 't.company_id')
    .innerJoin('shared_hour_balances as b', (j) =>
      j.onRef('b.company_id', '=', 't.company_id').onRef('b.episode', '=', 't.episode'),
    )
    .select(['t.company_id', 't.episode'])
    .where('t.state', 'in', ['capped', 'failed'])
    .where('r.enabled', '=', true)
    .whereRef('b.balance', '<', 'r.threshold')
    .execute()
  let made = 0
  for (const { company_id: companyId, episode } of stopped)
    try {
      const state = await runTopUp(platform, { companyId, episode })
      if (state === 'ordered' || state === 'proposed') made++
    } catch (e) {
      platform.log.error({ err: e, companyId }, 'could not order a top-up')
    }
  return made
}

/** Retries top-ups that could not buy. Runs every hour, because the provider's month can begin at any hour. */
export const scheduleTopUp: ScheduleDefinition<Platform> = {
  name: 'billing.top-up-later',
  cron: '17 * * * *',
  handler: async (platform) => {
    await retryTopUp(platform)
  },
}

/** Orders or proposes a top-up. Runs when the balance fell below the watched threshold. */
export const topUpWhenLow: JobDefinition<Platform, BalanceLowJob> = {
  name: BALANCE_LOW,
  retries: 10,
  handler: async (platform, data) => {
    await runTopUp(platform, data)
  },
}
