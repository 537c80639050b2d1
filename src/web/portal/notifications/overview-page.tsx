import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Plus } from 'lucide-react'
import { useEffect } from 'react'
import { brand } from '../../../../brand.config.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Count } from '../../ui/status.tsx'
import { api, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { onLive } from '../platform/live.client.ts'
import { queries } from '../platform/queries.ts'

export const meta = () => [{ title: `Overview · ${brand.shortName}` }]

/** What waits for partners, and for staff: their own open tickets and those that are nobody's yet. */
const waiting = {
  partner: { status: ['waiting_on_partner' as const], limit: 10 },
  mine: {
    assignee: 'me' as const,
    status: ['new' as const, 'in_progress' as const],
    sort: 'priority' as const,
    order: 'asc' as const,
    limit: 10,
  },
  unassigned: {
    assignee: 'none' as const,
    status: ['new' as const, 'in_progress' as const],
    sort: 'priority' as const,
    order: 'asc' as const,
    limit: 10,
  },
}
type Input = (typeof waiting)[keyof typeof waiting]

function Waiting({
  title,
  empty,
  input,
  base,
  when,
}: {
  title: string
  empty: string
  input: Input
  base: string
  when: string
}) {
  const list = useQuery(api.tickets.list.queryOptions({ input }))
  const items = list.data?.items
  return (
    <section aria-label={title} className="rounded-md border border-line bg-surface">
      <h2 className="flex items-center gap-2 border-line border-b px-4 py-3 font-medium">
        {title}
        {items && items.length > 0 && (
          <Count tone="accent" value={items.length} label={list.data?.nextCursor ? 'tickets or more' : 'tickets'} />
        )}
      </h2>
      {list.isPending && (
        <div className="flex flex-col gap-3 p-4">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      )}
      {list.error && (
        <ErrorState
          message={list.error.message}
          requestId={failureOf(list.error)?.data?.requestId}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {items?.length === 0 && (
        <EmptyState icon={<CircleCheck />} title="Nothing is waiting">
          {empty}
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <ul>
          {items.map((t) => (
            <li key={t.id} className="border-line [&:not(:last-child)]:border-b">
              <Anchor
                href={`${base}/${t.id}`}
                className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2.5 transition-colors hover:bg-line/40"
              >
                <span className="w-16 shrink-0 tabular text-muted">T-{t.number}</span>
                <span className="min-w-0 flex-1 basis-56 font-medium [overflow-wrap:anywhere]">{t.subject}</span>
                <span className="text-muted text-xs max-sm:pl-19">
                  {base === '/tickets' ? when : `${t.priority} · ${t.company.name}, `}{' '}
                  <RelativeTime iso={t.updatedAt} />
                </span>
              </Anchor>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The first screen after signing in: what waits for you. */
export default function OverviewPage() {
  const { ready, profile, role, isInternalUser } = useAuth()
  useEffect(
    () =>
      onLive((event) => {
        if (event === 'resumed' || event.topic === 'ticket')
          void queries.invalidateQueries({ queryKey: api.tickets.key() })
      }),
    [],
  )
  if (!ready) return <Skeleton className="h-64" />
  const name = profile?.full_name.split(' ')[0]
  const unnamed = role === 'owner' && profile?.company.placeholder
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={name ? `Good to see you, ${name}` : 'Overview'}
        description={
          isInternalUser ? 'What waits for you and for the team.' : 'What waits for you, and the way to ask for help.'
        }
        action={
          !isInternalUser && (
            <LinkButton href="/tickets/new" variant="primary" icon={<Plus aria-hidden className="size-4" />}>
              New ticket
            </LinkButton>
          )
        }
      />
      {unnamed && (
        <Banner
          title="Your company has no name yet"
          action={
            <LinkButton href="/auth/callback" variant="primary" size="sm">
              Complete the profile
            </LinkButton>
          }
        >
          Four short steps, and colleagues whom you invite know where they arrive.
        </Banner>
      )}
      {isInternalUser ? (
        <>
          <Waiting
            title="Assigned to you"
            empty="No open ticket is assigned to you."
            input={waiting.mine}
            base="/admin/tickets"
            when=""
          />
          <Waiting
            title="Nobody’s yet"
            empty="Every open ticket has an engineer."
            input={waiting.unassigned}
            base="/admin/tickets"
            when=""
          />
        </>
      ) : (
        <Waiting
          title="Waiting on you"
          empty="When an engineer needs an answer from you, the ticket stands here."
          input={waiting.partner}
          base="/tickets"
          when="asked"
        />
      )}
    </div>
  )
}
