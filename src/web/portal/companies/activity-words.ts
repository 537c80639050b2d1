// Audit log entries as readable text. Pure.

import { formatDay, formatTime } from '../../../contract/plain/dates.ts'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { formatCents } from '../../ui/text/money-text.ts'
import { formatWeekHours } from '../../ui/text/week-hours.ts'
import type { Activity, ActivityKind, BusinessHours } from './model.ts'

export const activityKindLabels: Record<ActivityKind, string> = {
  company: 'Company',
  people: 'Users',
  contacts: 'Contacts and clients',
  tickets: 'Tickets',
  access: 'API keys',
}
export const activityKinds = Object.keys(activityKindLabels) as ActivityKind[]

// Phrases that follow the name of the person who acted. `*` stands for the name of the record.
const acts: Record<string, string> = {
  'agreement.activated': 'activated an agreement',
  'agreement.amended': 'started an amendment to an agreement',
  'agreement.cancelled': 'canceled an agreement',
  'agreement.completion_billed': 'invoiced an agreement on completion',
  'agreement.created': 'added an agreement',
  'agreement.discarded': 'discarded a draft amendment',
  'agreement.edited': 'updated an agreement',
  'agreement.ending': 'sent a reminder that an agreement is ending',
  'agreement.expired': 'ended an agreement after its last day',
  'agreement.month': 'started a new month of an agreement',
  'agreement.opened': 'opened an agreement',
  'agreement.renewed': 'renewed an agreement',
  'agreement.returned': 'requested changes to an agreement',
  'agreement.revised': 'revised an agreement',
  'agreement.sent': 'sent an agreement for signature',
  'agreement.signed': 'signed an agreement',
  'agreement.withdrawn': 'recalled an agreement',
  'api_key.create': 'created the API key *',
  'api_key.revoke': 'revoked the API key *',
  'card.agree': 'agreed to store a card',
  'card.remove': 'removed the stored card',
  'card.store': 'stored a card',
  'checkout.open': 'started a card payment',
  'client.archive': 'archived the client *',
  'client.create': 'added the client *',
  'client.delete': 'deleted the client *',
  'client.edit': 'updated the client *',
  'client.restore': 'restored the client *',
  'company.approve-mail': 'approved email to people without an account',
  'company.create': 'added the company',
  'company.edit': 'updated the company profile',
  'company.model-choice': 'changed the language model setting',
  'company.note': 'added a note',
  'company.note-delete': 'deleted a note',
  'company.note-edit': 'edited a note',
  'company.rate': 'changed the hourly cost of the team',
  'company.two-factor-off': 'stopped requiring two-factor authentication',
  'company.two-factor-on': 'required two-factor authentication for everyone',
  'company.withdraw-mail': 'withdrew the approval of email to people without an account',
  'contact-import.done': 'imported contacts',
  'contact-import.start': 'started a contact import',
  'contact-import.undo': 'undid a contact import',
  'contact.archive': 'archived the contact *',
  'contact.ask-mail': 'sent a confirmation email to the contact *',
  'contact.create': 'added the contact *',
  'contact.delete': 'deleted the contact *',
  'contact.edit': 'updated the contact *',
  'contact.mail-consent': 'recorded the email choice of the contact *',
  'contact.merge': 'merged contacts into *',
  'contact.merged-away': 'merged the contact * into another contact',
  'contact.restore': 'restored the contact *',
  'contact.resume-mail': 'resumed email to the contact *',
  'export.download': 'downloaded a data export',
  'export.start': 'started a data export',
  'finding.close': 'closed a discrepancy',
  'hours.adjust': 'adjusted the hours',
  'installation.answer': 'answered the setup questions of an automation',
  'installation.ask': 'asked to pause or resume an automation',
  'installation.begin': 'started setting up an automation',
  'installation.clients': 'changed the clients of an automation',
  'installation.connection_added': 'added a connection to an automation',
  'installation.connection_edited': 'updated a connection of an automation',
  'installation.connection_removed': 'removed a connection from an automation',
  'installation.create': 'added the automation *',
  'installation.edited': 'updated an automation',
  'installation.order': 'ordered the automation *',
  'installation.order_undone': 'canceled the order of an automation',
  'installation.status': 'changed the status of an automation',
  'installation.unask': 'canceled a request to pause or resume an automation',
  'invitation.accept': 'accepted an invitation',
  'invitation.resend': 'resent an invitation',
  'invitation.revoke': 'revoked an invitation',
  'invitation.send': 'invited a user',
  'invoice.again': 'reissued a voided monthly invoice',
  'invoice.paid': 'marked an invoice as paid',
  'invoice.refund': 'refunded an invoice',
  'invoice.refunded': 'marked an invoice as refunded',
  'invoice.release': 'released hours before payment',
  'invoice.transfer': 'recorded a bank transfer',
  'invoice.void': 'voided an invoice',
  'lead.convert': 'converted a lead to this company',
  'logo.remove': 'removed the logo',
  'logo.set': 'changed the logo',
  'order.cancel': 'canceled an order',
  'order.place': 'placed an order',
  'photo.remove': 'removed a photo',
  'photo.set': 'changed a photo',
  'profile.edit': 'updated the profile of *',
  'project.comment': 'commented on a project',
  'project.comment_edited': 'edited a project comment',
  'project.created': 'added a project',
  'project.done': 'completed a project',
  'project.edited': 'updated a project',
  'project.files': 'added files to a project',
  'project.linked': 'linked a record to a project',
  'project.note': 'added an internal note to a project',
  'project.note_edited': 'edited an internal note on a project',
  'project.phase_added': 'added a project phase',
  'project.phase_edited': 'updated a project phase',
  'project.phase_removed': 'removed a project phase',
  'project.status': 'changed the status of a project',
  'project.task_added': 'added a project task',
  'project.task_edited': 'updated a project task',
  'project.task_removed': 'removed a project task',
  'project.task_status': 'changed the status of a project task',
  'project.unlinked': 'unlinked a record from a project',
  'project.update': 'posted a project update',
  'project.update_edited': 'edited a project update',
  'purchase.accept': 'accepted the terms of a purchase',
  'purchase.ask': 'asked an owner to approve a purchase',
  'recommendation.dismiss': 'dismissed a recommendation',
  'recommendation.restore': 'restored a recommendation',
  'report-mail.create': 'scheduled a client report by email',
  'report-mail.edit': 'changed the schedule of a client report',
  'report-mail.remove': 'stopped emailing a client report',
  'stripe_customer.create': 'created the Stripe customer',
  'stripe_customer.link': 'linked the Stripe customer',
  'suggestion.accepted': 'accepted a suggestion',
  'suggestion.edited': 'accepted a suggestion with changes',
  'suggestion.rejected': 'rejected a suggestion',
  'ticket.assign': 'assigned *',
  'ticket.edit': 'changed *',
  'ticket.link': 'linked *',
  'ticket.merge': 'merged * into another ticket',
  'ticket.merge-in': 'merged another ticket into *',
  'ticket.message.edit': 'edited a message',
  'ticket.open': 'opened *',
  'ticket.rate': 'rated *',
  'ticket.reply': 'replied to *',
  'ticket.split': 'split *',
  'ticket.status': 'changed the status of *',
  'ticket.unlink': 'unlinked *',
  'ticket.unwatch': 'removed a watcher from *',
  'ticket.watch': 'added a watcher to *',
  'time.book': 'logged time',
  'time.edit': 'changed a time entry',
  'time.move': 'moved a time entry',
  'time.remove': 'deleted a time entry',
  'top-up.approve': 'approved a top-up',
  'top-up.decline': 'declined a top-up',
  'top-up.set': 'changed automatic top-up',
  'user.deactivate': 'deactivated *',
  'user.email': 'changed the email address of *',
  'user.end-other-sessions': 'revoked the other sessions of *',
  'user.end-session': 'revoked a session of *',
  'user.end-sessions': 'revoked all sessions of *',
  'user.factor-off': 'turned off two-factor authentication for *',
  'user.factor-on': 'turned on two-factor authentication for *',
  'user.google-off': 'disconnected Google sign-in from *',
  'user.google-on': 'connected Google sign-in to *',
  'user.make-admin': 'made * an administrator',
  'user.move': 'moved * to another company',
  'user.passkey-off': 'removed a passkey of *',
  'user.passkey-on': 'added a passkey for *',
  'user.password': 'changed the password of *',
  'user.password-reset': 'reset the password of * by email',
  'user.reactivate': 'reactivated *',
  'user.recovery-code-used': 'used a recovery code of *',
  'user.recovery-codes': 'generated new recovery codes for *',
  'user.reset-second-factor': 'reset two-factor authentication for *',
  'user.role': 'changed the role of *',
  'user.sign-in': 'signed in',
  'user.sign-in-failed': 'failed to sign in',
  'user.sign-out': 'signed out',
  'user.view-as': 'started viewing the portal as *',
  'user.view-as-end': 'stopped viewing the portal as another user',
  'user.ways-in-removed': 'removed older sign-in methods of *',
}
const things: Record<string, string> = {
  agreement: 'an agreement',
  agreement_template: 'an agreement template',
  api_key: 'an API key',
  canned_reply: 'a canned reply',
  client: 'a client',
  company: 'the company',
  contact: 'a contact',
  'contact-import': 'a contact import',
  estimate: 'an estimate',
  export: 'a data export',
  finding: 'a discrepancy',
  hour_pack: 'an hour pack',
  hours: 'the hours',
  inbound_mail: 'an incoming email',
  installation: 'an automation',
  invitation: 'an invitation',
  invoice: 'an invoice',
  lead: 'a lead',
  message: 'a message',
  order: 'an order',
  product: 'a product',
  project: 'a project',
  project_template: 'a project template',
  prompt: 'a prompt',
  report_mail: 'a scheduled report',
  suggestion: 'a suggestion',
  ticket: 'a ticket',
  time_entry: 'a time entry',
  top_up: 'a top-up',
  top_up_rule: 'automatic top-up',
  user: 'a user',
}

