import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { formatCents } from '../../../contract/plain/money.ts'
import { BALANCE_LOW, type BalanceLowJob, balanceOf, watchBalance } from '../../hours/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { soldPack } from '../packs/pack-write.ts'
import { canCharge } from '../payments/stored-card.ts'
import { isOwner } from '../policy.ts'
import { ownersOf, readSettings } from './top-up-read.ts'

/** Returns the settings of automatic top-up: of an owner's own company, or of the one that an administrator names. */
export const getTopUp = action(contract.billing.topUp, ({ platform, actor }, { companyId }) => {
  const of = isOwner(actor) ? actor.companyId : (companyId ?? actor.companyId)
  return platform.db.asActor(actor, (db) => readSettings(platform, db, actor, of))
})

/**
 * Sets or stops the top-up rule of the owner's company. Runs the top-up immediately when the balance is already below
 * the threshold. Throws CONFLICT, PACK_GONE, NO_OWNER, NO_CARD, CAP_TOO_LOW.
 */
export const setTopUp = action(contract.billing.setTopUp, (context, input) => {
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
    if (input.enabled && input.method === 'card' && !(await canCharge(platform, db, companyId)))
      throw refuse('NO_CARD', { fields: { method: ['Add a card first, or choose to pay by invoice.'] } })
    if (input.monthlyCapCents < pack.price_cents)
      throw refuse('CAP_TOO_LOW', {
        fields: { monthlyCapCents: [`One pack costs ${formatCents(pack.price_cents)}. Enter at least that amount.`] },
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
    await watchBalance(db, companyId, input.enabled ? input.thresholdMinutes : null)
    const now = await balanceOf(db, companyId)
    // The watch triggers only when the balance falls again. An owner who sets the rule with too little left does not
    // want to wait for that.
    if (input.enabled && now.balance < input.thresholdMinutes) {
      const data: BalanceLowJob = { companyId, episode: now.episode, balance: now.balance }
      await platform.jobs.send(db, BALANCE_LOW, data)
    }
    await recordAudit(db, context, {
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
})
