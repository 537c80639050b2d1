// Mails built to block the parser: each is read or rejected within its limits, and the process keeps working.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTicket } from '../../../../test/factories/tickets.ts'
import { inLane } from '../../../../test/harness/lane.ts'
import { pathological } from '../../../../test/harness/pathological.ts'
import { patient } from '../../../../test/harness/patience.ts'
import { freePort } from '../../../../test/harness/process.ts'
import { type Person, startServer, type TestServer, type World } from '../../../../test/harness/server.ts'
import { cleanText } from '../../platform/mail/mail-text.ts'
import { parseMail } from '../../platform/mail/parse-mail.ts'
import { type ReadMail, readMail, readMailFlat, UnreadableMail } from '../../platform/mail/read-mail.ts'
import { listenForMail } from './listen.ts'
import { processMail } from './process-mail.ts'
import { receiveMail } from './receive-mail.ts'

const HEAD = 'From: a@b.example\r\nTo: support@c.example\r\nSubject: x\r\nMessage-ID: <1@b.example>\r\n'
const nested = (depth: number) => {
  let mail = `${HEAD}MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b0\r\n\r\n`
  for (let i = 0; i < depth; i++) mail += `--b${i}\r\nContent-Type: multipart/mixed; boundary=b${i + 1}\r\n\r\n`
  return mail
}
const part = (type: string, body: string, encoding = '7bit') =>
  `${HEAD}MIME-Version: 1.0\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`
const MB = 1024 * 1024

/**
 * Repeats a unit. The short lane uses a fifth of the repetitions, which still exceeds the limits if the work is not
 * linear.
 */
const many = (unit: string, times: number) => unit.repeat(inLane(times / 5, times))

/** Mails that are read, and how their text begins. Some have only headers and tags. */
const readable: [name: string, write: () => string, text: RegExp][] = [
  ['many headers', () => `${HEAD}${many('X-A: b\r\n', 100_000)}\r\nx`, /^x$/],
  [
    'a subject of encoded words without end',
    () => `From: a@b.example\r\nSubject: ${many('=?utf-8?Q?=41?= ', 60_000)}\r\n\r\nx`,
    /^x$/,
  ],
  ['many recipients', () => `From: a@b.example\r\nTo: ${many('<a@b.example>, ', 60_000)}\r\n\r\nx`, /^x$/],
  ['groups of recipients within each other', () => `From: a@b.example\r\nTo: ${many('a:', 300_000)}\r\n\r\nx`, /^x$/],
  ['comments within comments', () => `From: ${many('(', 500_000)}a@b.example\r\n\r\nx`, /^x$/],
  ['quoted-printable without end', () => part('text/plain', many('=3D=\r\n', 3 * MB), 'quoted-printable'), /^=/],
  ['quoted-printable on one line', () => part('text/html', many('=3C=61=3E', 2 * MB), 'quoted-printable'), /^$/],
  ['base64 of much text', () => part('text/plain', many('YWFh\r\n', 3 * MB), 'base64'), /^aaa/],
  [
    // Parts without headers. The size of headers is limited, so with them the soak lane would not run out of memory.
    'many parts',
    () => `${part('multipart/mixed; boundary=b', many('--b\r\n\r\nx\r\n', 1_000_000))}--b--`,
    /^x\n/,
  ],
  ['one long line', () => part('text/plain', many('a', 20 * MB)), /^a{1000}/],
  ['many lines', () => part('text/plain', many('\r\n', 10 * MB)), /^$/],
  ['deeply nested HTML', () => part('text/html', '<div>'.repeat(400_000)), /^$/],
  ['HTML tables within each other', () => part('text/html', many('<table><tr><td>', 100_000)), /^/],
  ['HTML of entities', () => part('text/html', many('&amp;&#x26;&lt', 150_000)), /^&&</],
  ['HTML that is one attribute', () => part('text/html', `<a href="${'x'.repeat(2 * MB)}">y</a>`), /^$/],
  ['boundaries that nearly match', () => part('multipart/mixed; boundary=b', `${many('-', 10 * MB)}\r\n--c`), /^/],
  ['mails within mails', () => `${HEAD}Content-Type: message/rfc822\r\n\r\n`.repeat(20_000), /^$/],
]
/** Mails that are rejected, and why. */
const rejected: [name: string, write: () => string, why: RegExp][] = [
  ['10,000 multiparts within each other', () => nested(10_000), /nesting/],
  ['a header of 10 MB', () => `${HEAD}X-A: ${'b'.repeat(10 * MB)}\r\n\r\nx`, /header size/],
  ['a header folded a million times', () => `${HEAD}X-A: b\r\n${' b\r\n'.repeat(1_000_000)}\r\nx`, /header size/],
]

