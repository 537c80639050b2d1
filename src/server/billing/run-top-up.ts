import { v7 as uuid } from 'uuid'
import { balanceOf, HOURS_FELL, type HoursFell } from '../hours/index.ts'
import { type Db, systemOf } from '../platform/db.ts'
import type { JobDefinition, ScheduleDefinition } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { publish } from '../platform/publish.ts'
import { buyPack } from './buy.ts'
import { chargeOne } from './charge-due.ts'
import { packs } from './pack-write.ts'
import { mayCharge } from './stored-card.ts'
import { spentThisMonth } from './top-up-read.ts'

type State = 'proposed' | 'ordered' | 'capped' | 'failed'

/**
 * Hours fell below what an owner set: buys the pack, or asks whoever is to say yes. With the rule held, so that ten at once
 * are one; at most once in an episode, which the database sees to as well; never above the cap of the month. What keeps
 * it from buying stands with the top-up, and owners are told once; when it is so no more, the same top-up comes about. Gives
 * what came of it; null when there is nothing to do.
 */
export async function runTopUp(
  platform: Platform,
  { companyId, episode }: Pick<HoursFell, 'companyId' | 'episode'>,
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
    // Hours came in since: when they run low, that is told of again.
    if (now.episode !== episode) return null
    const known = await db
      .selectFrom('top_ups')
      .select(['id', 'state'])
      .where('company_id', '=', companyId)
      .where('episode', '=', episode)
      .executeTakeFirst()
    if (known && known.state !== 'capped' && known.state !== 'failed') return null
    // Work that was given back since: nothing is missing any more.
    if (known && now.balance >= rule.threshold) return null
    const pack = await packs(db).where('id', '=', rule.pack_id).executeTakeFirst()
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
      // A proposal that nobody decided is overtaken: hours came in and are low again.
      await db
        .updateTable('top_ups')
        .set({ state: 'declined' })
        .where('company_id', '=', companyId)
        .where('state', '=', 'proposed')
        .where('id', '<>', id)
        .execute()
      return { state, invoiceId: more.invoiceId }
    }
    const tell = (state: State) =>
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
      await tell(stopped.state)
      return keep(stopped.state, { failure: stopped.why })
    }
    if (rule.approver_id !== null) {
      await tell('proposed')
      return keep('proposed')
    }
    await tell('ordered')
    // The invoice gets its number last; the row that points at the order follows in the same breath.
    const placed = await buyPack(
      db,
      { actor },
      {
        companyId,
        pack,
        source: 'top_up',
        method: rule.method as 'card',
        issue: true,
      },
    )
    return keep('ordered', placed)
  })
  if (done?.invoiceId)
    await chargeOne(platform, { companyId, invoiceId: done.invoiceId }).catch((e) =>
      platform.log.error({ err: e }, 'the charge of a top-up is left to its schedule'),
    )
  return done?.state ?? null
}

/** What keeps a rule from buying, if anything does. */
async function stops(
  platform: Platform,
  db: Db,
  rule: { company_id: string; monthly_cap_cents: number; method: string },
  pack: { name: string; price_cents: number; archived_at: string | null },
): Promise<{ state: 'capped' | 'failed'; why: string } | null> {
  if (pack.archived_at !== null) return { state: 'failed', why: `The pack “${pack.name}” is not sold any more.` }
  if ((await spentThisMonth(db, rule.company_id)) + pack.price_cents > rule.monthly_cap_cents)
    return { state: 'capped', why: 'One more pack would go above the monthly cap.' }
  if (rule.method === 'card' && !(await mayCharge(platform, db, rule.company_id)))
    return { state: 'failed', why: 'There is no stored card that may be charged.' }
  return null
}

/**
 * Looks again at what was kept from buying: a month has begun, the cap or the pack was changed, a card was stored. Gives how
 * many came about.
 */
export async function topUpAgain(platform: Platform): Promise<number> {
  // Past the fences: it is about all companies, and nobody is signed in.
  const stopped = await platform.db.system
    .selectFrom('top_ups as t')
    .innerJoin('top_up_rules as r', 'r.company_id', 't.company_id')
    .innerJoin('hour_balances as b', (j) =>
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
      platform.log.error({ err: e, companyId }, 'a top-up could not be made')
    }
  return made
}

/** Every hour: a month begins where the provider is. */
export const topUpLater: ScheduleDefinition<Platform> = {
  name: 'billing.top-up-later',
  cron: '17 * * * *',
  handler: async (platform) => {
    await topUpAgain(platform)
  },
}

/** Runs when hours fell below what is watched. */
export const topUpWhenLow: JobDefinition<Platform, HoursFell> = {
  name: HOURS_FELL,
  retries: 10,
  handler: async (platform, data) => {
    await runTopUp(platform, data)
  },
}
