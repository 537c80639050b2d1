import { CircleCheck, Lock, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { SkeletonMessage } from './conversation/message-card.tsx'
import { FactsColumn } from './facts/facts-column.tsx'
import { formatTicketNumber, type Side } from './facts/labels.ts'
import type { Status, Ticket } from './model.ts'
import { readTrail } from './queue/trail.ts'
import { SlaMark } from './sla/sla-mark.tsx'
import { TicketPriority, TicketStatus } from './ticket-marks.tsx'

/** The target of the back link, by side. */
export const backTo: Record<Side, { href: string; label: string }> = {
  partner: { href: '/tickets', label: 'Tickets' },
  staff: { href: '/admin/tickets', label: 'Ticket queue' },
}

/** Returns the back link. Staff return to the list that they came from, with its filter. */
export const backFrom = (side: Side) =>
  side === 'staff' ? { ...backTo.staff, href: readTrail()?.href ?? backTo.staff.href } : backTo.partner

/** The classes that the bar for staff and its placeholder share on phones. */
export const barOnPhone = 'max-md:-mt-4 max-md:mb-1 max-md:min-h-11'

/** The title with its number. */
export function Title({ number, subject }: { number: number; subject: string }) {
  return (
    <>
      <span className="tabular mr-1.5 font-normal text-muted">{formatTicketNumber(number)}</span> <bdi>{subject}</bdi>
    </>
  )
}

/** The buttons for the next status: reopen, resolve or close. */
export function StatusButtons({
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

/** Says that the ticket is closed or resolved, with the button that reopens it. */
export function ReopenNote({
  status,
  pending,
  onReopen,
}: {
  status: 'closed' | 'resolved'
  pending: boolean
  onReopen: () => void
}) {
  const closed = status === 'closed'
  return (
    <section
      aria-label={closed ? 'Closed' : 'Resolved'}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-line bg-surface px-4 py-3"
    >
      <p className="flex min-w-0 flex-1 basis-60 items-center gap-2.5">
        {closed ? (
          <Lock aria-hidden className="size-4 shrink-0 text-muted" />
        ) : (
          <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
        )}
        {closed
          ? 'This ticket is closed. Reopen it to continue the conversation.'
          : 'This ticket is resolved. If the problem isn’t solved, reopen it.'}
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

const wideQuery = '(min-width: 64rem)'

/** The conversation, with the facts in a column beside it, or collapsed above it on narrow screens. */
export function Columns({
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
        <FactsColumn>{facts}</FactsColumn>
      ) : (
        <details className="group rounded-md border border-line bg-surface">
          <summary className="flex min-h-11 list-none items-center gap-x-4 gap-y-1 px-4 py-2.5 [&::-webkit-details-marker]:hidden">
            <span className="flex min-w-0 flex-1 flex-wrap gap-x-4 gap-y-1">
              <TicketStatus status={ticket.status} side={side} />
              <TicketPriority word priority={ticket.priority} />
              <SlaMark named ticket={ticket} />
            </span>
            <span data-screen-only="" className="text-muted text-xs group-open:hidden">
              Show details
            </span>
            <span data-screen-only="" className="hidden text-muted text-xs group-open:inline">
              Hide details
            </span>
          </summary>
          <div className="border-line border-t p-4">{facts}</div>
        </details>
      )}
      <div className="flex min-w-0 flex-col gap-6">{children}</div>
    </div>
  )
}

/** The page while the ticket loads. `title` is given once its number and subject are known. */
export function LoadingTicket({ side, title }: { side: Side; title: ReactNode }) {
  return (
    <div aria-busy>
      <PageHeader
        back={backTo[side]}
        title={
          title ?? (
            <>
              <span className="sr-only">Loading ticket</span>
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
