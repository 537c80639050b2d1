import { useQuery } from '@tanstack/react-query'
import { LayoutGrid, Plus, Store, Table2, Workflow } from 'lucide-react'
import { Suspense, useState } from 'react'
import { brand } from '../../../../brand.config.ts'
import { localStore } from '../../browser-storage.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Panel, PanelRows, StaffWaiting, WaitingOnYou, waitingOptions } from '../notifications/index.ts'
import { api, parseFailure } from '../platform/data/api.ts'
import { isSettled } from '../platform/data/is-settled.ts'
import { handleOf, loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { useCoalesced, useLive } from '../platform/live/use-live.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { readSession } from '../platform/session/session.client.ts'
import { AutomationCard } from './automation-card.tsx'
import {
  attentionOptions,
  automationSummaryOptions,
  cardsOptions,
  recommendationsOptions,
  refreshAutomations,
} from './automation-queries.ts'
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
  waiting_on_third_party: 'Waiting on third party',
}
const GAP_MS = 1_000

const reads: ScreenReads = () => [waitingOptions]
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

/** The first screen after sign-in: action items and automations. */
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
          isInternalUser
            ? 'What needs attention from you and your team.'
            : 'What needs your attention, and how your automations are doing.'
        }
        action={
          !isInternalUser && (
            <>
              <LinkButton href="/marketplace" icon={<Store aria-hidden className="size-4" />}>
                Find automations
              </LinkButton>
              <LinkButton href="/tickets/new" variant="primary" icon={<Plus aria-hidden className="size-4" />}>
                New ticket
              </LinkButton>
            </>
          )
        }
      />
      {isInternalUser ? <StaffParts /> : <PartnerParts />}
    </div>
  )
}

// The parts of the screen load at the same time. A part renders only after those above it have loaded. Otherwise it
// would move under the pointer when they appear.
function StaffParts() {
  const attention = useQuery(attentionOptions())
  return (
    <>
      <Attention />
      {isSettled(attention) && <StaffWaiting />}
    </>
  )
}

function PartnerParts() {
  const waiting = isSettled(useQuery(waitingOptions))
  const cards = useQuery(cardsOptions())
  const summary = useQuery(automationSummaryOptions())
  const recommendations = useQuery(recommendationsOptions())
  useQuery(inHand)
  const automations = waiting && isSettled(cards) && isSettled(summary)
  return (
    <>
      <WaitingOnYou />
      {waiting && <OwnAutomations />}
      {automations && <Recommendations newcomer={cards.data?.items.length === 0} />}
      {automations && isSettled(recommendations) && <InHand />}
    </>
  )
}

// The layout of the automations, stored in this browser for each user.
type Shape = 'cards' | 'table'
const shapeKey = () => `${brand.slug}.automations.${readSession()?.user.id ?? ''}`
function keptShape(): Shape {
  return localStore.get(shapeKey()) === 'table' ? 'table' : 'cards'
}
function keepShape(shape: Shape) {
  localStore.set(shapeKey(), shape)
}

function OwnAutomations() {
  const cards = useQuery(cardsOptions())
  const summary = useQuery(automationSummaryOptions())
  const [shape, setShape] = useState(keptShape)
  const items = cards.data?.items
  const none = items?.length === 0
  return (
    <section aria-labelledby="automations" className="flex flex-col gap-4">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3 max-md:min-h-11">
        <h2 id="automations" className="font-medium text-base">
          Your automations
        </h2>
        {items && !none && (
          <Segmented
            label="Layout"
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
          title="Couldn’t load your automations"
          message={parseFailure(cards.error)?.message ?? 'Check your connection and try again.'}
          requestId={parseFailure(cards.error)?.data?.requestId}
          onRetry={() => void cards.refetch()}
          retrying={cards.isFetching}
        />
      ) : !items || !isSettled(summary) ? (
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
            title="No automations yet"
            action={
              <>
                <LinkButton href="/marketplace" variant="primary">
                  Find your first automation
                </LinkButton>
                <LinkButton href="/settings/company">Complete your profile</LinkButton>
              </>
            }
          >
            Choose one in the marketplace. We set it up, run it and maintain it. Its results and savings appear here.
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
  )
}

/** Returns why staff should look at an automation, in a few words. */
const whyOf = (a: AutomationRow): string =>
  [
    a.asked && (a.asked === 'pause' ? 'Pause requested' : 'Resume requested'),
    a.status === 'requested' && (a.intakeOpen ? 'Setup questions unanswered' : 'Ready for setup'),
    a.episode && (a.episode.kind === 'silent' ? 'Not reporting' : 'Runs failing'),
  ]
    .filter(Boolean)
    .join(', ')

/** For staff: the automations of all companies that need attention. Renders nothing if there are none. */
function Attention() {
  const { data, isLoadingError, error, isFetching, refetch } = useQuery(attentionOptions())
  if (data?.items.length === 0) return null
  return (
    <Panel
      title="Automations that need attention"
      {...(data ? { count: data.items.length, more: data.nextCursor !== null } : {})}
      all={{ href: '/admin/apps-automations', label: 'All automations' }}
    >
      {isLoadingError ? (
        <ErrorState
          message={parseFailure(error)?.message ?? 'Check your connection and try again.'}
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

/** For partners: the latest open tickets that the provider is working on. */
function InHand() {
  const list = useQuery(inHand)
  const reload = useCoalesced(
    () => list.refetch(),
    () => GAP_MS,
  )
  useLive(['ticket'], reload)
  const items = list.data?.items
  // Hide the panel when there are no such tickets.
  if (items?.length === 0) return null
  return (
    <Panel title="Tickets we’re working on" all={{ href: '/tickets', label: 'All tickets' }}>
      {list.isLoadingError ? (
        <ErrorState
          message={list.error.message}
          requestId={parseFailure(list.error)?.data?.requestId}
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
