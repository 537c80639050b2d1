import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { Anchor } from '../../../ui/anchor.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useLive } from '../../platform/live/use-live.ts'
import { formatTicketNumber } from '../facts/labels.ts'
import { undecidedOptions } from '../suggestions/suggestion-queries.ts'
import { Triage } from '../suggestions/suggestions.tsx'

/** Undecided suggestions, one after the other, without leaving the queue. */
export function QueueSuggestions() {
  const { data, refetch } = useQuery(undecidedOptions())
  const [open, setOpen] = useState(false)
  useLive(['ticket'], (event) => {
    if (event === 'resumed' || event.kind === 'suggested') void refetch()
  })
  const [first, ...rest] = data?.items ?? []
  if (!first && !open) return null
  const many = `${rest.length + 1}${data?.nextCursor ? '+' : ''}`
  return (
    <>
      <Button icon={<Sparkles aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        Suggestions <span className="tabular text-muted">{first ? many : 0}</span>
      </Button>
      <Dialog open={open} onOpenChange={setOpen} size="lg" phone="full" title="Suggestions">
        {first?.triage ? (
          <div className="flex flex-col gap-4">
            <p className="min-w-0 [overflow-wrap:anywhere]">
              <span className="tabular text-muted">{formatTicketNumber(first.ticket.number)}</span>{' '}
              <Anchor
                href={`/admin/tickets/${first.ticket.id}`}
                className="font-medium underline decoration-edge underline-offset-4 hover:decoration-current"
              >
                {first.ticket.subject}
              </Anchor>
              <span className="block text-muted text-xs">{first.ticket.company}</span>
            </p>
            <Triage
              key={`${first.id} ${first.ticket.version}`}
              id={first.id}
              proposed={first.triage}
              ticket={{ ...first.ticket, can: { edit: true } }}
              near
            />
            {rest.length > 0 && (
              <div>
                <h3 className="text-muted text-xs">Up next</h3>
                <ul className="mt-1.5 flex flex-col gap-1">
                  {rest.slice(0, 5).map((s) => (
                    <li key={s.id} className="truncate">
                      <span className="tabular text-muted">{formatTicketNumber(s.ticket.number)}</span>{' '}
                      {s.ticket.subject}
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </div>
        ) : (
          <EmptyState icon={<Sparkles />} title="No suggestions to review">
            Suggestions for new tickets appear here automatically.
          </EmptyState>
        )}
      </Dialog>
    </>
  )
}
