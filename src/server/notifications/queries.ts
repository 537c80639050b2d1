import { sql } from 'kysely'
import { COUNT_MAX } from '../../contract/notifications.ts'
import type { Actor, Db, Handle } from '../platform/database/db.ts'
import { publish } from '../platform/events/publish.ts'
import type { Choice, Kind } from './policy.ts'

/**
 * Returns how many notifications the actor has not read. Counts up to COUNT_MAX, so that the cost does not grow with
 * their number.
 */
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

/** Stores a person's choice for one kind. */
export async function saveChoice(
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

/** Publishes a change of the actor's notifications or settings to the actor's other tabs and devices. */
export const publishOwn = (db: Db, actor: Actor, kind: 'read' | 'settings'): Promise<void> =>
  publish(db, actor, {
    companyId: actor.companyId,
    topic: 'notification',
    kind,
    subjectId: actor.userId,
    userId: actor.userId,
  })
