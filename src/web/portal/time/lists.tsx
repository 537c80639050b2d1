// The list of time as declared, for the company page.

import { dayOf, dayText } from '../../ui/duration.ts'
import { showMinutes } from '../../ui/minutes-text.ts'
import { Badge } from '../../ui/status.tsx'
import { defineFilter, manyOf, oneOf, pick } from '../lists/filter.ts'
import { defineList, type ListColumn } from '../lists/list.ts'
import { api } from '../platform/api.ts'
import { freeLabels, workLabels, workTypes } from './labels.ts'
import { nameOf, numberOf, placeOf, type TimeEntry } from './model.ts'

const today = () => dayOf(new Date(), undefined)

const chargedWords = ({ charged, agreement }: TimeEntry) =>
  charged === null ? (agreement ? 'Covered' : 'Draws no hours') : showMinutes(charged)

const columns: ListColumn<TimeEntry>[] = [
  {
    key: 'ticket',
    header: 'Work',
    cell: (e) => (
      <>
        <span className="tabular mr-3 inline-block min-w-12 text-muted max-md:mr-2 max-md:min-w-0">{numberOf(e)}</span>
        <bdi className="font-medium">{nameOf(e)}</bdi>
      </>
    ),
  },
  { key: 'day', header: 'Day', sort: 'worked', width: 'w-32', cell: (e) => dayText(e.workedOn, today()) },
  { key: 'who', header: 'Who', width: 'w-36', cell: (e) => e.user.name },
  {
    key: 'minutes',
    header: 'Time',
    width: 'w-28',
    align: 'end',
    cell: (e) => <span className="tabular">{showMinutes(e.minutes)}</span>,
  },
  {
    key: 'charged',
    header: 'Charged',
    width: 'w-54',
    cell: (e) =>
      e.reason ? (
        <Badge tone="good">{freeLabels[e.reason]}</Badge>
      ) : (
        <span className="tabular">
          {chargedWords(e)}
          {e.multiplier !== 100 && <span className="text-muted">{` × ${e.multiplier / 100}`}</span>}
          {e.overage > 0 && <span className="text-warn">{`, ${showMinutes(e.overage)} billed`}</span>}
        </span>
      ),
    card: (e) =>
      e.reason
        ? `Not charged: ${freeLabels[e.reason].toLowerCase()}`
        : e.charged === null
          ? chargedWords(e)
          : `${chargedWords(e)} charged`,
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
    header: 'Drawn from',
    width: 'w-44',
    optional: true,
    cell: (e) => (
      <span className="block truncate text-muted">
        {e.drawn.map((d) => d.block?.name ?? 'Below zero').join(', ') || '–'}
      </span>
    ),
    card: (e) => (e.drawn.length > 0 ? e.drawn.map((d) => d.block?.name ?? 'Below zero').join(', ') : 'Nothing drawn'),
  },
  {
    key: 'work',
    header: 'Work',
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
    'Who',
    { whole: true, find: () => api.companies.staff.queryOptions({ select: (found) => found.items }) },
    { none: 'Anyone', words: [{ value: 'me', label: 'Me' }] },
  ),
  workType: manyOf(
    'Work',
    workTypes.map((value) => ({ value, label: workLabels[value] })),
  ),
  billable: oneOf('Charged', [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ]),
}

/** The time of one company, for staff: the company is given. */
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
    label: (e) => `${showMinutes(e.minutes)} of ${e.user.name} on ${numberOf(e)}`,
    href: (e) => placeOf(e),
    version: (e) => String(e.version),
  },
  views: [
    { key: 'all', label: 'All', set: {} },
    { key: 'charged', label: 'Charged', set: { billable: 'yes' as const } },
    { key: 'free', label: 'Not charged', set: { billable: 'no' as const } },
  ],
})
