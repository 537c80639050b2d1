import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { formatVersion } from './model.ts'
import { movesOptions } from './prompt-queries.ts'

/** Lists which version went live, by whom, when and why. */
export function Moves({ promptKey }: { promptKey: string }) {
  const { data, error, isError, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(movesOptions(promptKey))
  if (!data)
    return isError ? (
      <ErrorState
        title="Couldn’t load the history"
        message={parseFailure(error)?.message ?? 'Check your connection and try again.'}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Skeleton className="h-48 rounded-md" />
    )
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0)
    return <p className="text-muted text-sm">The built-in text has been live from the beginning.</p>
  return (
    <div className="flex flex-col gap-4">
      <ol className="divide-y divide-line rounded-md border border-line bg-surface text-sm">
        {items.map((m) => (
          <li key={m.id} className="px-5 py-3.5">
            <p className="[overflow-wrap:anywhere]">
              <bdi className="font-medium">{m.by?.name ?? 'Someone'}</bdi> made{' '}
              <span className="font-medium">{m.to === 0 ? 'the built-in text' : `version ${m.to}`}</span> live{' '}
              <span className="text-muted">
                instead of {m.from === 0 ? 'the built-in text' : formatVersion(m.from).toLowerCase()} ·{' '}
                <RelativeTime iso={m.at} />
              </span>
            </p>
            <p className="mt-1 whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">{m.reason}</p>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div>
          <Button size="sm" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older entries
          </Button>
        </div>
      )}
    </div>
  )
}
