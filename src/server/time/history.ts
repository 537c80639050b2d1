import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import type { TimeChange } from '../../contract/time.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { FORMER } from '../platform/words.ts'

type Change = z.infer<typeof TimeChange>

/**
 * Returns who booked and changed an entry, when and why, oldest first. Throws NOT_FOUND when there is no such entry.
 */
export const listTimeHistory = action(contract.time.history, ({ platform, actor }, { id }) =>
  platform.db.asActor(actor, async (db) => {
    const entry = await db.selectFrom('time_entries').select('company_id').where('id', '=', id).executeTakeFirst()
    if (!entry) throw refuse('NOT_FOUND')
    const acts = await db
      .selectFrom('audit_log as l')
      .select(['l.created_at', 'l.action', 'l.before', 'l.after', 'l.reason'])
      .select((e) => e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'l.actor_id').as('who'))
      .where('l.company_id', '=', entry.company_id)
      .where('l.subject_type', '=', 'time_entry')
      .where('l.subject_id', '=', id)
      .orderBy('l.id')
      .execute()
    return {
      items: acts.map((a) => ({
        at: a.created_at,
        who: a.who ?? FORMER,
        action: a.action.replace('time.', '') as Change['action'],
        before: a.before as Change['before'],
        after: a.after as Change['after'],
        reason: a.reason,
      })),
    }
  }),
)
