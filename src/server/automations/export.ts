import { z } from 'zod'
import { AutomationFilter, RunFilter } from '../../contract/automations/index.ts'
import { everyone } from '../../contract/base.ts'
import { formatCentsCell } from '../../contract/plain/money.ts'
import { csvRoute } from '../platform/http/csv-route.ts'
import { filterAutomations, orderValue } from './filter.ts'
import { presentAutomationRow } from './present.ts'
import { listRunRows } from './runs/runs.ts'
import { AUTOMATIONS, PRICES, RUNS } from './words.ts'

const dollars = (cents: number | null) => (cents === null ? null : formatCentsCell(cents))
const REQUESTS = { pause: 'Pause', resume: 'Resume' }
const percent = (rate: number | null) => (rate === null ? null : (rate * 100).toFixed(2))

/** Handles `GET /automations.csv`, with the filters of the list. */
export const exportAutomations = csvRoute({
  path: '/automations.csv',
  roles: everyone,
  scope: 'automations:read',
  tag: 'automations',
  operationId: 'automations.export',
  summary: 'Export the automations that match the filters as CSV, with figures for two periods of 30 days',
  filter: AutomationFilter,
  head: [
    'Name',
    'Company',
    'Product',
    'Status',
    'Price model',
    'Price (USD)',
    'Clients',
    'Last run',
    'Last run status',
    'Runs, last 30 days',
    'Success rate, last 30 days (%)',
    'Minutes saved, last 30 days',
    'Value, last 30 days (USD)',
    'Hourly cost (USD)',
    'Cost, last 30 days (USD)',
    'Paid, last 30 days (USD)',
    'Runs, previous 30 days',
    'Minutes saved, previous 30 days',
    'Open request',
    'Live since',
    'Updated',
  ],
  page: (db, _actor, filter, after, limit) => filterAutomations(db, filter, after, limit).execute(),
  at: (row, filter) => ({ value: orderValue(filter.sort, row), id: row.id }),
  cells: (row, actor) => {
    const a = presentAutomationRow(row, actor)
    return [
      a.name,
      a.company.name,
      a.product?.name,
      AUTOMATIONS[a.status],
      PRICES[a.priceModel],
      dollars(a.priceCents),
      a.clients,
      a.lastRunAt,
      a.lastRunStatus && RUNS[a.lastRunStatus],
      a.last30.runs,
      percent(a.last30.successRate),
      a.last30.minutesSaved,
      dollars(a.worth.savedCents),
      dollars(a.worth.rateCents),
      dollars(a.worth.costCents),
      dollars(a.worth.paidCents),
      a.before30.runs,
      a.before30.minutesSaved,
      a.asked && REQUESTS[a.asked],
      a.liveAt,
      a.updatedAt,
    ]
  },
})

/** Handles `GET /runs.csv?automation=`, with the filters of the runs. */
export const exportRuns = csvRoute({
  path: '/runs.csv',
  roles: everyone,
  scope: 'automations:read',
  tag: 'automations',
  operationId: 'automations.exportRuns',
  summary: 'Export the runs of one automation that match the filters, newest first, as CSV',
  filter: RunFilter.extend({ automation: z.uuid('Choose an automation.') }),
  head: ['External ID', 'Status', 'Started', 'Finished', 'Duration (s)', 'Minutes saved', 'Client', 'Message'],
  page: async (db, _actor, { automation, ...filter }, after, limit) =>
    (await listRunRows(db, { ...filter, id: automation }, after, limit, true)) ?? [],
  at: (row) => ({ value: row.started_at, id: row.id }),
  cells: (row) => [
    row.external_id,
    RUNS[row.status],
    row.started_at,
    row.finished_at,
    Math.round((Date.parse(row.finished_at) - Date.parse(row.started_at)) / 1000),
    row.minutes_saved,
    row.client,
    row.message,
  ],
})
