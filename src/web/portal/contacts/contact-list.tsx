import { useQuery } from '@tanstack/react-query'
import { Archive, Contact as ContactIcon, Merge, MoreHorizontal, Upload, UserRoundPlus } from 'lucide-react'
import { useCallback, useEffect, useMemo } from 'react'
import { Button, IconButton, LinkButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import type { List } from '../lists/list.ts'
import { ListScreen, type Nothing } from '../lists/list-screen.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { companyOptions } from '../platform/forms/company-options.ts'
import { useDialog } from '../platform/forms/use-dialog.tsx'
import { OnDemand, useOnDemand } from '../platform/loading/on-demand.tsx'
import { useAuth } from '../platform/session/auth.tsx'
import { useAddress } from '../platform/use-address.ts'
import { useHashAction } from '../platform/use-hash-action.ts'
import { archiveContacts } from './acts.ts'
import { OPEN_CONTACT, useContactHref } from './contact-link.tsx'
import { contactOptions } from './contact-queries.ts'
import { allContacts, clientContacts, ownContacts } from './lists.tsx'
import type { Choice, Contact, ContactRow, Side } from './model.ts'

const loadForm = () => import('./contact-form.tsx')
const loadMenu = () => import('./record-menu.tsx')
const loadMerge = () => import('./merge-dialog.tsx')
const loadRemove = () => import('./remove-dialog.tsx')
const loadDrawer = () => import('./contact-drawer.tsx')

interface ContactListProps {
  side: Side
  /** Shows only the contacts of this company. */
  companyId?: string
  /** Shows only the contacts of this client. */
  client?: Choice
  /** In a section of another page, without its own header. */
  embedded?: boolean
}

const named = (c: { id: string; fullName: string }) => ({ id: c.id, name: c.fullName })

/** Contacts, with the reader's actions: add, import, edit, merge, archive, delete. Details open over the list. */
export function ContactList({ side, companyId, client, embedded = false }: ContactListProps) {
  const { role } = useAuth()
  const company = useQuery({
    ...companyOptions(companyId ?? ''),
    enabled: side === 'staff' && companyId !== undefined,
  }).data
  const { form, merge, remove, dialogs } = useContactDialogs(side)
  const { edit, open, drawer } = useDrawer(side, { form: form.ask, merge: merge.ask, remove: remove.ask })
  const list = (client
    ? clientContacts
    : side === 'partner' || companyId
      ? ownContacts
      : allContacts) as unknown as List<ContactRow>
  const fixed = useMemo(
    () => (client || companyId ? { client: client?.id, company: companyId } : undefined),
    [client, companyId],
  )
  const rowActions = useCallback(
    (contact: ContactRow) => <RowMenu contact={contact} edit={edit} remove={remove.ask} />,
    [edit, remove.ask],
  )

  const askNew = () =>
    form.ask({
      start: {
        client: client ?? null,
        company: companyId ? { id: companyId, name: company?.name ?? '' } : null,
      },
      // The contact's details open and show the change.
      quiet: true,
      onSaved: (saved) => open(saved.id),
    })
  useHashAction('#new-contact', askNew)
  const add = (
    <Button
      variant="primary"
      icon={<UserRoundPlus aria-hidden className="size-4" />}
      pending={form.pending}
      aria-haspopup="dialog"
      onPointerEnter={() => void loadForm().catch(() => {})}
      onClick={askNew}
    >
      New contact
    </Button>
  )
  const importer = (
    <LinkButton
      href={`/contacts/import${side === 'staff' && companyId ? `?company=${companyId}` : ''}`}
      icon={<Upload aria-hidden className="size-4" />}
    >
      Import CSV
    </LinkButton>
  )
  const actions = (
    <>
      {!client && importer}
      {add}
    </>
  )
  const bulk = useCallback(
    (chosen: ContactRow[], clear: () => void) => (
      <>
        <Button
          size="sm"
          icon={<Merge aria-hidden className="size-4" />}
          disabled={!mergeable(chosen)}
          title={mergeable(chosen) ? undefined : 'Choose two contacts from the same company'}
          onClick={() => mergeable(chosen) && merge.ask({ ids: mergeOrder(chosen), onMerged: clear })}
        >
          Merge
        </Button>
        {chosen.every((c) => c.can.archive && !c.archivedAt) && (
          <Button
            size="sm"
            icon={<Archive aria-hidden className="size-4" />}
            onClick={() => void archiveContacts(chosen.map(named), true).then(clear)}
          >
            Archive
          </Button>
        )}
      </>
    ),
    [merge.ask],
  )
  const nothing = (view: string | undefined): Nothing =>
    view === 'archived'
      ? { icon: <Archive />, title: 'No archived contacts', text: 'Contacts that you archive appear here.' }
      : client
        ? {
            icon: <ContactIcon />,
            title: 'No contacts yet',
            text: `Add the people you work with at ${client.name}.`,
            action: add,
          }
        : {
            icon: <ContactIcon />,
            title: 'No contacts yet',
            text: 'Add your first contact, or import a CSV file from your PSA or email app.',
            action: actions,
          }
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <ListScreen
        list={list}
        title="Contacts"
        description={
          side === 'staff'
            ? 'People at every partner and their clients.'
            : 'The people you work with at your clients and your own company.'
        }
        actions={actions}
        fixed={fixed}
        empty={nothing}
        rowActions={rowActions}
        // Members cannot archive or merge, and there are no other bulk actions.
        bulkActions={role === 'member' ? undefined : bulk}
        embedded={embedded}
      />
      {drawer}
      {dialogs}
    </div>
  )
}

