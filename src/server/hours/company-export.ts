// The company export's tables for blocks of hours and the ledger.
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

export const BLOCK_SOURCES: ValueNames = {
  purchase: 'Purchased',
  agreement: 'Agreement',
  retainer: 'Monthly retainer',
  rollover: 'Rolled over',
  top_up: 'Automatic top-up',
  grant: 'Granted',
}
const BLOCKS: ValueNames = { pending: 'Pending', active: 'Active', expired: 'Expired', void: 'Canceled' }
export const LEDGER: ValueNames = {
  purchase: 'Purchased',
  grant: 'Granted',
  consumption: 'Used',
  overage: 'Overage',
  adjustment: 'Adjusted',
  expiry: 'Expired',
  rollover: 'Rolled over',
  reversal: 'Reversed',
}

export const hoursExport: CompanyExport = {
  tables: (platform, actor) => {
    const { table, pageOf } = tableMaker(platform, actor)
    return [
      table(
        'hour-blocks',
        ['hour_blocks'],
        toExportColumns(
          [
          'id', 'name', 'source', 'state', 'agreement', 'grantedMinutes', 'remainingMinutes', 'expiredMinutes', 'priceCents',
          'currency', 'startsOn', 'expiresOn', 'validMonths', 'monthFrom', 'purchasedAt', 'activatedAt', 'createdAt',
        ], // biome-ignore format: a list of names
          { source: BLOCK_SOURCES, state: BLOCKS },
        ),
        (db, after) =>
          db
            .selectFrom('hour_blocks as b')
            .select([
              'b.id',
              'b.id as cursor',
              'b.name',
              'b.source',
              'b.state',
              'b.granted as grantedMinutes',
              'b.remaining as remainingMinutes',
              'b.expired as expiredMinutes',
              'b.price_cents as priceCents',
              'b.currency',
              'b.valid_months as validMonths',
              'b.purchased_at as purchasedAt',
              'b.activated_at as activatedAt',
              'b.created_at as createdAt',
            ])
            .select([
              numberOf('A', 'agreements', 'b', 'agreement_id').as('agreement'),
              dayOf('b.starts_on').as('startsOn'),
              dayOf('b.expires_on').as('expiresOn'),
              dayOf('b.period_from').as('monthFrom'),
            ])
            .$call(pageOf('b.', after)),
      ),
      table(
        'hour-ledger',
        ['hour_ledger'],
        toExportColumns(
          [
          'line', 'at', 'kind', 'minutes', 'overageMinutes', 'balanceAfterMinutes', 'block', 'blockId', 'timeEntryId', 'agreement',
          'takesBackLine', 'who', 'reason',
        ], // biome-ignore format: a list of names
          { kind: LEDGER },
          { line: 'Entry', takesBackLine: 'Reverses entry', who: 'Changed by' },
        ),
        (db, after) =>
          db
            .selectFrom('hour_ledger as l')
            .leftJoin('hour_blocks as b', (j) =>
              j.onRef('b.company_id', '=', 'l.company_id').onRef('b.id', '=', 'l.block_id'),
            )
            .select([
              'l.created_at as at',
              'l.kind',
              'l.minutes',
              'l.overage as overageMinutes',
              'l.balance_after as balanceAfterMinutes',
              'b.name as block',
              'l.block_id as blockId',
              'l.entry_id as timeEntryId',
              'l.reason',
            ])
            .select([
              sql<string>`l.id::text`.as('cursor'),
              sql<number>`l.id`.as('line'),
              sql<number | null>`l.reverses`.as('takesBackLine'),
              numberOf('A', 'agreements', 'l', 'agreement_id').as('agreement'),
              personOf('l.actor_id').as('who'),
            ])
            .$call(pageOf('l.', after)),
      ),
    ]
  },
  leftOut: { calculated: ['hour_balances', 'hour_overage_marks'] },
}
