// Decides who is notified about a ticket event, and what the notices say.

import { brand } from '../../../brand.config.ts'
import { formatMinutes } from '../../contract/plain/durations.ts'
import { SOON_PERCENT } from '../../contract/plain/warnings.ts'
import type { Db } from '../platform/database/db.ts'
import type { Notice, Notifier, PublishedEvent } from '../platform/events/notifiers.ts'
import { describeChange, type FieldChange } from '../platform/field-edits.ts'
import type { Block } from '../platform/mail/mail-blocks.ts'
import type { Platform } from '../platform/platform.ts'
import { quotedName } from '../platform/sign-in/names.ts'
import { cutText } from '../platform/words.ts'
import { NoticeCollector, type NoticeContent } from './collect-notices.ts'
import { unwatchTicket } from './conversation/leave.ts'
import { plainMentions } from './conversation/mention-text.ts'
import { ticketFields } from './fields.ts'
import { allStaff, listUsersByIds, messageOf, owners, type Person, ticketOf, watchers } from './notice-facts.ts'
import {
  earlierFormat,
  formatAuthor,
  line,
  type NoticeMessage,
  ofCompany,
  resolvedBlocks,
  stateFor,
  text,
  textBlock,
} from './notice-mail.ts'

async function collectNotices(platform: Platform, db: Db, event: PublishedEvent): Promise<Notice[]> {
  const t = await ticketOf(db, event.subjectId)
  if (!t || t.company_id !== event.companyId) return []
  const { data } = event
  const messageId = text(data.messageId)
  const newMessage =
    messageId && (event.kind === 'reply' || event.kind === 'note')
      ? await messageOf(db, t.company_id, messageId)
      : undefined
  if ((event.kind === 'reply' || event.kind === 'note') && !newMessage) return []
  const collector = new NoticeCollector(platform, db, event, t, newMessage)
  const { ref } = collector
  const involved = await listUsersByIds(db, t.company_id, [event.actorId, t.requester_id, t.assignee_id])
  const userOf = (id: string | null) =>
    involved.filter(({ who }) => id !== null && 'userId' in who && who.userId === id)
  const [actor] = userOf(event.actorId)
  const by = actor?.name ?? brand.shortName
  const hasAccount = ({ who }: Person) => 'userId' in who
  /** The person who caused the event. A partner's name is quoted for readers without an account. */
  const byFor = (p: Person) => (hasAccount(p) || !actor || actor.staff ? by : quotedName(by, 'Someone'))
  const to = text(data.to)
  const concerned = async () => [...userOf(t.requester_id), ...(await watchers(db, t))]
  // A ticket whose assignee has left counts as unassigned.
  const inCharge = async () => {
    const assignee = userOf(t.assignee_id).filter((p) => p.staff)
    return assignee.length > 0 ? assignee : allStaff(db, t.company_id)
  }

  switch (event.kind) {
    case 'opened': {
      // Tickets opened for a failing automation are announced to both sides by the module that watches automations.
      if (t.source === 'automation' && !event.actorId) break
      const requester = userOf(t.requester_id)
      const received = t.source === 'mail'
      if (received) collector.forgive(t.requester_id)
      // Do not answer an automatic mail, because its program could answer in turn.
      await collector.addNotices(received && t.mail_quiet ? [] : requester, {
        kind: 'ticket_opened',
        title: `${received ? 'We received your email' : `${by} opened a ticket for you`}: ${ref} ${t.subject}`,
        body: t.description,
        lead: received
          ? `Thanks for your email. We opened ticket ${ref} for it and will reply here.`
          : `${by} opened ticket ${ref} for you.`,
        ...(received
          ? {}
          : {
              more: [
                {
                  earlier: [
                    {
                      who: by,
                      at: t.created_at,
                      markdown: cutText(plainMentions(t.description), 2_000),
                      ...earlierFormat(t.description_format),
                    },
                  ],
                },
              ],
            }),
      })
      const opener = requester[0]?.name ?? by
      await collector.addNotices(await watchers(db, t), (p) => ({
        kind: 'ticket_opened',
        title: `${opener} opened ${ref} ${t.subject}`,
        body: t.description,
        lead: `${ofCompany(opener, t, hasAccount(p))} opened ticket ${ref} and added you as a watcher:`,
        more: [textBlock(t.description, t.description_format, 10_000)],
      }))
      await collector.addNotices(await inCharge(), {
        kind: 'ticket_opened',
        title: `${t.company}: ${ref} ${t.subject}`,
        body: t.description,
        lead: `${opener} (${t.company}) opened a ticket:`,
        more: [textBlock(t.description, t.description_format, 10_000)],
      })
      break
    }
    case 'reply':
    case 'note': {
      const message = newMessage as NoticeMessage
      const lane = event.kind === 'note' ? 'note' : 'reply'
      const mentions = await db
        .selectFrom('mentions')
        .select('user_id')
        .where('company_id', '=', t.company_id)
        .where('message_id', '=', message.id)
        .execute()
      await collector.addNotices(
        await listUsersByIds(
          db,
          t.company_id,
          mentions.map((m) => m.user_id),
        ),
        {
          kind: 'ticket_mention',
          title: `${message.author_name} mentioned you: ${ref} ${t.subject}`,
          body: message.body,
          lead: `${formatAuthor(message, t)} mentioned you in ${lane === 'note' ? 'an internal note' : 'a reply'}:`,
          message,
          lane,
        },
      )
      if (lane === 'note') {
        await collector.addNotices([...userOf(t.assignee_id), ...(await watchers(db, t))], {
          kind: 'ticket_note',
          title: `${message.author_name} added a note: ${ref} ${t.subject}`,
          body: message.body,
          lead: `${formatAuthor(message, t)} added an internal note:`,
          message,
          lane,
        })
        break
      }
      const done = to === 'resolved'
      const words = (p: Person): NoticeContent => ({
        kind: 'ticket_reply',
        title: `${message.author_name} ${done && !p.staff ? 'resolved' : 'replied'}: ${ref} ${t.subject}`,
        body: message.body,
        lead:
          done && !p.staff
            ? `${formatAuthor(message, t, hasAccount(p))} replied and resolved this ticket:`
            : `${formatAuthor(message, t, hasAccount(p))} replied:`,
        message,
        ...(done ? { more: resolvedBlocks(platform, t, p) } : {}),
        ...(to === 'waiting_on_partner' && !p.staff ? { more: ['The ticket is awaiting your reply.'] } : {}),
      })
      await collector.addNotices(await concerned(), words)
      if (message.author_kind === 'partner') await collector.addNotices(await inCharge(), words)
      break
    }
    case 'status': {
      const from = text(data.from)
      const byStaff = actor?.staff ?? false
      const status = (title: string, lead: string, more: Block[] = []): NoticeContent => ({
        kind: 'ticket_status',
        title: `${title}: ${ref} ${t.subject}`,
        body: lead,
        lead,
        more,
      })
      if (to === 'resolved')
        await collector.addNotices(await concerned(), (p) =>
          status('Resolved', `${byFor(p)} resolved ticket ${ref}.`, resolvedBlocks(platform, t, p)),
        )
      // Automatic closing was announced when the ticket was resolved.
      else if (to === 'closed' && event.actorId && t.merged_into === null)
        await collector.addNotices(await concerned(), (p) => status('Closed', `${byFor(p)} closed ticket ${ref}.`))
      else if (to === 'waiting_on_partner')
        await collector.addNotices(
          userOf(t.requester_id),
          status('Awaiting your reply', `${by} needs your reply to continue.`),
        )
      const reopened = from === 'resolved' || from === 'closed'
      if (reopened && to !== 'resolved' && to !== 'closed') {
        const words = (p: Person) =>
          status('Reopened', `${byFor(p)} reopened ticket ${ref}. It is now ${stateFor(to ?? '', p.staff)}.`)
        if (byStaff) await collector.addNotices(await concerned(), words)
        await collector.addNotices(await inCharge(), words)
      }
      break
    }
    case 'merged': {
      const into = text(data.into)
      const target = into
        ? await db.selectFrom('tickets').select(['number', 'subject']).where('id', '=', into).executeTakeFirst()
        : undefined
      if (!target) break
      await collector.addNotices(await concerned(), (p) => ({
        kind: 'ticket_status',
        title: `${ref} was merged into T-${target.number}: ${target.subject}`,
        body: `${by} merged ${ref} into T-${target.number}.`,
        lead: `${byFor(p)} merged ticket ${ref} into T-${target.number}${hasAccount(p) ? `, “${line(target.subject, 200)}”` : ''}. The conversation continues there. Replies to earlier emails go there, too.`,
      }))
      break
    }
    case 'edited': {
      const changes = (data.changes ?? []) as FieldChange[]
      if (changes.length === 0) break
      const words = changes.map((change) => describeChange(ticketFields, change)).join(', ')
      await collector.addNotices([...(await concerned()), ...(await inCharge())], (p) => ({
        kind: 'ticket_status',
        title: `${by} ${words}: ${ref} ${t.subject}`,
        body: '',
        // A change can contain a partner's text, such as the subject.
        lead: hasAccount(p) ? `${by} ${words} in ticket ${ref}.` : `${byFor(p)} edited ticket ${ref}.`,
      }))
      break
    }
    case 'assigned':
      await collector.addNotices(
        (await listUsersByIds(db, t.company_id, [to])).filter((p) => p.staff),
        {
          kind: 'ticket_assigned',
          title: `${by} assigned you ${ref} ${t.subject}`,
          body: t.description,
          lead: `${by} assigned ticket ${ref} (${t.company}) to you.`,
        },
      )
      break
    case 'sla': {
      const over = Number(data.percent) >= 100
      const clock = data.clock === 'response' ? 'First response' : 'Resolution'
      const words = over ? `${clock} overdue` : `${clock} due soon`
      const lead = over
        ? `${clock} on ticket ${ref} (${t.company}) is overdue.`
        : `${clock} on ticket ${ref} (${t.company}) is due soon: ${SOON_PERCENT}% of the time has been used.`
      await collector.addNotices(
        (await inCharge()).filter((p) => p.staff),
        {
          kind: 'ticket_sla',
          title: `${words}: ${ref} ${t.subject}`,
          body: t.assignee_id ? '' : 'This ticket is unassigned.',
          lead: t.assignee_id ? lead : `${lead} The ticket is unassigned.`,
        },
      )
      break
    }
    case 'estimate': {
      const estimate = text(data.estimateId)
        ? await db
            .selectFrom('estimates')
            .select(['minutes', 'note', 'comment', 'proposed_by'])
            .where('company_id', '=', t.company_id)
            .where('id', '=', text(data.estimateId) as string)
            .executeTakeFirst()
        : undefined
      if (!estimate) break
      const hours = formatMinutes(estimate.minutes)
      if (data.action === 'proposed')
        await collector.addNotices(await owners(db, t.company_id), {
          kind: 'ticket_estimate',
          title: `Approve ${hours}? ${ref} ${t.subject}`,
          body: estimate.note,
          lead: `${by} estimates ${hours} for ticket ${ref}. Approve or decline the estimate in the ticket.`,
          more: estimate.note ? [{ markdown: estimate.note }] : [],
        })
      if (data.action === 'approved' || data.action === 'declined')
        await collector.addNotices(await listUsersByIds(db, t.company_id, [t.assignee_id, estimate.proposed_by]), {
          kind: 'ticket_estimate',
          title: `${by} ${data.action} ${hours}: ${ref} ${t.subject}`,
          body: estimate.comment ?? '',
          lead: `${by} (${t.company}) ${data.action} the estimate of ${hours} for ticket ${ref}.`,
          more: estimate.comment ? [{ markdown: estimate.comment }] : [],
        })
      break
    }
    case 'rated': {
      const score = Number(data.score)
      await collector.addNotices(userOf(t.assignee_id), {
        kind: 'ticket_rating',
        title: `${by} rated ${ref} ${score} out of 5`,
        body: t.subject,
        lead: `${by} (${t.company}) rated ticket ${ref} ${score} out of 5.`,
      })
      break
    }
  }
  return collector.notices
}

/** The notifier for ticket events. */
export const ticketNotifier: Notifier = { topic: 'ticket', collectNotices, leave: unwatchTicket }
