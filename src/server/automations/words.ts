// The labels of an automation's values in CSV files, exports and search results. Screens have their own in
// web/portal/automations/model.ts; a test compares the two.
import type { ValueNames } from '../platform/files/company-export.ts'

export const AUTOMATIONS: ValueNames = {
  requested: 'Awaiting setup',
  provisioning: 'Being set up',
  live: 'Live',
  failing: 'Failing',
  paused: 'Paused',
  retired: 'Retired',
}
export const PRICES: ValueNames = { monthly: 'Monthly', one_time: 'One-time', quote: 'On request' }
export const CONNECTIONS: ValueNames = { waiting: 'Not connected yet', working: 'Working', broken: 'Not working' }
export const RUNS: ValueNames = { succeeded: 'Succeeded', failed: 'Failed', skipped: 'Skipped' }
