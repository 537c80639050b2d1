// Automations and runs as lists, as declared.
import { showMinutes } from '../../ui/minutes-text.ts'
import { shortCents } from '../../ui/money-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { defineFilter, manyOf, type Option, pick } from '../lists/filter.ts'
import { defineList } from '../lists/list.ts'
import { api } from '../platform/api.ts'
import { AutomationStatus, LastRun, RunMark } from './marks.tsx'
import {
  type AutomationRow,
  percentText,
  priceText,
  type RunRow,
  type RunStatus,
  runLooks,
  runStatuses,
  type Status,
  statuses,
  statusLooks,
  tookText,
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
      header: 'Success',
      width: 'w-26',
      align: 'end',
      priority: 'medium',
      cell: (a: AutomationRow) => <span className="tabular">{percentText(a.last30.successRate)}</span>,
      card: (a: AutomationRow) => a.last30.successRate !== null && `${percentText(a.last30.successRate)} succeeded`,
    },
    {
      key: 'runs',
      header: 'Runs',
      width: 'w-22',
      align: 'end',
      priority: 'medium',
      cell: (a: AutomationRow) => <span className="tabular">{a.last30.runs.toLocaleString('en-US')}</span>,
      card: (a: AutomationRow) => `${a.last30.runs.toLocaleString('en-US')} runs`,
    },
    {
      key: 'saved',
      header: 'Saved',
      sort: 'saved',
      width: 'w-30',
      align: 'end',
      cell: (a: AutomationRow) => <span className="tabular">{showMinutes(a.last30.minutesSaved)}</span>,
      card: (a: AutomationRow) => `${showMinutes(a.last30.minutesSaved)} saved`,
    },
    {
      key: 'worth',
      header: 'Worth',
      width: 'w-24',
      align: 'end',
      cell: (a: AutomationRow) => <span className="tabular">{shortCents(a.worth.savedCents)}</span>,
      card: (a: AutomationRow) => `worth ${shortCents(a.worth.savedCents)}`,
    },
    {
      key: 'price',
      header: 'Price',
      width: 'w-32',
      align: 'end',
      cell: (a: AutomationRow) => <span className="tabular text-muted">{priceText(a)}</span>,
      card: (a: AutomationRow) => priceText(a),
    },
    {
      key: 'clients',
      header: 'Clients',
      width: 'w-24',
      align: 'end',
      optional: true,
      cell: (a: AutomationRow) => <span className="tabular">{a.clients || 'Own use'}</span>,
    },
    {
      key: 'updated',
      header: 'Changed',
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
        statuses.map(
          (value): Option<Status> => ({
            value,
            label: <AutomationStatus status={value} />,
            text: statusLooks[value].label,
          }),
        ),
      ),
      client: pick('Client', clients, { none: 'All clients' }),
    },
  }),
})

/** The runs of one automation; its id is given beside. */
export const runList = defineList({
  key: 'automation-runs',
  operation: api.automations.runs,
  noun: ['run', 'runs'],
  topics: [],
  csv: '/runs.csv',
  columns: [
    {
      key: 'message',
      header: 'What it said',
      cell: (r: RunRow) =>
        r.message ? (
          <span className="block truncate" title={r.message}>
            {r.message}
          </span>
        ) : (
          <span className="text-muted">Nothing</span>
        ),
      // A block would leave an empty line beneath itself there.
      card: (r: RunRow) =>
        r.message ? (
          <span className="inline-block max-w-full truncate align-bottom">{r.message}</span>
        ) : (
          <span className="text-muted">It said nothing</span>
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
      header: 'Took',
      width: 'w-26',
      align: 'end',
      priority: 'medium',
      cell: (r: RunRow) => <span className="tabular text-muted">{tookText(r.startedAt, r.finishedAt)}</span>,
      card: (r: RunRow) => tookText(r.startedAt, r.finishedAt),
    },
    {
      key: 'saved',
      header: 'Saved',
      width: 'w-24',
      align: 'end',
      cell: (r: RunRow) => <span className="tabular">{showMinutes(r.minutesSaved)}</span>,
      card: (r: RunRow) => `${showMinutes(r.minutesSaved)} saved`,
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
      header: 'Its own id',
      width: 'w-48',
      optional: true,
      cell: (r: RunRow) => <code className="block truncate text-xs">{r.externalId}</code>,
    },
  ],
  row: {
    key: (r) => r.id,
    label: (r) => `Run ${r.externalId}, ${runLooks[r.status].label.toLowerCase()}`,
    // Opens over the page that it stands on.
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
        words: [{ value: 'none', label: 'None named' }],
        ofRow: (r: RunRow) => r.client,
      }),
    },
  }),
})
