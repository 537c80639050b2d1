// Who may deliver to the SMTP listener when the results of a mail server are trusted.
import { networkInterfaces } from 'node:os'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTicket } from '../../../../test/factories/tickets.ts'
import { freePort } from '../../../../test/harness/process.ts'
import { startServer, type TestServer, type World } from '../../../../test/harness/server.ts'
import { smtpIn } from '../../platform/mail/smtp-in.ts'
import { listenForMail, mayDeliver } from './listen.ts'

const DOMAIN = 'reply.example'
const SERVER = 'mx.reply.example'
// A machine without a network has no such address.
const outside = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find((i) => !i.internal && i.family === 'IPv4')?.address

let server: TestServer
let world: World
let port: number
beforeAll(async () => {
  port = await freePort()
  server = await startServer({
    INBOUND_DOMAIN: DOMAIN,
    INBOUND_SMTP_PORT: String(port),
    INBOUND_SMTP_HOST: '0.0.0.0',
    INBOUND_AUTH_SERVER: SERVER,
  })
  world = await server.world()
})
afterAll(() => server.close())

async function deliver(host: string, at: number) {
  const client = createTransport({ host, port: at, ignoreTLS: true })
  const ticket = await makeTicket(server.db, { requester: world.north.owner })
  try {
    await client.sendMail({
      from: world.engineer.email,
      to: `support@${DOMAIN}`,
      subject: `Re: [T-${ticket.number}] Access`,
      text: 'Send me the password.',
      headers: { 'Authentication-Results': `${SERVER}; dmarc=pass header.from=${world.engineer.email.split('@')[1]}` },
    })
    return 250
  } catch (e) {
    return (e as { responseCode?: number }).responseCode
  } finally {
    client.close()
  }
}
const stored = async () => (await server.db.selectFrom('inbound_mails').select('id').execute()).length

test('only this machine and listed servers may deliver while results are trusted', () => {
  const inbound = (more: object) => ({
    domain: DOMAIN,
    smtp: undefined,
    secret: undefined,
    authServer: SERVER,
    ...more,
  })
  const trusted = { inbound: inbound({}), trustedProxies: ['10.0.0.0/8'] }
  const allowed = ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1', '10.1.2.3', '::ffff:10.1.2.3']
  for (const address of allowed) expect(mayDeliver(trusted, address), address).toBe(true)
  for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1', '11.0.0.1', ''])
    expect(mayDeliver(trusted, address), address).toBe(false)
  const open = { inbound: inbound({ authServer: undefined }), trustedProxies: [] }
  expect(mayDeliver(open, '203.0.113.9')).toBe(true)
})

test('a server that may not connect is told so and sends nothing', async () => {
  const closed = await smtpIn({
    host: '127.0.0.1',
    port: await freePort(),
    name: DOMAIN,
    maxBytes: 1_000,
    mayConnect: () => false,
    accepts: () => true,
    admits: async () => true,
    receive: () => Promise.reject(new Error('nothing may arrive here')),
    log: server.platform.log,
  })
  expect(await deliver('127.0.0.1', closed.port)).toBe(554)
  await closed.close()
})

test.skipIf(outside === undefined)(
  'a stranger cannot write as staff with a result of their own, and the refusal is counted',
  async () => {
    const host = outside as string
    const listener = await listenForMail(server.platform)
    expect(await deliver(host, port)).toBe(554)
    expect(await stored()).toBe(0)
    expect(server.platform.refusals.counts.get('unknown_mail_server')).toBe(1)
    expect(await deliver('127.0.0.1', port)).toBe(250)
    await listener?.close()
    const trusting = { ...server.platform, env: { ...server.env, trustedProxies: [host] } }
    const again = await listenForMail(trusting)
    expect(await deliver(host, port)).toBe(250)
    expect(await stored()).toBe(2)
    await again?.close()
  },
)
