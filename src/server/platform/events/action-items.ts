// Action items: what needs a user's attention. Modules declare sources of them.
import type { z } from 'zod'
import type { WaitingItem } from '../../../contract/notifications.ts'
import type { Actor, Db } from '../database/db.ts'

/**
 * Lists a user's action items of one module: the oldest first, at most `limit`. A source with groups returns them by
 * urgency, at most `limit` per group. `total` does not depend on `limit`; counting more than 100 is not needed.
 */
export type ActionItemSource = (
  db: Db,
  actor: Actor,
  limit: number,
) => Promise<{ items: z.infer<typeof WaitingItem>[]; total: number }>
