import { type Actored, api } from '../platform/api.ts'
import { archivePack } from './archive-pack.ts'
import { billAgain } from './bill-again.ts'
import { buy } from './buy.ts'
import { cancelOrder } from './cancel-order.ts'
import { createPack } from './create-pack.ts'
import { approveTopUp, declineTopUp } from './decide-top-up.ts'
import { editPack } from './edit-pack.ts'
import { getInvoice, getOrder } from './get.ts'
import { invoiceHistory } from './invoice-history.ts'
import { listInvoices } from './list-invoices.ts'
import { listOrders } from './list-orders.ts'
import { listPacks } from './list-packs.ts'
import { markPaid } from './mark-paid.ts'
import { refund, refundProposal } from './refund.ts'
import { releaseHours } from './release-hours.ts'
import { reorderPacks } from './reorder-packs.ts'
import { revenue } from './revenue.ts'
import { stripeOperations } from './stripe-router.ts'
import { summary } from './summary.ts'
import { getTopUp, setTopUp } from './top-up.ts'
import { voidInvoice } from './void-invoice.ts'
import { writeInvoice } from './write-invoice.ts'

export const billing = {
  packs: api.billing.packs.handler(({ context, input }) => listPacks(context as Actored, input)),
  createPack: api.billing.createPack.handler(({ context, input }) => createPack(context as Actored, input)),
  editPack: api.billing.editPack.handler(({ context, input }) => editPack(context as Actored, input)),
  archivePack: api.billing.archivePack.handler(({ context, input }) => archivePack(context as Actored, input)),
  reorderPacks: api.billing.reorderPacks.handler(({ context, input }) => reorderPacks(context as Actored, input)),
  order: api.billing.order.handler(({ context, input }) => buy(context as Actored, input)),
  orders: api.billing.orders.handler(({ context, input }) => listOrders(context as Actored, input)),
  getOrder: api.billing.getOrder.handler(({ context, input }) => getOrder(context as Actored, input)),
  cancelOrder: api.billing.cancelOrder.handler(({ context, input }) => cancelOrder(context as Actored, input)),
  invoices: api.billing.invoices.handler(({ context, input }) => listInvoices(context as Actored, input)),
  invoice: api.billing.invoice.handler(({ context, input }) => getInvoice(context as Actored, input)),
  invoiceHistory: api.billing.invoiceHistory.handler(({ context, input }) => invoiceHistory(context as Actored, input)),
  markPaid: api.billing.markPaid.handler(({ context, input }) => markPaid(context as Actored, input)),
  voidInvoice: api.billing.voidInvoice.handler(({ context, input }) => voidInvoice(context as Actored, input)),
  writeInvoice: api.billing.writeInvoice.handler(({ context, input }) => writeInvoice(context as Actored, input)),
  billAgain: api.billing.billAgain.handler(({ context, input }) => billAgain(context as Actored, input)),
  refundProposal: api.billing.refundProposal.handler(({ context, input }) => refundProposal(context as Actored, input)),
  refund: api.billing.refund.handler(({ context, input }) => refund(context as Actored, input)),
  releaseHours: api.billing.releaseHours.handler(({ context, input }) => releaseHours(context as Actored, input)),
  topUp: api.billing.topUp.handler(({ context, input }) => getTopUp(context as Actored, input)),
  setTopUp: api.billing.setTopUp.handler(({ context, input }) => setTopUp(context as Actored, input)),
  approveTopUp: api.billing.approveTopUp.handler(({ context, input }) => approveTopUp(context as Actored, input)),
  declineTopUp: api.billing.declineTopUp.handler(({ context, input }) => declineTopUp(context as Actored, input)),
  summary: api.billing.summary.handler(({ context, input }) => summary(context as Actored, input)),
  revenue: api.billing.revenue.handler(({ context, input }) => revenue(context as Actored, input)),
  ...stripeOperations,
}
