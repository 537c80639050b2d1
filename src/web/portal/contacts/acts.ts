// Actions on contacts and clients, with toasts that show the result.
import { showToast } from '../../ui/overlays/toast.tsx'
import { parseFailure, client as server } from '../platform/data/api.ts'
import { keepClient, keepContact, removeClientFromCache, removeContactFromCache } from './contact-queries.ts'

const failed = (title: string, e: unknown) =>
  showToast({
    title,
    description: parseFailure(e)?.message ?? 'Check your connection and try again.',
    tone: 'destructive',
  })

type Named = { id: string; name: string }
/** Returns the name of one or the number of several: "Pat Doe", "3 contacts". */
const nameAll = (all: readonly Named[], many: string) => (all.length === 1 ? all[0]?.name : `${all.length} ${many}`)

/** Archives or restores contacts. Archiving can be undone from the toast. */
export async function archiveContacts(contacts: readonly Named[], archived: boolean): Promise<void> {
  const done: Named[] = []
  try {
    for (const contact of contacts) {
      keepContact(await server.contacts.archive({ id: contact.id, archived }))
      done.push(contact)
    }
  } catch (e) {
    failed(`Couldn’t ${archived ? 'archive' : 'restore'} ${nameAll(contacts.slice(done.length), 'contacts')}`, e)
  }
  if (done.length === 0) return
  showToast({
    title: `${nameAll(done, 'contacts')} ${archived ? 'archived' : 'restored'}`,
    tone: 'good',
    about: done.map(({ id }) => `contact ${id}`),
    ...(archived ? { action: { label: 'Undo', onClick: () => void archiveContacts(done, false) } } : {}),
  })
}

/** Resumes mail to a contact whose address bounced. */
export async function resumeMail({ id, name }: Named): Promise<void> {
  try {
    keepContact(await server.contacts.resumeMail({ id }))
    showToast({ title: `Email to ${name} resumed`, tone: 'good' })
  } catch (e) {
    failed(`Couldn’t resume email to ${name}`, e)
  }
}

/** Asks a contact by mail whether they want updates. */
export async function askMail({ id, name }: Named): Promise<void> {
  try {
    keepContact(await server.contacts.askMail({ id }))
    showToast({ title: `Confirmation email sent to ${name}`, tone: 'good' })
  } catch (e) {
    const failure = parseFailure(e)
    showToast({
      title: `Couldn’t ask ${name} for confirmation`,
      description: failure?.data?.fields?.email?.[0] ?? failure?.message ?? 'Check your connection and try again.',
      tone: 'destructive',
    })
  }
}

/** Archives or restores a client. */
export async function archiveClient(client: Named, archived: boolean): Promise<void> {
  try {
    keepClient(await server.contacts.archiveClient({ id: client.id, archived }))
    showToast({
      title: `${client.name} ${archived ? 'archived' : 'restored'}`,
      tone: 'good',
      about: `client ${client.id}`,
      ...(archived ? { action: { label: 'Undo', onClick: () => void archiveClient(client, false) } } : {}),
    })
  } catch (e) {
    failed(`Couldn’t ${archived ? 'archive' : 'restore'} ${client.name}`, e)
  }
}

const words = (e: unknown) =>
  new Error(parseFailure(e)?.message ?? 'We couldn’t delete this. Check your connection and try again.')

/** Deletes a contact permanently. Rejects with a message for the dialog that asked. */
export async function deleteContact({ id, name }: Named): Promise<void> {
  await server.contacts.remove({ id }).catch((e) => {
    throw words(e)
  })
  removeContactFromCache(id)
  showToast({ title: `${name} deleted`, tone: 'good' })
}

/** Deletes a client permanently. Rejects with a message for the dialog that asked. */
export async function deleteClient({ id, name }: Named): Promise<void> {
  await server.contacts.removeClient({ id }).catch((e) => {
    throw words(e)
  })
  removeClientFromCache(id)
  showToast({ title: `${name} deleted`, tone: 'good' })
}
