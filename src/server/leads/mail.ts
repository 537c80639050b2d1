import type { Selectable } from 'kysely'
import { brand } from '../../../brand.config.ts'
import { CALL_VOLUME_LABELS, type CallVolume } from '../../contract/plain/call-volumes.ts'
import { formatTime } from '../../contract/plain/dates.ts'
import type { Leads } from '../platform/database/db.types.ts'
import type { Mail } from '../platform/mail/mail.ts'

/** A lead from a form always has an email address. */
export type FormLead = Selectable<Leads> & { email: string }
type Lead = FormLead
const WHAT = { contact: 'Question', voice: 'Voice agent', notice: 'Waitlist' } as const

/** Returns the URL of a lead's page. */
const pageOf = (publicUrl: string, leadId: string) => new URL(`/admin/contacts/leads/${leadId}`, publicUrl).href

/** Returns the mail that announces a lead to the team. Replies go to the person who wrote. */
export function leadToTeam(lead: Lead, publicUrl: string): Mail {
  const facts = (
    [
      ['From', lead.name],
      ['Company', lead.organization],
      ['Email', lead.email],
      ['Phone', lead.phone],
      ['Calls per month', lead.call_volume && CALL_VOLUME_LABELS[lead.call_volume as CallVolume]],
      ['About', lead.about],
      ['Page', lead.page],
    ] as const
  ).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))
  const what = WHAT[lead.kind as keyof typeof WHAT]
  return {
    id: `lead ${lead.id} team`,
    to: brand.supportEmail,
    replyTo: lead.email,
    subject: `${what}: ${lead.name ?? lead.email}`,
    blocks: [
      { facts },
      ...(lead.message ? [lead.message] : []),
      { button: 'View lead', href: pageOf(publicUrl, lead.id) },
    ],
  }
}

/** Returns the mail that confirms a lead to its sender and says what happens next. */
export function leadToSender(lead: Lead): Mail {
  // The mail repeats nothing from the form, because the address may belong to someone else.
  const hello = 'Hello,'
  const next = {
    contact: ['Thanks for contacting us. An automation engineer will read your message and reply to this address.'],
    voice: [
      'Thanks for your interest in the voice agent. We’ll call you at the number you gave us to learn how you handle calls today and what the agent should do.',
    ],
    notice: [
      'Thanks for joining the waitlist. We’ll send you one email when the service becomes available. We won’t use your address for anything else.',
    ],
  }[lead.kind as keyof typeof WHAT]
  const subject = {
    contact: 'We received your message',
    voice: 'We received your request',
    notice: 'You’re on the waitlist',
  }[lead.kind as keyof typeof WHAT]
  return {
    id: `lead ${lead.id} sender`,
    to: lead.email,
    replyTo: brand.supportEmail,
    subject: `${subject} · ${brand.shortName}`,
    blocks: [
      hello,
      ...next,
      'If this wasn’t you, someone entered your address by mistake. Reply to this email and we’ll delete it.',
    ],
  }
}

type Due = {
  id: string
  name: string | null
  organization: string | null
  email: string | null
  next_action: string | null
  next_action_at: string | null
}
/** Maximum number of leads that one mail lists. */
const LINES = 20

/** Returns the daily mail to an owner about overdue next actions. */
export function overdueActions(
  owner: { id: string; full_name: string; email: string },
  due: Due[],
  { day, zone, publicUrl }: { day: string; zone: string; publicUrl: string },
): Mail {
  const list = new URL('/admin/contacts?tab=leads&owner=me&due=overdue', publicUrl).href
  const one = due.length === 1
  const facts = due.slice(0, LINES).map((lead): [string, string] => {
    const who = [lead.name ?? lead.email, lead.organization].filter(Boolean).join(', ')
    return [who || 'Lead', `${lead.next_action}, due ${formatTime(lead.next_action_at as string, zone)}`]
  })
  return {
    id: `lead reminder ${owner.id} ${day}`,
    to: owner.email,
    subject: `${one ? 'One next action is' : `${due.length} next actions are`} overdue · ${brand.shortName}`,
    blocks: [
      `Hello ${owner.full_name},`,
      one ? 'This next action is overdue:' : 'These next actions are overdue, oldest first:',
      { facts },
      ...(due.length > LINES ? [`… and ${due.length - LINES} more.`] : []),
      { button: 'View overdue leads', href: list },
    ],
  }
}
