// What may be done with contacts and clients, how they are searched and how two become one. Pure.
import type { Role } from '../../contract/base.ts'

/** The job that imports, and what it is told. */
export const RUN_IMPORT = 'contacts.run-import'
export type RunImportData = { companyId: string; importId: string }

const manages = (role: Role | 'system'): boolean => role !== 'member'

/** What the reader may do with one contact or client. Members write the book; taking something away is the owner's. */
export function can({ role }: { role: Role | 'system' }) {
  return { edit: true, archive: manages(role), delete: manages(role), merge: manages(role) }
}

// By the class and the subject of the status (RFC 3463), the narrower ones first.
const WHY_REFUSED: [status: RegExp, words: string][] = [
  [/^5\.1\.[2489]$/, 'Its mail domain is not known.'],
  [/^5\.1\.10$/, 'Its domain takes no mail.'],
  [/^5\.1\.6$/, 'The mailbox moved somewhere else.'],
  [/^5\.1\./, 'There is no such mailbox.'],
  [/^5\.2\.2$/, 'The mailbox is full.'],
  [/^5\.2\.3$|^5\.3\.4$/, 'The mail was too large for it.'],
  [/^5\.2\./, 'The mailbox takes no mail any more.'],
  [/^5\.[34]\./, 'Its mail server could not take the mail.'],
  [/^5\.7\./, 'Its mail server does not take our mails.'],
]
/** Why a mail came back, in plain words, by the status that the other mail server gave. */
export const whyRefused = (status: string): string =>
  WHY_REFUSED.find(([of]) => of.test(status))?.[1] ?? 'Its mail server refused the mail for good.'

/** Text as it is searched: small letters, no accents. The database has the same as `fold_text`. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** A pattern per word of what somebody typed; all have to be in the text. Empty when there is nothing to look for. */
export function patterns(typed: string): string[] {
  const text = fold(typed).trim()
  const digits = text.replace(/\D/g, '')
  // A number is found however it is written.
  if (digits.length >= 3 && /^[+\d\s().\-/]+$/.test(text)) return [`%${digits}%`]
  const words = text.split(/\s+/).filter((w) => w !== '')
  // One or two letters only begin a word: nothing else would be selective, and an index serves it.
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
export type Take = { fullName: Side; email: Side; phone: Side; title: Side; client: Side }

/**
 * Two contacts as one. An empty field takes what the other has; what is not taken is written into the notes, so that
 * nothing is lost. `on` is the day, as people read it.
 */
export function merged(kept: Facts, other: Facts, take: Take, on: string) {
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
    also.length > 0 ? `Merged on ${on}. The other entry had:\n${also.map((line) => `- ${line}`).join('\n')}` : '',
  ]
  return { ...values, notes: parts.filter((part) => part !== '').join('\n\n') }
}
