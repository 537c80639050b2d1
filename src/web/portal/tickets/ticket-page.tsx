import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { FileQuestion, Pencil, WifiOff } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { readStart } from '../../start.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useTextHeights } from '../../ui/text/markdown-text.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { useActions } from '../platform/actions.ts'
import { parseFailure } from '../platform/data/api.ts'
import { isId, isTicketNumber } from '../platform/data/is-id.ts'
import { isSettled } from '../platform/data/is-settled.ts'
import { handleOf } from '../platform/data/screen-reads.ts'
import { formatKeys, useKeyHelp, useShortcuts } from '../platform/keyboard/shortcuts.ts'
import { useCoalesced, useLive } from '../platform/live/use-live.ts'
import { useKeptCode } from '../platform/loading/kept-code.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { useOnDemand } from '../platform/loading/on-demand.tsx'
import { useAuth } from '../platform/session/auth.tsx'
import { useRecent } from '../platform/session/recent.ts'
import { useAddress } from '../platform/use-address.ts'
import { loadTimerActs } from '../time/index.ts'
import { useArrivals, useSteady } from './conversation/arrivals.ts'
import { Conversation } from './conversation/conversation.tsx'
import { useComposer } from './conversation/use-composer.ts'
import { useReplySending } from './conversation/use-sending.ts'
import { useEstimateCard } from './estimates/use-estimate-card.ts'
import { TicketFactList } from './facts/facts.tsx'
import { formatTicketNumber, type Side } from './facts/labels.ts'
import type { Message, Status, Ticket } from './model.ts'
import { loadComposer, loadReplyDraft, loadStaffBar, loadSuggestions, loadTicket, ticketReads } from './prefetch.ts'
import { assignTicket } from './queue/assign.ts'
import { findPlaceOn, readTrail } from './queue/trail.ts'
import { useSetTicketStatus } from './queue/use-set-status.ts'
import {
  backFrom,
  backTo,
  barOnPhone,
  Columns,
  LoadingTicket,
  ReopenNote,
  StatusButtons,
  Title,
} from './ticket-frame.tsx'
import {
  getTicketFromLists,
  keepTicket,
  messagesOptions,
  refreshMessages,
  refreshTicket,
  reloadMessages,
  ticketOptions,
} from './ticket-queries.ts'

// The document title names the ticket. It is set below, once the ticket is loaded.
export const meta = () => [{ name: 'robots', content: 'noindex' }]
export const handle = handleOf(ticketReads)
export const clientLoader = loadTicket

const Composer = lazy(() => loadComposer().then((m) => ({ default: m.Composer })))
const StaffBar = lazy(() => loadStaffBar().then((m) => ({ default: m.StaffBar })))
const ReplyNotice = lazy(() => import('./conversation/reply-notice.tsx').then((m) => ({ default: m.ReplyNotice })))
const TicketTime = lazy(() => import('./estimates/ticket-time.tsx').then((m) => ({ default: m.TicketTime })))
const TicketMore = lazy(() => import('./ticket-more.tsx').then((m) => ({ default: m.TicketMore })))
const MergedNote = lazy(() => import('./facts/merged-note.tsx').then((m) => ({ default: m.MergedNote })))
const RatingCard = lazy(() => import('./facts/rating-card.tsx').then((m) => ({ default: m.RatingCard })))
const loadEdit = () => import('./facts/edit-dialog.tsx')
const RELOAD_GAP_MS = 500
const NONE: readonly Message[] = []

/** `/tickets/:id` and `/admin/tickets/:id`: one ticket with its conversation. */
export default function TicketPage() {
  const { id = '' } = useParams()
  const { pathname, search, hash } = useLocation()
  const { ready, isInternalUser } = useAuth()
  if (ready && isInternalUser && !pathname.startsWith('/admin/'))
    return <Navigate replace to={`/admin${pathname}${search}${hash}`} />
  return <TicketScreen key={id} id={id} side={pathname.startsWith('/admin/') ? 'staff' : 'partner'} />
}

/** Puts the ticket's id into an address that has its number, because everything else in the portal uses the id. */
function ReplaceNumber({ ticket }: { ticket: Ticket }) {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    keepTicket(ticket)
    void navigate(`${pathname.replace(/[^/]+\/?$/, ticket.id)}${search}${hash}`, { replace: true })
  }, [ticket, pathname, search, hash, navigate])
  return null
}

