// Collects the notices for one ticket event: at most one per person, and none for the person who caused it.

import { brand } from '../../../brand.config.ts'
import { formatFileSize } from '../../contract/plain/file-sizes.ts'
import type { Db } from '../platform/database/db.ts'
import type { Notice, PublishedEvent } from '../platform/events/notifiers.ts'
import { type Mail, withoutLinks } from '../platform/mail/mail.ts'
import type { Block, Earlier } from '../platform/mail/mail-blocks.ts'
import type { Platform } from '../platform/platform.ts'
import { quotedName } from '../platform/sign-in/names.ts'
import { cutText, unmarkedLine } from '../platform/words.ts'
import { plainMentions } from './conversation/mention-text.ts'
import { type Lane, loopMark, MARKER, messageIdOf, replyAddress } from './mail/mail-address.ts'
import { type Before, listEarlierReplies, type Person, type TicketFacts } from './notice-facts.ts'
import { earlierFormat, formatAuthor, forOutsider, line, messageBlocks, type NoticeMessage } from './notice-mail.ts'

/** The content of a notice for one person. */
export type NoticeContent = {
  kind: Notice['kind']
  title: string
  body: string
  /** The first paragraph of the mail's own text. */
  lead: string
  /** The message that the notice is about. */
  message?: NoticeMessage | undefined
  more?: Block[]
  lane?: Lane
}

/**
 * Builds the notices for one event: at most one per person, none for the person who caused it unless `forgive` allows
 * it, and only for staff when the event is for staff.
 */
