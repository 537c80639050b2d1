// PDFs of invoices and agreements: who may have them, that each state is drawn once, and what their bytes contain.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeAgreement } from '../../../test/factories/agreements.ts'
import { makeInvoice } from '../../../test/factories/billing.ts'
import { filesOfPdf, textOfPdf } from '../../../test/harness/pdf-text.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { DocumentInfo } from '../../contract/documents.ts'
import { FILE_POLICY } from '../platform/http/file-policy.ts'
import { LimitExceeded } from '../platform/jobs/limit-exceeded.ts'
import { sweepDocuments } from './jobs.ts'
import { produceDocument } from './make.ts'
import { MAKE_DOCUMENT, type MakeData, TRIES, WAITING_MAX } from './policy.ts'

type Info = z.infer<typeof DocumentInfo>
let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

const ask = (kind: string, subjectId: string, as: Person, headers: Record<string, string> = {}) =>
  server.call<Info & ErrorShape>('POST', '/v1/documents', { as, body: { kind, subjectId }, headers })
const state = (id: string, as: Person) => server.call<Info & ErrorShape>('GET', `/v1/documents/${id}`, { as })
const download = (id: string, as: Person) =>
  fetch(`${server.url}/api/v1/documents/${id}/content`, {
    headers: { apikey: server.env.publishableKey, authorization: `Bearer ${as.token}` },
  })
