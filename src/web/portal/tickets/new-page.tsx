import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAuth } from '../platform/auth.tsx'
import { companyOptions } from '../platform/company-options.ts'
import { isId } from '../platform/is-id.ts'
import type { BookValues } from './book-fields.tsx'
import { automationOptions, clientOptions, contactOptions } from './fact-queries.ts'
import type { Side } from './labels.ts'

const loadForm = () => import('./new-ticket-form.tsx')
const NewTicketForm = lazy(() => loadForm().then((m) => ({ default: m.NewTicketForm })))

/** The form comes beside the page, not after it. */
export async function clientLoader(): Promise<null> {
  void loadForm().catch(() => {}) // the screen tries again
  return null
}

export const meta = () => [{ title: `New ticket · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

const texts: Record<Side, { back: { href: string; label: string }; description: string }> = {
  partner: {
    back: { href: '/tickets', label: 'Tickets' },
    description: 'Tell us what is wrong or what you need. One ticket per matter.',
  },
  staff: {
    back: { href: '/admin/tickets', label: 'Ticket queue' },
    description: 'For a partner’s user, who becomes its requester. One ticket per matter.',
  },
}

/** `/tickets/new` and `/admin/tickets/new`: a partner opens a ticket, or staff in the name of one. */
export default function NewPage() {
  const { user, ready, isInternalUser } = useAuth()
  const { pathname, search } = useLocation()
  // A draft that is thrown away leaves a new, empty form.
  const [round, setRound] = useState(0)
  const side: Side = pathname.startsWith('/admin/') ? 'staff' : 'partner'
  const start = useStart()
  if (ready && isInternalUser !== (side === 'staff'))
    return <Navigate replace to={`${isInternalUser ? '/admin' : ''}/tickets/new${search}`} />
  return (
    <div className="max-w-3xl">
      <PageHeader back={texts[side].back} title="New ticket" description={texts[side].description} />
      <Suspense fallback={<LoadingForm />}>
        {user && start ? (
          <NewTicketForm key={round} userId={user.id} side={side} start={start} onDiscard={() => setRound(round + 1)} />
        ) : (
          <LoadingForm />
        )}
      </Suspense>
    </div>
  )
}

function LoadingForm() {
  return (
    <div aria-busy className="mt-6 flex flex-col gap-6">
      <Skeleton className="h-16" />
      <Skeleton className="h-48" />
    </div>
  )
}

/** What the address says of the ticket: `?company=`, `?client=`, `?contact=`, `?automation=`. Undefined until their names are known. */
function useStart(): Partial<BookValues> | undefined {
  const [query] = useSearchParams()
  const { isInternalUser } = useAuth()
  const named = (name: string) => {
    const id = query.get(name) ?? ''
    return isId(id) ? id : undefined
  }
  const [company, client, contact] = [isInternalUser ? named('company') : undefined, named('client'), named('contact')]
  const companies = useQuery({ ...companyOptions(company ?? ''), enabled: company !== undefined })
  const clients = useQuery({ ...clientOptions(client ?? ''), enabled: client !== undefined })
  const contacts = useQuery({ ...contactOptions(contact ?? ''), enabled: contact !== undefined })
  const automation = named('automation')
  const automations = useQuery({ ...automationOptions(automation ?? ''), enabled: automation !== undefined })
  // What is not there any more is left out.
  if ([companies, clients, contacts, automations].some((q) => q.isLoading)) return undefined
  return {
    ...(companies.data ? { company: { id: companies.data.id, name: companies.data.name } } : {}),
    ...(clients.data ? { client: clients.data } : {}),
    ...(contacts.data ? { contact: contacts.data } : {}),
    ...(automations.data ? { installation: automations.data } : {}),
  }
}
