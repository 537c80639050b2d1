import { RelativeTime } from '../../ui/relative-time.tsx'
import type { ListColumn } from '../lists/list.ts'
import { categoryLabels, impactLabels, type Side, ticketName, urgencyLabels } from './labels.ts'
import type { TicketRow } from './model.ts'
import { TicketPriority, TicketStatus } from './ticket-marks.tsx'

type Column = ListColumn<TicketRow>

const subject: Column = {
  key: 'ticket',
  header: 'Ticket',
  sort: 'number',
  cell: (t) => (
    <>
      <span className="tabular mr-3 inline-block min-w-12 text-muted max-md:mr-2 max-md:min-w-0">
        {ticketName(t.number)}
      </span>
      <bdi className="font-medium" title={t.subject}>
        {t.subject}
      </bdi>
    </>
  ),
}
const status = (side: Side): Column => ({
  key: 'status',
  header: 'Status',
  width: 'w-42',
  cell: (t) => <TicketStatus short status={t.status} side={side} />,
  card: (t) => (
    <span className="text-text">
      <TicketStatus short status={t.status} side={side} />
    </span>
  ),
})
const priority: Column = {
  key: 'priority',
  header: 'Priority',
  sort: 'priority',
  width: 'w-24',
  cell: (t) => <TicketPriority priority={t.priority} />,
}
const category = (width: string): Column => ({
  key: 'category',
  header: 'Category',
  priority: 'wide',
  width,
  cell: (t) => <span className="text-muted">{categoryLabels[t.category]}</span>,
})
const requester: Column = {
  key: 'requester',
  header: 'Requester',
  width: 'w-34',
  cell: (t) => t.requester.name,
}
const from: Column = {
  key: 'company',
  header: 'From',
  width: 'w-44',
  cell: (t) => (
    <>
      <span className="block truncate">{t.company.name}</span>
      <span className="block truncate text-muted text-xs">{t.requester.name}</span>
    </>
  ),
  // Cards have no head: who is who stands in the words.
  card: (t) => (
    <span className="truncate">
      {t.requester.name}, {t.company.name}
    </span>
  ),
}
const assignee: Column = {
  key: 'assignee',
  header: 'Assignee',
  width: 'w-34',
  cell: (t) => t.assignee?.name ?? <span className="text-muted">Nobody yet</span>,
  card: (t) => <span className="truncate">{t.assignee ? `With ${t.assignee.name}` : 'Not assigned'}</span>,
}
const impact: Column = {
  key: 'impact',
  header: 'Impact',
  optional: true,
  width: 'w-34',
  cell: (t) => <span className="text-muted">{impactLabels[t.impact].label}</span>,
  card: (t) => `${impactLabels[t.impact].label} affected`,
}
const urgency: Column = {
  key: 'urgency',
  header: 'Urgency',
  optional: true,
  width: 'w-24',
  cell: (t) => <span className="text-muted">{urgencyLabels[t.urgency].label}</span>,
  card: (t) => `${urgencyLabels[t.urgency].label} urgency`,
}
const opened: Column = {
  key: 'opened',
  header: 'Opened',
  sort: 'created',
  optional: true,
  width: 'w-28',
  align: 'end',
  cell: (t) => <RelativeTime iso={t.createdAt} className="text-muted" />,
  card: (t) => (
    <span className="truncate">
      Opened <RelativeTime iso={t.createdAt} />
    </span>
  ),
}
const updated: Column = {
  key: 'updated',
  header: 'Updated',
  sort: 'updated',
  width: 'w-28',
  align: 'end',
  cell: (t) => <RelativeTime iso={t.updatedAt} className="text-muted" />,
}

const columns: Record<Side, Column[]> = {
  partner: [
    subject,
    status('partner'),
    priority,
    category('w-36'),
    impact,
    urgency,
    requester,
    assignee,
    opened,
    updated,
  ],
  // Staff have a column more: the category stands where the table is wide indeed.
  staff: [
    subject,
    status('staff'),
    priority,
    category('w-36 @max-[72rem]:hidden'),
    impact,
    urgency,
    from,
    assignee,
    opened,
    updated,
  ],
}
/** What one side's list can show of a ticket. */
export const columnsOf = (side: Side): Column[] => columns[side]

const cards: Record<Side, string[]> = {
  partner: ['ticket', 'status', 'priority', 'updated', 'requester', 'assignee'],
  staff: ['ticket', 'status', 'priority', 'updated', 'company', 'assignee'],
}
/** What a card on phones shows of it, in its order. */
export const cardsOf = (side: Side): string[] => cards[side]
