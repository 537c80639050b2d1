import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { api, failureOf } from '../platform/api.ts'
import { changeLines } from './target-text.ts'

const acts: Record<string, string> = {
  'sla.policy-created': 'added it',
  'sla.policy-edited': 'changed it',
  'sla.policy-archived': 'removed it',
  'sla.default-changed': 'made it the default',
  'sla.calendar-created': 'added it',
  'sla.calendar-edited': 'changed it',
  'sla.calendar-archived': 'removed it',
}

interface HistoryDialogProps {
  of: { id: string; name: string; dayMinutes: number }
  onClose: () => void
}

/** Who changed it, when, why, and what. */
export function HistoryDialog({ of, onClose }: HistoryDialogProps) {
  const query = useInfiniteQuery(
    api.sla.history.infiniteOptions({
      input: (cursor: string | undefined) => ({ id: of.id, ...(cursor ? { cursor } : {}) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
  const items = query.data?.pages.flatMap((p) => p.items) ?? []
  const failure = failureOf(query.error)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} size="lg" phone="full" title={`History of ${of.name}`}>
      {query.isPending ? (
        <Skeleton className="h-24" />
      ) : query.isError && items.length === 0 ? (
        <ErrorState
          title="The changes did not load"
          message={failure?.message ?? 'Something went wrong on the way.'}
          requestId={failure?.data?.requestId}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : items.length === 0 ? (
        <p className="text-muted">Nobody has changed it since it came with the product.</p>
      ) : (
        <ol className="divide-y divide-line">
          {items.map((change) => (
            <li key={change.id} className="py-3 first:pt-0">
              <p>
                <span className="font-medium">{change.actor?.name ?? 'The product'}</span>{' '}
                {acts[change.action] ?? 'changed it'} <RelativeTime iso={change.at} className="text-muted" />
              </p>
              {change.reason && <p className="mt-0.5 [overflow-wrap:anywhere]">“{change.reason}”</p>}
              {change.before && (
                <ul className="mt-1.5 space-y-0.5 text-muted text-xs">
                  {changeLines(change, of.dayMinutes).map((line) => (
                    <li key={line.name} className="[overflow-wrap:anywhere]">
                      {line.name}: {line.from} → {line.to}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <Button className="mt-3" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show older
        </Button>
      )}
    </Dialog>
  )
}
