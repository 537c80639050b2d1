// API keys, pictures and the export of everything.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { crc32, deflateSync, inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { Picture } from '../../../test/demo/png.ts'
import { makeInstallation } from '../../../test/factories/automations.ts'
import { makeBilling } from '../../../test/factories/billing.ts'
import { makeAttachment } from '../../../test/factories/files.ts'
import { makeMessage, makeTicket } from '../../../test/factories/tickets.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { ApiKey, Export } from '../../contract/companies/index.ts'
import { FILE_POLICY } from '../platform/http/file-policy.ts'
import { buildExport } from './build-export.ts'
import { sweepExports } from './jobs.ts'

type Key = z.infer<typeof ApiKey>
type Made = Key & { key: string } & ErrorShape
type One = z.infer<typeof Export> & ErrorShape
type List<T> = { items: T[]; nextCursor: string | null }

let server: TestServer
let world: World
let owner: Person
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  ;({ owner } = world.north)
  for (const person of [owner, world.south.owner, world.admin]) await proved(person)
})
afterAll(() => server.close())

/** Gives a person a session in which they confirmed their identity `minutesAgo` minutes ago. */
async function proved(person: Person, minutesAgo = 0): Promise<void> {
  await server.db.deleteFrom('auth.session').where('id', '=', person.sessionId).execute()
  const later = new Date(Date.now() + 3_600_000).toISOString()
  await server.db
    .insertInto('auth.session')
    .values({
      id: person.sessionId,
      userId: person.id,
      token: crypto.randomUUID(),
      expiresAt: later,
      updatedAt: later,
      confirmed_at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    })
    .execute()
}

