// What the lead screens ask the server for, and how an answer to one question serves the others.
import type { InfiniteData } from '@tanstack/react-query'
import { api } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import type { Lead, LeadRow } from './model.ts'

type Pages<T> = InfiniteData<{ items: T[]; nextCursor: string | null }, string | undefined>
const first: string | undefined = undefined

/** Others work on leads too: what is kept is shown at once, and asked for again on every visit. */
const FRESH_MS = 2_000
const ACTIVITIES = 50

/** The numbers at the list's head and over the board's columns. */
export const countsOptions = () => api.leads.counts.queryOptions({ staleTime: FRESH_MS })

/** One lead. */
export const leadOptions = (id: string) => api.leads.get.queryOptions({ input: { id }, staleTime: FRESH_MS })

/** What was done about a lead, newest first. */
export const activitiesOptions = (id: string) =>
  api.leads.activities.infiniteOptions({
    input: (cursor: string | undefined) => ({ id, limit: ACTIVITIES, cursor }),
    initialPageParam: first,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: FRESH_MS,
  })

/** Who can own a lead. */
export const staffOptions = () => api.companies.staff.queryOptions()

/** Asks again for the counts. */
export const refreshCounts = (): Promise<void> => queries.invalidateQueries({ queryKey: api.leads.counts.key() })

/** Asks again for every list that was shown, and for the counts. */
export async function refreshLists(): Promise<void> {
  await Promise.all([queries.invalidateQueries({ queryKey: api.leads.list.key() }), refreshCounts()])
}

/** Resolves when every list that is being asked for has answered. */
export const settled = (): Promise<void> =>
  queries.invalidateQueries({ queryKey: api.leads.list.key() }, { cancelRefetch: false })

/** Asks again for a lead and what was done about it. */
export async function refreshLead(id: string): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: leadOptions(id).queryKey }),
    queries.invalidateQueries({ queryKey: activitiesOptions(id).queryKey }),
  ])
}

/** Puts a lead that the server just gave where every screen finds it, and asks again for what hangs on it. */
export function keepLead(lead: Lead): void {
  queries.setQueryData(leadOptions(lead.id).queryKey, lead)
  keepRow(lead)
  void queries.invalidateQueries({ queryKey: activitiesOptions(lead.id).queryKey })
  void refreshLists()
}

/** Puts a row into every list that has it. Rows that no longer belong there leave with the next answer. */
function keepRow({ id, ...lead }: LeadRow): void {
  queries.setQueriesData<Pages<LeadRow>>({ queryKey: api.leads.list.key({ type: 'infinite' }) }, (data) => {
    if (!data?.pages.some((page) => page.items.some((row) => row.id === id))) return data
    const put = (row: LeadRow): LeadRow => (row.id === id ? { ...row, ...lead } : row)
    return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(put) })) }
  })
}

/** The version of a lead that was last heard of. */
export function knownVersion(lead: LeadRow): number {
  const kept = queries.getQueryData(leadOptions(lead.id).queryKey)
  return Math.max(lead.version, kept?.version ?? 0, knownRow(lead.id)?.version ?? 0)
}

/** Forgets a lead that is gone. */
export function forgetLead(id: string): void {
  queries.removeQueries({ queryKey: leadOptions(id).queryKey })
  queries.removeQueries({ queryKey: activitiesOptions(id).queryKey })
  void refreshLists()
}

/** A lead as a list showed it, until the whole of it is there. */
export function knownRow(id: string): LeadRow | undefined {
  for (const [, data] of queries.getQueriesData<Pages<LeadRow>>({
    queryKey: api.leads.list.key({ type: 'infinite' }),
  })) {
    const row = data?.pages.flatMap((page) => page.items).find((each) => each.id === id)
    if (row) return row
  }
  return undefined
}
