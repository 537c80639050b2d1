// Whom something that happened to a ticket concerns, and in which words they are told.
import { sql } from 'kysely'
import { brand } from '../../../brand.config.ts'
import type { Db } from '../platform/db.ts'
import type { Block, Earlier, Mail } from '../platform/mail.ts'
import type { HappenedEvent, Notice, Teller } from '../platform/notices.ts'
import type { Platform } from '../platform/platform.ts'
import { cut, showMinutes, unmarkedLine } from '../platform/words.ts'
import { leaveTicket } from './leave.ts'
import { type Lane, loopMark, MARKER, messageIdOf, replyAddress, type Who } from './mail-address.ts'
import { plainMentions } from './mention-text.ts'
import { QUIET_DAYS } from './policy.ts'

/** Somebody who may be told: a user, or somebody without an account who watches. */
type Person = { who: Who; name: string; email: string; staff: boolean }

const line = (text: string, most: number) => cut(text.replace(/\s+/g, ' ').trim(), most)

const STATUS: Record<string, string> = {
  new: 'new',
  in_progress: 'in progress',
  waiting_on_partner: 'waiting on you',
  waiting_on_third_party: 'waiting on a third party',
  resolved: 'resolved',
  closed: 'closed',
}

async function ticketOf(db: Db, id: string) {
  return (
    db
      .selectFrom('tickets as t')
      .innerJoin('companies as c', 'c.id', 't.company_id')
      .leftJoin('inbound_mails as i', (j) =>
        j.onRef('i.company_id', '=', 't.company_id').onRef('i.id', '=', 't.inbound_id'),
      )
      .select([
        't.id',
        't.company_id',
        't.number',
        't.subject',
        't.description',
        't.status',
        't.source',
        't.requester_id',
        't.assignee_id',
        't.created_at',
        't.merged_into',
        'c.name as company',
        'i.mail_id',
        'i.sender as mail_sender',
      ])
      // Gmail leaves a thread when the subject changes: mails keep the first one.
      .select((e) =>
        e
          .selectFrom('messages as m')
          .select(sql<string>`m.data->>'from'`.as('first'))
          .whereRef('m.ticket_id', '=', 't.id')
          .where('m.kind', '=', 'event')
          .where(sql<string>`m.data->>'type'`, '=', 'subject')
          .orderBy('m.created_at')
          .limit(1)
          .as('first_subject'),
      )
      .where('t.id', '=', id)
      .executeTakeFirst()
  )
}
type TicketFacts = NonNullable<Awaited<ReturnType<typeof ticketOf>>>

/** Users who can sign in and may see the ticket: those of its company, and staff. */
const users = (db: Db, companyId: string) =>
  db
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .leftJoin('user_roles as r', 'r.user_id', 'p.id')
    .select(['p.id', 'p.full_name', 'p.email', 'c.is_internal'])
    .where('p.deactivated_at', 'is', null)
    .where((e) => e.or([e('p.company_id', '=', companyId), e('c.is_internal', '=', true)]))
const asPerson = (u: { id: string; full_name: string; email: string; is_internal: boolean }): Person => ({
  who: { userId: u.id },
  name: u.full_name,
  email: u.email,
  staff: u.is_internal,
})

async function named(db: Db, companyId: string, ids: (string | null | undefined)[]): Promise<Person[]> {
  const wanted = [...new Set(ids.filter((id) => id != null))]
  if (wanted.length === 0) return []
  const rows = await users(db, companyId).where('p.id', 'in', wanted).execute()
  return wanted.flatMap((id) => rows.filter((r) => r.id === id).map(asPerson))
}
const allStaff = async (db: Db, companyId: string): Promise<Person[]> =>
  (await users(db, companyId).where('c.is_internal', '=', true).execute()).map(asPerson)
const owners = async (db: Db, companyId: string): Promise<Person[]> =>
  (await users(db, companyId).where('p.company_id', '=', companyId).where('r.role', '=', 'owner').execute()).map(
    asPerson,
  )

