import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { api, failureOf } from '../platform/api.ts'
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
  const { data, error, isError, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(historyOptions(id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is what makes it old
  useEffect(() => void refetch(), [version, refetch])
  if (!data)
    return isError ? (
      <ErrorState
        title="This did not load"
        message={failureOf(error)?.message ?? 'Something went wrong on the way.'}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Skeleton className="h-40 rounded-md" />
    )
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <p className="text-muted text-sm">Nothing was written down yet.</p>
  return (
    <div className="flex flex-col gap-4">
      <ol className="divide-y divide-line rounded-md border border-line bg-surface text-sm">
        {items.map((item) => {
          const { text, more } = actText(item)
          return (
            <li key={item.id} className="px-4 py-3">
              <p className="[overflow-wrap:anywhere]">
                <bdi className="font-medium">{item.actor?.name ?? 'Automatically'}</bdi>{' '}
                <span className="text-muted">
                  {text} · <RelativeTime iso={item.at} className="whitespace-nowrap" />
                </span>
              </p>
              {[...more, ...(item.reason ? [item.reason] : [])].map((line) => (
                <p key={line} className="mt-1 text-muted [overflow-wrap:anywhere]">
                  {line}
                </p>
              ))}
            </li>
          )
        })}
      </ol>
      {hasNextPage && (
        <div>
          <Button size="sm" className="max-md:h-11!" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show what was before
          </Button>
        </div>
      )}
    </div>
  )
}
