// What `npm start` does with the embedded database: demo data, a second start, and recovery after a kill.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { accounts } from './demo/accounts.ts'
import { seedOnce } from './demo/seed.ts'
import { soak } from './harness/lane.ts'
import { freePort, type Product, startProduct } from './harness/process.ts'
import { startServer } from './harness/server.ts'

const DATA_DIR = path.join(mkdtempSync(path.join(tmpdir(), 'portal demo ')), 'a folder')
afterAll(() => rmSync(path.dirname(DATA_DIR), { recursive: true, force: true }))

const settings = async () => ({
  DATA_DIR,
  PORT: String(await freePort()),
  DEMO_PASSWORD: 'a demo password',
  APP_SECRET: '',
  PUBLIC_URL: '',
})
async function signIn(product: Product, email: string) {
  const { publishableKey } = (await (await fetch(`${product.url}/api/v1/site`)).json()) as { publishableKey: string }
  const headers = { apikey: publishableKey, 'content-type': 'application/json' }
  const r = await fetch(`${product.url}/api/v1/auth/sign-in`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: 'a demo password' }),
  })
  expect(r.status, email).toBe(200)
  const { session } = (await r.json()) as { session: { access_token: string } }
  return { ...headers, authorization: `Bearer ${session.access_token}` }
}

test('starts on an empty folder with demo data, refuses a second start there, and a later one keeps what was written', async () => {
  const first = await startProduct(await settings(), ['--demo'])
  await expect.poll(first.output).toContain('(password: a demo password)')
  for (const { email } of accounts) expect(first.output()).toContain(email)

  const member = await signIn(first, 'member@northgate.example')
  const counts = (await (await fetch(`${first.url}/api/v1/tickets/counts`, { headers: member })).json()) as {
    byStatus: Record<string, number>
  }
  expect(Object.values(counts.byStatus).every((n) => n > 0)).toBe(true)
  expect(Object.values(counts.byStatus).reduce((a, b) => a + b)).toBeGreaterThan(50)
  const engineer = await signIn(first, 'engineer@millwright.example')
  const queue = (await (await fetch(`${first.url}/api/v1/tickets?limit=100`, { headers: engineer })).json()) as {
    items: { company: { name: string } }[]
  }
  expect(queue.items.length).toBeGreaterThan(60)
  expect(new Set(queue.items.map((t) => t.company.name)).size).toBeGreaterThan(2)
  const made = await fetch(`${first.url}/api/v1/tickets`, {
    method: 'POST',
    headers: member,
    body: JSON.stringify({ subject: 'Kept quixotically', description: 'x' }),
  })
  expect(made.status).toBe(201)

  await expect(startProduct(await settings(), ['--demo'])).rejects.toThrow(
    /is already using .*a folder\. Stop it first, or set DATA_DIR to another folder\./,
  )

  // The log contains no access token.
  expect(first.output()).not.toContain(member.authorization.slice(7))
  // After a kill the embedded database keeps running, and the next start uses it.
  await first.stop('SIGKILL')
  const second = await startProduct(await settings(), ['--demo'])
  // Demo data is not written a second time.
  expect(first.output()).toContain('Writing demo data')
  expect(second.output()).not.toContain('Writing demo data')
  await signIn(second, 'owner@newcomer.example')
  const again = await signIn(second, 'member@northgate.example')
  const found = (await (await fetch(`${second.url}/api/v1/tickets?q=quixotically`, { headers: again })).json()) as {
    items: unknown[]
  }
  expect(found.items).toHaveLength(1)
  expect(await second.stop('SIGINT')).toBe(0)

  // The same after a clean stop.
  if (!soak) return
  const third = await startProduct(await settings(), ['--demo'])
  await signIn(third, 'owner@newcomer.example')
  expect(await third.stop('SIGTERM')).toBe(0)
})

test('work is dated in its company’s time zone, and invoices say how to pay them', async () => {
  const server = await startServer({ DEMO_PASSWORD: 'a demo password' })
  try {
    expect(await seedOnce(server.platform, () => {})).toBe(true)
    const { rows } = await sql<{ entries: number; zones: number; wrong: number }>`
      select count(*)::int as entries, count(distinct company_zone(company_id))::int as zones,
        count(*) filter (where worked_on <> (created_at at time zone company_zone(company_id))::date)::int as wrong
      from time_entries`.execute(server.db)
    expect(rows[0]).toMatchObject({ wrong: 0 })
    expect(rows[0]?.entries).toBeGreaterThan(50)
    expect(rows[0]?.zones).toBeGreaterThan(1)
    const invoices = await server.db
      .selectFrom('invoices')
      .select('issued_by')
      .where('number', 'is not', null)
      .execute()
    expect(invoices.length).toBeGreaterThan(5)
    for (const { issued_by } of invoices)
      expect(issued_by).toMatchObject({ remittance: { bankName: expect.any(String), routingNumber: '123456780' } })
  } finally {
    await server.close()
  }
})