async function watchers(db: Db, t: TicketFacts): Promise<Person[]> {
  const rows = await db
    .selectFrom('ticket_watchers as w')
    .leftJoin('contacts as k', (j) => j.onRef('k.company_id', '=', 'w.company_id').onRef('k.id', '=', 'w.contact_id'))
    .select(['w.user_id', 'k.email', 'k.full_name', 'k.archived_at'])
    .where('w.company_id', '=', t.company_id)
    .where('w.ticket_id', '=', t.id)
    .orderBy('w.id')
    .execute()
  // A contact whose address a mail server has refused for good is left alone for a while.
  const addresses = rows.flatMap((r) => (r.email && !r.archived_at ? [r.email.toLowerCase()] : []))
  const gone = new Set(
    addresses.length === 0
      ? []
      : (
          await db
            .selectFrom('held_addresses')
            .select('email')
            .where('company_id', '=', t.company_id)
            .where('email', 'in', addresses)
            .execute()
        ).map((b) => b.email),
  )
  const people = await named(
    db,
    t.company_id,
    rows.map((r) => r.user_id),
  )
  const contacts = rows.flatMap((r): Person[] =>
    r.email && !r.archived_at && !gone.has(r.email.toLowerCase())
      ? [{ who: { email: r.email.toLowerCase() }, name: r.full_name ?? '', email: r.email, staff: false }]
      : [],
  )
  return [...people, ...contacts]
}

async function messageOf(db: Db, companyId: string, id: string) {
  const message = await db
    .selectFrom('messages as m')
    .leftJoin('inbound_mails as i', (j) =>
      j.onRef('i.company_id', '=', 'm.company_id').onRef('i.id', '=', 'm.inbound_id'),
    )
    .select(['m.id', 'm.kind', 'm.body', 'm.author_id', 'm.author_kind', 'm.author_name', 'm.created_at', 'i.sender'])
    .where('m.company_id', '=', companyId)
    .where('m.id', '=', id)
    .executeTakeFirst()
  if (!message) return undefined
  const files = await db
    .selectFrom('attachments as a')
    .innerJoin('files as f', (j) => j.onRef('f.company_id', '=', 'a.company_id').onRef('f.id', '=', 'a.file_id'))
    .select(['f.name', 'f.size'])
    .where('a.company_id', '=', companyId)
    .where('a.message_id', '=', id)
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute()
  return { ...message, files }
}
type Said = NonNullable<Awaited<ReturnType<typeof messageOf>>>

/** What was written before a moment, newest first: replies, and for staff who read a note the notes too. */
async function before(db: Db, t: TicketFacts, lane: Lane, at: string | undefined) {
  let query = db
    .selectFrom('messages as m')
    .leftJoin('inbound_mails as i', (j) =>
      j.onRef('i.company_id', '=', 'm.company_id').onRef('i.id', '=', 'm.inbound_id'),
    )
    .select(['m.id', 'm.kind', 'm.body', 'm.author_id', 'm.author_kind', 'm.author_name', 'm.created_at'])
    .select(['i.mail_id', 'i.sender'])
    .where('m.company_id', '=', t.company_id)
    .where('m.ticket_id', '=', t.id)
    .where('m.kind', 'in', lane === 'note' ? ['reply', 'note'] : ['reply'])
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(8)
  if (at) query = query.where('m.created_at', '<', at)
  return query.execute()
}
type Before = Awaited<ReturnType<typeof before>>

const sized = (bytes: number) =>
  bytes >= 1_048_576 ? `${(bytes / 1_048_576).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`
const called = (m: { author_name: string; author_kind: string }, t: TicketFacts) =>
  m.author_kind === 'agent' ? `${m.author_name} (${brand.shortName})` : `${m.author_name} (${t.company})`

/** What is told to one person, before it becomes a notice. */
type Told = {
  kind: Notice['kind']
  title: string
  body: string
  /** The first line of the mail. */
  lead: string
  /** The message that it is about. */
  said?: Said | undefined
  more?: Block[]
  lane?: Lane
}

