// Action items: what needs a user's attention. Modules declare sources of them.
import type { z } from 'zod'
import type { WaitingItem } from '../../../contract/notifications.ts'
import type { Actor, Db } from '../database/db.ts'

/** Lists a user's action items of one module: the oldest first, at most `limit`, and the total, counted up to 100. */
export type ActionItemSource = (
  db: Db,
  actor: Actor,
  limit: number,
) => Promise<{ items: z.infer<typeof WaitingItem>[]; total: number }>
