// Incoming mail: by SMTP from a real client and by webhook from providers, and how each is processed.
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeContact } from '../../../../test/factories/contacts.ts'
import { makeTicket } from '../../../../test/factories/tickets.ts'
import { happened } from '../../../../test/harness/happened.ts'
import { waitForBlockedTransaction } from '../../../../test/harness/locks.ts'
import { freePort } from '../../../../test/harness/process.ts'
import {
  type ErrorShape,
  type Person,
  startServer,
  type TestServer,
  type World,
} from '../../../../test/harness/server.ts'
import { deliverEvent } from '../../notifications/deliver.ts'
import { listenForMail } from './listen.ts'
import { messageIdOf, readAddress, readMessageId, replyAddress } from './mail-address.ts'
import { processMail } from './process-mail.ts'
import { UNSETTLED_MAX_BYTES } from './receive-mail.ts'

const DOMAIN = 'reply.example'
const SECRET = 'a secret of the mail provider, long'
const DESK = `support@${DOMAIN}`

let server: TestServer
let world: World
let port: number
let listener: { close(): Promise<void> } | undefined

beforeAll(async () => {
  port = await freePort()
  server = await startServer({
    INBOUND_DOMAIN: DOMAIN,
    INBOUND_SMTP_PORT: String(port),
    INBOUND_SMTP_HOST: '127.0.0.1',
    INBOUND_MAIL_SECRET: SECRET,
  })
  world = await server.world()
  listener = await listenForMail(server.platform)
})
afterAll(async () => {
  await listener?.close()
  await server.close()
})

let count = 0
type Fields = {
  from?: string
  to: string
  subject?: string
  text?: string
  headers?: Record<string, string>
  body?: string
}
const raw = ({
  from = world.north.owner.email,
  to,
  subject = 'Re: it',
  text = 'An answer.',
  headers = {},
  body,
}: Fields) =>
  [
    `From: Somebody <${from}>`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <m${++count}@client.example>`,
    'MIME-Version: 1.0',
    ...Object.entries(headers).map(([k, v]) => `${k}: ${v}`),
    ...(body ? [body] : ['Content-Type: text/plain; charset=utf-8', '', text]),
  ].join('\r\n')
const post = (mail: BodyInit, headers: Record<string, string> = {}, query = '') =>
  fetch(`${server.url}/webhooks/mail${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'message/rfc822', ...headers },
    body: mail,
  })
