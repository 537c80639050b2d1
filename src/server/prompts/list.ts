import type { z } from 'zod'
import { type ModelStatus, PROMPT_KEYS, type PromptRow } from '../../contract/prompts.ts'
import type { Actored } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'
import type { Platform } from '../platform/platform.ts'
import { spentToday } from './ask.ts'
import { KINDS } from './kinds.ts'
import { figures, pointers } from './queries.ts'

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

/** Every prompt with what its live version did lately, and how the model stands. */
export function list({ platform, actor }: Actored): Promise<{
  items: z.infer<typeof PromptRow>[]
  status: z.infer<typeof ModelStatus>
}> {
  return platform.db.asActor(actor, async (db) => {
    const [rows, did, status] = await Promise.all([
      pointers(db).execute(),
      figures(db),
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
}