export class NoticeCollector {
  readonly notices: Notice[] = []
  readonly #seen = new Set<string>()
  readonly #before = new Map<Lane, Before>()
  readonly platform: Platform
  readonly db: Db
  readonly event: PublishedEvent
  readonly ticket: TicketFacts
  readonly #staffOnly: boolean
  constructor(platform: Platform, db: Db, event: PublishedEvent, ticket: TicketFacts, said: NoticeMessage | undefined) {
    this.platform = platform
    this.db = db
    this.event = event
    this.ticket = ticket
    this.#staffOnly = event.staffOnly || said?.kind === 'note'
    if (event.actorId) this.#seen.add(event.actorId)
    if (said?.author_id) this.#seen.add(said.author_id)
    if (said?.sender) this.#seen.add(said.sender.toLowerCase())
  }
  get ref() {
    return `T-${this.ticket.number}`
  }
  path(staff: boolean, at?: string) {
    return `${staff ? '/admin' : ''}/tickets/${this.ticket.id}${at ? `#message-${at}` : ''}`
  }
  /** Allows a notice to the person who caused the event: a receipt for a ticket opened by mail. */
  forgive(userId: string) {
    this.#seen.delete(userId)
    if (this.ticket.mail_sender) this.#seen.delete(this.ticket.mail_sender.toLowerCase())
  }
  async addNotices(people: Person[], words: NoticeContent | ((p: Person) => NoticeContent)): Promise<void> {
    for (const person of people) {
      const id = 'userId' in person.who ? person.who.userId : person.who.email
      const address = person.email.toLowerCase()
      if (this.#seen.has(id) || this.#seen.has(address) || (this.#staffOnly && !person.staff)) continue
      this.#seen.add(id).add(address)
      const content = typeof words === 'function' ? words(person) : words
      this.notices.push({
        to: 'userId' in person.who ? person.who : { email: person.email, name: person.name },
        kind: content.kind,
        title: line(content.title, 180),
        body: unmarkedLine(plainMentions(content.body), 300),
        path: this.path(person.staff, content.message?.id),
        mail: await this.#mail(person, content),
      })
    }
  }

  async #mail(person: Person, content: NoticeContent): Promise<Omit<Mail, 'to'>> {
    const { env } = this.platform
    const { ticket: t, event } = this
    const lane = content.lane ?? 'reply'
    const replyTo = replyAddress(env, lane, t.id, person.who)
    const account = 'userId' in person.who
    const href = `${env.publicUrl}${this.path(person.staff, content.message?.id)}`
    let earlier = this.#before.get(lane)
    if (!earlier) {
      earlier = await listEarlierReplies(this.db, t, lane, content.message?.created_at)
      this.#before.set(lane, earlier)
    }
    const quote: Earlier[] = earlier.slice(0, 3).map((m) => ({
      who: formatAuthor(m, t, account),
      at: m.created_at,
      markdown: cutText(plainMentions(m.body), 2_000),
      ...earlierFormat(m.format),
      asTyped: !account && m.author_kind !== 'agent',
    }))
    if (earlier.length < 3 && (content.message || earlier.length > 0 || t.source === 'mail' || person.staff))
      quote.push({
        who: `${account ? t.company : quotedName(t.company)} (original request)`,
        at: t.created_at,
        markdown: cutText(plainMentions(t.description), 2_000),
        ...earlierFormat(t.description_format),
        asTyped: !account,
      })
    const files = content.message?.files ?? []
    const portal = account
      ? 'Reply in the portal.'
      : `Ask ${quotedName(t.company, 'the company')} to reply for you in the portal.`
    const answer =
      lane === 'note' ? 'Your reply to this email becomes an internal note.' : 'Reply to this email to respond.'
    return {
      id: `ticket ${event.id} ${account ? (person.who as { userId: string }).userId : person.email.toLowerCase()}`,
      // Recipients without an account get a fixed subject, so that a partner cannot choose the subject of a mail to a
      // stranger.
      subject: `[${this.ref}] ${account ? line(t.first_subject ?? t.subject, 200) : 'Update on a support ticket'}`,
      messageId: messageIdOf(env, lane, t.id, content.message?.id ?? `e${event.id}`, person.who),
      references: this.#thread(person, lane, earlier),
      ...(replyTo ? { replyTo } : {}),
      headers: {
        'List-Id': `${brand.shortName} tickets <tickets.${new URL(env.publicUrl).hostname}>`,
        Precedence: 'list',
        'X-Loop': loopMark(env),
        'X-Ticket': this.ref,
        // Suppresses out-of-office replies and read receipts. Delivery reports are still wanted.
        'X-Auto-Response-Suppress': 'OOF, AutoReply, RN, NRN',
      },
      foot: `You’re receiving this email because of ticket ${this.ref}.`,
      blocks: [
        ...(replyTo ? [{ note: MARKER }] : []),
        account ? content.lead : withoutLinks(content.lead),
        ...(content.message ? messageBlocks(content.message, account) : []),
        ...(files.length > 0 && account
          ? [
              {
                title: files.length === 1 ? 'Attachment' : `${files.length} attachments`,
                links: files.map((f): [string, string] => [`${f.name} (${formatFileSize(f.size)})`, href]),
              },
            ]
          : []),
        ...(files.length > 0 && !account
          ? [
              files.length === 1
                ? 'One file is attached to the ticket.'
                : `${files.length} files are attached to the ticket.`,
            ]
          : []),
        ...(account ? (content.more ?? []) : forOutsider(content.more ?? [])),
        replyTo ? answer : portal,
        ...(account ? [{ button: `View ${this.ref}`, href }] : []),
        ...(quote.length > 0 ? [{ earlier: quote }] : []),
      ],
    }
  }

  /**
   * The Message-IDs by which mail programs build a thread: the ticket's own, then those of the messages this person has
   * received or sent.
   */
  #thread(person: Person, lane: Lane, earlier: Before): string[] {
    const { env } = this.platform
    const { ticket: t } = this
    const mine = (sender: string | null) => sender?.toLowerCase() === person.email.toLowerCase()
    const own = 'userId' in person.who ? person.who.userId : undefined
    return [
      messageIdOf(env, lane, t.id, 'root'),
      ...(t.mail_id && mine(t.mail_sender) ? [t.mail_id] : []),
      ...earlier
        .slice(0, 5)
        .reverse()
        .flatMap((m) => {
          if (m.mail_id && mine(m.sender)) return [m.mail_id]
          // A person's own portal messages were never mailed to that person.
          if (own !== undefined && m.author_id === own) return []
          return [messageIdOf(env, m.kind === 'note' ? 'note' : 'reply', t.id, m.id, person.who)]
        }),
    ]
  }
}