const mergeable = (chosen: ContactRow[]) =>
  chosen.length === 2 && chosen[0]?.company.id === chosen[1]?.company.id && chosen.every((c) => c.can.merge)
/** The contact with more details is kept. If both have the same number, the older one is kept. */
const mergeOrder = (chosen: ContactRow[]): [string, string] => {
  const countFacts = (c: ContactRow) => [c.email, c.phone, c.title, c.client].filter(Boolean).length
  const [a, b] = chosen as [ContactRow, ContactRow]
  const first = countFacts(a) === countFacts(b) ? a.createdAt <= b.createdAt : countFacts(a) > countFacts(b)
  return first ? [a.id, b.id] : [b.id, a.id]
}

type FormAsk = {
  contact?: Contact
  start?: { client: Choice | null; company: Choice | null }
  onSaved?: (contact: Contact) => void
  quiet?: boolean
}
type MergeAsk = { ids: [string, string]; onMerged?: (contact: Contact) => void }

/** The dialogs of contacts: functions that open them, and the elements to render. */
function useContactDialogs(side: Side) {
  const form = useDialog(loadForm, ({ ContactForm }, what: FormAsk, rest) => (
    <ContactForm side={side} {...what} {...rest} />
  ))
  const merge = useDialog(loadMerge, ({ MergeContactsDialog }, what: MergeAsk, rest) => (
    <MergeContactsDialog {...what} {...rest} />
  ))
  const remove = useDialog(loadRemove, ({ RemoveContact }, contact: Choice, rest) => (
    <RemoveContact contact={contact} {...rest} />
  ))
  return {
    form,
    merge,
    remove,
    dialogs: (
      <>
        {form.dialog}
        {merge.dialog}
        {remove.dialog}
      </>
    ),
  }
}

type Asks = { form: (what: FormAsk) => void; merge: (what: MergeAsk) => void; remove: (contact: Choice) => void }

/** The details of the contact in the address, and a function that edits a contact of the list. */
function useDrawer(side: Side, { form, merge, remove }: Asks) {
  const [query, set] = useAddress()
  const { module, get } = useOnDemand(loadDrawer)
  const id = query.get(OPEN_CONTACT) ?? undefined
  const show = useCallback((next: string | undefined) => set({ [OPEN_CONTACT]: next }), [set])
  const edit = useCallback(
    async (contactId: string) => {
      try {
        form({ contact: await queries.fetchQuery(contactOptions(contactId)) })
      } catch (e) {
        showToast({
          title: 'Couldn’t load this contact',
          description: parseFailure(e)?.message ?? 'Check your connection and try again.',
          tone: 'destructive',
        })
      }
    },
    [form],
  )
  useEffect(() => {
    if (id) void get()
  }, [id, get])
  const drawer = module && (
    <module.ContactDrawer
      id={id}
      side={side}
      onClose={() => show(undefined)}
      onEdit={(contact) => form({ contact, quiet: true })}
      onMerge={(ids) => merge({ ids, onMerged: (kept) => show(kept.id) })}
      onDelete={(contact) => {
        show(undefined)
        remove(contact)
      }}
    />
  )
  return { edit, open: show, drawer }
}

interface RowMenuProps {
  contact: ContactRow
  edit: (id: string) => void
  remove: (contact: Choice) => void
}

function RowMenu({ contact, edit, remove }: RowMenuProps) {
  const href = useContactHref()
  return (
    <OnDemand
      load={loadMenu}
      button={
        <IconButton
          size="sm"
          label={`Actions for ${contact.fullName}`}
          icon={<MoreHorizontal aria-hidden className="size-4" />}
        />
      }
    >
      {({ RecordMenu }, button) => (
        <RecordMenu
          button={button}
          can={contact.can}
          archived={contact.archivedAt !== null}
          details={href(contact.id)}
          onEdit={() => edit(contact.id)}
          onArchive={(archived) => void archiveContacts([named(contact)], archived)}
          onDelete={() => remove(named(contact))}
        />
      )}
    </OnDemand>
  )
}
