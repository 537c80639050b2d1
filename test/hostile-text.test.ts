// Text that could block the product, sent by a member over HTTP and by a stranger over SMTP.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableBomb } from './harness/pathological.ts'
import { LIMIT, patient } from './harness/patience.ts'
import { freePort, type Product, startProduct } from './harness/process.ts'
import { type Person, startServer, type TestServer, type World } from './harness/server.ts'

const DOMAIN = 'reply.example'
let server: TestServer
let world: World
let product: Product
let smtpPort: number
const dataDir = mkdtempSync(path.join(tmpdir(), 'portal hostile '))
beforeAll(async () => {
  // Both servers use the same public URL, so that the product accepts tokens of the test's own server.
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  server = await startServer({ PUBLIC_URL: publicUrl })
  world = await server.world()
  smtpPort = await freePort()
  const settings = {
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    DATABASE_URL: server.database.ownerUrl,
    DATABASE_POOL: '4',
    DATA_DIR: dataDir,
    INBOUND_DOMAIN: DOMAIN,
    INBOUND_SMTP_HOST: '127.0.0.1',
    INBOUND_SMTP_PORT: String(smtpPort),
    ALLOW_UNAUTHENTICATED_MAIL: 'yes',
  }
  product = await startProduct(settings)
})
afterAll(async () => {
  await product?.stop()
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function call<T>(method: string, at: string, as: Person, body?: object): Promise<{ status: number; body: T }> {
  const r = await fetch(`${product.url}/api/v1${at}`, {
    method,
    headers: {
      apikey: server.env.publishableKey,
      authorization: `Bearer ${as.token}`,
      'content-type': 'application/json',
    },
    body: body ? JSON.stringify(body) : null,
  })
  return { status: r.status, body: (await r.json()) as T }
}
/** Returns the mails to an address that were rendered and kept. */
const sentTo = (address: string) => {
  const outbox = path.join(dataDir, 'outbox')
  const names = (() => {
    try {
      return readdirSync(outbox).filter((name) => name.endsWith('.eml'))
    } catch {
      return []
    }
  })()
  return names.map((name) => readFileSync(path.join(outbox, name), 'utf8')).filter((m) => m.includes(`To: ${address}`))
}

test('a hostile reply and a hostile email stop nothing: emails are sent, and the ticket opens', async () => {
  const { member } = world.north
  const opened = await call<{ id: string; number: number }>('POST', '/tickets', member, {
    subject: 'Tables',
    description: 'See below.',
  })
  expect(opened.status).toBe(201)
  const messages = `/tickets/${opened.body.id}/messages`
  const body = `Look:\n\n${tableBomb(40_000)}`
  expect((await call('POST', messages, member, { body })).status).toBe(201)
  expect((await call('POST', messages, world.engineer, { body })).status).toBe(201)

  // Without a login: anyone who can reach the port can send this.
  const smtp = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true })
  const text = `By mail\n\n${tableBomb(39_000)}`
  await smtp.sendMail({ from: member.email, to: `support@${DOMAIN}`, subject: 'Tables by mail', text })
  smtp.close()

  await expect
    .poll(() => sentTo(member.email).some((mail) => mail.includes(`T-${opened.body.number}`)), {
      timeout: patient(LIMIT.test),
    })
    .toBe(true)
  const waiting = () => server.db.selectFrom('inbound_mails').select('id').where('state', '=', 'waiting').execute()
  await expect.poll(waiting, { timeout: patient(LIMIT.test) }).toEqual([])
  expect((await call('GET', `/tickets/${opened.body.id}`, member)).status).toBe(200)
  const read = await call<{ items: { body: string }[] }>('GET', messages, member)
  expect(read.body.items.filter((m) => m.body === body)).toHaveLength(2)
  expect(product.child.exitCode).toBeNull()
  expect((await fetch(`${product.url}/healthz`)).status).toBe(200)
})
