// What waits for a person, gathered from every room that has something.
import type { z } from 'zod'
import type { WaitingItem } from '../../contract/notifications.ts'
import type { Actor, Db } from './db.ts'

/**
 * One room's answer to "what waits for this person?": what waits longest first, at most `limit`, and how many there
 * are in all, counted up to 100.
 */
export type WaitingSource = (
  db: Db,
  actor: Actor,
  limit: number,
) => Promise<{ items: z.infer<typeof WaitingItem>[]; total: number }>
