import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { brand } from '../../../brand.config.ts'
import { demoFiles } from '../../../test/demo/files.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { FileInfo } from '../../contract/files.ts'
import type { Message, Ticket } from '../../contract/tickets/index.ts'
import { FILE_POLICY } from '../platform/http/file-policy.ts'
import { sweepUnclaimed } from './jobs.ts'
import { cleanName, contentDisposition } from './policy.ts'
import { storeUpload } from './store-upload.ts'

type Info = z.infer<typeof FileInfo>
let server: TestServer
let world: World
let owner: Person
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  ;({ owner } = world.north)
})
afterAll(() => server.close())

const PNG = Object.entries(demoFiles).find(([name]) => name.endsWith('.png')) as [string, (typeof demoFiles)[string]]
const PDF = Object.entries(demoFiles).find(([name]) => name.endsWith('.pdf')) as [string, (typeof demoFiles)[string]]
const put = (name: string, raw: BodyInit, as: Person = owner) =>
  server.call<Info & ErrorShape>('PUT', `/v1/files?name=${encodeURIComponent(name)}`, {
    as,
    raw,
    headers: { 'content-type': 'application/octet-stream' },
  })
const content = (id: string, as: Person) =>
  fetch(`${server.url}/api/v1/files/${id}/content`, {
    headers: { apikey: server.env.publishableKey, authorization: `Bearer ${as.token}` },
  })
const open = async (fileIds: string[], as = owner) =>
  server.call<z.infer<typeof Ticket> & ErrorShape>('POST', '/v1/tickets', {
    as,
    body: { subject: 'With files', description: 'x', fileIds },
  })
const stored = async () =>
  (await readdir(path.join(server.env.dataDir, 'files'), { recursive: true, withFileTypes: true })).filter((f) =>
    f.isFile(),
  ).length

