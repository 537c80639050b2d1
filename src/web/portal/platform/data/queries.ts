import { QueryClient } from '@tanstack/react-query'
import { parseFailure } from './api.ts'

const MINUTE = 60_000

/** The portal's cache: fresh for 5 minutes, kept 30, no refetch on focus, one retry (none where it cannot help). */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5 * MINUTE,
      gcTime: 30 * MINUTE,
      refetchOnWindowFocus: false,
      retry: (count, e) => count < 1 && (parseFailure(e)?.status ?? 500) >= 500,
    },
  },
})
