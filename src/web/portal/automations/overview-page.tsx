import { useQuery } from '@tanstack/react-query'
import { LayoutGrid, Plus, Store, Table2, Workflow } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { brand } from '../../../../brand.config.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Panel, PanelRows, StaffWaiting, WaitingOnYou, waitingOptions } from '../notifications/index.ts'
import { api, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { queries } from '../platform/queries.ts'
import { readSession } from '../platform/session.client.ts'
import { useCoalesced, useLive } from '../platform/use-live.ts'
import { AutomationCard } from './automation-card.tsx'
import { attentionOptions, cardsOptions, refreshAutomations, summaryOptions } from './automation-queries.ts'
import { AutomationStatus } from './marks.tsx'
import type { AutomationRow } from './model.ts'
import { Recommendations } from './recommendations.tsx'
import { SummaryPanel } from './summary-panel.tsx'

const AutomationsTable = lazy(() => import('./automations-table.tsx').then((m) => ({ default: m.AutomationsTable })))

export const meta = () => [{ title: `Automations · ${brand.shortName}` }]

const inHand = api.tickets.list.queryOptions({
  input: { status: ['new', 'in_progress', 'waiting_on_third_party'], sort: 'updated', order: 'desc', limit: 5 },
  staleTime: 2_000,
})
const WORDS: Record<string, string> = {
  new: 'New',
  in_progress: 'In progress',
  waiting_on_third_party: 'Waiting on a third party',
}
const GAP_MS = 1_000

/** Asked for while the code of the screen still comes. */
export function clientLoader() {
  void queries.prefetchQuery(waitingOptions)
  return null
}

/** The first screen after signing in: what waits for you, and what your automations do. */
export default function OverviewPage() {
  const { ready, profile, isInternalUser } = useAuth()
  const reload = useCoalesced(refreshAutomations, () => GAP_MS)
  useLive(['automation'], reload)
  if (!ready) return <Skeleton className="h-64" />
  const name = profile?.full_name.split(' ')[0]
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title={name ? `Good to see you, ${name}` : 'Automations'}
        description={
          isInternalUser ? 'What waits for you and for the team.' : 'What waits for you, and what your automations do.'
        }
        action={
          !isInternalUser && (
            <>
              <LinkButton href="/marketplace" className="max-md:h-11" icon={<Store aria-hidden className="size-4" />}>
                Find automations
              </LinkButton>
              <LinkButton
                href="/tickets/new"
                variant="primary"
                className="max-md:h-11"
                icon={<Plus aria-hidden className="size-4" />}
              >
                New ticket
              </LinkButton>
            </>
          )
        }
      />
      {isInternalUser ? (
        <>
          <Attention />
          <StaffWaiting />
        </>
      ) : (
        <>
          <WaitingOnYou />
          <OwnAutomations />
          <InHand />
        </>
      )}
    </div>
  )
}

// ---- how the automations are shown: kept in this browser for this person
type Shape = 'cards' | 'table'
const shapeKey = () => `${brand.slug}.automations.${readSession()?.user.id ?? ''}`
function keptShape(): Shape {
  try {
    return localStorage.getItem(shapeKey()) === 'table' ? 'table' : 'cards'
  } catch {
    return 'cards'
  }
}
function keepShape(shape: Shape) {
  try {
    localStorage.setItem(shapeKey(), shape)
  } catch {
    // The store is full or closed: it is only a comfort.
  }
}

