import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import type { Theirs } from './draft-sync.ts'
import { removeMarks } from './mention-marks.ts'

interface DraftConflictProps {
  theirs: Theirs
  /** Whether the two drafts can be combined, one below the other. */
  both: boolean
  onResolve: (how: 'theirs' | 'mine' | 'both') => void
}

/** Shows the draft from another device when the two differ, and lets the user choose. */
export function DraftConflict({ theirs, both, onResolve }: DraftConflictProps) {
  const { text } = removeMarks(theirs.body)
  return (
    <Banner tone="warn" title="You have a different draft in another tab or on another device">
      <span className="block">
        Saved <RelativeTime iso={theirs.updatedAt} />
        {theirs.files.length > 0 && `, with ${theirs.files.length === 1 ? '1 file' : `${theirs.files.length} files`}`}:
      </span>
      <span className="scroll-thin mt-2 block max-h-32 overflow-y-auto whitespace-pre-wrap rounded-sm border border-line bg-ink px-3 py-2 text-text [overflow-wrap:anywhere]">
        {text.trim() || (theirs.fields?.subject as string | undefined) || 'No text yet.'}
      </span>
      <span className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onResolve('theirs')}>
          Use the other draft
        </Button>
        <Button size="sm" onClick={() => onResolve('mine')}>
          Keep this draft
        </Button>
        {both && (
          <Button size="sm" onClick={() => onResolve('both')}>
            Keep both
          </Button>
        )}
      </span>
    </Banner>
  )
}
