// Mails as a real mail server on a socket receives them.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { brand } from '../../../../brand.config.ts'
import type { Mode } from '../env.ts'
import { LimitExceeded } from '../jobs/limit-exceeded.ts'
import { createMailer, type Mail, type MailTimeouts, withoutLinks } from './mail.ts'

const FROM = 'Portal <portal@provider.example>'
const PUBLIC = 'https://portal.example'
const MAIL: Mail = {
  id: 'invitation 1',
  to: 'pat@client.example',
  subject: `Join North · ${brand.shortName}`,
  blocks: [
    'Hello,',
    'Dana invites you to join North.\nThe link works for seven days.',
    { facts: [['Role', 'Member']] },
    { button: 'Join North', href: `${PUBLIC}/accept?token=abc&x=1` },
  ],
}

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})
const listening = async (server: { listen: (port: number, host: string, ok: () => void) => unknown }) =>
  new Promise<void>((ok) => server.listen(0, '127.0.0.1', ok))
const portOf = (address: unknown) => (address as { port: number }).port

/** Starts a mail server. `options` can make it refuse mail. */
async function mailServer(options: SMTPServerOptions = {}) {
  const got: { to: string[]; raw: string }[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let raw = ''
      stream.on('data', (d) => (raw += d))
      stream.on('end', () => {
        got.push({ to: session.envelope.rcptTo.map((r) => r.address), raw })
        done()
      })
    },
    ...options,
  })
  await listening(smtp)
  closers.push(() => new Promise<void>((ok) => smtp.close(ok)))
  return { url: `smtp://127.0.0.1:${portOf(smtp.server.address())}`, got }
}
/** Short timeouts, for a server that never responds. */
const SHORT = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 900 }
function own(smtpUrl: string | undefined, dataDir = '/nowhere', mode: Mode = 'demo', patience?: MailTimeouts) {
  const it = createMailer({ mode, smtpUrl, mailFrom: FROM, publicUrl: PUBLIC, dataDir }, patience)
  closers.push(() => it.close())
  return it
}
/** Sends one mail and parses the received one. */
async function arrived(mail: Partial<Mail>) {
  const server = await mailServer()
  await own(server.url).send({ ...MAIL, ...mail })
  expect(server.got).toHaveLength(1)
  const [{ raw, to }] = server.got as [{ raw: string; to: string[] }]
  return { raw, to, ...(await PostalMime.parse(raw)) }
}

