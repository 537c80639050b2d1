import { type Actored, api } from '../platform/api.ts'
import { changeView } from './change-view.ts'
import { get } from './get.ts'
import { orderViews } from './order-views.ts'
import { removeView } from './remove-view.ts'
import { saveView } from './save-view.ts'
import { setColumns } from './set-columns.ts'

export const lists = {
  get: api.lists.get.handler(({ context, input }) => get(context as Actored, input)),
  saveView: api.lists.saveView.handler(({ context, input }) => saveView(context as Actored, input)),
  changeView: api.lists.changeView.handler(({ context, input }) => changeView(context as Actored, input)),
  removeView: api.lists.removeView.handler(({ context, input }) => removeView(context as Actored, input)),
  orderViews: api.lists.orderViews.handler(({ context, input }) => orderViews(context as Actored, input)),
  setColumns: api.lists.setColumns.handler(({ context, input }) => setColumns(context as Actored, input)),
}
