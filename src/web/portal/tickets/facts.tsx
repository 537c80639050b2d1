import { ChevronDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Badge } from '../../ui/status.tsx'
import { OnDemand } from '../platform/on-demand.tsx'
import { agreementName, categoryLabels, impactLabels, type Side, urgencyLabels } from './labels.ts'
import type { Status, Ticket, TicketRow } from './model.ts'
import { TicketPriority, TicketStatus } from './ticket-marks.tsx'

const SlaPanel = lazy(() => import('./sla-panel.tsx').then((m) => ({ default: m.SlaPanel })))
const Watchers = lazy(() => import('./watchers.tsx').then((m) => ({ default: m.Watchers })))
const TicketLinks = lazy(() => import('./ticket-links.tsx').then((m) => ({ default: m.TicketLinks })))
const loadStatusMenu = () => import('./status-menu.tsx')
const loadAssignMenu = () => import('./assign-menu.tsx')

const linkClass = 'rounded-[4px] py-1.5 underline decoration-line underline-offset-3 hover:decoration-accent'
const sourceWords = { portal: 'the portal', mail: 'mail', api: 'the API', automation: 'an automation' }

type Person = TicketRow['assignee']

interface FactsProps {
  ticket: Ticket
  side: Side
  me: { id: string; name: string } | undefined
  onStatus: (status: Status) => void
  onAssign: (to: Person) => void
}

/** What is known about a ticket; what may be changed in one step is a menu. */
export function Facts({ ticket, side, me, onStatus, onAssign }: FactsProps) {
  const { can } = ticket
  const base = side === 'staff' ? '/admin/tickets' : '/tickets'
  const from = (requester: string) => `/admin/tickets?status=all&requester=${requester}`
  const list = 'grid grid-cols-[5.75rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2.5'
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
                  label="Set the status to"
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
              Set by staff: {ticket.priorityReason}
            </span>
          )}
        </Fact>
        <Fact name="Impact">{impactLabels[ticket.impact].label}</Fact>
        <Fact name="Urgency">{urgencyLabels[ticket.urgency].label}</Fact>
        <Fact name="Category">{categoryLabels[ticket.category]}</Fact>
      </dl>
      <Suspense>
        <SlaPanel ticket={ticket} side={side} />
      </Suspense>
      <hr className="my-4 border-line" />
      <dl className={list}>
        <Fact name="Requester">
          {side === 'staff' ? (
            <Anchor
              href={from(ticket.requester.id)}
              title={`All tickets of ${ticket.requester.name}`}
              className={linkClass}
            >
              {ticket.requester.name}
            </Anchor>
          ) : (
            ticket.requester.name
          )}
        </Fact>
        {side === 'staff' && (
          <Fact name="Company">
            <Anchor
              href={`/admin/tickets?status=all&company=${ticket.company.id}`}
              title={`All tickets of ${ticket.company.name}`}
              className={linkClass}
            >
              {ticket.company.name}
            </Anchor>
          </Fact>
        )}
        {ticket.client && (
          <Fact name="Client">
            <Anchor href={`/clients/${ticket.client.id}`} className={linkClass}>
              {ticket.client.name}
            </Anchor>
          </Fact>
        )}
        {ticket.contact && (
          <Fact name="Contact">
            <Anchor href={`/contacts?state=all&contact=${ticket.contact.id}`} className={linkClass}>
              {ticket.contact.name}
            </Anchor>
          </Fact>
        )}
        {ticket.agreement && (
          <Fact name="Agreement">
            <Anchor
              href={side === 'staff' ? `/agreements/${ticket.agreement.id}` : `/my-agreements/${ticket.agreement.id}`}
              className={linkClass}
            >
              {agreementName(ticket.agreement)}
            </Anchor>
          </Fact>
        )}
        {ticket.installation && (
          <Fact name="Automation">
            <Anchor href={`/apps-automations/${ticket.installation.id}`} className={linkClass}>
              {ticket.installation.name}
            </Anchor>
          </Fact>
        )}
        <Fact name="Opened">
          <RelativeTime iso={ticket.createdAt} />
          {ticket.source !== 'portal' && ` by ${sourceWords[ticket.source]}`}
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
      {ticket.links.length > 0 && (
        <Suspense>
          <TicketLinks ticket={ticket} side={side} />
        </Suspense>
      )}
      <Suspense>
        <Watchers ticket={ticket} side={side} me={me} />
      </Suspense>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}

/** A value that opens a menu. Its text stands in line with values that do not. */
const factButton = (name: string, value: ReactNode) => (
  <Button
    variant="ghost"
    size="sm"
    className="-mx-2.5 -my-1.5 !text-sm !text-text max-w-[calc(100%+1.25rem)] !font-normal max-md:!h-11 max-md:-my-2.5"
  >
    <span className="sr-only">{name}: </span>
    <span className="min-w-0 truncate">{value}</span>
    <ChevronDown aria-hidden className="size-3.5 text-muted" />
  </Button>
)

function PersonName({ person }: { person: Person }) {
  if (!person) return <span className="text-muted">Nobody yet</span>
  return (
    <span className="-my-1 inline-flex max-w-full items-center gap-2">
      <Avatar name={person.name} size="sm" />
      <span className="min-w-0 truncate">{person.name}</span>
    </span>
  )
}
