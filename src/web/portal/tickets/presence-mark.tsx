import { Eye, PenLine } from 'lucide-react'
import type { ListColumn } from '../lists/list.ts'
import type { TicketRow } from './model.ts'
import { presenceText, usePresenceOf } from './presence.ts'

/** In a list: that somebody else has the ticket open, or is writing. */
function PresenceMark({ id }: { id: string }) {
  const here = usePresenceOf(id)
  if (here.length === 0) return null
  const text = presenceText(here)
  const Mark = here.some((p) => p.writing) ? PenLine : Eye
  return (
    <span title={text} className="mr-2 inline-flex align-[-3px] text-warn">
      <Mark aria-hidden className="size-4" />
      <span className="sr-only">{text}.</span>
    </span>
  )
}

/** A column with the mark before what it shows. */
export const withPresence = (column: ListColumn<TicketRow>): ListColumn<TicketRow> => ({
  ...column,
  cell: (t) => (
    <>
      <PresenceMark id={t.id} />
      {column.cell(t)}
    </>
  ),
})
