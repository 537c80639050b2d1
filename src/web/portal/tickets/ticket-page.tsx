import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { FileQuestion, Lock, Pencil, RotateCcw, WifiOff } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { useActions } from '../platform/actions.ts'
import { client, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { isId } from '../platform/is-id.ts'
import { useOnDemand } from '../platform/on-demand.tsx'
import { useRecent } from '../platform/recent.ts'
import { keyNames, useShortcuts } from '../platform/shortcuts.ts'
import { suggested } from '../platform/suggested.ts'
import { useCoalesced, useLive } from '../platform/use-live.ts'
import { loadTimerActs } from '../time/index.ts'
import { useArrivals, useSteady } from './arrivals.ts'
import { assign } from './assign.ts'
import type { ComposerHandle } from './composer.tsx'
import type { Outgoing } from './composer-form.tsx'
import { Conversation, type Pending } from './conversation.tsx'
import { Facts } from './facts.tsx'
import { type Side, ticketName } from './labels.ts'
import { SkeletonMessage } from './message-card.tsx'
import type { Message, Status, Ticket } from './model.ts'
import { loadComposer, loadStaffBar, loadTicket } from './prefetch.ts'
import { SlaMark } from './sla-mark.tsx'
import type { Off } from './staff-bar.tsx'
import { TicketPriority, TicketStatus } from './ticket-marks.tsx'
import {
  keepMessage,
  keepTicket,
  knownRow,
  loadRest,
  messagesOptions,
  refreshLists,
  refreshMessages,
  refreshTicket,
  reloadMessages,
  ticketOptions,
} from './ticket-queries.ts'
import { readTrail } from './trail.ts'
import { useSetStatus } from './use-set-status.ts'

// The document's title names the ticket; it is set below, once that is known.
export const meta = () => [{ name: 'robots', content: 'noindex' }]
export const clientLoader = loadTicket

const Composer = lazy(() => loadComposer().then((m) => ({ default: m.Composer })))
const StaffBar = lazy(() => loadStaffBar().then((m) => ({ default: m.StaffBar })))
const ReplyNotice = lazy(() => import('./reply-notice.tsx').then((m) => ({ default: m.ReplyNotice })))
const TicketTime = lazy(() => import('./ticket-time.tsx').then((m) => ({ default: m.TicketTime })))
const EstimateCard = lazy(() => import('./estimate-cards.tsx').then((m) => ({ default: m.EstimateCard })))
const TicketMore = lazy(() => import('./ticket-more.tsx').then((m) => ({ default: m.TicketMore })))
const MergedNote = lazy(() => import('./merged-note.tsx').then((m) => ({ default: m.MergedNote })))
const RatingCard = lazy(() => import('./rating-card.tsx').then((m) => ({ default: m.RatingCard })))
const Suggestions = suggested(() => import('./suggestions.tsx').then((m) => m.Suggestions))
const ReplyDraft = suggested(() => import('./reply-draft.tsx').then((m) => m.ReplyDraft))
const loadEdit = () => import('./edit-dialog.tsx')
const loadHelp = () => import('../platform/shortcut-help.tsx')
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

const backTo: Record<Side, { href: string; label: string }> = {
  partner: { href: '/tickets', label: 'Tickets' },
  staff: { href: '/admin/tickets', label: 'Ticket queue' },
}

/** Staff go back to the list they came from, with its filter. */
const backFrom = (side: Side) =>
  side === 'staff' ? { ...backTo.staff, href: readTrail()?.href ?? backTo.staff.href } : backTo.partner

function TicketScreen({ id, side }: { id: string; side: Side }) {
  const known = isId(id)
  const { data: ticket, error, isFetching, fetchStatus, refetch } = useQuery({ ...ticketOptions(id), enabled: known })
  const [preview] = useState(() => knownRow(id))
  if (ticket) return <LoadedTicket ticket={ticket} side={side} />

  const failure = failureOf(error)
  const title = preview ? `${ticketName(preview.number)} ${preview.subject}` : 'Ticket'
  const heading = <h1 className="sr-only">{title}</h1>
  const back = <LinkButton href={backTo[side].href}>{`Back to ${backTo[side].label.toLowerCase()}`}</LinkButton>
  return (
    <>
      <title>{`${title} · ${brand.shortName}`}</title>
      {!known || failure?.status === 404 ? (
        <>
          {heading}
          <EmptyState icon={<FileQuestion />} title="This ticket is not here" action={back}>
            The address may be wrong, or the ticket belongs to another company.
          </EmptyState>
        </>
      ) : error ? (
        <>
          {heading}
          <ErrorState
            title="The ticket did not load"
            message={failure?.message ?? 'Something went wrong on the way.'}
            requestId={failure?.data?.requestId}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </>
      ) : fetchStatus === 'paused' ? (
        <>
          {heading}
          <EmptyState icon={<WifiOff />} title="You are offline" action={back}>
            This ticket was not loaded yet. It appears when you are back.
          </EmptyState>
        </>
      ) : (
        <LoadingTicket side={side} title={preview && <Title number={preview.number} subject={preview.subject} />} />
      )}
    </>
  )
}

function LoadedTicket({ ticket, side }: { ticket: Ticket; side: Side }) {
  const { id, can } = ticket
  const { profile } = useAuth()
  const me = profile ? { id: profile.id, name: profile.full_name } : undefined
  const talk = useInfiniteQuery(messagesOptions(id))
  const messages = talk.data?.pages.flatMap((page) => page.items)
  const own = messages?.filter((m) => m.kind !== 'event' && m.author?.id === me?.id).length ?? 0
  const { pending, send, sent, off } = useSending(ticket, own)
  const status = useSetStatus(side)
  const edit = useOnDemand(loadEdit)
  const [editing, setEditing] = useState(false)
  const openEdit = () => void edit.get().then((loaded) => setEditing(loaded !== undefined))
  const help = useOnDemand(loadHelp)
  const [helpOpen, setHelpOpen] = useState(false)

  const end = useRef<HTMLDivElement>(null)
  const column = useRef<HTMLDivElement>(null)
  const answer = useRef<HTMLDivElement>(null)
  const composer = useRef<ComposerHandle>(null)
  const arrivals = useArrivals(messages ?? NONE, talk.data !== undefined && !talk.hasNextPage, me?.id, end)
  useSteady(answer, column)

  const reload = useCoalesced(
    () => Promise.all([refreshTicket(id), refreshMessages(id)]),
    () => RELOAD_GAP_MS,
  )
  useLive(['ticket'], (event) => {
    if (event === 'resumed' || event.subjectId === id) reload()
    // Messages came into the middle, or left it.
    if (event !== 'resumed' && event.subjectId === id && (event.kind === 'merged' || event.kind === 'split'))
      reloadMessages(id)
  })

  const setStatus = (to: Status) => status.set(ticket, to, () => off(to))
  const shortcuts = [
    { key: 'r', does: 'Reply', act: can.reply ? () => composer.current?.write('reply') : undefined },
    { key: 'n', does: 'Internal note', act: can.note ? () => composer.current?.write('note') : undefined },
    { key: 'e', does: 'Edit', act: can.edit ? openEdit : undefined },
    {
      key: 't',
      does: 'Start or stop the timer',
      act: side === 'staff' ? () => void loadTimerActs().then((m) => m.startOrStop(id)) : undefined,
    },
  ]
  useShortcuts({
    ...Object.fromEntries(shortcuts.map((s) => [s.key, s.act])),
    '?': () => void help.get().then((loaded) => setHelpOpen(loaded !== undefined)),
  })

  useActions([
    can.assign && me && ticket.assignee?.id !== me.id && { label: 'Assign to me', run: () => void assign(ticket, me) },
    can.statuses.includes('resolved')
      ? { label: 'Resolve', run: () => setStatus('resolved') }
      : can.close && { label: 'Close ticket', run: () => setStatus('closed') },
    can.reopen && { label: 'Reopen', run: () => setStatus('in_progress') },
    ...shortcuts.map(({ key, does, act }) => act && { label: does, keys: keyNames(key), run: act }),
  ])
  useRecent({
    kind: 'ticket',
    title: ticket.subject,
    detail: ticketName(ticket.number),
    path: `${side === 'staff' ? '/admin/tickets' : '/tickets'}/${id}`,
  })

  const failure = failureOf(talk.error)
  return (
    <>
      <title>{`${ticketName(ticket.number)} ${ticket.subject} · ${brand.shortName}`}</title>
      {side === 'staff' && (
        <Suspense fallback={<div className="min-h-8 max-md:-mt-4 max-md:mb-1 md:-mb-7" />}>
          <StaffBar ticket={ticket} me={me} answer={answer} sent={sent} />
        </Suspense>
      )}
      <PageHeader
        back={backFrom(side)}
        title={<Title number={ticket.number} subject={ticket.subject} />}
        description={
          <span className="flex items-center gap-1">
            <span className="min-w-0">
              {ticket.source === 'automation' ? 'An automation' : ticket.requester.name} opened this{' '}
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
              <Suspense fallback={<span className="size-9" />}>
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
          <>
            <Facts
              ticket={ticket}
              side={side}
              me={me}
              onStatus={setStatus}
              onAssign={(to) => void assign(ticket, to)}
            />
            <Suspense>
              <TicketTime ticket={ticket} side={side} />
            </Suspense>
          </>
        }
      >
        {ticket.mergedInto && (
          <Suspense fallback={<Skeleton className="h-16 rounded-md" />}>
            <MergedNote into={ticket.mergedInto} side={side} />
          </Suspense>
        )}
        {ticket.estimates.length > 0 && (
          <Suspense fallback={<Skeleton className="h-32 rounded-md" />}>
            <EstimateCard ticket={ticket} side={side} />
          </Suspense>
        )}
        {side === 'staff' && (
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
            complete={!talk.hasNextPage}
            onMore={() => void talk.fetchNextPage()}
            loadingMore={talk.isFetchingNextPage}
            problem={
              talk.isError && !talk.data
                ? {
                    message: failure?.message ?? 'Something went wrong on the way.',
                    requestId: failure?.data?.requestId,
                    onRetry: () => void talk.refetch(),
                    retrying: talk.isFetching,
                  }
                : undefined
            }
            pending={pending}
            arrivals={arrivals}
            end={end}
          />
        </div>
        {ticket.status === 'closed' && can.reopen && (
          <ClosedNote pending={status.pending === 'in_progress'} onReopen={() => setStatus('in_progress')} />
        )}
        {(can.rate || ticket.review) && (
          <Suspense>
            <RatingCard ticket={ticket} />
          </Suspense>
        )}
        <div ref={answer}>
          {messages && (
            <Suspense>
              <ReplyNotice messages={messages} me={me?.id} answer={answer} />
            </Suspense>
          )}
          {side === 'staff' && can.reply && (
            <Suspense>
              <ReplyDraft ticketId={id} composer={composer} />
            </Suspense>
          )}
          {me && !ticket.mergedInto && (
            <Suspense fallback={<Skeleton className="h-48" />}>
              <Composer ref={composer} ticket={ticket} side={side} userId={me.id} onSend={send} arrivals={arrivals} />
            </Suspense>
          )}
        </div>
      </Columns>
      {edit.module && editing && (
        <edit.module.EditDialog ticket={ticket} side={side} onClose={() => setEditing(false)} />
      )}
      {help.module && (
        <help.module.ShortcutHelp
          open={helpOpen}
          onOpenChange={setHelpOpen}
          shortcuts={shortcuts.filter((s) => s.act).map((s) => ({ keys: keyNames(s.key), does: s.does }))}
        />
      )}
    </>
  )
}

/**
 * Sends messages; what is on its way stands at the end of the conversation until the server has it. The live line may
 * bring a message before its own answer comes, which may be lost as well: once the sender has more messages (`own`) than
 * when it was sent first, it is there.
 */
function useSending(ticket: Ticket, own: number) {
  const [sending, setSending] = useState<(Pending & { had: number })[]>([])
  const latest = useRef({ own, sending })
  const before = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    latest.current = { own, sending }
  })
  /** Counts what was sent or set, with the status it brought: the way through the queue goes on then. */
  const [sent, setSent] = useState<Off>({ status: undefined, count: 0 })
  const off = (status: Status | undefined) => setSent(({ count }) => ({ status, count: count + 1 }))
  const { id } = ticket
  async function send({ kind, body, files, status, idempotencyKey, draft, time }: Outgoing) {
    const now = latest.current
    const had = before.current.get(idempotencyKey) ?? now.own + now.sending.filter((p) => now.own <= p.had).length
    before.current.set(idempotencyKey, had)
    setSending((all) => [...all, { key: idempotencyKey, kind, body, files, had }])
    try {
      if (kind === 'reply' && !ticket.can.reply)
        keepTicket(await client.tickets.setStatus({ id, status: 'in_progress' }))
      const message = await client.tickets.reply(
        { id, kind, body, fileIds: files.map((f) => f.id), status, draft, time },
        { context: { idempotencyKey } },
      )
      before.current.delete(idempotencyKey)
      keepMessage(id, message)
      void loadRest(id).catch(() => {}) // the live line brings it, or the next visit
      refreshLists()
      off(status)
    } finally {
      setSending((all) => all.filter((p) => p.key !== idempotencyKey))
      // The answer may have changed the status, and a refusal says that it changed already.
      void refreshTicket(id)
    }
  }
  return { pending: sending.filter((p) => own <= p.had), send, sent, off }
}

/** The title with its number. */
function Title({ number, subject }: { number: number; subject: string }) {
  return (
    <>
      <span className="tabular mr-2.5 font-normal text-muted">{ticketName(number)}</span>
      <bdi>{subject}</bdi>
    </>
  )
}

/** The one or two steps that most often come next. */
function StatusButtons({
  ticket,
  pending,
  onStatus,
}: {
  ticket: Ticket
  pending: Status | undefined
  onStatus: (status: Status) => void
}) {
  const { can } = ticket
  const button = (to: Status, label: string, icon?: ReactNode) => (
    <Button icon={icon} pending={pending === to} onClick={() => onStatus(to)}>
      {label}
    </Button>
  )
  return (
    <>
      {can.reopen &&
        ticket.status !== 'closed' &&
        button('in_progress', 'Reopen', <RotateCcw aria-hidden className="size-4" />)}
      {can.statuses.includes('resolved')
        ? button('resolved', 'Resolve')
        : can.close && button('closed', 'Close ticket')}
    </>
  )
}

function ClosedNote({ pending, onReopen }: { pending: boolean; onReopen: () => void }) {
  return (
    <section
      aria-label="Closed"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-line bg-surface px-4 py-3"
    >
      <p className="flex min-w-0 flex-1 basis-60 items-center gap-2.5">
        <Lock aria-hidden className="size-4 shrink-0 text-muted" />
        This ticket is closed. Reopen it to go on with the conversation.
      </p>
      <Button
        variant="primary"
        pending={pending}
        icon={<RotateCcw aria-hidden className="size-4" />}
        onClick={onReopen}
      >
        Reopen
      </Button>
    </section>
  )
}

const wideQuery = '(min-width: 1024px)'

/** The conversation, and beside it, or folded above it, the facts. */
function Columns({
  ticket,
  side,
  facts,
  children,
}: {
  ticket: Ticket
  side: Side
  facts: ReactNode
  children: ReactNode
}) {
  const wide = useMedia(wideQuery)
  return (
    <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-8">
      {wide ? (
        <aside
          aria-label="Facts"
          className="scroll-thin sticky top-20 order-last max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-md border border-line bg-surface p-4"
        >
          {facts}
        </aside>
      ) : (
        <details className="group rounded-md border border-line bg-surface">
          <summary className="flex min-h-11 list-none items-center gap-x-4 gap-y-1 px-4 py-2.5 [&::-webkit-details-marker]:hidden">
            <span className="flex min-w-0 flex-1 flex-wrap gap-x-4 gap-y-1">
              <TicketStatus status={ticket.status} side={side} />
              <TicketPriority word priority={ticket.priority} />
              <SlaMark named ticket={ticket} />
            </span>
            <span className="text-muted text-xs group-open:hidden">Show facts</span>
            <span className="hidden text-muted text-xs group-open:inline">Hide facts</span>
          </summary>
          <div className="border-line border-t p-4">{facts}</div>
        </details>
      )}
      <div className="flex min-w-0 flex-col gap-6">{children}</div>
    </div>
  )
}

function LoadingTicket({ side, title }: { side: Side; title: ReactNode }) {
  return (
    <div aria-busy>
      <PageHeader
        back={backTo[side]}
        title={
          title ?? (
            <>
              <span className="sr-only">Loading the ticket</span>
              <Skeleton className="h-7 w-80 max-w-full" />
            </>
          )
        }
        description={<Skeleton className="mt-1.5 h-3.5 w-48" />}
      />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-8">
        <div className="flex flex-col gap-4 rounded-md border border-line bg-surface p-4 lg:order-last">
          {lines.map((width) => (
            <div key={width} className="flex gap-6 max-lg:not-first:hidden">
              <Skeleton className="h-3.5 w-16" />
              <Skeleton className={cx('h-3.5', width)} />
            </div>
          ))}
        </div>
        <div className="flex flex-col gap-4">
          <SkeletonMessage />
          <SkeletonMessage />
          <SkeletonMessage />
        </div>
      </div>
    </div>
  )
}

const lines = ['w-28', 'w-32', 'w-20', 'w-24', 'w-16', 'w-30']
