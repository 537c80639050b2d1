export { exportLeads } from './export.ts'
export { mailLead, mailReminder, remindOwners } from './jobs.ts'
export { leads } from './router.ts'
