import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import { type ModelStatus, PROMPT_KEYS } from '../../contract/prompts.ts'
import type { Db } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import type { Platform } from '../platform/platform.ts'
import { spentToday } from './ask.ts'
import { KINDS } from './kinds.ts'
import { livePointers, promptFigures } from './queries.ts'

const micros = (cents: number | undefined) => (cents === undefined ? null : Math.round(cents * 10_000))

async function statusOf({ model, env }: Platform, db: Db, companyId: string): Promise<z.infer<typeof ModelStatus>> {
  return {
    model: model ? { provider: model.provider, name: model.name } : null,
    priced: env.model?.prices !== undefined,
    spentMicros: (await spentToday(db, companyId)).all,
    budgetMicros: micros(env.model?.dailyCents),
    companyBudgetMicros: micros(env.model?.companyCents),
  }
}

/** Returns every prompt with the recent figures of its live version, and the status of the model. */
export const listPrompts = action(contract.prompts.list, ({ platform, actor }) => {
  return platform.db.asActor(actor, async (db) => {
    const [rows, did, status] = await Promise.all([
      livePointers(db).execute(),
      promptFigures(db),
      statusOf(platform, db, actor.companyId),
    ])
    return {
      items: PROMPT_KEYS.map((key) => {
        const row = rows.find((r) => r.key === key)
        const live = row?.live_number ?? 0
        const { title, about } = KINDS[key]
        return {
          key,
          title,
          about,
          live,
          newest: row?.newest ?? 0,
          liveSince: row?.live_since ?? null,
          figures: did(key, live),
        }
      }),
      status,
    }
  })
})
