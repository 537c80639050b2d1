import { X } from 'lucide-react'
import { useState } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { type Side, ticketName } from './labels.ts'
import { relationLabels } from './link-labels.ts'
import type { Ticket } from './model.ts'
import { TicketStatus } from './ticket-marks.tsx'
import { keepTicket, reloadMessages } from './ticket-queries.ts'

/** The tickets that belong to this one. */
export function TicketLinks({ ticket, side }: { ticket: Ticket; side: Side }) {
  const [busy, setBusy] = useState<string>()
  async function remove(linkId: string, other: string) {
    setBusy(linkId)
    try {
      keepTicket(await client.tickets.unlink({ id: ticket.id, linkId }))
      reloadMessages(ticket.id)
    } catch (e) {
      toast({
        title: `The link with ${other} was not removed`,
        description: failureOf(e)?.message ?? 'Something went wrong. Try again.',
        tone: 'destructive',
      })
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <section aria-label="Linked tickets" className="mt-4 border-line border-t pt-4">
      <h2 className="font-medium">Linked tickets</h2>
      <ul className="mt-2 flex flex-col gap-2.5">
        {ticket.links.map(({ id, relation, ticket: other, company }) => (
          <li key={other.id} className="flex items-start gap-2">
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap gap-x-2 text-muted text-xs">
                {relationLabels[relation]}
                <TicketStatus short status={other.status} side={side} />
              </span>
              <Anchor
                href={`${side === 'staff' ? '/admin' : ''}/tickets/${other.id}`}
                className="rounded-[4px] underline decoration-line underline-offset-3 hover:decoration-accent max-md:inline-block max-md:py-1"
              >
                <span className="tabular">{ticketName(other.number)}</span> <bdi>{other.subject}</bdi>
              </Anchor>
              {company.id !== ticket.company.id && (
                <span className="block text-muted text-xs">{company.name} · seen by staff only</span>
              )}
            </span>
            {id && ticket.can.merge && (
              <IconButton
                size="sm"
                className="-mr-1.5 max-md:!size-11"
                label={`Remove the link with ${ticketName(other.number)}`}
                title="Remove the link"
                icon={<X aria-hidden className="size-3.5" />}
                pending={busy === id}
                onClick={() => void remove(id, ticketName(other.number))}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
