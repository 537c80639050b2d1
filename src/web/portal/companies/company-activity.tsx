import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { Anchor } from '../../ui/anchor.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RelativeTime, useTimeZone } from '../../ui/text/relative-time.tsx'
import { api, parseFailure } from '../platform/data/api.ts'
import { useCoalesced, useLive } from '../platform/live/use-live.ts'
import { useAddress } from '../platform/use-address.ts'
import {
  activityKindLabels,
  activityKinds,
  describeCompanyActivity,
  describeThrough,
  listCompanyChanges,
} from './activity-words.ts'
import type { Activity, ActivityKind } from './model.ts'

const first: string | undefined = undefined
const roles: Record<string, string> = {
  member: 'Member',
  owner: 'Owner',
  engineer: 'Engineer',
  admin: 'Administrator',
}

/** The audit log of a company: who did what, when, and the previous values. */
export function CompanyActivity({ companyId }: { companyId: string }) {
  const [address, set] = useAddress()
  const requested = address.get('kind')
  const kind = activityKinds.find((k) => k === requested)
  const query = useInfiniteQuery({
    ...api.companies.activity.infiniteOptions({
      input: (cursor: string | undefined) => ({ id: companyId, limit: 50, cursor, kind: kind && [kind] }),
      initialPageParam: first,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
    placeholderData: keepPreviousData,
    staleTime: 2_000,
  })
  const reload = useCoalesced(
    () => query.refetch({ cancelRefetch: false }),
    () => 2_000,
  )
  useLive(['company', 'ticket', 'user', 'contact', 'client'], (event) => {
    if (event === 'resumed' || event.companyId === companyId) reload()
  })
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const failure = query.isError ? parseFailure(query.error) : undefined
  const choose = (next: string) => set({ kind: next }, false)
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <Select
        aria-label="Show"
        value={kind ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
        className="w-full sm:w-56"
      >
        <option value="">All activity</option>
        {activityKinds.map((k: ActivityKind) => (
          <option key={k} value={k}>
            {activityKindLabels[k]}
          </option>
        ))}
      </Select>
      {query.isPending ? (
        <div aria-busy className="flex flex-col gap-4 rounded-md border border-line bg-surface p-4">
          {['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3'].map((width) => (
            <Skeleton key={width} className={`h-3.5 ${width}`} />
          ))}
        </div>
      ) : query.isError && items.length === 0 ? (
        <ErrorState
          title="Couldn’t load the activity"
          message={failure?.message ?? 'Check your connection and try again.'}
          requestId={failure?.data?.requestId}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : items.length === 0 ? (
        <EmptyState icon={<History />} title={kind ? 'No matching activity' : 'No activity yet'}>
          Changes to this company appear here with the previous values.
        </EmptyState>
      ) : (
        <ol aria-label="Activity" className="divide-y divide-line rounded-md border border-line bg-surface text-sm">
          {items.map((act) => (
            <Entry key={act.id} act={act} />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <div className="flex justify-center">
          <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </div>
  )
}

function Entry({ act }: { act: Activity }) {
  const changes = listCompanyChanges(act, useTimeZone())
  const who = act.actor?.name ?? 'System'
  const text = describeCompanyActivity(act)
  const through = describeThrough(act)
  return (
    <li className="px-4 py-3 [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <span className="min-w-0">
          <span className="font-medium">{who}</span>
          {act.actorRole && roles[act.actorRole] && <span className="text-muted text-xs"> {roles[act.actorRole]}</span>}
          {through && <span className="text-muted text-xs">, {through}</span>}{' '}
          {act.subjectType === 'ticket' && act.subjectId ? (
            <Anchor
              href={`/admin/tickets/${act.subjectId}`}
              className="rounded-sm underline decoration-edge underline-offset-4 hover:decoration-current"
            >
              {text}
            </Anchor>
          ) : (
            text
          )}
        </span>
        <RelativeTime iso={act.at} className="shrink-0 text-muted text-xs sm:ml-auto" />
      </p>
      {(changes.length > 0 || act.reason) && (
        <dl className="mt-1.5 grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs sm:grid-cols-[8rem_minmax(0,1fr)]">
          {changes.map(({ field, from, to }) => (
            <div key={field} className="contents">
              <dt className="text-muted">{field}</dt>
              <dd className="line-clamp-4">
                {from !== undefined && (
                  <>
                    <span className="text-muted">{from}</span>
                    {to !== undefined && <span className="text-muted"> → </span>}
                  </>
                )}
                {to}
              </dd>
            </div>
          ))}
          {act.reason && (
            <>
              <dt className="text-muted">Reason</dt>
              <dd>{act.reason}</dd>
            </>
          )}
        </dl>
      )}
    </li>
  )
}
