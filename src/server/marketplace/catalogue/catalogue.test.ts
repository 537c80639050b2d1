// How staff edit the catalog, and what the public sees of it.
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { catalogue } from '../../../../content/marketplace/index.ts'
import {
  type ErrorShape,
  type Person,
  startServer,
  type TestServer,
  type World,
} from '../../../../test/harness/server.ts'
import {
  asksForSecret,
  type CatalogueAct,
  type CatalogueProduct,
  type CatalogueRow,
} from '../../../contract/catalogue.ts'
import type { Product } from '../../../contract/marketplace.ts'
import { loadCatalogue } from '../index.ts'
import { copyName, copySlug, questionName } from '../policy.ts'

type P = z.infer<typeof CatalogueProduct>
type Row = z.infer<typeof CatalogueRow>
type Act = z.infer<typeof CatalogueAct>
type Page<T> = { items: T[]; nextCursor: string | null }

let server: TestServer
let world: World
let admin: Person

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  admin = world.admin
  await loadCatalogue(server.db, catalogue.slice(0, 8))
})
afterAll(() => server.close())

const call = <T = P>(method: string, at: string, body?: object, as: Person = admin, key?: string) =>
  server.call<T & ErrorShape>(method, `/v1/admin/products${at}`, {
    as,
    ...(body ? { body } : {}),
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  })
const fieldsOf = (r: { body: ErrorShape }) => Object.keys(r.body.error?.fields ?? {}).sort()
const publicly = (slug: string) => server.call<z.infer<typeof Product> & ErrorShape>('GET', `/v1/products/${slug}`)

const CONTENT = {
  name: 'Spare license finder',
  promise: 'Finds licenses nobody uses and opens a ticket for each.',
  category: 'identity',
  audience: ['msp'],
  integrations: ['Microsoft 365', 'Autotask'],
  problem: 'Licenses are paid for people who left.\nNobody has time to look.',
  steps: ['Reads all licenses every Monday.', 'Opens a ticket for each that was not used for 60 days.'],
  needs: ['Microsoft 365 with an app registration.'],
  included: ['Set-up and hosting.'],
  limits: ['Takes no license away by itself.'],
  priceModel: 'monthly',
  priceCents: 4_900,
  setupDays: 3,
  minutesPerRun: 25,
  runsPerMonth: 4,
  minutesWhy: 'Somebody compares two lists.',
  intake: [
    { label: 'Which boards do tickets go to?', type: 'long_text', required: true },
    { label: 'How often?', type: 'choice', required: true, options: ['Weekly', 'Monthly'], help: 'Weekly is usual.' },
  ],
}
let count = 0
const newContent = (more: object = {}) => {
  count++
  return { ...CONTENT, name: `${CONTENT.name} ${count}`, slug: `spare-licenses-${count}`, ...more }
}
const make = async (more: object = {}): Promise<P> => {
  const r = await call('POST', '', newContent(more))
  expect([r.status, r.body.error]).toEqual([201, undefined])
  return r.body
}
const patch = (p: Pick<P, 'id' | 'version'>, body: object, as?: Person) =>
  call('PATCH', `/${p.id}`, { version: p.version, ...body }, as)
const status = async (p: Pick<P, 'id' | 'version'>, to: string) => {
  const r = await call('POST', `/${p.id}/status`, { version: p.version, status: to })
  expect(r.body.error).toBeUndefined()
  return r.body
}

describe('permissions', () => {
  test('staff can read, administrators can write, partners have no access', async () => {
    const p = await make()
    const acts: [string, string, object | undefined][] = [
      ['GET', '', undefined],
      ['GET', `/${p.id}`, undefined],
      ['GET', `/${p.id}/history`, undefined],
      ['POST', '/preview', CONTENT],
      ['POST', '', newContent()],
      ['PATCH', `/${p.id}`, { version: p.version, runsPerMonth: 5 }],
      ['POST', `/${p.id}/duplicate`, {}],
      ['POST', `/${p.id}/position`, { after: null }],
      ['POST', `/${p.id}/status`, { version: p.version, status: 'archived' }],
    ]
    for (const [method, at, body] of acts) {
      for (const as of [world.north.owner, world.north.member])
        expect((await call(method, at, body, as)).status, `${method} ${at}`).toBe(403)
      const reads = method === 'GET' || at === '/preview'
      expect((await call(method, at, body, world.engineer)).status, `${method} ${at}`).toBe(reads ? 200 : 403)
    }
    expect((await call<Page<Row>>('GET', '', undefined, world.engineer)).body.items[0]?.can).toEqual({ edit: false })
    expect((await call('GET', `/${p.id}`, undefined, world.engineer)).body.can).toEqual({ edit: false })
    expect((await call('GET', `/${p.id}`)).body.can).toEqual({ edit: true })
    expect((await server.call('GET', '/v1/admin/products.csv', { as: world.north.owner })).status).toBe(403)
  })
})

