// The public API of the module and its declaration.

import { defineModule } from '../platform/module.ts'
import { listAddresses } from './addresses.ts'
import { askOwner } from './ask-owner.ts'
import { browseProducts } from './browse.ts'
import { adminCreate, adminDuplicate } from './catalogue/admin-create.ts'
import { adminEdit } from './catalogue/admin-edit.ts'
import { adminGet } from './catalogue/admin-get.ts'
import { adminHistory } from './catalogue/admin-history.ts'
import { adminList } from './catalogue/admin-list.ts'
import { adminMove } from './catalogue/admin-move.ts'
import { adminSetStatus } from './catalogue/admin-status.ts'
import { adminTools } from './catalogue/admin-tools.ts'
import { savePopularity } from './catalogue/popularity.ts'
import { marketplaceExport } from './company-export.ts'
import { exportCatalogue } from './export.ts'
import { orderSettled, orderUndone } from './follow-order.ts'
import { getProduct } from './get.ts'
import { listProducts } from './list.ts'
import { marketplaceNotifier } from './notices.ts'
import { getOffer } from './offer.ts'
import { orderProduct } from './order.ts'
import { adminPreview, previewProduct } from './preview.ts'
import { getPurchase } from './purchase.ts'
import { findProducts } from './search-provider.ts'

export { loadCatalogue } from './catalogue/load-catalogue.ts'

export const marketplaceModule = defineModule({
  name: 'marketplace',
  actions: {
    list: listProducts,
    browse: browseProducts,
    get: getProduct,
    addresses: listAddresses,
    offer: getOffer,
    order: orderProduct,
    purchase: getPurchase,
    askOwner,
    adminList,
    adminGet,
    adminHistory,
    adminTools,
    adminCreate,
    adminDuplicate,
    adminEdit,
    adminSetStatus,
    adminMove,
    adminPreview,
    preview: previewProduct,
  },
  routes: [exportCatalogue],
  jobs: [orderSettled, orderUndone],
  schedules: [savePopularity],
  notifiers: [marketplaceNotifier],
  search: [findProducts],
  companyExport: marketplaceExport,
})
