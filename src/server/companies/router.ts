import { type Actored, api } from '../platform/api.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { staff } from './staff.ts'

export const companies = {
  list: api.companies.list.handler(({ context, input }) => list(context as Actored, input)),
  get: api.companies.get.handler(({ context, input }) => get(context as Actored, input)),
  staff: api.companies.staff.handler(({ context }) => staff(context as Actored)),
}