describe('a product', () => {
  test('is a draft until it is published, and then appears in the marketplace unchanged', async () => {
    const p = await make()
    expect(p).toMatchObject({ status: 'draft', publishedAt: null, popularity: 0, version: 1 })
    expect((await publicly(p.slug)).status).toBe(404)
    expect(p.intake.map((q) => q.name)).toEqual(['which_boards_do_tickets_go_to', 'how_often'])
    const live = await status(p, 'published')
    const { body } = await publicly(p.slug)
    for (const key of Object.keys(CONTENT) as (keyof typeof CONTENT)[])
      if (key !== 'name' && key !== 'category' && key !== 'intake') expect(body[key], key).toEqual(CONTENT[key])
    expect(body.intake).toEqual(p.intake)
    const found = await server.call<Page<Row>>('GET', '/v1/products?q=spare%20license%20finder')
    expect(found.body.items.map((i) => i.slug)).toContain(p.slug)
    // An archived product is gone immediately. Published again, it keeps its first publication time.
    const away = await status(live, 'archived')
    expect((await publicly(p.slug)).status).toBe(404)
    const back = await status(away, 'published')
    expect(back.publishedAt).toBe(live.publishedAt)
    expect((await publicly(p.slug)).status).toBe(200)
    await status(back, 'draft')
    expect((await publicly(p.slug)).status).toBe(404)
  })
  test('can be changed in part, and search finds its new words and tools', async () => {
    const p = await status(await make(), 'published')
    const r = await patch(p, { promise: 'Looks for gyroscopes.', integrations: ['Gyrosoft'], priceCents: 9_900 })
    expect(r.body).toMatchObject({ promise: 'Looks for gyroscopes.', priceCents: 9_900, version: p.version + 1 })
    expect(r.body.steps).toEqual(CONTENT.steps)
    const { body } = await publicly(p.slug)
    expect([body.priceCents, body.integrations]).toEqual([9_900, ['Gyrosoft']])
    for (const q of ['gyroscopes', 'gyrosoft']) {
      const found = await server.call<Page<Row>>('GET', `/v1/products?q=${q}`)
      expect(
        found.body.items.map((i) => i.slug),
        q,
      ).toEqual([p.slug])
    }
    // Saving the same values is not a change.
    const same = await patch(r.body, { priceCents: 9_900 })
    expect(same.body.version).toBe(r.body.version)
    const acts = (await call<Page<Act>>('GET', `/${p.id}/history`)).body.items
    expect(acts.map((a) => a.action)).toEqual(['edit', 'status', 'create'])
    expect(acts[0]).toMatchObject({
      actor: { id: admin.id },
      before: { priceCents: 4_900, promise: CONTENT.promise },
      after: { priceCents: 9_900, promise: 'Looks for gyroscopes.' },
    })
    expect(Object.keys(acts[0]?.after ?? {}).sort()).toEqual(['integrations', 'priceCents', 'promise'])
  })
  test('returns its current state when someone else changed it', async () => {
    const p = await make()
    await patch(p, { runsPerMonth: 9 })
    const r = await patch(p, { runsPerMonth: 11 })
    expect([r.status, r.body.error.code, (r.body.error.current as P).runsPerMonth]).toEqual([409, 'CONFLICT', 9])
    expect((await call('POST', `/${p.id}/status`, { version: p.version, status: 'published' })).status).toBe(409)
    // Of two concurrent changes, one wins.
    const now = (await call('GET', `/${p.id}`)).body
    const both = await Promise.all([1, 2].map((n) => patch(now, { runsPerMonth: 20 + n })))
    expect(both.map((x) => x.status).sort()).toEqual([200, 409])
  })
  test('keeps its URL', async () => {
    const p = await make()
    const again = await call('POST', '', { ...newContent(), slug: p.slug })
    expect([again.status, again.body.error.code, fieldsOf(again)]).toEqual([409, 'SLUG_TAKEN', ['slug']])
    for (const slug of ['', 'Ab', 'a--b', 'a b', '-a', 'purchase-complete', 'preview', 'x'.repeat(61)])
      expect(fieldsOf(await call('POST', '', { ...newContent(), slug })), slug).toEqual(['slug'])
  })
  test('ignores fields that cannot be set', async () => {
    const hostile = {
      slug: 'stolen',
      id: world.north.company.id,
      companyId: world.north.company.id,
      company_id: world.north.company.id,
      popularity: 999,
      position: 0,
      status: 'published',
      publishedAt: '2001-01-01T00:00:00Z',
      published_at: '2001-01-01T00:00:00Z',
      currency: 'eur',
      version: 1,
    }
    const { slug: _, ...rest } = hostile
    const made = (await call('POST', '', { ...newContent(), ...rest })).body
    expect(made).toMatchObject({ status: 'draft', popularity: 0, publishedAt: null, currency: 'usd' })
    const r = await patch(made, hostile)
    const { can: _can, ...unchanged } = made
    expect(r.body).toMatchObject(unchanged)
    const row = await server.db.selectFrom('products').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow()
    expect(row.company_id).toBe(world.provider.id)
  })
  test('is created once when the request is repeated', async () => {
    const body = newContent()
    const key = crypto.randomUUID()
    const both = await Promise.all([1, 2].map(() => call('POST', '', body, admin, key)))
    expect(new Set(both.map((r) => r.body.id)).size).toBe(1)
    expect((await call('POST', '', newContent(), admin, key)).status).toBe(409)
  })
  test('is copied into a new draft', async () => {
    const p = await status(await make(), 'published')
    const one = (await call('POST', `/${p.id}/duplicate`, {})).body
    const two = (await call('POST', `/${p.id}/duplicate`, {})).body
    expect([one.slug, two.slug]).toEqual([`${p.slug}-copy`, `${p.slug}-copy-2`])
    expect(one).toMatchObject({ status: 'draft', name: `${p.name} (copy)`, steps: p.steps, intake: p.intake })
    expect(one.position).toBeGreaterThan(p.position)
  })
})

