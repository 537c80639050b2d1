import { everyone } from '../../contract/base.ts'
import { LedgerFilter } from '../../contract/hours.ts'
import { csvRoute } from '../platform/http/csv-route.ts'
import { LEDGER } from './company-export.ts'
import { companyOfHours } from './company-of-hours.ts'
import { filterMovements } from './filter.ts'
import { presentLine } from './ledger.ts'

/** Handles `GET /hours/ledger.csv`. Exports every line that matches the list's filters, so that sums can be checked. */
export const exportLedger = csvRoute({
  path: '/hours/ledger.csv',
  roles: everyone,
  scope: 'company:read',
  tag: 'hours',
  operationId: 'hours.export',
  summary: 'Export the ledger entries that match the filters as CSV',
  filter: LedgerFilter,
  head: [
    'Entry', 'Date', 'Company', 'Type', 'Minutes', 'Overage minutes', 'Balance after (minutes)', 'Block', 'Ticket', 'Subject', 'Project', 'Task',
    'Worked on', 'Logged by', 'Worked minutes', 'Multiplier %', 'Charged minutes', 'Agreement', 'Reverses entry', 'Changed by', 'Reason',
  ], // biome-ignore format: one line a head
  page: (db, actor, filter, after, limit) =>
    filterMovements(db, companyOfHours(actor, filter.company), filter, after, limit).execute(),
  at: (row) => ({ value: String(row.id), id: row.company_id }),
  cells: (row) => {
    const l = presentLine(row)
    return [
      l.id,
      l.at,
      l.company.name,
      LEDGER[l.kind],
      l.minutes,
      l.overage,
      l.balanceAfter,
      l.block?.name,
      l.entry?.ticket ? `T-${l.entry.ticket.number}` : null,
      l.entry?.ticket?.subject,
      l.entry?.task ? `P-${l.entry.task.project.number} ${l.entry.task.project.name}` : null,
      l.entry?.task?.title,
      l.entry?.workedOn,
      l.entry?.worker,
      l.entry?.minutes,
      l.entry?.multiplier,
      l.entry?.charged,
      l.agreement ? `A-${l.agreement.number}` : null,
      l.reverses,
      l.actor?.name,
      l.reason,
    ]
  },
})
