// What the screens about automations ask the server for.
import { api } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'

const FRESH_MS = 2_000
const MOST = 100

/** A company's automations, those that need somebody first; of staff, of all companies. */
export const cardsOptions = () =>
  api.automations.list.queryOptions({ input: { sort: 'status', limit: MOST }, staleTime: FRESH_MS })
/** What staff have to look at, of all companies. */
export const attentionOptions = () =>
  api.automations.list.queryOptions({
    input: { sort: 'status', attention: 'yes', limit: 20 },
    staleTime: FRESH_MS,
  })
/** What all of them came to. */
export const summaryOptions = () => api.automations.summary.queryOptions({ input: {}, staleTime: FRESH_MS })
/** One with everything about it. */
export const automationOptions = (id: string) =>
  api.automations.get.queryOptions({ input: { id }, staleTime: FRESH_MS })
/** So many days of one. */
export const daysOptions = (id: string, days: number) =>
  api.automations.days.queryOptions({ input: { id, days }, staleTime: FRESH_MS })
/** Its latest runs. */
export const latestOptions = (id: string) =>
  api.automations.runs.queryOptions({ input: { id, limit: 6 }, staleTime: FRESH_MS })
/** One run. */
export const runOptions = (id: string, runId: string) => api.automations.run.queryOptions({ input: { id, runId } })
/** What may be of use. */
export const recommendationsOptions = () => api.automations.recommendations.queryOptions({ input: {} })
/** Those that work for an end client. */
export const ofClientOptions = (client: string) =>
  api.automations.list.queryOptions({ input: { client, limit: MOST }, staleTime: FRESH_MS })

/** Asks again for everything about automations that is on the screen. */
export const refreshAutomations = (): Promise<void> => queries.invalidateQueries({ queryKey: api.automations.key() })
