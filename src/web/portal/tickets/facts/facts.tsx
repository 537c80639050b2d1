import { ChevronDown } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Anchor } from '../../../ui/anchor.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/status.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { lazy } from '../../platform/loading/lazy.ts'
import { OnDemand } from '../../platform/loading/on-demand.tsx'
import { listTicketFacts } from '../fields.tsx'
import type { Status, Ticket, TicketRow } from '../model.ts'
import { TicketPriority, TicketStatus } from '../ticket-marks.tsx'
import type { Side } from './labels.ts'
import { TicketLinks } from './ticket-links.tsx'

const SlaPanel = lazy(() => import('../sla/sla-panel.tsx').then((m) => ({ default: m.SlaPanel })))
const Watchers = lazy(() => import('./watchers.tsx').then((m) => ({ default: m.Watchers })))
const loadStatusMenu = () => import('../queue/status-menu.tsx')
const loadAssignMenu = () => import('../queue/assign-menu.tsx')

const sourceWords = { portal: 'in the portal', mail: 'by email', api: 'via the API', automation: 'by an automation' }

type Person = TicketRow['assignee']

interface FactsProps {
  ticket: Ticket
  side: Side
  me: { id: string; name: string } | undefined
  onStatus: (status: Status) => void
  onAssign: (to: Person) => void
  /** Shown below the facts. */
  children: ReactNode
}

/** The facts of a ticket. Those that can be changed in one step are menus. */
export function TicketFactList({ ticket, side, me, onStatus, onAssign, children }: FactsProps) {
  const { can } = ticket
  const base = side === 'staff' ? '/admin/tickets' : '/tickets'
  const list = 'grid grid-cols-[5.75rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2.5'
  const about = (
    <>
      <hr className="my-4 border-line" />
      <dl className={list}>
        <FactsOf place="about" ticket={ticket} side={side} />
        <Fact name="Opened">
          <RelativeTime iso={ticket.createdAt} />
          {ticket.source !== 'portal' && ` ${sourceWords[ticket.source]}`}
        </Fact>
        <Fact name="First response">
          {ticket.firstResponseAt ? (
            <RelativeTime iso={ticket.firstResponseAt} />
          ) : (
            <span className="text-muted">Not yet</span>
          )}
        </Fact>
        <Fact name="Updated">
          <RelativeTime iso={ticket.updatedAt} />
        </Fact>
        {ticket.resolvedAt && (
          <Fact name="Resolved">
            <RelativeTime iso={ticket.resolvedAt} />
          </Fact>
        )}
        {ticket.closedAt && (
          <Fact name="Closed">
            <RelativeTime iso={ticket.closedAt} />
          </Fact>
        )}
        {ticket.tags.length > 0 && (
          <Fact name="Tags">
            <span className="flex flex-wrap gap-1.5">
              {ticket.tags.map((tag) => (
                <Anchor
                  key={tag}
                  href={`${base}?status=all&tag=${encodeURIComponent(tag)}`}
                  title={`All tickets tagged ${tag}`}
                  className="rounded-full max-md:py-1.5 hover:[&>span]:text-text"
                >
                  <Badge>{tag}</Badge>
                </Anchor>
              ))}
            </span>
          </Fact>
        )}
      </dl>
    </>
  )
  return (
    <>
      <dl className={list}>
        <Fact name="Status">
          {can.statuses.length > 1 ? (
            <OnDemand
              load={loadStatusMenu}
              button={factButton('Status', <TicketStatus status={ticket.status} side={side} />)}
            >
              {({ StatusMenu }, button) => (
                <StatusMenu
                  button={button}
                  label="Set status to"
                  statuses={can.statuses}
                  side={side}
                  onSelect={onStatus}
                  place="below"
                />
              )}
            </OnDemand>
          ) : (
            <TicketStatus status={ticket.status} side={side} />
          )}
        </Fact>
        <Fact name="Assignee">
          {can.assign ? (
            <OnDemand load={loadAssignMenu} button={factButton('Assignee', <PersonName person={ticket.assignee} />)}>
              {({ AssignMenu }, button) => (
                <AssignMenu button={button} assignee={ticket.assignee} me={me} onAssign={onAssign} />
              )}
            </OnDemand>
          ) : (
            <PersonName person={ticket.assignee} />
          )}
        </Fact>
        <Fact name="Priority">
          <TicketPriority word priority={ticket.priority} />
          {ticket.priorityReason && (
            <span className="mt-0.5 block text-muted text-xs [overflow-wrap:anywhere]">
              {side === 'staff' ? 'Set by staff: ' : 'Set by our team: '}
              {ticket.priorityReason}
            </span>
          )}
        </Fact>
        <FactsOf place="state" ticket={ticket} side={side} />
      </dl>
      {/* In one boundary, because a part that loads after those below it would push their buttons down. */}
      <Suspense fallback={about}>
        <SlaPanel ticket={ticket} side={side} />
        {about}
        {ticket.links.length > 0 && <TicketLinks ticket={ticket} side={side} />}
        <Watchers ticket={ticket} side={side} me={me} />
        {children}
      </Suspense>
    </>
  )
}

const FactsOf = ({ place, ticket, side }: { place: 'state' | 'about'; ticket: Ticket; side: Side }) =>
  listTicketFacts(place, ticket, side).map(([name, value]) => (
    <Fact key={name} name={name}>
      {value}
    </Fact>
  ))

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}

/** A value that opens a menu. Its text is aligned with values that do not. */
const factButton = (name: string, value: ReactNode) => (
  <Button
    variant="ghost"
    size="sm"
    className="-mx-2.5 -my-1.5 !text-sm !text-text max-w-[calc(100%+1.25rem)] !font-normal max-md:-my-2.5"
  >
    <span className="sr-only">{name}: </span>
    <span className="min-w-0 truncate">{value}</span>
    <ChevronDown aria-hidden className="size-3.5 text-muted" />
  </Button>
)

function PersonName({ person }: { person: Person }) {
  if (!person) return <span className="text-muted">Unassigned</span>
  return (
    <span className="-my-1 inline-flex max-w-full items-center gap-2">
      <Avatar name={person.name} size="sm" />
      <span className="min-w-0 truncate">{person.name}</span>
    </span>
  )
}
