// Everything that is promised, in memory: opening a ticket asks no further question of the database.
import { sql } from 'kysely'
import type { Database } from '../platform/db.ts'
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
/** What decides by which policy a ticket is reckoned. */
type Concerned = { company_id: string; agreement_id: string | null }
type Read = {
  revision: number
  now: number
  default_policy: string | null
  policies: PolicyEntry[]
  calendars: ({ id: string } & CalendarSpec)[]
  own: Record<string, string>
  /** The active agreements, by id, of companies of which one promises a policy. */
  agreed: Record<string, Agreed>
  /** Of those companies: which one work counts for where nothing else was said. */
  usual: Record<string, string>
}

/** What is promised to whom, as of one revision. */
export class Book {
  readonly revision: number
  readonly #read: Read
  readonly #times = new Map<string, BusinessTime>()
  /** How far the database's clock is ahead of this machine's, in milliseconds. */
  readonly #ahead: number

  constructor(read: Read, ahead: number) {
    this.#read = read
    this.#ahead = ahead
    this.revision = read.revision
  }

  /** The database's time: what two processes write must not depend on whose clock is right. */
  now(): number {
    return Date.now() + this.#ahead
  }

  /** What is promised for a ticket of this priority; undefined while the provider has no policy. */
  level(ticket: Concerned, priority: string): Level | undefined {
    const { own, default_policy, policies } = this.#read
    const known = (id: string | null | undefined) => (id ? policies.find((p) => p.id === id) : undefined)
    const policy = known(this.agreed(ticket)?.policy) ?? known(own[ticket.company_id]) ?? known(default_policy)
    const targets = policy?.targets[priority]
    const time = policy && this.#time(policy.calendar)
    if (!policy || !targets || !time) return undefined
    return { policyId: policy.id, revision: this.revision, time, ...targets }
  }

  /** The agreement that promises it, where one does: the ticket's while it is active, else the company's usual one. */
  agreed({ company_id, agreement_id }: Concerned): Agreed | undefined {
    const { agreed, usual } = this.#read
    const counts = agreed[agreement_id ?? ''] ?? agreed[usual[company_id] ?? '']
    return counts?.policy ? counts : undefined
  }

  /** A policy's name. */
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

// One statement, one snapshot: the revision belongs to what is read with it. Past the fences: a partner's ticket is
// reckoned with the provider's policies, which partners cannot read.
async function read(db: Database): Promise<Book> {
  const asked = Date.now()
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
      from agreements where status = 'active' and company_id in (select company_id from agreements where sla_policy_id is not null)) as agreed,
    (select coalesce(json_object_agg(company_id, id), '{}') from default_agreements
      where company_id in (select company_id from agreements where sla_policy_id is not null)) as usual`.execute(
    db.system,
  )
  const row = rows[0] as Read
  return new Book(row, row.now - (asked + Date.now()) / 2)
}

type Kept = { book?: Promise<Book>; at: number }
const kept = new WeakMap<Database, Kept>()
/** Without a word from the database it is read again all the same: clocks drift, and a message may be missed. */
const AT_MOST_MS = 60_000

/** What is promised now. A change elsewhere is known within moments; tickets reckoned before that are reckoned again. */
export function bookOf({ db, bus }: Pick<Platform, 'db' | 'bus'>): Promise<Book> {
  let mine = kept.get(db)
  if (!mine) {
    const made: Kept = { at: 0 }
    mine = made
    kept.set(db, made)
    bus.on('message', (channel, payload) => {
      if (channel === 'events' && /"(sla_policy|agreement)"/.test(payload)) delete made.book
    })
    bus.on('up', () => delete made.book)
  }
  const { book } = mine
  if (book && Date.now() - mine.at < AT_MOST_MS) return book
  const next = read(db)
  mine.book = next
  mine.at = Date.now()
  // What failed is asked for again.
  next.catch(() => {
    if (mine.book === next) delete mine.book
  })
  return next
}

/** What is promised now, read at this moment. */
export function freshBook(platform: Pick<Platform, 'db' | 'bus'>): Promise<Book> {
  void bookOf(platform).catch(() => {})
  const mine = kept.get(platform.db) as Kept
  delete mine.book
  return bookOf(platform)
}
