// The module's public API. Import it lazily, because it contains complete screens.
export { CloseFinding } from './close-finding.tsx'
export { FindingsView } from './findings-view.tsx'
export { HoursView } from './hours-view.tsx'
export { PeriodField, usePeriod } from './period-field.tsx'
