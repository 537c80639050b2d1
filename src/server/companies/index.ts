export { mailLead } from './jobs.ts'
export { companies } from './router.ts'
