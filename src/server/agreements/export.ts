import { AgreementFilter } from '../../contract/agreements/index.ts'
import { everyone } from '../../contract/base.ts'
import { formatCentsCell } from '../../contract/plain/money.ts'
import { csvRoute } from '../platform/http/csv-route.ts'
import { AGREEMENT_STATUSES, AGREEMENT_TYPES } from './company-export.ts'
import { filterAgreements, orderValue } from './filter.ts'
import { agreementRef, presentAgreementRow } from './present.ts'
import { termsOf } from './terms.ts'

const dollars = (cents: number | null | undefined) => (cents == null ? null : formatCentsCell(cents))

/** Handles `GET /agreements.csv`, with the filters of the list. */
export const exportAgreements = csvRoute({
  path: '/agreements.csv',
  roles: everyone,
  tag: 'agreements',
  operationId: 'agreements.export',
  summary: 'Export agreements that match the filters, as CSV',
  filter: AgreementFilter,
  head: [
    'Number',
    'Name',
    'Type',
    'Status',
    'Company',
    'Start date',
    'End date',
    'Renewal (months)',
    'Price (USD)',
    'Billing frequency',
    'Minutes',
    'Minutes per month',
    'Hourly rate (USD)',
    'Next billing date',
    'Sent',
    'Signed',
    'Updated',
  ],
  page: (db, _actor, filter, after, limit) => filterAgreements(db, filter, after, limit).execute(),
  at: (row, filter) => ({ value: orderValue(filter.sort, row), id: row.id }),
  cells: (row) => {
    const a = presentAgreementRow(row)
    const terms = termsOf(row)
    return [
      agreementRef(a.number),
      a.name,
      AGREEMENT_TYPES[a.type],
      AGREEMENT_STATUSES[a.status],
      a.company.name,
      a.startsOn,
      a.endsOn,
      terms.renewal === 'automatic' ? terms.renewalMonths : null,
      dollars(a.value?.cents),
      a.value && (a.value.per === 'month' ? 'Monthly' : 'Once'),
      a.minutes,
      a.monthlyMinutes,
      dollars(terms.hourlyRateCents),
      a.nextPeriodOn,
      a.sentAt,
      a.signedAt,
      a.updatedAt,
    ]
  },
})
