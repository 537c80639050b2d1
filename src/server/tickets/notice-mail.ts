// The parts of a mail about a ticket: the message, its author, and what the reader can do next.

import { brand } from '../../../brand.config.ts'
import { withoutLinks } from '../platform/mail/mail.ts'
import type { Block } from '../platform/mail/mail-blocks.ts'
import type { Platform } from '../platform/platform.ts'
import { quotedName } from '../platform/sign-in/names.ts'
import { cutText } from '../platform/words.ts'
import { plainMentions } from './conversation/mention-text.ts'
import type { messageOf, Person, TicketFacts } from './notice-facts.ts'
import { CLOSE_AFTER_DAYS } from './policy.ts'

/** Returns text on one line, cut to at most `most` characters. */
export const line = (text: string, most: number) => cutText(text.replace(/\s+/g, ' ').trim(), most)

const STATUS: Record<string, string> = {
  new: 'new',
  in_progress: 'in progress',
  waiting_on_partner: 'awaiting your reply',
  waiting_on_third_party: 'waiting on a third party',
  resolved: 'resolved',
  closed: 'closed',
}

/** Returns a status as part of a sentence, from the reader’s side. */
export const stateFor = (status: string, staff: boolean) =>
  staff && status === 'waiting_on_partner' ? 'waiting on the partner' : (STATUS[status] ?? status)

export type NoticeMessage = NonNullable<Awaited<ReturnType<typeof messageOf>>>

/** Returns a partner's user or contact with their company; quoted and checked for a reader without an account. */
export const ofCompany = (name: string, t: TicketFacts, account: boolean) =>
  account ? `${name} (${t.company})` : `${quotedName(name, 'Someone')} (${quotedName(t.company)})`

/** Returns an author with the company they write for. */
export const formatAuthor = (m: { author_name: string; author_kind: string }, t: TicketFacts, account = true) =>
  m.author_kind === 'agent' ? `${m.author_name} (${brand.shortName})` : ofCompany(m.author_name, t, account)

/**
 * Returns the parts of a mail for a reader without an account: what partners wrote is plain text without working links.
 */
export const forOutsider = (blocks: Block[]): Block[] =>
  blocks.map((b) => {
    if (typeof b === 'string') return withoutLinks(b)
    if ('markdown' in b) return { quoted: b.markdown }
    if ('written' in b) return { quoted: b.written }
    if ('earlier' in b) return { earlier: b.earlier.map((e) => ({ ...e, asTyped: true })) }
    return b
  })

/** Returns a person's text as a part of a mail, in its format. */
export const textBlock = (text: string, format: string, most?: number): Block => {
  const shown = most === undefined ? plainMentions(text) : cutText(plainMentions(text), most)
  return format === 'plain' ? { written: shown } : { markdown: shown }
}

/** Returns the format of an earlier message, for the quotation of it. */
export const earlierFormat = (format: string) => (format === 'plain' ? { format: 'plain' as const } : {})

/**
 * Returns a message as parts of a mail. For a reader without an account, what a partner wrote is plain text without
 * working links.
 */
export const messageBlocks = (message: NoticeMessage, account: boolean): Block[] =>
  account || message.author_kind === 'agent'
    ? [textBlock(message.body, message.format)]
    : [{ quoted: plainMentions(message.body) }, ...(HAS_LINK.test(message.body) ? [LINKS_NOTE] : [])]

const HAS_LINK = /:\/\/|www\./i

const LINKS_NOTE: Block = { note: 'We disabled the links in this message because we didn’t write it.' }

/**
 * Returns the parts of a mail that say how to reopen or rate a resolved ticket. Readers without an account can do
 * neither.
 */
export function resolvedBlocks({ env }: Platform, t: TicketFacts, { who, staff }: Person): Block[] {
  if (staff) return []
  if (!('userId' in who)) return [`The ticket closes automatically after ${CLOSE_AFTER_DAYS} days.`]
  return [
    `If the problem isn’t solved, open the ticket and select Reopen.${env.inbound ? ' A reply by email is added to the ticket but doesn’t reopen it.' : ''} Otherwise, the ticket closes automatically after ${CLOSE_AFTER_DAYS} days.`,
    {
      title: 'How did we do?',
      links: [5, 4, 3, 2, 1].map((n): [string, string] => [
        `${'★'.repeat(n)}${'☆'.repeat(5 - n)} ${['Very bad', 'Bad', 'Okay', 'Good', 'Very good'][n - 1]}`,
        `${env.publicUrl}/tickets/${t.id}?rate=${n}`,
      ]),
    },
  ]
}

/** Returns a value if it is a string, else undefined. */
export const text = (v: unknown) => (typeof v === 'string' ? v : undefined)