describe('an email', () => {
  test('has the same text and HTML, and headers for email programs', async () => {
    const mail = await arrived({ replyTo: 'reply+42@provider.example' })
    expect(mail.to).toMatchObject([{ address: 'pat@client.example' }])
    expect(mail.from?.address).toBe('portal@provider.example')
    expect(mail.replyTo?.[0]?.address).toBe('reply+42@provider.example')
    const headers = Object.fromEntries(mail.headers.map((h) => [h.key, h.value]))
    expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' })
    expect(mail.text).toBe(
      [
        'Hello,',
        'Dana invites you to join North.\nThe link works for seven days.',
        'Role: Member',
        `Join North:\n${PUBLIC}/accept?token=abc&x=1`,
        `-- \n${brand.longName} sent this email to pat@client.example because this address is used for an account or a request.\nReplies go to reply+42@provider.example.\n`,
      ].join('\n\n'),
    )
    const html = mail.html ?? ''
    expect(html).toContain('Dana invites you to join North.<br/>The link works for seven days.')
    expect(html).toMatch(/<h1[^>]*>Join North<\/h1>/)
    expect(html.match(/href="([^"]+)"/g)).toEqual(Array(2).fill(`href="${PUBLIC}/accept?token=abc&amp;x=1"`))
    expect(html).toContain('Replies go to reply+42@provider.example.')
    // The preview text is the content of the mail, not a greeting.
    expect(html).toMatch(/<div style="display:none[^>]*>Dana invites you to join North\. The link works/)
  })
  test('loads and runs nothing, and has the fixed width that Outlook needs', async () => {
    const { html = '' } = await arrived({})
    expect(html).not.toMatch(/<(script|img|link|iframe|object|form|input)\b|\bsrc=|url\(|@import|<!--\/?\$/i)
    expect(html).toContain('<!--[if mso]><table role="presentation" align="center" width="600"')
    expect(html).toContain('prefers-color-scheme: dark')
  })
  test('keeps its Message-ID for all attempts, and each email has a different one', async () => {
    const [a, b, c] = [await arrived({}), await arrived({ subject: 'Again' }), await arrived({ id: 'invitation 2' })]
    expect(a.messageId).toMatch(/^<[0-9a-f]{32}@portal\.example>$/)
    expect(b.messageId).toBe(a.messageId)
    expect(c.messageId).not.toBe(a.messageId)
  })
  test('names the portal when it goes to the team', async () => {
    const { text } = await arrived({ to: brand.supportEmail, replyTo: brand.supportEmail })
    expect(text).toContain(`from the portal at ${PUBLIC}`)
    expect(text).toContain(`Questions? Email ${brand.supportEmail}.`)
  })
})

describe('typed text', () => {
  test('becomes one line in a header', async () => {
    const evil = 'Pat\r\nBcc: victim@elsewhere.example\r\n\r\n<b>body</b>\u0000\u2028X\ud800\u202egnp.exe'
    const mail = await arrived({
      subject: evil,
      replyTo: `"Pat\r\nBcc: victim@elsewhere.example" <pat@client.example>`,
    })
    expect(mail.subject).toBe('Pat Bcc: victim@elsewhere.example <b>body</b> X\ufffdgnp.exe')
    expect(mail.bcc).toBeUndefined()
    expect(mail.headers.map((h) => h.key)).not.toContain('bcc')
    expect(mail.replyTo?.[0]?.address).toBe('pat@client.example')
    expect(mail.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc/im)
  })
  test.each([
    'pat@client.example, victim@elsewhere.example',
    'pat@client.example;victim@elsewhere.example',
    'friends: pat@client.example, victim@elsewhere.example;',
    'pat@client.example victim@elsewhere.example',
    '<pat@client.example> <victim@elsewhere.example>',
    'a, b <pat@client.example>, victim@elsewhere.example',
    'nobody',
    '',
  ])('names one recipient or none: %j', async (to) => {
    const server = await mailServer()
    await expect(own(server.url).send({ ...MAIL, to })).rejects.toThrow('needs exactly one valid address')
    await expect(own(server.url).send({ ...MAIL, replyTo: to })).rejects.toThrow('needs exactly one valid address')
    expect(server.got).toEqual([])
  })
  test('may contain a comma in a name', async () => {
    const { to, headers } = await arrived({ to: 'Doe, Pat victim@elsewhere.example <pat@client.example>' })
    expect(to).toMatchObject([{ address: 'pat@client.example' }])
    expect(headers.find((h) => h.key === 'to')?.value).toContain('"Doe, Pat victim@elsewhere.example"')
  })
  test('is text in the HTML, and never a link that runs', async () => {
    const evil = `</p></td></table><script>alert(1)</script><img src=x onerror=alert(1)> "'\`&amp; <!--[if mso]>`
    const mail = await arrived({
      subject: evil,
      blocks: [evil, { facts: [[evil, `${evil}\nsecond`]] }, { button: evil, href: 'javascript:alert(1)' }],
    })
    expect(mail.html).not.toMatch(/<script|<img|javascript:/i)
    expect(mail.html?.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;/g)?.length).toBeGreaterThan(4)
    expect(mail.html?.match(/<!--\[if mso\]>/g)).toHaveLength(3)
    expect(mail.text).toContain(evil)
    for (const href of ['data:text/html,x', ' javascript:alert(1)', 'http://', '/relative', 'mailto:x@y.example'])
      expect((await arrived({ blocks: [{ button: 'Go', href }] })).html).not.toContain('href=')
    const quoted = await arrived({ blocks: [{ button: 'Go', href: 'https://a.example/"><script>alert(1)</script>' }] })
    expect(quoted.html).not.toContain('<script')
  })
  test('of a megabyte, with endless words, arrives completely', async () => {
    const long = 'x'.repeat(1_000_000)
    const { text, html } = await arrived({ blocks: [long, { facts: [['😀'.repeat(200), '\ud83d']] }] })
    expect(text).toContain(long)
    expect(html).toContain(long)
    expect(html).toMatch(/overflow-wrap:anywhere/)
    expect(text).toContain('😀'.repeat(200))
  })
})

describe('a mail server that', () => {
  const refused = (responseCode: number) => Object.assign(new Error('no'), { responseCode })
  test.each([
    ['is busy', { onConnect: (_, done) => done(refused(421)) }],
    ['refuses the sender', { onMailFrom: (_, __, done) => done(refused(550)) }],
    ['knows no such person', { onRcptTo: (_, __, done) => done(refused(550)) }],
    ['will not take it now', { onData: (stream, _, done) => stream.resume().on('end', () => done(refused(451))) }],
  ] satisfies [string, SMTPServerOptions][])('%s makes sending fail', async (_, options) => {
    const server = await mailServer(options)
    await expect(own(server.url).send(MAIL)).rejects.toThrow()
  })
  test('is missing, never greets, or hangs up after the data makes sending fail too', async () => {
    await expect(own('smtp://127.0.0.1:1').send(MAIL)).rejects.toThrow()
    const sockets = new Set<Socket>()
    const silent = createServer((s) => sockets.add(s))
    await listening(silent)
    closers.push(() => new Promise<void>((ok) => silent.close(() => ok())))
    closers.push(() => {
      for (const s of sockets) s.destroy()
    })
    await expect(
      own(`smtp://127.0.0.1:${portOf(silent.address())}`, undefined, undefined, SHORT).send(MAIL),
    ).rejects.toThrow(/greeting/i)

    const rude = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream) => stream.resume().on('end', () => void rude.close()),
      closeTimeout: 1,
    })
    await listening(rude)
    await expect(own(`smtp://127.0.0.1:${portOf(rude.server.address())}`).send(MAIL)).rejects.toThrow()
  })
})

