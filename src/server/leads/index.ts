// The public API of the module and its declaration.

import { defineModule } from '../platform/module.ts'
import { listLeadActivities } from './activities.ts'
import { addLead } from './add-lead.ts'
import { addLeadNote } from './add-note.ts'
import { convertLead } from './convert.ts'
import { countLeads } from './counts.ts'
import { createLead } from './create.ts'
import { editLead } from './edit.ts'
import { exportLeads } from './export.ts'
import { formToken } from './form-token.ts'
import { getLead } from './get.ts'
import { mailLead, mailReminder, remindOwners } from './jobs.ts'
import { listLeads } from './list.ts'
import { mergeLeads } from './merge.ts'
import { removeLead } from './remove.ts'
import { findLeads } from './search-provider.ts'
import { setStage } from './set-stage.ts'
import { setLeadStatus } from './set-status.ts'

export const leadsModule = defineModule({
  name: 'leads',
  actions: {
    formToken,
    addLead,
    list: listLeads,
    counts: countLeads,
    create: createLead,
    get: getLead,
    activities: listLeadActivities,
    edit: editLead,
    setStage,
    setStatus: setLeadStatus,
    addNote: addLeadNote,
    convert: convertLead,
    merge: mergeLeads,
    remove: removeLead,
  },
  routes: [exportLeads],
  jobs: [mailLead, mailReminder],
  schedules: [remindOwners],
  search: [findLeads],
  companyExport: { leftOut: { internal: ['lead_activities', 'lead_reminders', 'leads'] } },
})
