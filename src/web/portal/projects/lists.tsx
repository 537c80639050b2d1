// The lists of projects.

import { formatDay } from '../../../contract/plain/dates.ts'
import { formatHoursMinutes, formatMinutes } from '../../../contract/plain/durations.ts'
import { Badge } from '../../ui/status.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { defineFilter, manyOf, type Option, oneOf, pick } from '../lists/filter.ts'
import { defineList, type ListColumn } from '../lists/list.ts'
import { api } from '../platform/data/api.ts'
import { partnersOptions } from '../platform/forms/choice-options.ts'
import { companyOptions } from '../platform/forms/company-options.ts'
import { ProgressCell, ProjectHealthMark, ProjectStatus } from './marks.tsx'
import { formatProjectNumber, type ProjectRow, projectStatuses, projectStatusLooks, type Status } from './model.ts'
import { projectStaffOptions } from './project-queries.ts'

const none = <span className="text-muted">None</span>

const name: ListColumn<ProjectRow> = {
  key: 'name',
  header: 'Project',
  sort: 'name',
  cell: (p) => (
    <span className="inline-flex max-w-full items-baseline gap-2 align-top">
      <span className="tabular shrink-0 text-muted">{formatProjectNumber(p.number)}</span>
      <bdi className="min-w-0 truncate font-medium">{p.name}</bdi>
    </span>
  ),
}
const status = (partner: boolean): ListColumn<ProjectRow> => ({
  key: 'status',
  header: 'Status',
  width: 'w-42',
  cell: (p) => <ProjectStatus status={p.status} partner={partner} />,
})
const waiting = (partner: boolean): ListColumn<ProjectRow> => ({
  key: 'waiting',
  header: partner ? 'For you' : 'Waiting',
  width: 'w-24',
  priority: 'medium',
  // Optional for staff, who see it in the status and can filter by it.
  optional: !partner,
  cell: (p) =>
    p.waiting > 0 ? <Badge tone="warn">{`${p.waiting} ${p.waiting === 1 ? 'task' : 'tasks'}`}</Badge> : none,
  card: (p) =>
    p.waiting > 0 && <Badge tone="warn">{`${p.waiting} ${partner ? 'for you' : 'waiting on partner'}`}</Badge>,
})
const rest: ListColumn<ProjectRow>[] = [
  {
    key: 'health',
    header: 'Health',
    width: 'w-28',
    priority: 'medium',
    cell: (p) => (p.health ? <ProjectHealthMark health={p.health} /> : none),
    card: (p) => p.health && <ProjectHealthMark health={p.health} />,
  },
  { key: 'progress', header: 'Tasks done', width: 'w-40', cell: (p) => <ProgressCell of={p} /> },
  {
    key: 'due',
    header: 'Due',
    sort: 'due',
    width: 'w-30',
    cell: (p) => (p.dueOn ? formatDay(p.dueOn) : none),
    card: (p) => p.dueOn && `Due ${formatDay(p.dueOn)}`,
  },
  {
    key: 'budget',
    header: 'Time',
    width: 'w-34',
    align: 'end',
    priority: 'wide',
    cell: (p) => (
      <span className="tabular whitespace-nowrap">
        {formatHoursMinutes(p.usedMinutes)}
        {p.budgetMinutes !== null && <span className="text-muted"> of {formatHoursMinutes(p.budgetMinutes)}</span>}
      </span>
    ),
    card: (p) =>
      `${formatMinutes(p.usedMinutes)}${p.budgetMinutes === null ? '' : ` of ${formatMinutes(p.budgetMinutes)}`}`,
  },
  { key: 'lead', header: 'Lead', width: 'w-36', optional: true, cell: (p) => p.lead.name },
  {
    key: 'updated',
    header: 'Updated',
    sort: 'updated',
    width: 'w-28',
    optional: true,
    cell: (p) => <RelativeTime iso={p.updatedAt} className="text-muted" />,
  },
]
const current: Status[] = ['planned', 'active', 'waiting_on_partner', 'on_hold']
const statusField = (partner: boolean, usual: Status[]) =>
  manyOf<Status>(
    'Status',
    projectStatuses.map(
      (value): Option<Status> => ({
        value,
        label: <ProjectStatus status={value} partner={partner} />,
        text: (partner && projectStatusLooks[value].partner) || projectStatusLooks[value].label,
      }),
    ),
    { usual },
  )
