// Mails built to block the parser: each is read or rejected within its limits, and the process keeps working.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathological } from '../../../../test/harness/pathological.ts'
import { patient } from '../../../../test/harness/patience.ts'
import { startServer, type TestServer } from '../../../../test/harness/server.ts'
import { parseMail } from '../../platform/mail/parse-mail.ts'
import { readMail, Unreadable } from '../../platform/mail/read-mail.ts'
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

const mails: Record<string, () => string> = {
  '10,000 multiparts within each other': () => nested(10_000),
  '100,000 headers': () => `${HEAD}${'X-A: b\r\n'.repeat(100_000)}\r\nx`,
  'a header of 10 MB': () => `${HEAD}X-A: ${'b'.repeat(10 * MB)}\r\n\r\nx`,
  'a header folded a million times': () => `${HEAD}X-A: b\r\n${' b\r\n'.repeat(1_000_000)}\r\nx`,
  'a subject of encoded words without end': () =>
    `From: a@b.example\r\nSubject: ${'=?utf-8?Q?=41?= '.repeat(60_000)}\r\n\r\nx`,
  '100,000 recipients': () => `From: a@b.example\r\nTo: ${'<a@b.example>, '.repeat(60_000)}\r\n\r\nx`,
  'groups of recipients within each other': () => `From: a@b.example\r\nTo: ${'a:'.repeat(300_000)}\r\n\r\nx`,
  'comments within comments': () => `From: ${'('.repeat(500_000)}a@b.example\r\n\r\nx`,
  'quoted-printable without end': () => part('text/plain', '=3D=\r\n'.repeat(3 * MB), 'quoted-printable'),
  'quoted-printable on one line': () => part('text/html', '=3C=61=3E'.repeat(2 * MB), 'quoted-printable'),
  'base64 of 20 MB of text': () => part('text/plain', 'YWFh\r\n'.repeat(3 * MB), 'base64'),
  '100,000 parts': () =>
    `${part('multipart/mixed; boundary=b', '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(100_000))}--b--`,
  '20 MB of one line': () => part('text/plain', 'a'.repeat(20 * MB)),
  '10 million lines': () => part('text/plain', '\r\n'.repeat(10 * MB)),
  'HTML nested 400,000 deep': () => part('text/html', '<div>'.repeat(400_000)),
  'HTML tables within each other': () => part('text/html', '<table><tr><td>'.repeat(100_000)),
  'HTML of entities': () => part('text/html', '&amp;&#x26;&lt'.repeat(150_000)),
  'HTML that is one attribute': () => part('text/html', `<a href="${'x'.repeat(2 * MB)}">y</a>`),
  'boundaries that nearly match': () => part('multipart/mixed; boundary=b', `${'-'.repeat(10 * MB)}\r\n--c`),
  'mails within mails': () => `${HEAD}Content-Type: message/rfc822\r\n\r\n`.repeat(20_000),
}

/** Less than in production, so that a mail is given up on sooner. */
const SECONDS = 5

describe('is read or rejected in bounded time:', () => {
  test.each(Object.entries(mails))('%s', async (_, write) => {
    const bytes = Buffer.from(write())
    const delay = monitorEventLoopDelay({ resolution: 20 })
    delay.enable()
    const read = await readMail(bytes, SECONDS).catch((e: unknown) => {
      expect(e).toBeInstanceOf(Unreadable)
      return undefined
    })
    delay.disable()
    // The parser thread takes a core. How much is left for others depends on the machine, not on the mail.
    expect(delay.max / 1e6).toBeLessThan(patient(5_000))
    if (!read) return
    expect(read.said.length).toBeLessThanOrEqual(40_100)
    expect(read.text.length).toBeLessThanOrEqual(200_000)
    expect(read.to.length).toBeLessThanOrEqual(100)
    expect(JSON.stringify(read.headers).length).toBeLessThan(20 * MB)
  })
  test('renders oversized texts in bounded time', async () => {
    for (const [name, text] of Object.entries(pathological(40_000)).filter((_, i) => i % 6 === 0)) {
      const read = await readMail(Buffer.from(part('text/plain; charset=utf-8', text)), SECONDS).catch((e: unknown) => {
        expect(e, name).toBeInstanceOf(Unreadable)
        return undefined
      })
      expect((read?.said ?? '').length, name).toBeLessThanOrEqual(40_100)
    }
  })
})

describe('an email with text is never empty:', () => {
  test.each([
    ['nested HTML', () => part('text/html', `Hello${'<div>'.repeat(400_000)}`)],
    ['nested tables', () => part('text/html', `Hello${'<table><tr><td>'.repeat(100_000)}`)],
    ['a long line', () => part('text/html', `Hello${'=3C=61=3E'.repeat(2 * MB)}`, 'quoted-printable')],
  ])('%s', async (_, write) => {
    const mail = await readMail(Buffer.from(write()))
    expect(mail.said).toMatch(/^Hello/)
    expect(mail.cut).toBe(true)
  })
  test('keeps text within 1,000 elements', async () => {
    const mail = await readMail(
      Buffer.from(part('text/html', `${'<div>'.repeat(1_000)}Deep${'</div>'.repeat(1_000)} End`)),
    )
    expect(mail.said.split(/\s+/)).toEqual(['Deep', 'End'])
    expect(mail.cut).toBe(false)
  })
  test('reads the beginning of an email that takes too long', async () => {
    const html = `<head><title>No</title></head><body><p>Hello &amp; welcome</p>${'<b>x'.repeat(100_000)}`
    const mail = await parseMail(Buffer.from(part('text/html', html)), { beginning: true })
    expect(mail.said).toMatch(/^Hello & welcome\n/)
    expect([mail.cut, mail.files, mail.from?.address]).toEqual([true, [], 'a@b.example'])
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
