import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { FoldedText } from '../../ui/text/folded-text.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { useUntil } from '../platform/live/use-until.ts'
import { useOnDemand } from '../platform/loading/on-demand.tsx'
import type { EditableValue } from './editable-text-editor.tsx'

const loadEditor = () => import('./editable-text-editor.tsx')
const loadHistory = () => import('./editable-text-history.tsx')

interface EditableTextProps {
  text: EditableValue & { author: { name: string }; editedAt: string | null; editableUntil: string | null }
  /** The kind of text: "comment", "note" or "update". */
  what: string
  staff: boolean
  /** The author and time, shown above the text. */
  head: ReactNode
  save: (text: EditableValue) => Promise<unknown>
  onTyped?: (typed: boolean) => void
}

/** A comment, note or update. Its author can edit it for a limited time, and edited texts are marked. */
export function EditableText({ text, what, staff, head, save, onTyped }: EditableTextProps) {
  const may = useUntil(text.editableUntil)
  const editor = useOnDemand(loadEditor)
  const history = useOnDemand(loadHistory)
  const [open, setOpen] = useState<'editor' | 'history'>()
  const edited = text.editedAt && (
    <>
      edited <RelativeTime iso={text.editedAt} />
    </>
  )
  return (
    <>
      <div className="flex items-start gap-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
          {head}
          {edited &&
            (staff ? (
              <button
                type="button"
                aria-busy={history.pending || undefined}
                className="rounded-[4px] underline decoration-line underline-offset-3 hover:decoration-accent max-md:-my-2.5 max-md:min-h-9"
                onClick={() => void history.get().then((loaded) => loaded && setOpen('history'))}
              >
                {edited}
              </button>
            ) : (
              <span>{edited}</span>
            ))}
        </div>
        {may && open !== 'editor' && (
          <IconButton
            size="sm"
            className="-my-1 max-md:-my-3 max-md:-mr-3"
            label={`Edit your ${what}`}
            title="Editable for 15 minutes"
            icon={<Pencil aria-hidden className="size-3.5" />}
            pending={editor.pending}
            onClick={() => void editor.get().then((loaded) => loaded && setOpen('editor'))}
          />
        )}
      </div>
      {/* An editor opened in time stays open after the limit. The server then rejects the change. */}
      {open === 'editor' && editor.module ? (
        <editor.module.EditableTextEditor
          text={text}
          what={what}
          save={save}
          onClose={() => setOpen(undefined)}
          onTyped={onTyped}
        />
      ) : (
        <FoldedText text={text.body} className="mt-1.5" />
      )}
      {open === 'history' && history.module && (
        <history.module.EditableTextHistory
          id={text.id}
          who={`${text.author.name} edited this ${what}`}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
