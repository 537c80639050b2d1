import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import type { PriceModel } from '../../contract/marketplace.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { readAutomation } from './read.ts'
import { lockAutomationForStaff, recordAutomationAct, updateAutomationRow } from './staff-write.ts'

type Model = z.infer<typeof PriceModel>

/** Returns field errors when the price model and the price do not match. */
export const priceProblem = (model: Model, cents: number | null): Record<string, string[]> =>
  model === 'quote' && cents !== null
    ? { priceCents: ['Remove the price, or choose a price model other than “On request”.'] }
    : model !== 'quote' && cents === null
      ? { priceCents: ['Enter a price, or choose “On request”.'] }
      : {}

/**
 * Changes the settings of an automation. Omitted fields keep their value. Runs that were already counted keep their
 * minutes. Throws NOT_FOUND, CONFLICT when it was changed in the meantime, WRONG_STATUS when it is retired, and
 * UNPROCESSABLE with messages for the invalid fields.
 */
export const editAutomation = action(contract.automations.edit, (context, { id, version, ...wanted }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await lockAutomationForStaff(db, context, id, version)
    if (row.status === 'retired') throw refuse('WRONG_STATUS')
    const before = {
      name: row.name,
      minutesPerRun: row.minutes_per_run,
      expectedMinutes: row.expected_minutes,
      alertPercent: row.alert_percent,
      alertRuns: row.alert_runs,
      priceModel: row.price_model as Model,
      priceCents: row.price_cents,
    }
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
    const after: typeof before = { ...before, ...given }
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
      (k) => !isDeepStrictEqual(before[k], after[k]),
    )
    if (changed.length === 0) return readAutomation(db, actor, id)
    if (changed.some((k) => k === 'priceModel' || k === 'priceCents')) {
      const fields =
        actor.role === 'admin'
          ? priceProblem(after.priceModel, after.priceCents)
          : { priceCents: ['Only administrators can set prices.'] }
      if (Object.keys(fields).length > 0) throw refuse('UNPROCESSABLE', { fields })
    }
    await updateAutomationRow(db, row)
      .set({
        name: after.name,
        minutes_per_run: after.minutesPerRun,
        expected_minutes: after.expectedMinutes,
        alert_percent: after.alertPercent,
        alert_runs: after.alertRuns,
        price_model: after.priceModel,
        price_cents: after.priceCents,
      })
      .execute()
    const only = (of: typeof before) => Object.fromEntries(changed.map((k) => [k, of[k]]))
    await recordAutomationAct(db, context, row, { kind: 'edited', before: only(before), after: only(after) })
    return readAutomation(db, actor, id)
  })
})
