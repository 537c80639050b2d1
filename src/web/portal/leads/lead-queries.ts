// Query options for the lead screens, and how one response updates other queries.
import type { InfiniteData } from '@tanstack/react-query'
import { api } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import type { Lead, LeadRow } from './model.ts'

type Pages<T> = InfiniteData<{ items: T[]; nextCursor: string | null }, string | undefined>
const first: string | undefined = undefined

/** Other people also work on leads, so cached data is shown immediately but refetched on every visit. */
const FRESH_MS = 2_000
const ACTIVITIES = 50

/** Returns query options for the counts above the list and the board columns. */
export const leadCountsOptions = () => api.leads.counts.queryOptions({ staleTime: FRESH_MS })

/** Returns query options for one lead. */
export const leadOptions = (id: string) => api.leads.get.queryOptions({ input: { id }, staleTime: FRESH_MS })

/** Returns query options for the activity of a lead, newest first. */
export const activitiesOptions = (id: string) =>
  api.leads.activities.infiniteOptions({
    input: (cursor: string | undefined) => ({ id, limit: ACTIVITIES, cursor }),
    initialPageParam: first,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: FRESH_MS,
  })

/** Returns query options for the people who can own a lead. */
export const leadOwnerOptions = () => api.companies.staff.queryOptions()

/** Refetches the counts. */
export const refreshLeadCounts = (): Promise<void> => queries.invalidateQueries({ queryKey: api.leads.counts.key() })

/** Refetches all lists and the counts. */
export async function refreshLeadLists(): Promise<void> {
  await Promise.all([queries.invalidateQueries({ queryKey: api.leads.list.key() }), refreshLeadCounts()])
}

/** Refetches the lists, or waits for requests that are already running. Resolves when all have finished. */
export const waitForLists = (): Promise<void> =>
  queries.invalidateQueries({ queryKey: api.leads.list.key() }, { cancelRefetch: false })

/** Refetches a lead and its activity. */
export async function refreshLead(id: string): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: leadOptions(id).queryKey }),
    queries.invalidateQueries({ queryKey: activitiesOptions(id).queryKey }),
  ])
}

/** Stores a lead returned by the server in every query, and refetches what depends on it. */
export function keepLead(lead: Lead): void {
  queries.setQueryData(leadOptions(lead.id).queryKey, lead)
  keepRow(lead)
  void queries.invalidateQueries({ queryKey: activitiesOptions(lead.id).queryKey })
  void refreshLeadLists()
}

/** Updates a row in every cached list that has it. The next response removes rows that no longer match a list. */
function keepRow({ id, ...lead }: Partial<LeadRow> & { id: string }): void {
  queries.setQueriesData<Pages<LeadRow>>({ queryKey: api.leads.list.key({ type: 'infinite' }) }, (data) => {
    if (!data?.pages.some((page) => page.items.some((row) => row.id === id))) return data
    const put = (row: LeadRow): LeadRow => (row.id === id ? { ...row, ...lead } : row)
    return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(put) })) }
  })
}

/**
 * Returns a lead as it is shown now, in its newest version. Base a change on it, because a change just before may not
 * have rendered yet.
 */
export const getShownLead = (lead: LeadRow): LeadRow =>
  [queries.getQueryData(leadOptions(lead.id).queryKey), getLeadFromLists(lead.id)].reduce<LeadRow>(
    (newest, one) => (one && one.version >= newest.version ? one : newest),
    lead,
  )

/** Shows changed fields of a lead on every screen. */
export function showLeadChange(id: string, fields: Partial<LeadRow>): void {
  queries.setQueryData(leadOptions(id).queryKey, (kept: Lead | undefined) => kept && { ...kept, ...fields })
  keepRow({ ...fields, id })
}

/** Removes a deleted lead from the cache and refetches the lists. */
export function removeLeadFromCache(id: string): void {
  queries.removeQueries({ queryKey: leadOptions(id).queryKey })
  queries.removeQueries({ queryKey: activitiesOptions(id).queryKey })
  void refreshLeadLists()
}

/** Returns a lead's list row, to show until the full lead has loaded. */
export function getLeadFromLists(id: string): LeadRow | undefined {
  for (const [, data] of queries.getQueriesData<Pages<LeadRow>>({
    queryKey: api.leads.list.key({ type: 'infinite' }),
  })) {
    const row = data?.pages.flatMap((page) => page.items).find((each) => each.id === id)
    if (row) return row
  }
  return undefined
}