/** Returns what `run` returns. The process must respond to others meanwhile. */
async function whileOthersWork<T>(run: () => Promise<T>): Promise<T> {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const result = await run()
  delay.disable()
  // The parser uses a whole core. How much is left for others depends on the machine, not on the mail.
  expect(delay.max / 1e6).toBeLessThan(patient(5_000))
  return result
}
function expectBounded(read: ReadMail) {
  expect(read.newText.length).toBeLessThanOrEqual(40_100)
  expect(read.text.length).toBeLessThanOrEqual(200_000)
  expect(read.to.length).toBeLessThanOrEqual(100)
  expect(JSON.stringify(read.headers).length).toBeLessThan(20 * MB)
}

describe('is read within its limits:', () => {
  test.each(readable)('%s', async (_, write, text) => {
    const read = await whileOthersWork(() => readMail(Buffer.from(write())))
    expect(read.text).toMatch(text)
    expectBounded(read)
  })
  test('plain texts that overload other parsers, whole', async () => {
    const texts = Object.entries(pathological(40_000)).filter(([, text]) => /\S/.test(cleanText(text)))
    for (const [name, text] of texts.filter((_, i) => i % inLane(3, 1) === 0)) {
      const read = await parseMail(Buffer.from(part('text/plain; charset=utf-8', text)), 'whole')
      expect(read.cut, name).toBe(read.newText.length > 40_000)
      const shown = read.newText + read.folded
      const rest = (t: string) => cleanText(t).replace(/[\s>|*_]+/g, '').length
      // Quote marks at the start of every line are not part of the person's text.
      expect(rest(shown), name).toBeGreaterThanOrEqual(Math.min(rest(text), 40_000))
    }
  })
})

describe('is rejected within its limits, and its text can be read without its structure:', () => {
  test.each(rejected)('%s', async (_, write, why) => {
    const bytes = Buffer.from(`${write()}\r\n\r\nNeedle`)
    await whileOthersWork(async () => {
      const problem = await readMail(bytes).catch((e: unknown) => e)
      expect(problem).toBeInstanceOf(UnreadableMail)
      expect((problem as Error).message).toMatch(why)
    })
    const flat = await readMailFlat(bytes)
    expect(flat.from?.address).toBe('a@b.example')
    expect(flat.subject).toBe('x')
    expect(flat.cut).toBe(true)
    expect(flat.text.trim()).not.toBe('')
    expectBounded(flat)
  })
})

test('text that takes too much memory is read at its beginning', async () => {
  const read = await readMail(
    Buffer.from(
      `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n${'--b\r\n\r\nx\r\n'.repeat(1_000_000)}`,
    ),
  )
  expect(read.newText).toMatch(/^Hello\n/)
  expect(read.cut).toBe(true)
})

