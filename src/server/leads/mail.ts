import type { Selectable } from 'kysely'
import { brand } from '../../../brand.config.ts'
import type { Leads } from '../platform/db.types.ts'
import type { Mail } from '../platform/mail.ts'

/** What came through a form always has an address. */
export type FormLead = Selectable<Leads> & { email: string }
type Lead = FormLead
const WHAT = { contact: 'Question', voice: 'Voice agent', notice: 'Wants to hear when it opens' } as const

/** Where staff see a lead. */
const pageOf = (publicUrl: string, leadId: string) => new URL(`/admin/contacts/leads/${leadId}`, publicUrl).href

/** Tells the team of a lead; the answer goes to the person who wrote. */
export function leadToTeam(lead: Lead, publicUrl: string): Mail {
  const facts = (
    [
      ['From', lead.name],
      ['Company', lead.organization],
      ['Email', lead.email],
      ['Phone', lead.phone],
      ['Calls a month', lead.call_volume],
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
      { button: 'Open the lead', href: pageOf(publicUrl, lead.id) },
    ],
  }
}

/** Tells the sender that it arrived and what happens next. */
export function leadToSender(lead: Lead): Mail {
  // Nothing that was typed goes back: the address may be somebody else's.
  const hello = 'Hello,'
  const next = {
    contact: [
      'Thank you for writing to us. An automation engineer reads your message and answers you at this address.',
    ],
    voice: [
      'Thank you for your interest in the voice agent. We call you on the number you gave to hear how your calls run today and what the agent should do with them.',
    ],
    notice: [
      'Thank you. We write to you once, when this opens, and not before. Your address is used for nothing else.',
    ],
  }[lead.kind as keyof typeof WHAT]
  const subject = { contact: 'We have your message', voice: 'We have your request', notice: 'We will let you know' }[
    lead.kind as keyof typeof WHAT
  ]
  return {
    id: `lead ${lead.id} sender`,
    to: lead.email,
    replyTo: brand.supportEmail,
    subject: `${subject} · ${brand.shortName}`,
    blocks: [
      hello,
      ...next,
      `If this was not you, somebody typed your address by mistake: answer with one word and we delete it.`,
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
/** More lines than this nobody reads in a mail. */
const LINES = 20

/** Tells the owner of leads which next actions are overdue: one mail a day, however many there are. */
export function overdueActions(
  owner: { id: string; full_name: string; email: string },
  due: Due[],
  { day, zone, publicUrl }: { day: string; zone: string; publicUrl: string },
): Mail {
  const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
  const list = new URL('/admin/contacts?tab=leads&owner=me&due=overdue', publicUrl).href
  const one = due.length === 1
  const facts = due.slice(0, LINES).map((lead): [string, string] => {
    const who = [lead.name ?? lead.email, lead.organization].filter(Boolean).join(', ')
    return [who || 'A lead', `${lead.next_action}, due ${when.format(new Date(lead.next_action_at as string))}`]
  })
  return {
    id: `lead reminder ${owner.id} ${day}`,
    to: owner.email,
    subject: `${one ? 'One next action is' : `${due.length} next actions are`} overdue · ${brand.shortName}`,
    blocks: [
      `Hello ${owner.full_name},`,
      one ? 'This was to be done by now:' : 'These were to be done by now, the oldest first:',
      { facts },
      ...(due.length > LINES ? [`… and ${due.length - LINES} more.`] : []),
      { button: 'Open your overdue leads', href: list },
    ],
  }
}
