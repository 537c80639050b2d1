// Operations on leads and the public forms.

import { formOperations } from './form.ts'
import { leadOperations } from './leads.ts'

export { CALL_VOLUMES } from './form.ts'
export {
  Activity,
  EditLead,
  LEAD_STATUSES,
  Lead,
  LeadCan,
  LeadFilter,
  LeadRow,
  LeadStatus,
  SameAddress,
  Source,
  STAGES,
  Stage,
  Submission,
  TAGS_MAX,
} from './leads.ts'

export const leads = {
  ...leadOperations,
  ...formOperations,
}