describe('an email with text is never empty:', () => {
  test.each([
    ['nested HTML', () => part('text/html', `Hello${'<div>'.repeat(400_000)}`)],
    ['nested tables', () => part('text/html', `Hello${'<table><tr><td>'.repeat(100_000)}`)],
    ['a long line', () => part('text/html', `Hello${'=3C=61=3E'.repeat(2 * MB)}`, 'quoted-printable')],
  ])('%s', async (_, write) => {
    const mail = await readMail(Buffer.from(write()))
    expect(mail.newText).toMatch(/^Hello/)
    expect(mail.cut).toBe(true)
  })
  test('keeps text within 1,000 elements', async () => {
    const mail = await readMail(
      Buffer.from(part('text/html', `${'<div>'.repeat(1_000)}Deep${'</div>'.repeat(1_000)} End`)),
    )
    expect(mail.newText.split(/\s+/)).toEqual(['Deep', 'End'])
    expect(mail.cut).toBe(false)
  })
  test('reads the beginning of an email that takes too long', async () => {
    const html = `<head><title>No</title></head><body><p>Hello &amp; welcome</p>${'<b>x'.repeat(100_000)}`
    const mail = await parseMail(Buffer.from(part('text/html', html)), 'beginning')
    expect(mail.newText).toMatch(/^Hello & welcome\n/)
    expect([mail.cut, mail.files, mail.from?.address]).toEqual([true, [], 'a@b.example'])
  })
})

const nestedWith = (depth: number, text: string) =>
  `${nested(depth)}--b${depth}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n--b${depth}--\r\n`

