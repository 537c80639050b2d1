// Calls every operation in the API's OpenAPI document: who may call it, and that other companies find nothing.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ROLES, type Role, SCOPES, type Scope } from '../src/contract/base.ts'
import { createHttp } from '../src/server/http.ts'
import { makeAgreement } from './factories/agreements.ts'
import { makeInstallation } from './factories/automations.ts'
import { makeBilling } from './factories/billing.ts'
import { makeClient, makeContact, makeImport } from './factories/contacts.ts'
import { makeAttachment } from './factories/files.ts'
import { makeInvitation } from './factories/people.ts'
import { makeProject, makeProjectComment } from './factories/projects.ts'
import { makeMessage, makeTicket } from './factories/tickets.ts'
import { soak } from './harness/lane.ts'
import { APP_SECRET } from './harness/secrets.ts'
import {
  type Answer,
  type ErrorShape,
  type Person,
  startServer,
  type TestServer,
  type World,
} from './harness/server.ts'
import { makeInputs, signing } from './harness/valid-inputs.ts'

type Operation = {
  'x-roles': Role[]
  'x-scope'?: Scope
  security?: unknown[]
  operationId?: string
  summary?: string
  responses: Record<string, unknown>
  parameters?: { name: string; schema?: { minimum?: number; maximum?: number; default?: number; enum?: string[] } }[]
}
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> }

let server: TestServer
let world: World
let spec: Document
let operations: { method: string; path: string; op: Operation }[]
let people: Record<Role, Person>

beforeAll(async () => {
  server = await startServer({ TRUSTED_PROXIES: '127.0.0.1' })
  world = await server.world()
  people = { member: world.north.member, owner: world.north.owner, engineer: world.engineer, admin: world.admin }
  spec = (await server.call<Document>('GET', '/openapi.json')).body
  operations = Object.entries(spec.paths).flatMap(([path, at]) =>
    Object.entries(at).map(([method, op]) => ({ method: method.toUpperCase(), path, op })),
  )
})
afterAll(() => server.close())

/** Returns a path with the id filled in. `{list}` takes a name instead. */
const fill = (path: string, id: string) => path.replace('{list}', 'tickets').replace(/\{\w+\}/g, id)
const guarded = () => operations.filter(({ op }) => op['x-roles'].length > 0)
const random = () => crypto.randomUUID()

describe('the document', () => {
  test('is OpenAPI 3.1, needs no key, and says of every operation who may call it', () => {
    expect(spec.openapi).toMatch(/^3\.1/)
    expect(operations.length).toBeGreaterThan(15)
    for (const { method, path, op } of operations) {
      expect([Array.isArray(op['x-roles']), typeof op.summary], `${method} ${path}`).toEqual([true, 'string'])
      for (const role of op['x-roles']) expect(ROLES).toContain(role)
      // Public operations and those that accept an API key declare it. The others inherit the bearer token.
      const security = op['x-scope'] ? [{ bearer: [], publishable: [] }, { key: [] }] : undefined
      expect(op.security, path).toEqual(op['x-roles'].length === 0 ? [] : security)
      if (op['x-scope']) expect(SCOPES).toContain(op['x-scope'])
    }
  })
  test('every list returns 25 rows by default, and 1 to 100 on request', () => {
    const limits = operations.flatMap(({ path, op }) =>
      (op.parameters ?? []).filter((p) => p.name === 'limit').map(({ schema }) => ({ path, schema })),
    )
    expect(limits.length).toBeGreaterThan(30)
    for (const { path, schema } of limits)
      expect([schema?.minimum, schema?.maximum, schema?.default], path).toEqual([1, 100, 25])
  })
  test('lists every route that the process has under /api/v1', () => {
    const app = createHttp(server.platform, { stopping: false })
    const plain = app.routes.filter((r) => r.path.startsWith('/api/v1/') && !r.path.includes('*'))
    expect(plain.length).toBeGreaterThan(2)
    for (const { method, path } of plain) {
      const at = path.replace('/api/v1', '').replace(/:(\w+)/g, '{$1}')
      expect(Boolean(spec.paths[at]?.[method.toLowerCase()]), `${method} ${at}`).toBe(true)
    }
  })
  test('has a page that shows it without scripts', async () => {
    const r = await fetch(`${server.url}/api/docs`)
    const html = await r.text()
    expect(r.status).toBe(200)
    expect(html).not.toContain('<script')
    for (const { path } of operations) expect(html).toContain(`/api/v1${path}`.replace(/[{}]/g, (c) => c))
  })
})

