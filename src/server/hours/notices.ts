// Notifications about hours: who gets them, and what they say.
import { sql } from 'kysely'
import type { Role } from '../../contract/base.ts'
import { formatLongDay } from '../../contract/plain/dates.ts'
import { formatMinutes } from '../../contract/plain/durations.ts'
import type { Db } from '../platform/database/db.ts'
import type { Notice, Notifier, PublishedEvent } from '../platform/events/notifiers.ts'
import type { Platform } from '../platform/platform.ts'
import { BALANCE_LOW, type BalanceLowJob } from './moves.ts'

type Company = { id: string; name: string }
const companyOf = (db: Db, id: string): Promise<Company | undefined> =>
  db.selectFrom('companies').select(['id', 'name']).where('id', '=', id).executeTakeFirst()

/** Returns the active users with one role, of a company or of the provider. */
async function people(db: Db, role: Role, companyId: string | null): Promise<string[]> {
  const found = await db
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .innerJoin('user_roles as r', 'r.user_id', 'p.id')
    .select('p.id')
    .where('p.deactivated_at', 'is', null)
    .where('r.role', '=', role)
    .where(companyId === null ? sql<boolean>`c.is_internal` : sql<boolean>`p.company_id = ${companyId}`)
    .orderBy('p.id')
    .execute()
  return found.map((p) => p.id)
}

type Words = Pick<Notice, 'title' | 'body'>
const to = (ids: string[], kind: Notice['kind'], path: string, words: Words): Notice[] =>
  ids.map((userId) => ({ to: { userId }, kind, path, ...words }))
const OWN = '/my-agreements?tab=hours'
const FINDINGS = '/agreements?tab=findings'
const staffPath = (c: Company) => `/companies/${c.id}?tab=hours`

type BuildNotices = (db: Db, c: Company, data: Record<string, unknown>) => Promise<Notice[]>
const NOTICES: Record<string, BuildNotices> = {
  async low(db, c, data) {
    const { percent, balance } = data as { percent: 80 | 95; balance: number }
    const left =
      balance > 0
        ? `${formatMinutes(balance)} left`
        : balance === 0
          ? 'no hours left'
          : `${formatMinutes(-balance)} below zero`
    const [owners, admins] = await Promise.all([people(db, 'owner', c.id), people(db, 'admin', null)])
    return [
      ...to(owners, 'hours_low', OWN, {
        title: `${balance > 0 ? `${percent}%` : 'All'} of your hours are used: ${left}`,
        body: 'Buy more hours so that work can continue without a pause.',
      }),
      ...to(admins, 'hours_low', staffPath(c), {
        title: `${c.name} has used ${balance > 0 ? `${percent}%` : 'all'} of its hours`,
        body: `${left.charAt(0).toUpperCase()}${left.slice(1)}.`,
      }),
    ]
  },
  async expiring(db, c, data) {
    const { minutes, on } = data as { minutes: number; on: string }
    const [owners, admins] = await Promise.all([people(db, 'owner', c.id), people(db, 'admin', null)])
    return [
      ...to(owners, 'hours_expiring', OWN, {
        title: `Hours expire on ${formatLongDay(on)}: ${formatMinutes(minutes)}`,
        body: 'We use them before your other hours.',
      }),
      ...to(admins, 'hours_expiring', staffPath(c), {
        title: `${c.name}: hours expire on ${formatLongDay(on)} (${formatMinutes(minutes)})`,
        body: '',
      }),
    ]
  },
  async granted(db, c, data) {
    const { minutes, source } = data as { minutes: number; source: string }
    return to(await people(db, 'owner', c.id), 'hours_granted', OWN, {
      title: `We added ${formatMinutes(minutes)} to your balance`,
      body: source === 'retainer' ? 'Your hours for this month.' : '',
    })
  },
  async finding(db, c, data) {
    const { title } = data as { title: string }
    return to(await people(db, 'admin', null), 'hours_finding', staffPath(c), {
      title: `Hours discrepancy: ${c.name}`,
      body: `${title}. Nothing was changed automatically. Review it before more time is logged.`,
    })
  },
  async job_set_aside(db, _, data) {
    const { title } = data as { title: string }
    return to(await people(db, 'admin', null), 'hours_finding', FINDINGS, {
      title: 'A failed job needs your attention',
      body: `${title}. Retry or discard it under Discrepancies.`,
    })
  },
}

/** Notifies owners and administrators about hours, and queues BALANCE_LOW for the automatic top-up. */
export const hoursNotifier: Notifier = {
  topic: 'hours',
  async collectNotices(platform: Platform, db: Db, event: PublishedEvent): Promise<Notice[]> {
    // A job starts the automatic top-up, because a job exists only if the change of the balance was committed.
    if (event.kind === 'fell') {
      const { balance, episode } = event.data as Omit<BalanceLowJob, 'companyId'>
      await platform.jobs.send<BalanceLowJob>(db, BALANCE_LOW, { companyId: event.companyId, episode, balance })
      return []
    }
    const buildNotices = NOTICES[event.kind]
    const company = buildNotices && (await companyOf(db, event.companyId))
    return company ? buildNotices(db, company, event.data) : []
  },
}
