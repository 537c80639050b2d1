// The public API of the module and its declaration.

import { defineModule } from '../platform/module.ts'
import { changeView } from './change-view.ts'
import { getListSettings } from './get.ts'
import { orderViews } from './order-views.ts'
import { removeView } from './remove-view.ts'
import { saveView } from './save-view.ts'
import { setColumns } from './set-columns.ts'

export const listsModule = defineModule({
  name: 'lists',
  actions: {
    get: getListSettings,
    saveView,
    changeView,
    removeView,
    orderViews,
    setColumns,
  },
  companyExport: { leftOut: { personal: ['list_columns', 'saved_views'] } },
})
