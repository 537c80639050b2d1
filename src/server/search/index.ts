// The public API of the module and its declaration.

import { defineModule } from '../platform/module.ts'
import { searchEverywhere } from './everywhere.ts'

export const searchModule = defineModule({
  name: 'search',
  actions: {
    everywhere: searchEverywhere,
  },
})