describe('API keys', () => {
  const make = (body: object, as: Person = owner, headers = {}) =>
    server.call<Made>('POST', '/v1/api-keys', { as, body, headers })
  const keys = async (as: Person = owner) => (await server.call<List<Key>>('GET', '/v1/api-keys', { as })).body.items
  const good = { name: 'Dashboard', scopes: ['tickets:read'], expiresInDays: null }

  test('shows a key once and stores only its hash', async () => {
    const r = await make({
      name: ' Reports ',
      scopes: ['tickets:read', 'tickets:read', 'company:read'],
      expiresInDays: 30,
    })
    expect(r.status).toBe(201)
    expect(r.body.key).toMatch(/^mwk_[A-Za-z0-9_-]{43}$/)
    expect(r.body).toMatchObject({ name: 'Reports', scopes: ['tickets:read', 'company:read'], state: 'live' })
    const days = (Date.parse(r.body.expiresAt as string) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(30)
    const row = await server.db.selectFrom('api_keys').selectAll().where('id', '=', r.body.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      company_id: owner.companyId,
      prefix: r.body.key.slice(0, 12),
      hash: createHash('sha256').update(r.body.key).digest('hex'),
    })
    expect(JSON.stringify(row)).not.toContain(r.body.key)
    const [listed] = await keys()
    expect(listed).toMatchObject({ id: r.body.id, createdBy: { name: 'North Owner' }, lastUsedAt: null })
    expect(JSON.stringify(await keys())).not.toMatch(new RegExp(`${r.body.key.slice(12)}|${row.hash}`))
    const acts = await server.db.selectFrom('audit_log').selectAll().where('subject_id', '=', r.body.id).execute()
    expect(acts).toMatchObject([{ action: 'api_key.create' }])
    expect(JSON.stringify(acts)).not.toContain(r.body.key.slice(12))
  })
  test('returns the same key for a repeated call, and stores it encrypted', async () => {
    const [a, b] = [
      await make(good, owner, { 'idempotency-key': 'k' }),
      await make(good, owner, { 'idempotency-key': 'k' }),
    ]
    expect([a.status, b.status, b.body.id, b.body.key]).toEqual([201, 201, a.body.id, a.body.key])
    const kept = await server.db.selectFrom('idempotency_keys').select('response').execute()
    expect(JSON.stringify(kept)).toContain(a.body.id)
    expect(JSON.stringify(kept)).not.toContain(a.body.key.slice(4))
  })
  test('only owners can create keys, and only shortly after confirming their identity', async () => {
    for (const as of [world.north.member, world.engineer, world.admin]) expect((await make(good, as)).status).toBe(403)
    for (const as of [world.north.member, world.engineer, world.admin])
      expect((await server.call('GET', '/v1/api-keys', { as })).status).toBe(403)
    const late = await server.person(world.north.company, 'owner')
    await proved(late, 60)
    const refused = await make(good, late)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'CONFIRM_IDENTITY'])
    await proved(late)
    expect((await make(good, late)).status).toBe(201)
  })
  test('reports invalid choices by field', async () => {
    const r = await make({ name: ' ', scopes: ['everything'], expiresInDays: 7 })
    expect(r.body.error.fields).toEqual({
      name: ['Enter a name.'],
      'scopes.0': ['Choose a valid scope.'],
      expiresInDays: ['Choose 30, 90 or 365 days, or never.'],
    })
    expect((await make({ ...good, scopes: [] })).body.error.fields).toEqual({ scopes: ['Choose at least one scope.'] })
    const own = await make({
      ...good,
      id: crypto.randomUUID(),
      key: 'mwk_mine',
      hash: 'x',
      company_id: world.south.company.id,
    })
    expect(own.body.key).not.toBe('mwk_mine')
    expect((await keys()).some((k) => k.id === own.body.id)).toBe(true)
  })
  test('owners and administrators can revoke keys, with immediate effect', async () => {
    const made = (await make({ ...good, scopes: ['company:read'] })).body
    const ask = () =>
      fetch(`${server.url}/api/v1/company`, { headers: { 'x-api-key': made.key } }).then((r) => r.status)
    expect(await ask()).toBe(200)
    const revoke = (as: Person, id = made.id) => server.call<Key & ErrorShape>('DELETE', `/v1/api-keys/${id}`, { as })
    expect((await revoke(world.south.owner)).status).toBe(404)
    expect((await revoke(world.north.member)).status).toBe(403)
    expect((await revoke(world.engineer)).status).toBe(403)
    expect(await ask()).toBe(200)
    const done = await revoke(owner)
    expect(done.body).toMatchObject({ state: 'revoked' })
    expect(await ask()).toBe(401)
    expect((await revoke(owner)).body.revokedAt).toBe(done.body.revokedAt)

    const second = (await make(good)).body
    const seen = await server.call<List<Key>>('GET', `/v1/companies/${owner.companyId}/api-keys`, { as: world.admin })
    expect(seen.body.items.map((k) => k.id)).toContain(second.id)
    expect(seen.text).not.toContain(second.key.slice(12))
    expect((await server.call('GET', `/v1/companies/${owner.companyId}/api-keys`, { as: world.engineer })).status).toBe(
      403,
    )
    expect((await revoke(world.admin, second.id)).status).toBe(200)
    // Revoking also needs a recently confirmed identity.
    const late = await server.person(world.north.company, 'owner')
    await proved(late, 60)
    expect((await revoke(late, second.id)).body.error.code).toBe('CONFIRM_IDENTITY')
  })
  test('allows at most 20 active keys, also for simultaneous requests', async () => {
    const of = await server.company()
    const boss = await server.person(of, 'owner')
    await proved(boss)
    const all = await Promise.all(Array.from({ length: 23 }, (_, i) => make({ ...good, name: `Key ${i}` }, boss)))
    expect(all.filter((r) => r.status === 201)).toHaveLength(20)
    expect(new Set(all.filter((r) => r.status !== 201).map((r) => r.body.error.code))).toEqual(
      new Set(['TOO_MANY_KEYS']),
    )
    const [one] = await keys(boss)
    await server.call('DELETE', `/v1/api-keys/${one?.id}`, { as: boss })
    expect((await make(good, boss)).status).toBe(201)
    expect((await server.call<List<Key>>('GET', '/v1/api-keys?limit=100', { as: boss })).body.items).toHaveLength(21)
  })
})