function TicketScreen({ id, side }: { id: string; side: Side }) {
  const valid = isId(id) || isTicketNumber(id)
  const { data: ticket, error, isFetching, fetchStatus, refetch } = useQuery({ ...ticketOptions(id), enabled: valid })
  const [preview] = useState(() => getTicketFromLists(id))
  // A ticket that was opened by its number is shown when the address has its id.
  const { EstimateCard, ready } = useEstimateCard(ticket?.id === id ? ticket : undefined)
  if (ticket && ready) return <LoadedTicket ticket={ticket} side={side} EstimateCard={EstimateCard} />

  const failure = parseFailure(error)
  const known = ticket ?? preview
  const title = known ? `${formatTicketNumber(known.number)} ${known.subject}` : 'Ticket'
  const loading = <LoadingTicket side={side} title={known && <Title number={known.number} subject={known.subject} />} />
  const heading = <h1 className="sr-only">{title}</h1>
  const back = <LinkButton href={backTo[side].href}>{`Back to ${backTo[side].label.toLowerCase()}`}</LinkButton>
  return (
    <>
      <title>{`${title} · ${brand.shortName}`}</title>
      {ticket ? (
        <>
          {ticket.id !== id && <ReplaceNumber ticket={ticket} />}
          {loading}
        </>
      ) : !valid || failure?.status === 404 ? (
        <>
          {heading}
          <EmptyState icon={<FileQuestion />} title="Ticket not found" action={back}>
            The link may be wrong, or the ticket may belong to another company.
          </EmptyState>
        </>
      ) : error ? (
        <>
          {heading}
          <ErrorState
            title="Couldn’t load the ticket"
            message={failure?.message ?? 'Check your connection and try again.'}
            requestId={failure?.data?.requestId}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </>
      ) : fetchStatus === 'paused' ? (
        <>
          {heading}
          <EmptyState icon={<WifiOff />} title="You’re offline" action={back}>
            This ticket loads when you’re back online.
          </EmptyState>
        </>
      ) : (
        loading
      )}
    </>
  )
}

const estimateFallback = <Skeleton className="h-32 rounded-md" />

