import { LinkButton } from '../../../ui/button.tsx'
import type { Ticket } from '../model.ts'
import { formatTicketNumber, type Side } from './labels.ts'

/** Shown above a ticket that was merged into another one. */
export function MergedNote({ into, side }: { into: NonNullable<Ticket['mergedInto']>; side: Side }) {
  const name = formatTicketNumber(into.number)
  return (
    <section
      aria-label="Merged"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-accent/40 bg-accent/6 px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-medium">This ticket was merged into {name}.</span>{' '}
        <span className="text-muted">
          The conversation continues in “<bdi>{into.subject}</bdi>”.
        </span>
      </p>
      <LinkButton variant="primary" href={`${side === 'staff' ? '/admin' : ''}/tickets/${into.id}`}>
        {`Go to ${name}`}
      </LinkButton>
    </section>
  )
}
