import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { brand } from '../../../../brand.config.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { api, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { queries } from '../platform/queries.ts'
import { useCoalesced, useLive } from '../platform/use-live.ts'
import { Panel, WaitingList } from './waiting-list.tsx'

export const meta = () => [{ title: `Overview · ${brand.shortName}` }]

const SHOWN = 20
/** Of each group of staff: the next things to do; the queue has the others. */
const NEXT = 8
const waitingOptions = { ...api.notifications.waiting.queryOptions({ input: { limit: SHOWN } }), staleTime: 2_000 }
const inHand = {
  ...api.tickets.list.queryOptions({
    input: { status: ['new', 'in_progress', 'waiting_on_third_party'], sort: 'updated', order: 'desc', limit: 5 },
    staleTime: 2_000,
  }),
}
const WORDS: Record<string, string> = {
  new: 'New',
  in_progress: 'In progress',
  waiting_on_third_party: 'Waiting on a third party',
}

/** Asked for while the code of the screen still comes. */
export function clientLoader() {
  void queries.prefetchQuery(waitingOptions)
  return null
}

/** What is on its way without the partner: the latest of the company's open tickets that we have in hand. */
function InHand() {
  const list = useQuery(inHand)
  const reload = useCoalesced(
    () => list.refetch(),
    () => 1_000,
  )
  useLive(['ticket'], reload)
  const items = list.data?.items
  // A screen that has nothing of this has no place for it.
  if (items?.length === 0) return null
  return (
    <Panel title="In our hands" all={{ href: '/tickets', label: 'All tickets' }}>
      {list.isLoadingError ? (
        <ErrorState
          message={list.error.message}
          requestId={failureOf(list.error)?.data?.requestId}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : items ? (
        <ul>
          {items.map((t) => (
            <li key={t.id} className="border-line [&:not(:last-child)]:border-b">
              <Anchor
                href={`/tickets/${t.id}`}
                className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-0.5 px-4 py-2.5 -outline-offset-2 transition-colors hover:bg-line/40"
              >
                <span className="min-w-0 flex-1 basis-60 font-medium [overflow-wrap:anywhere]">
                  <span className="tabular font-normal text-muted">T-{t.number}</span> {t.subject}
                </span>
                <span className="text-muted text-xs">
                  {WORDS[t.status] ?? ''}
                  {t.assignee ? `, ${t.assignee.name}` : ''}, <RelativeTime iso={t.updatedAt} />
                </span>
              </Anchor>
            </li>
          ))}
        </ul>
      ) : (
        <Rows />
      )}
    </Panel>
  )
}

const Rows = () => (
  <div className="flex flex-col gap-3 p-4">
    <Skeleton className="h-9" />
    <Skeleton className="h-9" />
    <Skeleton className="h-9" />
  </div>
)

/** The first screen after signing in: what waits for you. The bell asks again when something has changed. */
export default function OverviewPage() {
  const { ready, profile, isInternalUser } = useAuth()
  const waiting = useQuery(waitingOptions)
  if (!ready) return <Skeleton className="h-64" />
  const name = profile?.full_name.split(' ')[0]
  const items = waiting.data?.items
  const of = (group: 'due' | 'mine' | 'unassigned') => items?.filter((i) => i.group === group) ?? []
  const due = of('due')
  const loose = items?.filter((i) => !i.group) ?? []
  const queue = { href: '/admin/tickets?sla=breached&sla=due_soon', label: 'All that are due' }
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={name ? `Good to see you, ${name}` : 'Overview'}
        description={
          isInternalUser ? 'What waits for you and for the team.' : 'What waits for you, and what we work on.'
        }
        action={
          !isInternalUser && (
            <LinkButton
              href="/tickets/new"
              variant="primary"
              className="max-md:h-11"
              icon={<Plus aria-hidden className="size-4" />}
            >
              New ticket
            </LinkButton>
          )
        }
      />
      {waiting.isLoadingError ? (
        <ErrorState
          message={waiting.error.message}
          requestId={failureOf(waiting.error)?.data?.requestId}
          onRetry={() => void waiting.refetch()}
          retrying={waiting.isFetching}
        />
      ) : !items ? (
        <Panel title={isInternalUser ? 'Assigned to you' : 'Waiting on you'}>
          <Rows />
        </Panel>
      ) : isInternalUser ? (
        <>
          {due.length > 0 && (
            <WaitingList
              title="Due soon or overdue"
              items={due}
              shown={NEXT}
              more={due.length === SHOWN}
              since="due"
              all={queue}
              empty={{ title: '', text: '' }}
            />
          )}
          <WaitingList
            title="Assigned to you"
            items={of('mine')}
            shown={NEXT}
            more={of('mine').length === SHOWN}
            since="updated"
            all={{ href: '/admin/tickets?assignee=me', label: 'All of yours' }}
            empty={{
              title: 'Nothing is waiting',
              text:
                due.length > 0 ? 'What is yours is due soon: it stands above.' : 'No open ticket is assigned to you.',
            }}
          />
          <WaitingList
            title="Nobody’s yet"
            items={of('unassigned')}
            shown={NEXT}
            more={of('unassigned').length === SHOWN}
            since="opened"
            all={{ href: '/admin/tickets?assignee=none', label: 'All unassigned' }}
            empty={{ title: 'Nothing is waiting', text: 'Every open ticket has an engineer.' }}
          />
        </>
      ) : (
        <>
          <WaitingList
            title="Waiting on you"
            items={loose}
            more={(waiting.data?.total ?? 0) > loose.length}
            since="asked"
            {...(loose.length >= SHOWN
              ? { all: { href: '/tickets?status=waiting_on_partner', label: 'All of them' } }
              : {})}
            empty={{
              title: 'Nothing is waiting',
              text: 'When we need an answer or a decision from you, it stands here.',
            }}
          />
          <InHand />
        </>
      )}
    </div>
  )
}
