import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { IconButton } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useOnDemand } from '../platform/on-demand.tsx'
import { useUntil } from '../platform/use-until.ts'
import type { Side } from './labels.ts'
import type { Message } from './model.ts'

const loadEditor = () => import('./message-editor.tsx')
const loadHistory = () => import('./message-history.tsx')

/** The button that begins to put an own message right while there is time, and the editor once it is pressed. */
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
        title="Edit, for 15 minutes"
        icon={<Pencil aria-hidden className="size-3.5" />}
        pending={editor.pending}
        onClick={() => void editor.get().then((loaded) => setOpen(loaded !== undefined))}
      />
    ),
    // What was begun in time stays in sight; the server says when it is over.
    editor: open && editor.module && (
      <editor.module.MessageEditor ticketId={id} message={message} side={side} onClose={() => setOpen(false)} />
    ),
  }
}

/** Says that a message was put right, and shows staff what it said before. */
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
