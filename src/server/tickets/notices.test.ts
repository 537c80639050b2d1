// Recipients, texts and email threads of notices about tickets.
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeContact } from '../../../test/factories/contacts.ts'
import { makeMessage, makeTicket } from '../../../test/factories/tickets.ts'
import { type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { Notice, PublishedEvent } from '../platform/events/notifiers.ts'
import { createMailer } from '../platform/mail/mail.ts'
import { splitText } from '../platform/mail/mail-text.ts'
import { madeFor, readAddress, readMessageId } from './mail/mail-address.ts'
import { ticketNotifier } from './notices.ts'

let server: TestServer
let world: World
let second: Person
let off: Person
beforeAll(async () => {
  server = await startServer({
    INBOUND_DOMAIN: 'reply.example',
    INBOUND_MAIL_SECRET: '8c1f5ae09b3d47e2a6f0d4137e92cb58',
  })
  world = await server.world()
  second = await server.person(world.provider, 'engineer', { fullName: 'Second Engineer' })
  off = await server.person(world.north.company, 'member', { fullName: 'Gone Member' })
  await server.db
    .updateTable('profiles')
    .set({ deactivated_at: new Date().toISOString() })
    .where('id', '=', off.id)
    .execute()
})
afterAll(() => server.close())

let count = 0
const happened = (
  ticket: { id: string; company_id: string },
  kind: string,
  actor: Person | null,
  data = {},
  staffOnly = false,
): PublishedEvent => ({
  id: ++count,
  companyId: ticket.company_id,
  topic: 'ticket',
  kind,
  subjectId: ticket.id,
  actorId: actor?.id ?? null,
  staffOnly,
  data,
  createdAt: new Date().toISOString(),
})
const noticesFor = (event: PublishedEvent, platform = server.platform): Promise<Notice[]> =>
  server.db.transaction().execute((tx) => ticketNotifier.collectNotices(platform, tx as never, event))
const toWhom = (notices: Notice[]) =>
  notices
    .map((n) => [n.kind, 'userId' in n.to ? n.to.userId : n.to.email])
    .toSorted((a, b) => a.join().localeCompare(b.join()))
const sorted = (all: [string, string][]) => all.toSorted((a, b) => a.join().localeCompare(b.join()))
const watch = (ticket: { id: string; company_id: string }, who: { user_id: string } | { contact_id: string }) =>
  server.db
    .insertInto('ticket_watchers')
    .values({ company_id: ticket.company_id, id: crypto.randomUUID(), ticket_id: ticket.id, ...who })
    .execute()
const mentionOf = (ticket: { id: string; company_id: string }, messageId: string, userId: string, staff_only = false) =>
  server.db
    .insertInto('mentions')
    .values({ company_id: ticket.company_id, message_id: messageId, user_id: userId, ticket_id: ticket.id, staff_only })
    .execute()
const staff = () => [world.engineer, world.admin, second]

/**
 * Creates a ticket with all kinds of people: an assignee, a watching colleague, a contact, a user who has left and a
 * staff watcher.
 */
async function busy() {
  const ticket = await makeTicket(server.db, { requester: world.north.owner, assignee_id: world.engineer.id })
  const contact = await makeContact(server.db, {
    company_id: world.north.company.id,
    full_name: 'Kim',
    email: `kim${++count}@harbor.example`,
  })
  for (const user of [world.north.member, off, second]) await watch(ticket, { user_id: user.id })
  await watch(ticket, { contact_id: contact.id })
  const { email } = await server.db
    .selectFrom('contacts')
    .select('email')
    .where('id', '=', contact.id)
    .executeTakeFirstOrThrow()
  return { ticket, kim: email as string }
}

const changes = [{ field: 'category', from: 'ai', to: 'voice' }]

describe('recipients', () => {
  test('of a reply by staff: requester, watchers, and contacts, but not the author or former users', async () => {
    const { ticket, kim } = await busy()
    await watch(ticket, { user_id: world.north.owner.id })
    const { id } = await makeMessage(server.db, { ticket, author: world.engineer, byStaff: true })
    expect(toWhom(await noticesFor(happened(ticket, 'reply', world.engineer, { messageId: id })))).toEqual(
      sorted([
        ['ticket_reply', world.north.owner.id],
        ['ticket_reply', world.north.member.id],
        ['ticket_reply', second.id],
        ['ticket_reply', kim],
      ]),
    )
  })
  test('of a changed field: requester, watchers, and the assignee', async () => {
    const { ticket, kim } = await busy()
    const notices = await noticesFor(happened(ticket, 'edited', second, { changes }))
    expect(toWhom(notices)).toEqual(
      sorted([
        ['ticket_status', world.north.owner.id],
        ['ticket_status', world.north.member.id],
        ['ticket_status', world.engineer.id],
        ['ticket_status', kim],
      ]),
    )
    expect(notices[0]?.title).toMatch(/^Second Engineer changed the category from AI to Voice agent: T-/)
    expect(await noticesFor(happened(ticket, 'edited', second))).toEqual([])
  })
  test('get one line without Markdown in the notification list', async () => {
    const { ticket } = await busy()
    const body = '# Done\n\n- **Both** are in, see [the page](https://x.example) and `client_id`\n- 2 * 3 is *not* 5'
    const { id } = await makeMessage(server.db, { ticket, author: world.engineer, byStaff: true, body })
    const [notice] = await noticesFor(happened(ticket, 'reply', world.engineer, { messageId: id }))
    expect(notice?.body).toBe('Done Both are in, see the page and client_id 2 * 3 is not 5')
  })
  test('of a reply by a partner: also the assignee, or all engineers if unassigned', async () => {
    const { ticket, kim } = await busy()
    const { id } = await makeMessage(server.db, { ticket, author: world.north.member, byStaff: false })
    const event = happened(ticket, 'reply', world.north.member, { messageId: id })
    expect(toWhom(await noticesFor(event))).toEqual(
      sorted([
        ['ticket_reply', world.north.owner.id],
        ['ticket_reply', second.id],
        ['ticket_reply', kim],
        ['ticket_reply', world.engineer.id],
      ]),
    )
    await server.db.updateTable('tickets').set({ assignee_id: null }).where('id', '=', ticket.id).execute()
    const all = toWhom(await noticesFor(event)).map(([, who]) => who)
    for (const person of staff()) expect(all).toContain(person.id)
  })
  test('get a mention instead of a reply notification', async () => {
    const { ticket } = await busy()
    const { id } = await makeMessage(server.db, { ticket, author: world.engineer, byStaff: true })
    await mentionOf(ticket, id, world.north.member.id)
    const kinds = toWhom(await noticesFor(happened(ticket, 'reply', world.engineer, { messageId: id })))
    expect(kinds.filter(([, who]) => who === world.north.member.id)).toEqual([
      ['ticket_mention', world.north.member.id],
    ])
  })
  test('of a note: only staff who watch or are mentioned', async () => {
    const { ticket } = await busy()
    const { id } = await makeMessage(server.db, {
      ticket,
      author: world.admin,
      byStaff: true,
      kind: 'note',
      body: 'secret',
    })
    await mentionOf(ticket, id, world.north.owner.id, true)
    const notices = await noticesFor(happened(ticket, 'note', world.admin, { messageId: id }, true))
    expect(toWhom(notices)).toEqual(
      sorted([
        ['ticket_note', world.engineer.id],
        ['ticket_note', second.id],
      ]),
    )
    for (const n of notices) expect(n.mail?.replyTo).toMatch(/^note\+/)
    // A note stays with staff even if the event is not marked as for staff.
    expect(
      toWhom(await noticesFor(happened(ticket, 'reply', world.admin, { messageId: id }))).map(([, who]) => who),
    ).not.toContain(world.north.owner.id)
  })
  test('of a new ticket: all engineers; the requester only if it came by email or staff opened it', async () => {
    const ticket = await makeTicket(server.db, { requester: world.north.owner })
    const everybody = sorted(staff().map((p) => ['ticket_opened', p.id]))
    expect(toWhom(await noticesFor(happened(ticket, 'opened', world.north.owner)))).toEqual(everybody)
    const byMail = await makeTicket(server.db, { requester: world.north.owner, source: 'mail' })
    expect(toWhom(await noticesFor(happened(byMail, 'opened', world.north.owner)))).toEqual(
      sorted([
        ...staff().map((p): [string, string] => ['ticket_opened', p.id]),
        ['ticket_opened', world.north.owner.id],
      ]),
    )
    const byStaff = toWhom(await noticesFor(happened(ticket, 'opened', second))).map(([, who]) => who)
    expect(byStaff).toContain(world.north.owner.id)
    expect(byStaff).not.toContain(second.id)
  })
  test('of a status change: partners if resolved, closed, or waiting on them; staff if reopened', async () => {
    const { ticket, kim } = await busy()
    const of = async (actor: Person | null, from: string, to: string) =>
      toWhom(await noticesFor(happened(ticket, 'status', actor, { from, to }))).map(([, who]) => who)
    const partners = [world.north.owner.id, world.north.member.id, kim, second.id].toSorted()
    expect((await of(world.engineer, 'in_progress', 'resolved')).toSorted()).toEqual(partners)
    expect(await of(world.engineer, 'in_progress', 'waiting_on_partner')).toEqual([world.north.owner.id])
    expect(await of(world.engineer, 'new', 'in_progress')).toEqual([])
    expect(await of(null, 'resolved', 'closed')).toEqual([])
    expect(await of(world.north.owner, 'resolved', 'in_progress')).toEqual([world.engineer.id])
  })
  test('of other events: the person concerned', async () => {
    const { ticket } = await busy()
    const of = async (kind: string, actor: Person | null, data: object, staffOnly = false) =>
      toWhom(await noticesFor(happened(ticket, kind, actor, data, staffOnly)))
    expect(await of('assigned', world.admin, { from: null, to: second.id })).toEqual([['ticket_assigned', second.id]])
    expect(await of('assigned', second, { from: null, to: second.id })).toEqual([])
    expect(await of('sla', null, { clock: 'response', percent: 75 }, true)).toEqual([['ticket_sla', world.engineer.id]])
    expect(await of('rated', world.north.owner, { score: 5 })).toEqual([['ticket_rating', world.engineer.id]])
    for (const kind of ['edited', 'tags', 'time', 'watchers', 'message_edited', 'linked', 'nonsense'])
      expect(await of(kind, world.north.owner, {}), kind).toEqual([])
    const estimate = {
      company_id: ticket.company_id,
      id: crypto.randomUUID(),
      ticket_id: ticket.id,
      minutes: 90,
      note: 'because',
      proposed_by: second.id,
    }
    await server.db.insertInto('estimates').values(estimate).execute()
    expect(await of('estimate', second, { estimateId: estimate.id, action: 'proposed' })).toEqual([
      ['ticket_estimate', world.north.owner.id],
    ])
    expect(await of('estimate', world.north.owner, { estimateId: estimate.id, action: 'approved' })).toEqual(
      sorted([
        ['ticket_estimate', world.engineer.id],
        ['ticket_estimate', second.id],
      ]),
    )
    const into = await makeTicket(server.db, { requester: world.north.owner })
    expect((await of('merged', world.engineer, { into: into.id })).map(([, who]) => who)).toContain(
      world.north.owner.id,
    )
  })
  test('of a merge: the watchers, who are moved, and one who then unsubscribes leaves the target', async () => {
    const { ticket, kim } = await busy()
    const into = await makeTicket(server.db, { requester: world.north.owner })
    const merge = { as: world.engineer, body: { intoId: into.id, version: 1 } }
    await server.call('POST', `/v1/tickets/${ticket.id}/merge`, merge)
    expect(toWhom(await noticesFor(happened(ticket, 'merged', world.engineer, { into: into.id })))).toEqual(
      sorted([
        ['ticket_status', world.north.owner.id],
        ['ticket_status', world.north.member.id],
        ['ticket_status', second.id],
        ['ticket_status', kim],
      ]),
    )
    const about = { companyId: ticket.company_id, subjectId: ticket.id, email: kim }
    await server.db.transaction().execute(async (tx) => ticketNotifier.leave?.(server.platform, tx as never, about))
    const left = toWhom(await noticesFor(happened(into, 'edited', world.engineer, { changes })))
    expect(left.map(([, who]) => who)).toEqual(
      expect.arrayContaining([world.north.owner.id, world.north.member.id, second.id]),
    )
    expect(left.map(([, who]) => who)).not.toContain(kim)
  })
  test('never include users of other companies', async () => {
    const ticket = await makeTicket(server.db, { requester: world.north.owner })
    await watch(ticket, { user_id: world.south.owner.id })
    const { id } = await makeMessage(server.db, { ticket, author: world.engineer, byStaff: true })
    await mentionOf(ticket, id, world.south.member.id)
    expect(toWhom(await noticesFor(happened(ticket, 'reply', world.engineer, { messageId: id })))).toEqual([
      ['ticket_reply', world.north.owner.id],
    ])
    expect(await noticesFor({ ...happened(ticket, 'rated', null), companyId: world.south.company.id })).toEqual([])
  })
  test('exclude the author of an email without an account', async () => {
    const { ticket, kim } = await busy()
    const mailId = crypto.randomUUID()
    await server.db
      .insertInto('inbound_mails')
      .values({
        company_id: ticket.company_id,
        id: mailId,
        fingerprint: mailId.replaceAll('-', '').repeat(2),
        door: 'http',
        size: 1,
        sender: kim,
        state: 'taken',
        settled_at: new Date().toISOString(),
      })
      .execute()
    const { id } = await makeMessage(server.db, {
      ticket,
      author: world.north.owner,
      byStaff: false,
      author_id: null,
      inbound_id: mailId,
    })
    const all = toWhom(await noticesFor(happened(ticket, 'reply', null, { messageId: id }))).map(([, who]) => who)
    expect(all).not.toContain(kim)
    expect(all).toContain(world.north.owner.id)
  })
})

describe('the email', () => {
  /** Returns what a mail server receives when the notice is sent. */
  async function arrived(notice: Notice, to: string) {
    let raw = ''
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _, done) {
        stream.on('data', (d) => (raw += d)).on('end', () => done())
      },
    })
    await new Promise<void>((ok) => smtp.listen(0, '127.0.0.1', ok))
    const { port } = smtp.server.address() as { port: number }
    const box = createMailer({ ...server.env, smtpUrl: `smtp://127.0.0.1:${port}` })
    await box.send({ ...(notice.mail as NonNullable<Notice['mail']>), to })
    box.close()
    await new Promise<void>((ok) => smtp.close(() => ok()))
    const mail = await PostalMime.parse(raw)
    return { ...mail, of: Object.fromEntries(mail.headers.map((h) => [h.key, h.value])) }
  }
  const forOwner = (notices: Notice[]) =>
    notices.find((n) => 'userId' in n.to && n.to.userId === world.north.owner.id) as Notice

  test('forms one thread: one subject, unique IDs, and references to all earlier messages', async () => {
    const { ticket } = await busy()
    const first = await makeMessage(server.db, { ticket, author: world.engineer, byStaff: true, body: 'First' })
    const one = forOwner(await noticesFor(happened(ticket, 'reply', world.engineer, { messageId: first.id })))
    await server.db.updateTable('tickets').set({ subject: 'Renamed' }).where('id', '=', ticket.id).execute()
    const rename = { type: 'subject', from: 'A scheduled run did not start', to: 'Renamed' }
    await makeMessage(server.db, {
      ticket,
      author: world.engineer,
      byStaff: true,
      kind: 'event',
      data: JSON.stringify(rename),
    })
    const next = await makeMessage(server.db, { ticket, author: world.engineer, byStaff: true, body: 'Second' })
    const two = forOwner(await noticesFor(happened(ticket, 'reply', world.engineer, { messageId: next.id })))
    const [a, b] = [await arrived(one, world.north.owner.email), await arrived(two, world.north.owner.email)]
    expect([a.subject, b.subject]).toEqual(Array(2).fill(`[T-${ticket.number}] A scheduled run did not start`))
    expect(a.messageId).not.toBe(b.messageId)
    expect(b.inReplyTo).toBe(a.messageId)
    expect(b.references).toBe(`${a.references} ${a.messageId}`)
    for (const id of [a.messageId, a.references, b.inReplyTo])
      expect(readMessageId(server.env, id ?? '')?.ticketId).toBe(ticket.id)
    expect(two.mail?.id).not.toBe(one.mail?.id)
  })

  test('can be replied to by its recipient and is marked as automatic', async () => {
    const { ticket } = await busy()
    const { id } = await makeMessage(server.db, {
      ticket,
      author: world.engineer,
      byStaff: true,
      body: 'Line one\nline two\n\n- **bold** [here](https://x.example/a?b=1&c=2)\n- <script>alert(1)</script> ![p](https://spy.example/x.gif)\n- [bad](javascript:alert(1)) [own](/tickets/1)\n\n> quoted\n\n```\ncode\n```',
    })
    const mail = await arrived(
      forOwner(await noticesFor(happened(ticket, 'reply', world.engineer, { messageId: id }))),
      world.north.owner.email,
    )
    const address = readAddress(mail.replyTo?.[0]?.address ?? '', 'reply.example')
    expect(address && madeFor(server.env, address, { userId: world.north.owner.id })).toBe(true)
    expect(address && madeFor(server.env, address, { userId: world.north.member.id })).toBe(false)
    expect(mail.of).toMatchObject({
      'auto-submitted': 'auto-generated',
      precedence: 'list',
      'x-ticket': `T-${ticket.number}`,
    })
    expect(mail.of['list-id']).toContain('<tickets.')
    expect(mail.text).toMatch(/^--- Reply above this line ---/)
    expect(mail.text).toContain('Erin Engineer (Millwright) replied:')
    expect(mail.text).toContain('Line one\nline two')
    const html = mail.html ?? ''
    expect(html).toContain('Line one<br />\nline two')
    expect(html).toMatch(/<strong>bold<\/strong> <a[^>]*href="https:\/\/x\.example\/a\?b=1&amp;c=2"/)
    expect(html).toContain(`href="${server.env.publicUrl}/tickets/1"`)
    expect(html).not.toMatch(/<script|<img|javascript:/)
    expect(html).toContain(`${server.env.publicUrl}/tickets/${ticket.id}#message-${id}`)
    // Only the text above the quotation is new.
    expect(
      splitText(
        `My answer.\n\nOn Fri, Nov 20, 2026 at 9:14 AM Millwright <a@b.example> wrote:\n\n${mail.text?.replace(/^/gm, '> ')}`,
      ).newText,
    ).toBe('My answer.')
    expect(splitText(`My answer.\n\n${mail.text}`).newText).toBe('My answer.')
  })

  test('about a resolved ticket says how to reopen it and asks users, not contacts, for a rating', async () => {
    const { ticket, kim } = await busy()
    const { id } = await makeMessage(server.db, { ticket, author: world.engineer, byStaff: true, body: 'Done.' })
    const notices = await noticesFor(
      happened(ticket, 'reply', world.engineer, { messageId: id, from: 'in_progress', to: 'resolved' }),
    )
    const mine = JSON.stringify(forOwner(notices).mail?.blocks)
    for (const n of [1, 2, 3, 4, 5]) expect(mine).toContain(`/tickets/${ticket.id}?rate=${n}`)
    expect(mine).toContain('select Reopen')
    const theirs = notices.find((n) => 'email' in n.to && n.to.email === kim)
    expect(JSON.stringify(theirs?.mail?.blocks)).not.toMatch(/rate=|Reopen|\/tickets\//)
    expect(
      JSON.stringify(notices.find((n) => 'userId' in n.to && n.to.userId === second.id)?.mail?.blocks),
    ).not.toContain('rate=')
  })

  test('says to reply in the portal when incoming email is not set up', async () => {
    const { ticket } = await busy()
    const { id } = await makeMessage(server.db, { ticket, author: world.engineer, byStaff: true })
    const platform = { ...server.platform, env: { ...server.env, inbound: undefined } }
    const mail = forOwner(await noticesFor(happened(ticket, 'reply', world.engineer, { messageId: id }), platform)).mail
    expect(mail?.replyTo).toBeUndefined()
    expect(JSON.stringify(mail?.blocks)).toContain('Reply in the portal.')
    expect(JSON.stringify(mail?.blocks)).not.toContain('Reply above')
  })

  test('fits the stored limits, however long the texts', async () => {
    const requester = await server.person(world.north.company, 'member', { fullName: 'N'.repeat(100) })
    const ticket = await makeTicket(server.db, { requester, subject: '𝔰'.repeat(100), description: 'd'.repeat(50_000) })
    const { id } = await makeMessage(server.db, {
      ticket,
      author: requester,
      byStaff: false,
      body: `${'b'.repeat(49_999)}`,
    })
    for (const n of await noticesFor(happened(ticket, 'reply', requester, { messageId: id }))) {
      expect(n.title.length).toBeLessThanOrEqual(200)
      expect(n.body.length).toBeLessThanOrEqual(500)
      expect(n.title.isWellFormed()).toBe(true)
    }
  })
})
