import { Button } from '../../../ui/button.tsx'
import type { Choice } from '../../lists/list-screen.tsx'
import type { TicketRow } from '../model.ts'
import type { Asked } from './act-picker.tsx'

interface QueueBulkProps {
  chosen: TicketRow[]
  choice: Choice
  /** The most tickets that can be changed together. */
  most: number
  onMe: (rows: TicketRow[]) => void
  onAsk: (kind: Asked, rows: TicketRow[]) => void
  onWatch: (rows: TicketRow[]) => void
}

/** The actions on the selected tickets. */
export function QueueBulk({ chosen, choice, most, onMe, onAsk, onWatch }: QueueBulkProps) {
  return (
    <>
      <Button size="sm" onClick={() => onMe(chosen)}>
        Assign to me
      </Button>
      <Button size="sm" onClick={() => onAsk('assign', chosen)}>
        Assign
      </Button>
      <Button size="sm" onClick={() => onAsk('status', chosen)}>
        Status
      </Button>
      <Button size="sm" onClick={() => onAsk('priority', chosen)}>
        Priority
      </Button>
      <Button size="sm" onClick={() => onAsk('category', chosen)}>
        Category
      </Button>
      <Button size="sm" onClick={() => onAsk('tags', chosen)}>
        Tags
      </Button>
      <Button size="sm" onClick={() => onWatch(chosen)}>
        Watch
      </Button>
      {choice.more && chosen.length < most && (
        <Button size="sm" variant="ghost" onClick={() => void choice.all(most)}>
          Select up to {most}
        </Button>
      )}
    </>
  )
}
