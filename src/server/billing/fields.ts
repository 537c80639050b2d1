// All fields of an invoice, in CSV column order, and how each is selected, shown, filtered, sorted and exported. `i` is
// the invoice, `o` its order, `c` its company (`invoiceRows`). Invoices are not edited: actions record payments, refund
// and void them.
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Invoice, InvoiceFilter, InvoiceRow } from '../../contract/billing/index.ts'
import type { Invoices } from '../platform/database/db.types.ts'
import { type Condition, defineFields, equals, fieldOf, isAnyOf } from '../platform/fields.ts'
import { INVOICES } from './company-export.ts'
import { orderTitle, TODAY } from './expressions.ts'

type Row = z.infer<typeof InvoiceRow>
type Whole = z.infer<typeof Invoice>
const field = fieldOf<Selectable<Invoices>, z.infer<typeof InvoiceFilter>>()

// A single status is compared with `=`, because the index of open invoices can be used only then.
const hasStatus: Condition<Row['status'][]> = (values, actor) =>
  values.length === 1 ? sql<boolean>`i.status = ${sql.lit(values[0])}` : isAnyOf('i.status')(values, actor)

// Text columns with a check constraint are cast to the contract's unions here.
/** The fields of an invoice. */
export const invoiceFields = defineFields('i', {
  number: field({
    label: 'Number',
    columns: ['number'],
    // Only drafts have no number, and lists exclude drafts.
    present: (r) => r.number as string,
    export: {},
  }),
  company: field({
    label: 'Company',
    columns: ['company_id'],
    computed: { company: sql<string>`c.name` },
    present: (r) => ({ id: r.company_id, name: r.company }),
    filter: { company: equals('i.company_id') },
    export: { value: (company) => company.name },
  }),
  title: field({
    label: 'Description',
    computed: { title: orderTitle },
    present: (r) => r.title,
    export: {},
  }),
  status: field({
    label: 'Status',
    columns: ['status'],
    present: (r) => r.status as Row['status'],
    names: INVOICES,
    filter: { status: hasStatus },
    export: {},
  }),
  overdue: field({
    label: 'Overdue',
    computed: { overdue: sql<boolean>`(i.status = 'open' and i.due_on < ${TODAY})` },
    present: (r) => r.overdue,
    filter: { overdue: () => sql<boolean>`(i.status = 'open' and i.due_on < ${TODAY})` },
    export: {},
  }),
  issuedOn: field({
    label: 'Issued',
    columns: ['issued_at'],
    computed: { issued_on: sql<string>`i.issued_on::text` },
    present: (r) => r.issued_on,
    filter: {
      from: (day) => sql<boolean>`i.issued_on >= ${day}::date`,
      to: (day) => sql<boolean>`i.issued_on <= ${day}::date`,
    },
    sort: { issued: { by: sql.ref('i.issued_at'), kind: 'instant', of: (r) => r.issued_at as string } },
    export: {},
  }),
  dueOn: field({
    label: 'Due date',
    computed: { due_on: sql<string>`i.due_on::text` },
    present: (r) => r.due_on,
    sort: { due: { by: sql.ref('i.due_on'), kind: 'day', of: (r) => r.due_on } },
    export: {},
  }),
  totalCents: field({
    label: 'Total',
    columns: ['total_cents'],
    present: (r) => r.total_cents,
    sort: { total: { by: sql.ref('i.total_cents'), kind: 'integer', of: (r) => String(r.total_cents) } },
    export: { cents: true },
  }),
  paidCents: field({
    label: 'Paid',
    columns: ['paid_cents'],
    present: (r) => r.paid_cents,
    export: { cents: true },
  }),
  refundedCents: field({
    label: 'Refunded',
    columns: ['refunded_cents'],
    present: (r) => r.refunded_cents,
    export: { cents: true },
  }),
  dueCents: field({
    label: 'Amount due',
    columns: ['status', 'total_cents', 'paid_cents', 'refunded_cents'],
    present: (r) => (r.status === 'open' ? Math.max(0, r.total_cents - (r.paid_cents - r.refunded_cents)) : 0),
    export: { cents: true },
  }),
  currency: field({
    label: 'Currency',
    // All invoices are in US dollars, so the column is not read.
    present: () => 'usd' as const,
    export: { value: (currency) => currency.toUpperCase() },
  }),
  paidAt: field({ label: 'Paid at', columns: ['paid_at'], present: (r) => r.paid_at, export: {} }),
  source: field({
    label: 'Source',
    computed: { source: sql<string>`o.source` },
    present: (r) => r.source as Row['source'],
    filter: { source: isAnyOf('o.source') },
    // The CSV has the title instead.
    export: false,
  }),
  // The CSV has the columns of the list. The fields below are only on the invoice's page.
  order: field({
    label: 'Order',
    shown: 'record',
    columns: ['order_id'],
    computed: { order_number: sql<number>`o.number`, method: sql<string>`o.method` },
    present: (r): Whole['order'] => ({
      id: r.order_id,
      number: r.order_number,
      method: r.method as Whole['order']['method'],
    }),
    export: false,
  }),
  billTo: field({
    label: 'Bill to',
    shown: 'record',
    columns: ['bill_to'],
    present: (r) => r.bill_to as Whole['billTo'],
    export: false,
  }),
  issuedBy: field({
    label: 'From',
    shown: 'record',
    columns: ['issued_by'],
    present: (r) => r.issued_by as Whole['issuedBy'],
    export: false,
  }),
  voidedAt: field({
    label: 'Voided',
    shown: 'record',
    columns: ['voided_at'],
    present: (r) => r.voided_at,
    export: false,
  }),
  voidReason: field({
    label: 'Void reason',
    shown: 'record',
    columns: ['void_reason'],
    present: (r) => r.void_reason,
    export: false,
  }),
  reminded: field({
    label: 'Last reminder',
    shown: 'record',
    columns: ['reminded'],
    present: (r) => r.reminded,
    export: false,
  }),
  charge: field({
    label: 'Next charge',
    shown: 'record',
    columns: ['charge_attempts', 'next_charge_at'],
    present: (r) => ({ attempts: r.charge_attempts, nextAt: r.next_charge_at }),
    export: false,
  }),
  // Not exported, because the number identifies the invoice.
  version: field({ label: 'Version', columns: ['version'], present: (r) => r.version, export: false }),
  id: field({ label: 'ID', columns: ['id'], present: (r) => r.id, export: false }),
})
