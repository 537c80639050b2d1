import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ActList } from '../platform/act-list.tsx'
import { api } from '../platform/api.ts'
import { actText } from './staff-text.ts'

const historyOptions = (id: string) =>
  infiniteQueryOptions(
    api.automations.history.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, limit: 20, cursor }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )

/** Who did what to an automation, when and why; newest first. */
export function StaffHistory({ id, version }: { id: string; version: number }) {
  const query = useInfiniteQuery(historyOptions(id))
  const { refetch } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is what makes it old
  useEffect(() => void refetch(), [version, refetch])
  return (
    <ActList
      query={query}
      words={(act) => {
        const { text, more } = actText(act)
        return { text, more: act.reason ? [...more, act.reason] : more }
      }}
    />
  )
}