describe('uploads', () => {
  test('keep a PDF and a picture byte for byte, with a detected type', async () => {
    for (const [name, file] of [PNG, PDF]) {
      const bytes = Buffer.from(file.bytes())
      const up = await put(name, bytes)
      expect(up.body).toMatchObject({ name, type: file.type, size: bytes.length, inline: file.type === 'image/png' })
      const down = await content(up.body.id, owner)
      expect(Buffer.from(await down.arrayBuffer()).equals(bytes)).toBe(true)
    }
  })
  test.each([
    ['a picture that is text', 'shot.png', 'hello', 415],
    ['a PDF that is a picture', 'offer.pdf', PNG[1].bytes(), 415],
    ['a program', 'setup.exe', 'MZ\u0090\u0000 program', 415],
    [
      'a program under another name',
      'setup.txt',
      Buffer.concat([
        Buffer.from('MZ'),
        Buffer.alloc(58),
        Buffer.from([0x80, 0, 0, 0]),
        Buffer.alloc(64),
        Buffer.from('PE\0\0'),
      ]),
      415,
    ],
    ['a script', 'run.ps1', 'Get-Process', 415],
    ['a program behind a dot', 'evil.hta.', '<script>', 415],
    ['nothing', 'empty.txt', '', 400],
    ['no name', ' ', 'x', 400],
    ['a NUL in the name', 'a\0.txt', 'x', 400],
    ['a very long name', 'x'.repeat(1001), 'x', 400],
  ])('reject %s and leave nothing', async (_what, name, bytes, status) => {
    const before = await stored()
    const r = await put(name, bytes as BodyInit)
    expect([r.status, typeof r.body.error.message]).toEqual([status, 'string'])
    expect(await stored()).toBe(before)
  })
  test('accept 25 MB but not one byte more, with or without Content-Length', async () => {
    const max = Buffer.alloc(25 * 1024 * 1024, 'a')
    expect((await put('max.log', max)).status).toBe(201)
    const before = await stored()
    expect((await put('more.log', Buffer.concat([max, Buffer.from('b')]))).status).toBe(413)
    const chunked = new ReadableStream({
      start(c) {
        for (let i = 0; i < 26; i++) c.enqueue(new Uint8Array(1024 * 1024).fill(97))
        c.close()
      },
    })
    const r = await fetch(`${server.url}/api/v1/files?name=chunked.log`, {
      method: 'PUT',
      body: chunked,
      duplex: 'half',
      headers: { apikey: server.env.publishableKey, authorization: `Bearer ${owner.token}` },
    } as RequestInit).then(
      (x) => x.status,
      () => 413,
    )
    expect(r).toBe(413)
    expect(await stored()).toBe(before)
  })
  test('serve text that could be executed as a sandboxed download', async () => {
    for (const [name, text] of [
      ['page.html', '<script>alert(1)</script>'],
      ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['data.xml', '<?xml version="1.0"?><x/>'],
    ] as const) {
      const up = await put(name, text)
      expect([up.status, up.body.inline], name).toEqual([201, false])
      const { headers } = await content(up.body.id, owner)
      expect(headers.get('content-type')).toBe('application/octet-stream')
      expect(headers.get('content-disposition')).toMatch(/^attachment;/)
      expect(headers.get('content-security-policy')).toBe(FILE_POLICY)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })
})

describe('quotas', () => {
  const fileRow = (of: Person, size: number) => ({
    company_id: of.companyId,
    id: crypto.randomUUID(),
    name: 'kept.bin',
    type: 'application/octet-stream',
    size,
    sha256: 'x',
    state: 'claimed',
    uploaded_by: of.id,
  })
  const GB = 1024 ** 3
  test('limit the storage of a company, with or without Content-Length', async () => {
    const other = await server.company({ name: 'Hoarder' })
    const [a, b] = [await server.person(other, 'owner'), await server.person(other, 'member')]
    const old = { created_at: '2026-01-01T00:00:00Z' }
    await server.db
      .insertInto('files')
      .values([
        { ...fileRow(a, 19 * GB), ...old },
        // Files that partners cannot see count too.
        { ...fileRow(a, GB - 10), ...old, staff_only: true },
      ])
      .execute()
    expect((await put('fits.txt', '0123456789', b)).status).toBe(201)
    const r = await put('over.txt', 'x', b)
    expect([r.status, r.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(r.body.error.message).toBe(
      `Your company uses 20 of 20 GB of its file storage, so this file doesn’t fit. To get more, email ${brand.supportEmail}.`,
    )
    const unsized = await fetch(`${server.url}/api/v1/files?name=over.txt`, {
      method: 'PUT',
      headers: { apikey: server.env.publishableKey, authorization: `Bearer ${b.token}` },
      body: new Blob(['x']).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(unsized.status).toBe(413)
    const mailed = {
      id: crypto.randomUUID(),
      companyId: other.id,
      uploadedBy: b.id,
      name: 'a.txt',
      bytes: Buffer.from('x'),
    }
    expect(await storeUpload(server.platform, mailed)).toEqual({
      refused: 'It doesn’t fit into the company’s file storage.',
    })
    expect((await put('elsewhere.txt', 'x')).status).toBe(201)
  })
  test('say how much is used when a file does not fit into what is left', async () => {
    const other = await server.company({ name: 'Nearly full' })
    const a = await server.person(other, 'owner')
    const [b, c] = [await server.person(other, 'member'), await server.person(other, 'member')]
    const used = (of: Person, share: number) => ({ ...fileRow(of, share), created_at: '2026-01-01T00:00:00Z' })
    await server.db
      .insertInto('files')
      .values(used(a, 20 * GB - 5))
      .execute()
    const full = await put('over.txt', '0123456789', a)
    expect(full.body.error.message).toMatch(/^Your company uses 19\.9 of 20 GB /)
    await server.db.deleteFrom('files').where('company_id', '=', other.id).execute()
    await server.db
      .insertInto('files')
      .values(fileRow(b, 5 * GB - 5))
      .execute()
    expect((await put('over.txt', '0123456789', b)).body.error.message).toMatch(/^You have uploaded 4\.9 of 5 GB /)
    const small = Array.from({ length: 2_000 }, () => fileRow(c, 1))
    await server.db.insertInto('files').values(small).execute()
    expect((await put('one.txt', 'x', c)).body.error.message).toMatch(
      /^You have uploaded 2,000 files .* limit is 2,000\./,
    )
  })
  test('let at most ten parallel uploads pass the check together', async () => {
    const other = await server.company({ name: 'Crowd' })
    const a = await server.person(other, 'owner')
    await server.db
      .insertInto('files')
      .values(fileRow(a, 5 * GB - 50))
      .execute()
    const stored = vi.spyOn(server.platform.storage, 'put')
    const uploads = Array.from({ length: 30 }, (_, i) => {
      const headers = { apikey: server.env.publishableKey, authorization: `Bearer ${a.token}`, 'content-length': '40' }
      const upload = request(`${server.url}/api/v1/files?name=${i}.txt`, { method: 'PUT', headers })
      const answered = new Promise<number>((ok, no) => {
        upload.on('response', (r) => ok(r.resume().statusCode ?? 0))
        upload.on('error', no)
      })
      upload.write('x')
      return { answered, finish: () => upload.end('y'.repeat(39)) }
    })
    await expect.poll(() => stored.mock.calls.length, { interval: 5 }).toBeGreaterThanOrEqual(10)
    for (const { finish } of uploads) finish()
    const statuses = await Promise.all(uploads.map(({ answered }) => answered))
    stored.mockRestore()
    expect([201, 429].map((status) => statuses.filter((s) => s === status).length)).toEqual([10, 20])
  })
  test('limit uploads per user in 24 hours without affecting others', async () => {
    const other = await server.company({ name: 'Busy' })
    const [a, b] = [await server.person(other, 'owner'), await server.person(other, 'member')]
    await server.db
      .insertInto('files')
      .values(fileRow(a, 5 * GB))
      .execute()
    const r = await put('more.txt', 'x', a)
    expect([r.status, r.body.error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(r.headers.get('retry-after')).toBe('3600')
    expect(r.body.error.message).toBe(
      `You have uploaded 5 of 5 GB in the last 24 hours, so this file doesn’t fit. Try again tomorrow, or email ${brand.supportEmail} to get more.`,
    )
    expect((await put('more.txt', 'x', b)).status).toBe(201)
    await server.db
      .updateTable('files')
      .set({ created_at: '2026-01-01T00:00:00Z' })
      .where('uploaded_by', '=', a.id)
      .execute()
    expect((await put('more.txt', 'x', a)).status).toBe(201)
  })
})

describe('other limits', () => {
  test('unsent uploads are limited', async () => {
    const { member } = world.south
    const row = (i: number) => ({
      company_id: member.companyId,
      id: crypto.randomUUID(),
      name: `${i}.txt`,
      type: 'text/plain',
      size: 1,
      sha256: 'x',
      uploaded_by: member.id,
    })
    await server.db
      .insertInto('files')
      .values(Array.from({ length: 200 }, (_, i) => row(i)))
      .execute()
    const r = await put('one-more.txt', 'x', member)
    expect([r.status, r.body.error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect((await put('mine.txt', 'x', world.south.owner)).status).toBe(201)
  })
  test('a HEAD request does not open the file', async () => {
    const up = await put('a.txt', 'hello')
    const before = (await readdir('/proc/self/fd')).length
    for (let i = 0; i < 30; i++) {
      const r = await fetch(`${server.url}/api/v1/files/${up.body.id}/content`, {
        method: 'HEAD',
        headers: { apikey: server.env.publishableKey, authorization: `Bearer ${owner.token}` },
      })
      expect(r.status).toBe(200)
    }
    expect((await readdir('/proc/self/fd')).length).toBeLessThan(before + 15)
  })
})

describe('names', () => {
  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\offer.pdf', 'offer.pdf'],
    ['evil\u202egpj.exe', 'evilgpj.exe'],
    ['a\r\nSet-Cookie: x.txt', 'aSet-Cookie: x.txt'],
    ['..', 'file'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
    ['Übersicht 2026.pdf', 'Übersicht 2026.pdf'],
  ])('%j becomes %j', (from, to) => expect(cleanName(from)).toBe(to))
  test('are escaped in the header', () => {
    expect(contentDisposition('attachment', 'a"b\\c%.txt')).toBe(
      `attachment; filename="a_b_c_.txt"; filename*=UTF-8''a%22b%5Cc%25.txt`,
    )
    expect(contentDisposition('inline', "Ü's (1).png")).toBe(
      `inline; filename="_'s (1).png"; filename*=UTF-8''%C3%9C%27s%20%281%29.png`,
    )
  })
})

describe('files of tickets', () => {
  test('are visible to the engineer and colleagues, but to no other company', async () => {
    const up = (await put(...([PDF[0], Buffer.from(PDF[1].bytes())] as const))).body
    expect((await content(up.id, world.north.member)).status).toBe(404) // unclaimed: only for its uploader
    const ticket = (await open([up.id])).body
    expect(ticket.attachments).toMatchObject([{ id: up.id, name: PDF[0] }])
    for (const who of [owner, world.north.member, world.engineer]) expect((await content(up.id, who)).status).toBe(200)
    for (const who of [world.south.owner, world.south.member]) expect((await content(up.id, who)).status).toBe(404)
  })
  test('of an engineer are shared with a reply and stay internal with a note', async () => {
    const ticket = (await open([])).body
    const reply = async (kind: 'reply' | 'note') => {
      const up = (await put('log.txt', kind, world.engineer)).body
      const r = await server.call<z.infer<typeof Message>>('POST', `/v1/tickets/${ticket.id}/messages`, {
        as: world.engineer,
        body: { kind, body: 'See file.', fileIds: [up.id] },
      })
      expect(r.body.attachments).toMatchObject([{ id: up.id }])
      return up.id
    }
    expect((await content(await reply('reply'), owner)).status).toBe(200)
    const secret = await reply('note')
    expect((await content(secret, owner)).status).toBe(404)
    expect((await content(secret, world.admin)).status).toBe(200)
  })
  test('can be attached once, by their uploader, all or none', async () => {
    const mine = (await put('a.txt', 'a')).body.id
    const colleagues = (await put('b.txt', 'b', world.north.member)).body.id
    const refused = await open([mine, colleagues])
    expect([refused.status, refused.body.error.code]).toEqual([422, 'ATTACHMENT_GONE'])
    expect((await open([mine, mine])).body.attachments).toHaveLength(1)
    expect((await open([mine])).status).toBe(422)
    expect((await open(Array.from({ length: 21 }, () => crypto.randomUUID()))).body.error.fields).toEqual({
      fileIds: ['You can attach at most 20 files.'],
    })
  })
  test('are deleted after a day when unsent, and kept when sent', async () => {
    const left = (await put('left.txt', 'left')).body.id
    const sent = (await put('sent.txt', 'sent')).body.id
    await open([sent])
    const aged = new Date(Date.now() - 25 * 3_600_000).toISOString()
    await server.db.updateTable('files').set({ created_at: aged }).where('id', 'in', [left, sent]).execute()
    await sweepUnclaimed.handler(server.platform)
    expect((await content(left, owner)).status).toBe(404)
    expect((await content(sent, owner)).status).toBe(200)
  })
})
