import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { failureOf } from '../platform/api.ts'
import { actText } from './act-text.ts'
import { historyOptions } from './agreement-queries.ts'

/** Who did what to an agreement, when and why; newest first. */
export function History({ id }: { id: string }) {
  const { data, error, isError, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(historyOptions(id))
  if (!data) {
    if (isError)
      return (
        <ErrorState
          title="The activity did not load"
          message={failureOf(error)?.message ?? 'Something went wrong on the way.'}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )
    return <Skeleton className="h-48 rounded-md" />
  }
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
              {(more || item.reason) && (
                <p className="mt-1 whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">{item.reason ?? more}</p>
              )}
            </li>
          )
        })}
      </ol>
      {hasNextPage && (
        <div>
          <Button size="sm" className="max-md:!h-11" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show what was before
          </Button>
        </div>
      )}
    </div>
  )
}
