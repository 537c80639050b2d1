// Fields, roles and errors that several files of this module share.

import { z } from 'zod'
import { Id, type Role, staff } from '../base.ts'

/**
 * Roles that may remove contacts and clients: archive, delete, merge, undo an import. `contactPermissions` in the server's
 * `policy.ts` uses them too. `contact-list.tsx` in the portal hides bulk actions from other roles.
 */
export const managers: Role[] = ['owner', ...staff]
export const ARCHIVE_STATES = ['active', 'archived', 'all'] as const
export const NOTES_MAX = 5_000
/** Returns the message for text that is too long. */
export const most = (max: number) => `At most ${max.toLocaleString('en-US')} characters.`
const oneLine = (text: string) => !/[\r\n]/.test(text)
const emptied = (text: string | null) => (text === '' ? null : text)
/** Returns a schema of one line of text, which may be empty. */
export const line = (max: number) =>
  z.string('Enter text.').trim().max(max, most(max)).refine(oneLine, 'Use a single line.')
/** Returns a schema of one line of required text. `words` is the message when it is missing. */
export const named = (max: number, words: string) =>
  z.string(words).trim().min(1, words).max(max, most(max)).refine(oneLine, 'Use a single line.')
/** Returns a schema of text that may be null. An empty text becomes null. */
export const optional = <T extends z.ZodType<string>>(text: T) => text.nullable().transform(emptied)
/** Returns a schema of text that is checked only when it is not empty. */
export const orEmpty = (check: (text: string) => boolean, words: string, max: number) =>
  optional(line(max).refine((text) => text === '' || check(text), words))
export const Notes = z.string('Enter text.').trim().max(NOTES_MAX, most(NOTES_MAX))
/** Digits with the usual separators, which include spaces before an extension. */
const PHONE = /^[+(]?\d[\d\s().\-/]*(?:(?:x|ext\.?|#)\s*\d{1,8})?$/i
/** Returns whether a text is a phone number with at least three digits. */
export const isPhone = (text: string) => PHONE.test(text) && text.replace(/\D/g, '').length >= 3
/** The company that it belongs to. Staff name it; for partners it is always their own. */
export const forCompany = { companyId: Id.optional() }
/** The actions that the reader may take on a contact or a client. */
export const ContactCan = z.object({ edit: z.boolean(), archive: z.boolean(), delete: z.boolean(), merge: z.boolean() })
