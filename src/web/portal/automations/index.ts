// What other rooms show of this one.
export { ClientAutomations } from './client-automations.tsx'
export { CompanyAutomations } from './company-automations.tsx'
export { NewAutomation } from './new-automation.tsx'
export { StaffAutomations } from './staff-automations.tsx'
