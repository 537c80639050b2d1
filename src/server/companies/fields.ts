// Declares all fields of a company in file order: how each is selected, shown, filtered, sorted, exported and changed.
// The staff list and its CSV have other fields than the profile and the company's own export, so there are two
// declarations that share their common fields.
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { COMPANY_KINDS, Company, CompanyFilter, Health, MailTrust } from '../../contract/companies/index.ts'
import { usedPercent } from '../hours/index.ts'
import type { Companies } from '../platform/database/db.types.ts'
import { defineFields, fieldOf } from '../platform/fields.ts'
import { FORMER } from '../platform/words.ts'
import { getCompanyHealth, URGENT_HOURS } from './policy.ts'
import { cleanTools } from './tools.ts'

const field = fieldOf<Selectable<Companies>, z.infer<typeof CompanyFilter>>()

/** The sort key of a company's name. It ignores case. */
export const nameKey = sql<string>`lower(c.name)`
/** The reason why the company may send mail to people without an account, or null if it may not. */
const mailTrust = sql<z.infer<typeof MailTrust> | null>`company_mail_trust(c.id)`
const logo = sql<string | null>`(select p.etag from visible_pictures p where p.id = c.id)`

// The figures of the list are subqueries, so they are calculated only for the rows of one page unless the list is
// sorted or filtered by them.
const OPEN = sql.raw(`('new', 'in_progress', 'waiting_on_partner', 'waiting_on_third_party')`)
const open = sql<number>`(select coalesce(sum(n.count), 0)::int from shared_ticket_counts n where n.company_id = c.id and n.status in ${OPEN})`
const waiting = sql<number>`(select coalesce(sum(n.count), 0)::int from shared_ticket_counts n where n.company_id = c.id and n.status in ('new', 'in_progress'))`
// Repeats the condition of the partial index `tickets_urgent`, so that the index can be used.
const urgentOnes = sql.raw(
  `from shared_tickets t where t.company_id = c.id and t.status not in ('resolved', 'closed') and t.priority in ('P1', 'P2')`,
)
const urgent = sql<number>`(select count(*)::int ${urgentOnes})`
const overdue = sql<number>`(select count(*)::int ${urgentOnes} and t.created_at < now() - make_interval(hours => ${sql.lit(URGENT_HOURS)}))`
const users = sql<number>`(select count(*)::int from profiles p where p.company_id = c.id and p.deactivated_at is null)`
const lastSeen = sql<
  string | null
