import { useQuery } from '@tanstack/react-query'
import { formatMinutes } from '../../../../contract/plain/durations.ts'
import { Anchor } from '../../../ui/anchor.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Drawer } from '../../../ui/overlays/drawer.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { api, parseFailure } from '../../platform/data/api.ts'
import { useCoalesced, useLive } from '../../platform/live/use-live.ts'
import { priorities, priorityLabels } from '../facts/labels.ts'

const GAP_MS = 2_000

/** The open tickets of each engineer and the time they logged today, with links to their tickets. */
export function WorkloadDrawer({ onClose }: { onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(api.tickets.workload.queryOptions({ staleTime: 0 }))
  const reload = useCoalesced(
    () => refetch(),
    () => GAP_MS,
  )
  useLive(['ticket'], reload)
  const most = Math.max(1, ...(data?.items ?? []).map((l) => l.open))
  return (
    <Drawer open onOpenChange={(next) => !next && onClose()} side="right" title="Workload">
      {error && !data ? (
        <ErrorState
          title="Couldn’t load the workload"
          message={parseFailure(error)?.message ?? 'Check your connection and try again.'}
          requestId={parseFailure(error)?.data?.requestId}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <ul className="flex flex-col gap-1">
          {data
            ? data.items.map(({ person, open, byPriority, waiting, overdue, dueSoon, today }) => (
                <li key={person?.id ?? 'nobody'}>
                  <Anchor
                    href={`/admin/tickets?assignee=${person?.id ?? 'none'}`}
                    onClick={onClose}
                    className="block rounded-sm px-2.5 py-2.5 transition-colors hover:bg-line/60"
                  >
                    <span className="flex items-baseline gap-3">
                      <span className="min-w-0 flex-1 truncate font-medium">{person?.name ?? 'Unassigned'}</span>
                      <span className="tabular">{open} open</span>
                    </span>
                    <span aria-hidden className="mt-2 flex h-1.5 overflow-hidden rounded-full bg-line">
                      {priorities.map((p) => (
                        <span
                          key={p}
                          className={bars[p]}
                          style={{ width: `${((byPriority[p] ?? 0) / most) * 100}%` }}
                        />
                      ))}
                    </span>
                    <span className="tabular mt-1.5 flex flex-wrap gap-x-3 gap-y-0.5 text-muted text-xs">
                      {priorities
                        .filter((p) => byPriority[p])
                        .map((p) => (
                          <span key={p} title={priorityLabels[p]}>
                            {byPriority[p]} {p}
                          </span>
                        ))}
                      {waiting > 0 && <span>{waiting} waiting</span>}
                      {dueSoon > 0 && <span className="text-warn">{dueSoon} due soon</span>}
                      {overdue > 0 && <span className="text-bad">{overdue} overdue</span>}
                      {open === 0 && <span>No open tickets</span>}
                      {person && <span className="ml-auto">{formatMinutes(today)} today</span>}
                    </span>
                  </Anchor>
                </li>
              ))
            : [1, 2, 3, 4].map((n) => (
                <li key={n} aria-hidden className="space-y-2.5 px-2.5 py-2.5">
                  <Skeleton className="h-3.5 w-40" />
                  <Skeleton className="h-1.5 w-full" />
                  <Skeleton className="h-3 w-24" />
                </li>
              ))}
        </ul>
      )}
    </Drawer>
  )
}

const bars = { P1: 'bg-bad', P2: 'bg-warn', P3: 'bg-info', P4: 'bg-muted' }
