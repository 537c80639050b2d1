import { X } from 'lucide-react'
import { useState } from 'react'
import { Anchor } from '../../../ui/anchor.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../../platform/data/api.ts'
import type { Ticket } from '../model.ts'
import { TicketStatus } from '../ticket-marks.tsx'
import { keepTicket, reloadMessages } from '../ticket-queries.ts'
import { formatTicketNumber, type Side } from './labels.ts'
import { relationLabels } from './link-labels.ts'

/** The tickets that are linked to this one. */
export function TicketLinks({ ticket, side }: { ticket: Ticket; side: Side }) {
  const [busy, setBusy] = useState<string>()
  async function remove(linkId: string, other: string) {
    setBusy(linkId)
    try {
      keepTicket(await client.tickets.unlink({ id: ticket.id, linkId }))
      reloadMessages(ticket.id)
    } catch (e) {
      showToast({
        title: `The link to ${other} was not removed`,
        description: parseFailure(e)?.message ?? 'Check your connection and try again.',
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
                <span className="tabular">{formatTicketNumber(other.number)}</span> <bdi>{other.subject}</bdi>
              </Anchor>
              {company.id !== ticket.company.id && (
                <span className="block text-muted text-xs">{company.name} · visible to staff only</span>
              )}
            </span>
            {id && ticket.can.merge && (
              <IconButton
                size="sm"
                className="-mr-1.5"
                label={`Remove link to ${formatTicketNumber(other.number)}`}
                title="Remove link"
                icon={<X aria-hidden className="size-3.5" />}
                pending={busy === id}
                onClick={() => void remove(id, formatTicketNumber(other.number))}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
