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

export { aroundTheClock } from './business-time.ts'
export {
  applyStatusChange,
  type Clocks,
  collectDueWarnings,
  countUsedMs,
  findDueTime,
  findNextCheck,
  findNextDue,
  findNextWarningTime,
  type Level,
  markWarningsSent,
  type Percent,
  recalculateOpenTargets,
  recordFirstResponse,
  type Span,
  startClocks,
} from './clocks.ts'
export { SLA_CHANGED, type SlaChangedData } from './policy.ts'
export { getServiceLevels, reloadServiceLevels, type ServiceLevels } from './service-levels.ts'

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