describe('invalid input', () => {
  test.each<[string, object, string[]]>([
    ['a price on request', { priceModel: 'quote' }, ['priceCents']],
    ['no price', { priceCents: null }, ['priceCents']],
    ['a price of nothing', { priceCents: 0 }, ['priceCents']],
    ['half a cent', { priceCents: 100.5 }, ['priceCents']],
    ['no name', { name: '  ' }, ['name']],
    ['a name over two lines', { name: 'a\nb' }, ['name']],
    ['a long promise', { promise: 'x'.repeat(121) }, ['promise']],
    ['an unknown category', { category: 'cats' }, ['category']],
    ['nobody', { audience: [] }, ['audience']],
    ['the same people twice', { audience: ['msp', 'msp'] }, ['audience']],
    ['no tool', { integrations: [] }, ['integrations']],
    ['a tool twice', { integrations: ['Hudu', 'hudu'] }, ['integrations']],
    ['an empty step', { steps: ['Reads.', ' '] }, ['steps.1']],
    ['too many steps', { steps: Array.from({ length: 13 }, (_, i) => `Step ${i}.`) }, ['steps']],
    ['no limits', { limits: [] }, ['limits']],
    ['a long day', { minutesPerRun: 481 }, ['minutesPerRun']],
    ['no set-up', { setupDays: 0 }, ['setupDays']],
    ['no question', { intake: [] }, ['intake']],
    [
      'a choice of one',
      { intake: [{ label: 'A?', type: 'choice', required: true, options: ['x'] }] },
      ['intake.0.options'],
    ],
    [
      'choices of a text',
      { intake: [{ label: 'A?', type: 'text', required: true, options: ['x'] }] },
      ['intake.0.options'],
    ],
    [
      'a choice twice',
      { intake: [{ label: 'A?', type: 'choices', required: true, options: ['x', 'X'] }] },
      ['intake.0.options'],
    ],
    ['an unknown kind', { intake: [{ label: 'A?', type: 'file', required: true }] }, ['intake.0.type']],
    [
      'a question twice',
      { intake: ['A?', 'a?'].map((label) => ({ label, type: 'text', required: true })) },
      ['intake.1.label'],
    ],
    [
      'a question for a secret',
      { intake: [{ label: 'What is your API key?', type: 'text', required: true }] },
      ['intake.0.label'],
    ],
  ])('%s', async (_, more, fields) => {
    const made = await call('POST', '', newContent(more))
    expect([made.status, fieldsOf(made)]).toEqual([400, fields])
    const p = await make()
    const edited = await patch(p, more)
    expect([edited.status >= 400 && edited.status < 500, fieldsOf(edited)]).toEqual([true, fields])
    expect((await call('GET', `/${p.id}`)).body.version).toBe(p.version)
  })
  test('validates price and price model together when only one is changed', async () => {
    const p = await make()
    expect((await patch(p, { priceModel: 'quote' })).status).toBe(422)
    expect((await patch(p, { priceModel: 'quote', priceCents: null })).body.priceCents).toBeNull()
  })
})

