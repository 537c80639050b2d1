// Caches all policies, calendars and targets in memory, so that opening a ticket needs no query for them.
import { sql } from 'kysely'
import type { Database } from '../platform/database/db.ts'
import type { Platform } from '../platform/platform.ts'
import { BusinessTime, type CalendarSpec } from './business-time.ts'
import type { Level, Target } from './clocks.ts'

type PolicyEntry = {
  id: string
  name: string
  calendar: string
  targets: Record<string, { response: Target; resolution: Target }>
}
type Agreed = { id: string; number: number; name: string; policy: string | null }
/** The fields of a ticket that decide which policy applies. */
type Concerned = { company_id: string; agreement_id: string | null }
type Read = {
  revision: number
  now: number
  default_policy: string | null
  policies: PolicyEntry[]
  calendars: ({ id: string } & CalendarSpec)[]
  own: Record<string, string>
  /** The active agreements, by id, of companies with at least one agreement that promises a policy. */
  agreed: Record<string, Agreed>
  /** For those companies: the default agreement for work, by company id. */
  usual: Record<string, string>
}

/** The service levels of all companies as of one revision. */
export class ServiceLevels {
  readonly revision: number
  readonly #read: Read
  readonly #times = new Map<string, BusinessTime>()
  /** Milliseconds by which the database's clock is ahead of this machine's, too low by at most one query's duration. */
  readonly #ahead: number

  constructor(read: Read, ahead: number) {
    this.#read = read
    this.#ahead = ahead
    this.revision = read.revision
  }

  /** Returns the database's time, so that what two processes write does not depend on their clocks. */
  now(): number {
    return Date.now() + this.#ahead
  }

  /** Returns the service level for a ticket of this priority. Undefined while the provider has no policy. */
  level(ticket: Concerned, priority: string): Level | undefined {
    const { own, default_policy, policies } = this.#read
    const known = (id: string | null | undefined) => (id ? policies.find((p) => p.id === id) : undefined)
    const policy = known(this.agreed(ticket)?.policy) ?? known(own[ticket.company_id]) ?? known(default_policy)
    const targets = policy?.targets[priority]
    const time = policy && this.#time(policy.calendar)
    if (!policy || !targets || !time) return undefined
    return { policyId: policy.id, revision: this.revision, time, ...targets }
  }

  /**
   * Returns the agreement that promises the service level: the ticket's own while it is active, else the company's
   * default agreement. Undefined when that agreement promises none.
   */
  agreed({ company_id, agreement_id }: Concerned): Agreed | undefined {
    const { agreed, usual } = this.#read
    const counts = agreed[agreement_id ?? ''] ?? agreed[usual[company_id] ?? '']
    return counts?.policy ? counts : undefined
  }

  /** Returns a policy's name. */
  named(id: string | null): string | undefined {
    return this.#read.policies.find((p) => p.id === id)?.name
  }

  #time(calendarId: string): BusinessTime | undefined {
    const known = this.#times.get(calendarId)
    if (known) return known
    const spec = this.#read.calendars.find((c) => c.id === calendarId)
    if (!spec) return undefined
    const time = new BusinessTime(spec)
    this.#times.set(calendarId, time)
    return time
  }
}

// One statement reads one snapshot, so the revision belongs to the data. Bypasses row-level security, because a
// partner's ticket is calculated with the provider's policies, which partners cannot read.
async function readServiceLevels(db: Database): Promise<ServiceLevels> {
  const { rows } = await sql<Read>`select
    (select coalesce(sum(revision), 0)::bigint from sla_revisions) as revision,
    extract(epoch from clock_timestamp())::float8 * 1000 as now,
    (select p.id from sla_policies p join companies c on c.id = p.company_id where p.is_default order by c.created_at, c.id limit 1) as default_policy,
    (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'calendar', calendar_id, 'targets', targets)), '[]')
      from sla_policies where archived_at is null) as policies,
    (select coalesce(json_agg(json_build_object('id', id, 'timeZone', time_zone, 'hours', hours, 'holidays', holidays)), '[]')
      from sla_calendars where archived_at is null) as calendars,
    (select coalesce(json_object_agg(id, sla_policy_id), '{}') from companies where sla_policy_id is not null) as own,
    (select coalesce(json_object_agg(id, json_build_object('id', id, 'number', number, 'name', name, 'policy', sla_policy_id)), '{}')
      from shared_agreements where status = 'active' and company_id in (select company_id from shared_agreements where sla_policy_id is not null)) as agreed,
    (select coalesce(json_object_agg(company_id, id), '{}') from default_agreements
      where company_id in (select company_id from shared_agreements where sla_policy_id is not null)) as usual`.execute(
    db.system,
  )
  const row = rows[0] as Read
  // Compare with the time after the response, so that `now()` is never later than the database's time, however long the
  // query took. Otherwise a ticket could be opened later than its first change.
  return new ServiceLevels(row, row.now - Date.now())
}

type Kept = { levels?: Promise<ServiceLevels>; at: number }
const caches = new WeakMap<Database, Kept>()
/**
 * The cache is reloaded after this many milliseconds even without a message from the database, because clocks drift and
 * a message may be lost.
 */
const AT_MOST_MS = 60_000

/**
 * Returns the current service levels from a cache. A message from the database clears it shortly after a change in
 * another process; a job recalculates tickets that were calculated in between.
 */
export function getServiceLevels({ db, bus }: Pick<Platform, 'db' | 'bus'>): Promise<ServiceLevels> {
  let mine = caches.get(db)
  if (!mine) {
    const made: Kept = { at: 0 }
    mine = made
    caches.set(db, made)
    bus.on('message', (channel, payload) => {
      if (channel === 'events' && /"(sla_policy|agreement)"/.test(payload)) delete made.levels
    })
    bus.on('up', () => delete made.levels)
  }
  const { levels } = mine
  if (levels && Date.now() - mine.at < AT_MOST_MS) return levels
  const next = readServiceLevels(db)
  mine.levels = next
  mine.at = Date.now()
  // A failed read must not stay in the cache.
  next.catch(() => {
    if (mine.levels === next) delete mine.levels
  })
  return next
}

/** Returns the current service levels, read from the database now. */
export function reloadServiceLevels(platform: Pick<Platform, 'db' | 'bus'>): Promise<ServiceLevels> {
  void getServiceLevels(platform).catch(() => {})
  const mine = caches.get(platform.db) as Kept
  delete mine.levels
  return getServiceLevels(platform)
}