test('an email that takes too long to render is sent whole as plain text in the last attempt, and reported', async () => {
  const server = await mailServer()
  const mode: Mode = 'demo'
  const it = createMailer(
    { mode, smtpUrl: server.url, mailFrom: FROM, publicUrl: PUBLIC, dataDir: '/nowhere' },
    undefined,
    undefined,
    { seconds: 0 },
  )
  closers.push(() => it.close())
  const long = `<b>*x*</b> ${'y '.repeat(5_000)}`
  const facts = Array.from({ length: 500 }, (_, n): [string, string] => [`Fact ${n}`, `value ${n}`])
  const mail = { ...MAIL, blocks: [{ quoted: `${long}the end` }, { markdown: long }, { facts }] }
  await expect(it.send(mail, { last: false })).rejects.toThrow(LimitExceeded)
  expect(server.got).toEqual([])
  await expect(it.send(mail, { last: true })).rejects.toThrow(
    new LimitExceeded(
      `Rendering an email took more than 0 seconds of processor time. The email “${MAIL.subject}” was sent as plain text.`,
    ),
  )
  expect(server.got).toHaveLength(1)
  const { html = '' } = await PostalMime.parse(server.got[0]?.raw ?? '')
  for (const part of ['&lt;b&gt;*x*&lt;/b&gt;', 'y the end', 'Fact 499: value 499']) expect(html).toContain(part)
  expect(html.split('y ').length).toBeGreaterThanOrEqual(10_000)
})

test('without a server, an email is stored once however often it is sent, and read back unchanged', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kept mail '))
  closers.push(() => rmSync(dataDir, { recursive: true }))
  const box = own(undefined, dataDir)
  expect(await box.kept()).toEqual([])
  await box.send(MAIL)
  await box.send(MAIL)
  expect(readdirSync(path.join(dataDir, 'outbox'))).toHaveLength(1)
  const [kept] = (await box.kept()) ?? []
  expect(kept).toMatchObject({ to: 'pat@client.example', subject: MAIL.subject })
  // The list is updated when a mail is sent again.
  await box.send({ ...MAIL, subject: 'Corrected' })
  expect((await box.kept())?.map(({ subject }) => subject)).toEqual(['Corrected'])
  await box.send(MAIL)
  expect((await box.kept())?.map(({ subject }) => subject)).toEqual([MAIL.subject])
  const one = await box.read(kept?.id ?? '')
  expect(one?.from).toBe('Portal <portal@provider.example>')
  expect(one?.html).toContain('Dana invites you')
  expect(one?.headers).toContainEqual({ name: 'Auto-Submitted', value: 'auto-generated' })
  expect(one?.text).toContain('token=abc')
  expect(await box.read('0'.repeat(32))).toBeUndefined()
  expect(await box.read('../secrets')).toBeUndefined()

  // In production, the token of a link is hidden here. The file itself has the full link.
  const real = await own(undefined, dataDir, 'serve').read(kept?.id ?? '')
  for (const part of [real?.text, real?.html]) {
    expect(part).toContain('token=…')
    expect(part).not.toContain('token=abc')
  }
})

// If the time grew with the square of the length, any of these would reach the time limit of the test.
test('removing links from a long text takes time that grows only with its length', () => {
  expect(withoutLinks('see https://evil.example/a, xhttp+s://b')).toBe('see evil[.]example/a, b')
  for (const unit of ['a', 'a.', 'a:/', 'a+', 'a-', '1.', 'a@', ':', 'é']) {
    withoutLinks(unit.repeat(300_000 / unit.length))
  }
})