describe('pictures', () => {
  const PNG = Buffer.from(new Picture(8, 8, [10, 20, 30]).png())
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  /** A header for a square with four samples of eight bits per pixel. */
  const header = (side: number) => {
    const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0])
    data.writeUInt32BE(side, 0)
    data.writeUInt32BE(side, 4)
    return chunk('IHDR', data)
  }
  const pngOf = (side: number, pixels: Buffer) =>
    Buffer.concat([PNG.subarray(0, 8), header(side), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
  /** The picture with another header after its own, which is 25 bytes long. */
  const withHeader = (png: Buffer, side: number) => Buffer.concat([png.subarray(0, 33), header(side), png.subarray(33)])
  const put = (at: string, raw: BodyInit, as: Person = owner) =>
    server.call<{ etag: string } & ErrorShape>('PUT', `/v1${at}`, { as, raw, headers: { 'content-type': 'image/png' } })
  const get = (id: string, as: Person, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/v1/pictures/${id}`, {
      headers: { apikey: server.env.publishableKey, authorization: `Bearer ${as.token}`, ...headers },
    })

  test('shows a logo to its company and staff, and the provider’s logo to everyone', async () => {
    const up = await put('/company/logo', PNG)
    expect(up.status).toBe(200)
    const logo = await get(owner.companyId, world.north.member)
    expect(Buffer.from(await logo.arrayBuffer()).equals(PNG)).toBe(true)
    expect(
      Object.fromEntries(
        ['content-type', 'x-content-type-options', 'content-security-policy', 'cache-control'].map((h) => [
          h,
          logo.headers.get(h),
        ]),
      ),
    ).toEqual({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': FILE_POLICY,
      'cache-control': 'private, no-cache',
    })
    const company = (await server.call<{ logoEtag: string }>('GET', '/v1/company', { as: owner })).body
    expect(company.logoEtag).toBe(up.body.etag)
    expect((await get(owner.companyId, world.engineer)).status).toBe(200)
    expect((await get(owner.companyId, world.south.owner)).status).toBe(404)
    for (const id of [crypto.randomUUID(), 'x', world.south.company.id]) {
      const r = await get(id, world.south.owner)
      expect([r.status, r.headers.get('cache-control')]).toEqual([404, 'no-store'])
    }
    await put('/company/logo', PNG, world.admin)
    await put('/me/photo', PNG, world.engineer)
    for (const as of [owner, world.south.member])
      for (const id of [world.provider.id, world.engineer.id]) expect((await get(id, as)).status).toBe(200)
    await put('/me/photo', PNG, world.south.member)
    expect((await get(world.south.member.id, owner)).status).toBe(404)
    expect((await get(world.south.member.id, world.south.owner)).status).toBe(200)
  })
  test('returns 304 until the picture changes', async () => {
    const { etag } = (await put('/me/photo', PNG)).body
    const again = await get(owner.id, owner, { 'if-none-match': `"other", W/"${etag}"` })
    expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([
      304,
      '',
      'private, no-cache',
    ])
    const next = Buffer.from(new Picture(8, 8, [200, 20, 30]).png())
    await put('/me/photo', next)
    const changed = await get(owner.id, owner, { 'if-none-match': `"${etag}"` })
    expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, next.length])
    // Another company's picture is not revealed by its ETag either.
    expect((await get(owner.id, world.south.owner, { 'if-none-match': `"${etag}"` })).status).toBe(404)
    expect((await server.call('DELETE', '/v1/me/photo', { as: owner })).status).toBe(200)
    expect((await get(owner.id, owner)).status).toBe(404)
    expect((await server.call('DELETE', '/v1/me/photo', { as: owner })).status).toBe(200)
  })
  test.each([
    ['nothing', '', 400],
    ['text', 'hello', 415],
    ['a drawing that can run', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 415],
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\0;', 'latin1'), 415],
    ['a head without a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 415],
    ['a picture that would fill memory', Buffer.from(new Picture(1025, 1, [0, 0, 0]).png()), 415],
    ['a picture with a second, larger header', withHeader(PNG, 16_384), 415],
    ['a picture with more pixels than its header says', pngOf(8, deflateSync(Buffer.alloc(64 * 1024 * 1024))), 415],
    ['a picture whose pixels end too early', pngOf(8, deflateSync(Buffer.alloc(8 * 33)).subarray(0, 6)), 415],
    ['too many bytes', Buffer.concat([PNG, Buffer.alloc(512 * 1024)]), 413],
  ])('%s is refused and leaves nothing', async (_what, bytes, status) => {
    await server.call('DELETE', '/v1/me/photo', { as: world.north.member })
    const r = await put('/me/photo', bytes as BodyInit, world.north.member)
    expect([r.status, typeof r.body.error.message]).toEqual([status, 'string'])
    expect((await get(world.north.member.id, owner)).status).toBe(404)
  })
  test('rejects WebP for logos, which PDFs cannot show, but accepts it for photos', async () => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(28)
    // The header of a lossless WebP of 8 × 8 pixels.
    const webp = Buffer.concat([
      Buffer.from('RIFF'),
      size,
      Buffer.from('WEBPVP8L'),
      Buffer.from([16, 0, 0, 0, 0x2f, 7, 0xc0, 1, 0]),
      Buffer.alloc(11),
    ])
    const refused = await put('/company/logo', webp)
    expect([refused.status, refused.body.error.fields?.picture]).toEqual([
      415,
      ['Choose a PNG or JPEG file, so that the logo can appear on reports.'],
    ])
    expect((await put('/me/photo', webp)).status).toBe(200)
  })
  test('only owners can set a logo', async () => {
    for (const as of [world.north.member, world.engineer]) {
      expect((await put('/company/logo', PNG, as)).status).toBe(403)
      expect((await server.call('DELETE', '/v1/company/logo', { as })).status).toBe(403)
    }
  })
  test('a photo moves with its user', async () => {
    const [from, to] = [await server.company(), await server.company()]
    const person = await server.person(from, 'member')
    const [left, joined] = [await server.person(from, 'owner'), await server.person(to, 'owner')]
    await put('/me/photo', PNG, person)
    await server.db.updateTable('profiles').set({ company_id: to.id }).where('id', '=', person.id).execute()
    expect([(await get(person.id, left)).status, (await get(person.id, joined)).status]).toEqual([404, 200])
  })
})

/** Returns the files of a ZIP archive by name, read from its directory at the end. */
function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const out = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    const [method, packed, name, extra, comment] = [10, 20, 28, 30, 32].map((o) =>
      o === 20 ? bytes.readUInt32LE(at + o) : bytes.readUInt16LE(at + o),
    ) as [number, number, number, number, number]
    const local = bytes.readUInt32LE(at + 42)
    const data = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const raw = bytes.subarray(data, data + packed)
    out.set(bytes.toString('utf8', at + 46, at + 46 + name), method === 8 ? inflateRawSync(raw) : Buffer.from(raw))
    at += 46 + name + extra + comment
  }
  return out
}

describe('export', () => {
  const start = (as: Person, body: object = { withFiles: true }, headers = {}) =>
    server.call<One>('POST', '/v1/exports', { as, body, headers })
  const list = async (as: Person) => (await server.call<List<One>>('GET', '/v1/exports', { as })).body.items
  const content = (id: string, as: Person) =>
    fetch(`${server.url}/api/v1/exports/${id}/content`, {
      headers: { apikey: server.env.publishableKey, authorization: `Bearer ${as.token}` },
    })
  const run = (id: string, companyId: string) => buildExport(server.platform, { companyId, exportId: id })

  test('contains the company’s data and nothing else', async () => {
    const { company, owner: boss, member } = world.north
    await server.call('PATCH', '/v1/company', {
      as: boss,
      body: { description: 'We fix things.', tools: ['Autotask'] },
    })
    const invoice = await makeBilling(server.db, boss)
    const ticket = await makeTicket(server.db, { requester: member, subject: '=cmd|calc', description: 'Visible text' })
    const reply = await makeMessage(server.db, { ticket, author: world.engineer, byStaff: true, body: 'Visible reply' })
    const note = await makeMessage(server.db, {
      ticket,
      author: world.engineer,
      byStaff: true,
      kind: 'note',
      body: 'SECRET note',
    })
    const file = { type: 'text/plain', by: member }
    const on = { ticket, messageId: reply.id }
    await makeAttachment(server.db, server.platform.storage, {
      ...file,
      name: 'log: 1.txt',
      bytes: Buffer.from('visible bytes'),
      on,
    })
    await makeAttachment(server.db, server.platform.storage, {
      ...file,
      name: 'log: 1.txt',
      bytes: Buffer.from('other bytes'),
      on,
    })
    await makeAttachment(server.db, server.platform.storage, {
      ...file,
      name: 'SECRET.txt',
      bytes: Buffer.from('SECRET bytes'),
      on: { ticket, messageId: note.id, staffOnly: true },
    })
    await server.call('POST', `/v1/companies/${company.id}/notes`, {
      as: world.engineer,
      body: { body: 'SECRET about them' },
    })
    await makeTicket(server.db, { requester: world.south.owner, subject: 'STRANGER ticket' })
    await server.db
      .insertInto('contacts')
      .values([
        { company_id: company.id, id: crypto.randomUUID(), full_name: 'Carla Contact' },
        { company_id: world.south.company.id, id: crypto.randomUUID(), full_name: 'STRANGER contact' },
      ])
      .execute()
    await server.db
      .insertInto('clients')
      .values({ company_id: company.id, id: crypto.randomUUID(), name: 'Harbor Dental' })
      .execute()
    await makeInstallation(server.db, { companyId: world.south.company.id, name: 'STRANGER automation' })
    const { id: installation_id } = await makeInstallation(server.db, { companyId: company.id, name: 'Offboarding' })
    const began = new Date(Date.now() - 3_600_000).toISOString()
    await server.db
      .insertInto('runs')
      .values(
        // The rows fill more than one page, and some have the same instant.
        Array.from({ length: 1_201 }, (_, n) => ({
          company_id: company.id,
          installation_id,
          id: crypto.randomUUID(),
          external_id: `run-${n}`,
          status: 'succeeded',
          started_at: began,
          finished_at: began,
          minutes_saved: 12,
          output: JSON.stringify({ n }),
        })),
      )
      .execute()
    await server.db
      .insertInto('connections')
      .values({
        company_id: company.id,
        id: crypto.randomUUID(),
        installation_id,
        tool: 'Autotask',
        label: 'API user',
        reference: '1Password: Millwright / Autotask',
        expires_on: '2027-03-31',
      })
      .execute()
    await server.db
      .insertInto('alert_episodes')
      .values({
        company_id: company.id,
        id: crypto.randomUUID(),
        installation_id,
        kind: 'silent',
        ticket_id: ticket.id,
      })
      .execute()
    await server.call('PATCH', `/v1/companies/${company.id}`, { as: world.admin, body: { description: 'STAFF-WROTE' } })
    await server.call('PATCH', '/v1/company', { as: boss, body: { description: 'We fix things again.' } })

    const begun = await start(boss)
    expect(begun.status).toBe(201)
    expect(begun.body).toMatchObject({ state: 'queued', progress: 0, withFiles: true, requestedBy: { id: boss.id } })
    const second = await start(boss)
    expect([second.status, second.body.error.code]).toEqual([409, 'EXPORT_RUNNING'])
    expect((await start(world.south.owner)).status).toBe(201)
    expect((await content(begun.body.id, boss)).status).toBe(404)
    await run(begun.body.id, company.id)

    const [ready] = await list(boss)
    expect(ready).toMatchObject({ id: begun.body.id, state: 'ready', progress: 100 })
    expect(Math.round((Date.parse(ready?.expiresAt as string) - Date.now()) / 86_400_000)).toBe(7)
    const down = await content(begun.body.id, boss)
    expect([down.status, down.headers.get('content-type'), down.headers.get('cache-control')]).toEqual([
      200,
      'application/zip',
      'no-store',
    ])
    expect(down.headers.get('content-disposition')).toMatch(/^attachment; filename="north-\d{4}-\d\d-\d\d\.zip"/)
    const bytes = Buffer.from(await down.arrayBuffer())
    expect(bytes.length).toBe(ready?.size)

    const files = unzip(bytes)
    const text = (name: string) => files.get(name)?.toString('utf8') ?? `no ${name}`
    const rows = (name: string) =>
      text(`tables/${name}.jsonl`)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    expect([...files.keys()].filter((n) => !n.startsWith('attachments/')).sort()).toEqual(
      [
        'README.txt',
        'company.json',
        'logo.png',
        ...[
          'activity',
          'agreement-texts',
          'agreements',
          'api-keys',
          'attachments',
          'automation-alerts',
          'automation-requests',
          'automations',
          'clients',
          'connections',
          'contact-imports',
          'contacts',
          'dismissed-recommendations',
          'estimates',
          'hour-blocks',
          'hour-ledger',
          'invitations',
          'invoices',
          'mail-bounces',
          'mail-consents',
          'messages',
          'order-lines',
          'orders',
          'payments',
          'people',
          'project-comments',
          'project-files',
          'project-links',
          'project-phases',
          'project-tasks',
          'project-updates',
          'projects',
          'refunds',
          'report-mails',
          'runs',
          'sent-reports',
          'signatures',
          'stored-card',
          'ticket-links',
          'ticket-watchers',
          'tickets',
          'time-entries',
          'top-up-rules',
          'top-ups',
        ].flatMap((t) => [`tables/${t}.csv`, `tables/${t}.jsonl`]),
      ].sort(),
    )
    expect(JSON.parse(text('company.json'))).toMatchObject({ name: 'North', tools: ['Autotask'] })
    expect(rows('people').map((p) => [p.name, p.role])).toContainEqual(['North Owner', 'owner'])
    expect(rows('contacts')).toMatchObject([{ name: 'Carla Contact' }])
    expect(rows('clients')).toMatchObject([{ name: 'Harbor Dental' }])
    expect(rows('tickets')).toMatchObject([
      { number: `T-${ticket.number}`, subject: '=cmd|calc', requester: 'North Member' },
    ])
    expect(rows('messages')).toMatchObject([
      { ticket: `T-${ticket.number}`, author: 'Erin Engineer', body: 'Visible reply' },
    ])
    expect(rows('invoices')).toMatchObject([{ number: invoice.number, status: 'paid', totalCents: 175_000 }])
    expect(rows('payments')).toMatchObject([{ invoice: invoice.number, method: 'transfer', refundedCents: 100 }])
    expect(rows('automations')).toMatchObject([{ name: 'Offboarding', status: 'live', minutesPerRun: 12, clients: [] }])
    expect(new Set(rows('runs').map((r) => r.externalId)).size).toBe(1_201)
    expect(rows('runs')).toHaveLength(1_201)
    expect(rows('connections')).toMatchObject([
      { automation: 'Offboarding', tool: 'Autotask', expiresOn: '2027-03-31' },
    ])
    expect(rows('automation-alerts')).toMatchObject([{ kind: 'silent', ticket: `T-${ticket.number}`, endedAt: null }])
    expect(text('tables/tickets.csv')).toContain("'=cmd|calc")
    const attached = rows('attachments') as { path: string; sha256: string }[]
    expect(attached).toHaveLength(2)
    for (const { path: at, sha256 } of attached)
      expect(
        createHash('sha256')
          .update(files.get(at) ?? '')
          .digest('hex'),
      ).toBe(sha256)
    expect([...files.keys()].filter((n) => n.startsWith('attachments/'))).toHaveLength(2)
    expect(rows('activity').map((a) => a.action)).toContain('company.edit')
    expect(text('tables/activity.jsonl')).not.toContain('Ada Admin')
    expect(
      rows('activity').every((a) => ['North Owner', 'North Member'].includes(a.who) || a.who.startsWith('User')),
    ).toBe(true)

    // The full archive, compressed and uncompressed.
    const everything = Buffer.concat([bytes, ...files.values(), Buffer.from([...files.keys()].join())]).toString(
      'latin1',
    )
    for (const word of [
      'SECRET',
      'STRANGER',
      ...(await server.db.selectFrom('api_keys').select('hash').execute()).map((k) => k.hash),
    ])
      expect(everything.includes(word), word).toBe(false)
  })
  test('is available to owners only', async () => {
    const [mine] = await list(owner)
    const id = mine?.id as string
    for (const as of [world.north.member, world.engineer, world.admin]) {
      expect((await content(id, as)).status).toBe(403)
      expect((await start(as)).status).toBe(403)
      expect((await server.call('GET', '/v1/exports', { as })).status).toBe(403)
    }
    expect((await content(id, world.south.owner)).status).toBe(404)
    expect((await list(world.south.owner)).map((x) => x.id)).not.toContain(id)
    expect((await start(owner, {})).body.error.fields).toEqual({
      withFiles: ['Choose whether to include attachments.'],
    })
    const acts = await server.db.selectFrom('audit_log').select('action').where('subject_id', '=', id).execute()
    expect(acts.map((a) => a.action)).toEqual(['export.start', 'export.download'])
  })
  test('emails the requester a link to the page, never to the archive', async () => {
    const of = await server.company({ name: 'Mailed' })
    const boss = await server.person(of, 'owner', { fullName: 'Mo Mailed' })
    const { id } = (await start(boss, { withFiles: false })).body
    await run(id, of.id)
    const job = await server.db
      .selectFrom('jobs.job' as never)
      .select(['data', 'name'] as never)
      .where('name' as never, '=', 'platform.send-mail' as never)
      .execute()
    expect(JSON.stringify(job)).toContain(of.id)
    const { exportReady } = await import('./mail.ts')
    const mail = exportReady({
      id,
      to: boss.email,
      name: 'Mo',
      expiresAt: '2026-06-01T00:00:00Z',
      publicUrl: 'https://p.example',
    })
    expect(mail.blocks).toContainEqual({ button: 'View data export', href: 'https://p.example/settings/export' })
    expect(JSON.stringify(mail.blocks)).not.toContain(id)
    // Running the job again makes no second export.
    await run(id, of.id)
    expect(await list(boss)).toMatchObject([{ state: 'ready', withFiles: false }])
  })
  test('is built by one process at a time, and by the next one after a crash', async () => {
    const of = await server.company({ name: 'Twice' })
    const boss = await server.person(of, 'owner')
    const { id } = (await start(boss, { withFiles: false })).body
    await server.db.updateTable('exports').set({ state: 'running' }).where('id', '=', id).execute()
    await expect(run(id, of.id)).rejects.toThrow(/another process/)
    const past = new Date(Date.now() - 60_000).toISOString()
    await server.db.updateTable('exports').set({ updated_at: past }).where('id', '=', id).execute()
    await run(id, of.id)
    expect(await list(boss)).toMatchObject([{ state: 'ready' }])
  })
  test('tolerates a lost file; a failed export can be started again', async () => {
    const of = await server.company({ name: 'Lost' })
    const boss = await server.person(of, 'owner')
    const ticket = await makeTicket(server.db, { requester: boss })
    const file = { name: 'a.txt', type: 'text/plain', by: boss, on: { ticket } }
    const lost = await makeAttachment(server.db, server.platform.storage, { ...file, bytes: Buffer.from('lost') })
    await makeAttachment(server.db, server.platform.storage, { ...file, bytes: Buffer.from('kept') })
    await server.platform.storage.remove(lost.id)
    const { id } = (await start(boss)).body
    await run(id, of.id)
    const files = unzip(Buffer.from(await (await content(id, boss)).arrayBuffer()))
    expect(
      [...files]
        .filter(([n]) => n.startsWith('attachments/'))
        .map(([, b]) => b.toString())
        .sort(),
    ).toEqual(['', 'kept'])

    const again = (await start(boss)).body
    const broken = {
      ...server.platform,
      storage: { ...server.platform.storage, put: () => Promise.reject(new Error('disk')) },
    }
    await buildExport(broken, { companyId: of.id, exportId: again.id })
    expect((await list(boss))[0]).toMatchObject({ id: again.id, state: 'failed' })
    expect((await content(again.id, boss)).status).toBe(404)
    expect((await start(boss)).status).toBe(201)
  })
  test('stops reading when its upload fails, without affecting anything else', async () => {
    const of = await server.company({ name: 'Cut' })
    const boss = await server.person(of, 'owner')
    const { id } = (await start(boss)).body
    let taken: Readable | undefined
    let after = 0
    const cut = {
      ...server.platform,
      db: {
        ...server.platform.db,
        // Fails as if the process had closed its database connections in the meantime.
        askAs: (async (...asked: Parameters<typeof server.platform.db.askAs>) => {
          if (!taken) return server.platform.db.askAs(...asked)
          after++
          throw new Error('Cannot use a pool after calling end on the pool')
        }) as typeof server.platform.db.askAs,
      },
      storage: {
        ...server.platform.storage,
        put: async (_id: string, bytes: Readable) => {
          await once(bytes, 'readable')
          taken = bytes
          throw new Error('disk')
        },
      },
    }
    await buildExport(cut, { companyId: of.id, exportId: id })
    expect((await list(boss))[0]).toMatchObject({ id, state: 'failed' })
    expect(taken?.destroyed).toBe(true)
    // Only the table that was being read may have asked again. No other table was started.
    expect(after).toBeLessThanOrEqual(1)
  })
  test('is built by the next process when its process stops', async () => {
    const of = await server.company({ name: 'Stopped' })
    const boss = await server.person(of, 'owner')
    const { id } = (await start(boss)).body
    const gone = () => Promise.reject(new Error('Cannot use a pool after calling end on the pool'))
    let stopped = false
    const stopping = {
      ...server.platform,
      db: {
        ...server.platform.db,
        askAs: (...asked: Parameters<typeof server.platform.db.askAs>) =>
          stopped ? gone() : server.platform.db.askAs(...asked),
        asActor: (...asked: Parameters<typeof server.platform.db.asActor>) =>
          stopped ? gone() : server.platform.db.asActor(...asked),
      } as typeof server.platform.db,
      storage: {
        ...server.platform.storage,
        put: async (_id: string, bytes: Readable) => {
          stopped = true
          for await (const _ of bytes);
          throw new Error('The upload ended without its content.')
        },
      },
    }
    await expect(buildExport(stopping, { companyId: of.id, exportId: id })).rejects.toThrow('Cannot use a pool')
    expect((await list(boss))[0]).toMatchObject({ id, state: 'running' })
    // The process that stopped no longer updates the export.
    await server.db
      .updateTable('exports')
      .set({ updated_at: sql<string>`now() - interval '10 minutes'` })
      .where('id', '=', id)
      .execute()
    await buildExport(server.platform, { companyId: of.id, exportId: id })
    expect((await list(boss))[0]).toMatchObject({ id, state: 'ready' })
    expect((await content(id, boss)).status).toBe(200)
  })
  test('is deleted when two newer ones are ready', async () => {
    const of = await server.company({ name: 'Often' })
    const boss = await server.person(of, 'owner')
    const other = await server.company({ name: 'Seldom' })
    const theirs = await server.person(other, 'owner')
    const make = async (as: Person) => {
      const { id } = (await start(as, { withFiles: false })).body
      await run(id, as.companyId)
      return id
    }
    const kept = await make(theirs)
    const first = await make(boss)
    const second = await make(boss)
    expect((await content(first, boss)).status).toBe(200)
    const third = await make(boss)
    expect((await list(boss)).map((x) => x.id)).toEqual([third, second])
    expect((await content(first, boss)).status).toBe(404)
    expect(() => readFileSync(path.join(server.env.dataDir, 'files', first.slice(-2), first))).toThrow(/ENOENT/)
    expect([(await content(second, boss)).status, (await content(kept, theirs)).status]).toEqual([200, 200])
  })
  test('stays ready when the storage is away while an older one is deleted, and the hourly job deletes that', async () => {
    const of = await server.company({ name: 'Unlucky' })
    const boss = await server.person(of, 'owner')
    const away = {
      ...server.platform,
      storage: { ...server.platform.storage, remove: () => Promise.reject(new Error('away')) },
    }
    const ids: string[] = []
    for (let i = 0; i < 3; i++) {
      ids.unshift((await start(boss, { withFiles: false })).body.id)
      await buildExport(away, { companyId: of.id, exportId: ids[0] as string })
    }
    expect(await list(boss)).toMatchObject(ids.map((id) => ({ id, state: 'ready' })))
    await sweepExports.handler(server.platform)
    expect((await list(boss)).map((x) => x.id)).toEqual(ids.slice(0, 2))
  })
  test('is deleted when it expires, and fails when its job died', async () => {
    const of = await server.company({ name: 'Old' })
    const boss = await server.person(of, 'owner')
    const { id } = (await start(boss, { withFiles: false })).body
    await run(id, of.id)
    const at = path.join(server.env.dataDir, 'files', id.slice(-2), id)
    expect(readFileSync(at).length).toBeGreaterThan(100)
    const past = new Date(Date.now() - 1_000).toISOString()
    await server.db.updateTable('exports').set({ expires_at: past }).where('id', '=', id).execute()
    // An expired export cannot be downloaded, even before the sweep deletes it.
    expect((await content(id, boss)).status).toBe(404)
    const dead = (await start(boss, { withFiles: false })).body.id
    const long = new Date(Date.now() - 2 * 3_600_000).toISOString()
    await server.db.updateTable('exports').set({ state: 'running', updated_at: long }).where('id', '=', dead).execute()
    await sweepExports.handler(server.platform)
    expect(await list(boss)).toMatchObject([{ id: dead, state: 'failed' }])
    expect(() => readFileSync(at)).toThrow(/ENOENT/)
  })
})