const rowOf = (id: string) =>
  server.db.selectFrom('inbound_mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** Processes all waiting mail, as the job does, and returns the newest. */
async function settled() {
  const waiting = await server.db
    .selectFrom('inbound_mails')
    .select('id')
    .where('state', '=', 'waiting')
    .orderBy('id')
    .execute()
  for (const { id } of waiting) await processMail(server.platform, { companyId: '', mailId: id })
  return rowOf(waiting.at(-1)?.id ?? '')
}
const come = async (fields: Fields) => {
  expect((await post(raw(fields))).status).toBe(200)
  return settled()
}
const ticketOf = (requester: Person, fields = {}) => makeTicket(server.db, { requester, ...fields })
const addressFor = (ticket: { id: string }, who: Person | { email: string }, lane: 'reply' | 'note' = 'reply') =>
  replyAddress(server.env, lane, ticket.id, 'id' in who ? { userId: who.id } : who) as string
const messagesOf = (ticket: { id: string }) =>
  server.db
    .selectFrom('messages')
    .select(['id', 'kind', 'body', 'author_id', 'author_kind', 'author_name', 'inbound_id'])
    .where('ticket_id', '=', ticket.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

describe('the reply address', () => {
  test('is a valid email address, ignores case, and rejects tampering', async () => {
    const ticket = await ticketOf(world.north.owner)
    const address = addressFor(ticket, world.north.owner)
    expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64)
    expect(readAddress(address.toUpperCase(), DOMAIN)?.ticketId).toBe(ticket.id)
    expect(readAddress(address, 'elsewhere.example')).toBeUndefined()
    const id = messageIdOf(server.env, 'reply', ticket.id, 'root')
    expect(readMessageId(server.env, `<${id}>`)?.ticketId).toBe(ticket.id)
    const other = crypto.randomUUID().replaceAll('-', '')
    expect(readMessageId(server.env, id.replace(ticket.id.replaceAll('-', ''), other))).toBeUndefined()
  })
})

describe('a reply', () => {
  test('sent by a real mail client over SMTP is added to its ticket, with its files', async () => {
    const ticket = await ticketOf(world.north.owner, { status: 'waiting_on_partner' })
    const client = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    await client.sendMail({
      from: `Dana <${world.north.owner.email.toUpperCase()}>`,
      to: addressFor(ticket, world.north.owner),
      subject: `Re: [T-${ticket.number}] It`,
      text: 'It was REP-02.\n\nOn Fri, Nov 20, 2026 at 9:14 AM Erin <x@y.example> wrote:\n> --- Reply above this line ---\n> Which one?\n',
      html: '<p>It was REP-02.</p><img src="cid:shot">',
      attachments: [
        { filename: 'log.txt', content: 'line 1\nline 2\n' },
        { filename: 'shot.png', content: png, cid: 'shot' },
        { filename: 'setup.exe', content: 'MZ' },
      ],
    })
    client.close()
    const row = await settled()
    expect(row).toMatchObject({
      state: 'taken',
      door: 'smtp',
      ticket_id: ticket.id,
      company_id: world.north.company.id,
    })
    const [message] = await messagesOf(ticket)
    expect(message).toMatchObject({
      kind: 'reply',
      author_id: world.north.owner.id,
      author_kind: 'partner',
      inbound_id: row.id,
    })
    expect(message?.body).toMatch(
      /^It was REP-02\.\n\nNot added from the email: setup\.exe \(Files that can run code can’t be attached/,
    )
    const { body } = await server.call<{ items: { attachments: { id: string; name: string }[]; mail: string }[] }>(
      'GET',
      `/v1/tickets/${ticket.id}/messages`,
      { as: world.north.member },
    )
    expect(body.items[0]?.attachments.map((a) => a.name).sort()).toEqual(['log.txt', 'shot.png'])
    expect(body.items[0]?.mail).toBe(row.id)
    const { status } = await server.db
      .selectFrom('tickets')
      .select('status')
      .where('id', '=', ticket.id)
      .executeTakeFirstOrThrow()
    expect(status).toBe('in_progress')
  })

  test('received twice, ten times at once, or after an interrupted job is one message', async () => {
    const ticket = await ticketOf(world.north.owner)
    const mail = raw({ to: addressFor(ticket, world.north.owner), text: 'Once.' })
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(mail)))
    expect(answers.map((r) => r.status)).toEqual(Array(10).fill(200))
    // The mail arrives through another server, which adds other headers. It is still the same mail.
    expect((await post(`Received: from elsewhere by here; today\r\n${mail}`)).status).toBe(200)
    const row = await settled()
    await server.db
      .updateTable('inbound_mails')
      .set({ state: 'waiting', settled_at: null })
      .where('id', '=', row.id)
      .execute()
    expect((await settled()).state).toBe('taken')
    expect((await messagesOf(ticket)).map((m) => m.body)).toEqual(['Once.'])
  })

  test('is matched by its References without the address, and by number only for the ticket’s own people', async () => {
    const ticket = await ticketOf(world.north.owner)
    const root = messageIdOf(server.env, 'reply', ticket.id, 'root')
    expect(await come({ to: DESK, headers: { References: `<x@y> <${root}>` }, text: 'by thread' })).toMatchObject({
      state: 'taken',
    })
    expect(await come({ to: DESK, subject: `AW: [T-${ticket.number}] It`, text: 'by number' })).toMatchObject({
      state: 'taken',
    })
    expect((await messagesOf(ticket)).map((m) => m.body)).toEqual(['by thread', 'by number'])
    // The ticket number of another company opens a new ticket and reveals nothing about theirs.
    const other = await come({
      from: world.south.owner.email,
      to: DESK,
      subject: `Re: [T-${ticket.number}] It`,
      text: 'hello',
    })
    expect(other).toMatchObject({ state: 'taken', company_id: world.south.company.id })
    expect(await messagesOf(ticket)).toHaveLength(2)
  })

  test('to a merged ticket is added to the target', async () => {
    const [ticket, into] = [await ticketOf(world.north.owner), await ticketOf(world.north.owner)]
    await server.db
      .updateTable('tickets')
      .set({
        status: 'closed',
        merged_into: into.id,
        merged_at: new Date().toISOString(),
        closed_at: new Date().toISOString(),
      })
      .where('id', '=', ticket.id)
      .execute()
    expect(await come({ to: addressFor(ticket, world.north.owner), text: 'still here' })).toMatchObject({
      state: 'taken',
      ticket_id: into.id,
    })
    expect((await messagesOf(into)).map((m) => m.body)).toEqual(['still here'])
  })

  test('inside or below a quote is not lost: ambiguous text is kept, shown or collapsed', async () => {
    const ticket = await ticketOf(world.north.owner, { status: 'waiting_on_partner' })
    const to = addressFor(ticket, world.north.owner)
    const head =
      'From: Millwright <support@millwright.example>\r\nSent: Friday, November 20, 2026 9:14 AM\r\nSubject: It'
    const quoted = `${head}\r\n\r\nWhich server was it?\r\nREP-02.\r\n`
    expect(await come({ to, text: `See below.\r\n\r\n${quoted}` })).toMatchObject({ state: 'taken' })
    expect(await come({ to, text: `It was this one.\r\n\r\n${quoted}` })).toMatchObject({ state: 'taken' })
    expect(await come({ to, text: quoted })).toMatchObject({ state: 'taken' })
    const only = 'On Fri, Nov 20, 2026 at 9:14 AM Erin <x@y.example> wrote:\r\n> Which server was it?\r\n'
    expect(await come({ to, text: only })).toMatchObject({ state: 'taken' })
    const { body } = await server.call<{ items: { kind: string; body: string; folded: string | null }[] }>(
      'GET',
      `/v1/tickets/${ticket.id}/messages`,
      { as: world.north.member },
    )
    const plain = (text: string) => text.replaceAll('\r\n', '\n').trim()
    expect(body.items.filter((m) => m.kind === 'reply').map((m) => [m.body, m.folded])).toEqual([
      // The text above the quotation says that the answers are in the quotation.
      [`See below.\n\n${plain(quoted)}`, null],
      ['It was this one.', plain(quoted)],
      [plain(quoted), null],
      ['The email has no new text.', plain(only)],
    ])
  })

  test('by staff never publishes what it quotes', async () => {
    const ticket = await ticketOf(world.north.owner)
    const quoted =
      'From: Ada Admin\r\nSent: Friday, November 20, 2026 9:14 AM\r\nSubject: It\r\n\r\nThey owe us money.\r\n'
    await come({
      from: world.engineer.email,
      to: addressFor(ticket, world.engineer),
      text: `We look at it.\r\n\r\n${quoted}`,
    })
    const kept = await server.db
      .selectFrom('messages')
      .select(['body', 'folded'])
      .where('ticket_id', '=', ticket.id)
      .execute()
    expect(kept.filter((m) => m.body !== '')).toEqual([{ body: 'We look at it.', folded: null }])
  })

  test('that several people decide about at the same moment is decided once', async () => {
    for (let round = 0; round < 3; round++) {
      const ticket = await ticketOf(world.north.owner)
      const row = await come({ from: 'stranger@elsewhere.example', to: DESK, text: `Decide once ${ticket.id}` })
      const decide = (what: string, body: object) =>
        server.call<ErrorShape>('POST', `/v1/inbound-mails/${row.id}/${what}`, { as: world.admin, body })
      const answers = await Promise.all([
        decide('ticket', { number: ticket.number }),
        decide('open', { requesterId: world.north.owner.id }),
        decide('dismiss', {}),
      ])
      expect(answers.filter((a) => a.status === 200).length, JSON.stringify(answers.map((a) => a.body))).toBe(1)
      for (const a of answers.filter((a) => a.status !== 200)) expect(a.body.error.code).toBe('MAIL_DECIDED')
      const written = await server.db.selectFrom('messages').select('id').where('inbound_id', '=', row.id).execute()
      expect(written.length).toBe(answers.slice(0, 2).some((a) => a.status === 200) ? 1 : 0)
    }
  })

  test('by staff that is only a quote is held for review and never published', async () => {
    const ticket = await ticketOf(world.north.owner)
    const text = 'On Fri, Nov 20, 2026 at 9:14 AM Ada <x@y.example> wrote:\r\n> They owe us money.\r\n> Yes.\r\n'
    const row = await come({ from: world.engineer.email, to: addressFor(ticket, world.engineer), text })
    expect(row).toMatchObject({ state: 'held', reason: 'only_quote', ticket_id: ticket.id })
    const added = await server.call('POST', `/v1/inbound-mails/${row.id}/ticket`, {
      as: world.admin,
      body: { number: ticket.number },
    })
    expect(added.status, added.text).toBe(200)
    const kept = await server.db
      .selectFrom('messages')
      .select(['body', 'folded', 'kind', 'author_id'])
      .where('ticket_id', '=', ticket.id)
      .execute()
    expect(kept.filter((k) => k.body !== '')).toEqual([
      { body: 'The email has no new text.', folded: null, kind: 'note', author_id: world.engineer.id },
    ])
  })

  test('is recorded as an act of its sender by email', async () => {
    const ticket = await ticketOf(world.north.owner, { status: 'waiting_on_partner' })
    await come({ from: world.north.owner.email, to: addressFor(ticket, world.north.owner), text: 'Go ahead.' })
    const acts = await server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'via'])
      .where('subject_id', '=', ticket.id)
      .orderBy('id')
      .execute()
    expect(acts.length).toBeGreaterThan(0)
    expect(acts.filter((a) => a.actor_id !== world.north.owner.id || a.via !== 'mail')).toEqual([])
  })

  test('by an engineer is a staff reply, and to a note is a note', async () => {
    const ticket = await ticketOf(world.north.owner)
    await come({ from: world.engineer.email, to: addressFor(ticket, world.engineer), text: 'We look at it.' })
    await come({ from: world.engineer.email, to: addressFor(ticket, world.engineer, 'note'), text: 'Between us.' })
    expect(await messagesOf(ticket)).toMatchObject([
      { kind: 'reply', author_kind: 'agent', body: 'We look at it.' },
      { kind: 'event' },
      { kind: 'note', author_kind: 'agent', body: 'Between us.' },
    ])
    // The mail is not addressed to the note address, but it replies to a mail about a note.
    const told = messageIdOf(server.env, 'note', ticket.id, crypto.randomUUID(), { userId: world.engineer.id })
    await come({
      from: world.engineer.email,
      to: DESK,
      headers: { 'In-Reply-To': `<${told}>` },
      text: 'Also between us.',
    })
    expect((await messagesOf(ticket)).at(-1)).toMatchObject({ kind: 'note', body: 'Also between us.' })
    // A partner who obtained such an address can write neither a note nor a reply.
    const stolen = await come({ to: addressFor(ticket, world.engineer, 'note'), text: 'let me in' })
    expect(stolen).toMatchObject({ state: 'refused', reason: 'not_on_ticket' })
  })

  test('from an engineer’s address counts only if it replies to an email to that engineer', async () => {
    const ticket = await ticketOf(world.north.owner)
    const forged = { from: world.engineer.email, text: 'Please send us your password.' }
    const of = { userId: world.north.owner.id }
    const root = messageIdOf(server.env, 'reply', ticket.id, 'root')
    for (const way of [
      { to: DESK, subject: `Re: [T-${ticket.number}] It` },
      { to: addressFor(ticket, world.north.owner) },
      { to: DESK, headers: { References: `<${root}>` } },
      { to: DESK, headers: { References: `<${messageIdOf(server.env, 'reply', ticket.id, 'e1', of)}>` } },
    ])
      expect(await come({ ...forged, ...way })).toMatchObject({ state: 'held', reason: 'not_authenticated' })
    expect(await messagesOf(ticket)).toEqual([])
  })

  test('with NUL in the headers of a program is processed', async () => {
    expect(
      await come({ from: world.south.member.email, to: DESK, headers: { 'Auto-Submitted': 'auto\u0000-replied' } }),
    ).toMatchObject({
      state: 'recorded',
      reason: 'automatic',
    })
  })

  test('by a contact is not lost when the ticket is merged or closed at the same time', async () => {
    const contact = await makeContact(server.db, { company_id: world.north.company.id, email: 'race@harbor.example' })
    for (const change of ['merge', 'close'] as const) {
      const [ticket, into] = [await ticketOf(world.north.owner), await ticketOf(world.north.owner)]
      const own = { company_id: world.north.company.id, ticket_id: ticket.id, contact_id: contact.id }
      await server.db
        .insertInto('ticket_watchers')
        .values({ ...own, id: crypto.randomUUID() })
        .execute()
      const to = addressFor(ticket, { email: 'race@harbor.example' })
      expect((await post(raw({ from: 'race@harbor.example', to, text: 'Mine.' }))).status).toBe(200)
      const mail = await server.db
        .selectFrom('inbound_mails')
        .select('id')
        .where('state', '=', 'waiting')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const at = new Date().toISOString()
      const gone = { status: 'closed', closed_at: at }
      // The mail waits for the ticket, whose row the change has locked.
      let taken: Promise<unknown> = Promise.resolve()
      await server.db.transaction().execute(async (tx) => {
        await tx
          .updateTable('tickets')
          .set(change === 'merge' ? { ...gone, merged_into: into.id, merged_at: at } : gone)
          .where('id', '=', ticket.id)
          .execute()
        taken = processMail(server.platform, { companyId: '', mailId: mail.id }).catch((e) => e)
        await waitForBlockedTransaction(server.db)
      })
      await taken
      expect(await messagesOf(ticket)).toEqual([])
      // The job retries, as after any failure.
      await processMail(server.platform, { companyId: '', mailId: mail.id })
      expect((await messagesOf(into)).map((m) => m.body)).toEqual(change === 'merge' ? ['Mine.'] : [])
      expect(await rowOf(mail.id)).toMatchObject(
        change === 'merge' ? { state: 'taken', ticket_id: into.id } : { state: 'held', reason: 'ticket_closed' },
      )
    }
  })

  test('by a watching contact is added under their name, with files', async () => {
    const ticket = await ticketOf(world.north.owner, { status: 'waiting_on_partner' })
    const contact = await makeContact(server.db, {
      company_id: world.north.company.id,
      full_name: 'Kim Contact',
      email: 'kim@harbor.example',
    })
    await server.db
      .insertInto('ticket_watchers')
      .values({
        company_id: world.north.company.id,
        id: crypto.randomUUID(),
        ticket_id: ticket.id,
        contact_id: contact.id,
      })
      .execute()
    const body =
      'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nSee the file.\r\n--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n'
    const row = await come({
      from: 'Kim@Harbor.example',
      to: addressFor(ticket, { email: 'kim@harbor.example' }),
      body,
    })
    expect(row.state).toBe('taken')
    const note = { from: 'kim@harbor.example', to: addressFor(ticket, world.engineer, 'note') }
    expect(await come(note)).toMatchObject({ state: 'refused', reason: 'not_on_ticket' })
    const [message] = await messagesOf(ticket)
    expect(message).toMatchObject({
      author_id: null,
      author_kind: 'partner',
      author_name: 'Kim Contact',
      body: 'See the file.',
    })
    const { body: page } = await server.call<{ items: { attachments: { id: string }[] }[] }>(
      'GET',
      `/v1/tickets/${ticket.id}/messages`,
      {
        as: world.north.owner,
      },
    )
    const file = page.items[0]?.attachments[0]?.id
    expect((await server.call('GET', `/v1/files/${file}/content`, { as: world.north.member })).text.trim()).toBe(
      'hello',
    )
    expect((await server.call('GET', `/v1/files/${file}/content`, { as: world.south.owner })).status).toBe(404)
  })

  test('with only a file becomes a message that says so; an empty one is only recorded', async () => {
    const ticket = await ticketOf(world.north.owner)
    const body =
      'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n'
    await come({ to: addressFor(ticket, world.north.owner), body })
    expect((await messagesOf(ticket)).map((m) => m.body)).toEqual(['Sent a file.'])
    expect(await come({ to: addressFor(ticket, world.north.owner), text: '\r\n' })).toMatchObject({
      state: 'recorded',
      reason: 'empty',
    })
  })
})

