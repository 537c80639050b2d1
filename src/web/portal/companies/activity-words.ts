// An entry of the audit log as people read it. Pure.
import { hoursInWords } from './hours.ts'
import type { Activity, ActivityKind, BusinessHours } from './model.ts'

export const kindLabels: Record<ActivityKind, string> = {
  company: 'Company',
  people: 'People',
  contacts: 'Contacts and clients',
  tickets: 'Tickets',
  access: 'API keys',
}
export const kinds = Object.keys(kindLabels) as ActivityKind[]

// The rest of a sentence that begins with who did it; `*` stands for the name of the thing.
const acts: Record<string, string> = {
  'api_key.create': 'made the API key *',
  'api_key.revoke': 'revoked the API key *',
  'client.create': 'added the client *',
  'client.delete': 'deleted the client *',
  'client.edit': 'changed the client *',
  'company.create': 'added the company',
  'company.edit': 'changed the company’s profile',
  'company.note': 'wrote a note',
  'company.note-delete': 'deleted a note',
  'company.note-edit': 'changed a note',
  'contact-import.done': 'imported contacts',
  'contact-import.start': 'began an import of contacts',
  'contact-import.undo': 'undid an import of contacts',
  'contact.create': 'added the contact *',
  'contact.delete': 'deleted the contact *',
  'contact.edit': 'changed the contact *',
  'contact.merge': 'merged contacts into *',
  'contact.merged-away': 'merged the contact * into another one',
  'contact.resume-mail': 'had mails sent to the contact * again',
  'export.download': 'downloaded the export of all data',
  'export.start': 'began an export of all data',
  'hours.adjust': 'adjusted the hours',
  'installation.answer': 'answered the questions of an automation',
  'installation.ask': 'asked for a change of an automation',
  'installation.begin': 'began the set-up of an automation',
  'installation.clients': 'changed the end clients of an automation',
  'installation.create': 'installed the automation *',
  'installation.order_undone': 'took back the order of an automation',
  'installation.status': 'changed the status of an automation',
  'installation.unask': 'took back what was asked of an automation',
  'invitation.accept': 'accepted an invitation',
  'invitation.resend': 'sent an invitation again',
  'invitation.revoke': 'took an invitation back',
  'invitation.send': 'invited somebody',
  'invoice.again': 'billed a voided month again',
  'invoice.paid': 'had an invoice paid',
  'invoice.refund': 'gave back what an invoice had brought',
  'invoice.release': 'made hours usable before they were paid',
  'invoice.transfer': 'recorded a transfer',
  'invoice.void': 'voided an invoice',
  'lead.convert': 'made a company of a lead',
  'logo.remove': 'removed the logo',
  'logo.set': 'changed the logo',
  'order.cancel': 'canceled an order',
  'order.place': 'placed an order',
  'photo.remove': 'removed a photo',
  'photo.set': 'changed a photo',
  'profile.edit': 'changed the profile of *',
  'purchase.accept': 'accepted the terms of a purchase',
  'time.book': 'booked time',
  'time.edit': 'changed booked time',
  'time.remove': 'removed booked time',
  'ticket.assign': 'assigned *',
  'ticket.edit': 'changed *',
  'ticket.open': 'opened *',
  'ticket.status': 'changed the status of *',
  'user.deactivate': 'deactivated *',
  'user.end-sessions': 'ended the sessions of *',
  'user.factor-off': 'switched the second factor of * off',
  'user.factor-on': 'switched a second factor for * on',
  'user.move': 'moved * between companies',
  'user.passkey-on': 'added a passkey for *',
  'user.reactivate': 'let * in again',
  'user.recovery-codes': 'made new recovery codes for *',
  'user.reset-second-factor': 'reset the second factor of *',
  'user.role': 'changed the role of *',
  'user.view-as': 'looked at the portal as *',
}
const things: Record<string, string> = {
  api_key: 'an API key',
  client: 'a client',
  company: 'the company',
  contact: 'a contact',
  ticket: 'a ticket',
  user: 'a user',
}

/** What happened, as the rest of a sentence that begins with who did it. */
export function actText({ action, subjectType, subjectName, before, after }: Activity): string {
  const named = subjectName ?? (typeof after?.name === 'string' ? after.name : (before?.name as string | undefined))
  const thing = named ?? things[subjectType] ?? subjectType.replaceAll(/[-_]/g, ' ')
  const known = acts[action]
  if (known) {
    if (!named) return known.replace(/the (API key|client|contact) \*/, 'the $1').replace('*', thing)
    return known.replace('*', named)
  }
  const [, verb = action] = action.split('.')
  return `${verb.replaceAll(/[-_]/g, ' ')}: ${thing}`
}

/** `time_zone`, `timeZone` and `name` become "Time zone" and "Name". */
function fieldName(key: string): string {
  const words = key
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
const isWeek = (value: object): value is BusinessHours => 'mon' in value && 'sun' in value
function said(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(said).join(', ') || 'nothing'
  if (typeof value === 'object')
    return isWeek(value) ? hoursInWords(value).join('; ') || 'nothing' : JSON.stringify(value)
  return String(value).replaceAll('_', typeof value === 'string' && /^[a-z_]+$/.test(value) ? ' ' : '_')
}
/** Never shown, whoever wrote it into the log. */
const secret = /password|secret|token|hash/i
/** What says nothing to a person. */
const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)

/** One value that changed: what it is, what it was (undefined where nothing was), what it became. */
export type Change = { field: string; from: string | undefined; to: string | undefined }

/** What changed, value by value, in words. */
export function changesIn({ before, after }: Pick<Activity, 'before' | 'after'>): Change[] {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return keys
    .filter((key) => !secret.test(key) && !isId(before?.[key]) && !isId(after?.[key]))
    .map((key) => ({
      field: fieldName(key),
      from: before && key in before ? said(before[key]) : undefined,
      to: after && key in after ? said(after[key]) : undefined,
    }))
    .filter(({ from, to }) => from !== to)
}
