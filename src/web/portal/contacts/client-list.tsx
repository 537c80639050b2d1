import { useQuery } from '@tanstack/react-query'
import { Archive, Building2, MoreHorizontal, Plus } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { Button, IconButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import type { List } from '../lists/list.ts'
import { ListScreen, type Nothing } from '../lists/list-screen.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { companyOptions } from '../platform/forms/company-options.ts'
import { useDialog } from '../platform/forms/use-dialog.tsx'
import { OnDemand } from '../platform/loading/on-demand.tsx'
import { useHashAction } from '../platform/use-hash-action.ts'
import { archiveClient } from './acts.ts'
import { clientOptions } from './contact-queries.ts'
import { allClients, ownClients } from './lists.tsx'
import type { Choice, Client, ClientRow, Side } from './model.ts'

const loadForm = () => import('./client-form.tsx')
const loadMenu = () => import('./record-menu.tsx')
const loadRemove = () => import('./remove-dialog.tsx')

interface ClientListProps {
  side: Side
  /** Shows only the clients of this company. */
  companyId?: string
  /** In a section of another page, without its own header. */
  embedded?: boolean
}

type FormAsk = { client?: Client; company?: Choice | null; onSaved?: (client: Client) => void }

/** Clients, with the reader's actions: add, edit, archive, delete. A row opens the client's page. */
export function ClientList({ side, companyId, embedded = false }: ClientListProps) {
  const navigate = useNavigate()
  const company = useQuery({
    ...companyOptions(companyId ?? ''),
    enabled: side === 'staff' && companyId !== undefined,
  }).data
  const form = useDialog(loadForm, ({ ClientForm }, what: FormAsk, rest) => (
    <ClientForm side={side} {...what} {...rest} />
  ))
  const remove = useDialog(loadRemove, ({ RemoveClient }, client: Choice & { contacts: number }, rest) => (
    <RemoveClient client={client} {...rest} />
  ))
  const list = (side === 'partner' || companyId ? ownClients : allClients) as unknown as List<ClientRow>
  const fixed = useMemo(() => (companyId ? { company: companyId } : undefined), [companyId])
  const askForm = form.ask
  const edit = useCallback(
    async (id: string) => {
      try {
        askForm({ client: await queries.fetchQuery(clientOptions(id)) })
      } catch (e) {
        showToast({
          title: 'Couldn’t load this client',
          description: parseFailure(e)?.message ?? 'Check your connection and try again.',
          tone: 'destructive',
        })
      }
    },
    [askForm],
  )
  const rowActions = useCallback(
    (client: ClientRow) => <RowMenu client={client} edit={edit} remove={remove.ask} />,
    [edit, remove.ask],
  )
  const askNew = () =>
    form.ask({
      company: companyId ? { id: companyId, name: company?.name ?? '' } : null,
      onSaved: (saved) => void navigate(`/clients/${saved.id}`),
    })
  useHashAction('#new-client', askNew)
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden className="size-4" />}
      pending={form.pending}
      aria-haspopup="dialog"
      onPointerEnter={() => void loadForm().catch(() => {})}
      onClick={askNew}
    >
      New client
    </Button>
  )
  const nothing = (view: string | undefined): Nothing =>
    view === 'archived'
      ? { icon: <Archive />, title: 'No archived clients', text: 'Clients that you archive appear here.' }
      : {
          icon: <Building2 />,
          title: 'No clients yet',
          text: 'Add the companies you support and the people you work with there.',
          action: add,
        }
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <ListScreen
        list={list}
        title="Clients"
        description={
          side === 'staff' ? 'Every partner’s clients.' : 'The companies you support and your contacts there.'
        }
        actions={add}
        fixed={fixed}
        empty={nothing}
        rowActions={rowActions}
        embedded={embedded}
      />
      {form.dialog}
      {remove.dialog}
    </div>
  )
}

interface RowMenuProps {
  client: ClientRow
  edit: (id: string) => void
  remove: (client: Choice & { contacts: number }) => void
}

function RowMenu({ client, edit, remove }: RowMenuProps) {
  return (
    <OnDemand
      load={loadMenu}
      button={
        <IconButton
          size="sm"
          label={`Actions for ${client.name}`}
          icon={<MoreHorizontal aria-hidden className="size-4" />}
        />
      }
    >
      {({ RecordMenu }, button) => (
        <RecordMenu
          button={button}
          can={client.can}
          archived={client.archivedAt !== null}
          details={`/clients/${client.id}`}
          onEdit={() => edit(client.id)}
          onArchive={(archived) => void archiveClient(client, archived)}
          onDelete={() => remove({ id: client.id, name: client.name, contacts: client.contacts })}
        />
      )}
    </OnDemand>
  )
}