test('NUL and broken characters anywhere in an email stop nothing', async () => {
  const ticket = await ticketOf(world.north.owner)
  const row = await come({
    from: `${world.north.owner.email}`,
    to: `a\u0000b@${DOMAIN}, ${addressFor(ticket, world.north.owner)}`,
    subject: 'x\u0000y =?utf-8?Q?=ED=A0=80?=',
    headers: { 'In-Reply-To': '<a\u0000b@x>', References: '<\u0000>' },
    body: 'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nA\u0000B\r\n--b\r\nContent-Type: text/plain; name="c\u0000d.exe"\r\nContent-Disposition: attachment; filename="c\u0000d.exe"\r\n\r\nhello\r\n--b--\r\n',
  })
  expect(row.state).toBe('taken')
  expect((await messagesOf(ticket))[0]?.body).toMatch(/^AB\n\nNot added from the email: cd\.exe/)
})

describe('senders without permission', () => {
  test('mail from unknown senders, other companies, and deactivated users is recorded and never answered', async () => {
    const ticket = await ticketOf(world.north.owner)
    const before = (await server.mails()).length
    const to = addressFor(ticket, world.north.owner)
    const gone = await server.person(world.north.company, 'member')
    await server.db
      .updateTable('profiles')
      .set({ deactivated_at: new Date().toISOString() })
      .where('id', '=', gone.id)
      .execute()
    // Someone else may have signed up with this person’s address.
    const unproven = await server.person(world.north.company, 'member')
    await server.db.updateTable('auth.user').set({ mailboxProvenAt: null }).where('id', '=', unproven.id).execute()
    for (const [fields, reason] of [
      [{ from: unproven.email, to: DESK }, 'unknown_sender'],
      [{ from: 'stranger@elsewhere.example', to }, 'unknown_sender'],
      [{ from: 'stranger@elsewhere.example', to: DESK }, 'unknown_sender'],
      [{ from: world.south.owner.email, to }, 'not_on_ticket'],
      [{ from: gone.email, to: addressFor(ticket, gone) }, 'deactivated'],
      [{ from: gone.email, to: DESK }, 'deactivated'],
      [{ to: to.replace(/\.[0-9a-f]{24}@/, `.${randomBytes(12).toString('hex')}@`) }, 'bad_address'],
      [{ to: to.replace(/\+[0-9a-f]{32}/, `+${randomBytes(16).toString('hex')}`) }, 'bad_address'],
      [{ to: `nobody@${DOMAIN}` }, 'no_such_address'],
    ] as [Fields, string][])
      expect(await come(fields), reason).toMatchObject({ state: 'refused', reason })
    expect(await messagesOf(ticket)).toEqual([])
    expect(await server.mails()).toHaveLength(before)
  })
  test('a reply address works for colleagues of the same company', async () => {
    const ticket = await ticketOf(world.north.owner)
    const row = await come({
      from: world.north.member.email,
      to: addressFor(ticket, world.north.owner),
      text: 'for Dana',
    })
    expect(row).toMatchObject({ state: 'taken', sender_id: world.north.member.id })
  })
  test('partners cannot read incoming email', async () => {
    for (const path of ['/v1/inbound-mails', `/v1/inbound-mails/${crypto.randomUUID()}`])
      expect((await server.call('GET', path, { as: world.north.owner })).status).toBe(403)
  })
})

