import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { failureOf } from './api.ts'

type Act = { id: string; at: string; actor: { name: string } | null }

interface ActListProps<T extends Act> {
  query: UseInfiniteQueryResult<InfiniteData<{ items: T[] }>>
  /** An act in words, after the name of who did it; `more` a line each. */
  words: (act: T) => { text: string; more: string[] }
  /** What stands there while nothing was done. */
  none?: string
}

/** Who did what to one thing and when, newest first, a page at a time. */
export function ActList<T extends Act>({ query, words, none = 'Nothing was written down yet.' }: ActListProps<T>) {
  const { data, error, isError, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query
  if (!data)
    return isError ? (
      <ErrorState
        title="The activity did not load"
        message={failureOf(error)?.message ?? 'Something went wrong on the way.'}
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
                <bdi className="font-medium">{item.actor?.name ?? 'Automatically'}</bdi>{' '}
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
          <Button size="sm" className="max-md:h-11!" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show what was before
          </Button>
        </div>
      )}
    </div>
  )
}
