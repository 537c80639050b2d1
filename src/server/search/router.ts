import { type Actored, api } from '../platform/api.ts'
import { everywhere } from './everywhere.ts'

export const search = {
  everywhere: api.search.everywhere.handler(({ context, input }) => everywhere(context as Actored, input)),
}
