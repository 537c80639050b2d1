import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { brand } from '../../../../brand.config.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useAuth } from '../platform/auth.tsx'
import { NewTicketForm } from './new-ticket-form.tsx'

export const meta = () => [{ title: `New ticket · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** `/tickets/new`: a partner opens a ticket. */
export default function NewPage() {
  const { user, ready, isInternalUser } = useAuth()
  // A draft that is thrown away leaves a new, empty form.
  const [round, setRound] = useState(0)
  if (ready && isInternalUser) {
    return (
      <>
        <h1 className="sr-only">New ticket</h1>
        <EmptyState
          icon={<Inbox />}
          title="Tickets are opened by partners"
          action={<LinkButton href="/admin/tickets">Go to the ticket queue</LinkButton>}
        >
          You work on them in the ticket queue.
        </EmptyState>
      </>
    )
  }
  return (
    <div className="max-w-3xl">
      <PageHeader
        back={{ href: '/tickets', label: 'Tickets' }}
        title="New ticket"
        description="Tell us what is wrong or what you need. One ticket per matter."
      />
      {user && <NewTicketForm key={round} userId={user.id} onDiscard={() => setRound(round + 1)} />}
    </div>
  )
}