describe('an email that belongs to no ticket', () => {
  test('from a known user opens a ticket with its files and confirms it to the sender', async () => {
    const row = await come({
      from: world.south.member.email,
      to: `Millwright <${DESK}>`,
      subject: 'Re: Printer on floor 3',
      text: 'It prints nothing.\r\n\r\n-- \r\nSam',
    })
    expect(row).toMatchObject({ state: 'taken', company_id: world.south.company.id })
    const { body } = await server.call('GET', `/v1/tickets/${row.ticket_id}`, { as: world.south.owner })
    expect(body).toMatchObject({
      subject: 'Printer on floor 3',
      description: 'It prints nothing.',
      source: 'mail',
      mail: row.id,
      requester: { id: world.south.member.id },
    })
  })
  test('from an engineer is held for review', async () => {
    expect(await come({ from: world.engineer.email, to: DESK })).toMatchObject({ state: 'held', reason: 'from_staff' })
  })
  test('is accepted without a valid subject', async () => {
    const row = await come({ to: DESK, subject: '', text: 'The first line\r\nand more' })
    const { body } = await server.call<{ subject: string }>('GET', `/v1/tickets/${row.ticket_id}`, {
      as: world.north.owner,
    })
    expect(body.subject).toBe('The first line')
    const long = await come({ to: DESK, subject: `=?utf-8?Q?${'A=0D=0ABcc:_x_'.repeat(40)}?=` })
    expect(long.state).toBe('taken')
  })
})

