// Billing totals: what a company owes, and what was invoiced, received and refunded.

import { z } from 'zod'
import { admin, Id, Instant, NamedCompany, op } from '../base.ts'
import { Currency, Method, payers } from './fields.ts'
import { InvoiceRow } from './invoices.ts'

const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month as YYYY-MM, from 2000 to 2099.')
const BillingSummary = z.object({
  company: NamedCompany,
  currency: Currency,
  /** Amount due on all open invoices. */
  dueCents: z.number().int(),
  openInvoices: z.number().int(),
  overdueCents: z.number().int(),
  overdueInvoices: z.number().int(),
  /** The open invoice with the earliest due date. */
  nextDue: InvoiceRow.nullable(),
  /** The next automatic charge of the stored card. */
  nextCharge: z.object({ at: Instant, amountCents: z.number().int(), invoiceId: Id, number: z.string() }).nullable(),
  /** Minutes awaiting payment. */
  pendingMinutes: z.number().int(),
  /** In this calendar year. */
  paidThisYearCents: z.number().int(),
  /** Payment methods that the provider offers. Without Stripe keys, invoice only. */
  methods: z.array(Method),
})
const Sums = z.object({
  /** Invoices that were issued in the period and not voided. */
  invoicedCents: z.number().int(),
  /** Payments received in the period. */
  paidCents: z.number().int(),
  /** Refunds in the period. */
  refundedCents: z.number().int(),
})
const Owed = Sums.extend({ openCents: z.number().int(), overdueCents: z.number().int() })
export const Revenue = z.object({
  currency: Currency,
  from: z.string(),
  to: z.string(),
  /** Every month of the period, oldest first. */
  months: z.array(Sums.extend({ month: z.string() })),
  /** Open and overdue amounts are current values. */
  totals: Owed,
  /** Companies with any amount, most invoiced first. */
  companies: z.array(Owed.extend({ company: NamedCompany })),
})

export const revenueOperations = {
  summary: op('GET', '/billing/summary', {
    roles: payers,
    tag: 'billing',
    summary: 'Get the amounts due and overdue and the next automatic charge. Administrators pass a company.',
  })
    .input(z.object({ companyId: Id.optional() }))
    .output(BillingSummary),
  revenue: op('GET', '/billing/revenue', {
    roles: admin,
    tag: 'billing',
    summary: 'Get invoiced, received and refunded amounts by month and company, and what is open and overdue now',
  })
    .input(z.object({ from: Month.optional(), to: Month.optional(), company: Id.optional() }))
    .output(Revenue),
}
