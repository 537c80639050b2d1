// Archiving, restoring and deleting, with what is said afterwards.
import { toast } from '../../ui/toast.tsx'
import { failureOf, client as server } from '../platform/api.ts'
import { forgetClient, forgetContact, keepClient, keepContact } from './contact-queries.ts'

const failed = (title: string, e: unknown) =>
  toast({ title, description: failureOf(e)?.message ?? 'Something went wrong. Try again.', tone: 'destructive' })

type Named = { id: string; name: string }
/** What is said of one or several: "Pat Doe", "3 contacts". */
const called = (all: readonly Named[], many: string) => (all.length === 1 ? all[0]?.name : `${all.length} ${many}`)

/** Puts contacts away or takes them back; putting away can be undone from the toast. */
export async function archiveContacts(contacts: readonly Named[], archived: boolean): Promise<void> {
  const done: Named[] = []
  try {
    for (const contact of contacts) {
      keepContact(await server.contacts.archive({ id: contact.id, archived }))
      done.push(contact)
    }
  } catch (e) {
    failed(`${called(contacts.slice(done.length), 'contacts')} could not be ${archived ? 'archived' : 'restored'}`, e)
  }
  if (done.length === 0) return
  toast({
    title: `${called(done, 'contacts')} ${archived ? 'archived' : 'restored'}`,
    tone: 'good',
    ...(archived ? { action: { label: 'Undo', onClick: () => void archiveContacts(done, false) } } : {}),
  })
}

/** Has mails sent to a contact again whose address was refused. */
export async function resumeMail({ id, name }: Named): Promise<void> {
  try {
    keepContact(await server.contacts.resumeMail({ id }))
    toast({ title: `${name} gets mails again`, tone: 'good' })
  } catch (e) {
    failed(`Mails to ${name} are still held back`, e)
  }
}

/** Puts a client away or takes it back. */
export async function archiveClient(client: Named, archived: boolean): Promise<void> {
  try {
    keepClient(await server.contacts.archiveClient({ id: client.id, archived }))
    toast({
      title: `${client.name} ${archived ? 'archived' : 'restored'}`,
      tone: 'good',
      ...(archived ? { action: { label: 'Undo', onClick: () => void archiveClient(client, false) } } : {}),
    })
  } catch (e) {
    failed(`${client.name} could not be ${archived ? 'archived' : 'restored'}`, e)
  }
}

const words = (e: unknown) => new Error(failureOf(e)?.message ?? 'Something went wrong. Try again.')

/** Deletes a contact for good. Rejects with words for the dialog that asked. */
export async function deleteContact({ id, name }: Named): Promise<void> {
  await server.contacts.remove({ id }).catch((e) => {
    throw words(e)
  })
  forgetContact(id)
  toast({ title: `${name} deleted`, tone: 'good' })
}

/** Deletes a client for good. Rejects with words for the dialog that asked. */
export async function deleteClient({ id, name }: Named): Promise<void> {
  await server.contacts.removeClient({ id }).catch((e) => {
    throw words(e)
  })
  forgetClient(id)
  toast({ title: `${name} deleted`, tone: 'good' })
}
