// Query options for the automation screens.
import { api } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'

const FRESH_MS = 2_000
const MOST = 100

/**
 * Returns query options for automations. Those that need attention come first. Partners get their own, staff those of
 * all companies.
 */
export const cardsOptions = () =>
  api.automations.list.queryOptions({ input: { sort: 'status', limit: MOST }, staleTime: FRESH_MS })
/** Returns query options for the automations of all companies that need staff attention. */
export const attentionOptions = () =>
  api.automations.list.queryOptions({
    input: { sort: 'status', attention: 'yes', limit: 20 },
    staleTime: FRESH_MS,
  })
/** Returns query options for the totals of all automations. */
export const automationSummaryOptions = () => api.automations.summary.queryOptions({ input: {}, staleTime: FRESH_MS })
/** Returns query options for one automation. */
export const automationOptions = (id: string) =>
  api.automations.get.queryOptions({ input: { id }, staleTime: FRESH_MS })
/** Returns query options for an automation's daily figures. */
export const daysOptions = (id: string, days: number) =>
  api.automations.days.queryOptions({ input: { id, days }, staleTime: FRESH_MS })
/** Returns query options for an automation's latest runs. */
export const latestOptions = (id: string) =>
  api.automations.runs.queryOptions({ input: { id, limit: 6 }, staleTime: FRESH_MS })
/** Returns query options for one run. */
export const runOptions = (id: string, runId: string) => api.automations.run.queryOptions({ input: { id, runId } })
/** Returns query options for recommended products. */
export const recommendationsOptions = () => api.automations.recommendations.queryOptions({ input: {} })
/** Returns query options for the automations of one client. */
export const ofClientOptions = (client: string) =>
  api.automations.list.queryOptions({ input: { client, limit: MOST }, staleTime: FRESH_MS })

/** Refetches everything about automations that is on the screen. */
export const refreshAutomations = (): Promise<void> => queries.invalidateQueries({ queryKey: api.automations.key() })