/** Describes an audit log entry, as a phrase that follows the name of the person who acted. */
export function describeCompanyActivity({ action, subjectType, subjectName, before, after }: Activity): string {
  const named = subjectName ?? (typeof after?.name === 'string' ? after.name : (before?.name as string | undefined))
  const thing = named ?? things[subjectType] ?? 'a record'
  const known = acts[action]
  if (known) {
    if (!named) return known.replace(/the (API key|client|contact) \*/, 'the $1').replace('*', thing)
    return known.replace('*', named)
  }
  return `made a change to ${thing}`
}

/**
 * Describes how a person acted, such as "by email", as a phrase that follows their name. Null for the portal itself,
 * which is not mentioned, and for the system.
 */
export function describeThrough({ actor, via }: Pick<Activity, 'actor' | 'via'>): string | null {
  if (!actor || !via) return null
  if (via.kind === 'api_key') return via.name ? `through the API key “${via.name}”` : 'through an API key'
  if (via.kind === 'view_as') return `viewing as ${via.name ?? 'another user'}`
  if (via.kind === 'mail') return 'by email'
  return via.kind === 'job' ? 'automatically' : null
}

/** Names of fields that are not simply their key. */
const fieldNames: Record<string, string> = {
  expires_in_days: 'Expires in days',
  mail: 'Email consent',
  mailApproved: 'Email approved',
  secondFactor: 'Two-factor authentication used',
  sentCount: 'Times sent',
  twoFactorRequired: 'Two-factor authentication required',
  way: 'Sign-in method',
  with_files: 'With attachments',
}
/** Fields in cents and in minutes, which are shown as money and as hours and minutes. */
const CENTS = /(?:_c|C)ents$/
const MINUTES = /minutes$/i
/** Returns the name of a field. Without a name of its own, `time_zone` and `timeZone` become "Time zone". */
function fieldName(key: string): string {
  const words = key
    .replace(CENTS, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()
  return fieldNames[key] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
/** Fields whose values are codes, not text that someone typed. */
const coded = /^(role|status|stage|source|mail|way|category|impact|urgency|kind|type|state|renewal|method)$/
const codes: Record<string, string> = {
  admin: 'Administrator',
  blocked: 'Opted out',
  cancelled: 'Canceled',
  mail: 'Email',
  manual: 'Manual entry',
  notice: 'Waitlist',
  provisioning: 'Being set up',
  requested: 'Awaiting setup',
  returned: 'Changes requested',
  transfer: 'Bank transfer',
}
const isWeek = (value: object): value is BusinessHours => 'mon' in value && 'sun' in value
function formatValue(key: string, value: unknown, timeZone: string | undefined): string {
  if (value === null || value === undefined || value === '') return 'None'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map((v) => formatValue(key, v, timeZone)).join(', ') || 'None'
  if (typeof value === 'object')
    return isWeek(value) ? formatWeekHours(value).join('; ') || 'None' : JSON.stringify(value)
  if (typeof value === 'number' && CENTS.test(key)) return formatCents(value)
  if (typeof value === 'number' && MINUTES.test(key)) return formatMinutes(value)
  const text = String(value)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDay(text)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatTime(text, timeZone)
  if (!coded.test(key)) return text
  return codes[text] ?? text.charAt(0).toUpperCase() + text.slice(1).replaceAll('_', ' ')
}
/** Values that are never shown, even if they were logged. */
const secret = /password|secret|token|hash/i
/** Ids mean nothing to a reader. */
const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)

/** One changed value. `from` is undefined if there was no previous value, `to` if there is no new one. */
export type Change = { field: string; from: string | undefined; to: string | undefined }

/** Lists the changed values as text, without secrets and ids. Times are in `timeZone`, or else that of the device. */
export function listCompanyChanges({ before, after }: Pick<Activity, 'before' | 'after'>, timeZone?: string): Change[] {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return keys
    .filter((key) => !secret.test(key) && !isId(before?.[key]) && !isId(after?.[key]))
    .map((key) => ({
      field: fieldName(key),
      from: before && key in before ? formatValue(key, before[key], timeZone) : undefined,
      to: after && key in after ? formatValue(key, after[key], timeZone) : undefined,
    }))
    .filter(({ from, to }) => from !== to)
}
