import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ActList } from '../../platform/act-list.tsx'
import { api } from '../../platform/data/api.ts'
import { describeAutomationChange } from './staff-text.ts'

const historyOptions = (id: string) =>
  infiniteQueryOptions(
    api.automations.history.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, limit: 20, cursor }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )

/** The activity of an automation, newest first: who changed what, when and why. */
export function StaffHistory({ id, version }: { id: string; version: number }) {
  const query = useInfiniteQuery(historyOptions(id))
  const { refetch } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version means that the history has changed
  useEffect(() => void refetch(), [version, refetch])
  return (
    <ActList
      query={query}
      words={(act) => {
        const { text, more } = describeAutomationChange(act)
        return { text, more: act.reason ? [...more, act.reason] : more }
      }}
    />
  )
}
