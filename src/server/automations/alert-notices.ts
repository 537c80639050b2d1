// Who is told that an automation fails or works again: both sides, each with the way to the ticket.
import { brand } from '../../../brand.config.ts'
import type { Db } from '../platform/db.ts'
import type { Block } from '../platform/mail.ts'
import type { HappenedEvent, Notice, Teller } from '../platform/notices.ts'
import type { Platform } from '../platform/platform.ts'
import { showInterval } from './alert-text.ts'
import { momentIn } from './run-text.ts'
import { people } from './setup-notices.ts'

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

/** What has happened, in a sentence. */
function said(a: About, { kind, facts }: Alert): string {
  if (kind === 'failing') {
    const { failed, of } = facts as Failing
    return `${failed} of the last ${of} runs failed.`
  }
  const { expectedMinutes, lastRunAt } = facts as Silent
  const last = lastRunAt ? `The last one ended ${momentIn(lastRunAt, a.time_zone)}.` : 'None has come in yet.'
  return `There should be a run at least every ${showInterval(expectedMinutes)}. ${last}`
}

async function tell({ env }: Platform, db: Db, event: HappenedEvent): Promise<Notice[]> {
  if (event.kind === 'finding') {
    const { title } = event.data as { title: string }
    return (await people(db, ['admin'], null)).map((userId) => ({
      to: { userId },
      kind: 'automation_finding',
      title: 'Runs of an automation do not add up',
      body: `${title}. Nothing was changed: look into it.`,
      path: `/companies/${event.companyId}?tab=hours`,
    }))
  }
  if (event.kind !== 'failing' && event.kind !== 'recovered') return []
  const a = await factsOf(db, event.companyId, event.subjectId)
  if (!a) return []
  const alert = event.data as Alert
  const fails = event.kind === 'failing'
  const [partners, staff] = await Promise.all([
    people(db, ['owner', 'member'], event.companyId),
    people(db, ['engineer', 'admin'], null),
  ])
  const state = fails ? (alert.kind === 'failing' ? 'is failing' : 'has not run') : 'works again'
  const words = fails
    ? said(a, alert)
    : alert.kind === 'failing'
      ? 'Its last runs succeeded.'
      : 'A run has come in again.'
  const of = (forStaff: boolean): Omit<Notice, 'to'> => {
    const title = forStaff ? `${a.company}: ${a.name} ${state}` : `${a.name} ${state}`
    const path = alert.ticketId
      ? `${forStaff ? '/admin' : ''}/tickets/${alert.ticketId}`
      : `/apps-automations/${event.subjectId}`
    const next = fails
      ? forStaff
        ? ['Its ticket has the context of the last run.']
        : ['We look into it in the ticket. Repairing it is on us and draws no hours.']
      : []
    const blocks: Block[] = [
      words,
      ...(fails && alert.message ? [{ facts: [['Last failure', alert.message]] } satisfies Block] : []),
      ...next,
      { button: alert.ticketId ? 'Open the ticket' : 'Open the automation', href: new URL(path, env.publicUrl).href },
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

export const alertTeller: Teller = { topic: 'automation', tell }
