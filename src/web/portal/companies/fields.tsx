// Declares the columns and filters of a company in the list for staff, in the order of the columns. The fields of its
// profile are in profile-fields.tsx.
import { MailX } from 'lucide-react'
import { formatHoursMinutes, formatMinutes } from '../../../contract/plain/durations.ts'
import { cx } from '../../ui/cx.ts'
import { Badge } from '../../ui/status.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { type Fields, manyOf, oneOf } from '../lists/filter.ts'
import type { ListColumn } from '../lists/list.ts'
import { columnsOfFields, type FieldColumn, filtersOfFields } from '../lists/record-field.ts'
import { PictureAvatar } from '../platform/picture-avatar.tsx'
import { CompanyHealthMark } from './health-mark.tsx'
import type { CompanyRow } from './model.ts'

type RowField<F extends Fields> = {
  label: string
  column?: FieldColumn<CompanyRow>
  /** Filters by their API names. */
  filter?: F
}
const field = <F extends Fields = Record<never, never>>(declared: RowField<F>) => declared

const muted = (text: string) => <span className="text-muted">{text}</span>
const number = (n: number) => (n === 0 ? muted('0') : String(n))
/** Returns a web address without the protocol and the "www" in front. */
const bare = (address: string) => address.replace(/^https?:\/\/(www\.)?/, '')

/** The hours balance. A low balance is marked with color and text. */
function HoursLeft({ company: { hours, hoursUsed } }: { company: CompanyRow }) {
  if (hours === null) return muted('–')
  const tone = hours <= 0 || (hoursUsed ?? 0) >= 95 ? 'text-bad' : (hoursUsed ?? 0) >= 80 ? 'text-warn' : undefined
  return (
    <span className={cx('tabular', tone)} title={hoursUsed === null ? undefined : `${hoursUsed}% used`}>
      {formatHoursMinutes(hours)}
      {tone && <span className="sr-only">, low</span>}
    </span>
  )
}

/** The fields of a company in the list. */
export const companyFields = {
  name: field({
    label: 'Company',
    column: {
      sort: 'name',
      cell: (c) => (
        <span className="flex min-w-0 max-w-full items-center gap-2.5 align-top max-md:inline-flex">
          <PictureAvatar company id={c.id} name={c.name} etag={c.logoEtag} size="sm" />
          <bdi className="truncate font-medium" title={c.name}>
            {c.name}
          </bdi>
          {c.is_internal && <Badge tone="info">Internal</Badge>}
          {c.placeholder && <Badge>Not set up</Badge>}
          {!c.mailTrust && (
            <span title="Email not approved" className="shrink-0 text-warn">
              <MailX aria-hidden className="size-4" />
              <span className="sr-only">Email not approved</span>
            </span>
          )}
        </span>
      ),
    },
  }),
  /** Shown in the name column. */
  is_internal: field({
    label: 'Type',
    filter: {
      kind: manyOf('Type', [
        { value: 'partner' as const, label: 'Partners' },
        { value: 'placeholder' as const, label: 'Not set up yet' },
        { value: 'internal' as const, label: 'Internal' },
      ]),
    },
  }),
  owners: field({
    label: 'Owners',
    column: {
      width: 'w-40',
      priority: 'medium',
      cell: (c) => {
        const names = c.owners.map((o) => o.name).join(', ')
        return names ? (
          <span className="block truncate" title={names}>
            {names}
          </span>
        ) : (
          muted('None')
        )
      },
    },
  }),
  health: field({ label: 'Health', column: { width: 'w-38', cell: (c) => <CompanyHealthMark health={c.health} /> } }),
  openTickets: field({
    label: 'Open tickets',
    column: {
      sort: 'openTickets',
      width: 'w-34',
      align: 'end',
      cell: (c) => <span className="tabular">{number(c.openTickets)}</span>,
      card: (c) => (c.urgentTickets > 0 ? `${c.openTickets} open, ${c.urgentTickets} urgent` : `${c.openTickets} open`),
    },
    filter: {
      openTickets: oneOf('Open tickets', [
        { value: 'yes' as const, label: 'Has open tickets' },
        { value: 'no' as const, label: 'No open tickets' },
      ]),
    },
  }),
  urgentTickets: field({
    label: 'P1, P2',
    column: {
      width: 'w-18',
      align: 'end',
      priority: 'medium',
      cell: (c) => <span className="tabular">{number(c.urgentTickets)}</span>,
    },
  }),
  hours: field({
    label: 'Hours left',
    column: {
      sort: 'hours',
      width: 'w-30',
      align: 'end',
      cell: (c) => <HoursLeft company={c} />,
      card: (c) => (c.hours === null ? 'no hours' : `${formatMinutes(c.hours)} left`),
    },
    filter: {
      hours: oneOf('Hours', [
        { value: 'low' as const, label: '80% or more used' },
        { value: 'out' as const, label: 'Used up' },
      ]),
    },
  }),
  /** Shown in the name column. */
  mailTrust: field({
    label: 'Email',
    filter: {
      mail: oneOf('Email', [
        { value: 'approved' as const, label: 'Email approved' },
        { value: 'notApproved' as const, label: 'Email not approved' },
        { value: 'waiting' as const, label: 'Email approval needed' },
      ]),
    },
  }),
  users: field({
    label: 'Users',
    column: {
      width: 'w-18',
      align: 'end',
      priority: 'wide',
      cell: (c) => <span className="tabular">{number(c.users)}</span>,
      card: (c) => (c.users === 1 ? '1 user' : `${c.users} users`),
    },
  }),
  lastSeenAt: field({
    label: 'Last active',
    column: {
      key: 'lastSeen',
      sort: 'lastSeen',
      width: 'w-32',
      cell: (c) => (c.lastSeenAt ? <RelativeTime iso={c.lastSeenAt} /> : muted('Never')),
      card: (c) =>
        c.lastSeenAt ? (
          <span>
            last active <RelativeTime iso={c.lastSeenAt} />
          </span>
        ) : (
          'never active'
        ),
    },
    filter: {
      quietDays: oneOf('Last active', [
        { value: '7', label: 'More than 7 days ago' },
        { value: '30', label: 'More than 30 days ago' },
        { value: '90', label: 'More than 90 days ago' },
      ]),
    },
  }),
  website: field({
    label: 'Website',
    column: {
      width: 'w-44',
      optional: true,
      cell: (c) => (c.website ? <span className="block truncate text-muted">{bare(c.website)}</span> : null),
    },
  }),
  createdAt: field({
    label: 'Created',
    column: {
      key: 'created',
      sort: 'created',
      width: 'w-32',
      optional: true,
      cell: (c) => <RelativeTime iso={c.createdAt} className="text-muted" />,
    },
  }),
}

/** The columns of the list. */
export const companyColumns: ListColumn<CompanyRow>[] = columnsOfFields<
  { label: string; column?: FieldColumn<CompanyRow> },
  CompanyRow
>(companyFields, ({ column }) => column)
/** The filters of the list. */
export const companyFilters = filtersOfFields(companyFields)
