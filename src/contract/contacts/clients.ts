// Clients.

import { z } from 'zod'
import { everyone, Id, Instant, NamedCompany, op, page, pageOf, version } from '../base.ts'
import { printed } from '../printed.ts'
import {
  ARCHIVE_STATES,
  ContactCan,
  forCompany,
  isPhone,
  line,
  managers,
  most,
  Notes,
  named,
  optional,
  orEmpty,
} from './fields.ts'

const CLIENT_SORTS = ['name', 'updated', 'created'] as const
/** A web address as people type it, with or without https://. Only addresses that are safe to open are accepted. */
const Website = optional(line(255)).transform((text, context) => {
  if (text === null) return null
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[\w.-]+:\d/.test(text) ? text : `https://${text}`
  const url = URL.canParse(whole) ? new URL(whole) : undefined
  const good = url && /^https?:$/.test(url.protocol) && url.hostname.includes('.') && !url.username && !/\s/.test(text)
  if (good && whole.length <= 255) return whole
  context.addIssue({ code: 'custom', message: 'Enter a web address, such as northgate.example.' })
  return z.NEVER
})
export const ClientName = printed(named(200, 'Enter the client’s name.'), 'in reports')
const ClientFields = z.object({
  name: ClientName,
  website: Website,
  phone: orEmpty(isPhone, 'Enter a phone number, such as +1 555 0142.', 50),
  address: optional(z.string('Enter text.').trim().max(500, most(500))),
  industry: optional(line(100)),
  notes: Notes,
})
export const ClientRow = z.object({
  id: Id,
  name: z.string(),
  website: z.string().nullable(),
  phone: z.string().nullable(),
  industry: z.string().nullable(),
  company: NamedCompany,
  /** Number of contacts that are not archived. */
  contacts: z.number().int(),
  archivedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
  can: ContactCan,
})
export const Client = ClientRow.extend({ address: z.string().nullable(), notes: z.string() })
/** The filters that the list of clients and its CSV share. */
export const ClientFilter = z.object({
  q: z.string().max(200).optional(),
  company: Id.optional(),
  state: z.enum(ARCHIVE_STATES).default('active'),
  sort: z.enum(CLIENT_SORTS).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
})
export const NewClient = ClientFields.partial({
  website: true,
  phone: true,
  address: true,
  industry: true,
  notes: true,
}).extend(forCompany)
export const EditClient = ClientFields.partial().extend({ id: Id, version })
const changedClient = {
  CONFLICT: {
    status: 409,
    message: 'Someone else changed this client. Review their changes and try again.',
    data: z.object({ current: Client.optional() }).optional(),
  },
}
const nameTaken = {
  NAME_TAKEN: {
    status: 409,
    message: 'A client with this name already exists. Choose a different name.',
    data: z.any().optional(),
  },
}

export const clientOperations = {
  listClients: op('GET', '/clients', {
    roles: everyone,
    scope: 'contacts:read',
    tag: 'contacts',
    summary: 'List clients. Partners see only their own company’s clients.',
  })
    .input(ClientFilter.extend(page))
    .output(pageOf(ClientRow)),
  createClient: op('POST', '/clients', {
    roles: everyone,
    scope: 'contacts:write',
    tag: 'contacts',
    summary: 'Create a client',
    status: 201,
    creates: true,
  })
    .errors(nameTaken)
    .input(NewClient)
    .output(Client),
  getClient: op('GET', '/clients/{id}', {
    roles: everyone,
    scope: 'contacts:read',
    tag: 'contacts',
    summary: 'Get a client',
  })
    .input(z.object({ id: Id }))
    .output(Client),
  editClient: op('PATCH', '/clients/{id}', {
    roles: everyone,
    scope: 'contacts:write',
    tag: 'contacts',
    summary: 'Update a client',
  })
    .errors({ ...changedClient, ...nameTaken })
    .input(EditClient)
    .output(Client),
  archiveClient: op('POST', '/clients/{id}/archive', {
    roles: managers,
    tag: 'contacts',
    summary: 'Archive or restore a client. Its contacts are not affected.',
  })
    .errors(nameTaken)
    .input(z.object({ id: Id, archived: z.boolean() }))
    .output(Client),
  removeClient: op('DELETE', '/clients/{id}', {
    roles: managers,
    tag: 'contacts',
    summary: 'Permanently delete a client. Its contacts are kept without a client.',
  })
    .input(z.object({ id: Id }))
    .output(z.object({ id: Id })),
}