describe('automatic email and loops', () => {
  test('is recorded and never answered', async () => {
    const ticket = await ticketOf(world.north.owner)
    const to = addressFor(ticket, world.north.owner)
    const before = (await server.mails()).length
    for (const [fields, reason] of [
      [{ headers: { 'Auto-Submitted': 'auto-replied' } }, 'automatic'],
      [{ headers: { Precedence: 'bulk' } }, 'automatic'],
      [{ subject: 'Automatische Antwort: Bericht', text: 'Ich bin bis Montag nicht im Büro.' }, 'automatic'],
      [{ headers: { 'X-Loop': `${new URL(server.env.publicUrl).host} tickets` } }, 'loop'],
      [
        {
          headers: Object.fromEntries(
            Array.from({ length: 60 }, (_, i) => [`received${' '.repeat(i)}`, 'from a by b']),
          ),
        },
        'loop',
      ],
    ] as [Partial<Fields>, string][])
      expect(await come({ to, ...fields }), reason).toMatchObject({ state: 'recorded', reason })
    expect(await messagesOf(ticket)).toEqual([])
    expect(await server.mails()).toHaveLength(before)
  })
  test('that replies to itself stops at a limit', async () => {
    const person = await server.person(world.north.company, 'member')
    const ticket = await ticketOf(person)
    for (let i = 0; i < 30; i++)
      await server.db
        .insertInto('inbound_mails')
        .values({
          company_id: world.north.company.id,
          id: crypto.randomUUID(),
          fingerprint: randomBytes(32).toString('hex'),
          door: 'http',
          size: 1,
          sender: person.email,
          state: 'taken',
          settled_at: new Date().toISOString(),
        })
        .execute()
    const row = await come({ from: person.email, to: addressFor(ticket, person), text: 'again' })
    expect(row).toMatchObject({ state: 'held', reason: 'too_many' })
    expect(await messagesOf(ticket)).toEqual([])
    // Emails that only claim to be from this person do not count.
    await server.db
      .updateTable('inbound_mails')
      .set({ state: 'held', reason: 'not_authenticated' })
      .where('sender', '=', person.email)
      .execute()
    const genuine = await come({ from: person.email, to: addressFor(ticket, person), text: 'From me' })
    expect(genuine).toMatchObject({ state: 'taken', ticket_id: ticket.id })
  })

  const report = (original: string, recipient: string, status = '5.1.1', action = 'failed') =>
    [
      'From: MAILER-DAEMON@mx.example',
      `To: ${DESK}`,
      'Subject: Undelivered Mail Returned to Sender',
      `Message-ID: <b${++count}@mx.example>`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'It did not work.',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example',
      '',
      `Final-Recipient: rfc822; ${recipient}`,
      `Action: ${action}`,
      `Status: ${status}`,
      'Diagnostic-Code: smtp; 550 5.1.1 no such user',
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: <${original}>`,
      'Subject: x',
      '--b--',
    ].join('\r\n')
  test('a bounce marks the address and adds one note; a forged bounce does nothing', async () => {
    const ticket = await ticketOf(world.north.owner)
    const who = { userId: world.north.member.id }
    const id = messageIdOf(server.env, 'reply', ticket.id, 'e1', who)
    for (const mail of [
      report(id, world.south.owner.email),
      report(id.replace(/\.[0-9a-f]{24}@/, `.${'0'.repeat(24)}@`), world.north.member.email),
      report(id, world.north.member.email, '4.4.1', 'delayed'),
    ]) {
      expect((await post(mail)).status).toBe(200)
      expect((await settled()).state).toBe('recorded')
    }
    expect(await server.db.selectFrom('mail_bounces').selectAll().execute()).toEqual([])
    expect(await messagesOf(ticket)).toEqual([])

    for (let i = 0; i < 2; i++) {
      await post(report(id, world.north.member.email))
      expect(await settled()).toMatchObject({ state: 'recorded', reason: 'bounce', ticket_id: ticket.id })
    }
    expect(await server.db.selectFrom('mail_bounces').selectAll().execute()).toMatchObject([
      { email: world.north.member.email, status: '5.1.1', count: 2, company_id: world.north.company.id },
    ])
    const notes = await messagesOf(ticket)
    expect(notes).toMatchObject([{ kind: 'note', author_kind: 'system' }])
    expect(notes[0]?.body).toContain('no such user')
  })

  test('a bounce of an email about a merged ticket adds the note to the ticket that it was merged into', async () => {
    const person = await server.person(world.north.company, 'member')
    const [from, into] = [await ticketOf(person), await ticketOf(person)]
    const id = messageIdOf(server.env, 'reply', from.id, 'e1', { userId: person.id })
    await server.call('POST', `/v1/tickets/${from.id}/merge`, {
      as: world.engineer,
      body: { intoId: into.id, version: 1 },
    })
    await post(report(id, person.email))
    expect(await settled()).toMatchObject({ state: 'recorded', reason: 'bounce', ticket_id: into.id })
    const notes = async (ticket: { id: string }) => (await messagesOf(ticket)).filter((m) => m.kind === 'note')
    expect([(await notes(from)).length, (await notes(into)).length]).toEqual([0, 1])
  })

  test('a contact whose email bounced is shown as undeliverable until staff resume email', async () => {
    const { north, south } = world
    const email = 'gone@harbor.example'
    const ticket = await ticketOf(north.owner)
    const kim = await makeContact(server.db, {
      company_id: north.company.id,
      full_name: 'Kim',
      email: 'Gone@Harbor.example',
    })
    const same = await makeContact(server.db, { company_id: south.company.id, email })
    await server.db
      .insertInto('ticket_watchers')
      .values({ company_id: north.company.id, id: crypto.randomUUID(), ticket_id: ticket.id, contact_id: kim.id })
      .execute()
    type Kim = { mailsHeld: { since: string; until: string; reason: string; answer: string } | null }
    const ask = async (id: string, as: Person) => (await server.call<Kim>('GET', `/v1/contacts/${id}`, { as })).body
    const watched = async (as: Person) =>
      (await server.call<{ watchers: { mailsHeld: boolean }[] }>('GET', `/v1/tickets/${ticket.id}`, { as })).body
        .watchers
    const told = async () =>
      (
        await server.db
          .selectFrom('events')
          .select('kind')
          .where('topic', '=', 'contact')
          .where('subject_id', '=', kim.id)
          .orderBy('id')
          .execute()
      ).map((e) => e.kind)
    /** Adds a reply by staff with its notifications, and returns how many mails the contact got. */
    const mailed = async (text: string) => {
      const said = await server.call('POST', `/v1/tickets/${ticket.id}/messages`, {
        as: world.engineer,
        body: { body: text },
      })
      expect(said.status).toBe(201)
      const e = await server.db
        .selectFrom('events')
        .selectAll()
        .where('subject_id', '=', ticket.id)
        .where('kind', '=', 'reply')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      await server.db.transaction().execute((tx) => deliverEvent(server.platform, tx as never, happened(e)))
      const has = async (to: string) =>
        (await server.mails()).filter((m) => m.to.toLowerCase() === to && JSON.stringify(m).includes(text)).length
      expect(await has(north.owner.email)).toBe(1)
      return has(email)
    }
    const bounce = async () => {
      await post(report(messageIdOf(server.env, 'reply', ticket.id, 'e1', { email }), email))
      expect(await settled()).toMatchObject({ state: 'recorded', reason: 'bounce' })
    }

    expect(await ask(kim.id, north.member)).toMatchObject({ mailsHeld: null })
    await bounce()
    for (const as of [north.owner, north.member, world.engineer]) {
      const { mailsHeld: held } = await ask(kim.id, as)
      expect(held).toMatchObject({ reason: 'The mailbox does not exist.', answer: '550 5.1.1 no such user' })
      expect(Date.parse(held?.until ?? '') - Date.parse(held?.since ?? '')).toBeGreaterThan(29.9 * 86_400_000)
      expect(await watched(as)).toMatchObject([{ mailsHeld: true }])
    }
    const list = await server.call<{ items: (Kim & { id: string })[] }>('GET', '/v1/contacts?q=kim', {
      as: north.owner,
    })
    expect(list.body.items.find((c) => c.id === kim.id)?.mailsHeld).not.toBeNull()
    const cameBack = async (as: Person) =>
      (await server.call<{ items: { id: string }[] }>('GET', '/v1/contacts?mail=held', { as })).body.items.map(
        (c) => c.id,
      )
    for (const as of [north.member, world.engineer]) expect(await cameBack(as)).toEqual([kim.id])
    expect(await cameBack(south.owner)).toEqual([])
    const [head = '', row = '', ...more] = (
      await server.call('GET', '/v1/contacts.csv?mail=held', { as: north.owner })
    ).text.split('\r\n')
    expect(row.split(',')[head.split(',').indexOf('Email bounced')]).toMatch(/^\d{4}-/)
    expect(more).toEqual([''])
    expect(await ask(same.id, south.owner)).toMatchObject({ mailsHeld: null })
    expect(await told()).toEqual(['mails-held'])
    expect(await mailed('Held back from Kim')).toBe(0)

    // Another company cannot resume mail, and it can be resumed only once.
    const resume = (as: Person) => server.call<Kim>('POST', `/v1/contacts/${kim.id}/resume-mail`, { as })
    expect((await resume(south.owner)).status).toBe(404)
    const both = await Promise.all([resume(north.member), resume(north.member)])
    expect(both.map((r) => [r.status, r.body.mailsHeld])).toEqual([
      [200, null],
      [200, null],
    ])
    expect(
      await server.db
        .selectFrom('audit_log')
        .select(['action', 'actor_id', 'company_id'])
        .where('subject_id', '=', kim.id)
        .execute(),
    ).toEqual([{ action: 'contact.resume-mail', actor_id: north.member.id, company_id: north.company.id }])
    expect(await told()).toEqual(['mails-held', 'mails-resumed'])
    expect(await watched(world.engineer)).toMatchObject([{ mailsHeld: false }])
    expect(await cameBack(world.engineer)).toEqual([])
    expect(await mailed('Kim reads this one')).toBe(1)

    // A month later mail is sent again, and the next bounce adds a new note.
    await bounce()
    const notes = async () => (await messagesOf(ticket)).filter((m) => m.kind === 'note').length
    expect(await notes()).toBe(2)
    const ago = new Date(Date.now() - 30.1 * 86_400_000).toISOString()
    await server.db
      .updateTable('mail_bounces')
      .set({ first_at: ago, last_at: ago })
      .where('email', '=', email)
      .execute()
    expect(await ask(kim.id, north.owner)).toMatchObject({ mailsHeld: null })
    expect(await watched(north.owner)).toMatchObject([{ mailsHeld: false }])
    await bounce()
    expect(await notes()).toBe(3)
    expect(Date.parse((await ask(kim.id, north.owner)).mailsHeld?.since ?? '')).toBeGreaterThan(
      Date.parse(ago) + 86_400_000,
    )
    // Archived contacts get no mail anyway. A contact who writes has a working mailbox again.
    await server.call('POST', `/v1/contacts/${kim.id}/archive`, { as: north.owner, body: { archived: true } })
    expect(await ask(kim.id, north.owner)).toMatchObject({ mailsHeld: null })
    await server.call('POST', `/v1/contacts/${kim.id}/archive`, { as: north.owner, body: { archived: false } })
    expect(await ask(kim.id, north.owner)).not.toMatchObject({ mailsHeld: null })
    expect(await come({ from: email, to: addressFor(ticket, { email }), text: 'I am back.' })).toMatchObject({
      state: 'taken',
    })
    expect(await ask(kim.id, north.owner)).toMatchObject({ mailsHeld: null })
    expect((await told()).filter((kind) => kind.startsWith('mails-')).at(-1)).toBe('mails-resumed')
  })
})

describe('a resolved, waiting, or closed ticket', () => {
  test('resolved: a reply is added and the sender learns how to reopen it; thanks change nothing', async () => {
    const ticket = await ticketOf(world.north.owner, { status: 'resolved', resolved_at: new Date().toISOString() })
    const to = addressFor(ticket, world.north.owner)
    const before = (await server.mails(world.north.owner.email)).length
    expect(await come({ to, text: 'Thanks a lot, works now!' })).toMatchObject({ state: 'taken' })
    expect(await server.mails(world.north.owner.email)).toHaveLength(before)
    expect(await come({ to, text: 'It failed again this morning, with the same error as before.' })).toMatchObject({
      state: 'taken',
    })
    const [mail] = (await server.mails(world.north.owner.email)).slice(before)
    expect(JSON.stringify(mail?.blocks)).toContain('?reopen=yes')
    expect(mail?.headers?.['Auto-Submitted']).toBe('auto-replied')
    const row = await server.db
      .selectFrom('tickets')
      .select('status')
      .where('id', '=', ticket.id)
      .executeTakeFirstOrThrow()
    expect(row.status).toBe('resolved')
    expect((await messagesOf(ticket)).filter((m) => m.kind === 'reply')).toHaveLength(2)
  })
  test('waiting on the partner: thanks do not change the status', async () => {
    const ticket = await ticketOf(world.north.owner, { status: 'waiting_on_partner' })
    await come({ to: addressFor(ticket, world.north.owner), text: 'Thanks!' })
    const row = await server.db
      .selectFrom('tickets')
      .select('status')
      .where('id', '=', ticket.id)
      .executeTakeFirstOrThrow()
    expect(row.status).toBe('waiting_on_partner')
  })
  test('closed: the email is held for review and can be added once the ticket is reopened', async () => {
    const now = new Date().toISOString()
    const ticket = await ticketOf(world.north.owner, { status: 'closed', resolved_at: now, closed_at: now })
    const to = addressFor(ticket, world.north.owner)
    expect(await come({ to, text: 'Thank you!' })).toMatchObject({ state: 'recorded', reason: 'thanks' })
    const row = await come({ to, text: 'It is broken again since the update on Monday.' })
    expect(row).toMatchObject({ state: 'held', reason: 'ticket_closed' })
    expect(await messagesOf(ticket)).toEqual([])
    const add = () =>
      server.call<ErrorShape>('POST', `/v1/inbound-mails/${row.id}/ticket`, {
        as: world.engineer,
        body: { number: ticket.number },
      })
    expect((await add()).body.error.code).toBe('TICKET_CLOSED')
    await server.call('POST', `/v1/tickets/${ticket.id}/status`, {
      as: world.engineer,
      body: { status: 'in_progress' },
    })
    const both = await Promise.all([add(), add()])
    expect(both.map((r) => r.status).sort()).toEqual([200, 409])
    expect((await messagesOf(ticket)).filter((m) => m.kind === 'reply')).toMatchObject([
      { author_id: world.north.owner.id, body: 'It is broken again since the update on Monday.' },
    ])
  })
})

describe('review by staff', () => {
  type Held = { id: string; state: string; reason: string; subject: string; open: boolean; sender: { email: string } }
  test('an unknown sender’s email is shown in full, opens a ticket for a partner’s user, or is dismissed', async () => {
    const text = 'Please help.\r\n\r\nOn Fri, Nov 20, 2026 at 9:14 AM X <x@y.example> wrote:\r\n> old'
    const row = await come({ from: 'jo@elsewhere.example', to: DESK, subject: 'Help', text })
    const list = await server.call<{ items: Held[] }>('GET', '/v1/inbound-mails?limit=100', { as: world.engineer })
    expect(list.body.items.find((m) => m.id === row.id)).toMatchObject({
      state: 'refused',
      reason: 'unknown_sender',
      open: true,
      sender: { email: 'jo@elsewhere.example' },
    })
    const whole = await server.call<{ text: string; headers: unknown[] }>('GET', `/v1/inbound-mails/${row.id}`, {
      as: world.engineer,
    })
    expect(whole.body.text).toContain('> old')
    expect(whole.body.headers).toContainEqual({ name: 'subject', value: 'Help' })
    const wrong = await server.call<ErrorShape>('POST', `/v1/inbound-mails/${row.id}/open`, {
      as: world.engineer,
      body: { requesterId: world.engineer.id },
    })
    expect([wrong.status, wrong.body.error.fields?.requesterId]).toEqual([422, ['Choose an active user of a partner.']])
    const made = await server.call<{ ticket: { id: string } }>('POST', `/v1/inbound-mails/${row.id}/open`, {
      as: world.engineer,
      body: { requesterId: world.north.member.id },
    })
    expect(made.status).toBe(200)
    const { body } = await server.call('GET', `/v1/tickets/${made.body.ticket.id}`, { as: world.north.owner })
    expect(body).toMatchObject({ subject: 'Help', description: text.replaceAll('\r\n', '\n'), source: 'mail' })
    const again = await server.call<ErrorShape>('POST', `/v1/inbound-mails/${row.id}/dismiss`, { as: world.admin })
    expect(again.body.error.code).toBe('MAIL_DECIDED')

    const other = await come({ from: 'jo@elsewhere.example', to: DESK, text: 'Buy now' })
    const aside = await server.call<Held>('POST', `/v1/inbound-mails/${other.id}/dismiss`, { as: world.engineer })
    expect(aside.body).toMatchObject({ state: 'dismissed', open: false })
  })
  test('an unknown sender’s email is added to a ticket under the sender’s name', async () => {
    const ticket = await ticketOf(world.north.owner)
    const row = await come({ from: 'jo@elsewhere.example', to: DESK, text: 'From outside.' })
    const r = await server.call('POST', `/v1/inbound-mails/${row.id}/ticket`, {
      as: world.engineer,
      body: { number: ticket.number },
    })
    expect(r.status).toBe(200)
    expect(await messagesOf(ticket)).toMatchObject([
      { author_id: null, author_name: 'Somebody', body: 'From outside.' },
    ])
    const none = await server.call<ErrorShape>('POST', `/v1/inbound-mails/${row.id}/ticket`, {
      as: world.engineer,
      body: { number: 99 },
    })
    expect(none.status).toBe(409)
  })
})

/** Makes mails of earlier tests stop counting toward the limit per sender. */
const forgetSent = () =>
  server.db
    .updateTable('inbound_mails')
    .set({ received_at: new Date(Date.now() - 2 * 3_600_000).toISOString() })
    .execute()

describe('the webhook for email providers', () => {
  beforeAll(forgetSent)
  test('requires the secret as bearer token or password', async () => {
    const mail = () => raw({ to: DESK })
    const basic = (password: string) => `Basic ${Buffer.from(`mail:${password}`).toString('base64')}`
    for (const authorization of ['', 'Bearer x', `Bearer ${SECRET}x`, basic('x'), 'Basic !!'])
      expect((await post(mail(), { authorization })).status, authorization).toBe(401)
    expect((await post(mail(), { authorization: basic(SECRET) })).status).toBe(200)
    const get = await fetch(`${server.url}/webhooks/mail`)
    expect(get.status).toBe(404)
  })
  test('accepts forms and JSON', async () => {
    const ticket = await ticketOf(world.north.owner)
    const to = addressFor(ticket, world.north.owner)
    const send = (body: BodyInit, type?: string) =>
      fetch(`${server.url}/webhooks/mail`, {
        method: 'POST',
        headers: { authorization: `Bearer ${SECRET}`, ...(type ? { 'content-type': type } : {}) },
        body,
      })
    const form = new FormData()
    form.set('email', raw({ to: 'hidden@elsewhere.example', text: 'form' }))
    form.set('envelope', JSON.stringify({ to: [to], from: world.north.owner.email }))
    expect((await send(form)).status).toBe(200)
    const mime = new FormData()
    mime.set('body-mime', new Blob([raw({ to: 'hidden@elsewhere.example', text: 'mime' })]))
    mime.set('recipient', to)
    expect((await send(mime)).status).toBe(200)
    const json = JSON.stringify({ RawEmail: raw({ to: 'x@elsewhere.example', text: 'json' }), OriginalRecipient: to })
    expect((await send(json, 'application/json')).status).toBe(200)
    await settled()
    expect((await messagesOf(ticket)).map((m) => m.body).sort()).toEqual(['form', 'json', 'mime'])
    for (const [body, type, status] of [
      ['{', 'application/json', 400],
      ['{}', 'application/json', 400],
      ['x', 'text/plain', 415],
      [new FormData(), undefined, 400],
    ] as [BodyInit, string | undefined, number][])
      expect((await send(body, type)).status, `type ${type}`).toBe(status)
  })
  test('rejects unknown senders while too much of their email is stored, but accepts replies to tickets', async () => {
    const ticket = await ticketOf(world.north.owner)
    const kept = await come({ from: 'stranger@elsewhere.example', to: DESK })
    expect(kept.state).toBe('refused')
    const resize = (size: number) =>
      server.db.updateTable('inbound_mails').set({ size }).where('id', '=', kept.id).execute()
    await resize(UNSETTLED_MAX_BYTES.strangers + 1)
    const refused = await post(raw({ from: 'stranger@elsewhere.example', to: DESK }), {}, `?to=${DESK}`)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
    // An address that only looks like that of a ticket is an open address, too.
    const invented = `reply+${'1'.repeat(32)}.${'2'.repeat(24)}@${DOMAIN}`
    const guessed = await post(raw({ to: invented }), {}, `?to=${encodeURIComponent(invented)}`)
    expect(guessed.status).toBe(503)
    const to = addressFor(ticket, world.north.owner)
    expect((await post(raw({ to, text: 'An answer.' }), {}, `?to=${encodeURIComponent(to)}`)).status).toBe(200)
    expect((await settled()).state).toBe('taken')
    // A user's email does not compete with that of strangers, but is limited, too.
    const from = world.north.owner.email
    const byUser = (text: string) =>
      post(raw({ from, to: DESK, text }), {}, `?to=${DESK}&from=${encodeURIComponent(from)}`)
    expect((await byUser('A question.')).status).toBe(200)
    await settled()
    await resize(UNSETTLED_MAX_BYTES.users + 1)
    expect((await byUser('Another question.')).status).toBe(503)
    await resize(1_000)
    expect((await post(raw({ from: 'stranger@elsewhere.example', to: DESK }), {}, `?to=${DESK}`)).status).toBe(200)
    await settled()
  })
  test('accepts at most 25 MB', async () => {
    const ticket = await ticketOf(world.north.owner)
    const head = raw({
      to: addressFor(ticket, world.north.owner),
      body: 'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nThe large one.\r\n--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="large.bin"\r\nContent-Transfer-Encoding: base64\r\n\r\n',
    })
    const line = `${Buffer.from('x'.repeat(57)).toString('base64')}\r\n`
    const big = (bytes: number) =>
      `${head + line.repeat(Math.floor((bytes - head.length - 10) / line.length))}--b--\r\n`
    const over = await post(big(26 * 1024 * 1024)).then(
      (r) => r.status,
      () => 413, // the connection is closed before all was sent
    )
    expect(over).toBe(413)
    expect((await post(big(25 * 1024 * 1024))).status).toBe(200)
    expect((await settled()).state).toBe('taken')
    const { body } = await server.call<{ items: { attachments: { name: string; size: number }[] }[] }>(
      'GET',
      `/v1/tickets/${ticket.id}/messages`,
      { as: world.north.owner },
    )
    expect(body.items[0]?.attachments[0]?.size).toBeGreaterThan(18 * 1024 * 1024)
  })
})

describe('the SMTP server', () => {
  beforeAll(forgetSent)
  /** Sends one line after another and returns all responses. */
  async function talk(lines: string[]): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    socket.on('data', (d) => (heard += d))
    const answered = async (n: number) => {
      while ((heard.match(/^\d{3} /gm) ?? []).length < n) {
        if (socket.destroyed) return
        await new Promise<void>((go) => {
          socket.once('data', () => go()).once('close', () => go())
        })
      }
    }
    let n = 1
    await answered(n)
    for (const line of lines) {
      socket.write(`${line}\r\n`)
      await answered(++n)
    }
    socket.destroy()
    return heard
  }
  test('relays nothing, accepts only our addresses, and offers neither TLS nor passwords', async () => {
    const heard = await talk([
      'EHLO client.example',
      'MAIL FROM:<a@b.example>',
      'RCPT TO:<victim@elsewhere.example>',
      `RCPT TO:<nobody@${DOMAIN}>`,
      `RCPT TO:<${DESK}>`,
      'AUTH PLAIN AGEAYg==',
    ])
    expect(heard).not.toMatch(/STARTTLS|250[ -]AUTH/)
    expect(heard.match(/^550 /gm)).toHaveLength(2)
    expect(heard).toMatch(/^250[ -]SIZE 26214400/m)
    expect(heard).toMatch(/^50\d /m)
  })
  test('rejects oversized email with a message and keeps running', async () => {
    const client = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
    const mail = { from: world.north.owner.email, to: DESK, subject: 'x' }
    await expect(client.sendMail({ ...mail, text: `${'x'.repeat(70)}\n`.repeat(400_000) })).rejects.toMatchObject({
      responseCode: 552,
    })
    await client.sendMail({ ...mail, text: 'small' })
    client.close()
    expect((await settled()).state).toBe('taken')
  })
  test('ignores an email that is cut off in the middle', async () => {
    const before = await server.db.selectFrom('inbound_mails').select('id').execute()
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    socket.on('data', (d) => (heard += d))
    const until = async (code: RegExp) => {
      while (!code.test(heard)) await new Promise<void>((go) => socket.once('data', () => go()))
      heard = ''
    }
    await until(/^220 /m)
    for (const [line, code] of [
      ['HELO x', /^250 /m],
      ['MAIL FROM:<a@b.example>', /^250 /m],
      [`RCPT TO:<${DESK}>`, /^250 /m],
      ['DATA', /^354 /m],
    ] as const) {
      socket.write(`${line}\r\n`)
      await until(code)
    }
    socket.write('Subject: half\r\n\r\nonly ha')
    socket.destroy()
    await talk(['EHLO x', 'QUIT'])
    expect(await server.db.selectFrom('inbound_mails').select('id').execute()).toHaveLength(before.length)
  })
  test('reports that its port is in use', async () => {
    await expect(listenForMail(server.platform)).rejects.toThrow(
      `Port ${port} for incoming email is in use by another program`,
    )
  })
})

test('nothing is accepted while the database is unavailable, so that the sender retries', async () => {
  const { transaction } = server.db
  const away = () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  }
  Object.assign(server.platform.db.system, { transaction: away })
  try {
    const r = await post(raw({ to: DESK }))
    expect([r.status, Number(r.headers.get('retry-after')) > 0]).toEqual([503, true])
    const client = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
    await expect(client.sendMail({ from: world.north.owner.email, to: DESK, text: 'x' })).rejects.toMatchObject({
      responseCode: 451,
    })
    client.close()
  } finally {
    Object.assign(server.platform.db.system, { transaction })
  }
})
