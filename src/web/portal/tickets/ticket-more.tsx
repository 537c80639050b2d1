import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { OnDemand, useOnDemand } from '../platform/on-demand.tsx'
import type { Ticket } from './model.ts'
import type { TicketAct } from './ticket-menu.tsx'

const loadMenu = () => import('./ticket-menu.tsx')
const loadDialogs = () => import('./ticket-dialogs.tsx')

/** The button at a ticket's head with what staff do with it and other tickets; nothing for others. */
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
