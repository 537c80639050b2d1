import { sql } from 'kysely'
import { COUNT_MAX } from '../../contract/notifications.ts'
import type { Actor, Db, Handle } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'
import type { Choice, Kind } from './policy.ts'

/** How many notifications the actor has not read, counted up to COUNT_MAX: the cost does not grow with their number. */
export async function unreadOf(
  db: Handle,
  { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
): Promise<number> {
  const { unread } = await db
    .selectFrom((e) =>
      e
        .selectFrom('notifications')
        .select(sql`1`.as('one'))
        .where('company_id', '=', companyId)
        .where('user_id', '=', userId)
        .where('shown', '=', true)
        .where('read_at', 'is', null)
        .limit(COUNT_MAX)
        .as('n'),
    )
    .select(sql<number>`count(*)::int`.as('unread'))
    .executeTakeFirstOrThrow()
  return unread
}

/** Keeps what a person wants of one kind. */
export async function keepChoice(
  db: Handle,
  { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
  kind: Kind,
  { bell, mail }: Choice,
): Promise<void> {
  await db
    .insertInto('notification_preferences')
    .values({ company_id: companyId, user_id: userId, kind, bell, mail })
    .onConflict((c) =>
      c.columns(['company_id', 'user_id', 'kind']).doUpdateSet({ bell, mail, updated_at: sql<string>`now()` }),
    )
    .execute()
}

/** Lets the other tabs and devices of the actor know. */
export const tellOwn = (db: Db, actor: Actor, kind: 'read' | 'settings'): Promise<void> =>
  publish(db, actor, {
    companyId: actor.companyId,
    topic: 'notification',
    kind,
    subjectId: actor.userId,
    userId: actor.userId,
  })