describe('questions', () => {
  test.each([
    'Password',
    'Your Autotask password?',
    'API key of Hudu',
    'API-Key',
    'Client secret',
    'Access token',
    'Which tokens?',
    'Passphrase',
    'Recovery codes',
    'Private key',
  ])('%s asks for a secret', (label) => expect(asksForSecret(label)).toBe(true))
  test.each([
    'Where is the API key kept?',
    'Who holds the password?',
    'Which boards?',
    'Keyboard layout',
    'Who is the secretary of the board?',
    'Which passport types do you check?',
  ])('%s does not ask for a secret', (label) => expect(asksForSecret(label)).toBe(false))
  test('keep their names when their text changes, and automations keep the questions of their purchase', async () => {
    const p = await status(await make(), 'published')
    const [boards, often] = p.intake
    const made = await server.call<{ id: string; intake: unknown }>('POST', '/v1/automations', {
      as: admin,
      body: { companyId: world.north.company.id, productId: p.id },
    })
    expect([made.status, made.body.intake]).toEqual([201, p.intake])
    const r = await patch(p, {
      intake: [
        { ...often, label: 'At which pace?' },
        { ...boards },
        { label: 'Which boards do tickets go to, really?', type: 'text', required: false },
        { label: '¿?', type: 'text', required: false },
        { label: '7', type: 'text', required: false },
      ],
    })
    expect(r.body.intake.map((q) => q.name)).toEqual([
      'how_often',
      'which_boards_do_tickets_go_to',
      'which_boards_do_tickets_go_to_really',
      'question',
      'question_2',
    ])
    expect((await publicly(p.slug)).body.intake).toEqual(r.body.intake)
    const kept = await server.call<{ intake: unknown }>('GET', `/v1/automations/${made.body.id}`, { as: admin })
    expect(kept.body.intake).toEqual(p.intake)
  })
  test('names and copies stay within their lengths', () => {
    expect(questionName('Which boards?', new Set(['which_boards']))).toBe('which_boards_2')
    expect(questionName('x'.repeat(200), new Set()).length).toBe(40)
    expect(copySlug('a'.repeat(60), 12).length).toBeLessThanOrEqual(60)
    expect(copyName('n'.repeat(60)).length).toBe(60)
  })
})

describe('the order', () => {
  const slugs = async (query = '') => (await call<Page<Row>>('GET', `?limit=100${query}`)).body.items.map((p) => p.slug)
  test('is set by staff, and the marketplace uses it', async () => {
    await loadCatalogue(server.db, catalogue.slice(0, 8))
    const before = (await call<Page<Row>>('GET', '?limit=100&status=published')).body.items
    const [a, b, c] = before
    if (!a || !b || !c) throw new Error('too few')
    await call('POST', `/${c.id}/position`, { after: null })
    const after = (await slugs('&status=published')).slice(0, 3)
    expect(after).toEqual([c.slug, a.slug, b.slug])
    const shop = await server.call<Page<Row>>('GET', '/v1/products?limit=3')
    expect(shop.body.items.map((p) => p.slug)).toEqual(after)
    await call('POST', `/${c.id}/position`, { after: b.id })
    expect((await slugs('&status=published')).slice(0, 3)).toEqual([a.slug, b.slug, c.slug])
    const all = await server.db.selectFrom('products').select('position').orderBy('position').execute()
    expect(all.map((p) => p.position)).toEqual(all.map((_, i) => i))
    expect((await call('POST', `/${c.id}/position`, { after: crypto.randomUUID() })).status).toBe(422)
    expect((await call('POST', `/${crypto.randomUUID()}/position`, { after: null })).status).toBe(404)
    expect((await call('GET', `/${c.id}`)).body.version).toBe(c.version)
  })
  test('paging returns every product once in every sort order', async () => {
    const all = (await server.db.selectFrom('products').select('slug').execute()).map((p) => p.slug).sort()
    for (const sort of ['position', 'popular', 'name', 'updated'])
      for (const order of ['asc', 'desc']) {
        const seen: string[] = []
        let cursor: string | null = null
        do {
          const page: { body: Page<Row> } = await call<Page<Row>>(
            'GET',
            `?limit=7&sort=${sort}&order=${order}${cursor ? `&cursor=${cursor}` : ''}`,
          )
          seen.push(...page.body.items.map((p) => p.slug))
          cursor = page.body.nextCursor
        } while (cursor)
        expect(seen.toSorted(), `${sort} ${order}`).toEqual(all)
      }
  })
  test('filters apply to the list and the CSV', async () => {
    const mine = await make({ name: '=Quixotic', integrations: ['Rocinante'], priceModel: 'one_time' })
    for (const query of ['&q=quixot', '&q=rocinante', `&q=${mine.slug}`])
      expect(await slugs(query), query).toEqual([mine.slug])
    expect(await slugs('&q=100%25')).toEqual([])
    expect(await slugs('&q=quixot&status=published')).toEqual([])
    expect(await slugs('&q=quixot&price=one_time&category=identity')).toEqual([mine.slug])
    const csv = await server.call('GET', '/v1/admin/products.csv?q=quixot', { as: world.engineer })
    const lines = csv.text.trim().split('\r\n')
    expect(lines.length).toBe(2)
    expect(lines[0]).toBe(
      'Position,Name,URL,Status,Category,Tools,Price model,Price (USD),Setup days,Manual minutes per run,Runs per month,Companies,First published,Updated',
    )
    expect(lines[1]).toContain("'=Quixotic")
    expect(lines[1]).toContain(',Draft,Identity and licenses,Rocinante,One-time,49.00,')
    expect(lines[1]).toContain('49.00')
  })
})

