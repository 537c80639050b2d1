// The company export's tables of orders, invoices, payments, the stored card and automatic top-ups.
import { sql } from 'kysely'
import { CARD_BRANDS } from '../../contract/plain/card-brands.ts'
import {
  type CompanyExport,
  dayOf,
  numberOf,
  personOf,
  tableMaker,
  toExportColumns,
  type ValueNames,
} from '../platform/files/company-export.ts'

const METHODS: ValueNames = { card: 'Card', transfer: 'Bank transfer', invoice: 'Invoice' }
const TOP_UPS: ValueNames = {
  proposed: 'Awaiting approval',
  ordered: 'Ordered',
  declined: 'Declined',
  capped: 'Not ordered, monthly cap reached',
  failed: 'Failed',
}
export const ORDER_SOURCES: ValueNames = {
  purchase: 'Purchase',
  top_up: 'Top-up',
  agreement: 'Agreement',
  recurring: 'Monthly',
  overage: 'Overage',
  manual: 'Manual',
}
export const ORDER_STATUS_NAMES: ValueNames = {
  open: 'Open',
  paid: 'Paid in full',
  canceled: 'Canceled',
  refunded: 'Refunded',
}
const LINES: ValueNames = {
  hours: 'Hours',
  agreement: 'Agreement',
  month: 'Agreement month',
  overage: 'Overage',
  product: 'Automation',
  other: 'Other',
}
export const INVOICES: ValueNames = { open: 'Open', paid: 'Paid in full', void: 'Void', refunded: 'Refunded' }
const CURRENCIES: ValueNames = { usd: 'USD' }
const PAYMENTS: ValueNames = { pending: 'Pending', succeeded: 'Received', failed: 'Failed' }
const REFUNDS: ValueNames = { pending: 'Pending', succeeded: 'Refunded', failed: 'Failed' }