>`(select p.last_seen_at from profiles p where p.company_id = c.id order by p.last_seen_at desc nulls last limit 1)`
const owners = sql<{ id: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', p.id, 'name', p.full_name) order by p.full_name), '[]'::json)
  from user_roles r join profiles p on p.id = r.user_id
  where p.company_id = c.id and r.role = 'owner' and p.deactivated_at is null)`
const hours = sql<number | null>`(select b.balance from shared_hour_balances b where b.company_id = c.id)`
const hoursBase = sql<number | null>`(select b.base from shared_hour_balances b where b.company_id = c.id)`
/** Companies that never had hours sort last. */
const NEVER_HAD = 2_147_483_647
const NEVER_SEEN = '0001-01-01T00:00:00Z'

const KIND: Record<(typeof COMPANY_KINDS)[number], ReturnType<typeof sql<boolean>>> = {
  internal: sql<boolean>`c.is_internal`,
  placeholder: sql<boolean>`(not c.is_internal and c.placeholder)`,
  partner: sql<boolean>`(not c.is_internal and not c.placeholder)`,
}
const HEALTH_NAMES: Record<z.infer<typeof Health>['state'], string> = {
  attention: 'Needs attention',
  quiet: 'Inactive',
  good: 'Good',
}

/** Returns null for an empty text. */
const textOrNone = (typed: string | null) => typed || null

// Fields that both the list and the profile have.
const id = field({ label: 'ID', columns: ['id'], present: (r) => r.id, export: { only: 'company' } })
const name = field({
  label: 'Name',
  columns: ['name'],
  computed: { name_key: nameKey },
  present: (r) => r.name,
  sort: { name: { by: nameKey, kind: 'text', of: (r) => r.name_key } },
  export: {},
  // An empty name keeps the current one.
  write: { by: 'everyone', column: 'name', keep: (typed: string) => typed || undefined },
})
const website = field({
  label: 'Website',
  columns: ['website'],
  present: (r) => r.website,
  export: {},
  write: { by: 'everyone', column: 'website', keep: textOrNone },
})
const createdAt = field({
  label: 'Created',
  columns: ['created_at'],
  present: (r) => r.created_at,
  sort: { created: { by: sql.ref('c.created_at'), kind: 'instant', of: (r) => r.created_at } },
  export: {},
})
const common = {
  slug: field({
    label: 'Slug',
    columns: ['slug'],
    present: (r) => r.slug,
    // The slug is only a part of URLs.
    export: false,
  }),
  is_internal: field({
    label: 'Internal',
    columns: ['is_internal'],
    present: (r) => r.is_internal,
    filter: {
      kind: (kinds) =>
        sql<boolean>`(${sql.join(
          kinds.map((kind) => KIND[kind]),
          sql` or `,
        )})`,
    },
    // Readers of the file know which company is the provider.
    export: false,
  }),
  placeholder: field({
    label: 'Not set up',
    columns: ['placeholder'],
    present: (r) => r.placeholder,
    // The name shows whether the company is set up.
    export: false,
  }),
  logoEtag: field({
    label: 'Logo',
    computed: { logo },
    present: (r) => r.logo,
    // The company export contains the picture itself.
    export: false,
  }),
}

/** The fields of a company in the list of staff, and in its CSV. */
export const companyRowFields = defineFields('c', {
  id,
  name,
  website,
  owners: field({
    label: 'Owners',
    computed: { owners },
    present: (r) => r.owners,
    export: { value: (people) => people.map((person) => person.name).join('; ') },
  }),
  users: field({ label: 'Users', computed: { users }, present: (r) => r.users, export: {} }),
  openTickets: field({
    label: 'Open tickets',
    computed: { open },
    present: (r) => r.open,
    filter: { openTickets: (has) => (has === 'yes' ? sql<boolean>`${open} > 0` : sql<boolean>`${open} = 0`) },
    sort: { openTickets: { by: open, kind: 'number', of: (r) => String(r.open) } },
    export: {},
  }),
  urgentTickets: field({ label: 'Open P1 and P2 tickets', computed: { urgent }, present: (r) => r.urgent, export: {} }),
  health: field({
    label: 'Health',
    computed: { overdue, waiting, last_seen_at: lastSeen },
    present: (r) =>
      getCompanyHealth({ urgentOverdue: r.overdue, waitingOnUs: r.waiting, lastSeenAt: r.last_seen_at }, new Date()),
    export: [
      { names: HEALTH_NAMES, value: (health) => health.state },
      { key: 'healthReason', head: 'Health reason', value: (health) => health.reason },
    ],
  }),
  hours: field({
    label: 'Minutes left',
    computed: { hours },
    present: (r) => r.hours,
    filter: {
      hours: (left) =>
        left === 'out'
          ? sql<boolean>`${hours} <= 0`
          : sql<boolean>`exists (select from shared_hour_balances b where b.company_id = c.id and b.balance * 5 <= b.base)`,
    },
    sort: {
      hours: {
        by: sql<number>`coalesce(${hours}, ${sql.lit(NEVER_HAD)})`,
        kind: 'number',
        of: (r) => String(r.hours ?? NEVER_HAD),
      },
    },
    export: {},
  }),
  hoursUsed: field({
    label: 'Hours used',
    computed: { hours, hours_base: hoursBase },
    present: (r) => (r.hours === null ? null : usedPercent(r.hours, r.hours_base ?? 0)),
    // The percentage is calculated from figures that the file does not have.
    export: false,
  }),
  lastSeenAt: field({
    label: 'Last active',
    computed: { last_seen_at: lastSeen },
    present: (r) => r.last_seen_at,
    filter: {
      // A company whose users never signed in counts as quiet the longest.
      quietDays: (days) =>
        sql<boolean>`coalesce(${lastSeen}, '-infinity'::timestamptz) < now() - make_interval(days => ${days}::int)`,
    },
    sort: {
      lastSeen: {
        by: sql`coalesce(${lastSeen}, ${sql.lit(NEVER_SEEN)}::timestamptz)`,
        kind: 'instant',
        of: (r) => r.last_seen_at ?? NEVER_SEEN,
      },
    },
    export: {},
  }),
  createdAt,
  mailTrust: field({
    label: 'Email to people without an account',
    computed: { mail_trust: mailTrust },
    present: (r) => r.mail_trust,
    filter: {
      mail: (trust) =>
        trust === 'approved'
          ? sql<boolean>`${mailTrust} is not null`
          : trust === 'waiting'
            ? sql<boolean>`company_mail_waiting(c.id)`
            : sql<boolean>`${mailTrust} is null`,
    },
    export: { value: (trust) => (trust ? 'Approved' : 'Not approved') },
  }),
  ...common,
})

/** The fields of a company's profile, and of the profile in its export. */
export const companyFields = defineFields('c', {
  id,
  name,
  phone: field({
    label: 'Phone',
    shown: 'record',
    columns: ['phone'],
    present: (r) => r.phone,
    export: {},
    write: { by: 'everyone', column: 'phone', keep: textOrNone },
  }),
  website,
  address: field({
    label: 'Address',
    shown: 'record',
    columns: ['address'],
    present: (r) => r.address,
    export: {},
    write: { by: 'everyone', column: 'address', keep: textOrNone },
  }),
  description: field({
    label: 'Description',
    shown: 'record',
    columns: ['description'],
    present: (r) => r.description,
    export: {},
    write: { by: 'everyone', column: 'description', keep: textOrNone },
  }),
  timeZone: field({
    label: 'Time zone',
    shown: 'record',
    columns: ['time_zone'],
    present: (r) => r.time_zone,
    export: {},
    write: { by: 'everyone', column: 'time_zone', keep: textOrNone },
  }),
  tools: field({
    label: 'Tools in use',
    shown: 'record',
    columns: ['tools'],
    present: (r) => r.tools,
    export: {},
    write: { by: 'everyone', column: 'tools', keep: cleanTools, initial: [] },
  }),
  businessHours: field({
    label: 'Business hours',
    shown: 'record',
    columns: ['business_hours'],
    // Validated when it was saved.
    present: (r) => r.business_hours as z.infer<typeof Company>['businessHours'],
    export: {},
    write: { by: 'everyone', column: 'business_hours' },
  }),
  createdAt,
  mail: field({
    label: 'Email to people without an account',
    shown: 'record',
    columns: ['mail_approved_at', 'mail_approved_by'],
    computed: {
      mail_trust: mailTrust,
      mail_approver: sql<string | null>`(select a.full_name from people a where a.id = c.mail_approved_by)`,
    },
    // The form for staff. Others do not see who approved it.
    present: (r): z.infer<typeof Company>['mail'] => ({
      trust: r.mail_trust,
      approved:
        r.mail_approved_at === null
          ? null
          : {
              at: r.mail_approved_at,
              by: r.mail_approved_by === null ? null : { id: r.mail_approved_by, name: r.mail_approver ?? FORMER },
            },
    }),
    // Whether a company may send mail is a decision of staff.
    export: false,
  }),
  version: field({
    label: 'Version',
    shown: 'record',
    columns: ['version'],
    present: (r) => r.version,
    // The version is used only to detect conflicting edits.
    export: false,
  }),
  ...common,
})