function OwnAutomations() {
  const cards = useQuery(cardsOptions())
  const summary = useQuery(summaryOptions())
  const [shape, setShape] = useState(keptShape)
  const items = cards.data?.items
  const none = items?.length === 0
  return (
    <>
      <section aria-labelledby="automations" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="automations" className="font-medium text-base">
            Your automations
          </h2>
          {items && !none && (
            <Segmented
              label="How they are shown"
              value={shape}
              onChange={(next) => {
                setShape(next)
                keepShape(next)
              }}
              options={[
                { value: 'cards', label: 'Cards', icon: <LayoutGrid aria-hidden className="size-4" /> },
                { value: 'table', label: 'Table', icon: <Table2 aria-hidden className="size-4" /> },
              ]}
            />
          )}
        </div>
        {cards.isLoadingError ? (
          <ErrorState
            title="Your automations did not load"
            message={failureOf(cards.error)?.message ?? 'Something went wrong on the way.'}
            requestId={failureOf(cards.error)?.data?.requestId}
            onRetry={() => void cards.refetch()}
            retrying={cards.isFetching}
          />
        ) : !items ? (
          <div aria-busy className="flex flex-col gap-4">
            <Skeleton className="h-28 rounded-md" />
            <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
              <Skeleton className="h-60 rounded-md" />
              <Skeleton className="h-60 rounded-md max-md:hidden" />
              <Skeleton className="h-60 rounded-md max-xl:hidden" />
            </div>
          </div>
        ) : none ? (
          <div className="rounded-md border border-line bg-surface">
            <EmptyState
              icon={<Workflow />}
              title="Nothing runs for you yet"
              action={
                <>
                  <LinkButton href="/marketplace" variant="primary" className="max-md:h-11">
                    Find your first automation
                  </LinkButton>
                  <LinkButton href="/settings/company" className="max-md:h-11">
                    Complete your profile
                  </LinkButton>
                </>
              }
            >
              Choose one on the marketplace: we set it up, run it and repair it. What it does and saves stands here.
            </EmptyState>
          </div>
        ) : (
          <>
            {summary.data && summary.data.withRuns > 0 && <SummaryPanel of={summary.data} />}
            {shape === 'table' ? (
              <Suspense fallback={<Skeleton className="h-80 rounded-md" />}>
                <AutomationsTable />
              </Suspense>
            ) : (
              <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
                {items.map((a) => (
                  <AutomationCard key={a.id} of={a} />
                ))}
              </ul>
            )}
          </>
        )}
      </section>
      <Recommendations newcomer={none === true} />
    </>
  )
}

/** Why staff have to look at it, in few words. */
const whyOf = (a: AutomationRow): string =>
  [
    a.episode && (a.episode.kind === 'silent' ? 'No run in time' : 'Runs fail'),
    a.asked && `Asked to ${a.asked} it`,
    a.status === 'requested' && (a.intakeOpen ? 'Questions are open' : 'Waits to be set up'),
  ]
    .filter(Boolean)
    .join(', ')

/** For staff: automations of all companies that somebody has to look at. Nothing where there are none. */
function Attention() {
  const { data, isLoadingError, error, isFetching, refetch } = useQuery(attentionOptions())
  if (data?.items.length === 0) return null
  return (
    <Panel
      title="Automations to look at"
      {...(data ? { count: data.items.length, more: data.nextCursor !== null } : {})}
      all={{ href: '/admin/apps-automations', label: 'All automations' }}
    >
      {isLoadingError ? (
        <ErrorState
          message={failureOf(error)?.message ?? 'Something went wrong on the way.'}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : data ? (
        <ul>
          {data.items.map((a) => (
            <li key={a.id} className="border-line [&:not(:last-child)]:border-b">
              <Anchor
                href={`/apps-automations/${a.id}`}
                className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-0.5 px-4 py-2.5 -outline-offset-2 transition-colors hover:bg-line/40"
              >
                <span className="w-32 shrink-0">
                  <AutomationStatus status={a.status} />
                </span>
                <span className="min-w-0 flex-1 basis-60 font-medium [overflow-wrap:anywhere]">
                  {a.name} <span className="font-normal text-muted">{a.company.name}</span>
                </span>
                <span className="text-muted text-xs">
                  {whyOf(a)}
                  {a.episode && (
                    <>
                      {' '}
                      since <RelativeTime iso={a.episode.startedAt} />
                    </>
                  )}
                </span>
              </Anchor>
            </li>
          ))}
        </ul>
      ) : (
        <PanelRows />
      )}
    </Panel>
  )
}

/** What is on its way without the partner: the latest of the company's open tickets that we have in hand. */
function InHand() {
  const list = useQuery(inHand)
  const reload = useCoalesced(
    () => list.refetch(),
    () => GAP_MS,
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
        <PanelRows />
      )}
    </Panel>
  )
}
