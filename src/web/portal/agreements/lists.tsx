// The list of time as declared, for the company page.

import { showMinutes } from '../../ui/minutes-text.ts'
import { Badge } from '../../ui/status.tsx'
import { defineFilter, manyOf, oneOf, pick } from '../lists/filter.ts'
import { defineList, type ListColumn } from '../lists/list.ts'
import { api } from '../platform/api.ts'
import { dayOf, dayText } from './duration.ts'
import { freeLabels, workLabels, workTypes } from './labels.ts'
import type { TimeEntry } from './model.ts'

const today = () => dayOf(new Date(), undefined)

const columns: ListColumn<TimeEntry>[] = [
  {
    key: 'ticket',
    header: 'Ticket',
    cell: (e) => (
      <>
        <span className="tabular mr-3 inline-block min-w-12 text-muted max-md:mr-2 max-md:min-w-0">{`T-${e.ticket.number}`}</span>
        <bdi className="font-medium">{e.ticket.subject}</bdi>
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
      e.reason ? <Badge tone="good">{freeLabels[e.reason]}</Badge> : <span className="text-muted">Yes</span>,
    card: (e) => (e.reason ? `Not charged: ${freeLabels[e.reason].toLowerCase()}` : 'Charged'),
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
  operation: api.agreements.time,
  noun: ['entry', 'entries'],
  csv: '/time-entries.csv',
  topics: ['ticket'],
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
    label: (e) => `${showMinutes(e.minutes)} of ${e.user.name} on T-${e.ticket.number}`,
    href: (e) => `/admin/tickets/${e.ticket.id}`,
    version: (e) => String(e.version),
  },
  views: [
    { key: 'all', label: 'All', set: {} },
    { key: 'charged', label: 'Charged', set: { billable: 'yes' as const } },
    { key: 'free', label: 'Not charged', set: { billable: 'no' as const } },
  ],
})
