import { type Actored, api } from '../platform/api.ts'
import { addLead } from './add-lead.ts'
import { makeFormToken } from './form-token.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { staff } from './staff.ts'

export const companies = {
  formToken: api.companies.formToken.handler(({ context }) => ({ token: makeFormToken(context.platform) })),
  addLead: api.companies.addLead.handler(({ context, input }) => addLead(context, input)),
  list: api.companies.list.handler(({ context, input }) => list(context as Actored, input)),
  get: api.companies.get.handler(({ context, input }) => get(context as Actored, input)),
  staff: api.companies.staff.handler(({ context }) => staff(context as Actored)),
}
