import { QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import { parseFailure } from './api.ts'
import { keepNewest, replaceOlder } from './newest.ts'

const MINUTE = 60_000

/**
 * The portal's cache: fresh for 5 minutes, kept for 30, no refetch on focus, one retry, but none after a 4xx. A late
 * response replaces neither a newer version of a record nor a pending change.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5 * MINUTE,
      gcTime: 30 * MINUTE,
      refetchOnWindowFocus: false,
      structuralSharing: (before, after) => replaceEqualDeep(before, keepNewest(before, after)),
      retry: (count, e) => count < 1 && (parseFailure(e)?.status ?? 500) >= 500,
    },
  },
})

/**
 * Shows a record that was saved wherever an older version of it is cached. Otherwise, editing it again before the lists
 * are refetched would start from the older version, and end in a conflict with the person's own change.
 */
export function applySaved(answer: unknown): void {
  for (const { queryKey, state } of queries.getQueryCache().getAll()) {
    const next = replaceOlder(state.data, answer)
    if (next === state.data) continue
    queries.setQueryData(queryKey, next, { updatedAt: state.dataUpdatedAt })
    // Setting data clears the query's invalidation. It still has to be refetched.
    if (state.isInvalidated) void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
}

/** Returns whether the portal awaits the response of a query. */
export const isFetching = (): boolean => queries.isFetching() > 0
