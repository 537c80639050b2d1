export { exportLeads } from './export.ts'
export { findLeads } from './find.ts'
export { mailLead, mailReminder, remindOwners } from './jobs.ts'
export { leads } from './router.ts'
