import { useQuery } from '@tanstack/react-query'
import { Workflow } from 'lucide-react'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { useCoalesced, useLive } from '../platform/live/use-live.ts'
import { ofClientOptions } from './automation-queries.ts'
import { AutomationStatus, Figure, Trend } from './marks.tsx'

/** Lists the automations for one client, with the results for that client only. */
export function ClientAutomations({ client }: { client: { id: string; name: string } }) {
  const { data, error, isFetching, refetch } = useQuery(ofClientOptions(client.id))
  const reload = useCoalesced(
    () => refetch(),
    () => 1_000,
  )
  useLive(['automation'], reload)
  if (!data && error)
    return (
      <ErrorState
        title="Couldn’t load the automations"
        message={parseFailure(error)?.message ?? 'Check your connection and try again.'}
        requestId={parseFailure(error)?.data?.requestId}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  if (!data) return <Skeleton className="h-40 rounded-md" />
  if (data.items.length === 0)
    return (
      <EmptyState icon={<Workflow />} title="No automations for this client yet">
        An automation appears here when you add the client in its settings, or when it reports a run for the client.
      </EmptyState>
    )
  const minutes = data.items.reduce((sum, a) => sum + a.last30.minutesSaved, 0)
  return (
    <section aria-label="Automations" className="flex flex-col gap-3">
      <p className="text-muted">
        {formatMinutes(minutes)} saved for <bdi>{client.name}</bdi> in the last 30 days.
      </p>
      <ul className="rounded-md border border-line bg-surface">
        {data.items.map((a) => (
          <li
            key={a.id}
            className="relative flex flex-wrap items-center gap-x-6 gap-y-2 border-line px-4 py-3 transition-colors hover:bg-line/40 [&:not(:last-child)]:border-b"
          >
            <span className="min-w-0 flex-1 basis-56">
              <Anchor
                href={`/apps-automations/${a.id}`}
                className="rounded-sm font-medium [overflow-wrap:anywhere] after:absolute after:inset-0"
              >
                {a.name}
              </Anchor>
              <span className="mt-0.5 block text-xs">
                <AutomationStatus status={a.status} />
              </span>
            </span>
            <dl className="flex gap-6 *:w-32">
              <Figure
                name="Runs, 30 days"
                value={a.last30.runs.toLocaleString('en-US')}
                more={<Trend now={a.last30.runs} before={a.before30.runs} />}
              />
              <Figure
                name="Time saved"
                value={formatMinutes(a.last30.minutesSaved)}
                more={<Trend now={a.last30.minutesSaved} before={a.before30.minutesSaved} />}
              />
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}
