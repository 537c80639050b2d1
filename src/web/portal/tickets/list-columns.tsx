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
      <span className="tabular mr-3 inline-block min-w-12 text-muted max-md:mr-2 max-md:min-w-0">{ticketName(t.number)}</span>
      <span className="font-medium" title={t.subject}>
        {t.subject}
      </span>
    </span>
  ),
}
const status = (side: Side): Column<ListRow> => ({
  key: 'status',
  header: 'Status',
  width: 'w-46',
  phone: 'meta',
  cell: (t) => (
    <span className="max-md:text-text">
      <TicketStatus status={t.status} side={side} />
    </span>
  ),
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
  phone: 'hidden',
  cell: (t) => <span className="text-muted">{categoryLabels[t.category]}</span>,
})
const requester: Column<ListRow> = {
  key: 'requester',
  header: 'Requester',
  width: 'w-36',
  cell: (t) => t.requester.name,
}
const from: Column<ListRow> = {
  key: 'company',
  header: 'From',
  width: 'w-44',
  cell: (t) => (
    <span className="block min-w-0 max-md:flex max-md:gap-1">
      <span className="block truncate">{t.company.name}</span>
      <span aria-hidden className="md:hidden">
        ·
      </span>
      <span className="block truncate text-muted text-xs">{t.requester.name}</span>
    </span>
  ),
}
const assignee: Column<ListRow> = {
  key: 'assignee',
  header: 'Assignee',
  width: 'w-36',
  cell: (t) =>
    t.assignee ? (
      <>
        <span className="sr-only max-md:not-sr-only">Assigned to </span>
        {t.assignee.name}
      </>
    ) : (
      <span className="text-muted">Nobody yet</span>
    ),
}
const updated: Column<ListRow> = {
  key: 'updated',
  header: 'Updated',
  sort: 'updated',
  width: 'w-28',
  align: 'end',
  cell: (t) => <RelativeTime iso={t.updatedAt} className="text-muted" />,
}

const columns: Record<Side, Column<ListRow>[]> = {
  partner: [subject, status('partner'), priority, category('w-40'), requester, assignee, updated],
  // Staff have a column more: the category stands where the table is wide indeed.
  staff: [subject, status('staff'), priority, category('w-36 @max-[72rem]:hidden'), from, assignee, updated],
}
/** The columns of one side's list. */
export const columnsOf = (side: Side): Column<ListRow>[] => columns[side]
