import type { z } from 'zod'
import type { TimeChange } from '../../contract/time.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { FORMER } from '../platform/words.ts'

type Change = z.infer<typeof TimeChange>

/** Who booked and changed an entry, when and why. NOT_FOUND without it. */
export const history = ({ platform, actor }: Actored, { id }: { id: string }): Promise<{ items: Change[] }> =>
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
        action: a.action.replace('time.', '') as 'book',
        before: a.before as Change['before'],
        after: a.after as Change['after'],
        reason: a.reason,
      })),
    }
  })
