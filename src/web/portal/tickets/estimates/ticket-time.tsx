import { Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { lazy } from '../../platform/loading/lazy.ts'
import { loadTimePanel } from '../../time/index.ts'
import type { Side } from '../facts/labels.ts'
import type { Ticket } from '../model.ts'

const TimePanel = lazy(() => loadTimePanel().then((m) => ({ default: m.TimePanel })))
const EstimateDialog = lazy(() => import('./estimate-dialog.tsx').then((m) => ({ default: m.EstimateDialog })))

/** The time of a ticket beside its facts. Staff can also propose an estimate here. */
export function TicketTime({ ticket, side }: { ticket: Ticket; side: Side }) {
  const [proposing, setProposing] = useState(false)
  return (
    <>
      <hr className="my-4 border-line" />
      <Suspense>
        <TimePanel
          ticket={ticket}
          budget={ticket.budget}
          staff={side === 'staff'}
          action={
            ticket.can.estimate && (
              <Button size="sm" onClick={() => setProposing(true)}>
                Estimate
              </Button>
            )
          }
        />
      </Suspense>
      {/* In a Suspense of its own, because the panel would be hidden while the code of the dialog loads. */}
      <Suspense>{proposing && <EstimateDialog ticket={ticket} onClose={() => setProposing(false)} />}</Suspense>
    </>
  )
}
