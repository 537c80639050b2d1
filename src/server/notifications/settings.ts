import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import { NoticeKind, type NoticeSettings } from '../../contract/notifications.ts'
import { zoneOf } from '../../contract/plain/time-zone.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { type Choice, DIGEST_HOUR, defaultChannels, roleOf } from './policy.ts'
import { publishOwn, saveChoice } from './queries.ts'

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
      const by = defaultChannels(role, kind)
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

/** Returns the actor's notification settings. */
export const getNotificationSettings = action(contract.notifications.settings, ({ platform, actor }) =>
  platform.db.asActor(actor, (db) => settingsOf(db, actor)),
)

/** Stores the actor's notification settings. Throws BAD_REQUEST when a kind never reaches the actor's role. */
export const setSettings = action(contract.notifications.setSettings, ({ platform, actor }, input) => {
  const { kinds = [], digestHour } = input
  const role = roleOf(actor.role, actor.kind === 'staff')
  if (kinds.some(({ kind }) => !defaultChannels(role, kind)))
    throw refuse('BAD_REQUEST', {
      fields: { kinds: ['Notifications of this type aren’t available to your role. Leave the type out.'] },
    })
  return platform.db.asActor(actor, async (db) => {
    for (const { kind, ...choice } of kinds) await saveChoice(db, actor, kind, choice)
    // Notifications that wait for the daily mail are dropped from it when their kind no longer uses it.
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
    await publishOwn(db, actor, 'settings')
    return settingsOf(db, actor)
  })
})
