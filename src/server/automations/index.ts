// The public API of the module and its declaration: companies' automations and their runs.

import { defineModule } from '../platform/module.ts'
import { intakeActionItems } from './action-items.ts'
import { requestStatus, withdrawStatusRequest } from './ask.ts'
import { automationsExport } from './company-export.ts'
import { addConnection, dueConnections, editConnection, removeConnection } from './connections.ts'
import { createAutomation } from './create.ts'
import { editAutomation } from './edit.ts'
import { exportAutomations, exportRuns } from './export.ts'
import { listAutomations } from './list.ts'
import { makeKey } from './make-key.ts'
import { getAutomation } from './read.ts'
import { dismissRecommendation, listRecommendations, restoreRecommendation } from './recommendations/recommendations.ts'
import { wordRecommendations } from './recommendations/word-recommendations.ts'
import { reportProblem } from './report.ts'
import { listRunDays } from './runs/days.ts'
import { recountRuns } from './runs/recount.ts'
import { getRun, listRuns } from './runs/runs.ts'
import { recordRuns } from './runs/send.ts'
import { findAutomations } from './search-provider.ts'
import { setClients } from './set-clients.ts'
import { setRate } from './set-rate.ts'
import { setAutomationStatus } from './set-status.ts'
import { answerQuestions } from './setup/answer.ts'
import { setupNotifier } from './setup/setup-notices.ts'
import { listAutomationHistory } from './staff-history.ts'
import { staffActsNotifier } from './staff-notices.ts'
import { getAutomationsSummary } from './summary.ts'
import { alertNotifier } from './watching/alert-notices.ts'
import { watchConnections } from './watching/connections-due.ts'
import { checkAutomationJob, watchAutomations } from './watching/watch.ts'

export { type Costs, costsOfAll, costsOfEach } from './costs.ts'
export { rateFor, savedCents } from './policy.ts'
export { wordRecommendations } from './recommendations/word-recommendations.ts'
export { installAutomation } from './setup/install.ts'
export { startSetup } from './setup/start-setup.ts'
export { undoOfOrder } from './setup/undo.ts'

export const automationsModule = defineModule({
  name: 'automations',
  actions: {
    list: listAutomations,
    summary: getAutomationsSummary,
    get: getAutomation,
    runs: listRuns,
    send: recordRuns,
    run: getRun,
    days: listRunDays,
    ask: requestStatus,
    unask: withdrawStatusRequest,
    answer: answerQuestions,
    setClients,
    report: reportProblem,
    setRate,
    recommendations: listRecommendations,
    dismiss: dismissRecommendation,
    restore: restoreRecommendation,
    create: createAutomation,
    edit: editAutomation,
    setStatus: setAutomationStatus,
    history: listAutomationHistory,
    addConnection,
    editConnection,
    removeConnection,
    dueConnections,
    makeKey,
  },
  routes: [exportAutomations, exportRuns],
  jobs: [checkAutomationJob],
  schedules: [watchConnections, watchAutomations, wordRecommendations, recountRuns],
  notifiers: [alertNotifier, staffActsNotifier, setupNotifier],
  search: [findAutomations],
  actionItems: [intakeActionItems],
  companyExport: automationsExport,
})
