import type { z } from 'zod'
import type {
  BoughtHours,
  Invoice,
  InvoiceRow,
  Order,
  OrderLine,
  OrderRow,
  Payment,
} from '../../contract/billing/index.ts'
import type { Actor } from '../platform/database/db.ts'
import { presentFields } from '../platform/fields.ts'
import { invoiceFields } from './fields.ts'
import type { OrderBlock } from './orders/hours-of-order.ts'
import { canInvoice, isAdmin, isOwner } from './policy.ts'
import type { invoiceRows, orderLineRows, orderRows, paymentsWithRefunds, wholeInvoice } from './queries.ts'

type Row<Q extends (...args: never[]) => { execute(): Promise<unknown[]> }> = Awaited<
  ReturnType<ReturnType<Q>['execute']>
>[number]
export type InvoiceRecord = Row<typeof invoiceRows>
export type OrderRecord = Row<typeof orderRows>
export type PaymentRecord = Awaited<ReturnType<typeof paymentsWithRefunds>>[number]

/** Returns an invoice as lists show it. */
export const presentInvoiceRow = (r: InvoiceRecord): z.infer<typeof InvoiceRow> =>
  presentFields(invoiceFields, 'list', r)

/** Returns an order as lists show it. */
export const presentOrderRow = (r: OrderRecord): z.infer<typeof OrderRow> => ({
  id: r.id,
  number: r.number,
  company: { id: r.company_id, name: r.company },
  source: r.source as z.infer<typeof OrderRow>['source'],
  status: r.status as z.infer<typeof OrderRow>['status'],
  method: r.method as z.infer<typeof OrderRow>['method'],
  totalCents: r.total_cents,
  currency: 'usd',
  title: r.title,
  placedBy: r.placed_by && r.placed_name ? { id: r.placed_by, name: r.placed_name } : null,
  invoice:
    r.invoice_number && r.due_on
      ? {
          id: r.invoice_id,
          number: r.invoice_number,
          status: r.invoice_status as NonNullable<z.infer<typeof OrderRow>['invoice']>['status'],
          overdue: r.overdue,
          dueOn: r.due_on,
        }
      : null,
  createdAt: r.created_at,
})

const presentLine = (l: Awaited<ReturnType<typeof orderLineRows>>[number]): z.infer<typeof OrderLine> => ({
  id: l.id,
  kind: l.kind as z.infer<typeof OrderLine>['kind'],
  description: l.description,
  quantity: l.quantity,
  unitCents: l.unit_cents,
  amountCents: l.amount_cents,
  periodFrom: l.period_from,
  periodTo: l.period_to,
})
const presentHours = (b: OrderBlock): z.infer<typeof BoughtHours> => ({
  blockId: b.id,
  name: b.name,
  state: b.state as z.infer<typeof BoughtHours>['state'],
  minutes: b.granted,
  remaining: b.remaining,
  expiresOn: b.expires_on,
  released: b.released_by !== null,
})
/** Returns a payment with its refunds. Only administrators see who refunded it. */
export const presentPayment = (p: PaymentRecord, reader: Actor): z.infer<typeof Payment> => ({
  id: p.id,
  method: p.method as z.infer<typeof Payment>['method'],
  status: p.status as z.infer<typeof Payment>['status'],
  amountCents: p.amount_cents,
  refundedCents: p.refunded_cents,
  card: p.card_brand && p.card_last4 ? { brand: p.card_brand, last4: p.card_last4 } : null,
  offSession: p.off_session,
  failure: p.failure_message,
  reference: p.reference,
  paidAt: p.paid_at,
  createdAt: p.created_at,
  refunds: p.refunds.map((r) => ({
    id: r.id,
    amountCents: r.amount_cents,
    reason: r.reason,
    status: r.status as z.infer<typeof Payment>['refunds'][number]['status'],
    minutes: r.minutes,
    by: isAdmin(reader) && r.refunded_by && r.by_name ? { id: r.refunded_by, name: r.by_name } : null,
    at: r.created_at,
  })),
})

type Lines = Awaited<ReturnType<typeof orderLineRows>>
/** Returns an order in full, with what the reader may do with it. */
export const presentOrder = (
  r: OrderRecord,
  { lines, blocks, cards }: { lines: Lines; blocks: OrderBlock[]; cards: boolean },
  reader: Actor,
): z.infer<typeof Order> => ({
  ...presentOrderRow(r),
  lines: lines.map(presentLine),
  hours: blocks.map(presentHours),
  can: {
    cancel: r.status === 'open' && r.invoice_status === 'draft',
    pay: isOwner(reader) && cards && r.status === 'open' && ['draft', 'open'].includes(r.invoice_status),
  },
})

/** Returns an invoice in full, with what the reader may do with it. */
export const presentInvoice = (
  r: Row<typeof wholeInvoice>,
  of: {
    lines: Lines
    blocks: OrderBlock[]
    payments: PaymentRecord[]
    cards: boolean
    remittance: z.infer<typeof Invoice>['remittance']
  },
  reader: Actor,
): z.infer<typeof Invoice> => ({
  ...presentInvoiceRow(r),
  ...presentFields(invoiceFields, 'record', r),
  remittance: of.remittance,
  lines: of.lines.map(presentLine),
  hours: of.blocks.map(presentHours),
  payments: of.payments.map((p) => presentPayment(p, reader)),
  can: canInvoice(reader, {
    status: r.status,
    total_cents: r.total_cents,
    paid_cents: r.paid_cents,
    refunded_cents: r.refunded_cents,
    waiting_hours: of.blocks.some((b) => b.state === 'pending'),
    refundable: of.payments.some((p) => p.status === 'succeeded' && p.refunded_cents < p.amount_cents),
    cards: of.cards,
    source: r.source,
    replaced: r.replaced,
  }),
})