describe('access', () => {
  test('is denied without the publishable key, or with a wrong one', async () => {
    for (const { method, path } of operations) {
      // These need no key: /site returns it, and Google redirects browsers to the callback.
      if (path === '/site' || path === '/auth/callback/google') continue
      for (const apikey of ['', 'pk_wrong']) {
        const r = await server.call<ErrorShape>(method, `/v1${fill(path, random())}`, {
          as: people.admin,
          headers: { apikey },
        })
        expect([r.status, r.body.error.code], `${method} ${path}`).toEqual([401, 'UNAUTHORIZED'])
      }
    }
    expect((await fetch(`${server.url}/api/v1/site`)).status).toBe(200)
    expect((await fetch(`${server.url}/api/openapi.json`)).status).toBe(200)
    expect((await fetch(`${server.url}/api/rpc/tickets/list`, { method: 'POST' })).status).toBe(401)
  })

  test('is denied without a valid token', async () => {
    const good = people.admin.token
    const [head, payload, signature] = good.split('.') as [string, string, string]
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const foreign = generateKeyPairSync('ed25519').privateKey
    const own = createPrivateKey({
      key: Buffer.concat([
        Buffer.from('302e020100300506032b657004220420', 'hex'),
        (await import('../src/server/platform/env.ts')).deriveKey(APP_SECRET, 'access tokens'),
      ]),
      format: 'der',
      type: 'pkcs8',
    })
    const sign = (key: typeof own, change: object = {}) =>
      new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'EdDSA' }).sign(key)
    const encode = (o: object) => Buffer.from(JSON.stringify(o)).toString('base64url')
    const bad = {
      garbage: 'garbage',
      empty: '',
      'no signature': `${head}.${payload}.`,
      'alg none': `${encode({ alg: 'none' })}.${payload}.`,
      'HS256 with a guess': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(APP_SECRET)),
      'another role': `${head}.${encode({ ...claims, role: 'admin', internal: true, company: random() })}.${signature}`,
      'another key': await sign(foreign),
      'run out': await sign(own, { exp: Math.floor(Date.now() / 1000) - 1 }),
      'another issuer': await sign(own, { iss: 'https://elsewhere.example' }),
      'another audience': await sign(own, { aud: 'something-else' }),
      'very long': 'x'.repeat(100_000),
    }
    // Check that the signing key is right, so that the tokens below are rejected for their claims.
    expect((await server.call('GET', '/v1/me/role', { token: await sign(own) })).status).toBe(200)
    // More calls than the rate limit allows for one address, so each operation uses its own address.
    for (const [at, { method, path }] of guarded().entries()) {
      const headers = { 'x-forwarded-for': `198.51.${at >> 8}.${at & 255}` }
      for (const [name, token] of [
        ['none', undefined] as const,
        ...Object.entries(bad).slice(0, path === '/me/role' ? undefined : 3),
      ]) {
        const r = await server.call<ErrorShape>(
          method,
          `/v1${fill(path, random())}`,
          token === undefined ? { headers } : { headers, token },
        )
        expect(r.status, `${method} ${path} ${name}`).toBe(name === 'very long' ? 431 : 401)
      }
    }
  })

  test('is allowed for the roles that the document lists, and for no others', async () => {
    for (const { method, path, op } of guarded()) {
      if (path === '/events') continue // endless response, allowed for all roles
      const body = method === 'GET' || method === 'PUT' ? {} : { body: {} }
      const answers = await Promise.all(
        ROLES.map((role) =>
          server.call<ErrorShape>(method, `/v1${fill(path, random())}`, { as: people[role], ...body }),
        ),
      )
      for (const [i, role] of ROLES.entries()) {
        const r = answers[i] as Answer
        const may = op['x-roles'].includes(role)
        expect(r.status === 403, `${method} ${path} ${role}`).toBe(!may)
        // A permitted role gets a success, an input error, not found or a conflict, but never 403.
        if (may) expect([200, 201, 400, 404, 409].includes(r.status), `${method} ${path} ${role}`).toBe(true)
      }
    }
  })
})

