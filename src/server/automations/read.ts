import type { z } from 'zod'
import type { Installation } from '../../contract/automations.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Actor, Db } from '../platform/db.ts'
import { present } from './present.ts'
import { whole } from './queries.ts'

/** An automation as the actor sees it. NOT_FOUND without it. */
export async function read(db: Db, actor: Actor, id: string): Promise<z.infer<typeof Installation>> {
  const [row] = await whole(db, { id })
  if (!row) throw refuse('NOT_FOUND')
  return present(row, actor)
}

/** One automation. NOT_FOUND. */
export const get = ({ platform, actor }: Actored, { id }: { id: string }): Promise<z.infer<typeof Installation>> =>
  platform.db.askAs(actor, (db) => read(db, actor, id))