/** Runs the jobs of a document and returns its state. */
const ready = async (id: string, as: Person): Promise<Info> => {
  const { rows } = await sql<{ data: MakeData }>`
    select data from jobs.job where name = ${MAKE_DOCUMENT} and data->>'documentId' = ${id}`.execute(server.db)
  expect(rows.length).toBeGreaterThan(0)
  for (const { data } of rows) await produceDocument(server.platform, data)
  return (await state(id, as)).body
}
const made = async (kind: string, subjectId: string, as: Person) => {
  const asked = await ask(kind, subjectId, as)
  expect(asked.status).toBe(200)
  const info = await ready(asked.body.id, as)
  expect(info).toMatchObject({ state: 'ready', progress: 100 })
  const response = await download(info.id, as)
  return { info, response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('an invoice', () => {
  test('becomes a PDF attachment with its number, lines and total, and a strict content policy', async () => {
    const { owner } = world.north
    const i = await makeInvoice(server.db, {
      companyId: owner.companyId,
      minutes: 1_200,
      cents: 332_500,
      name: '20 hours of Łukasz',
    })
    const { info, response, bytes } = await made('invoice', i.invoiceId, owner)
    expect(info.name).toBe(`Millwright ${i.number}.pdf`)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Millwright INV-\d{4}-\d{4}\.pdf"/,
    )
    expect(response.headers.get('content-security-policy')).toBe(FILE_POLICY)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect([info.size, info.sha256]).toEqual([bytes.length, createHash('sha256').update(bytes).digest('hex')])
    const text = textOfPdf(bytes)
    for (const part of [
      i.number as string,
      '20 hours of Łukasz',
      '$3,325.00',
      'Amount due',
      'Page 1 of 1',
      'How to pay',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('PAID')
  })
  test('is rendered once for each state: again only after it is paid', async () => {
    const { owner } = world.north
    const i = await makeInvoice(server.db, { companyId: owner.companyId })
    const first = await made('invoice', i.invoiceId, owner)
    const again = await Promise.all(Array.from({ length: 5 }, () => ask('invoice', i.invoiceId, world.admin)))
    expect(first.info.state).toBe('ready')
    expect(new Set(again.map((r) => r.body.id))).toEqual(new Set([first.info.id]))
    const version = (await server.call<{ version: number }>('GET', `/v1/invoices/${i.invoiceId}`, { as: world.admin }))
      .body.version
    const paid = await server.call('POST', `/v1/invoices/${i.invoiceId}/transfer`, {
      as: world.admin,
      body: { version, amountCents: 175_000, paidOn: '2026-11-20', reference: 'SCT 4711' },
    })
    expect(paid.status).toBe(200)
    const second = await made('invoice', i.invoiceId, owner)
    expect(second.info.id).not.toBe(first.info.id)
    const text = textOfPdf(second.bytes)
    for (const part of ['PAID', 'SCT 4711', '−$1,750.00']) expect(text).toContain(part)
    expect(text).not.toContain('How to pay')
    // A document that was replaced a month ago is removed.
    await server.db
      .updateTable('documents')
      .set({ updated_at: new Date(Date.now() - 31 * 86_400_000).toISOString() })
      .where('id', '=', first.info.id)
      .execute()
    await sweepDocuments.handler(server.platform)
    expect((await state(first.info.id, owner)).status).toBe(404)
    expect((await download(second.info.id, owner)).status).toBe(200)
  })
  test('is for owners and administrators only, and for no other company', async () => {
    const { owner, member } = world.north
    const i = await makeInvoice(server.db, { companyId: owner.companyId })
    const { info } = await made('invoice', i.invoiceId, owner)
    for (const who of [member, world.engineer]) {
      expect((await ask('invoice', i.invoiceId, who)).status).toBe(403)
      expect((await state(info.id, who)).status).toBe(403)
      expect((await download(info.id, who)).status).toBe(403)
    }
    const stranger = await ask('invoice', i.invoiceId, world.south.owner)
    const nobody = await ask('invoice', crypto.randomUUID(), world.south.owner)
    expect([stranger.status, stranger.body.error.code]).toEqual([404, nobody.body.error.code])
    expect((await state(info.id, world.south.owner)).status).toBe(404)
    expect((await download(info.id, world.south.owner)).status).toBe(404)
    expect((await download(info.id, world.admin)).status).toBe(200)
  })
  test('prints names, addresses and lines in every script', async () => {
    const { admin } = world
    const name = `東京支店 𠮷野 ${crypto.randomUUID().slice(0, 8)}`
    const company = await server.call<{ id: string } & ErrorShape>('POST', '/v1/companies', {
      as: admin,
      body: { name, address: 'شركة الاختبار\nחברה 12\n서울특별시' },
    })
    expect(company.status).toBe(201)
    const lines = ['点検 Ελλάδα', 'ไทย Київ'].map((description) => ({ description, quantity: 1, unitCents: 10_000 }))
    const invoice = await server.call<{ id: string } & ErrorShape>('POST', '/v1/invoices', {
      as: admin,
      body: { companyId: company.body.id, lines },
    })
    expect(invoice.status).toBe(201)
    const { bytes } = await made('invoice', invoice.body.id, admin)
    const text = textOfPdf(bytes).replaceAll('\n', '')
    for (const part of [name, '서울특별시', '点検 Ελλάδα', 'ไทย Київ', '$100.00']) expect(text).toContain(part)
    // In the file, the glyphs of right-to-left text are in order from left to right.
    const turned = Array.from(text).reverse().join('')
    for (const part of ['شركة الاختبار', 'חברה']) expect(turned).toContain(part)
    expect(text).not.toContain('□')
  })
  test('with a name that cannot be printed, from before this was checked, has boxes instead', async () => {
    const { owner } = world.south
    const i = await makeInvoice(server.db, { companyId: owner.companyId, name: 'Hours \ue000' })
    const { bytes } = await made('invoice', i.invoiceId, owner)
    expect(textOfPdf(bytes).replaceAll('\n', '')).toContain('Hours □')
  })
  test('has no PDF before it is issued', async () => {
    const { owner } = world.north
    const i = await makeInvoice(server.db, { companyId: owner.companyId, method: 'card', issue: false })
    const r = await ask('invoice', i.invoiceId, owner)
    expect([r.status, r.body.error.code]).toEqual([422, 'DOCUMENT_NOT_THERE'])
  })
  test('returns the same response for the same idempotency key', async () => {
    const { owner } = world.north
    const i = await makeInvoice(server.db, { companyId: owner.companyId })
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [a, b] = [await ask('invoice', i.invoiceId, owner, key), await ask('invoice', i.invoiceId, owner, key)]
    expect(b.body).toEqual(a.body)
  })
})

describe('an agreement', () => {
  test('becomes a PDF with its text, the signature evidence, and the exact text that the checksum covers', async () => {
    const { owner, member } = world.north
    const { id, sha256 } = await makeAgreement(server.db, {
      by: world.admin,
      companyId: owner.companyId,
      name: 'Überwachung & Pflege',
      source: '# Terms\n\nBetween **{{ provider.name }}** and {{ company.name }}.\n\n- one\n- two',
      signed: { by: owner, ip: '203.0.113.9', userAgent: 'Mozilla/5.0 (evidence)' },
    })
    for (const as of [owner, world.admin, member, world.engineer]) {
      const { bytes, info } = await made('agreement', id, as)
      // A request with the document's own id, which another user may know, has the same result.
      for (const other of [member, world.engineer])
        expect([(await state(info.id, other)).status, (await download(info.id, other)).status]).toEqual(
          as === owner || as === world.admin ? [404, 404] : [200, 200],
        )
      expect(info.name).toMatch(/^Millwright A-\d+\.pdf$/)
      const text = textOfPdf(bytes)
      for (const part of ['Überwachung & Pflege', 'SIGNED', sha256]) expect(text).toContain(part)
      // The signer's address and browser are only for owners and administrators, as on the screen.
      for (const part of ['203.0.113.9', 'Mozilla/5.0 (evidence)', owner.id])
        expect(text.includes(part), part).toBe(as === owner || as === world.admin)
      expect(filesOfPdf(bytes).map((f) => createHash('sha256').update(f).digest('hex'))).toEqual([sha256])
    }
    expect((await ask('agreement', id, world.south.owner)).status).toBe(404)
  })
  test('is marked as a draft and visible to staff only before it is sent', async () => {
    const { owner } = world.north
    const { id } = await makeAgreement(server.db, { by: world.admin, companyId: owner.companyId })
    const { info, bytes } = await made('agreement', id, world.admin)
    expect(textOfPdf(bytes)).toContain('DRAFT')
    expect((await ask('agreement', id, owner)).status).toBe(404)
    expect((await state(info.id, owner)).status).toBe(404)
    expect((await download(info.id, owner)).status).toBe(404)
  })
})

describe('failures', () => {
  test('are retried, shown after the last attempt, and restarted on request', async () => {
    const { owner } = world.north
    const i = await makeInvoice(server.db, { companyId: owner.companyId })
    const { info } = await made('invoice', i.invoiceId, owner)
    const { companyId } = owner
    const set = (fields: object) => server.db.updateTable('documents').set(fields).where('id', '=', info.id).execute()
    const unmade = { sha256: null, size: null, made_at: null, progress: 0 }
    await set({ ...unmade, state: 'queued', sheet: '{"title":', attempts: 0 })
    const go = () => produceDocument(server.platform, { companyId, documentId: info.id })
    for (let n = 1; n < TRIES; n++) {
      await expect(go()).rejects.toThrow()
      expect((await state(info.id, owner)).body.state).toBe('queued')
    }
    await go()
    expect((await state(info.id, owner)).body).toMatchObject({ state: 'failed', progress: 0, size: null })
    expect((await download(info.id, owner)).status).toBe(404)
    expect((await ask('invoice', i.invoiceId, owner)).body).toMatchObject({ id: info.id, state: 'queued' })
    expect(await ready(info.id, owner)).toMatchObject({ id: info.id, progress: 100 })
  })
  test('of a company are refused while twenty of its PDFs wait, but a finished one is returned', async () => {
    const owner = await server.person(await server.company({ name: 'Greedy' }), 'owner')
    const i = await makeInvoice(server.db, { companyId: owner.companyId })
    const earlier = await makeInvoice(server.db, { companyId: owner.companyId })
    const { info } = await made('invoice', earlier.invoiceId, owner)
    await server.db
      .insertInto('documents')
      .values(
        Array.from({ length: WAITING_MAX }, (_, n) => ({
          company_id: owner.companyId,
          id: crypto.randomUUID(),
          kind: 'report',
          subject_id: crypto.randomUUID(),
          content: String(n).padStart(64, '0'),
          name: 'Report',
          sheet: '{}',
        })),
      )
      .execute()
    const refused = await ask('invoice', i.invoiceId, owner)
    expect([refused.status, refused.body.error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect((await ask('invoice', earlier.invoiceId, owner)).body).toMatchObject({ id: info.id, state: 'ready' })
    await server.db
      .deleteFrom('documents')
      .where('company_id', '=', owner.companyId)
      .where('kind', '=', 'report')
      .execute()
    expect((await ask('invoice', i.invoiceId, owner)).status).toBe(200)
  })
  test('of a document that is too large are shown after two attempts, and the job can be tried again', async () => {
    const { owner } = world.north
    const i = await makeInvoice(server.db, { companyId: owner.companyId })
    const { info } = await made('invoice', i.invoiceId, owner)
    const set = (fields: object) => server.db.updateTable('documents').set(fields).where('id', '=', info.id).execute()
    const sheet = (text: string) =>
      JSON.stringify({
        title: 'Invoice',
        number: 'INV-1',
        subject: 'x',
        from: { name: 'Millwright', email: 'support@millwright.example' },
        base: 'https://portal.example.com',
        at: '2026-11-20T10:00:00Z',
        blocks: [{ is: 'text', text }],
      })
    const unmade = { sha256: null, size: null, made_at: null, progress: 0 }
    await set({ ...unmade, state: 'queued', sheet: sheet('word '.repeat(3_000_000)), attempts: 0 })
    const go = (last: boolean) =>
      produceDocument(server.platform, { companyId: owner.companyId, documentId: info.id }, { last })
    // With a larger sheet, reading the row alone exceeds the time limit of a statement on a slow machine.
    await expect(go(false)).rejects.toThrow(/^Drawing a PDF took/)
    expect((await state(info.id, owner)).body).toMatchObject({ state: 'queued', problem: null })
    await expect(go(true)).rejects.toThrow(LimitExceeded)
    expect((await state(info.id, owner)).body).toMatchObject({ state: 'failed', problem: 'too_large' })
    // The cause was fixed, and staff retry the job.
    await set({ sheet: sheet('word') })
    await go(false)
    expect((await state(info.id, owner)).body).toMatchObject({ state: 'ready', problem: null, progress: 100 })
  })
  test('of a job restart the document on the next request', async () => {
    const { owner } = world.north
    const i = await makeInvoice(server.db, { companyId: owner.companyId })
    const { info } = await made('invoice', i.invoiceId, owner)
    await server.db
      .updateTable('documents')
      .set({
        sha256: null,
        size: null,
        made_at: null,
        state: 'running',
        sheet: '{}',
        updated_at: new Date(Date.now() - 10 * 60_000).toISOString(),
      })
      .where('id', '=', info.id)
      .execute()
    expect((await ask('invoice', i.invoiceId, owner)).body).toMatchObject({ id: info.id, state: 'queued' })
    await ready(info.id, owner)
  })
})

describe('characters that cannot be printed are rejected beside their field', () => {
  const words = (where: string) =>
    `These characters can’t be printed ${where}: U+E000, 𪚥 (U+2A6A5). Remove or replace them.`
  const bad = 'Bad \ue000 𪚥'
  test.each([
    [
      'a new company',
      'POST',
      '/v1/companies',
      'admin',
      { name: bad, address: bad },
      ['name', 'address'],
      'on invoices',
    ],
    [
      'the own company',
      'PATCH',
      '/v1/company',
      'owner',
      { name: bad, address: bad, phone: bad },
      ['name', 'address', 'phone'],
      'on invoices',
    ],
    [
      'the check of the own company',
      'POST',
      '/v1/company/check',
      'owner',
      { address: bad },
      ['address'],
      'on invoices',
    ],
    [
      'an invoice',
      'POST',
      '/v1/invoices',
      'admin',
      { lines: [{ description: bad, unitCents: 1 }] },
      ['lines.0.description'],
      'on invoices',
    ],
    [
      'an agreement',
      'POST',
      '/v1/agreements',
      'admin',
      { name: bad, source: bad },
      ['name', 'source'],
      'in agreements',
    ],
    ['the own name', 'PATCH', '/v1/me/profile', 'owner', { fullName: bad }, ['fullName'], 'in documents'],
    ['a client', 'POST', '/v1/clients', 'owner', { name: bad }, ['name'], 'in reports'],
    [
      'an hour pack',
      'POST',
      '/v1/hour-packs',
      'admin',
      { name: bad, minutes: 60, priceCents: 100 },
      ['name'],
      'on invoices',
    ],
  ] as const)('%s', async (_what, method, path, who, body, fields, where) => {
    const as = who === 'admin' ? world.admin : world.north.owner
    const answer = await server.call<ErrorShape>(method, path, { as, body })
    expect(answer.status).toBe(400)
    for (const field of fields) expect(answer.body.error.fields?.[field]).toEqual([words(where)])
  })
  test('a name in any script with a typeface is accepted', async () => {
    const body = { name: `شركة ${crypto.randomUUID().slice(0, 8)}`, address: '서울 🏢' }
    expect((await server.call('POST', '/v1/companies', { as: world.admin, body })).status).toBe(201)
  })
})
