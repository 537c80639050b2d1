import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { MarkdownText } from '../../ui/markdown-text.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useOnDemand } from '../platform/on-demand.tsx'
import { useUntil } from '../platform/use-until.ts'
import type { Said as Text } from './said-editor.tsx'

const loadEditor = () => import('./said-editor.tsx')
const loadHistory = () => import('./said-history.tsx')

interface SaidProps {
  said: Text & { author: { name: string }; editedAt: string | null; editableUntil: string | null }
  /** What it is: "comment", "note" or "update". */
  what: string
  staff: boolean
  /** Who said it and when, before its text. */
  head: ReactNode
  save: (said: Text) => Promise<unknown>
  onTyped?: (typed: boolean) => void
}

/** What somebody said: its text, put right by its writer while there is time, and the mark that it was. */
export function Said({ said, what, staff, head, save, onTyped }: SaidProps) {
  const may = useUntil(said.editableUntil)
  const editor = useOnDemand(loadEditor)
  const history = useOnDemand(loadHistory)
  const [open, setOpen] = useState<'editor' | 'history'>()
  const edited = said.editedAt && (
    <>
      edited <RelativeTime iso={said.editedAt} />
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
            className="-my-1 max-md:-my-3 max-md:-mr-3 max-md:!size-11"
            label={`Edit your ${what}`}
            title="Edit, for 15 minutes"
            icon={<Pencil aria-hidden className="size-3.5" />}
            pending={editor.pending}
            onClick={() => void editor.get().then((loaded) => loaded && setOpen('editor'))}
          />
        )}
      </div>
      {/* What was begun in time stays in sight; the server says when it is over. */}
      {open === 'editor' && editor.module ? (
        <editor.module.SaidEditor
          said={said}
          what={what}
          save={save}
          onClose={() => setOpen(undefined)}
          onTyped={onTyped}
        />
      ) : (
        <MarkdownText text={said.body} className="mt-1.5" />
      )}
      {open === 'history' && history.module && (
        <history.module.SaidHistory
          id={said.id}
          who={`${said.author.name} edited this ${what}`}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