/** Makes notices: nobody twice, never who did it, staff only where it is for staff. */
class Telling {
  readonly notices: Notice[] = []
  readonly #seen = new Set<string>()
  readonly #before = new Map<Lane, Before>()
  readonly platform: Platform
  readonly db: Db
  readonly event: HappenedEvent
  readonly ticket: TicketFacts
  readonly #staffOnly: boolean
  constructor(platform: Platform, db: Db, event: HappenedEvent, ticket: TicketFacts, said: Said | undefined) {
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
  /** Lets the one who acted be told after all: a receipt for what came by mail. */
  forgive(userId: string) {
    this.#seen.delete(userId)
    if (this.ticket.mail_sender) this.#seen.delete(this.ticket.mail_sender.toLowerCase())
  }
  async tell(people: Person[], words: Told | ((p: Person) => Told)): Promise<void> {
    for (const person of people) {
      const id = 'userId' in person.who ? person.who.userId : person.who.email
      const address = person.email.toLowerCase()
      if (this.#seen.has(id) || this.#seen.has(address) || (this.#staffOnly && !person.staff)) continue
      this.#seen.add(id).add(address)
      const told = typeof words === 'function' ? words(person) : words
      this.notices.push({
        to: 'userId' in person.who ? person.who : { email: person.email, name: person.name },
        kind: told.kind,
        title: line(told.title, 180),
        body: unmarkedLine(plainMentions(told.body), 300),
        path: this.path(person.staff, told.said?.id),
        mail: await this.#mail(person, told),
      })
    }
  }

  async #mail(person: Person, told: Told): Promise<Omit<Mail, 'to'>> {
    const { env } = this.platform
    const { ticket: t, event } = this
    const lane = told.lane ?? 'reply'
    const replyTo = replyAddress(env, lane, t.id, person.who)
    const account = 'userId' in person.who
    const href = `${env.publicUrl}${this.path(person.staff, told.said?.id)}`
    let earlier = this.#before.get(lane)
    if (!earlier) {
      earlier = await before(this.db, t, lane, told.said?.created_at)
      this.#before.set(lane, earlier)
    }
    const quote: Earlier[] = earlier
      .slice(0, 3)
      .map((m) => ({ who: called(m, t), at: m.created_at, markdown: cut(plainMentions(m.body), 2_000) }))
    if (earlier.length < 3 && (told.said || earlier.length > 0 || t.source === 'mail' || person.staff))
      quote.push({
        who: `${t.company}, when this was opened`,
        at: t.created_at,
        markdown: cut(plainMentions(t.description), 2_000),
      })
    const files = told.said?.files ?? []
    const portal = account ? 'Answer in the portal.' : `Ask ${t.company} to answer for you in the portal.`
    const answer = lane === 'note' ? 'Your answer becomes an internal note.' : 'Just answer this mail.'
    return {
      id: `ticket ${event.id} ${account ? (person.who as { userId: string }).userId : person.email.toLowerCase()}`,
      subject: `[${this.ref}] ${line(t.first_subject ?? t.subject, 200)}`,
      messageId: messageIdOf(env, lane, t.id, told.said?.id ?? `e${event.id}`, person.who),
      references: this.#thread(person, lane, earlier),
      ...(replyTo ? { replyTo } : {}),
      headers: {
        'List-Id': `Tickets of ${brand.shortName} <tickets.${new URL(env.publicUrl).hostname}>`,
        Precedence: 'list',
        'X-Loop': loopMark(env),
        'X-Ticket': this.ref,
        // Whether a mail could be delivered, we want to hear; that somebody is away, we do not.
        'X-Auto-Response-Suppress': 'OOF, AutoReply, RN, NRN',
      },
      foot: replyTo
        ? `You get this because of ticket ${this.ref}. ${answer}`
        : `You get this because of ticket ${this.ref}. ${portal}`,
      blocks: [
        ...(replyTo ? [{ note: MARKER }] : []),
        told.lead,
        ...(told.said ? [{ markdown: plainMentions(told.said.body) }] : []),
        ...(files.length > 0 && account
          ? [
              {
                title: files.length === 1 ? 'Attached in the ticket' : `${files.length} files attached in the ticket`,
                links: files.map((f): [string, string] => [`${f.name} (${sized(f.size)})`, href]),
              },
            ]
          : []),
        ...(files.length > 0 && !account ? [`Attached in the ticket: ${files.map((f) => f.name).join(', ')}`] : []),
        ...(told.more ?? []),
        replyTo ? answer : portal,
        ...(account ? [{ button: `Open ${this.ref}`, href }] : []),
        ...(quote.length > 0 ? [{ earlier: quote }] : []),
      ],
    }
  }

  /** The Message-IDs that mail programs tie a thread by: the ticket's own, then those of what this person has seen or sent. */
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
          // What somebody wrote in the portal was never mailed to them.
          if (own !== undefined && m.author_id === own) return []
          return [messageIdOf(env, m.kind === 'note' ? 'note' : 'reply', t.id, m.id, person.who)]
        }),
    ]
  }
}

/** How somebody goes on with a resolved ticket, and what they thought of it; who has no account can do neither. */
function resolvedBlocks({ env }: Platform, t: TicketFacts, { who, staff }: Person): Block[] {
  if (staff) return []
  if (!('userId' in who)) return [`It closes by itself after ${QUIET_DAYS} days.`]
  return [
    `If it is not solved, open the ticket and choose Reopen${env.inbound ? '; an answer by mail is added and does not reopen it' : ''}. It closes by itself after ${QUIET_DAYS} days.`,
    {
      title: 'How did we do?',
      links: [5, 4, 3, 2, 1].map((n): [string, string] => [
        `${'★'.repeat(n)}${'☆'.repeat(5 - n)} ${['Very bad', 'Bad', 'Okay', 'Good', 'Very good'][n - 1]}`,
        `${env.publicUrl}/tickets/${t.id}?rate=${n}`,
      ]),
    },
  ]
}

