import { RelativeTime } from '../../ui/relative-time.tsx'
import type { Column } from '../../ui/table-column.ts'
import { categoryLabels, type Side, ticketName } from './labels.ts'
import type { TicketRow } from './model.ts'
import { TicketPriority, TicketStatus } from './ticket-marks.tsx'

/** A row of the list; `changed` when it is not as it was a moment ago. */
export type ListRow = TicketRow & { changed?: boolean }

const subject: Column<ListRow> = {
  key: 'ticket',
  header: 'Ticket',
  sort: 'number',
  cell: (t) => (
    <span data-changed={t.changed ? '' : undefined}>
      <span className="tabular mr-3 inline-block min-w-12 text-muted max-md:mr-2 max-md:min-w-0">
        {ticketName(t.number)}
      </span>
      <bdi className="font-medium" title={t.subject}>
        {t.subject}
      </bdi>
    </span>
  ),
}
const status = (side: Side): Column<ListRow> => ({
  key: 'status',
  header: 'Status',
  width: 'w-42',
  phone: 'meta',
  cell: (t) => <TicketStatus short status={t.status} side={side} />,
})
const priority: Column<ListRow> = {
  key: 'priority',
  header: 'Priority',
  sort: 'priority',
  width: 'w-24',
  cell: (t) => <TicketPriority priority={t.priority} />,
}
const category = (width: string): Column<ListRow> => ({
  key: 'category',
  header: 'Category',
  priority: 'wide',
  width,
  cell: (t) => <span className="text-muted">{categoryLabels[t.category]}</span>,
})
const requester: Column<ListRow> = {
  key: 'requester',
  header: 'Requester',
  width: 'w-34',
  cell: (t) => t.requester.name,
}
const from: Column<ListRow> = {
  key: 'company',
  header: 'From',
  width: 'w-44',
  cell: (t) => (
    <>
      <span className="block truncate">{t.company.name}</span>
      <span className="block truncate text-muted text-xs">{t.requester.name}</span>
    </>
  ),
}
const assignee: Column<ListRow> = {
  key: 'assignee',
  header: 'Assignee',
  width: 'w-34',
  cell: (t) => t.assignee?.name ?? <span className="text-muted">Nobody yet</span>,
}
const updated: Column<ListRow> = {
  key: 'updated',
  header: 'Updated',
  sort: 'updated',
  width: 'w-28',
  align: 'end',
  cell: (t) => <RelativeTime iso={t.updatedAt} className="text-muted" />,
}
const statusOnCard = (side: Side): Column<ListRow> => ({
  ...status(side),
  cell: (t) => (
    <span className="text-text">
      <TicketStatus short status={t.status} side={side} />
    </span>
  ),
})
/** Cards have no head: who is who stands in the words. */
const fromInWords: Column<ListRow> = {
  ...from,
  cell: (t) => (
    <span className="truncate">
      {t.requester.name}, {t.company.name}
    </span>
  ),
}
const assigneeInWords: Column<ListRow> = {
  ...assignee,
  cell: (t) => <span className="truncate">{t.assignee ? `With ${t.assignee.name}` : 'Not assigned'}</span>,
}

const columns: Record<Side, Record<'table' | 'cards', Column<ListRow>[]>> = {
  partner: {
    table: [subject, status('partner'), priority, category('w-36'), requester, assignee, updated],
    cards: [subject, statusOnCard('partner'), priority, updated, requester, assigneeInWords],
  },
  staff: {
    // Staff have a column more: the category stands where the table is wide indeed.
    table: [subject, status('staff'), priority, category('w-36 @max-[72rem]:hidden'), from, assignee, updated],
    cards: [subject, statusOnCard('staff'), priority, updated, fromInWords, assigneeInWords],
  },
}
/** What one side's list shows of a ticket, in a table or on phones in cards. */
export const columnsOf = (side: Side, shape: 'table' | 'cards'): Column<ListRow>[] => columns[side][shape]
