// Operations on leads and the public forms.

import { formOperations } from './form.ts'
import { leadOperations } from './leads.ts'

export {
  EditLead,
  LEAD_STATUSES,
  LEAD_TAGS_MAX,
  Lead,
  LeadActivity,
  LeadCan,
  LeadFilter,
  LeadRow,
  LeadSource,
  LeadStatus,
  SameAddress,
  STAGES,
  Stage,
  Submission,
} from './leads.ts'

export const leads = {
  ...leadOperations,
  ...formOperations,
}
