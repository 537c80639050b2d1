import { type Actored, api } from '../platform/api.ts'
import { addresses } from './addresses.ts'
import { adminCreate, adminDuplicate } from './admin-create.ts'
import { adminEdit } from './admin-edit.ts'
import { adminGet } from './admin-get.ts'
import { adminHistory } from './admin-history.ts'
import { adminList } from './admin-list.ts'
import { adminMove } from './admin-move.ts'
import { adminSetStatus } from './admin-status.ts'
import { adminTools } from './admin-tools.ts'
import { askOwner } from './ask-owner.ts'
import { browse } from './browse.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { offer } from './offer.ts'
import { order } from './order.ts'
import { adminPreview, preview } from './preview.ts'
import { purchase } from './purchase.ts'

export const marketplace = {
  list: api.marketplace.list.handler(({ context, input }) => list(context, input)),
  browse: api.marketplace.browse.handler(({ context, input }) => browse(context, input)),
  get: api.marketplace.get.handler(({ context, input }) => get(context, input)),
  addresses: api.marketplace.addresses.handler(({ context }) => addresses(context)),
  offer: api.marketplace.offer.handler(({ context, input }) => offer(context as Actored, input)),
  order: api.marketplace.order.handler(({ context, input }) => order(context as Actored, input)),
  purchase: api.marketplace.purchase.handler(({ context, input }) => purchase(context as Actored, input)),
  askOwner: api.marketplace.askOwner.handler(({ context, input }) => askOwner(context as Actored, input)),
  adminList: api.marketplace.adminList.handler(({ context, input }) => adminList(context as Actored, input)),
  adminGet: api.marketplace.adminGet.handler(({ context, input }) => adminGet(context as Actored, input)),
  adminHistory: api.marketplace.adminHistory.handler(({ context, input }) => adminHistory(context as Actored, input)),
  adminTools: api.marketplace.adminTools.handler(({ context }) => adminTools(context as Actored)),
  adminCreate: api.marketplace.adminCreate.handler(({ context, input }) => adminCreate(context as Actored, input)),
  adminDuplicate: api.marketplace.adminDuplicate.handler(({ context, input }) =>
    adminDuplicate(context as Actored, input),
  ),
  adminEdit: api.marketplace.adminEdit.handler(({ context, input }) => adminEdit(context as Actored, input)),
  adminSetStatus: api.marketplace.adminSetStatus.handler(({ context, input }) =>
    adminSetStatus(context as Actored, input),
  ),
  adminMove: api.marketplace.adminMove.handler(({ context, input }) => adminMove(context as Actored, input)),
  adminPreview: api.marketplace.adminPreview.handler(({ context, input }) => adminPreview(context as Actored, input)),
  preview: api.marketplace.preview.handler(({ context, input }) => preview(context, input)),
}
