import { Tag, UserRound, UserRoundCheck } from 'lucide-react'
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

/** What can be done with the chosen tickets. */
export function QueueBulk({ chosen, choice, most, onMe, onAsk, onWatch }: QueueBulkProps) {
  return (
    <>
      <Button size="sm" icon={<UserRoundCheck aria-hidden className="size-4" />} onClick={() => onMe(chosen)}>
        To me
      </Button>
      <Button size="sm" icon={<UserRound aria-hidden className="size-4" />} onClick={() => onAsk('assign', chosen)}>
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
      <Button size="sm" icon={<Tag aria-hidden className="size-4" />} onClick={() => onAsk('tags', chosen)}>
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
