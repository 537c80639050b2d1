// The queries of the screens about contacts and clients, and functions that update the cache of one query from another.
import { api } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import type { Client, Contact } from './model.ts'

const FRESH_MS = 2_000

/** Query options for one contact. */
export const contactOptions = (id: string) => api.contacts.get.queryOptions({ input: { id }, staleTime: FRESH_MS })

/** Query options for one client. */
export const clientOptions = (id: string) => api.contacts.getClient.queryOptions({ input: { id }, staleTime: FRESH_MS })

/** Query options for contacts that may be the same person as the one that is typed. */
export const duplicateOptions = (asked: {
  company: string | undefined
  email: string
  fullName: string
  client: string | undefined
  except: string | undefined
}) => api.contacts.duplicates.queryOptions({ input: asked, staleTime: FRESH_MS })

/** Query options for the latest imports. */
export const importsOptions = (company?: string) =>
  api.contacts.listImports.queryOptions({ input: { company, limit: 10 }, staleTime: FRESH_MS })

/** Query options for one import. */
export const importOptions = (id: string) => api.contacts.getImport.queryOptions({ input: { id }, staleTime: FRESH_MS })

/** Refetches every list of contacts and clients: a contact shows its client, a client counts its contacts. */
export function refreshContacts(): void {
  for (const queryKey of [api.contacts.list.key(), api.contacts.listClients.key(), api.contacts.duplicates.key()])
    void queries.invalidateQueries({ queryKey })
}

/** Stores a contact from a server response in the cache, and refetches the lists and the client that show it. */
export function keepContact(contact: Contact): void {
  queries.setQueryData(contactOptions(contact.id).queryKey, contact)
  refreshContacts()
  if (contact.client) void queries.invalidateQueries({ queryKey: clientOptions(contact.client.id).queryKey })
}

/** Stores a client from a server response in the cache, and refetches the lists and contacts that show it. */
export function keepClient(client: Client): void {
  queries.setQueryData(clientOptions(client.id).queryKey, client)
  refreshContacts()
  void queries.invalidateQueries({ queryKey: api.contacts.get.key() })
}

/** Removes a deleted contact from the cache. A screen that still shows it is about to close and must not refetch it. */
export function removeContactFromCache(id: string): void {
  queries.removeQueries({ queryKey: contactOptions(id).queryKey, type: 'inactive' })
  refreshContacts()
}

/** Removes a deleted client from the cache. */
export function removeClientFromCache(id: string): void {
  queries.removeQueries({ queryKey: clientOptions(id).queryKey, type: 'inactive' })
  refreshContacts()
  void queries.invalidateQueries({ queryKey: api.contacts.get.key() })
}
