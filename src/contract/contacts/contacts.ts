// Contacts: list, details, permission to send mail, and merge.

import { z } from 'zod'
import { everyone, Id, Instant, manyOf, NamedCompany, op, page, pageOf, version } from '../base.ts'
import { ASK_AGAIN_DAYS } from '../mail-limits.ts'
import {
  ARCHIVE_STATES,
  ContactCan,
  forCompany,
  isPhone,
  line,
  managers,
  Notes,
  named,
  optional,
  orEmpty,
} from './fields.ts'

const CONTACT_SORTS = ['name', 'updated', 'created'] as const
const address = z.email()
/** The editable fields of a contact. Each row of an imported file is validated with the same rules. */
export const ContactFields = z.object({
  fullName: named(100, 'Enter a name.'),
  email: orEmpty((text) => address.safeParse(text).success, 'Enter an email address, such as pat@client.example.', 255),
  phone: orEmpty(isPhone, 'Enter a phone number, such as +1 555 0142.', 50),
  title: optional(line(100)),
  notes: Notes,
})
const ClientRef = z.object({ id: Id, name: z.string(), archived: z.boolean() })
/** Why no mail is sent to a contact: the last one bounced, and nothing more is sent there for some weeks. */
const MailsHeld = z.object({
  since: Instant,
  until: Instant,
  /** Why it bounced, in plain words. */
  reason: z.string(),
  /** The original response of the other mail server. */
  answer: z.string(),
})
/** Whether mail on the company's behalf reaches a contact. */
const ContactMail = z.object({
  /**
   * `confirmed`: it does. `not_confirmed`: the person has not agreed yet. `not_approved`: staff have not approved the
   * company. `blocked`: the person wants no mail.
   */
  state: z.enum(['confirmed', 'not_confirmed', 'not_approved', 'blocked']),
  /** Whether there is nothing to ask: the person or staff answered for this company, or the person has an account. */
  answered: z.boolean(),
  /** When we last asked the person for permission. */
  askedAt: Instant.nullable(),
  /** When the person can be asked again. */
  askAgainAt: Instant.nullable(),
})
export const ContactRow = z.object({
  id: Id,
  fullName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  title: z.string().nullable(),
  client: ClientRef.nullable(),
  company: NamedCompany,
  /** Null when mail to the contact is not held back. */
  mailsHeld: MailsHeld.nullable(),
  /** Null when there is no address or the contact is archived. */
  mail: ContactMail.nullable(),
  source: z.enum(['manual', 'import']),
  archivedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
  can: ContactCan,
})
export const Contact = ContactRow.extend({ notes: z.string() })
/** The filters that the list of contacts and its CSV share. */
export const ContactFilter = z.object({
  q: z.string().max(200).optional(),
  company: Id.optional(),
  /** A client's id, or `none` for contacts of the company itself. */
  client: z.union([z.enum(['none']), Id]).optional(),
  source: manyOf(z.enum(['manual', 'import'])),
  /** Contacts that this import created. */
  import: Id.optional(),
  /** Active contacts whose mail bounced and who get no mail at present. */
  mail: z.enum(['held']).optional(),
  state: z.enum(ARCHIVE_STATES).default('active'),
  sort: z.enum(CONTACT_SORTS).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
})
export const NewContact = ContactFields.partial({ email: true, phone: true, title: true, notes: true }).extend({
  ...forCompany,
  clientId: Id.nullable().optional(),
})
export const EditContact = ContactFields.partial().extend({ id: Id, version, clientId: Id.nullable().optional() })
/** Which of the two merged contacts a field is taken from. */
const From = z.enum(['this', 'other']).default('this')
const MergeContacts = z.object({
  id: Id,
  otherId: Id,
  version,
  otherVersion: version,
  take: z
    .object({ fullName: From, email: From, phone: From, title: From, client: From })
    .default({ fullName: 'this', email: 'this', phone: 'this', title: 'this', client: 'this' }),
})
const changedContact = {
  CONFLICT: {
    status: 409,
    message: 'Someone else changed this contact. Review their changes and try again.',
    data: z.object({ current: Contact.optional() }).optional(),
  },
}

export const contactOperations = {
  list: op('GET', '/contacts', {
    roles: everyone,
    scope: 'contacts:read',
    tag: 'contacts',
    summary: 'List contacts. Partners see only their own company’s contacts.',
  })
    .input(ContactFilter.extend(page))
    .output(pageOf(ContactRow)),
  duplicates: op('GET', '/contacts/duplicates', {
    roles: everyone,
    scope: 'contacts:read',
    tag: 'contacts',
    summary: 'List possible duplicates: contacts with the same email, or the same name at the same client',
  })
    .input(
      z.object({
        company: Id.optional(),
        email: z.string().max(300).optional(),
        fullName: z.string().max(200).optional(),
        client: Id.optional(),
        /** A contact that is being edited, so that it does not count as a duplicate of itself. */
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
  get: op('GET', '/contacts/{id}', {
    roles: everyone,
    scope: 'contacts:read',
    tag: 'contacts',
    summary: 'Get a contact',
  })
    .input(z.object({ id: Id }))
    .output(Contact),
  edit: op('PATCH', '/contacts/{id}', {
    roles: everyone,
    scope: 'contacts:write',
    tag: 'contacts',
    summary: 'Update a contact',
  })
    .errors(changedContact)
    .input(EditContact)
    .output(Contact),
  archive: op('POST', '/contacts/{id}/archive', {
    roles: managers,
    tag: 'contacts',
    summary: 'Archive or restore a contact',
  })
    .input(z.object({ id: Id, archived: z.boolean() }))
    .output(Contact),
  askMail: op('POST', '/contacts/{id}/ask-mail', {
    roles: everyone,
    scope: 'contacts:write',
    tag: 'contacts',
    summary: 'Email a contact to ask whether they want ticket updates',
  })
    .errors({
      MAIL_ANSWERED: {
        status: 409,
        message:
          'We can’t ask this contact: they are archived, have no email address, have already answered, or have an account.',
      },
      ASKED_LATELY: {
        status: 409,
        message: `We asked this contact within the last ${ASK_AGAIN_DAYS} days. Wait for an answer, or ask again later.`,
        data: z.object({ askAgainAt: Instant.optional() }).optional(),
      },
    })
    .input(z.object({ id: Id }))
    .output(Contact),
  resumeMail: op('POST', '/contacts/{id}/resume-mail', {
    roles: everyone,
    scope: 'contacts:write',
    tag: 'contacts',
    summary: 'Resume email to a contact whose address bounced',
  })
    .input(z.object({ id: Id }))
    .output(Contact),
  remove: op('DELETE', '/contacts/{id}', { roles: managers, tag: 'contacts', summary: 'Permanently delete a contact' })
    .input(z.object({ id: Id }))
    .output(z.object({ id: Id })),
  merge: op('POST', '/contacts/{id}/merge', {
    roles: managers,
    tag: 'contacts',
    summary: 'Merge two contacts: keep this one and add the other one’s details to it',
  })
    .errors(changedContact)
    .input(MergeContacts)
    .output(Contact),
}
