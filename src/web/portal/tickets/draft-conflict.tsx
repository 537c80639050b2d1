import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { Theirs } from './draft-sync.ts'
import { withoutMarks } from './mention-marks.ts'

interface DraftConflictProps {
  theirs: Theirs
  /** Whether the two can stand below each other. */
  both: boolean
  onResolve: (how: 'theirs' | 'mine' | 'both') => void
}

/** Two devices hold different drafts: shows the other one and lets the writer choose. */
export function DraftConflict({ theirs, both, onResolve }: DraftConflictProps) {
  const { text } = withoutMarks(theirs.body)
  return (
    <Banner tone="warn" title="You wrote something else on another device">
      <span className="block">
        Saved <RelativeTime iso={theirs.updatedAt} />
        {theirs.files.length > 0 && `, with ${theirs.files.length === 1 ? 'a file' : `${theirs.files.length} files`}`}:
      </span>
      <span className="scroll-thin mt-2 block max-h-32 overflow-y-auto whitespace-pre-wrap rounded-sm border border-line bg-ink px-3 py-2 text-text [overflow-wrap:anywhere]">
        {text.trim() || (theirs.fields?.subject as string | undefined) || 'No text yet.'}
      </span>
      <span className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onResolve('theirs')}>
          Use that one
        </Button>
        <Button size="sm" onClick={() => onResolve('mine')}>
          Keep this one
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
