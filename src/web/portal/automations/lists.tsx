// The lists of automations and runs.
import { formatCount } from '../../../contract/plain/counts.ts'
import { formatHoursMinutes, formatMinutes } from '../../../contract/plain/durations.ts'
import { formatCentsShort } from '../../ui/text/money-text.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { defineFilter, manyOf, type Option, pick } from '../lists/filter.ts'
import { defineList } from '../lists/list.ts'
import { api } from '../platform/data/api.ts'
import { AutomationStatus, LastRun, RunMark } from './marks.tsx'
import {
  type AutomationRow,
  automationStatuses,
  automationStatusLooks,
  formatAutomationPrice,
  formatPercent,
  formatRunDuration,
  type RunRow,
  type RunStatus,
  runLooks,
  runStatuses,
  type Status,
} from './model.ts'

const CHOICES = 20
const FRESH_MS = 10_000
const named = ({ id, name }: { id: string; name: string }) => ({ id, name })
const clients = {
  find: (q: string) =>
    api.contacts.listClients.queryOptions({
      input: { q: q || undefined, limit: CHOICES },
      staleTime: FRESH_MS,
      select: (found) => found.items.map(named),
    }),
  one: (id: string) => api.contacts.getClient.queryOptions({ input: { id }, select: named }),
}

/** The company's automations as a table. */
export const ownAutomations = defineList({
  key: 'own-automations',
  operation: api.automations.list,
  noun: ['automation', 'automations'],
  topics: ['automation'],
  csv: '/automations.csv',
  columns: [
    {
      key: 'name',
      header: 'Automation',
      sort: 'name',
      cell: (a: AutomationRow) => <bdi className="font-medium">{a.name}</bdi>,
    },
    {
      key: 'status',
      header: 'Status',
      sort: 'status',
      width: 'w-34',
      cell: (a: AutomationRow) => <AutomationStatus status={a.status} />,
    },
    {
      key: 'lastRun',
      header: 'Last run',
      sort: 'lastRun',
      width: 'w-48',
      cell: (a: AutomationRow) => <LastRun of={a} />,
    },
    {
      key: 'success',
      header: 'Success rate',
      width: 'w-26',
      align: 'end',
      priority: 'medium',
      cell: (a: AutomationRow) => <span className="tabular">{formatPercent(a.last30.successRate)}</span>,
      card: (a: AutomationRow) => a.last30.successRate !== null && `${formatPercent(a.last30.successRate)} succeeded`,
    },
    {
      key: 'runs',
      header: 'Runs',
      width: 'w-22',
      align: 'end',
      priority: 'medium',
      cell: (a: AutomationRow) => <span className="tabular">{a.last30.runs.toLocaleString('en-US')}</span>,
      card: (a: AutomationRow) => formatCount(a.last30.runs, 'run'),
    },
    {
      key: 'saved',
      header: 'Time saved',
      sort: 'saved',
      width: 'w-30',
      align: 'end',
      cell: (a: AutomationRow) => <span className="tabular">{formatHoursMinutes(a.last30.minutesSaved)}</span>,
      card: (a: AutomationRow) => `${formatMinutes(a.last30.minutesSaved)} saved`,
    },
    {
      key: 'worth',
      header: 'Value',
      width: 'w-24',
      align: 'end',
      cell: (a: AutomationRow) => <span className="tabular">{formatCentsShort(a.worth.savedCents)}</span>,
      card: (a: AutomationRow) => `${formatCentsShort(a.worth.savedCents)} value`,
    },
    {
      key: 'price',
      header: 'Price',
      width: 'w-32',
      align: 'end',
      cell: (a: AutomationRow) => <span className="tabular text-muted">{formatAutomationPrice(a)}</span>,
      card: (a: AutomationRow) => formatAutomationPrice(a),
    },
    {
      key: 'clients',
      header: 'Clients',
      width: 'w-24',
      align: 'end',
      optional: true,
      cell: (a: AutomationRow) => <span className="tabular">{a.clients || 'None'}</span>,
    },
    {
      key: 'updated',
      header: 'Updated',
      sort: 'updated',
      width: 'w-28',
      optional: true,
      cell: (a: AutomationRow) => <RelativeTime iso={a.updatedAt} className="text-muted" />,
    },
  ],
  cards: ['name', 'status', 'lastRun', 'success', 'runs', 'saved', 'worth'],
  row: {
    key: (a) => a.id,
    label: (a) => a.name,
    href: (a) => `/apps-automations/${a.id}`,
    version: (a) => `${a.version} ${a.lastRunAt ?? ''}`,
  },
  filter: defineFilter({
    search: 'Search automations',
    sorts: ['name', 'status', 'lastRun', 'saved', 'updated'],
    sort: 'name',
    fields: {
      status: manyOf<Status>(
        'Status',
        automationStatuses.map(
          (value): Option<Status> => ({
            value,
            label: <AutomationStatus status={value} />,
            text: automationStatusLooks[value].label,
          }),
        ),
      ),
      client: pick('Client', clients, { none: 'All clients' }),
    },
  }),
})