const text = (v: unknown) => (typeof v === 'string' ? v : undefined)

async function tell(platform: Platform, db: Db, event: HappenedEvent): Promise<Notice[]> {
  const t = await ticketOf(db, event.subjectId)
  if (!t || t.company_id !== event.companyId) return []
  const { data } = event
  const messageId = text(data.messageId)
  const said =
    messageId && (event.kind === 'reply' || event.kind === 'note')
      ? await messageOf(db, t.company_id, messageId)
      : undefined
  if ((event.kind === 'reply' || event.kind === 'note') && !said) return []
  const telling = new Telling(platform, db, event, t, said)
  const { ref } = telling
  const [actor] = event.actorId ? await named(db, t.company_id, [event.actorId]) : []
  const by = actor?.name ?? brand.shortName
  const to = text(data.to)
  const concerned = async () => [...(await named(db, t.company_id, [t.requester_id])), ...(await watchers(db, t))]
  // A ticket of somebody who has left is nobody's.
  const inCharge = async () => {
    const assignee = (await named(db, t.company_id, [t.assignee_id])).filter((p) => p.staff)
    return assignee.length > 0 ? assignee : allStaff(db, t.company_id)
  }

  switch (event.kind) {
    case 'opened': {
      // Opened by an automation that fails: both sides are told by whoever watches it.
      if (t.source === 'automation' && !event.actorId) break
      const requester = await named(db, t.company_id, [t.requester_id])
      const received = t.source === 'mail'
      if (received) telling.forgive(t.requester_id)
      await telling.tell(requester, {
        kind: 'ticket_opened',
        title: `${received ? 'We have your mail' : `${by} opened a ticket for you`}: ${ref} ${t.subject}`,
        body: t.description,
        lead: received
          ? `Thank you, we have your mail. It is ticket ${ref} now, and we answer here.`
          : `${by} opened ticket ${ref} for you.`,
        ...(received
          ? {}
          : {
              more: [{ earlier: [{ who: by, at: t.created_at, markdown: cut(plainMentions(t.description), 2_000) }] }],
            }),
      })
      const opener = requester[0]?.name ?? by
      await telling.tell(await watchers(db, t), {
        kind: 'ticket_opened',
        title: `${opener} opened ${ref} ${t.subject}`,
        body: t.description,
        lead: `${opener} (${t.company}) opened ticket ${ref} and added you to it:`,
        more: [{ markdown: cut(plainMentions(t.description), 10_000) }],
      })
      await telling.tell(await inCharge(), {
        kind: 'ticket_opened',
        title: `${t.company}: ${ref} ${t.subject}`,
        body: t.description,
        lead: `${opener} (${t.company}) opened a ticket:`,
        more: [{ markdown: cut(plainMentions(t.description), 10_000) }],
      })
      break
    }
    case 'reply':
    case 'note': {
      const message = said as Said
      const lane = event.kind === 'note' ? 'note' : 'reply'
      const mentions = await db
        .selectFrom('mentions')
        .select('user_id')
        .where('company_id', '=', t.company_id)
        .where('message_id', '=', message.id)
        .execute()
      await telling.tell(
        await named(
          db,
          t.company_id,
          mentions.map((m) => m.user_id),
        ),
        {
          kind: 'ticket_mention',
          title: `${message.author_name} mentioned you: ${ref} ${t.subject}`,
          body: message.body,
          lead: `${called(message, t)} mentioned you in ${lane === 'note' ? 'an internal note' : 'a reply'}:`,
          said: message,
          lane,
        },
      )
      if (lane === 'note') {
        await telling.tell([...(await named(db, t.company_id, [t.assignee_id])), ...(await watchers(db, t))], {
          kind: 'ticket_note',
          title: `${message.author_name} left a note: ${ref} ${t.subject}`,
          body: message.body,
          lead: `${called(message, t)} left an internal note:`,
          said: message,
          lane,
        })
        break
      }
      const done = to === 'resolved'
      const words = (p: Person): Told => ({
        kind: 'ticket_reply',
        title: `${message.author_name} ${done && !p.staff ? 'resolved' : 'replied'}: ${ref} ${t.subject}`,
        body: message.body,
        lead:
          done && !p.staff
            ? `${called(message, t)} replied and set this to resolved:`
            : `${called(message, t)} replied:`,
        said: message,
        ...(done ? { more: resolvedBlocks(platform, t, p) } : {}),
        ...(to === 'waiting_on_partner' && !p.staff ? { more: ['The ticket waits for your answer.'] } : {}),
      })
      await telling.tell(await concerned(), words)
      if (message.author_kind === 'partner') await telling.tell(await inCharge(), words)
      break
    }
    case 'status': {
      const from = text(data.from)
      const state = STATUS[to ?? ''] ?? to ?? ''
      const byStaff = actor?.staff ?? false
      const status = (title: string, lead: string, more: Block[] = []): Told => ({
        kind: 'ticket_status',
        title: `${title}: ${ref} ${t.subject}`,
        body: lead,
        lead,
        more,
      })
      if (to === 'resolved')
        await telling.tell(await concerned(), (p) =>
          status('Resolved', `${by} set ticket ${ref} to resolved.`, resolvedBlocks(platform, t, p)),
        )
      // What closes by itself was announced when it was resolved.
      else if (to === 'closed' && event.actorId && t.merged_into === null)
        await telling.tell(await concerned(), status('Closed', `${by} closed ticket ${ref}.`))
      else if (to === 'waiting_on_partner')
        await telling.tell(
          await named(db, t.company_id, [t.requester_id]),
          status('Waiting on you', `${by} needs your answer to go on.`),
        )
      const reopened = from === 'resolved' || from === 'closed'
      if (reopened && to !== 'resolved' && to !== 'closed') {
        const words = status('Reopened', `${by} reopened ticket ${ref}. It is ${state}.`)
        if (byStaff) await telling.tell(await concerned(), words)
        await telling.tell(await inCharge(), words)
      }
      break
    }
    case 'merged': {
      const into = text(data.into)
      const target = into
        ? await db.selectFrom('tickets').select(['number', 'subject']).where('id', '=', into).executeTakeFirst()
        : undefined
      if (!target) break
      await telling.tell(await concerned(), {
        kind: 'ticket_status',
        title: `${ref} is part of T-${target.number} now: ${target.subject}`,
        body: `${by} merged ${ref} into T-${target.number}.`,
        lead: `${by} merged ticket ${ref} into T-${target.number}, “${line(target.subject, 200)}”. Everything goes on there; answers to older mails arrive there too.`,
      })
      break
    }
    case 'assigned':
      await telling.tell(
        (await named(db, t.company_id, [to])).filter((p) => p.staff),
        {
          kind: 'ticket_assigned',
          title: `${by} assigned you ${ref} ${t.subject}`,
          body: t.description,
          lead: `${by} assigned ticket ${ref} of ${t.company} to you.`,
        },
      )
      break
    case 'sla': {
      const over = Number(data.percent) >= 100
      const clock = data.clock === 'response' ? 'first response' : 'resolution'
      const words = over ? `The time for the ${clock} is over` : `Three quarters of the time for the ${clock} are gone`
      await telling.tell(
        (await inCharge()).filter((p) => p.staff),
        {
          kind: 'ticket_sla',
          title: `${words}: ${ref} ${t.subject}`,
          body: t.assignee_id ? '' : 'Nobody has this ticket yet.',
          lead: `${words}. Ticket ${ref} of ${t.company}${t.assignee_id ? '' : ' belongs to nobody yet'}.`,
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
      const hours = showMinutes(estimate.minutes)
      if (data.action === 'proposed')
        await telling.tell(await owners(db, t.company_id), {
          kind: 'ticket_estimate',
          title: `Approve ${hours}? ${ref} ${t.subject}`,
          body: estimate.note,
          lead: `${by} estimates ${hours} for ticket ${ref}. Approve or decline it in the ticket.`,
          more: estimate.note ? [{ markdown: estimate.note }] : [],
        })
      if (data.action === 'approved' || data.action === 'declined')
        await telling.tell(await named(db, t.company_id, [t.assignee_id, estimate.proposed_by]), {
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
      await telling.tell(await named(db, t.company_id, [t.assignee_id]), {
        kind: 'ticket_rating',
        title: `${by} rated ${ref} ${score} of 5`,
        body: t.subject,
        lead: `${by} (${t.company}) rated ticket ${ref} ${score} of 5.`,
      })
      break
    }
  }
  return telling.notices
}

/** Tells people of what happens to their tickets. */
export const ticketTeller: Teller = { topic: 'ticket', tell, leave: leaveTicket }
