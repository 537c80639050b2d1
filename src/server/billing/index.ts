// The public API and the declaration of the module. Purchases become an order with an invoice through `placeOrder` (or
// `billPeriod`, for a month of an agreement). Payments and refunds take effect only in `payments/settle.ts`.

import { defineModule } from '../platform/module.ts'
import { invoiceActionItems, topUpActionItems } from './action-items.ts'
import { billingExport } from './company-export.ts'
import { invoiceDocumentTemplate } from './document-template.ts'
import { billAgain } from './invoices/bill-again.ts'
import { billOverages } from './invoices/bill-overage.ts'
import { exportInvoices } from './invoices/export.ts'
import { invoiceHistory } from './invoices/invoice-history.ts'
import { listInvoices } from './invoices/list-invoices.ts'
import { remindOfInvoices } from './invoices/remind.ts'
import { getRevenue } from './invoices/revenue.ts'
import { getBillingSummary } from './invoices/summary.ts'
import { voidInvoice } from './invoices/void-invoice.ts'
import { writeInvoice } from './invoices/write-invoice.ts'
import { billingNotifier } from './notices.ts'
import { orderPack } from './orders/buy.ts'
import { cancelOrder } from './orders/cancel-order.ts'
import { getInvoice, getOrder } from './orders/get.ts'
import { listOrders } from './orders/list-orders.ts'
import { releaseHours } from './orders/release-hours.ts'
import { cancelUnpaidOrdersHourly } from './orders/unpaid-orders.ts'
import { archivePack } from './packs/archive-pack.ts'
import { createPack } from './packs/create-pack.ts'
import { editPack } from './packs/edit-pack.ts'
import { listPacks } from './packs/list-packs.ts'
import { reorderPacks } from './packs/reorder-packs.ts'
import { chargeCards } from './payments/charge-due.ts'
import { getCardAction } from './payments/get-card.ts'
import { forgetCards, saveCards } from './payments/keep-card.ts'
import { markPaid } from './payments/mark-paid.ts'
import { refundPayment, refundProposal } from './payments/refund.ts'
import { getRemittance, setRemittance, watchRemittance } from './payments/remittance.ts'
import { removeCard } from './payments/remove-card.ts'
import { sendRefunds } from './payments/send-refund.ts'
import { getCardPage, storeCard } from './payments/store-card.ts'
import { findInvoices } from './search-provider.ts'
import { cancelCheckout } from './stripe/cancel-checkout.ts'
import { createCustomer, linkCustomer, syncCustomer } from './stripe/change-customer.ts'
import { closePages } from './stripe/follow-checkout.ts'
import { followPayments } from './stripe/follow-payments.ts'
import { getCheckout } from './stripe/get-checkout.ts'
import { getCustomerAction } from './stripe/get-customer.ts'
import { exportCustomers, listCustomers } from './stripe/list-customers.ts'
import { reconcilePayments } from './stripe/reconcile.ts'
import { startCheckout } from './stripe/start-checkout.ts'
import { stripeState } from './stripe/stripe-state.ts'
import { stripeWebhook } from './stripe/stripe-webhook.ts'
import { approveTopUp, declineTopUp } from './top-up/decide-top-up.ts'
import { scheduleTopUp, topUpWhenLow } from './top-up/run-top-up.ts'
import { getTopUp, setTopUp } from './top-up/top-up.ts'

export { billPeriod } from './invoices/bill-period.ts'
export { lastBilled } from './invoices/last-billed.ts'
export { revenueOf } from './invoices/revenue.ts'
export { findOrder, paymentOf } from './orders/payment-of.ts'
export { type NewLine, placeOrder } from './orders/place-order.ts'
export { ORDER_SETTLED, ORDER_UNDONE, type OrderMoved, productOrder } from './orders/product-orders.ts'
export { methodsOf } from './payments/methods.ts'
export { refundFailed } from './payments/refund-failed.ts'
export { savePaymentSettings } from './payments/remittance.ts'

export const billingModule = defineModule({
  name: 'billing',
  actions: {
    packs: listPacks,
    createPack,
    editPack,
    archivePack,
    reorderPacks,
    order: orderPack,
    orders: listOrders,
    getOrder,
    cancelOrder,
    invoices: listInvoices,
    invoice: getInvoice,
    invoiceHistory,
    markPaid,
    voidInvoice,
    writeInvoice,
    billAgain,
    refundProposal,
    refund: refundPayment,
    releaseHours,
    remittance: getRemittance,
    setRemittance,
    topUp: getTopUp,
    setTopUp,
    approveTopUp,
    declineTopUp,
    summary: getBillingSummary,
    revenue: getRevenue,
    card: getCardAction,
    storeCard,
    cardPage: getCardPage,
    removeCard,
    checkout: startCheckout,
    getCheckout,
    cancelCheckout,
    stripe: stripeState,
    customers: listCustomers,
    customer: getCustomerAction,
    createCustomer,
    linkCustomer,
    syncCustomer,
  },
  routes: [exportCustomers, exportInvoices],
  openRoutes: [stripeWebhook],
  jobs: [saveCards, forgetCards, closePages, sendRefunds, topUpWhenLow],
  schedules: [
    followPayments,
    watchRemittance,
    reconcilePayments,
    remindOfInvoices,
    chargeCards,
    billOverages,
    cancelUnpaidOrdersHourly,
    scheduleTopUp,
  ],
  notifiers: [billingNotifier],
  search: [findInvoices],
  actionItems: [topUpActionItems, invoiceActionItems],
  documents: { invoice: invoiceDocumentTemplate },
  companyExport: billingExport,
})