/** The runs of one automation. The caller passes its id as a fixed filter. */
export const runList = defineList({
  key: 'automation-runs',
  operation: api.automations.runs,
  noun: ['run', 'runs'],
  topics: [],
  csv: '/runs.csv',
  columns: [
    {
      key: 'message',
      header: 'Message',
      cell: (r: RunRow) =>
        r.message ? (
          <span className="block truncate" title={r.message}>
            {r.message}
          </span>
        ) : (
          <span className="text-muted">No message</span>
        ),
      // A block element would leave an empty line below it in a card.
      card: (r: RunRow) =>
        r.message ? (
          <span className="inline-block max-w-full truncate align-bottom">{r.message}</span>
        ) : (
          <span className="text-muted">No message</span>
        ),
    },
    { key: 'status', header: 'Status', width: 'w-30', cell: (r: RunRow) => <RunMark status={r.status} /> },
    {
      key: 'client',
      header: 'Client',
      width: 'w-44',
      priority: 'medium',
      cell: (r: RunRow) =>
        r.client ? <span className="block truncate">{r.client.name}</span> : <span className="text-muted">–</span>,
      card: (r: RunRow) => r.client?.name,
    },
    {
      key: 'took',
      header: 'Duration',
      width: 'w-26',
      align: 'end',
      priority: 'medium',
      cell: (r: RunRow) => <span className="tabular text-muted">{formatRunDuration(r.startedAt, r.finishedAt)}</span>,
      card: (r: RunRow) => formatRunDuration(r.startedAt, r.finishedAt),
    },
    {
      key: 'saved',
      header: 'Time saved',
      width: 'w-26',
      align: 'end',
      cell: (r: RunRow) => <span className="tabular">{formatHoursMinutes(r.minutesSaved)}</span>,
      card: (r: RunRow) => `${formatMinutes(r.minutesSaved)} saved`,
    },
    {
      key: 'started',
      header: 'Started',
      sort: 'started',
      width: 'w-30',
      align: 'end',
      cell: (r: RunRow) => <RelativeTime iso={r.startedAt} className="text-muted" />,
    },
    {
      key: 'externalId',
      header: 'External ID',
      width: 'w-48',
      optional: true,
      cell: (r: RunRow) => <code className="block truncate text-xs">{r.externalId}</code>,
    },
  ],
  row: {
    key: (r) => r.id,
    label: (r) => `Run ${r.externalId}, ${runLooks[r.status].label.toLowerCase()}`,
    // Opens over the current page.
    href: (r) => `${location.pathname}?run=${r.id}`,
  },
  filter: defineFilter({
    sorts: ['started'],
    sort: 'started',
    order: 'desc',
    fields: {
      status: manyOf<RunStatus>(
        'Status',
        runStatuses.map(
          (value): Option<RunStatus> => ({ value, label: <RunMark status={value} />, text: runLooks[value].label }),
        ),
      ),
      client: pick('Client', clients, {
        none: 'All clients',
        words: [{ value: 'none', label: 'No client' }],
        ofRow: (r: RunRow) => r.client,
      }),
    },
  }),
})
