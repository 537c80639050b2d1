import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { parseFailure } from './data/api.ts'

type Act = { id: string; at: string; actor: { name: string } | null }

interface ActListProps<T extends Act> {
  query: UseInfiniteQueryResult<InfiniteData<{ items: T[] }>>
  /** Describes an action after the name of its author. Each item of `more` is a line. */
  words: (act: T) => { text: string; more: string[] }
  /** Shown if there are no actions. */
  none?: string
}

/** Who did what and when, newest first, one page at a time. */
export function ActList<T extends Act>({ query, words, none = 'No activity yet.' }: ActListProps<T>) {
  const { data, error, isError, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query
  if (!data)
    return isError ? (
      <ErrorState
        title="Couldn’t load the activity"
        message={parseFailure(error)?.message ?? 'Check your connection and try again.'}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Skeleton className="h-48 rounded-md" />
    )
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <p className="text-muted text-sm">{none}</p>
  return (
    <div className="flex flex-col gap-4">
      <ol className="divide-y divide-line rounded-md border border-line bg-surface text-sm">
        {items.map((item) => {
          const { text, more } = words(item)
          return (
            <li key={item.id} className="px-4 py-3">
              <p className="[overflow-wrap:anywhere]">
                <bdi className="font-medium">{item.actor?.name ?? 'System'}</bdi>{' '}
                <span className="text-muted">
                  {text} · <RelativeTime iso={item.at} className="whitespace-nowrap" />
                </span>
              </p>
              {more.map((line) => (
                <p key={line} className="mt-1 whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">
                  {line}
                </p>
              ))}
            </li>
          )
        })}
      </ol>
      {hasNextPage && (
        <div>
          <Button size="sm" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Load older activity
          </Button>
        </div>
      )}
    </div>
  )
}
