import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { demoFiles } from '../../../test/demo/files.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { FileInfo } from '../../contract/files.ts'
import type { Message, Ticket } from '../../contract/tickets.ts'
import { sweepUnclaimed } from './jobs.ts'
import { cleanName, disposition } from './policy.ts'

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
  test('a real PDF and a real picture arrive byte for byte, typed by what is in them', async () => {
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
  ])('%s is refused and leaves nothing', async (_what, name, bytes, status) => {
    const before = await stored()
    const r = await put(name, bytes as BodyInit)
    expect([r.status, typeof r.body.error.message]).toEqual([status, 'string'])
    expect(await stored()).toBe(before)
  })
  test('25 MB go in, one byte more does not, announced or not', async () => {
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
  test('text that could run somewhere is served as a download in a sandbox', async () => {
    for (const [name, text] of [
      ['page.html', '<script>alert(1)</script>'],
      ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['data.xml', '<?xml version="1.0"?><x/>'],
    ] as const) {
      const up = await put(name, text)
      expect([name, up.status, up.body.inline]).toEqual([name, 201, false])
      const { headers } = await content(up.body.id, owner)
      expect(headers.get('content-type')).toBe('application/octet-stream')
      expect(headers.get('content-disposition')).toMatch(/^attachment;/)
      expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })
})

describe('limits of kindness', () => {
  test('what is uploaded and never sent may not pile up', async () => {
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
  test('asking for the head only opens nothing', async () => {
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
  test('go into the header so that no name can end it', () => {
    expect(disposition('attachment', 'a"b\\c%.txt')).toBe(
      `attachment; filename="a_b_c_.txt"; filename*=UTF-8''a%22b%5Cc%25.txt`,
    )
    expect(disposition('inline', "Ü's (1).png")).toBe(
      `inline; filename="_'s (1).png"; filename*=UTF-8''%C3%9C%27s%20%281%29.png`,
    )
  })
})

describe('files of tickets', () => {
  test('reach the engineer, the colleague, and no stranger', async () => {
    const up = (await put(...([PDF[0], Buffer.from(PDF[1].bytes())] as const))).body
    expect((await content(up.id, world.north.member)).status).toBe(404) // not sent yet: the uploader's alone
    const ticket = (await open([up.id])).body
    expect(ticket.attachments).toMatchObject([{ id: up.id, name: PDF[0] }])
    for (const who of [owner, world.north.member, world.engineer]) expect((await content(up.id, who)).status).toBe(200)
    for (const who of [world.south.owner, world.south.member]) expect((await content(up.id, who)).status).toBe(404)
  })
  test('an engineer’s file becomes the partner’s with the reply, and stays staff’s with a note', async () => {
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
  test('can be taken once, by their uploader, all or none', async () => {
    const mine = (await put('a.txt', 'a')).body.id
    const colleagues = (await put('b.txt', 'b', world.north.member)).body.id
    const refused = await open([mine, colleagues])
    expect([refused.status, refused.body.error.code]).toEqual([422, 'ATTACHMENT_GONE'])
    expect((await open([mine, mine])).body.attachments).toHaveLength(1)
    expect((await open([mine])).status).toBe(422)
    expect((await open(Array.from({ length: 21 }, () => crypto.randomUUID()))).body.error.fields).toEqual({
      fileIds: ['At most 20 files at once.'],
    })
  })
  test('never sent ones are gone after a day, sent ones stay', async () => {
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
