// A duplicate ticket, merged with the product's own action and then dated back to when the merge happened.
import { sql } from 'kysely'
import { type Actor, systemOf } from '../../src/server/platform/database/db.ts'
import type { Platform } from '../../src/server/platform/platform.ts'
import { mergeTickets } from '../../src/server/tickets/facts/merge.ts'
import type { MadeUser, Owner } from '../factories/people.ts'
import { conversations } from './conversations.ts'

const HOUR = 3_600_000

/** Merges the duplicate tickets. Needs the tickets. */
export async function seedMerged(
  db: Owner,
  platform: Platform,
  { people, now }: { people: Map<string, MadeUser>; now: number },
): Promise<void> {
  // The full demo is one transaction, so run the action in it.
  const within = { ...platform, db: { system: db, asActor: (_: Actor, work: (db: Owner) => unknown) => work(db) } }
  for (const { subject, openedAgo, merged } of conversations) {
    if (!merged) continue
    const by = people.get(merged.by) as MadeUser
    const idOf = async (of: string) =>
      (await db.selectFrom('tickets').select('id').where('subject', '=', of).executeTakeFirstOrThrow()).id
    const [id, intoId] = [await idOf(subject), await idOf(merged.into)]
    const kept = await db.selectFrom('tickets').select('updated_at').where('id', '=', intoId).executeTakeFirstOrThrow()
    const actor: Actor = { ...systemOf(by.companyId), userId: by.id, role: 'engineer' }
    await mergeTickets({ platform: within, actor } as unknown as Parameters<typeof mergeTickets>[0], { id, intoId })
    const at = new Date(now - (openedAgo - merged.at) * HOUR).toISOString()
    const both = sql.join([id, intoId])
    // Do not send notifications about the past.
    await sql`delete from events where subject_id in (${both})`.execute(db)
    await sql`update messages set created_at = ${at} where ticket_id in (${both}) and created_at >= now()`.execute(db)
    await sql`update tickets set closed_at = ${at}, merged_at = ${at}, updated_at = ${at}, sla_paused_at = ${at} where id = ${id}`.execute(
      db,
    )
    await db.updateTable('tickets').set({ updated_at: kept.updated_at }).where('id', '=', intoId).execute()
  }
}