describe('a forged cursor', () => {
  /** Cursor names of sort orders that do not come from the parameters `sort` and `order`. */
  const NAMED = [
    ...[
      'notes',
      'activity',
      'keys',
      'exports',
      'updates',
      'files',
      'newest',
      'started',
      'written',
      'received',
      'changes',
    ],
    ...['inputs', 'moves', 'suggestions', 'name', 'activities', 'sent', 'first seen', 'refused'],
    ...['project acts', 'product acts', 'agreement acts', 'installation acts'],
  ]
  const namesOf = (sort: string | undefined, way: string | undefined) =>
    sort === undefined
      ? [...NAMED, `runs ${way}`, `line ${way}`, `name ${way}`]
      : [sort, `${sort} ${way}`, `runs ${way}`, `line ${way}`, `catalog ${sort} ${way}`, `${sort} ${way}|x`]
  /** The directions to try. The short lane alternates them between the sort orders of a list. */
  const waysOf = <T>(ways: T[], sort: number) => (soak ? ways : ways.slice(sort % ways.length).slice(0, 1))
  const encode = (value: unknown) =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
  const id = '00000000-0000-4000-8000-000000000000'
  const GARBAGE = [
    'x',
    '%',
    '\0',
    '\ud800',
    'ä'.repeat(200),
    '!!!!',
    ...['null', '1', '"x"', '{}', '[]', '[[]]'].map(encode),
  ]
  /** Values that are invalid for every sort order. */
  const WRONG = [null, 1, true, {}, [], ['x'], 'a\0b', '\ud800', 'x'.repeat(3_601)]
  /** Values of different types. A list accepts those of its own type and rejects the others. */
  const VALUES = [
    ...[
      '',
      'x',
      '-1',
      '0',
      '1.5',
      '1e9',
      'NaN',
      'Infinity',
      '2147483647',
      '2147483648',
      '9'.repeat(18),
      '9'.repeat(19),
    ],
    ...[
      '9'.repeat(200),
      'now',
      'infinity',
      '-infinity',
      'epoch',
      '0000-01-01',
      '0001-01-01',
      '9999-12-31',
      '10000-01-01',
    ],
    ...['2026-02-30', '2026-13-01', '2026-01-01', '2026-01-01T00:00:00', '2026-01-01T00:00:00+99:99'],
    ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z', '2026-01-01T24:00:00Z'],
    ...['2026-01-01T00:00:00Z', `2026-01-01T00:00:00.${'1'.repeat(150)}Z`, "'; select 1; --", '{}', '\\'],
  ]

  test('is refused by every list in every order, and no value of one breaks it', async () => {
    const lists = operations.filter(({ op }) => op.parameters?.some((p) => p.name === 'cursor'))
    expect(lists.length).toBeGreaterThan(30)
    // More calls than the rate limit allows for one user.
    const unlimited = vi.spyOn(server.platform.limits, 'call').mockResolvedValue()
    // Lists whose cursor name this test does not know, so that no value was tried there.
    const unknown: string[] = []
    for (const { path, op } of lists) {
      const choices = (name: string) => op.parameters?.find((p) => p.name === name)?.schema?.enum ?? [undefined]
      const role = ROLES.toReversed().find((r) => op['x-roles'].includes(r))
      const ask = async (cursor: string, sort: string | undefined, way: string | undefined, q = '') => {
        const query = new URLSearchParams({
          cursor,
          ...(path === '/hours/ledger' ? { company: world.north.company.id } : {}),
          ...(path === '/sla/history' ? { id } : {}),
          ...(sort ? { sort } : {}),
          ...(way ? { order: way } : {}),
          ...(q && op.parameters?.some((p) => p.name === 'q') ? { q } : {}),
        })
        const r = await server.call<ErrorShape>('GET', `/v1${fill(path, id)}?${query}`, {
          ...(role ? { as: people[role] } : {}),
        })
        return r.status
      }
      for (const [i, sort] of choices('sort').entries())
        for (const way of waysOf(choices('order'), i)) {
          const at = `${path} ${sort} ${way}`
          // A list below a missing record can answer 404 first.
          const refused = path.includes('{') ? [400, 404] : [400]
          const garbage = await Promise.all((soak || i === 0 ? GARBAGE : []).map((cursor) => ask(cursor, sort, way)))
          for (const [n, status] of garbage.entries())
            expect(refused.includes(status) ? 'refused' : status, `${at} ${GARBAGE[n]}`).toBe('refused')
          if ((await ask('x', sort, way)) === 404) continue
          let accepted = 0
          const names = namesOf(sort, way)
          for (const name of names) {
            // If no value is accepted with a name, the name belongs to another list.
            const kinds = ['1', '2026-01-01', '2026-01-01T00:00:00Z', 'x']
            const first = await Promise.all(kinds.map((value) => ask(encode([name, value, id]), sort, way, 'x')))
            const reached = first.some((status) => status !== 400)
            expect(Math.max(...first) < 500, `${at} ${name}`).toBe(true)
            if (!reached) continue
            accepted++
            const wrong = [
              ...WRONG.map((value) => [name, value, id]),
              [name],
              [name, '1'],
              [name, '1', 'x'],
              [name, '1', 1],
              [name, '1', id, 'x'],
              [1, '1', id],
            ]
            const answers = await Promise.all(wrong.map((cursor) => ask(encode(cursor), sort, way)))
            for (const [n, status] of answers.entries()) expect(status, `${at} ${JSON.stringify(wrong[n])}`).toBe(400)
            const others = await Promise.all(VALUES.map((value) => ask(encode([name, value, id]), sort, way)))
            for (const [n, status] of others.entries())
              expect([200, 400, 404].includes(status) ? 'fine' : status, `${at} ${name} ${VALUES[n]}`).toBe('fine')
            // These lists have one name each.
            if (!soak && sort === undefined) break
          }
          if (accepted === 0) unknown.push(at)
        }
    }
    unlimited.mockRestore()
    expect(unknown).toEqual([])
    // The cursor of a search contains the interpreted query.
    for (const note of ['\0', '\ud800', 'x'.repeat(300), "'", ':*', '"'])
      expect([200, 400]).toContain(
        (
          await server.call(
            'GET',
            `/v1/tickets?${new URLSearchParams({ q: 'x', cursor: encode([`updated desc|${note}`, '2026-01-01T00:00:00Z', id]) })}`,
            { as: people.admin },
          )
        ).status,
      )
  })
})

