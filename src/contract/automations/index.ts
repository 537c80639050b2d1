// Operations on the automations of companies.
import { automationOperations } from './automations.ts'
import { recommendationOperations } from './recommendations.ts'
import { runOperations } from './runs.ts'

export {
  AutomationFilter,
  AutomationSummary,
  CONNECTION_STATES,
  Connection,
  Episode,
  Installation,
  InstallationCan,
  InstallationRow,
  RunFigures,
  TROUBLES,
  Worth,
} from './automations.ts'
export { INSTALLATION_STATES, InstallationStatus } from './fields.ts'
export { RECOMMENDED, Recommendation } from './recommendations.ts'
export { DayOfRuns, Run, RunFilter, RunRow } from './runs.ts'

export const automations = {
  ...automationOperations,
  ...runOperations,
  ...recommendationOperations,
}
