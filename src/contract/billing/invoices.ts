// Invoices: their content, and the operations that issue, read, pay, refund and void them.

import { z } from 'zod'
import { AnyDay, admin, Id, Instant, manyOf, NamedCompany, op, page, pageOf, versioned } from '../base.ts'
import { Person } from '../companies/index.ts'
import { isQuantity } from '../plain/line-amount.ts'
import { printed } from '../printed.ts'
import { CENTS_MAX, Currency, cents, INVOICE_STATES, Method, payers } from './fields.ts'
import { BoughtHours, ORDER_SOURCES, OrderLine } from './orders.ts'
import { Payment, Remittance } from './payments.ts'

const INVOICE_SORTS = ['issued', 'due', 'total'] as const
/** Days after the due date on which a reminder is sent. */
export const REMINDER_DAYS = [0, 7, 14] as const
const Reason = z.string('Enter a reason.').trim().min(1, 'Enter a reason.').max(500, 'At most 500 characters.')
/** The issuer or the recipient of an invoice, as on the issue date. */
const Party = z.object({
  name: z.string(),
  address: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})
const invoiceFields = {
  id: Id,
  /** Such as INV-2026-0001. */
  number: z.string(),
  company: NamedCompany,
  status: z.enum(INVOICE_STATES),
  /** Whether it is open and past its due date. */
  overdue: z.boolean(),
  totalCents: z.number().int(),
  paidCents: z.number().int(),
  refundedCents: z.number().int(),
  /** The amount due. 0 unless the invoice is open. */
  dueCents: z.number().int(),
  currency: Currency,
  source: z.enum(ORDER_SOURCES),
  /** Its items, on one line. */
  title: z.string(),
  issuedOn: z.string(),
  dueOn: z.string(),
  paidAt: Instant.nullable(),
  version: z.number().int(),
}
export const InvoiceRow = z.object(invoiceFields)
export const Invoice = z.object({
  ...invoiceFields,
  order: z.object({ id: Id, number: z.number().int(), method: Method }),
  billTo: Party,
  issuedBy: Party,
  /** How to pay by bank transfer, as on the issue date. The reference is the invoice number. */
  remittance: Remittance.nullable(),
  lines: z.array(OrderLine),
  hours: z.array(BoughtHours),
  payments: z.array(Payment),
  voidedAt: Instant.nullable(),
  voidReason: z.string().nullable(),
  /** Days after the due date of the last reminder that was sent. */
  reminded: z.number().int().nullable(),
  /** Automatic attempts to charge the stored card. */
  charge: z.object({ attempts: z.number().int(), nextAt: Instant.nullable() }),
  can: z.object({
    /** Pay it by card now. */
    pay: z.boolean(),
    /** Record a bank transfer. */
    transfer: z.boolean(),
    void: z.boolean(),
    refund: z.boolean(),
    /** Make its hours usable before it is paid. */
    release: z.boolean(),
    /** Bill its months again after it was voided. */
    again: z.boolean(),
  }),
})
/** An invoice with refund failures that administrators have not resolved yet. */
const InvoiceNow = Invoice.extend({
  /** The refunded amount that the bank returned. Null when there is none or it is resolved. */
  refundFailedCents: z.number().int().nullable(),
})
/** One entry in the history of an invoice or its order: who, when, why. */
const InvoiceAct = z.object({
  id: z.string(),
  at: Instant,
  /** Null when the system did it. */
  actor: Person.nullable(),
  action: z.string(),
  reason: z.string().nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
/** The filters that the list of invoices and its CSV share. */
export const InvoiceFilter = z.object({
  /** An invoice number, or part of a company's name. */
  q: z.string().max(200).optional(),
  company: Id.optional(),
  status: manyOf(z.enum(INVOICE_STATES)),
  overdue: z.enum(['yes'], 'Use “yes”, or leave it out.').optional(),
  source: manyOf(z.enum(ORDER_SOURCES)),
  /** Date of issue. */
  from: AnyDay.optional(),
  to: AnyDay.optional(),
  sort: z.enum(INVOICE_SORTS).default('issued'),
  order: z.enum(['asc', 'desc']).default('desc'),
})
const invoiceChanged = {
  CONFLICT: {
    status: 409,
    message: 'Someone else changed this invoice. Review their changes and try again.',
    data: z.object({ current: Invoice.optional() }).optional(),
  },
}
const notOpen = { NOT_OPEN: { status: 409, message: 'This invoice is no longer open.', data: z.any() } }
/** The money that a refund would return, and the hours that it would remove. */
const RefundProposal = z.object({
  /** Payments that money can be returned to, newest first. */
  payments: z.array(
    Payment.pick({ id: true, method: true, amountCents: true, refundedCents: true, card: true, paidAt: true }).extend({
      /** The amount that can still be refunded. */
      leftCents: z.number().int(),
    }),
  ),
  /** Unused minutes of the hours bought with the invoice. */
  unusedMinutes: z.number().int(),
  minutes: z.number().int(),
  /** Their value: their share of the price. */
  unusedCents: z.number().int(),
  /** Minutes that a refund of the requested amount removes: its share, but never more than are unused. */
  takesMinutes: z.number().int(),
})

export const invoiceOperations = {
  invoices: op('GET', '/invoices', {
    roles: payers,
    tag: 'billing',
    summary: 'List invoices. Owners get those of their own company.',
  })
    .input(InvoiceFilter.extend(page))
    .output(pageOf(InvoiceRow)),
  invoice: op('GET', '/invoices/{id}', {
    roles: payers,
    tag: 'billing',
    summary: 'Get an invoice with its lines, payments and hours',
  })
    .input(z.object({ id: Id }))
    .output(InvoiceNow),
  invoiceHistory: op('GET', '/invoices/{id}/history', {
    roles: admin,
    tag: 'billing',
    summary: 'List the history of an invoice and its order: who did what, when and why, newest first',
  })
    .input(z.object({ id: Id }))
    .output(z.object({ items: z.array(InvoiceAct) })),
  markPaid: op('POST', '/invoices/{id}/transfer', {
    roles: admin,
    tag: 'billing',
    summary: 'Record a bank transfer. The invoice is paid in full once the total is received.',
    creates: true,
  })
    .errors({ ...invoiceChanged, ...notOpen })
    .input(
      z.object({
        ...versioned,
        amountCents: cents('Enter the amount received.'),
        /** The day on which the money arrived. */
        paidOn: AnyDay,
        reference: printed(
          z
            .string('Enter the bank reference.')
            .trim()
            .min(1, 'Enter the bank reference.')
            .max(200, 'At most 200 characters.'),
        ),
      }),
    )
    .output(Invoice),
  writeInvoice: op('POST', '/invoices', {
    roles: admin,
    tag: 'billing',
    summary: 'Create an invoice manually. It is issued immediately and never charged automatically.',
    status: 201,
    creates: true,
  })
    .input(
      z.object({
        companyId: Id,
        /** Days until it is due. */
        paymentDays: z
          .int('Enter the number of days until the due date.')
          .min(0, 'Enter 0 or more.')
          .max(180, 'At most 180 days.')
          .default(15),
        lines: z
          .array(
            z.object({
              description: printed(
                z
                  .string('Enter a description.')
                  .trim()
                  .min(1, 'Enter a description.')
                  .max(500, 'At most 500 characters.'),
              ),
              quantity: z
                .number('Enter a quantity.')
                .min(0.001, 'At least 0.001.')
                .max(10_000, 'At most 10,000.')
                .refine(isQuantity, 'Use at most three decimal places.')
                .default(1),
              unitCents: z.int('Enter a unit price.').min(0, 'Enter 0 or more.').max(CENTS_MAX, 'At most $1,000,000.'),
            }),
          )
          .min(1, 'Add at least one line.')
          .max(50, 'At most 50 lines.'),
      }),
    )
    .output(Invoice),
  billAgain: op('POST', '/invoices/{id}/again', {
    roles: admin,
    tag: 'billing',
    summary: 'Reissue a voided monthly or overage invoice with the same lines and a new number',
    status: 201,
    creates: true,
  })
    .errors({
      ...invoiceChanged,
      NOT_AGAIN: {
        status: 409,
        message: 'Only a voided monthly or overage invoice can be reissued, and only once.',
        data: z.any(),
      },
    })
    .input(z.object(versioned))
    .output(Invoice),
  voidInvoice: op('POST', '/invoices/{id}/void', {
    roles: admin,
    tag: 'billing',
    summary: 'Void an unpaid invoice. Its pending hours are canceled; its number is kept.',
  })
    .errors({
      ...invoiceChanged,
      ...notOpen,
      PAID_IN_PART: {
        status: 409,
        message: 'This invoice is partially paid. Refund the payment first.',
        data: z.any(),
      },
      PAYMENT_PENDING: {
        status: 409,
        message: 'A card payment is still pending. Wait until it succeeds or fails.',
        data: z.any(),
      },
    })
    .input(z.object({ ...versioned, reason: Reason }))
    .output(Invoice),
  refundProposal: op('GET', '/invoices/{id}/refund', {
    roles: admin,
    tag: 'billing',
    summary: 'Preview a refund: the refundable amount and the minutes it would remove',
  })
    .input(z.object({ id: Id, amountCents: z.coerce.number().int().min(1).max(CENTS_MAX).optional() }))
    .output(RefundProposal),
  refund: op('POST', '/invoices/{id}/refund', {
    roles: admin,
    tag: 'billing',
    summary:
      'Refund a payment and remove unused minutes. Cards are refunded through Stripe; for transfers, the refund is only recorded.',
    creates: true,
  })
    .errors({
      ...invoiceChanged,
      NOT_REFUNDABLE: { status: 409, message: 'Nothing on this invoice can be refunded.', data: z.any() },
      CARD_UNAVAILABLE: {
        status: 422,
        message: 'Card payments aren’t set up, so this card payment can’t be refunded here.',
        data: z.any(),
      },
    })
    .input(
      z.object({
        ...versioned,
        /** The payment to refund. Default: the newest one with enough left to refund. */
        paymentId: Id.optional(),
        amountCents: cents('Enter the refund amount.'),
        /** Unused minutes to remove. Default: the amount's share of the price. */
        minutes: z
          .int('Enter whole minutes.')
          .min(0, 'Enter 0 or more.')
          .max(600_000, 'At most 10,000 hours.')
          .optional(),
        reason: Reason,
      }),
    )
    .output(Invoice),
  releaseHours: op('POST', '/invoices/{id}/release', {
    roles: admin,
    tag: 'billing',
    summary: 'Release the hours of an open invoice before it is paid',
  })
    .errors({
      ...invoiceChanged,
      NOTHING_TO_RELEASE: { status: 409, message: 'This invoice has no pending hours.', data: z.any() },
    })
    .input(z.object({ ...versioned, reason: Reason }))
    .output(Invoice),
}
