import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { OnDemand, useOnDemand } from '../platform/loading/on-demand.tsx'
import type { Ticket } from './model.ts'
import type { TicketAct } from './ticket-menu.tsx'

const loadMenu = () => import('./ticket-menu.tsx')
const loadDialogs = () => import('./facts/ticket-dialogs.tsx')

/** The button in a ticket's header with the actions that involve other tickets. Nothing for users who cannot merge. */
export function TicketMore({ ticket }: { ticket: Ticket }) {
  const { module, get } = useOnDemand(loadDialogs)
  const [act, setAct] = useState<TicketAct>()
  if (!ticket.can.merge) return null
  return (
    <>
      <OnDemand
        load={loadMenu}
        button={
          <IconButton
            variant="secondary"
            label="More actions"
            title="More actions"
            icon={<MoreHorizontal aria-hidden className="size-4" />}
          />
        }
      >
        {({ TicketMenu }, button) => (
          <TicketMenu button={button} onAct={(what) => void get().then((loaded) => loaded && setAct(what))} />
        )}
      </OnDemand>
      {module && act && <module.TicketDialog act={act} ticket={ticket} onClose={() => setAct(undefined)} />}
    </>
  )
}
