import type { z } from 'zod'
import type { Installation } from '../../contract/automations/index.ts'
import { contract } from '../../contract/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { presentAutomation } from './present.ts'
import { wholeAutomation } from './queries.ts'

/** Returns an automation as the actor sees it. Throws NOT_FOUND when it does not exist. */
export async function readAutomation(db: Db, actor: Actor, id: string): Promise<z.infer<typeof Installation>> {
  const [row] = await wholeAutomation(db, { id })
  if (!row) throw refuse('NOT_FOUND')
  return presentAutomation(row, actor)
}

/** Returns one automation. Throws NOT_FOUND. */
export const getAutomation = action(contract.automations.get, ({ platform, actor }, { id }) =>
  platform.db.askAs(actor, (db) => readAutomation(db, actor, id)),
)
