import { z } from 'zod'
import { everyone, Id, Instant, manyOf, op, page, pageOf, type Role, staff } from './base.ts'
import { Person } from './companies.ts'

/** Who may take contacts and clients away: archive, delete, merge, undo an import. */
const managers: Role[] = ['owner', ...staff]

export const BOOK_STATES = ['active', 'archived', 'all'] as const
export const CONTACT_SORTS = ['name', 'updated', 'created'] as const
export const CLIENT_SORTS = ['name', 'updated', 'created'] as const
export const NOTES_MAX = 5_000

const most = (max: number) => `At most ${max.toLocaleString('en-US')} characters.`
const oneLine = (text: string) => !/[\r\n]/.test(text)
const emptied = (text: string | null) => (text === '' ? null : text)
const line = (max: number) => z.string('This is not text.').trim().max(max, most(max)).refine(oneLine, 'One line only.')
const named = (max: number, words: string) =>
  z.string(words).trim().min(1, words).max(max, most(max)).refine(oneLine, 'One line only.')
const optional = <T extends z.ZodType<string>>(text: T) => text.nullable().transform(emptied)
/** Text that gets past the check of its own when it is empty. */
const orEmpty = (check: (text: string) => boolean, words: string, max: number) =>
  optional(line(max).refine((text) => text === '' || check(text), words))
const Notes = z.string('This is not text.').trim().max(NOTES_MAX, most(NOTES_MAX))

