// The list of time entries on the company page.

import { formatHoursMinutes, formatMinutes } from '../../../contract/plain/durations.ts'
import { getNowDate } from '../../ui/clock.ts'
import { Badge } from '../../ui/status.tsx'
import { formatWeekDay, toDay } from '../../ui/text/duration.ts'
import { defineFilter, manyOf, oneOf, pick } from '../lists/filter.ts'
import { defineList, type ListColumn } from '../lists/list.ts'
import { api } from '../platform/data/api.ts'
import { freeLabels, workLabels, workTypes } from './labels.ts'
import { buildWorkPath, formatWorkName, formatWorkNumber, type TimeEntry } from './model.ts'

const today = () => toDay(getNowDate(), undefined)

const chargedWords = ({ charged, agreement }: TimeEntry, format = formatMinutes) =>
  charged === null ? (agreement ? 'Covered by agreement' : 'No hours used') : format(charged)

const columns: ListColumn<TimeEntry>[] = [
  {
    key: 'ticket',
    header: 'Ticket or task',
    cell: (e) => (
      <>
        <span className="tabular mr-3 inline-block min-w-12 text-muted max-md:mr-2 max-md:min-w-0">
          {formatWorkNumber(e)}
        </span>
        <bdi className="font-medium">{formatWorkName(e)}</bdi>
      </>
    ),
  },
  { key: 'day', header: 'Date', sort: 'worked', width: 'w-32', cell: (e) => formatWeekDay(e.workedOn, today()) },
  { key: 'who', header: 'Logged by', width: 'w-36', cell: (e) => e.user.name },
  {
    key: 'minutes',
    header: 'Time',
    width: 'w-28',
    align: 'end',
    cell: (e) => <span className="tabular">{formatHoursMinutes(e.minutes)}</span>,
    card: (e) => formatMinutes(e.minutes),
  },
  {
    key: 'charged',
    header: 'Hours used',
    width: 'w-54',
    cell: (e) =>
      e.reason ? (
        <Badge tone="good">{freeLabels[e.reason]}</Badge>
      ) : (
        <span className="tabular">
          {chargedWords(e, formatHoursMinutes)}
          {e.multiplier !== 100 && <span className="text-muted">{` × ${e.multiplier / 100}`}</span>}
          {e.overage > 0 && <span className="text-warn">{`, ${formatHoursMinutes(e.overage)} overage`}</span>}
        </span>
      ),
    card: (e) =>
      e.reason
        ? `Non-billable: ${freeLabels[e.reason].toLowerCase()}`
        : e.charged === null
          ? chargedWords(e)
          : `${chargedWords(e)} used`,
  },
  {
    key: 'agreement',
    header: 'Agreement',
    width: 'w-44',
    optional: true,
    cell: (e) => (
      <span className="block truncate text-muted">
        {e.agreement ? `A-${e.agreement.number} ${e.agreement.name}` : e.reason ? '–' : 'Standard terms'}
      </span>
    ),
    card: (e) => (e.agreement ? `A-${e.agreement.number}` : 'Standard terms'),
  },
  {
    key: 'block',
    header: 'Deducted from',
    width: 'w-44',
    optional: true,
    cell: (e) => (
      <span className="block truncate text-muted">
        {e.drawn.map((d) => d.block?.name ?? 'Negative balance').join(', ') || '–'}
      </span>
    ),
    card: (e) => e.drawn.map((d) => d.block?.name ?? 'Negative balance').join(', ') || 'No hours used',
  },
  {
    key: 'work',
    header: 'Work type',
    width: 'w-36',
    priority: 'wide',
    cell: (e) => <span className="text-muted">{workLabels[e.workType]}</span>,
  },
  {
    key: 'note',
    header: 'Note',
    optional: true,
    width: 'w-60',
    cell: (e) => <span className="text-muted">{e.note}</span>,
  },
]

const fields = {
  user: pick(
    'Logged by',
    { whole: true, find: () => api.companies.staff.queryOptions({ select: (found) => found.items }) },
    { none: 'Anyone', words: [{ value: 'me', label: 'Me' }] },
  ),
  workType: manyOf(
    'Work type',
    workTypes.map((value) => ({ value, label: workLabels[value] })),
  ),
  billable: oneOf('Billable', [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ]),
}

/** The time entries of one company, for staff. The caller passes the company as a fixed filter. */
export const companyTime = defineList({
  key: 'time',
  operation: api.time.list,
  noun: ['entry', 'entries'],
  csv: '/time-entries.csv',
  topics: ['ticket', 'project'],
  filter: defineFilter({
    sorts: ['worked'],
    sort: 'worked',
    order: 'desc',
    fields,
  }),
  columns,
  cards: ['ticket', 'day', 'minutes', 'who', 'charged'],
  row: {
    key: (e) => e.id,
    label: (e) => `${formatMinutes(e.minutes)} by ${e.user.name} on ${formatWorkNumber(e)}`,
    href: (e) => buildWorkPath(e),
    version: (e) => String(e.version),
  },
  views: [
    { key: 'all', label: 'All', set: {} },
    { key: 'charged', label: 'Billable', set: { billable: 'yes' as const } },
    { key: 'free', label: 'Non-billable', set: { billable: 'no' as const } },
  ],
})
