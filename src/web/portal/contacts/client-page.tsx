import { useQuery } from '@tanstack/react-query'
import { Building2, ChartColumn, ChevronDown, Pencil, Plus } from 'lucide-react'
import { Suspense } from 'react'
import { useNavigate, useParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { handleOf, loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { useDialog } from '../platform/forms/use-dialog.tsx'
import { useLive } from '../platform/live/use-live.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { OnDemand } from '../platform/loading/on-demand.tsx'
import { useAuth } from '../platform/session/auth.tsx'
import { useRecent } from '../platform/session/recent.ts'
import { useAddress } from '../platform/use-address.ts'
import { archiveClient } from './acts.ts'
import { clientFields } from './client-fields.tsx'
import { listFacts } from './contact-field.tsx'
import { clientOptions } from './contact-queries.ts'
import { FactRows } from './facts.tsx'
import type { Client } from './model.ts'

const ContactList = lazy(() => import('./contact-list.tsx').then((m) => ({ default: m.ContactList })))
const TicketsOf = lazy(() => import('../tickets/index.ts').then((m) => ({ default: m.TicketsOf })))
const ClientAutomations = lazy(() => import('../automations/index.ts').then((m) => ({ default: m.ClientAutomations })))
const TABS = ['contacts', 'tickets', 'automations'] as const
const loadForm = () => import('./client-form.tsx')
const loadMenu = () => import('./record-menu.tsx')
const loadRemove = () => import('./remove-dialog.tsx')

export const meta = () => [{ title: `Client · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
const reads: ScreenReads = ({ params: { id } }) => (id ? [clientOptions(id)] : [])
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

/** `/clients/{id}`: one client, with facts, contacts, tickets and automations. */
export default function ClientPage() {
  const { id = '' } = useParams()
  const { isInternalUser, user } = useAuth()
  const side = isInternalUser ? 'staff' : 'partner'
  const navigate = useNavigate()
  const [search, , open] = useAddress()
  const tab = TABS.find((t) => t === search.get('tab')) ?? 'contacts'
  const query = useQuery(clientOptions(id))
  const client = query.data
  useRecent(client && { kind: 'client', title: client.name, detail: 'Client', path: `/clients/${client.id}` })
  useLive(['client', 'contact'], (event) => {
    // The user who deletes the client is already being taken to the list.
    const own = event !== 'resumed' && event.kind === 'deleted' && event.actorId === user?.id
    if (!own && (event === 'resumed' || event.topic === 'contact' || event.subjectId === id)) void query.refetch()
  })
  const form = useDialog(loadForm, ({ ClientForm }, what: Client, rest) => (
    <ClientForm side={side} client={what} {...rest} />
  ))
  const remove = useDialog(loadRemove, ({ RemoveClient }, what: Client, rest) => (
    <RemoveClient client={what} {...rest} onDone={() => void navigate('/clients', { replace: true })} />
  ))
  const problem = parseFailure(query.error)
  const back = { href: '/clients', label: 'Clients' }

  if (query.isError && (!client || problem?.status === 404)) {
    return (
      <>
        <h1 className="sr-only">Client</h1>
        {problem?.status === 404 ? (
          <EmptyState
            icon={<Building2 />}
            title="Client not found"
            action={<LinkButton href="/clients">All clients</LinkButton>}
          >
            It may have been deleted, or the link may be wrong.
          </EmptyState>
        ) : (
          <ErrorState
            title="Couldn’t load this client"
            message={problem?.message ?? 'Check your connection and try again.'}
            requestId={problem?.data?.requestId}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
      </>
    )
  }
  if (!client) return <Loading back={back} />
  return (
    <div className="flex flex-col gap-6">
      <title>{`${client.name} · ${brand.shortName}`}</title>
      <PageHeader
        back={back}
        title={<bdi>{client.name}</bdi>}
        description={client.industry ?? undefined}
        action={
          <>
            <LinkButton
              href={`/reports?${side === 'staff' ? `company=${client.company.id}&` : ''}client=${client.id}`}
              icon={<ChartColumn aria-hidden className="size-4" />}
            >
              Report
            </LinkButton>
            {client.can.edit && (
              <Button
                icon={<Pencil aria-hidden className="size-4" />}
                pending={form.pending}
                aria-haspopup="dialog"
                onClick={() => form.ask(client)}
              >
                Edit
              </Button>
            )}
            {(client.can.archive || client.can.delete) && (
              <OnDemand
                load={loadMenu}
                button={
                  <Button>
                    Actions
                    <ChevronDown aria-hidden className="size-4 text-muted" />
                  </Button>
                }
              >
                {({ RecordMenu }, button) => (
                  <RecordMenu
                    button={button}
                    can={client.can}
                    archived={client.archivedAt !== null}
                    onArchive={(archived) => void archiveClient(client, archived)}
                    onDelete={() => remove.ask(client)}
                  />
                )}
              </OnDemand>
            )}
          </>
        }
      />
      {client.archivedAt && (
        <Banner
          tone="info"
          title="This client is archived"
          action={
            client.can.archive && (
              <Button size="sm" onClick={() => void archiveClient(client, false)}>
                Restore
              </Button>
            )
          }
        >
          It is hidden from lists and can’t be selected.
        </Banner>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0 max-lg:order-2">
          <Tabs
            label="Client sections"
            value={tab}
            // A filter of one list does not apply to the other.
            onChange={(next) => open({ tab: next === 'contacts' ? undefined : next })}
            tabs={[
              { value: 'contacts', label: 'Contacts' },
              { value: 'tickets', label: 'Tickets' },
              { value: 'automations', label: 'Automations' },
            ]}
          >
            <TabPanel value="contacts">
              <Suspense fallback={<Skeleton className="h-80" />}>
                <ContactList
                  side={side}
                  client={{ id: client.id, name: client.name }}
                  {...(side === 'staff' ? { companyId: client.company.id } : {})}
                  embedded
                />
              </Suspense>
            </TabPanel>
            <TabPanel value="tickets">
              <ClientTickets client={client} side={side} />
            </TabPanel>
            <TabPanel value="automations">
              <Suspense fallback={<Skeleton className="h-40" />}>
                <ClientAutomations client={client} />
              </Suspense>
            </TabPanel>
          </Tabs>
        </div>
        <ClientFacts client={client} side={side} />
      </div>
      {form.dialog}
      {remove.dialog}
    </div>
  )
}

function ClientTickets({ client, side }: { client: Client; side: 'partner' | 'staff' }) {
  const open =
    side === 'staff'
      ? `/admin/tickets/new?company=${client.company.id}&client=${client.id}`
      : `/tickets/new?client=${client.id}`
  return (
    <section aria-label="Tickets" className="flex min-w-0 flex-col gap-4">
      {!client.archivedAt && (
        <div className="flex justify-end">
          <LinkButton href={open} variant="primary" icon={<Plus aria-hidden className="size-4" />}>
            New ticket
          </LinkButton>
        </div>
      )}
      <Suspense fallback={<Skeleton className="h-80" />}>
        <TicketsOf
          side={side}
          of={{ client: client.id }}
          empty={{ title: 'No tickets yet', text: `Tickets about ${client.name} appear here.` }}
        />
      </Suspense>
    </section>
  )
}

function ClientFacts({ client, side }: { client: Client; side: 'partner' | 'staff' }) {
  return (
    <aside aria-label="Details" className="rounded-md border border-line bg-surface p-4 text-sm">
      <dl className="grid grid-cols-[5rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2.5">
        <FactRows facts={listFacts(clientFields, client, side)} />
      </dl>
      {client.notes && (
        <section aria-label="Notes" className="mt-4 border-line border-t pt-4">
          <h2 className="mb-1.5 text-muted">Notes</h2>
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{client.notes}</p>
        </section>
      )}
    </aside>
  )
}

function Loading({ back }: { back: { href: string; label: string } }) {
  return (
    <div aria-busy className="flex flex-col gap-6">
      <PageHeader back={back} title={<Skeleton className="h-7 w-64" />} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Skeleton className="h-80 max-lg:order-2" />
        <Skeleton className="h-64" />
      </div>
    </div>
  )
}
