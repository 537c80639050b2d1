// The public API of the module and its declaration.

import { defineModule } from '../platform/module.ts'
import { archiveCalendar } from './archive-calendar.ts'
import { archivePolicy } from './archive-sla.ts'
import { companyPolicy, setCompanyPolicy } from './company-sla.ts'
import { createCalendar } from './create-calendar.ts'
import { createPolicy } from './create-sla.ts'
import { editCalendar } from './edit-calendar.ts'
import { editPolicy } from './edit-sla.ts'
import { listSlaHistory } from './history.ts'
import { listCalendars, listPolicies } from './list.ts'
import { makeDefault } from './make-default.ts'
import { previewTargets } from './preview.ts'

export { type Book, bookOf, freshBook } from './book.ts'
export { aroundTheClock } from './business-time.ts'
export {
  beginClocks as begun,
  type Clocks,
  dueAfter,
  dueWarnings as warn,
  type Level,
  meetResponse as respond,
  moveClocks as move,
  nextCheck,
  nextDue,
  type Percent,
  recalculateOpenTargets as reckon,
  type Span,
  settleWarnings as settled,
  soonAt,
  usedMinutes as used,
} from './clocks.ts'
export { SLA_CHANGED, type SlaChangedData } from './policy.ts'

export const slaModule = defineModule({
  name: 'sla',
  actions: {
    policies: listPolicies,
    createPolicy,
    editPolicy,
    makeDefault,
    archivePolicy,
    calendars: listCalendars,
    createCalendar,
    editCalendar,
    archiveCalendar,
    setCompanyPolicy,
    companyPolicy,
    history: listSlaHistory,
    preview: previewTargets,
  },
  companyExport: { leftOut: { offered: ['sla_calendars', 'sla_policies', 'sla_revisions'] } },
})
