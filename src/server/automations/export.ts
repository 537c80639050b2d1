import { z } from 'zod'
import { AutomationFilter, RunFilter } from '../../contract/automations.ts'
import { everyone } from '../../contract/base.ts'
import { csvRoute } from '../platform/csv-route.ts'
import { filtered, orderValue } from './filter.ts'
import { presentRow } from './present.ts'
import { runRows } from './runs.ts'

const dollars = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2))
const percent = (rate: number | null) => (rate === null ? null : (rate * 100).toFixed(2))

/** `GET /automations.csv` with the filters of the list. */
export const exportAutomations = csvRoute({
  path: '/automations.csv',
  roles: everyone,
  scope: 'automations:read',
  tag: 'automations',
  operationId: 'automations.export',
  summary: 'The automations that pass the filters of the list, with the figures of 60 days, as CSV',
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
    'Runs in 30 days',
    'Success in 30 days (%)',
    'Minutes saved in 30 days',
    'Money saved in 30 days (USD)',
    'Hour counted with (USD)',
    'Price of 30 days (USD)',
    'Runs in the 30 days before',
    'Minutes saved in the 30 days before',
    'Asked for',
    'Live since',
    'Changed',
  ],
  page: (db, _actor, filter, after, limit) => filtered(db, filter, after, limit).execute(),
  at: (row, filter) => ({ value: orderValue(filter.sort, row), id: row.id }),
  cells: (row) => {
    const a = presentRow(row)
    return [
      a.name,
      a.company.name,
      a.product?.name,
      a.status,
      a.priceModel,
      dollars(a.priceCents),
      a.clients,
      a.lastRunAt,
      a.lastRunStatus,
      a.last30.runs,
      percent(a.last30.successRate),
      a.last30.minutesSaved,
      dollars(a.worth.savedCents),
      dollars(a.worth.rateCents),
      dollars(a.worth.priceCents),
      a.before30.runs,
      a.before30.minutesSaved,
      a.asked,
      a.liveAt,
      a.updatedAt,
    ]
  },
})

/** `GET /runs.csv?automation=` with the filters of the runs. */
export const exportRuns = csvRoute({
  path: '/runs.csv',
  roles: everyone,
  scope: 'automations:read',
  tag: 'automations',
  operationId: 'automations.exportRuns',
  summary: 'The runs of one automation that pass the filters, newest first, as CSV',
  filter: RunFilter.extend({ automation: z.uuid('Name the automation.') }),
  head: ['Id', 'Status', 'Started', 'Finished', 'Seconds', 'Minutes saved', 'Client', 'Message'],
  page: async (db, _actor, { automation, ...filter }, after, limit) =>
    (await runRows(db, { ...filter, id: automation }, after, limit, true)) ?? [],
  at: (row) => ({ value: row.started_at, id: row.id }),
  cells: (row) => [
    row.external_id,
    row.status,
    row.started_at,
    row.finished_at,
    Math.round((Date.parse(row.finished_at) - Date.parse(row.started_at)) / 1000),
    row.minutes_saved,
    row.client,
    row.message,
  ],
})
