import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Installation } from '../../contract/automations.ts'
import type { PriceModel } from '../../contract/marketplace.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { read } from './read.ts'
import { changeRow, keepAct, take } from './staff-write.ts'

type Model = z.infer<typeof PriceModel>
type Edit = {
  id: string
  version: number
  name?: string | undefined
  minutesPerRun?: number | undefined
  expectedMinutes?: number | null | undefined
  alertPercent?: number | undefined
  alertRuns?: number | undefined
  priceModel?: Model | undefined
  priceCents?: number | null | undefined
}

/** What does not fit together about a price, beside its field. */
export const priceProblem = (model: Model, cents: number | null): Record<string, string[]> =>
  model === 'quote' && cents !== null
    ? { priceCents: ['What is on request has no price.'] }
    : model !== 'quote' && cents === null
      ? { priceCents: ['Say the price, or choose “On request”.'] }
      : {}

/**
 * Changes the settings of an automation; what is left out stays. Runs that were counted keep their minutes. CONFLICT when
 * somebody was faster, WRONG_STATUS once it is retired, UNPROCESSABLE beside what does not fit.
 */
export function edit(context: Actored, { id, version, ...wanted }: Edit): Promise<z.infer<typeof Installation>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await take(db, context, id, version)
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
    if (changed.length === 0) return read(db, actor, id)
    if (changed.some((k) => k === 'priceModel' || k === 'priceCents')) {
      const fields =
        actor.role === 'admin'
          ? priceProblem(after.priceModel, after.priceCents)
          : { priceCents: ['Administrators set prices.'] }
      if (Object.keys(fields).length > 0) throw refuse('UNPROCESSABLE', { fields })
    }
    await changeRow(db, row)
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
    await keepAct(db, context, row, { kind: 'edited', before: only(before), after: only(after) })
    return read(db, actor, id)
  })
}