describe('over SMTP', () => {
  let server: TestServer
  let world: World
  let port: number
  let listener: { close(): Promise<void> } | undefined
  beforeAll(async () => {
    port = await freePort()
    server = await startServer({
      INBOUND_DOMAIN: 'c.example',
      INBOUND_SMTP_PORT: String(port),
      INBOUND_SMTP_HOST: '127.0.0.1',
    })
    world = await server.world()
    listener = await listenForMail(server.platform)
  })
  afterAll(async () => {
    await listener?.close()
    await server.close()
  })
  const call = (method: string, route: string, body?: unknown) =>
    server.call<Record<string, unknown>>(method, `/v1/inbound-mails/${route}`, {
      as: world.engineer,
      ...(body === undefined ? {} : { body }),
    })
  const originalOf = (id: string, as: Person) =>
    fetch(`${server.url}/api/v1/inbound-mails/${id}/original`, {
      headers: { apikey: server.env.publishableKey, authorization: `Bearer ${as.token}` },
    })
  /** Sends a mail over SMTP, processes it as the job does, and returns its row. */
  async function come(raw: string) {
    const client = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
    await client.sendMail({ envelope: { from: 'a@b.example', to: ['support@c.example'] }, raw })
    client.close()
    return settled()
  }
  const rowOf = (id: string) =>
    server.db.selectFrom('inbound_mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  async function settled() {
    const { id } = await server.db
      .selectFrom('inbound_mails')
      .select('id')
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    await processMail(server.platform, { companyId: '', mailId: id })
    return rowOf(id)
  }

  test('1,000 nested parts are held, and can be read, downloaded, tried again and added to a ticket', async () => {
    const raw = nestedWith(1_000, 'The printer is on fire. <b>Café</b>')
    const row = await come(raw)
    expect(row).toMatchObject({ state: 'held', reason: 'unreadable', sender: 'a@b.example', subject: 'x' })
    expect(row.excerpt).toBe('The printer is on fire. <b>Café</b>')

    const detail = await call('GET', `${row.id}`)
    expect(detail.body).toMatchObject({ text: 'The printer is on fire. <b>Café</b>', original: true })

    const original = await originalOf(row.id, world.engineer)
    expect(original.status).toBe(200)
    expect(original.headers.get('content-type')).toBe('text/plain')
    expect(original.headers.get('content-disposition')).toBe(`attachment; filename="email-${row.id}.txt"`)
    expect(original.headers.get('content-security-policy')).toContain('sandbox')
    expect(original.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await original.text()).toContain(raw.slice(0, 5_000))
    expect((await originalOf(row.id, world.north.owner)).status).toBe(403)

    const again = await call('POST', `${row.id}/retry`, {})
    expect(again.body).toMatchObject({ state: 'waiting', reason: null })
    expect((await call('POST', `${row.id}/retry`, {})).body).toMatchObject({
      error: { code: 'MAIL_DECIDED' },
    })
    expect(await settled()).toMatchObject({ id: row.id, state: 'held', reason: 'unreadable' })

    const ticket = await makeTicket(server.db, { requester: world.north.owner })
    const added = await call('POST', `${row.id}/ticket`, { number: ticket.number })
    expect(added.body).toMatchObject({ state: 'taken', ticket: { number: ticket.number } })
    const { body } = await server.db
      .selectFrom('messages')
      .select('body')
      .where('ticket_id', '=', ticket.id)
      .where('inbound_id', '=', row.id)
      .executeTakeFirstOrThrow()
    expect(body).toContain('The printer is on fire.')
    expect(body).toContain('The email is longer.')
  })

  test('at most two emails are in memory at the same time', async () => {
    const client = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
    for (let i = 0; i < 6; i++)
      await client.sendMail({
        envelope: { from: 'a@b.example', to: ['support@c.example'] },
        raw: `${HEAD.replace('<1@', `<memory${i}@`)}\r\nHello`,
      })
    client.close()
    const { storage } = server.platform
    const { open } = storage
    const inside = new Set<string>()
    let most = 0
    storage.open = (id) => {
      inside.add(id)
      most = Math.max(most, inside.size)
      return open(id)
    }
    const waiting = await server.db.selectFrom('inbound_mails').select('id').where('state', '=', 'waiting').execute()
    expect(waiting).toHaveLength(6)
    await Promise.all(
      waiting.map(({ id }) =>
        processMail(server.platform, { companyId: '', mailId: id }).finally(() => inside.delete(id)),
      ),
    )
    storage.open = open
    expect(most).toBe(2)
  })

  test('a deleted email says so, and is not called unreadable', async () => {
    const row = await come(nestedWith(999, 'Old'))
    await server.platform.storage.remove(row.id)
    expect((await call('GET', `${row.id}`)).body).toMatchObject({ text: null, original: false })
    const open = await call('POST', `${row.id}/open`, { requesterId: world.north.owner.id })
    expect(open.body).toMatchObject({ error: { code: 'MAIL_GONE' } })
    expect((await originalOf(row.id, world.engineer)).status).toBe(404)
  })

  test('a network address sends a limited number, and a trusted mail server any number', async () => {
    const limits = server.platform.limits
    while (await limits.inboundMail('127.0.0.1'));
    const refused = await come(`${HEAD}\r\nOne too many`).catch((e: unknown) => e)
    expect(refused).toMatchObject({ responseCode: 450, command: 'MAIL FROM' })
    expect(await server.db.selectFrom('inbound_mails').select('id').where('state', '=', 'waiting').execute()).toEqual(
      [],
    )
    expect(await limits.inboundMail('127.0.0.2')).toBe(true)
    server.platform.env.trustedProxies.push('127.0.0.1')
    expect(await come(`${HEAD}\r\nFrom the trusted server`)).toMatchObject({ excerpt: 'From the trusted server' })
  })
})

describe('on receipt', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ INBOUND_DOMAIN: 'c.example', INBOUND_MAIL_SECRET: '8c1f5ae09b3d47e2a6f0d4137e92cb58' })
    await server.world()
  })
  afterAll(() => server.close())
  test('stores headers that arrive byte by byte unchanged', async () => {
    const bytes = Buffer.from(`${HEAD}${'X-A: b\r\n'.repeat(4_000)}\r\nBody`)
    const send = (body: Readable) =>
      receiveMail(server.platform, { door: 'smtp', from: 'a@b.example', to: ['support@c.example'], body })
    const single = Array.from(bytes, (byte) => Buffer.from([byte]))
    const cpu = process.cpuUsage()
    expect(await send(Readable.from(single, { objectMode: false }))).toMatchObject({ id: expect.any(String) })
    const { user } = process.cpuUsage(cpu)
    expect(user / 1000).toBeLessThan(patient(5_000))
    // The size of the chunks does not matter: it is the same mail.
    expect(await send(Readable.from([bytes], { objectMode: false }))).toBe('again')
  })
})
