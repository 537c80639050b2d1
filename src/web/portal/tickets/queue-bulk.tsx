import { Button } from '../../ui/button.tsx'
import type { Choice } from '../lists/list-screen.tsx'
import type { TicketRow } from './model.ts'
import type { Asked } from './use-ticket-acts.tsx'

interface QueueBulkProps {
  chosen: TicketRow[]
  choice: Choice
  /** So many can be changed at once. */
  most: number
  onMe: (rows: TicketRow[]) => void
  onAsk: (kind: Asked, rows: TicketRow[]) => void
  onWatch: (rows: TicketRow[]) => void
}

/** Fingers need more room than a mouse. */
const tall = 'max-md:!h-11'

/** What can be done with the chosen tickets. */
export function QueueBulk({ chosen, choice, most, onMe, onAsk, onWatch }: QueueBulkProps) {
  return (
    <>
      <Button size="sm" className={tall} onClick={() => onMe(chosen)}>
        To me
      </Button>
      <Button size="sm" className={tall} onClick={() => onAsk('assign', chosen)}>
        Assign
      </Button>
      <Button size="sm" className={tall} onClick={() => onAsk('status', chosen)}>
        Status
      </Button>
      <Button size="sm" className={tall} onClick={() => onAsk('priority', chosen)}>
        Priority
      </Button>
      <Button size="sm" className={tall} onClick={() => onAsk('category', chosen)}>
        Category
      </Button>
      <Button size="sm" className={tall} onClick={() => onAsk('tags', chosen)}>
        Tags
      </Button>
      <Button size="sm" className={tall} onClick={() => onWatch(chosen)}>
        Watch
      </Button>
      {choice.more && chosen.length < most && (
        <Button size="sm" variant="ghost" className={tall} onClick={() => void choice.all(most)}>
          Select up to {most}
        </Button>
      )}
    </>
  )
}
