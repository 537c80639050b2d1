// The module's public API.
export { ClientAutomations } from './client-automations.tsx'
export { CompanyAutomations } from './company-automations.tsx'
export { NewAutomation } from './staff/new-automation.tsx'
export { StaffAutomations } from './staff/staff-automations.tsx'
