import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Merge, Pencil } from 'lucide-react'
import { Anchor } from '../../ui/anchor.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/overlays/drawer.tsx'
import { Badge } from '../../ui/status.tsx'
import { api, parseFailure } from '../platform/data/api.ts'
import { useLive } from '../platform/live/use-live.ts'
import { DrawerWait } from '../platform/loading/drawer-wait.tsx'
import { OnDemand } from '../platform/loading/on-demand.tsx'
import { archiveContacts } from './acts.ts'
import { factLinkClass as linkClass, listFacts } from './contact-field.tsx'
import { contactOptions, duplicateOptions } from './contact-queries.ts'
import { FactRows } from './facts.tsx'
import { contactFields } from './fields.tsx'
import { MailConsentNotice } from './mail-consent.tsx'
import { MailsHeldNotice } from './mails-held.tsx'
import type { Choice, Contact, Side } from './model.ts'

const loadMenu = () => import('./record-menu.tsx')

interface ContactDrawerProps {
  /** Undefined while the drawer closes. */
  id: string | undefined
  side: Side
  onClose: () => void
  onEdit: (contact: Contact) => void
  onMerge: (ids: [string, string]) => void
  onDelete: (contact: Choice) => void
}

/** The details of a contact, beside the list. */
export function ContactDrawer({ id, side, onClose, onEdit, onMerge, onDelete }: ContactDrawerProps) {
  const query = useQuery({ ...contactOptions(id ?? ''), enabled: id !== undefined })
  const contact = id ? query.data : undefined
  const problem = parseFailure(query.error)
  useLive(['contact', 'client'], (event) => {
    if (id && (event === 'resumed' || event.subjectId === id || event.subjectId === contact?.client?.id))
      void query.refetch()
  })
  return (
    <Drawer
      open={id !== undefined}
      onOpenChange={(open) => !open && onClose()}
      side="right"
      title="Contact"
      footer={
        contact &&
        problem?.status !== 404 && (
          <div className="flex gap-2 *:flex-1">
            {contact.can.edit && (
              <Button
                variant="primary"
                icon={<Pencil aria-hidden className="size-4" />}
                onClick={() => onEdit(contact)}
              >
                Edit
              </Button>
            )}
            {(contact.can.archive || contact.can.delete) && (
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
                    can={contact.can}
                    archived={contact.archivedAt !== null}
                    onArchive={(archived) =>
                      void archiveContacts([{ id: contact.id, name: contact.fullName }], archived)
                    }
                    onDelete={() => onDelete({ id: contact.id, name: contact.fullName })}
                  />
                )}
              </OnDemand>
            )}
          </div>
        )
      }
    >
      {contact && problem?.status !== 404 ? (
        <Details contact={contact} side={side} onMerge={onMerge} />
      ) : (
        <DrawerWait query={query} gone="This contact was deleted or merged into another one." />
      )}
    </Drawer>
  )
}

function Details({
  contact,
  side,
  onMerge,
}: {
  contact: Contact
  side: Side
  onMerge: (ids: [string, string]) => void
}) {
  return (
    <div className="flex flex-col gap-5 p-1">
      <div>
        <Avatar name={contact.fullName} size="lg" />
        <p className="mt-3 flex flex-wrap items-center gap-2 font-semibold text-base [overflow-wrap:anywhere]">
          <bdi>{contact.fullName}</bdi>
          {contact.archivedAt && <Badge>Archived</Badge>}
        </p>
        {contact.title && <p className="mt-0.5 text-muted [overflow-wrap:anywhere]">{contact.title}</p>}
      </div>
      <MailConsentNotice contact={contact} side={side} />
      <MailsHeldNotice contact={contact} />
      <SamePerson contact={contact} side={side} onMerge={onMerge} />
      <dl className="grid grid-cols-[5rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2.5 border-line border-t pt-4">
        <FactRows facts={listFacts(contactFields, contact, side)} />
      </dl>
      <ContactTickets contact={contact} side={side} />
      {contact.notes && (
        <section aria-label="Notes" className="border-line border-t pt-4">
          <h2 className="mb-1.5 text-muted">Notes</h2>
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{contact.notes}</p>
        </section>
      )}
    </div>
  )
}

const FEW = 5

/** The latest tickets about a contact, with a link to all of them. */
function ContactTickets({ contact, side }: { contact: Contact; side: Side }) {
  const { data } = useQuery(
    api.tickets.list.queryOptions({ input: { contact: contact.id, limit: FEW }, staleTime: 2_000 }),
  )
  const base = side === 'staff' ? '/admin/tickets' : '/tickets'
  const open = `${base}/new?contact=${contact.id}${side === 'staff' ? `&company=${contact.company.id}` : ''}`
  return (
    <section aria-label="Tickets" className="border-line border-t pt-4">
      <h3 className="mb-1.5 text-muted">Tickets</h3>
      {data?.items.length === 0 && <p>No tickets yet.</p>}
      <ul className="flex flex-col gap-1.5">
        {data?.items.map((t) => (
          <li key={t.id} className="min-w-0">
            <Anchor href={`${base}/${t.id}`} className={`block truncate ${linkClass} max-md:py-1.5`}>
              <span className="tabular text-muted">T-{t.number}</span> <bdi>{t.subject}</bdi>
            </Anchor>
          </li>
        ))}
      </ul>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
        {data?.nextCursor && (
          <Anchor href={`${base}?status=all&contact=${contact.id}`} className={linkClass}>
            All tickets
          </Anchor>
        )}
        {!contact.archivedAt && (
          <Anchor href={open} className={linkClass}>
            New ticket
          </Anchor>
        )}
      </p>
    </section>
  )
}

/** Other contacts that may be the same person, with a way to merge them. */
function SamePerson({
  contact,
  side,
  onMerge,
}: {
  contact: Contact
  side: Side
  onMerge: (ids: [string, string]) => void
}) {
  const { data } = useQuery(
    duplicateOptions({
      company: side === 'staff' ? contact.company.id : undefined,
      email: contact.email ?? '',
      fullName: contact.fullName,
      client: contact.client?.id,
      except: contact.id,
    }),
  )
  const others = data?.items ?? []
  if (others.length === 0) return null
  return (
    <Banner tone="warn" title={others.length === 1 ? 'Possible duplicate' : `${others.length} possible duplicates`}>
      <span className="mt-1 flex flex-col gap-2">
        {others.map((other) => (
          <span key={other.id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 text-text [overflow-wrap:anywhere]">
              {other.fullName}
              <span className="block text-muted text-xs">{other.email ?? other.client?.name ?? 'no email'}</span>
            </span>
            {contact.can.merge && (
              <Button
                size="sm"
                icon={<Merge aria-hidden className="size-4" />}
                onClick={() => onMerge([contact.id, other.id])}
              >
                Merge
              </Button>
            )}
          </span>
        ))}
      </span>
    </Banner>
  )
}
