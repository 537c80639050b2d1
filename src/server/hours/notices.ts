// Whom something that happened to hours concerns, and in which words they are told.
import { sql } from 'kysely'
import type { Role } from '../../contract/base.ts'
import type { Db } from '../platform/db.ts'
import type { HappenedEvent, Notice, Teller } from '../platform/notices.ts'
import type { Platform } from '../platform/platform.ts'
import { showDay, showMinutes } from '../platform/words.ts'
import { HOURS_FELL, type HoursFell } from './moves.ts'

type Company = { id: string; name: string }
const companyOf = (db: Db, id: string): Promise<Company | undefined> =>
  db.selectFrom('companies').select(['id', 'name']).where('id', '=', id).executeTakeFirst()

/** People with one role who can sign in: of a company, or of the provider. */
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
const staffPath = (c: Company) => `/companies/${c.id}?tab=hours`

type Tell = (db: Db, c: Company, data: Record<string, unknown>) => Promise<Notice[]>
const TOLD: Record<string, Tell> = {
  async low(db, c, data) {
    const { percent, balance } = data as { percent: 80 | 95; balance: number }
    const left =
      balance > 0 ? `${showMinutes(balance)} left` : balance === 0 ? 'none left' : `${showMinutes(-balance)} below zero`
    const [owners, admins] = await Promise.all([people(db, 'owner', c.id), people(db, 'admin', null)])
    return [
      ...to(owners, 'hours_low', OWN, {
        title: `${percent}% of your hours are used: ${left}`,
        body: 'Buy more hours in the portal so that work can go on without a pause.',
      }),
      ...to(admins, 'hours_low', staffPath(c), {
        title: `${c.name} has used ${percent}% of its hours`,
        body: `${left}.`,
      }),
    ]
  },
  async expiring(db, c, data) {
    const { minutes, on } = data as { minutes: number; on: string }
    const [owners, admins] = await Promise.all([people(db, 'owner', c.id), people(db, 'admin', null)])
    return [
      ...to(owners, 'hours_expiring', OWN, {
        title: `${showMinutes(minutes)} expire on ${showDay(on)}`,
        body: 'They are drawn before any other hours you have.',
      }),
      ...to(admins, 'hours_expiring', staffPath(c), {
        title: `${showMinutes(minutes)} of ${c.name} expire on ${showDay(on)}`,
        body: '',
      }),
    ]
  },
  async granted(db, c, data) {
    const { minutes, source } = data as { minutes: number; source: string }
    return to(await people(db, 'owner', c.id), 'hours_granted', OWN, {
      title: `${showMinutes(minutes)} are ready to use`,
      body: source === 'retainer' ? 'Your hours of this month.' : '',
    })
  },
  async finding(db, c, data) {
    const { title } = data as { title: string }
    return to(await people(db, 'admin', null), 'hours_finding', staffPath(c), {
      title: `Hours of ${c.name} do not add up`,
      body: `${title}. Nothing was changed: look into it before anybody else books.`,
    })
  },
}

export const hoursTeller: Teller = {
  topic: 'hours',
  async tell(platform: Platform, db: Db, event: HappenedEvent): Promise<Notice[]> {
    // Whoever makes hours come by themselves is told by a job, which exists when and only when the draw was committed.
    if (event.kind === 'fell') {
      const { balance, episode } = event.data as Omit<HoursFell, 'companyId'>
      await platform.jobs.send<HoursFell>(db, HOURS_FELL, { companyId: event.companyId, episode, balance })
      return []
    }
    const told = TOLD[event.kind]
    const company = told && (await companyOf(db, event.companyId))
    return company ? told(db, company, event.data) : []
  },
}
