// Notifications about what staff change on an automation, what a partner requests, and connections that break or
// expire.
import { sql } from 'kysely'
import { formatLongDay } from '../../contract/plain/dates.ts'
import type { Db } from '../platform/database/db.ts'
import type { Notice, Notifier, PublishedEvent } from '../platform/events/notifiers.ts'
import type { Platform } from '../platform/platform.ts'

type Facts = { id: string; company_id: string; name: string; company: string }
const factsOf = (db: Db, id: string): Promise<Facts | undefined> =>
  db
    .selectFrom('installations as i')
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .select(['i.id', 'i.company_id', 'i.name', 'c.name as company'])
    .where('i.id', '=', id)
    .executeTakeFirst()

/** Returns the ids of active users: all or only the owners of a company, or all of the provider. */
async function people(db: Db, of: { companyId: string; owners?: true } | 'staff'): Promise<string[]> {
  let query = db
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .leftJoin('user_roles as r', 'r.user_id', 'p.id')
    .select('p.id')
    .where('p.deactivated_at', 'is', null)
    .orderBy('p.id')
  if (of === 'staff') query = query.where('c.is_internal', '=', true)
  else query = query.where('p.company_id', '=', of.companyId)
  if (of !== 'staff' && of.owners) query = query.where('r.role', '=', 'owner')
  return (await query.execute()).map((p) => p.id)
}

type Words = Pick<Notice, 'title' | 'body'>
const text = (data: Record<string, unknown>, key: string) =>
  typeof data[key] === 'string' ? (data[key] as string) : ''

/** Returns the text of a partner's notification about a new status. */
function statusWords(name: string, data: Record<string, unknown>): Words | undefined {
  const reason = text(data, 'reason')
  switch (text(data, 'to')) {
    case 'provisioning':
      return {
        title: `${name} is being set up`,
        body: reason || 'An engineer has started setup. Follow the progress in the portal.',
      }
    case 'live':
      return text(data, 'from') === 'provisioning'
        ? { title: `${name} is live`, body: reason || 'You can now see every run in the portal.' }
        : { title: `${name} is running again`, body: reason }
    case 'paused':
      return { title: `${name} is paused`, body: reason }
    case 'retired':
      return { title: `${name} is retired`, body: reason }
    default:
      return undefined
  }
}

async function collectNotices(_: Platform, db: Db, event: PublishedEvent): Promise<Notice[]> {
  if (!['status', 'key_made', 'connection_due', 'asked', 'unasked'].includes(event.kind)) return []
  const a = await factsOf(db, event.subjectId)
  if (!a) return []
  const to = (ids: string[], kind: Notice['kind'], path: string, words: Words): Notice[] =>
    ids.filter((id) => id !== event.actorId).map((userId) => ({ to: { userId }, kind, path, ...words }))
  const page = `/apps-automations/${a.id}`
  if (event.kind === 'status') {
    const words = statusWords(a.name, event.data)
    return words ? to(await people(db, { companyId: a.company_id }), 'automation_changed', page, words) : []
  }
  if (event.kind === 'asked') {
    const reason = text(event.data, 'reason')
    return to(await people(db, 'staff'), 'automation_changed', page, {
      title: `${a.company} asked us to ${text(event.data, 'want')} ${a.name}`,
      body: reason || 'No reason was given.',
    })
  }
  if (event.kind === 'unasked')
    return to(await people(db, 'staff'), 'automation_changed', page, {
      title: `${a.company} canceled its request to pause or resume ${a.name}`,
      body: 'The status has not changed.',
    })
  if (event.kind === 'key_made')
    return to(await people(db, { companyId: a.company_id, owners: true }), 'automation_changed', '/settings/api-keys', {
      title: `We created an API key for ${a.name}`,
      body: `“${text(event.data, 'key')}”, which starts with ${text(event.data, 'prefix')}. It can only send runs. You can revoke it in your settings.`,
    })
  const on = text(event.data, 'expiresOn')
  const connection = await db
    .selectFrom('connections')
    .select(['tool', 'label', sql<boolean>`expires_on < current_date`.as('over')])
    .where('id', '=', text(event.data, 'connectionId'))
    .executeTakeFirst()
  if (!connection) return []
  const { tool, label, over } = connection
  return to(await people(db, 'staff'), 'automation_connection', page, {
    title: on
      ? `The ${tool} connection of ${a.name} ${over ? 'expired' : 'expires'} on ${formatLongDay(on)}`
      : `The ${tool} connection of ${a.name} is not working`,
    body: `${a.company}: ${label}. ${on ? 'Renew the credential and enter its new expiration date.' : 'Fix it before runs fail.'}`,
  })
}

/** Notifies partners of changes by staff, and staff of requests by partners and of connections that fail or expire. */
export const staffActsNotifier: Notifier = { topic: 'automation', collectNotices }
