import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { IconButton } from '../../../ui/button.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { useUntil } from '../../platform/live/use-until.ts'
import { useOnDemand } from '../../platform/loading/on-demand.tsx'
import type { Side } from '../facts/labels.ts'
import type { Message } from '../model.ts'

const loadEditor = () => import('./message-editor.tsx')
const loadHistory = () => import('./message-history.tsx')

/** Returns the button that edits the user's own message while that is allowed, and the editor once it is pressed. */
export function useMessageEdit(message: Message, side: Side): { button: ReactNode; editor: ReactNode } {
  const { id = '' } = useParams()
  const may = useUntil(message.editableUntil)
  const editor = useOnDemand(loadEditor)
  const [open, setOpen] = useState(false)
  return {
    button: may && !open && (
      <IconButton
        size="sm"
        className="-my-1 max-md:!size-9"
        label={`Edit your ${message.kind}`}
        title="Edit (available for 15 minutes)"
        icon={<Pencil aria-hidden className="size-3.5" />}
        pending={editor.pending}
        onClick={() => void editor.get().then((loaded) => setOpen(loaded !== undefined))}
      />
    ),
    // An edit that was begun in time stays open; the server says if it is too late.
    editor: open && editor.module && (
      <editor.module.MessageEditor ticketId={id} message={message} side={side} onClose={() => setOpen(false)} />
    ),
  }
}

/** Says that a message was edited. Staff can see its earlier versions. */
export function EditedMark({ message, side }: { message: Message; side: Side }) {
  const { id = '' } = useParams()
  const history = useOnDemand(loadHistory)
  const [open, setOpen] = useState(false)
  const words = (
    <>
      edited <RelativeTime iso={message.editedAt ?? ''} />
    </>
  )
  if (side !== 'staff') return <span>{words}</span>
  return (
    <>
      <button
        type="button"
        aria-busy={history.pending || undefined}
        className="rounded-[4px] underline decoration-line underline-offset-3 hover:decoration-accent max-md:min-h-9"
        onClick={() => void history.get().then((loaded) => setOpen(loaded !== undefined))}
      >
        {words}
      </button>
      {open && history.module && (
        <history.module.MessageHistory ticketId={id} message={message} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