const address = z.email()
/** Digits and what people put between them, an extension behind. */
const PHONE = /^[+(]?\d[\d\s().\-/]*(?:\s*(?:x|ext\.?|#)\s*\d{1,8})?$/i
const isPhone = (text: string) => PHONE.test(text) && text.replace(/\D/g, '').length >= 3

/** A web address as people type it, with or without the https:// before it; only ever one that a browser opens safely. */
const Website = optional(line(255)).transform((text, context) => {
  if (text === null) return null
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[\w.-]+:\d/.test(text) ? text : `https://${text}`
  const url = URL.canParse(whole) ? new URL(whole) : undefined
  const good = url && /^https?:$/.test(url.protocol) && url.hostname.includes('.') && !url.username && !/\s/.test(text)
  if (good && whole.length <= 255) return whole
  context.addIssue({ code: 'custom', message: 'Write a web address such as northgate.example.' })
  return z.NEVER
})

/** What a person types about a contact; each row of an imported file has to pass the same. */
export const ContactFields = z.object({
  fullName: named(100, 'Write the name.'),
  email: orEmpty((text) => address.safeParse(text).success, 'Write an email address such as pat@client.example.', 255),
  phone: orEmpty(isPhone, 'Write a phone number such as +1 555 0142.', 50),
  title: optional(line(100)),
  notes: Notes,
})
export const ClientName = named(200, 'Write the name of the client.')
export const ClientFields = z.object({
  name: ClientName,
  website: Website,
  phone: orEmpty(isPhone, 'Write a phone number such as +1 555 0142.', 50),
  address: optional(z.string('This is not text.').trim().max(500, most(500))),
  industry: optional(line(100)),
  notes: Notes,
})

/** The company it belongs to: staff name it, for partners it is always their own. */
const forCompany = { companyId: Id.optional() }
const version = z.coerce.number().int()

export const ClientRef = z.object({ id: Id, name: z.string(), archived: z.boolean() })
const CompanyName = z.object({ id: Id, name: z.string() })

/** What keeps mails from a contact: the last one came back, and for some weeks nothing more is sent there. */
export const MailsHeld = z.object({
  since: Instant,
  until: Instant,
  /** Why it came back, in plain words. */
  reason: z.string(),
  /** What the other mail server answered, as it was. */
  answer: z.string(),
})

/** What the reader may do with a contact or a client. */
export const BookCan = z.object({ edit: z.boolean(), archive: z.boolean(), delete: z.boolean(), merge: z.boolean() })

export const ContactRow = z.object({
  id: Id,
  fullName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  title: z.string().nullable(),
  client: ClientRef.nullable(),
  company: CompanyName,
  /** Null: what there is to tell them is mailed to them. */
  mailsHeld: MailsHeld.nullable(),
  source: z.enum(['manual', 'import']),
  archivedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
  can: BookCan,
})
export const Contact = ContactRow.extend({ notes: z.string() })

export const ClientRow = z.object({
  id: Id,
  name: z.string(),
  website: z.string().nullable(),
  phone: z.string().nullable(),
  industry: z.string().nullable(),
  company: CompanyName,
  /** Contacts that are not archived. */
  contacts: z.number().int(),
  archivedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
  can: BookCan,
})
export const Client = ClientRow.extend({ address: z.string().nullable(), notes: z.string() })

/** The filters that the list of contacts and its CSV share. */
export const ContactFilter = z.object({
  q: z.string().max(200).optional(),
  company: Id.optional(),
  /** A client's id, or `none`: contacts of the company itself. */
  client: z.union([z.enum(['none']), Id]).optional(),
  source: manyOf(z.enum(['manual', 'import'])),
  /** What one import created. */
  import: Id.optional(),
  /** Active ones to whom nothing is sent at present, because their mail came back. */
  mail: z.enum(['held']).optional(),
  state: z.enum(BOOK_STATES).default('active'),
  sort: z.enum(CONTACT_SORTS).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
})
/** The filters that the list of clients and its CSV share. */
export const ClientFilter = z.object({
  q: z.string().max(200).optional(),
  company: Id.optional(),
  state: z.enum(BOOK_STATES).default('active'),
  sort: z.enum(CLIENT_SORTS).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
})

export const NewContact = ContactFields.partial({ email: true, phone: true, title: true, notes: true }).extend({
  ...forCompany,
  clientId: Id.nullable().optional(),
})
export const EditContact = ContactFields.partial().extend({ id: Id, version, clientId: Id.nullable().optional() })
export const NewClient = ClientFields.partial({
  website: true,
  phone: true,
  address: true,
  industry: true,
  notes: true,
}).extend(forCompany)
export const EditClient = ClientFields.partial().extend({ id: Id, version })

/** Of two contacts that become one, from which a field is taken. */
const From = z.enum(['this', 'other']).default('this')
export const MergeContacts = z.object({
  id: Id,
  otherId: Id,
  version,
  otherVersion: version,
  take: z
    .object({ fullName: From, email: From, phone: From, title: From, client: From })
    .default({ fullName: 'this', email: 'this', phone: 'this', title: 'this', client: 'this' }),
})

// ---- import -------------------------------------------------------------------------------------------------------
export const IMPORT_MAX_BYTES = 10_000_000
export const IMPORT_MAX_ROWS = 50_000
export const IMPORT_MAX_COLUMNS = 100
/** What a column of a file can mean. */
export const IMPORT_FIELDS = [
  'fullName',
  'firstName',
  'lastName',
  'email',
  'phone',
  'title',
  'client',
  'notes',
] as const
export const ImportField = z.enum(IMPORT_FIELDS)

export const ImportPlan = z.object({
  /** Whether the first row names the columns. */
  header: z.boolean(),
  /** A meaning per column; null leaves the column out. */
  mapping: z.array(ImportField.nullable()).max(IMPORT_MAX_COLUMNS),
  /** What happens to rows whose contact is there already. */
  existing: z.enum(['update', 'skip', 'create']),
  /** What happens with clients that are not there yet. */
  clients: z.enum(['create', 'leave']),
})
export const ImportProblem = z.object({
  /** The number that a spreadsheet shows beside the row. */
  row: z.number().int(),
  /** What the row calls itself: the name in it, or its first cell. */
  label: z.string(),
  problems: z.array(z.object({ column: z.string().nullable(), message: z.string() })),
})
export const ImportCounts = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  /** There already, or twice in the file, and left as they are. */
  skipped: z.number().int(),
  refused: z.number().int(),
  clientsCreated: z.number().int(),
})
export const ContactImport = z.object({
  id: Id,
  fileName: z.string(),
  company: CompanyName,
  state: z.enum(['uploaded', 'running', 'done', 'failed', 'undone']),
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
  delimiter: z.string(),
  /** Records with the first one counted. */
  records: z.number().int(),
  by: Person,
  plan: ImportPlan.nullable(),
  /** Rows to go through and rows that are through, once it runs. */
  total: z.number().int(),
  done: z.number().int(),
  counts: ImportCounts,
  /** Contacts that undoing it removed. */
  removed: z.number().int(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  can: z.object({ run: z.boolean(), undo: z.boolean() }),
})
/** An uploaded file as it was understood, with a first guess at its columns. */
export const ImportDetail = ContactImport.extend({
  columns: z.array(
    z.object({
      /** The name in the first row. */
      name: z.string(),
      /** What stands in the column, from the first rows. */
      samples: z.array(z.string()),
      guess: ImportField.nullable(),
    }),
  ),
  /** Whether the first row looks like names of columns. */
  headerGuess: z.boolean(),
  /** The first rows as they are, the very first included. */
  rows: z.array(z.array(z.string())),
  /** What is odd about the file and still fine. */
  notices: z.array(z.string()),
})
const ImportSample = z.object({ row: z.number().int(), label: z.string(), detail: z.string() })
/** What an import would do. */
export const ImportPreview = z.object({
  counts: ImportCounts,
  /** The first of each kind. */
  created: z.array(ImportSample),
  updated: z.array(ImportSample),
  skipped: z.array(ImportSample),
  refused: z.array(ImportProblem),
  /** Clients that would be created. */
  newClients: z.array(z.string()),
})

const changedContact = {
  CONFLICT: {
    status: 409,
    message: 'Somebody else changed this contact meanwhile.',
    data: z.object({ current: Contact.optional() }).optional(),
  },
}
const changedClient = {
  CONFLICT: {
    status: 409,
    message: 'Somebody else changed this client meanwhile.',
    data: z.object({ current: Client.optional() }).optional(),
  },
}
const nameTaken = {
  NAME_TAKEN: { status: 409, message: 'There is a client with this name already.', data: z.any().optional() },
}
const importBusy = {
  IMPORT_STARTED: { status: 409, message: 'This import was started already.' },
}

export const contacts = {
  list: op('GET', '/contacts', {
    roles: everyone,
    scope: 'contacts:read',
    tag: 'contacts',
    summary: 'Contacts; partners: of their own company',
  })
    .input(ContactFilter.extend(page))
    .output(pageOf(ContactRow)),
  duplicates: op('GET', '/contacts/duplicates', {
    roles: everyone,
    scope: 'contacts:read',
    tag: 'contacts',
    summary: 'Contacts with the same email, or the same name at the same client',
  })
    .input(
      z.object({
        company: Id.optional(),
        email: z.string().max(300).optional(),
        fullName: z.string().max(200).optional(),
        client: Id.optional(),
        /** The contact that is being edited is no duplicate of itself. */
        except: Id.optional(),
      }),
    )
    .output(z.object({ items: z.array(ContactRow.extend({ same: z.enum(['email', 'name']) })) })),
  create: op('POST', '/contacts', {
    roles: everyone,
    scope: 'contacts:write',
    tag: 'contacts',
    summary: 'Create a contact',
    status: 201,
    creates: true,
  })
    .input(NewContact)
    .output(Contact),
  get: op('GET', '/contacts/{id}', { roles: everyone, scope: 'contacts:read', tag: 'contacts', summary: 'One contact' })
    .input(z.object({ id: Id }))
    .output(Contact),
  edit: op('PATCH', '/contacts/{id}', {
    roles: everyone,
    scope: 'contacts:write',
    tag: 'contacts',
    summary: 'Change a contact',
  })
    .errors(changedContact)
    .input(EditContact)
    .output(Contact),
  archive: op('POST', '/contacts/{id}/archive', {
    roles: managers,
    tag: 'contacts',
    summary: 'Put a contact away, or take it back',
  })
    .input(z.object({ id: Id, archived: z.boolean() }))
    .output(Contact),
  resumeMail: op('POST', '/contacts/{id}/resume-mail', {
    roles: everyone,
    scope: 'contacts:write',
    tag: 'contacts',
    summary: 'Send mails again to a contact whose address a mail server had refused',
  })
    .input(z.object({ id: Id }))
    .output(Contact),
  remove: op('DELETE', '/contacts/{id}', { roles: managers, tag: 'contacts', summary: 'Delete a contact for good' })
    .input(z.object({ id: Id }))
    .output(z.object({ id: Id })),
  merge: op('POST', '/contacts/{id}/merge', {
    roles: managers,
    tag: 'contacts',
    summary: 'Make two contacts one: this one stays, the other goes, nothing of it is lost',
  })
    .errors(changedContact)
    .input(MergeContacts)
    .output(Contact),

  listClients: op('GET', '/clients', {
    roles: everyone,
    scope: 'contacts:read',
    tag: 'contacts',
    summary: 'End clients; partners: of their own company',
  })
    .input(ClientFilter.extend(page))
    .output(pageOf(ClientRow)),
  createClient: op('POST', '/clients', {
    roles: everyone,
    scope: 'contacts:write',
    tag: 'contacts',
    summary: 'Create an end client',
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
    summary: 'One end client',
  })
    .input(z.object({ id: Id }))
    .output(Client),
  editClient: op('PATCH', '/clients/{id}', {
    roles: everyone,
    scope: 'contacts:write',
    tag: 'contacts',
    summary: 'Change an end client',
  })
    .errors({ ...changedClient, ...nameTaken })
    .input(EditClient)
    .output(Client),
  archiveClient: op('POST', '/clients/{id}/archive', {
    roles: managers,
    tag: 'contacts',
    summary: 'Put an end client away, or take it back; its contacts stay',
  })
    .errors(nameTaken)
    .input(z.object({ id: Id, archived: z.boolean() }))
    .output(Client),
  removeClient: op('DELETE', '/clients/{id}', {
    roles: managers,
    tag: 'contacts',
    summary: 'Delete an end client for good; its contacts stay, without a client',
  })
    .input(z.object({ id: Id }))
    .output(z.object({ id: Id })),

  listImports: op('GET', '/contact-imports', {
    roles: everyone,
    tag: 'contacts',
    summary: 'Imports that were started, newest first',
  })
    .input(z.object({ ...page, company: Id.optional() }))
    .output(pageOf(ContactImport)),
  getImport: op('GET', '/contact-imports/{id}', {
    roles: everyone,
    tag: 'contacts',
    summary: 'One import: the file as it was understood, how far it is, what came of it',
  })
    .input(z.object({ id: Id }))
    .output(ImportDetail),
  checkImport: op('POST', '/contact-imports/{id}/check', {
    roles: everyone,
    tag: 'contacts',
    summary: 'Say what the columns mean and see what the import would do',
  })
    .errors(importBusy)
    .input(ImportPlan.extend({ id: Id }))
    .output(ImportPreview),
  runImport: op('POST', '/contact-imports/{id}/run', {
    roles: everyone,
    tag: 'contacts',
    summary: 'Import the file, read as said here; without a plan as it was checked last',
  })
    .errors(importBusy)
    .input(z.object({ id: Id, plan: ImportPlan.optional() }))
    .output(ContactImport),
  undoImport: op('POST', '/contact-imports/{id}/undo', {
    roles: managers,
    tag: 'contacts',
    summary: 'Remove the contacts that an import created and nobody has changed since',
  })
    .input(z.object({ id: Id }))
    .output(z.object({ removed: z.number().int(), kept: z.number().int(), clientsRemoved: z.number().int() })),
}
