import { readdir, readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ErrorShape, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { jobDefinitions, schedules } from '../composition.ts'
import { checkFormToken, makeFormToken } from './form-token.ts'

let server: TestServer
let world: World
let n = 0
beforeAll(async () => {
  server = await startServer({ TRUSTED_PROXIES: '127.0.0.1' })
  world = await server.world()
})
afterAll(() => server.close())

const anywhere = () => ({ 'x-forwarded-for': `198.51.100.${++n}` })
let shown = 10_000
/** Returns the token of a form that was shown a while ago. No two have the same time. */
const aged = (of = server) => makeFormToken(of.platform, Date.now() - (shown += 7))
const contact = (more: object = {}) => ({
  kind: 'contact',
  email: `Pat${++n}@Client.example`,
  page: '/contact',
  consent: true,
  name: 'Pat Doe',
  message: 'Can you count licenses?',
  token: aged(),
  ...more,
})
const send = (body: object, headers = anywhere(), to = server) =>
  to.call<{ received: true } & ErrorShape>('POST', '/v1/leads', { body, headers })
const leads = () => server.db.selectFrom('leads').selectAll().orderBy('created_at').execute()
const waiting = async (db = server.db) => {
  const { sql } = await import('kysely')
  return (
    await sql<{
      n: number
    }>`select count(*)::int as n from jobs.job where name = 'leads.mail' and state < 'completed'`.execute(db)
  ).rows[0]?.n
}

describe('a submitted form', () => {
  test('becomes a lead of the provider with its source, and queues two emails', async () => {
    const before = (await waiting()) ?? 0
    expect(
      (await send(contact({ email: 'Pat@Client.example', company: 'Client Inc', about: '/msp-vcto' }))).body,
    ).toEqual({ received: true })
    const [lead] = (await leads()).slice(-1)
    expect(lead).toMatchObject({
      kind: 'contact',
      email: 'pat@client.example',
      name: 'Pat Doe',
      organization: 'Client Inc',
      about: '/msp-vcto',
      page: '/contact',
      phone: null,
    })
    expect(lead?.ip).toMatch(/^198\.51\.100\./)
    expect(await waiting()).toBe(before + 2)
  })
  test('every kind has its own fields', async () => {
    expect(
      (await send({ ...contact(), kind: 'voice', company: 'Client Inc', phone: '+1 555 0100', callVolume: '100-500' }))
        .status,
    ).toBe(201)
    expect((await send({ kind: 'notice', email: 'a@b.example', page: '/vendors-vcto', consent: true })).status).toBe(
      201,
    )
    expect((await leads()).slice(-2).map((l) => [l.kind, l.call_volume, l.page])).toEqual([
      ['voice', '100-500', '/contact'],
      ['notice', null, '/vendors-vcto'],
    ])
  })
  test('reports invalid fields and stores nothing', async () => {
    const before = (await leads()).length
    const r = await send(
      contact({ email: 'nonsense', name: ' ', message: '', consent: false, page: 'https://evil.example' }),
    )
    expect(r.status).toBe(400)
    expect(r.body.error.fields).toEqual({
      email: ['Invalid email address'],
      page: ['This is not one of our pages.'],
      consent: ['Check this box so that we can contact you.'],
      name: ['Enter your name.'],
      message: ['Enter a message.'],
    })
    expect(await leads()).toHaveLength(before)
  })
})

describe('a form that is submitted twice', () => {
  test('becomes one lead, however often it is submitted', async () => {
    const before = (await leads()).length
    const body = contact()
    const all = await Promise.all(Array.from({ length: 8 }, () => send(body)))
    expect(all.map((r) => r.status)).toEqual(Array(8).fill(201))
    const notice = { kind: 'notice', email: 'Twice@b.example', page: '/vendors-integrate', consent: true }
    await send(notice)
    await send({ ...notice, email: 'twice@b.example' })
    expect(await leads()).toHaveLength(before + 2)
  })
  test('rejects or stores hostile and very long input unchanged', async () => {
    expect((await send(contact({ message: 'x'.repeat(5_001) }))).body.error.fields).toEqual({
      message: ['At most 5,000 characters.'],
    })
    const message = `<script>alert(1)</script> '; drop table leads; -- \u202e 😀`
    expect((await send(contact({ message, name: 'O’Brien "x" <y>' }))).status).toBe(201)
    expect((await leads()).at(-1)).toMatchObject({ message, name: 'O’Brien "x" <y>' })
  })
})

describe('bots', () => {
  test('are accepted and ignored: honeypot field, too fast, forged token', async () => {
    const before = (await leads()).length
    for (const body of [
      contact({ website: 'https://spam.example' }),
      contact({ token: makeFormToken(server.platform) }),
      contact({ token: 'abc.def' }),
      contact({ token: '' }),
    ]) {
      expect((await send(body)).body).toEqual({ received: true })
    }
    expect(await leads()).toHaveLength(before)
  })
  test('asks to resubmit a form that was open for more than a day', async () => {
    const r = await send(contact({ token: makeFormToken(server.platform, Date.now() - 25 * 3_600_000) }))
    expect([r.status, r.body.error.code]).toEqual([422, 'FORM_TOO_OLD'])
    expect(
      checkFormToken({ env: { ...server.env, appSecret: 'another secret, just as long as it must be' } }, aged()),
    ).toBe('robot')
  })
  test('allows 20 submissions per hour from one address', async () => {
    const here = anywhere()
    const all = []
    for (let i = 0; i < 21; i++)
      all.push(
        (await send({ kind: 'notice', email: `a${i}@b.example`, page: '/vendors-vcto', consent: true }, here)).status,
      )
    expect(all).toEqual([...Array(20).fill(201), 429])
    expect((await send(contact())).status).toBe(201)
  })
})

describe('email', () => {
  /** Starts a real mail server with scripted responses. */
  async function mailServer(behave: (attempt: number) => Error | undefined) {
    const got: { to: string; raw: string }[] = []
    let attempts = 0
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        let raw = ''
        stream.on('data', (d) => (raw += d))
        stream.on('end', () => {
          const refusal = behave(++attempts)
          if (!refusal) got.push({ to: session.envelope.rcptTo.map((r) => r.address).join(), raw })
          done(refusal)
        })
      },
    })
    await new Promise<void>((ok) => smtp.listen(0, '127.0.0.1', ok))
    const { port } = smtp.server.address() as AddressInfo
    return { url: `smtp://127.0.0.1:${port}`, got, close: () => new Promise<void>((ok) => smtp.close(ok)) }
  }

  test('goes to the team with the sender as reply-to, and to the sender; retries a busy server', async () => {
    const mail = await mailServer((attempt) =>
      attempt === 1 ? Object.assign(new Error('busy'), { responseCode: 451 }) : undefined,
    )
    const own = await startServer({ SMTP_URL: mail.url, MAIL_FROM: 'Portal <portal@provider.example>' })
    await own.world()
    await own.platform.jobs.work(own.platform, jobDefinitions, schedules)
    await send(
      contact({
        name: 'Pat\r\nBcc: victim@elsewhere.example',
        message: '<img src=x onerror=alert(1)>\nSecond line',
        token: aged(own),
      }),
      anywhere(),
      own,
    )
    await expect.poll(() => mail.got.length, { interval: 50 }).toBe(2)
    expect(mail.got.map((m) => m.to.replace(/\d+/, '')).sort()).toEqual([
      'pat@client.example',
      'support@millwright.example',
    ])
    // The typed text is sent to the team, never to the entered address, which could belong to anyone.
    const sender = await PostalMime.parse(mail.got.find((m) => m.to.startsWith('pat'))?.raw ?? '')
    expect(sender.text).not.toContain('Second line')
    const team = await PostalMime.parse(mail.got.find((m) => m.to.startsWith('support'))?.raw ?? '')
    expect(team.subject).toBe('Question: Pat Bcc: victim@elsewhere.example')
    expect(team.bcc).toBeUndefined()
    expect(team.replyTo?.[0]?.address).toMatch(/^pat\d+@client\.example$/)
    expect(team.from?.address).toBe('portal@provider.example')
    expect(team.text).toContain('<img src=x onerror=alert(1)>\nSecond line')
    expect(team.html).toContain('&lt;img src=x onerror=alert(1)&gt;<br/>Second line')
    expect(team.messageId).toMatch(/^<[0-9a-f]{32}@127\.0\.0\.1>$/)
    await own.close()
    await mail.close()
  })
  test('stays in the outbox as one file per email without a server', async () => {
    await server.platform.jobs.work(server.platform, jobDefinitions, schedules)
    const files = async () =>
      (await readdir(path.join(server.env.dataDir, 'outbox')).catch(() => [])).filter((f) => f.endsWith('.eml'))
    await expect.poll(async () => (await waiting()) ?? 1, { interval: 50 }).toBe(0)
    const there = await files()
    expect(there).toHaveLength((await leads()).length * 2)
    const parsed = await PostalMime.parse(await readFile(path.join(server.env.dataDir, 'outbox', there[0] as string)))
    expect(parsed.subject).toBeTruthy()
    // Staff can read the mail in the portal; partners do not even learn that it exists.
    const box = await server.call<{ kept: boolean; items: { id: string; subject: string }[] }>('GET', '/v1/outbox', {
      as: world.engineer,
    })
    expect([box.body.kept, box.body.items.length]).toEqual([true, there.length])
    const [first] = box.body.items
    const mail = await server.call<{ text: string; to: string }>('GET', `/v1/outbox/${first?.id}`, {
      as: world.engineer,
    })
    expect(mail.body).toMatchObject({ subject: first?.subject })
    expect((await server.call('GET', '/v1/outbox', { as: world.north.owner })).status).toBe(403)
    expect((await server.call('GET', `/v1/outbox/${'0'.repeat(32)}`, { as: world.engineer })).status).toBe(404)
    expect((await server.call('GET', '/v1/outbox/..%2F..%2Fsecrets', { as: world.engineer })).status).toBe(400)
    const { mailLead } = await import('./jobs.ts')
    const [lead] = await leads()
    await mailLead.handler(server.platform, {
      companyId: lead?.company_id as string,
      leadId: lead?.id as string,
      to: 'team',
    })
    expect(await files()).toHaveLength(there.length)
  })
})
