import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { Anchor } from '../../../ui/anchor.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { parseFailure } from '../../platform/data/api.ts'
import { useAddress } from '../../platform/use-address.ts'
import { latestOptions } from '../automation-queries.ts'
import { RunMark } from '../marks.tsx'

/** Lists the latest runs, with a link to all runs. */
export function LatestRuns({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(latestOptions(id))
  const base = `/apps-automations/${id}`
  const [, set] = useAddress()
  /** Opens the run over the current page. */
  function openHere(event: MouseEvent, runId: string) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    set({ run: runId }, false)
  }
  return (
    <section aria-labelledby="latest" className="rounded-md border border-line bg-surface">
      <div className="flex min-h-12 items-center border-line border-b px-4 py-1">
        <h2 id="latest" className="font-medium">
          Latest runs
        </h2>
        <Anchor
          href={`${base}?tab=runs`}
          className="ml-auto flex items-center rounded-sm text-accent text-xs hover:underline max-md:min-h-11"
        >
          All runs
        </Anchor>
      </div>
      {data ? (
        data.items.length === 0 ? (
          <p className="p-4 text-muted">No runs yet. Each run appears here with its message.</p>
        ) : (
          <ul>
            {data.items.map((r) => (
              <li key={r.id} className="border-line [&:not(:last-child)]:border-b">
                <Anchor
                  href={`${base}?run=${r.id}`}
                  onClick={(event) => openHere(event, r.id)}
                  className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-0.5 px-4 py-2 -outline-offset-2 transition-colors hover:bg-line/40"
                >
                  <span className="w-24 shrink-0 text-xs">
                    <RunMark status={r.status} />
                  </span>
                  <span className="min-w-0 flex-1 basis-52 truncate max-sm:order-last max-sm:basis-full max-sm:whitespace-normal max-sm:[overflow-wrap:anywhere]">
                    {r.message ?? <span className="text-muted">No message</span>}
                  </span>
                  <RelativeTime iso={r.startedAt} className="text-muted text-xs max-sm:ml-auto" />
                </Anchor>
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState
          title="Couldn’t load the runs"
          message={parseFailure(error)?.message ?? 'Check your connection and try again.'}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <div className="flex flex-col gap-3 p-4">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      )}
    </section>
  )
}
