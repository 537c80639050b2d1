// The company export's tables for agreements and signatures.
import { sql } from 'kysely'
import {
  type CompanyExport,
  dayOf,
  numberOf,
  personOf,
  tableMaker,
  toExportColumns,
  type ValueNames,
} from '../platform/files/company-export.ts'

export const AGREEMENT_TYPES: ValueNames = {
  block_hours: 'Block hours',
  retainer: 'Retainer',
  managed_automation: 'Managed automation',
  fixed_price: 'Fixed price',
  partnership: 'Partnership',
}
export const AGREEMENT_STATUSES: ValueNames = {
  draft: 'Draft',
  sent: 'Awaiting signature',
  returned: 'Changes requested',
  signed: 'Signed, starts later',
  active: 'Active',
  expired: 'Ended',
  canceled: 'Canceled',
}
export const TERM_CHOICES = {
  billingPoint: { signature: 'On signature', completion: 'When the last project is done' },
  rollover: {
    none: 'Expire at the end of the month',
    capped: 'Some roll over for one month',
    full: 'All roll over until the agreement ends',
  },
  renewal: { none: 'Ends', automatic: 'Renews automatically' },
  roundingPer: { entry: 'Each time entry', ticket: 'Total time on each ticket' },
  overage: {
    stop: 'Stop and ask',
    bill: 'Continue, bill at the hourly rate',
    percent: 'Continue, up to a percentage',
  },
} satisfies Record<string, ValueNames>
const REVISIONS: ValueNames = {
  sent: 'Awaiting signature',
  signed: 'Signed',
  returned: 'Changes requested',
  withdrawn: 'Recalled',
  replaced: 'Replaced',
}

export const agreementsExport: CompanyExport = {
  tables: (platform, actor) => {
    const { table, pageOf } = tableMaker(platform, actor)
    return [
      table(
        'agreements',
        ['agreements'],
        toExportColumns(
          [
          'id', 'number', 'name', 'type', 'status', 'startsOn', 'endsOn', 'renewal', 'renewalMonths', 'noticeDays', 'currency',
          'priceCents', 'minutes', 'validMonths', 'monthlyPriceCents', 'monthlyMinutes', 'rollover', 'rolloverCapMinutes',
          'hourlyRateCents', 'overage', 'overagePercent', 'roundingMinutes', 'minimumMinutes', 'roundingPer', 'multipliers',
          'paymentDays', 'billedOn', 'nextMonthOn', 'sentAt', 'signedAt', 'activatedAt', 'canceledAt', 'cancelReason',
          'createdAt', 'updatedAt',
        ], // biome-ignore format: a list of names
          {
            type: AGREEMENT_TYPES,
            status: AGREEMENT_STATUSES,
            renewal: TERM_CHOICES.renewal,
            overage: TERM_CHOICES.overage,
            roundingPer: TERM_CHOICES.roundingPer,
            rollover: TERM_CHOICES.rollover,
            billedOn: TERM_CHOICES.billingPoint,
          },
        ),
        (db, after) =>
          db
            .selectFrom('agreements as a')
            .select([
              'a.id',
              'a.id as cursor',
              'a.name',
              'a.type',
              'a.status',
              'a.renewal',
              'a.renewal_months as renewalMonths',
              'a.notice_days as noticeDays',
              'a.currency',
              'a.price_cents as priceCents',
              'a.minutes',
              'a.valid_months as validMonths',
              'a.monthly_price_cents as monthlyPriceCents',
              'a.monthly_minutes as monthlyMinutes',
              'a.rollover',
              'a.rollover_cap as rolloverCapMinutes',
              'a.hourly_rate_cents as hourlyRateCents',
              'a.overage',
              'a.overage_percent as overagePercent',
              'a.rounding_increment as roundingMinutes',
              'a.rounding_minimum as minimumMinutes',
              'a.rounding_per as roundingPer',
              'a.multipliers',
              'a.payment_days as paymentDays',
              'a.billing_point as billedOn',
              'a.sent_at as sentAt',
              'a.signed_at as signedAt',
              'a.activated_at as activatedAt',
              'a.cancelled_at as canceledAt',
              'a.cancel_reason as cancelReason',
              'a.created_at as createdAt',
              'a.updated_at as updatedAt',
            ])
            .select([
              sql<string>`'A-' || a.number`.as('number'),
              dayOf('a.starts_on').as('startsOn'),
              dayOf('a.ends_on').as('endsOn'),
              dayOf('a.next_period_on').as('nextMonthOn'),
            ])
            .$call(pageOf('a.', after)),
      ),
      table(
        'agreement-texts',
        ['agreement_revisions'],
        toExportColumns(
          [
          'id', 'agreement', 'revision', 'status', 'summary', 'body', 'terms', 'sha256', 'returnedComment', 'sentBy', 'sentAt',
          'firstOpenedAt', 'signedAt', 'createdAt',
        ], // biome-ignore format: a list of names
          { status: REVISIONS },
        ),
        (db, after) =>
          db
            .selectFrom('agreement_revisions as r')
            .select([
              'r.id',
              'r.id as cursor',
              'r.revision',
              'r.status',
              'r.summary',
              'r.body',
              'r.terms',
              'r.sha256',
              'r.returned_comment as returnedComment',
              'r.sent_at as sentAt',
              'r.first_opened_at as firstOpenedAt',
              'r.signed_at as signedAt',
              'r.created_at as createdAt',
            ])
            .select([
              numberOf('A', 'agreements', 'r', 'agreement_id').as('agreement'),
              personOf('r.sent_by').as('sentBy'),
            ])
            .$call(pageOf('r.', after)),
      ),
      table(
        'signatures',
        ['agreement_signatures'],
        toExportColumns([
          'id',
          'agreement',
          'revision',
          'name',
          'email',
          'account',
          'accountName',
          'legalNameConfirmed',
          'signedAt',
          'consent',
          'sha256',
          'ip',
          'browser',
        ]),
        (db, after) =>
          db
            .selectFrom('agreement_signatures as s')
            .innerJoin('agreement_revisions as r', (j) =>
              j.onRef('r.company_id', '=', 's.company_id').onRef('r.id', '=', 's.revision_id'),
            )
            .select([
              's.id',
              's.id as cursor',
              'r.revision',
              's.name',
              's.email',
              's.signed_at as signedAt',
              's.consent',
              's.sha256',
              's.user_agent as browser',
              's.account_name as accountName',
              's.legal_name_confirmed as legalNameConfirmed',
            ])
            .select([
              numberOf('A', 'agreements', 's', 'agreement_id').as('agreement'),
              personOf('s.user_id').as('account'),
              sql<string | null>`host(s.ip)`.as('ip'),
            ])
            .$call(pageOf('s.', after)),
      ),
    ]
  },
  leftOut: { internal: ['agreement_templates'] },
}