describe('strangers', () => {
  test('another company’s id gets exactly the response of a random id, wherever it is used', async () => {
    const theirs = await makeTicket(server.db, { requester: world.south.owner, subject: 'xylophone' })
    const message = await makeMessage(server.db, { ticket: theirs, author: world.south.owner, byStaff: false })
    const file = await makeAttachment(server.db, server.platform.storage, {
      name: 'secret.txt',
      type: 'text/plain',
      bytes: Buffer.from('secret'),
      by: world.south.owner,
      on: { ticket: theirs, messageId: message.id },
    })
    const client = await makeClient(server.db, { company_id: world.south.company.id, name: 'xylophone' })
    const contact = await makeContact(server.db, { company_id: world.south.company.id, full_name: 'xylophone' })
    const imported = await makeImport(server.db, {
      company_id: world.south.company.id,
      created_by: world.south.owner.id,
    })
    const key = { company_id: world.south.company.id, id: random() }
    const by = world.south.owner.id
    await server.db
      .insertInto('api_keys')
      .values({ ...key, name: 'x', prefix: 'mwk_x', hash: key.id, scopes: [], created_by: by })
      .execute()
    await server.db
      .insertInto('exports')
      .values({ ...key, with_files: false, requested_by: by, state: 'ready', expires_at: '2999-01-01T00:00:00Z' })
      .execute()
    await server.db
      .insertInto('pictures')
      .values({ ...key, type: 'image/png', bytes: Buffer.from('x'), etag: 'x' })
      .execute()
    await server.db
      .insertInto('saved_views')
      .values({ ...key, user_id: by, list: 'tickets', name: 'x', query: '', position: 0 })
      .execute()
    await server.db
      .insertInto('auth.factors')
      .values({ id: key.id, user_id: by, friendly_name: 'x', secret: 'x' })
      .execute()
    const soon = new Date(Date.now() + 60_000).toISOString()
    await server.db
      .insertInto('auth.session')
      .values({ id: key.id, userId: by, token: key.id, expiresAt: soon, updatedAt: soon })
      .execute()
    const invitation = await makeInvitation(server.db, {
      companyId: world.south.company.id,
      invitedBy: by,
      email: 'xylophone@partner.test',
      role: 'member',
    })
    const money = await makeBilling(server.db, world.south.owner)
    await server.db
      .insertInto('checkouts')
      .values({ ...key, order_id: money.orderId, amount_cents: 1, started_by: by })
      .execute()
    await server.db
      .insertInto('card_pages')
      .values({ ...key, consent: 'x', started_by: by })
      .execute()
    const agreed = await makeAgreement(server.db, {
      by: world.admin,
      companyId: world.south.company.id,
      sent: true,
    })
    const project = await makeProject(server.db, {
      company_id: world.south.company.id,
      by: world.engineer,
      tasks: [{ title: 'theirs', side: 'partner', status: 'waiting_on_partner' }],
    })
    const comment = await makeProjectComment(server.db, project, { by: world.south.owner })
    const automation = await makeInstallation(server.db, { companyId: world.south.company.id })
    await server.db
      .insertInto('report_mails')
      .values({ ...key, first_month: '2026-01-01' })
      .execute()
    const paper = { kind: 'agreement', subject_id: agreed.id, content: 'a'.repeat(64), name: 'A-1', sheet: '{}' }
    await server.db
      .insertInto('documents')
      .values({ ...key, ...paper })
      .execute()
    const ids: Record<string, string> = {
      '/agreements': agreed.id,
      '/projects': project.id,
      '/automations': automation.id,
      '/products': 'not-a-product',
      '/recommendations': key.id,
      '/reports': key.id,
      '/project-tasks': project.taskIds[0] as string,
      '/project-comments': comment.id,
      '/documents': key.id,
      '/orders': money.orderId,
      '/purchases': money.orderId,
      '/invoices': money.invoiceId,
      '/top-ups': money.topUpId,
      '/checkouts': key.id,
      '/billing': key.id,
      '/me': key.id,
      '/users': by,
      '/invitations': invitation.id,
      '/lists': key.id,
      '/clients': client.id,
      '/contacts': contact.id,
      '/contact-imports': imported.id,
      '/tickets': theirs.id,
      '/files': file.id,
      '/companies': world.south.company.id,
      '/api-keys': key.id,
      '/exports': key.id,
      '/pictures': key.id,
    }
    const bodies: Record<string, object> = {
      'POST /me/factors/{factorId}/verify': { code: '123456' },
      'PATCH /lists/{list}/views/{id}': { name: 'mine' },
      'PATCH /tickets/{id}': { version: 1, subject: 'mine' },
      'PATCH /clients/{id}': { version: 1, name: 'mine' },
      'POST /users/{id}/role': { role: 'member' },
      'POST /clients/{id}/archive': { archived: true },
      'PATCH /contacts/{id}': { version: 1, fullName: 'mine' },
      'POST /contacts/{id}/archive': { archived: true },
      'POST /contacts/{id}/merge': { otherId: theirs.id, version: 1, otherVersion: 1 },
      'POST /contact-imports/{id}/check': { header: true, mapping: ['fullName'], existing: 'skip', clients: 'leave' },
      'POST /tickets/{id}/estimates/{estimateId}/decision': { decision: 'approved' },
      'POST /tickets/{id}/messages': { body: 'hello' },
      'PATCH /tickets/{id}/messages/{messageId}': { body: 'mine', version: 1 },
      'POST /tickets/{id}/watchers': { who: { kind: 'user', id: world.north.member.id } },
      'POST /tickets/{id}/status': { status: 'closed' },
      'PUT /tickets/{id}/rating': { rating: 5 },
      'PUT /companies/{id}/model': { allowed: false },
      'POST /top-ups/{id}/approve': { expectedCents: 175_000 },
      'PUT /projects/{id}/watch': { watching: true },
      'POST /projects/{id}/files': { fileIds: [file.id] },
      'POST /project-tasks/{id}/complete': { done: true },
      'POST /project-tasks/{id}/comments': { body: 'mine' },
      'PATCH /project-comments/{id}': { body: 'mine', version: 1 },
      'PUT /automations/{id}/answers': { version: 1, answers: {}, finished: false },
      'POST /automations/{id}/ask': { want: 'pause', reason: 'mine' },
      'PUT /automations/{id}/clients': { clientIds: [] },
      'POST /automations/{id}/problems': { description: 'mine' },
      'POST /agreements/{id}/opened': { revisionId: agreed.revisionId },
      'POST /agreements/{id}/return': { revisionId: agreed.revisionId, comment: 'mine' },
      'POST /agreements/{id}/sign': signing(agreed, world.south.company.name, world.south.owner.fullName),
    }
    const withId = guarded().filter(
      ({ path, op }) => path.replace('{list}', '').includes('{') && op['x-roles'].includes('owner'),
    )
    expect(withId.length).toBeGreaterThan(6)
    for (const { method, path } of withId) {
      const known = ids[`/${path.split('/')[1]}`] as string
      const body = bodies[`${method} ${path}`]
      const answers = await Promise.all(
        [known, random()].map((id) =>
          server.call<ErrorShape>(method, `/v1${fill(path, id)}`, { as: world.north.owner, ...(body ? { body } : {}) }),
        ),
      )
      const [real, none] = answers.map(({ status, body: { error } }) => ({ status, ...error, requestId: '' }))
      expect(real, `${method} ${path}`).toEqual(none)
      expect(real?.status, `${method} ${path}`).toBe(404)
    }
    // Filters, searches and exports, and another company's file.
    for (const query of [
      `company=${world.south.company.id}`,
      'q=xylophone',
      `q=T-${theirs.number}`,
      `requester=${world.south.owner.id}`,
      `client=${client.id}`,
      `contact=${contact.id}`,
    ]) {
      const list = await server.call<{ items: { id: string }[] }>('GET', `/v1/tickets?${query}`, {
        as: world.north.owner,
      })
      expect(list.body.items, query).toEqual([])
      const csv = await server.call('GET', `/v1/tickets.csv?${query}`, { as: world.north.owner })
      expect(csv.text.trim().split('\n').length, query).toBe(1)
    }
    const take = await server.call<ErrorShape>('POST', '/v1/tickets', {
      as: world.north.owner,
      body: { subject: 'x', description: 'y', fileIds: [file.id] },
    })
    expect([take.status, take.body.error.code]).toEqual([422, 'ATTACHMENT_GONE'])
    const counts = await server.call('GET', `/v1/tickets/counts?company=${world.south.company.id}`, {
      as: world.north.owner,
    })
    expect(Object.values((counts.body as { byStatus: Record<string, number> }).byStatus).every((n) => n === 0)).toBe(
      true,
    )
  })
})