describe('the preview', () => {
  const sealed = async (body: object = CONTENT) =>
    (await call<{ sealed: string }>('POST', '/preview', body)).body.sealed
  const show = (text: string) =>
    server.call<z.infer<typeof Product> & ErrorShape>('POST', '/v1/marketplace/preview', { body: { sealed: text } })
  test('contains what the page would show, and nothing is stored', async () => {
    const before = await server.db.selectFrom('products').select('id').execute()
    const { status: code, body } = await show(await sealed())
    expect(code).toBe(200)
    expect(body).toMatchObject({ name: CONTENT.name, steps: CONTENT.steps, priceCents: 4_900, similar: [] })
    expect(body.category).toEqual({ key: 'identity', name: 'Identity and licenses' })
    expect((await server.db.selectFrom('products').select('id').execute()).length).toBe(before.length)
  })
  test('rejects content that staff did not encrypt, or that has expired', async () => {
    const good = await sealed()
    for (const text of ['', 'x', `${good.slice(0, -2)}00`, good.slice(1)])
      expect((await show(text)).status, `length ${text.length}`).toBe(404)
    const { sealText: seal } = await import('../../platform/sign-in/seal.ts')
    const packed = (what: object) => brotliCompressSync(JSON.stringify(what)).toString('base64')
    const old = { until: Date.now() - 1, slug: 'x', content: CONTENT }
    for (const [purpose, what] of [
      ['preview of a product', old],
      ['api key in an answer', { ...old, until: Date.now() + 60_000 }],
    ] as const)
      expect((await show(await seal(server.env, purpose, packed(what)))).status).toBe(404)
  })
})

test('every entry of content/marketplace passes the validation of staff’s edits', async () => {
  await expect(
    loadCatalogue(server.db, [
      {
        ...(catalogue[9] as (typeof catalogue)[number]),
        slug: 'wrong',
        intake: [{ name: 'a', label: 'Password', type: 'text', required: true }],
      },
    ]),
  ).rejects.toThrow()
  await server.db.deleteFrom('installations').execute()
  await server.db.deleteFrom('products').execute()
  expect(await loadCatalogue(server.db)).toBe(catalogue.length)
})

test('suggests tool names, most used first', async () => {
  await server.db
    .updateTable('companies')
    .set({ tools: ['Zymurgist Pro'] })
    .where('id', '=', world.north.company.id)
    .execute()
  const { body } = await server.call<{ items: { name: string; products: number }[] }>(
    'GET',
    '/v1/admin/product-tools',
    {
      as: world.engineer,
    },
  )
  expect(body.items.map((t) => t.products)).toEqual(body.items.map((t) => t.products).toSorted((a, b) => b - a))
  expect(body.items.find((t) => t.name === 'Zymurgist Pro')).toEqual({ name: 'Zymurgist Pro', products: 0 })
})
