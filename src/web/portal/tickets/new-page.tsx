import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isId } from '../platform/data/is-id.ts'
import { companyOptions } from '../platform/forms/company-options.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { useAuth } from '../platform/session/auth.tsx'
import type { ReferenceValues } from './estimates/reference-fields.tsx'
import { automationNameOptions, clientNameOptions, contactNameOptions } from './facts/fact-queries.ts'
import type { Side } from './facts/labels.ts'

const loadForm = () => import('./new-ticket-form.tsx')
const NewTicketForm = lazy(() => loadForm().then((m) => ({ default: m.NewTicketForm })))

/** Loads the form in parallel with the page. */
export async function clientLoader(): Promise<null> {
  void loadForm().catch(() => {}) // the screen retries
  return null
}

export const meta = () => [{ title: `New ticket · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

const texts: Record<Side, { back: { href: string; label: string }; description: string }> = {
  partner: {
    back: { href: '/tickets', label: 'Tickets' },
    description: 'Tell us what’s wrong or what you need. Open one ticket per issue.',
  },
  staff: {
    back: { href: '/admin/tickets', label: 'Ticket queue' },
    description: 'Open a ticket on behalf of a partner’s user. Open one ticket per issue.',
  },
}

/** `/tickets/new` and `/admin/tickets/new`: a partner opens a ticket, or staff open one on behalf of a partner. */
export default function NewPage() {
  const { user, ready, isInternalUser } = useAuth()
  const { pathname, search } = useLocation()
  // Discarding a draft replaces the form with a new, empty one.
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

/**
 * Reads initial values from the address: `?company=`, `?client=`, `?contact=`, `?automation=`. Undefined until their
 * names are loaded.
 */
function useStart(): Partial<ReferenceValues> | undefined {
  const [query] = useSearchParams()
  const { isInternalUser } = useAuth()
  const named = (name: string) => {
    const id = query.get(name) ?? ''
    return isId(id) ? id : undefined
  }
  const [company, client, contact] = [isInternalUser ? named('company') : undefined, named('client'), named('contact')]
  const companies = useQuery({ ...companyOptions(company ?? ''), enabled: company !== undefined })
  const clients = useQuery({ ...clientNameOptions(client ?? ''), enabled: client !== undefined })
  const contacts = useQuery({ ...contactNameOptions(contact ?? ''), enabled: contact !== undefined })
  const automation = named('automation')
  const automations = useQuery({ ...automationNameOptions(automation ?? ''), enabled: automation !== undefined })
  // Records that no longer exist are left out.
  if ([companies, clients, contacts, automations].some((q) => q.isLoading)) return undefined
  return {
    ...(companies.data ? { company: { id: companies.data.id, name: companies.data.name } } : {}),
    ...(clients.data ? { client: clients.data } : {}),
    ...(contacts.data ? { contact: contacts.data } : {}),
    ...(automations.data ? { installation: automations.data } : {}),
  }
}