interface LoadedTicketProps {
  ticket: Ticket
  side: Side
  EstimateCard: ReturnType<typeof useEstimateCard>['EstimateCard']
}
function LoadedTicket({ ticket, side, EstimateCard }: LoadedTicketProps) {
  const suggesting = side === 'staff' && readStart().site.suggestions
  const Suggestions = useKeptCode(loadSuggestions, suggesting)
  const ReplyDraft = useKeptCode(loadReplyDraft, suggesting)
  const { id, can } = ticket
  const { profile } = useAuth()
  const me = profile ? { id: profile.id, name: profile.full_name } : undefined
  const query = useInfiniteQuery(messagesOptions(id))
  // Texts that render before this would change their height and move what is below them.
  const measured = useTextHeights()
  const messages = measured ? query.data?.pages.flatMap((page) => page.items) : undefined
  // What is below the conversation renders only when the conversation's height is known.
  const conversationShown = isSettled(query) && measured
  const own = messages?.filter((m) => m.kind !== 'event' && m.author?.id === me?.id).length ?? 0
  const { pending, send, sent, off } = useReplySending(ticket, own)
  const status = useSetTicketStatus(side)
  const [address] = useAddress()
  const edit = useOnDemand(loadEdit)
  const [editing, setEditing] = useState(false)
  const openEdit = () => void edit.get().then((loaded) => setEditing(loaded !== undefined))

  const end = useRef<HTMLDivElement>(null)
  const column = useRef<HTMLDivElement>(null)
  const answer = useRef<HTMLDivElement>(null)
  const { composer, attach, write, awaited } = useComposer()
  const arrivals = useArrivals(messages ?? NONE, messages !== undefined && !query.hasNextPage, me?.id, end)
  useSteady(answer, column)

  const reload = useCoalesced(
    () => Promise.all([refreshTicket(id), refreshMessages(id)]),
    () => RELOAD_GAP_MS,
  )
  useLive(['ticket'], (event) => {
    if (event === 'resumed' || event.subjectId === id) reload()
    // Merging and splitting add messages to the middle of the conversation or remove them from it.
    if (event !== 'resumed' && event.subjectId === id && (event.kind === 'merged' || event.kind === 'split'))
      reloadMessages(id)
  })

  const setStatus = (to: Status) => status.set(ticket, to, () => off(to))
  // Staff have more: `staff-bar.tsx` and `suggestions.tsx`.
  const shortcuts = [
    { key: 'r', does: 'Reply', act: can.reply ? () => write('reply') : undefined },
    { key: 'n', does: 'Internal note', act: can.note ? () => write('note') : undefined },
    { key: 'e', does: 'Edit', act: can.edit ? openEdit : undefined },
    {
      key: 't',
      does: 'Start or stop timer',
      act: side === 'staff' ? () => void loadTimerActs().then((m) => m.startOrStop(id)) : undefined,
    },
  ]
  useShortcuts(Object.fromEntries(shortcuts.map((s) => [s.key, s.act])))
  useKeyHelp({ title: 'Ticket', keys: shortcuts.filter((s) => s.act) })

  useActions([
    can.assign &&
      me &&
      ticket.assignee?.id !== me.id && { label: 'Assign to me', run: () => void assignTicket(ticket, me) },
    can.statuses.includes('resolved')
      ? { label: 'Resolve', run: () => setStatus('resolved') }
      : can.close && { label: 'Close ticket', run: () => setStatus('closed') },
    can.reopen && { label: 'Reopen', run: () => setStatus('in_progress') },
    ...shortcuts.map(({ key, does, act }) => act && { label: does, keys: formatKeys(key), run: act }),
  ])
  useRecent({
    kind: 'ticket',
    title: ticket.subject,
    detail: formatTicketNumber(ticket.number),
    path: `${side === 'staff' ? '/admin/tickets' : '/tickets'}/${id}`,
  })

  const failure = parseFailure(query.error)
  return (
    <>
      <title>{`${formatTicketNumber(ticket.number)} ${ticket.subject} · ${brand.shortName}`}</title>
      {side === 'staff' && (
        <Suspense
          fallback={
            <div className={cx('min-h-8 md:-mb-7', findPlaceOn(readTrail(), id) ? barOnPhone : 'max-md:hidden')} />
          }
        >
          <StaffBar ticket={ticket} me={me} answer={answer} sent={sent} />
        </Suspense>
      )}
      <PageHeader
        back={backFrom(side)}
        title={<Title number={ticket.number} subject={ticket.subject} />}
        description={
          <span className="flex items-center gap-1">
            <span className="min-w-0">
              {ticket.source === 'automation' ? 'An automation' : ticket.requester.name} opened this ticket{' '}
              <RelativeTime iso={ticket.createdAt} />
            </span>
            <CopyButton text={new URL(`/tickets/${id}`, location.origin).href} label="Copy link to ticket" />
          </span>
        }
        action={
          <>
            {can.edit && (
              <Button
                icon={<Pencil aria-hidden className="size-4" />}
                pending={edit.pending}
                onPointerEnter={() => void loadEdit().catch(() => {})}
                onClick={openEdit}
              >
                Edit
              </Button>
            )}
            <StatusButtons ticket={ticket} pending={status.pending} onStatus={setStatus} />
            {can.merge && (
              <Suspense fallback={<span className="size-9 max-md:size-11" />}>
                <TicketMore ticket={ticket} />
              </Suspense>
            )}
          </>
        }
      />
      <Columns
        ticket={ticket}
        side={side}
        facts={
          <TicketFactList
            ticket={ticket}
            side={side}
            me={me}
            onStatus={setStatus}
            onAssign={(to) => void assignTicket(ticket, to)}
          >
            <TicketTime ticket={ticket} side={side} />
          </TicketFactList>
        }
      >
        {ticket.mergedInto && (
          <Suspense fallback={<Skeleton className="h-16 rounded-md" />}>
            <MergedNote into={ticket.mergedInto} side={side} />
          </Suspense>
        )}
        {ticket.status === 'resolved' && can.reopen && address.get('reopen') === 'yes' && (
          <ReopenNote
            status="resolved"
            pending={status.pending === 'in_progress'}
            onReopen={() => setStatus('in_progress')}
          />
        )}
        {ticket.estimates.length > 0 && (
          <Suspense fallback={estimateFallback}>
            {EstimateCard ? <EstimateCard ticket={ticket} side={side} /> : estimateFallback}
          </Suspense>
        )}
        {Suggestions && (
          <Suspense>
            <Suggestions ticket={ticket} />
          </Suspense>
        )}
        <div ref={column}>
          <Conversation
            ticket={ticket}
            side={side}
            me={me}
            messages={messages}
            complete={!query.hasNextPage}
            onMore={() => void query.fetchNextPage()}
            loadingMore={query.isFetchingNextPage}
            problem={
              query.isError && !query.data
                ? {
                    message: failure?.message ?? 'Check your connection and try again.',
                    requestId: failure?.data?.requestId,
                    onRetry: () => void query.refetch(),
                    retrying: query.isFetching,
                  }
                : undefined
            }
            pending={pending}
            arrivals={arrivals}
            end={end}
          />
        </div>
        {conversationShown && ticket.status === 'closed' && can.reopen && (
          <ReopenNote
            status="closed"
            pending={status.pending === 'in_progress'}
            onReopen={() => setStatus('in_progress')}
          />
        )}
        {conversationShown && (can.rate || ticket.review) && (
          <Suspense fallback={<Skeleton className="h-12 rounded-md" />}>
            <RatingCard ticket={ticket} />
          </Suspense>
        )}
        <div ref={answer} data-screen-only="" data-awaiting={awaited ? '' : undefined}>
          {conversationShown && (
            // One placeholder for both, because a notice that arrives later would push the editor down.
            <Suspense fallback={<Skeleton className="h-48" />}>
              {messages && <ReplyNotice messages={messages} me={me?.id} answer={answer} />}
              {ReplyDraft && can.reply && (
                <Suspense>
                  <ReplyDraft ticketId={id} composer={composer} />
                </Suspense>
              )}
              {me && !ticket.mergedInto && (
                <Composer ref={attach} ticket={ticket} side={side} userId={me.id} onSend={send} arrivals={arrivals} />
              )}
            </Suspense>
          )}
        </div>
      </Columns>
      {edit.module && editing && (
        <edit.module.EditTicketDialog ticket={ticket} side={side} onClose={() => setEditing(false)} />
      )}
    </>
  )
}
