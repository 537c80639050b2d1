import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { api, parseFailure } from '../platform/data/api.ts'
import { changeLines } from './target-text.ts'

const acts: Record<string, string> = {
  'sla.policy-created': 'added this policy',
  'sla.policy-edited': 'changed this policy',
  'sla.policy-archived': 'removed this policy',
  'sla.default-changed': 'made this policy the default',
  'sla.calendar-created': 'added these hours',
  'sla.calendar-edited': 'changed these hours',
  'sla.calendar-archived': 'removed these hours',
}

interface HistoryDialogProps {
  of: { id: string; name: string; dayMinutes: number }
  onClose: () => void
}

/** The history of a policy or calendar: who changed what, when and why. */
export function HistoryDialog({ of, onClose }: HistoryDialogProps) {
  const query = useInfiniteQuery(
    api.sla.history.infiniteOptions({
      input: (cursor: string | undefined) => ({ id: of.id, ...(cursor ? { cursor } : {}) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
  const items = query.data?.pages.flatMap((p) => p.items) ?? []
  const failure = parseFailure(query.error)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} size="lg" phone="full" title={`History of ${of.name}`}>
      {query.isPending ? (
        <Skeleton className="h-24" />
      ) : query.isError && items.length === 0 ? (
        <ErrorState
          title="Couldn’t load the history"
          message={failure?.message ?? 'We couldn’t reach the server. Check your connection and try again.'}
          requestId={failure?.data?.requestId}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : items.length === 0 ? (
        <p className="text-muted">No changes yet.</p>
      ) : (
        <ol className="divide-y divide-line">
          {items.map((change) => (
            <li key={change.id} className="py-3 first:pt-0">
              <p>
                <span className="font-medium">{change.actor?.name ?? 'System'}</span>{' '}
                {acts[change.action] ?? 'made a change'} <RelativeTime iso={change.at} className="text-muted" />
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
          Show older changes
        </Button>
      )}
    </Dialog>
  )
}