export const billingExport: CompanyExport = {
  tables: (platform, actor) => {
    const { table, pageOf } = tableMaker(platform, actor)
    return [
      table(
        'top-up-rules',
        ['top_up_rules'],
        toExportColumns(
          [
            'enabled',
            'belowMinutes',
            'pack',
            'monthlyLimitCents',
            'method',
            'approver',
            'setBy',
            'createdAt',
            'updatedAt',
          ],
          { method: METHODS },
        ),
        (db, after) =>
          db
            .selectFrom('top_up_rules as r')
            .select([
              'r.company_id as cursor',
              'r.enabled',
              'r.threshold as belowMinutes',
              'r.monthly_cap_cents as monthlyLimitCents',
              'r.method',
              'r.created_at as createdAt',
              'r.updated_at as updatedAt',
            ])
            .select([
              sql<string | null>`(select k.name from hour_packs k where k.id = r.pack_id)`.as('pack'),
              personOf('r.approver_id').as('approver'),
              personOf('r.set_by').as('setBy'),
            ])
            .$call(pageOf('r.', after, 'company_id')),
      ),
      table(
        'top-ups',
        ['top_ups'],
        toExportColumns(
          [
            'id',
            'state',
            'pack',
            'priceCents',
            'balanceMinutes',
            'order',
            'decidedBy',
            'decidedAt',
            'failure',
            'createdAt',
          ],
          { state: TOP_UPS },
        ),
        (db, after) =>
          db
            .selectFrom('top_ups as t')
            .select([
              't.id',
              't.id as cursor',
              't.state',
              't.price_cents as priceCents',
              't.balance as balanceMinutes',
              't.decided_at as decidedAt',
              't.failure',
              't.created_at as createdAt',
            ])
            .select([
              sql<string | null>`(select k.name from hour_packs k where k.id = t.pack_id)`.as('pack'),
              sql<
                number | null
              >`(select o.number from orders o where o.company_id = t.company_id and o.id = t.order_id)`.as('order'),
              personOf('t.decided_by').as('decidedBy'),
            ])
            .$call(pageOf('t.', after)),
      ),
      table(
        'orders',
        ['orders'],
        toExportColumns(
          [
            'id',
            'number',
            'source',
            'status',
            'method',
            'totalCents',
            'currency',
            'agreement',
            'placedBy',
            'createdAt',
          ],
          { source: ORDER_SOURCES, status: ORDER_STATUS_NAMES, method: METHODS, currency: CURRENCIES },
        ),
        (db, after) =>
          db
            .selectFrom('orders as o')
            .select([
              'o.id',
              'o.id as cursor',
              'o.number',
              'o.source',
              'o.status',
              'o.method',
              'o.total_cents as totalCents',
              'o.currency',
              'o.created_at as createdAt',
            ])
            .select([
              numberOf('A', 'agreements', 'o', 'agreement_id').as('agreement'),
              personOf('o.placed_by').as('placedBy'),
            ])
            .$call(pageOf('o.', after)),
      ),
      table(
        'order-lines',
        ['order_lines'],
        toExportColumns(
          [
          'id', 'order', 'position', 'kind', 'description', 'quantity', 'unitCents', 'amountCents', 'agreement', 'automation',
          'blockId', 'periodFrom', 'periodTo', 'voided',
        ], // biome-ignore format: a list of names
          { kind: LINES },
        ),
        (db, after) =>
          db
            .selectFrom('order_lines as l')
            .innerJoin('orders as o', (j) =>
              j.onRef('o.company_id', '=', 'l.company_id').onRef('o.id', '=', 'l.order_id'),
            )
            .leftJoin('product_names as p', 'p.id', 'l.product_id')
            .select([
              'l.id',
              'l.id as cursor',
              'o.number as order',
              'l.position',
              'l.kind',
              'l.description',
              'l.unit_cents as unitCents',
              'l.amount_cents as amountCents',
              'p.name as automation',
              'l.block_id as blockId',
              'l.voided',
            ])
            .select([
              sql<number>`l.quantity::float8`.as('quantity'),
              numberOf('A', 'agreements', 'l', 'agreement_id').as('agreement'),
              dayOf('l.period_from').as('periodFrom'),
              dayOf('l.period_to').as('periodTo'),
            ])
            .$call(pageOf('l.', after)),
      ),
      table(
        'invoices',
        ['invoices'],
        toExportColumns(
          [
            'id',
            'number',
            'order',
            'for',
            'status',
            'currency',
            'totalCents',
            'paidCents',
            'refundedCents',
            'issuedOn',
            'dueOn',
            'paidAt',
            'voidedAt',
            'voidReason',
          ],
          { status: INVOICES, currency: CURRENCIES },
        ),
        (db, after) =>
          db
            .selectFrom('invoices as i')
            .innerJoin('orders as o', (j) =>
              j.onRef('o.company_id', '=', 'i.company_id').onRef('o.id', '=', 'i.order_id'),
            )
            .select([
              'i.id',
              'i.id as cursor',
              'i.number',
              'o.number as order',
              'i.status',
              'i.currency',
              'i.total_cents as totalCents',
              'i.paid_cents as paidCents',
              'i.refunded_cents as refundedCents',
              'i.paid_at as paidAt',
              'i.voided_at as voidedAt',
              'i.void_reason as voidReason',
            ])
            .select([
              sql<string>`i.issued_on::text`.as('issuedOn'),
              sql<string>`i.due_on::text`.as('dueOn'),
              sql<string>`(select string_agg(l.description, '; ' order by l.position, l.id) from order_lines l where l.company_id = i.company_id and l.order_id = i.order_id)`.as(
                'for',
              ),
            ])
            // Drafts belong to card orders that were never paid, and were never issued.
            .where('i.status', '<>', 'draft')
            .$call(pageOf('i.', after)),
      ),
      table(
        'payments',
        ['payments'],
        toExportColumns(
          [
            'id',
            'invoice',
            'method',
            'status',
            'currency',
            'amountCents',
            'refundedCents',
            'card',
            'reference',
            'paidAt',
            'createdAt',
          ],
          { method: METHODS, status: PAYMENTS, currency: CURRENCIES },
        ),
        (db, after) =>
          db
            .selectFrom('payments as y')
            .innerJoin('invoices as i', (j) =>
              j.onRef('i.company_id', '=', 'y.company_id').onRef('i.id', '=', 'y.invoice_id'),
            )
            .select([
              'y.id',
              'y.id as cursor',
              'i.number as invoice',
              'y.method',
              'y.status',
              'y.currency',
              'y.amount_cents as amountCents',
              'y.refunded_cents as refundedCents',
              'y.card_last4 as card',
              'y.reference',
              'y.paid_at as paidAt',
              'y.created_at as createdAt',
            ])
            .$call(pageOf('y.', after)),
      ),
      table(
        'refunds',
        ['refunds'],
        toExportColumns(
          [
            'id',
            'invoice',
            'paymentId',
            'amountCents',
            'status',
            'reason',
            'takenBackMinutes',
            'refundedBy',
            'createdAt',
            'settledAt',
          ],
          { status: REFUNDS },
        ),
        (db, after) =>
          db
            .selectFrom('refunds as f')
            .innerJoin('payments as y', (j) =>
              j.onRef('y.company_id', '=', 'f.company_id').onRef('y.id', '=', 'f.payment_id'),
            )
            .innerJoin('invoices as i', (j) =>
              j.onRef('i.company_id', '=', 'y.company_id').onRef('i.id', '=', 'y.invoice_id'),
            )
            .select([
              'f.id',
              'f.id as cursor',
              'i.number as invoice',
              'f.payment_id as paymentId',
              'f.amount_cents as amountCents',
              'f.status',
              'f.reason',
              'f.minutes as takenBackMinutes',
              'f.created_at as createdAt',
              'f.settled_at as settledAt',
            ])
            .select(personOf('f.refunded_by').as('refundedBy'))
            .$call(pageOf('f.', after)),
      ),
      table(
        'stored-card',
        ['stripe_customers'],
        toExportColumns(['brand', 'lastDigits', 'expiresMonth', 'expiresYear', 'consent', 'consentBy', 'consentAt'], {
          brand: CARD_BRANDS,
        }),
        (db, after) =>
          db
            .selectFrom('stripe_customers as s')
            .select([
              's.company_id as cursor',
              's.card_brand as brand',
              's.card_last4 as lastDigits',
              's.card_exp_month as expiresMonth',
              's.card_exp_year as expiresYear',
              's.consent',
              's.consent_at as consentAt',
            ])
            .select(personOf('s.consent_by').as('consentBy'))
            .where('s.card_last4', 'is not', null)
            .$call(pageOf('s.', after, 'company_id')),
      ),
    ]
  },
  leftOut: {
    secrets: ['card_pages', 'checkouts'],
    internal: ['remittance_details'],
    offered: ['hour_packs', 'invoice_numbers'],
  },
}
