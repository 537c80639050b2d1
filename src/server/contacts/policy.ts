// Rules for contacts and clients: permissions, search patterns and merging. Pure functions.

import type { Role } from '../../contract/base.ts'
import { managers } from '../../contract/contacts/fields.ts'
import { formatDay } from '../../contract/plain/dates.ts'
import { foldText } from '../../contract/plain/fold-text.ts'

/** The name of the import job. */
export const RUN_IMPORT = 'contacts.run-import'
export type RunImportData = { companyId: string; importId: string }

const manages = (role: Role | 'system'): boolean => role === 'system' || managers.includes(role)

/**
 * Returns what the reader may do with one contact or client. Everyone can edit; only `managers`, whom the
 * operations let in, can archive, delete and merge.
 */
export function contactPermissions({ role }: { role: Role | 'system' }) {
  return { edit: true, archive: manages(role), delete: manages(role), merge: manages(role) }
}

// Reasons by enhanced status code (RFC 3463), the more specific patterns first.
const WHY_REFUSED: [status: RegExp, words: string][] = [
  [/^5\.1\.[2489]$/, 'The domain of this address does not exist.'],
  [/^5\.1\.10$/, 'This domain does not accept email.'],
  [/^5\.1\.6$/, 'The mailbox has moved to another address.'],
  [/^5\.1\./, 'The mailbox does not exist.'],
  [/^5\.2\.2$/, 'The mailbox is full.'],
  [/^5\.2\.3$|^5\.3\.4$/, 'The email was too large for this mailbox.'],
  [/^5\.2\./, 'The mailbox no longer accepts email.'],
  [/^5\.[34]\./, 'The mail server could not accept the email.'],
  [/^5\.7\./, 'The mail server blocks our email.'],
]
/** Returns in plain words why a mail bounced, from the status code of the receiving mail server. */
export const whyRefused = (status: string): string =>
  WHY_REFUSED.find(([of]) => of.test(status))?.[1] ?? 'The mail server permanently rejected the email.'

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Returns a LIKE pattern per typed word; a text must match all. Empty when there is nothing to search for. */
export function searchPatterns(typed: string): string[] {
  const text = foldText(typed).trim()
  const digits = text.replace(/\D/g, '')
  // Phone numbers match however they are formatted.
  if (digits.length >= 3 && /^[+\d\s().\-/]+$/.test(text)) return [`%${digits}%`]
  const words = text.split(/\s+/).filter((w) => w !== '')
  // One or two letters match only the beginning of a word. This is selective and can use an index.
  return words.slice(0, 12).map((w) => (w.length < 3 ? `% ${escaped(w)}%` : `%${escaped(w)}%`))
}

type Facts = {
  full_name: string
  email: string | null
  phone: string | null
  title: string | null
  client_id: string | null
  client: string | null
  notes: string
}
type Side = 'this' | 'other'
export type MergeSides = { fullName: Side; email: Side; phone: Side; title: Side; client: Side }

/**
 * Returns the fields of the merged contact. Where the chosen value is empty, the other contact's value is used. Values
 * that are not kept go into the notes, so that nothing is lost. `on` is the date to write there.
 */
export function mergeFields(kept: Facts, other: Facts, take: MergeSides, on: string) {
  const choose = <K extends keyof Facts>(side: Side, key: K): Facts[K] =>
    side === 'other' ? (other[key] ?? kept[key]) : (kept[key] ?? other[key])
  const client = take.client === 'other' ? (other.client_id ? other : kept) : kept.client_id ? kept : other
  const values = {
    full_name: choose(take.fullName, 'full_name'),
    email: choose(take.email, 'email'),
    phone: choose(take.phone, 'phone'),
    title: choose(take.title, 'title'),
    client_id: client.client_id,
  }
  const left = (label: string, chosen: string | null, ...both: (string | null)[]) =>
    [...new Set(both)].filter((v) => v !== null && v !== chosen).map((v) => `${label}: ${v}`)
  const also = [
    ...left('Name', values.full_name, kept.full_name, other.full_name),
    ...left('Email', values.email, kept.email, other.email),
    ...left('Phone', values.phone, kept.phone, other.phone),
    ...left('Title', values.title, kept.title, other.title),
    ...left('Client', client.client, kept.client, other.client),
  ]
  const parts = [
    kept.notes,
    other.notes === kept.notes ? '' : other.notes,
    also.length > 0
      ? `Merged on ${formatDay(on)}. Values that were not kept:\n${also.map((line) => `- ${line}`).join('\n')}`
      : '',
  ]
  return { ...values, notes: parts.filter((part) => part !== '').join('\n\n') }
}
