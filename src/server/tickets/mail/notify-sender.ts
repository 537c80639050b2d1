// Tells the sender of a mail why it did not have the expected effect.

import { brand } from '../../../../brand.config.ts'
import { queueMail } from '../../platform/mail/mail-queue.ts'
import type { ReadMail } from '../../platform/mail/read-mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { loopMark, messageIdOf } from './mail-address.ts'
import type { Found, User } from './place-mail.ts'

/** Sends the explanation, within the hourly limit of mails of one kind to one address. */
async function notifySender(
  platform: Platform,
  ticket: Found,
  user: User,
  mail: ReadMail,
  about: { id: string; kind: string; text: string[]; button: string; path?: string },
): Promise<void> {
  const { env, limits, db } = platform
  if (!(await limits.mail(about.kind, user.email))) return
  const part = about.id
  await queueMail(platform, db.system, ticket.company_id, {
    id: `${about.kind} ${about.id}`,
    to: user.email,
    subject: `[T-${ticket.number}] ${ticket.subject}`,
    messageId: messageIdOf(env, 'reply', ticket.id, part, { userId: user.id }),
    references: [messageIdOf(env, 'reply', ticket.id, 'root'), ...(mail.messageId ? [mail.messageId] : [])],
    headers: { 'X-Loop': loopMark(env), 'Auto-Submitted': 'auto-replied', Precedence: 'list' },
    foot: `You’re receiving this email because you emailed ${brand.shortName} about ticket T-${ticket.number}.`,
    blocks: [...about.text, { button: about.button, href: `${env.publicUrl}/tickets/${ticket.id}${about.path ?? ''}` }],
  })
}

/** Tells the sender that the ticket is closed and the mail was not added to it. */
export const notifyTicketClosed = (platform: Platform, t: Found, user: User, mail: ReadMail, id: string) =>
  notifySender(platform, t, user, mail, {
    id,
    kind: 'answer to a closed ticket',
    text: [
      `Ticket T-${t.number} is closed, so your email wasn’t added to it. Our team will review your email.`,
      'To continue, open the ticket and select Reopen. For a new request, open a new ticket.',
    ],
    button: `View T-${t.number}`,
  })

/** Tells the sender that the mail was added and the ticket stays resolved. */
export const notifyTicketResolved = (platform: Platform, t: Found, user: User, mail: ReadMail, id: string) =>
  notifySender(platform, t, user, mail, {
    id,
    kind: 'answer to a resolved ticket',
    text: [
      `Your email was added to ticket T-${t.number}. The ticket stays resolved.`,
      'If the problem isn’t solved, use this button to open the ticket, and select Reopen.',
    ],
    button: `Reopen T-${t.number}`,
    path: '?reopen=yes',
  })
