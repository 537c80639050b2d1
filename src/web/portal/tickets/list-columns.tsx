import { lazy, Suspense } from 'react'
import { Marked } from '../../ui/marked.tsx'
import { shortMinutes, showMinutes } from '../../ui/minutes-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { ListColumn } from '../lists/list.ts'
import {
  agreementName,
  categoryLabels,
  impactLabels,
  type Side,
  sourceLabels,
  ticketName,
  urgencyLabels,
} from './labels.ts'
import type { TicketRow } from './model.ts'
import { SlaMark } from './sla-mark.tsx'
import { TicketPriority, TicketStatus } from './ticket-marks.tsx'

type Column = ListColumn<TicketRow>
const NOTHING = <span className="text-muted">–</span>

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
        {t.found ? <Marked pieces={t.found.subject} /> : t.subject}
      </bdi>
      {t.found?.text && (
        <span className="mb-1 block truncate font-normal text-muted text-xs max-md:-mb-4 max-md:line-clamp-2 max-md:whitespace-normal">
          {t.found.in === 'note' && 'Note: '}
          <Marked pieces={t.found.text} />
        </span>
      )}
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
/** What is due next, by one of its two clocks. */
const due: Column = {
  key: 'due',
  header: 'Due',
  sort: 'due',
  width: 'w-36',
  cell: (t) => <SlaMark ticket={t} />,
  card: (t) => <SlaMark named ticket={t} />,
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
      {/* About whom, as far as that is said: the client's name tells more than who wrote. */}
      <span className="block truncate text-muted text-xs" title={t.client ? `For ${t.client.name}` : undefined}>
        {t.client ? `${t.client.name} · ${t.requester.name}` : t.requester.name}
      </span>
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

/** What was booked on it, for who wants it: there is no room for everything. */
const time: Column = {
  key: 'time',
  header: 'Time',
  width: 'w-24',
  align: 'end',
  optional: true,
  cell: (t) => <span className="tabular text-muted">{t.minutes > 0 ? shortMinutes(t.minutes) : '–'}</span>,
  card: (t) => (t.minutes > 0 ? `${showMinutes(t.minutes)} worked` : 'No time yet'),
}

const client: Column = {
  key: 'client',
  header: 'Client',
  optional: true,
  width: 'w-40',
  cell: (t) => t.client?.name ?? NOTHING,
  card: (t) => <span className="truncate">{t.client ? `For ${t.client.name}` : 'No client'}</span>,
}
const contact: Column = {
  key: 'contact',
  header: 'Contact',
  optional: true,
  width: 'w-34',
  cell: (t) => t.contact?.name ?? NOTHING,
  card: (t) => <span className="truncate">{t.contact ? `About ${t.contact.name}` : 'No contact'}</span>,
}
const agreement: Column = {
  key: 'agreement',
  header: 'Agreement',
  optional: true,
  width: 'w-44',
  cell: (t) =>
    t.agreement ? (
      <span className="block truncate" title={agreementName(t.agreement)}>
        {agreementName(t.agreement)}
      </span>
    ) : (
      NOTHING
    ),
  card: (t) => <span className="truncate">{t.agreement ? agreementName(t.agreement) : 'No agreement'}</span>,
}
const installation: Column = {
  key: 'installation',
  header: 'Automation',
  optional: true,
  width: 'w-44',
  cell: (t) => t.installation?.name ?? NOTHING,
  card: (t) => <span className="truncate">{t.installation?.name ?? 'No automation'}</span>,
}
const tags: Column = {
  key: 'tags',
  header: 'Tags',
  optional: true,
  width: 'w-44',
  cell: (t) =>
    t.tags.length > 0 ? (
      <span className="block truncate text-muted" title={t.tags.join(', ')}>
        {t.tags.join(', ')}
      </span>
    ) : (
      NOTHING
    ),
  card: (t) => <span className="truncate">{t.tags.join(', ') || 'No tags'}</span>,
}
const source: Column = {
  key: 'source',
  header: 'Source',
  optional: true,
  width: 'w-28',
  cell: (t) => <span className="text-muted">{sourceLabels[t.source]}</span>,
  card: (t) => `By ${sourceLabels[t.source]}`,
}
// Few show this column.
const Stars = lazy(() => import('./rating.tsx').then((m) => ({ default: m.Stars })))
const rating: Column = {
  key: 'rating',
  header: 'Rating',
  optional: true,
  width: 'w-28',
  cell: (t) =>
    t.rating ? (
      <Suspense>
        <Stars rating={t.rating} />
      </Suspense>
    ) : (
      NOTHING
    ),
  card: (t) => (t.rating ? `Rated ${t.rating} of 5` : 'Not rated'),
}

const columns: Record<Side, Column[]> = {
  partner: [
    subject,
    status('partner'),
    priority,
    due,
    // What is due comes before what it is about, where there is not room for both.
    category('w-36 @max-[72rem]:hidden'),
    impact,
    urgency,
    requester,
    client,
    contact,
    agreement,
    installation,
    tags,
    source,
    // Who has it in hand is on its page; where it is narrow, the subject needs the room.
    { ...assignee, width: 'w-34 @max-[72rem]:hidden' },
    time,
    opened,
    updated,
  ],
  // Staff have a column more: the category stands where the table is wide indeed.
  staff: [
    subject,
    status('staff'),
    priority,
    due,
    category('w-36 @max-[72rem]:hidden'),
    impact,
    urgency,
    from,
    client,
    contact,
    agreement,
    installation,
    tags,
    source,
    assignee,
    rating,
    time,
    opened,
    // Where it is narrow, what is due says more than what was changed.
    { ...updated, width: 'w-28 @max-[72rem]:hidden' },
  ],
}
/** What one side's list can show of a ticket. */
export const columnsOf = (side: Side): Column[] => columns[side]

const cards: Record<Side, string[]> = {
  partner: ['ticket', 'status', 'priority', 'due', 'updated', 'requester', 'assignee'],
  staff: ['ticket', 'status', 'priority', 'due', 'updated', 'company', 'assignee'],
}
/** What a card on phones shows of it, in its order. */
export const cardsOf = (side: Side): string[] => cards[side]
