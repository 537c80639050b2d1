import { LinkButton } from '../../ui/button.tsx'
import { type Side, ticketName } from './labels.ts'
import type { Ticket } from './model.ts'

/** Stands over a ticket that is a part of another one now. */
export function MergedNote({ into, side }: { into: NonNullable<Ticket['mergedInto']>; side: Side }) {
  const name = ticketName(into.number)
  return (
    <section
      aria-label="Merged"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-accent/40 bg-accent/6 px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-medium">This ticket is part of {name} now.</span>{' '}
        <span className="text-muted">
          The conversation goes on in “<bdi>{into.subject}</bdi>”.
        </span>
      </p>
      <LinkButton variant="primary" href={`${side === 'staff' ? '/admin' : ''}/tickets/${into.id}`}>
        {`Go to ${name}`}
      </LinkButton>
    </section>
  )
}
