import { AgreementFilter } from '../../contract/agreements.ts'
import { everyone } from '../../contract/base.ts'
import { csvRoute } from '../platform/csv-route.ts'
import { filtered, orderValue } from './filter.ts'
import { presentRow, ref } from './present.ts'
import { termsOf } from './terms.ts'

const dollars = (cents: number | null | undefined) => (cents == null ? null : (cents / 100).toFixed(2))

/** `GET /agreements.csv` with the filters of the list. */
export const exportAgreements = csvRoute({
  path: '/agreements.csv',
  roles: everyone,
  tag: 'agreements',
  operationId: 'agreements.export',
  summary: 'The agreements that pass the filters of the list, as CSV',
  filter: AgreementFilter,
  head: [
    'Number',
    'Name',
    'Type',
    'Status',
    'Company',
    'First day',
    'Last day',
    'Renewal',
    'Price (USD)',
    'Price per',
    'Minutes',
    'Minutes a month',
    'Hourly rate (USD)',
    'Next month billed on',
    'Sent',
    'Signed',
    'Changed',
  ],
  page: (db, _actor, filter, after, limit) => filtered(db, filter, after, limit).execute(),
  at: (row, filter) => ({ value: orderValue(filter.sort, row), id: row.id }),
  cells: (row) => {
    const a = presentRow(row)
    const terms = termsOf(row)
    return [
      ref(a.number),
      a.name,
      a.type,
      a.status,
      a.company.name,
      a.startsOn,
      a.endsOn,
      terms.renewal === 'automatic' ? `${terms.renewalMonths} months` : 'none',
      dollars(a.value?.cents),
      a.value?.per,
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