const shared = {
  operation: api.projects.list,
  noun: ['project', 'projects'],
  topics: ['project'],
  row: {
    key: (p: ProjectRow) => p.id,
    label: (p: ProjectRow) => `${formatProjectNumber(p.number)} ${p.name}`,
    href: (p: ProjectRow) => `/my-projects/${p.id}`,
    version: (p: ProjectRow) => p.updatedAt,
  },
} as const
const sorts = ['updated', 'number', 'name', 'due'] as const
const ordered = { search: 'Search projects', sorts, sort: 'updated', order: 'desc' } as const

/** The partner's own projects. */
export const ownProjects = defineList({
  ...shared,
  key: 'own-projects',
  columns: [name, status(true), ...rest.slice(0, 2), waiting(true), ...rest.slice(2)],
  cards: ['name', 'status', 'health', 'progress', 'due', 'waiting'],
  csv: '/projects.csv',
  searchHint: 'Searches names and numbers such as P-1001.',
  filter: defineFilter({
    ...ordered,
    fields: {
      status: statusField(true, current),
      waiting: oneOf<'yes'>('Tasks', [{ value: 'yes', label: 'Has tasks waiting on you' }]),
    },
  }),
  views: [
    { key: 'current', label: 'Current', set: {} },
    { key: 'waiting', label: 'Waiting on you', set: { waiting: 'yes' as const } },
    { key: 'over', label: 'Ended', set: { status: ['done', 'canceled'] as Status[] } },
    { key: 'all', label: 'All', set: { status: [] as Status[] }, everything: true },
  ],
})

/** All projects, for staff. */
export const allProjects = defineList({
  ...shared,
  key: 'projects',
  columns: [
    name,
    { key: 'company', header: 'Company', width: 'w-44', cell: (p: ProjectRow) => p.company.name },
    status(false),
    ...rest.slice(0, 2),
    waiting(false),
    ...rest.slice(2),
  ],
  cards: ['name', 'company', 'status', 'health', 'progress', 'due', 'waiting'],
  csv: '/projects.csv',
  searchHint: 'Searches names, companies and numbers such as P-1001.',
  filter: defineFilter({
    ...ordered,
    fields: {
      status: statusField(false, current),
      company: pick('Company', { find: partnersOptions, one: companyOptions }, { none: 'All companies' }),
      lead: pick(
        'Lead',
        { whole: true, find: projectStaffOptions },
        { none: 'Everyone', words: [{ value: 'me', label: 'Me' }] },
      ),
      waiting: oneOf<'yes'>('Tasks', [{ value: 'yes', label: 'Has tasks waiting on the partner' }]),
    },
  }),
  views: [
    { key: 'current', label: 'Current', set: {} },
    { key: 'mine', label: 'My projects', set: { lead: 'me' } },
    { key: 'waiting', label: 'Waiting on partner', set: { waiting: 'yes' as const } },
    { key: 'over', label: 'Ended', set: { status: ['done', 'canceled'] as Status[] } },
    { key: 'all', label: 'All', set: { status: [] as Status[] }, everything: true },
  ],
})

/** The projects of one company, on its page. */
export const companyProjects = defineList({
  ...shared,
  key: 'company-projects',
  columns: [name, status(false), ...rest.slice(0, 2), waiting(false), ...rest.slice(2)],
  cards: ['name', 'status', 'health', 'progress', 'due', 'waiting'],
  filter: defineFilter({ ...ordered, fields: { status: statusField(false, []) } }),
})
