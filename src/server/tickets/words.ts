// The labels of a ticket's values in CSV files, exports, PDFs and mail. Screens have their own in
// web/portal/tickets/facts/labels.ts; a test compares the two.

export const TICKET_STATUS_NAMES: Record<string, string> = {
  new: 'New',
  in_progress: 'In progress',
  waiting_on_partner: 'Waiting on partner',
  waiting_on_third_party: 'Waiting on third party',
  resolved: 'Resolved',
  closed: 'Closed',
}
export const PRIORITY_NAMES: Record<string, string> = { P1: 'Urgent', P2: 'High', P3: 'Normal', P4: 'Low' }
export const TICKET_CATEGORY_NAMES: Record<string, string> = {
  automation: 'Automation',
  integration: 'Integration',
  licenses: 'Licenses',
  reporting: 'Reporting',
  ai: 'AI',
  voice: 'Voice agent',
  account: 'Account and access',
  billing: 'Billing',
  other: 'Something else',
}
export const IMPACT_NAMES: Record<string, string> = { one: 'One person', some: 'Several people', all: 'Everyone' }
export const URGENCY_NAMES: Record<string, string> = { low: 'Low', medium: 'Medium', high: 'High' }
export const TICKET_SOURCE_NAMES: Record<string, string> = {
  portal: 'Portal',
  mail: 'Email',
  api: 'API',
  automation: 'Automation',
}
