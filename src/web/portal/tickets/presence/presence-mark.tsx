import { Eye, PenLine } from 'lucide-react'
import type { ListColumn } from '../../lists/list.ts'
import type { TicketRow } from '../model.ts'
import { describePresence, usePresenceOf } from './presence.ts'

/** Shows in a list that someone else has the ticket open or is writing. */
function PresenceMark({ id }: { id: string }) {
  const here = usePresenceOf(id)
  if (here.length === 0) return null
  const text = describePresence(here)
  const Mark = here.some((p) => p.writing) ? PenLine : Eye
  return (
    <span title={text} className="mr-2 inline-flex align-[-3px] text-warn">
      <Mark aria-hidden className="size-4" />
      <span className="sr-only">{text}.</span>
    </span>
  )
}

/** Adds the mark to a column, before its content. */
export const addPresence = (column: ListColumn<TicketRow>): ListColumn<TicketRow> => ({
  ...column,
  cell: (t) => (
    <>
      <PresenceMark id={t.id} />
      {column.cell(t)}
    </>
  ),
})