describe('creating operations', () => {
  test('all accept an Idempotency-Key and run once per key', async () => {
    // Found by their 201 response, so that one without the key is found too. A lead is identified by its form instead.
    const creates = operations.filter(({ op, path }) => '201' in op.responses && path !== '/leads')
    const { bodies, ids } = await makeInputs(server, world)
    for (const { path, op } of creates) expect(JSON.stringify(op).includes('Idempotency-Key'), path).toBe(true)
    // The bodies of uploads are bytes.
    const uploads: Record<string, string> = { '/files': 'a', '/contact-imports': 'Name\nPat' }
    for (const [path, raw] of Object.entries(uploads)) {
      creates.splice(
        creates.findIndex((c) => c.path === path),
        1,
      )
      const put = () =>
        server.call<{ id: string }>('PUT', `/v1${path}?name=a.txt`, {
          as: world.north.owner,
          raw,
          headers: { 'idempotency-key': `walk ${path}` },
        })
      const [a, b] = [await put(), await put()]
      expect([a.status, a.body.id], path).toEqual([201, b.body.id])
    }
    expect(creates.map(({ path }) => path).sort()).toEqual(Object.keys(bodies).sort())
    for (const { method, path, op } of creates) {
      const once = () =>
        server.call<{ id: string }>(method, `/v1${fill(path, ids[path.split('/')[1] ?? ''] ?? '')}`, {
          as: op['x-roles'].includes('owner') ? world.north.owner : world.admin,
          body: bodies[path],
          headers: { 'idempotency-key': `walk ${path}` },
        })
      const [a, b] = [await once(), await once()]
      expect([a.status, a.body.id], path).toEqual([201, b.body.id])
    }
  })
})
