// Mail finds its ticket, colleagues are kept on it, and what a program may have written is left to a person.
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeTicket } from '../../../../test/factories/tickets.ts'
import { happened } from '../../../../test/harness/happened.ts'
import {
  type ErrorShape,
  type Person,
  startServer,
  type TestServer,
  type World,
} from '../../../../test/harness/server.ts'
import type { InboundMail as InboundMailShape } from '../../../contract/mails.ts'
import type { Message as MessageShape, Ticket as TicketShape } from '../../../contract/tickets/index.ts'
import { deliverEvent } from '../../notifications/deliver.ts'
import { messageIdOf, replyAddress } from './mail-address.ts'
import { processMail } from './process-mail.ts'
import { receiveMail } from './receive-mail.ts'

type InboundMail = z.infer<typeof InboundMailShape>
type Message = z.infer<typeof MessageShape>
type Ticket = z.infer<typeof TicketShape>

const DOMAIN = 'reply.example'
const DESK = `support@${DOMAIN}`
let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer({
    INBOUND_DOMAIN: DOMAIN,
    INBOUND_MAIL_SECRET: 'a secret of the mail provider, long',
  })
  world = await server.world()
})
afterAll(() => server.close())

let count = 0
type Fields = {
  from: Person | string
  to?: string
  cc?: Person[]
  id?: string
  subject?: string
  text?: string
  head?: string[]
  /** Content headers and content, which replace the text. */
  body?: string[]
}
/** Receives and processes one mail, and returns its row. */
async function come(fields: Fields) {
  const id = await receive(fields)
  await processMail(server.platform, { companyId: '', mailId: id })
  return rowOf(id)
}
const rowOf = (id: string) =>
  server.db.selectFrom('inbound_mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** Receives one mail, and returns the identifier of its row. */
async function receive({
  from,
  to = DESK,
  cc = [],
  id,
  subject = 'Printer',
  text = 'It prints nothing.',
  head = [],
  body = ['Content-Type: text/plain; charset=utf-8', '', text],
}: Fields) {
  const sender = typeof from === 'string' ? from : from.email
  const mail = [
    `From: Someone <${sender}>`,
    `To: ${to}`,
    ...(cc.length > 0 ? [`Cc: ${cc.map((p) => p.email).join(', ')}`] : []),
    `Subject: ${subject}`,
    ...(id === '' ? [] : [`Message-ID: <${id ?? `t${++count}@client.example`}>`]),
    ...head,
    'MIME-Version: 1.0',
    ...body,
  ].join('\r\n')
  const done = await receiveMail(server.platform, {
    door: 'http',
    from: sender,
    to: [to],
    body: Readable.from(Buffer.from(mail), { objectMode: false }),
  })
  if (done === 'again') throw new Error('This mail was received before.')
  return done.id
}
/** Sends the notices of a ticket's events. */
async function deliver(ticketId: string | null) {
  const events = await server.db.selectFrom('events').selectAll().where('subject_id', '=', ticketId).execute()
  for (const e of events)
    await server.db.transaction().execute((tx) => deliverEvent(server.platform, tx as never, happened(e)))
}
const answers = (id: string) => [`In-Reply-To: <${id}>`, `References: <${id}>`]
const watchersOf = async (ticketId: string | null) =>
  (await server.db.selectFrom('ticket_watchers').select('user_id').where('ticket_id', '=', ticketId).execute()).map(
    (w) => w.user_id,
  )
const statusOf = async (id: string) =>
  (await server.db.selectFrom('tickets').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const colleague = () => server.person(world.north.company, 'member')

describe('a mail that answers another mail that came in', () => {
  test('is added to its ticket, for colleagues and for the sender, who need no number', async () => {
    const [nina, pat] = [await colleague(), await colleague()]
    const first = await come({ from: nina, cc: [pat], id: 'first@client.example' })
    const all = await come({ from: pat, head: answers('first@client.example'), text: 'The light is red.' })
    const own = await come({
      from: nina,
      head: answers('first@client.example'),
      subject: 'Other words',
      text: 'PS: floor 2.',
    })
    expect([all.state, all.ticket_id, own.ticket_id]).toEqual(['taken', first.ticket_id, first.ticket_id])
  })
  test('waits for a mail that is still being processed', async () => {
    const [nina, pat] = [await colleague(), await colleague()]
    const first = await receive({ from: nina, cc: [pat], id: 'slow@client.example' })
    const all = await receive({ from: pat, head: answers('slow@client.example'), text: 'The light is red.' })
    const take = (mailId: string) => processMail(server.platform, { companyId: '', mailId })
    await take(all)
    expect((await rowOf(all)).state).toBe('waiting')
    await take(first)
    await take(all)
    expect(await rowOf(all)).toMatchObject({ state: 'taken', ticket_id: (await rowOf(first)).ticket_id })
  })
  test('does not wait for a mail that could not be processed', async () => {
    const nina = await colleague()
    const first = await receive({ from: nina, id: 'stuck@client.example' })
    await server.db
      .updateTable('inbound_mails')
      .set({ received_at: sql`now() - interval '11 minutes'` })
      .where('id', '=', first)
      .execute()
    expect(await come({ from: nina, head: answers('stuck@client.example') })).toMatchObject({ state: 'taken' })
  })
  test('never opens a ticket of another company to someone who knows its Message-ID', async () => {
    const nina = await colleague()
    const first = await come({ from: nina, id: 'secret@client.example' })
    const other = await come({ from: world.south.owner, head: answers('secret@client.example'), text: 'Let me in.' })
    expect(other).toMatchObject({ state: 'taken', company_id: world.south.company.id })
    expect(other.ticket_id).not.toBe(first.ticket_id)
    const stranger = await come({
      from: 'x@nowhere.example',
      head: answers('secret@client.example'),
      text: 'Let me in.',
    })
    expect(stranger).toMatchObject({ state: 'refused', reason: 'unknown_sender' })
  })
  test('the nearest mail decides, and our ids count before those of partners', async () => {
    const nina = await colleague()
    const [a, b] = [
      await come({ from: nina, id: 'a@client.example' }),
      await come({ from: nina, id: 'b@client.example', text: 'B' }),
    ]
    expect(b.ticket_id).not.toBe(a.ticket_id)
    const nearest = await come({
      from: nina,
      head: ['References: <a@client.example> <b@client.example>'],
      text: 'Which?',
    })
    expect(nearest.ticket_id).toBe(b.ticket_id)
    const ours = messageIdOf(server.env, 'reply', a.ticket_id as string, crypto.randomUUID(), { userId: nina.id })
    const both = await come({ from: nina, head: [`References: <${ours}> <b@client.example>`], text: 'Ours.' })
    expect(both.ticket_id).toBe(a.ticket_id)
  })
  test('our id is found at the end of a long References header', async () => {
    const nina = await colleague()
    const { ticket_id } = await come({ from: nina })
    const ours = messageIdOf(server.env, 'reply', ticket_id as string, crypto.randomUUID(), { userId: nina.id })
    const old = Array.from({ length: 400 }, (_, i) => `<${i}.${'x'.repeat(60)}@mail.example>`)
    const row = await come({
      from: nina,
      subject: 'Other',
      head: [`References: ${[...old, `<${ours}>`].join('\r\n ')}`],
    })
    expect(row.ticket_id).toBe(ticket_id)
  })
  test('the same Message-ID with another text is another mail', async () => {
    const nina = await colleague()
    const first = await come({ from: nina, id: 'twice@client.example', text: 'One.' })
    const second = await come({ from: nina, id: 'twice@client.example', text: 'Two.' })
    expect([second.state, second.id === first.id]).toEqual(['taken', false])
  })
})

describe('people to whom a mail was also sent', () => {
  test('watch the ticket if they are active users of the same company', async () => {
    const [nina, pat, gone] = [await colleague(), await colleague(), await colleague()]
    await server.db
      .updateTable('profiles')
      .set({ deactivated_at: new Date().toISOString() })
      .where('id', '=', gone.id)
      .execute()
    const first = await come({ from: nina, cc: [pat, gone, world.south.owner, nina] })
    expect(await watchersOf(first.ticket_id)).toEqual([pat.id])
    const late = await colleague()
    const to = replyAddress(server.env, 'reply', first.ticket_id as string, { userId: nina.id })
    await come({ from: nina, to: to as string, cc: [late, pat, world.engineer], text: 'Adding Lee.' })
    expect((await watchersOf(first.ticket_id)).sort()).toEqual([pat.id, late.id].sort())
  })
})

describe('a mail that a program may have written', () => {
  test('through a list or a service opens a ticket that is not confirmed by mail', async () => {
    for (const head of [
      ['Precedence: list', 'List-ID: <it.partner.example>'],
      ['Feedback-ID: 1.us-east-1.abc:AmazonSES'],
      ['X-Auto-Response-Suppress: DR, OOF, AutoReply'],
    ]) {
      const nina = await colleague()
      const row = await come({ from: nina, head })
      expect(row).toMatchObject({ state: 'taken', quiet: true })
      await deliver(row.ticket_id)
      expect(await server.mails(nina.email)).toEqual([])
    }
    const nina = await colleague()
    const row = await come({ from: nina })
    await deliver(row.ticket_id)
    expect((await server.mails(nina.email)).map((m) => m.subject)).toEqual([expect.stringContaining('Printer')])
  })
  test('is held when it is uncertain, and staff make a ticket of it or of one recorded as automatic', async () => {
    const nina = await colleague()
    const unsure = await come({ from: nina, head: ['X-Autoreply: yes'], subject: 'Away', text: 'Palaan maanantaina.' })
    expect(unsure).toMatchObject({
      state: 'held',
      reason: 'maybe_automatic',
      detail: 'Sign of an automatic email: x-autoreply',
    })
    const sure = await come({
      from: nina,
      head: ['Auto-Submitted: auto-generated'],
      subject: 'Disk full',
      text: 'Disk D is full.',
    })
    expect(sure).toMatchObject({ state: 'recorded', reason: 'automatic' })
    for (const { id } of [unsure, sure]) {
      const seen = await server.call<InboundMail>('GET', `/v1/inbound-mails/${id}`, { as: world.engineer })
      expect(seen.body.open).toBe(true)
      const made = await server.call<InboundMail>('POST', `/v1/inbound-mails/${id}/open`, {
        as: world.engineer,
        body: { requesterId: nina.id },
      })
      expect([made.status, made.body.state, made.body.open]).toEqual([200, 'taken', false])
    }
  })
  test('is held after three with the same text on a ticket, as when two programs answer each other', async () => {
    const nina = await colleague()
    const ticket = await makeTicket(server.db, { requester: nina })
    const to = replyAddress(server.env, 'reply', ticket.id, { userId: nina.id }) as string
    const states: string[] = []
    for (let i = 0; i < 5; i++)
      states.push(
        (await come({ from: nina, to, subject: `[#10${i}] Received`, text: `We received your mail no. ${i}.` })).state,
      )
    expect(states).toEqual(['taken', 'taken', 'taken', 'held', 'held'])
    // Photos without text do not count as a loop.
    const photo = [
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/csv; name=a.csv',
      'Content-Disposition: attachment; filename=a.csv',
      '',
      'a,b',
      '--b--',
    ]
    const more = await makeTicket(server.db, { requester: nina })
    const at = replyAddress(server.env, 'reply', more.id, { userId: nina.id }) as string
    for (let i = 0; i < 5; i++)
      expect((await come({ from: nina, to: at, subject: 'Photo', body: photo })).state).toBe('taken')
    // Alarms of a device do not count as a loop.
    const device = await colleague()
    for (let i = 0; i < 5; i++)
      expect((await come({ from: device, subject: 'Backup failed', text: `Job ${i} failed.` })).state).toBe('taken')
  })
})

test('a thank-you leaves a waiting ticket as it is, and anything else brings it back', async () => {
  const nina = await colleague()
  const to = (ticket: { id: string }) => replyAddress(server.env, 'reply', ticket.id, { userId: nina.id }) as string
  for (const [text, status] of [
    ['Thanks!', 'waiting_on_partner'],
    ['Danke, geht nicht', 'in_progress'],
    ['Merci, mais rien ne marche', 'in_progress'],
  ] as const) {
    const ticket = await makeTicket(server.db, { requester: nina, status: 'waiting_on_partner' })
    await come({ from: nina, to: to(ticket), text })
    expect([text, await statusOf(ticket.id)]).toEqual([text, status])
  }
})

test('plain mail is shown as it was written, and people’s own Markdown stays Markdown', async () => {
  const nina = await colleague()
  const text = '\\\\server\\public$\r\nC:\\_old_\\*.bak and __init__.py\r\n#5 is next, 1) this <b>, ~x~'
  const row = await come({ from: nina, text })
  const path = `/v1/tickets/${row.ticket_id}`
  const { body } = await server.call<Ticket>('GET', path, { as: nina })
  expect([body.descriptionFormat, body.description]).toEqual(['plain', text.replaceAll('\r\n', '\n')])
  await server.call('POST', `${path}/messages`, { as: nina, body: { body: 'and *this*' } })
  await come({
    from: nina,
    to: replyAddress(server.env, 'reply', body.id, { userId: nina.id }) as string,
    text: 'a_b_c',
  })
  const messages = await server.call<{ items: Message[] } & ErrorShape>('GET', `${path}/messages`, { as: nina })
  expect(messages.body.items.filter((m) => m.kind === 'reply').map((m) => [m.format, m.body])).toEqual([
    ['markdown', 'and *this*'],
    ['plain', 'a_b_c'],
  ])
})

test('a first mail keeps what it passes on, and an answer shows what is new', async () => {
  const nina = await colleague()
  const passed =
    'See what the vendor says.\r\n\r\nFrom: Vendor <v@vendor.example>\r\nSent: Friday, November 27, 2026 9:12 AM\r\nTo: Nina\r\nSubject: RMA 77\r\n\r\nSend the disk back under RMA 77.'
  const first = await come({ from: nina, text: passed })
  const { body } = await server.call<Ticket>('GET', `/v1/tickets/${first.ticket_id}`, { as: nina })
  expect([body.description, body.folded]).toEqual([passed.replaceAll('\r\n', '\n'), null])
  const to = replyAddress(server.env, 'reply', body.id, { userId: nina.id }) as string
  const answer = await come({
    from: nina,
    to,
    text: passed.replace('See what', 'This is what').replaceAll('RMA 77', 'Printer'),
  })
  const path = `/v1/tickets/${body.id}/messages`
  const { items } = (await server.call<{ items: Message[] }>('GET', path, { as: nina })).body
  expect(items.at(-1)).toMatchObject({
    body: 'This is what the vendor says.',
    folded: expect.stringContaining('under Printer.'),
  })
  // Staff see how each mail became a message.
  const messageText = async (id: string) =>
    (await server.call<{ message: { text: string } }>('GET', `/v1/inbound-mails/${id}`, { as: world.engineer })).body
      .message.text
  expect(await messageText(first.id)).toContain('under RMA 77.')
  expect(await messageText(answer.id)).toBe('This is what the vendor says.')
})

test('text that no message can hold is attached whole, except from staff, whose quotations may be internal', async () => {
  const nina = await colleague()
  const lines = Array.from({ length: 6_000 }, (_, i) => `Line ${i} of the log.`)
  const row = await come({ from: nina, text: lines.join('\r\n') })
  const { body } = await server.call<Ticket>('GET', `/v1/tickets/${row.ticket_id}`, { as: nina })
  expect(body.description).toContain('Its full text is in the file full-email.txt.')
  const [file] = body.attachments
  expect(file).toMatchObject({ name: 'full-email.txt', size: lines.join('\n').length })
  const to = replyAddress(server.env, 'reply', body.id, { userId: world.engineer.id }) as string
  const said = await come({ from: world.engineer, to, text: `Yes.\r\n\r\n> ${lines.join('\r\n> ')}` })
  expect(said).toMatchObject({ state: 'taken' })
  const path = `/v1/tickets/${body.id}/messages`
  const { items } = (await server.call<{ items: Message[] }>('GET', path, { as: nina })).body
  const [reply] = items.filter((m) => m.kind === 'reply')
  expect(reply).toMatchObject({ body: 'Yes.', folded: null, attachments: [] })
})

test('unusual headers of a person’s mail stop nothing', async () => {
  const nina = await colleague()
  const crowd = Array.from({ length: 2_000 }, (_, i) => `p${i}@elsewhere.example`).join(',\r\n ')
  for (const [what, head, id] of [
    ['2,000 recipients', [`Cc: ${crowd}`], undefined],
    ['an old date', ['Date: Thu, 1 Jan 1970 00:00:00 +0000'], undefined],
    ['a long Message-ID', [], `${'x'.repeat(2_000)}@client.example`],
    ['no Message-ID', [], ''],
    ['100 KB of headers', Array.from({ length: 1_000 }, (_, i) => `X-Trace-${i}: ${'y'.repeat(90)}`), undefined],
  ] as [string, string[], string | undefined][])
    expect(
      await come({ from: nina, head, text: `With ${what}.`, ...(id === undefined ? {} : { id }) }),
      what,
    ).toMatchObject({
      state: 'taken',
    })
})
