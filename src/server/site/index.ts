// The public API of the module and its declaration.

import { defineModule } from '../platform/module.ts'
import { getSite } from './get.ts'

export { describeSite } from './get.ts'

export const siteModule = defineModule({
  name: 'site',
  actions: {
    get: getSite,
  },
})
