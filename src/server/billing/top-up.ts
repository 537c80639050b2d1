import { sql } from 'kysely'
import type { z } from 'zod'
import type { TopUpSettings } from '../../contract/billing.ts'
import { balanceOf, HOURS_FELL, type HoursFell, watchBelow } from '../hours/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { showCents } from '../platform/words.ts'
import { soldPack } from './pack-write.ts'
import { isOwner } from './policy.ts'
import { mayCharge } from './stored-card.ts'
import { ownersOf, readSettings } from './top-up-read.ts'

/** How hours come by themselves: for an owner those of their company, for administrators of the one they name. */
export function getTopUp(
  { platform, actor }: Actored,
  { companyId }: { companyId?: string | undefined },
): Promise<z.infer<typeof TopUpSettings>> {
  const of = isOwner(actor) ? actor.companyId : (companyId ?? actor.companyId)
  return platform.db.asActor(actor, (db) => readSettings(platform, db, actor, of))
}

type Rule = {
  version: number
  enabled: boolean
  thresholdMinutes: number
  packId: string
  monthlyCapCents: number
  approverId: string | null
  method: 'card' | 'invoice'
}

/**
 * An owner sets the rule, or stops it. When the hours are below the threshold already, it begins at once. CONFLICT,
 * PACK_GONE, NO_OWNER, NO_CARD, CAP_TOO_LOW.
 */
export function setTopUp(context: Actored, input: Rule): Promise<z.infer<typeof TopUpSettings>> {
  const { platform, actor } = context
  const { companyId } = actor
  return platform.db.asActor(actor, async (db) => {
    const before = await db
      .selectFrom('top_up_rules')
      .selectAll()
      .where('company_id', '=', companyId)
      .forUpdate()
      .executeTakeFirst()
    const conflict = async () => refuse('CONFLICT', { current: await readSettings(platform, db, actor, companyId) })
    if ((before?.version ?? 0) !== input.version) throw await conflict()
    const pack = await soldPack(db, input.packId)
    if (input.approverId !== null && !(await ownersOf(db, companyId)).some((o) => o.id === input.approverId))
      throw refuse('NO_OWNER', { fields: { approverId: ['Choose an owner of your company.'] } })
    if (input.enabled && input.method === 'card' && !(await mayCharge(platform, db, companyId)))
      throw refuse('NO_CARD', { fields: { method: ['Store a card that may be charged first, or choose invoice.'] } })
    if (input.monthlyCapCents < pack.price_cents)
      throw refuse('CAP_TOO_LOW', {
        fields: { monthlyCapCents: [`One pack costs ${showCents(pack.price_cents)}. Allow at least that.`] },
      })
    const values = {
      enabled: input.enabled,
      threshold: input.thresholdMinutes,
      pack_id: input.packId,
      monthly_cap_cents: input.monthlyCapCents,
      approver_id: input.approverId,
      method: input.method,
      set_by: actor.userId,
    }
    if (before)
      await db
        .updateTable('top_up_rules')
        .set({ ...values, version: before.version + 1, updated_at: sql<string>`now()` })
        .where('company_id', '=', companyId)
        .execute()
    else {
      const made = await db
        .insertInto('top_up_rules')
        .values({ company_id: companyId, ...values })
        .onConflict((c) => c.column('company_id').doNothing())
        .returning('version')
        .executeTakeFirst()
      if (!made) throw await conflict()
    }
    await watchBelow(db, companyId, input.enabled ? input.thresholdMinutes : null)
    const now = await balanceOf(db, companyId)
    // The watch tells of the next minute that leaves. Who sets it with too little left does not mean to wait for that.
    if (input.enabled && now.balance < input.thresholdMinutes) {
      const data: HoursFell = { companyId, episode: now.episode, balance: now.balance }
      await platform.jobs.send(db, HOURS_FELL, data)
    }
    await record(db, context, {
      companyId,
      action: 'top-up.set',
      subjectType: 'top_up_rule',
      subjectId: companyId,
      ...(before
        ? {
            before: {
              enabled: before.enabled,
              threshold: before.threshold,
              packId: before.pack_id,
              monthlyCapCents: before.monthly_cap_cents,
              approverId: before.approver_id,
              method: before.method,
            },
          }
        : {}),
      after: {
        enabled: input.enabled,
        threshold: input.thresholdMinutes,
        packId: input.packId,
        monthlyCapCents: input.monthlyCapCents,
        approverId: input.approverId,
        method: input.method,
      },
    })
    await publish(db, actor, { companyId, topic: 'billing', kind: 'top_up_rule', subjectId: companyId })
    return readSettings(platform, db, actor, companyId)
  })
}
