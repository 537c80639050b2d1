// What the screens about contacts and clients ask the server for, and how an answer to one question serves the others.
import { api } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import type { Client, Contact } from './model.ts'

const FRESH_MS = 2_000

/** One contact. */
export const contactOptions = (id: string) => api.contacts.get.queryOptions({ input: { id }, staleTime: FRESH_MS })

/** One client. */
export const clientOptions = (id: string) => api.contacts.getClient.queryOptions({ input: { id }, staleTime: FRESH_MS })

/** Contacts that may be the same person as the one that is typed. */
export const duplicateOptions = (asked: {
  company: string | undefined
  email: string
  fullName: string
  client: string | undefined
  except: string | undefined
}) => api.contacts.duplicates.queryOptions({ input: asked, staleTime: FRESH_MS })

/** Imports that were started. */
export const importsOptions = (company?: string) =>
  api.contacts.listImports.queryOptions({ input: { company, limit: 10 }, staleTime: FRESH_MS })

/** One import. */
export const importOptions = (id: string) => api.contacts.getImport.queryOptions({ input: { id }, staleTime: FRESH_MS })

/** Asks again for every list of contacts and clients: a contact shows its client, a client counts its contacts. */
export function refreshBook(): void {
  for (const queryKey of [api.contacts.list.key(), api.contacts.listClients.key(), api.contacts.duplicates.key()])
    void queries.invalidateQueries({ queryKey })
}

/** Puts a contact that the server just gave where every screen finds it. */
export function keepContact(contact: Contact): void {
  queries.setQueryData(contactOptions(contact.id).queryKey, contact)
  refreshBook()
  if (contact.client) void queries.invalidateQueries({ queryKey: clientOptions(contact.client.id).queryKey })
}

/** Puts a client that the server just gave where every screen finds it. */
export function keepClient(client: Client): void {
  queries.setQueryData(clientOptions(client.id).queryKey, client)
  refreshBook()
  void queries.invalidateQueries({ queryKey: api.contacts.get.key() })
}

/** Forgets a contact that is gone. A screen that still shows it is about to close, and must not ask for it again. */
export function forgetContact(id: string): void {
  queries.removeQueries({ queryKey: contactOptions(id).queryKey, type: 'inactive' })
  refreshBook()
}

/** Forgets a client that is gone. */
export function forgetClient(id: string): void {
  queries.removeQueries({ queryKey: clientOptions(id).queryKey, type: 'inactive' })
  refreshBook()
  void queries.invalidateQueries({ queryKey: api.contacts.get.key() })
}
