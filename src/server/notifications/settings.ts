import type { z } from 'zod'
import { NoticeKind, type NoticeSettings } from '../../contract/notifications.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Actor, Db } from '../platform/db.ts'
import { type Choice, DIGEST_HOUR, type Kind, roleOf, usual, zoneOf } from './policy.ts'
import { keepChoice, tellOwn } from './queries.ts'

type Settings = z.infer<typeof NoticeSettings>

async function settingsOf(db: Db, actor: Actor): Promise<Settings> {
  const [kept, person] = await Promise.all([
    db
      .selectFrom('notification_preferences')
      .select(['kind', 'bell', 'mail'])
      .where('user_id', '=', actor.userId)
      .execute(),
    db
      .selectFrom('profiles as p')
      .leftJoin('companies as c', 'c.id', 'p.company_id')
      .leftJoin('notification_digests as d', 'd.user_id', 'p.id')
      .select(['p.time_zone', 'c.time_zone as company_zone', 'd.hour'])
      .where('p.id', '=', actor.userId)
      .executeTakeFirst(),
  ])
  const role = roleOf(actor.role, actor.kind === 'staff')
  return {
    kinds: NoticeKind.options.flatMap((kind) => {
      const by = usual(role, kind)
      if (!by) return []
      const chosen = kept.find((row) => row.kind === kind)
      return [
        {
          kind,
          bell: chosen?.bell ?? by.bell,
          mail: (chosen?.mail as Choice['mail'] | undefined) ?? by.mail,
          usual: by,
        },
      ]
    }),
    digestHour: person?.hour ?? DIGEST_HOUR,
    timeZone: zoneOf(person?.time_zone, person?.company_zone),
  }
}

/** What the actor is told, and how. */
export const settings = ({ platform, actor }: Actored): Promise<Settings> =>
  platform.db.asActor(actor, (db) => settingsOf(db, actor))

/** Keeps what the actor wants. A kind that never reaches such a person is BAD_REQUEST. */
export function setSettings(
  { platform, actor }: Actored,
  { kinds = [], digestHour }: { kinds?: (Choice & { kind: Kind })[]; digestHour?: number },
): Promise<Settings> {
  const role = roleOf(actor.role, actor.kind === 'staff')
  if (kinds.some(({ kind }) => !usual(role, kind)))
    throw refuse('BAD_REQUEST', { fields: { kinds: ['This kind does not reach you. Leave it out.'] } })
  return platform.db.asActor(actor, async (db) => {
    for (const { kind, ...choice } of kinds) await keepChoice(db, actor, kind, choice)
    // What already waits for the daily mail is of what was wanted before.
    const dropped = kinds.filter(({ mail }) => mail !== 'digest').map(({ kind }) => kind)
    if (dropped.length > 0)
      await db
        .updateTable('notifications')
        .set({ digest: false })
        .where('company_id', '=', actor.companyId)
        .where('user_id', '=', actor.userId)
        .where('kind', 'in', dropped)
        .where('digest', '=', true)
        .execute()
    if (digestHour !== undefined)
      await db
        .insertInto('notification_digests')
        .values({ company_id: actor.companyId, user_id: actor.userId, hour: digestHour })
        .onConflict((c) => c.columns(['company_id', 'user_id']).doUpdateSet({ hour: digestHour }))
        .execute()
    await tellOwn(db, actor, 'settings')
    return settingsOf(db, actor)
  })
}
