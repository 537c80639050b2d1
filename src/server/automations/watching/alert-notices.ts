// Notifications that an automation fails or works again, to the partner and to staff, each with a link to the ticket.

import { brand } from '../../../../brand.config.ts'
import { formatCount } from '../../../contract/plain/counts.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Notice, Notifier, PublishedEvent } from '../../platform/events/notifiers.ts'
import type { Block } from '../../platform/mail/mail-blocks.ts'
import type { Platform } from '../../platform/platform.ts'
import { peopleWithRoles } from '../setup/setup-notices.ts'
import { silenceText } from './alert-text.ts'

type Failing = { failed: number; of: number; limit: number }
type Silent = { expectedMinutes: number; lastRunAt: string | null }
type Alert = {
  kind: 'failing' | 'silent'
  facts?: Failing | Silent
  ticketId: string | null
  message?: string | null
  since?: string
}

const factsOf = (db: Db, companyId: string, id: string) =>
  db
    .selectFrom('installations as i')
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .select(['i.id', 'i.name', 'i.time_zone', 'c.name as company'])
    .where('i.company_id', '=', companyId)
    .where('i.id', '=', id)
    .executeTakeFirst()
type About = NonNullable<Awaited<ReturnType<typeof factsOf>>>

/** Describes an alert in one or two sentences. */
function describeAlert(a: About, { kind, facts }: Alert): string {
  if (kind === 'failing') {
    const { failed, of } = facts as Failing
    return `${failed} of the last ${formatCount(of, 'run')} failed.`
  }
  const { expectedMinutes, lastRunAt } = facts as Silent
  return silenceText(expectedMinutes, lastRunAt, a.time_zone)
}

async function collectNotices({ env }: Platform, db: Db, event: PublishedEvent): Promise<Notice[]> {
  if (event.kind === 'finding') {
    const { title } = event.data as { title: string }
    return (await peopleWithRoles(db, ['admin'], null)).map((userId) => ({
      to: { userId },
      kind: 'automation_finding',
      title: 'Discrepancy in the runs of an automation',
      body: `${title}. No figures were changed. Find the cause before you correct them.`,
      path: '/agreements?tab=findings',
    }))
  }
  if (event.kind !== 'failing' && event.kind !== 'recovered') return []
  const a = await factsOf(db, event.companyId, event.subjectId)
  if (!a) return []
  const alert = event.data as Alert
  const fails = event.kind === 'failing'
  const [partners, staff] = await Promise.all([
    peopleWithRoles(db, ['owner', 'member'], event.companyId),
    peopleWithRoles(db, ['engineer', 'admin'], null),
  ])
  const state = fails ? (alert.kind === 'failing' ? 'is failing' : 'has stopped reporting') : 'is working again'
  const words = fails
    ? describeAlert(a, alert)
    : alert.kind === 'failing'
      ? 'Its last runs succeeded.'
      : 'It is reporting runs again.'
  const of = (forStaff: boolean): Omit<Notice, 'to'> => {
    const title = forStaff ? `${a.company}: ${a.name} ${state}` : `${a.name} ${state}`
    const path = alert.ticketId
      ? `${forStaff ? '/admin' : ''}/tickets/${alert.ticketId}`
      : `/apps-automations/${event.subjectId}`
    const next = fails
      ? forStaff
        ? ['The ticket has the details.']
        : ['We’re investigating. Follow our progress in the ticket. The repair is free and uses no hours.']
      : []
    const blocks: Block[] = [
      words,
      ...(fails && alert.message ? [{ facts: [['Last failure', alert.message]] } satisfies Block] : []),
      ...next,
      { button: alert.ticketId ? 'View ticket' : 'View automation', href: new URL(path, env.publicUrl).href },
    ]
    return {
      kind: fails ? 'automation_failing' : 'automation_recovered',
      title,
      body: [words, ...next].join(' '),
      path,
      mail: { id: '', subject: `${title} · ${brand.shortName}`, blocks },
    }
  }
  return [
    ...partners.map((userId) => ({ to: { userId }, ...of(false) })),
    ...staff.map((userId) => ({ to: { userId }, ...of(true) })),
  ]
}

/** Notifies both sides of alerts, and administrators of discrepancies in runs. */
export const alertNotifier: Notifier = { topic: 'automation', collectNotices }
