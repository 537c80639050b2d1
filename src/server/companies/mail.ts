import type { Selectable } from 'kysely'
import { brand } from '../../../brand.config.ts'
import type { Leads } from '../platform/db.types.ts'
import type { Mail } from '../platform/mail.ts'

type Lead = Selectable<Leads>
const WHAT = { contact: 'Question', voice: 'Voice agent', notice: 'Wants to hear when it opens' } as const

/** Tells the team of a lead; the answer goes to the person who wrote. */
export function leadToTeam(lead: Lead): Mail {
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
    blocks: [{ facts }, ...(lead.message ? [lead.message] : [])],
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
