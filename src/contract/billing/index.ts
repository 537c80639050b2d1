// Operations on hour packs, orders, invoices, payments and automatic top-up.

import { invoiceOperations } from './invoices.ts'
import { orderOperations } from './orders.ts'
import { packOperations } from './packs.ts'
import { paymentOperations } from './payments.ts'
import { revenueOperations } from './revenue.ts'
import { stripeOperations } from './stripe.ts'
import { topUpOperations } from './top-up.ts'

export { CENTS_MAX, INVOICE_STATES, PAY_METHODS } from './fields.ts'
export { Invoice, InvoiceFilter, InvoiceRow, REMINDER_DAYS } from './invoices.ts'
export { BoughtHours, Order, OrderFilter, OrderLine, OrderRow } from './orders.ts'
export { Pack } from './packs.ts'
export {
  CardPage,
  CardSettings,
  PAYMENT_FINDING_KINDS,
  Payment,
  PaymentFinding,
  Remittance,
  RemittanceSettings,
} from './payments.ts'
export { Revenue } from './revenue.ts'
export { Checkout, CustomerDetail, CustomerFilter, CustomerRow } from './stripe.ts'
export { TopUp, TopUpSettings } from './top-up.ts'

export const billing = {
  ...packOperations,
  ...orderOperations,
  ...invoiceOperations,
  ...revenueOperations,
  ...paymentOperations,
  ...stripeOperations,
  ...topUpOperations,
}
