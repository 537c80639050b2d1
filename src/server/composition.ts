// Combines the declarations of all modules.
import * as modules from './modules.ts'
import { composeModules } from './platform/module.ts'

export const {
  router,
  plainRoutes,
  openRoutes,
  jobDefinitions,
  schedules,
  notifiers,
  searchProviders,
  actionItemSources,
  documentTemplates,
  companyExports,
} = composeModules(Object.values(modules))
