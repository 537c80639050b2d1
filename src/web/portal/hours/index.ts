// What other rooms show of hours. Load it on demand: it is whole screens.
export { CloseFinding } from './close-finding.tsx'
export { FindingsView } from './findings-view.tsx'
export { HoursView } from './hours-view.tsx'
export { PeriodField, usePeriod } from './period-field.tsx'
