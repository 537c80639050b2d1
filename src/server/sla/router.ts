import { type Actored, api } from '../platform/api.ts'
import { archiveCalendar } from './archive-calendar.ts'
import { archivePolicy } from './archive-policy.ts'
import { companyPolicy, setCompanyPolicy } from './company-policy.ts'
import { createCalendar } from './create-calendar.ts'
import { createPolicy } from './create-policy.ts'
import { editCalendar } from './edit-calendar.ts'
import { editPolicy } from './edit-policy.ts'
import { history } from './history.ts'
import { listCalendars, listPolicies } from './list.ts'
import { makeDefault } from './make-default.ts'
import { preview } from './preview.ts'

export const sla = {
  policies: api.sla.policies.handler(({ context }) => listPolicies(context as Actored)),
  createPolicy: api.sla.createPolicy.handler(({ context, input }) => createPolicy(context as Actored, input)),
  editPolicy: api.sla.editPolicy.handler(({ context, input }) => editPolicy(context as Actored, input)),
  makeDefault: api.sla.makeDefault.handler(({ context, input }) => makeDefault(context as Actored, input)),
  archivePolicy: api.sla.archivePolicy.handler(({ context, input }) => archivePolicy(context as Actored, input)),
  calendars: api.sla.calendars.handler(({ context }) => listCalendars(context as Actored)),
  createCalendar: api.sla.createCalendar.handler(({ context, input }) => createCalendar(context as Actored, input)),
  editCalendar: api.sla.editCalendar.handler(({ context, input }) => editCalendar(context as Actored, input)),
  archiveCalendar: api.sla.archiveCalendar.handler(({ context, input }) => archiveCalendar(context as Actored, input)),
  setCompanyPolicy: api.sla.setCompanyPolicy.handler(({ context, input }) =>
    setCompanyPolicy(context as Actored, input),
  ),
  companyPolicy: api.sla.companyPolicy.handler(({ context, input }) => companyPolicy(context as Actored, input)),
  history: api.sla.history.handler(({ context, input }) => history(context as Actored, input)),
  preview: api.sla.preview.handler(({ context, input }) => preview(context as Actored, input)),
}
