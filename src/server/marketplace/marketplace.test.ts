// The public catalog: what visitors find and what they never see.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../../content/marketplace/index.ts'
import { startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { loadCatalogue } from './index.ts'

type Row = {
  id: string
  slug: string
  name: string
  category: { key: string; name: string }
  audience: string[]
  integrations: string[]
  priceModel: string
  priceCents: number | null
  publishedAt: string
}
type Count = { key: string; name: string; count: number }
type List = { items: Row[]; nextCursor: string | null; instead: string | null }
type Browse = {
  items: Row[]
  page: number
  pages: number
  total: number
  found: number
  all: number
  how: string
  instead: string | null
  counts: Record<'category' | 'integration' | 'audience' | 'price', Count[]>
}

let server: TestServer
let world: World

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  expect(await loadCatalogue(server.db)).toBe(catalogue.length)
})
afterAll(() => server.close())

const list = async (query = '') => (await server.call<List>('GET', `/v1/products${query}`)).body
const browse = async (query = '') => (await server.call<Browse>('GET', `/v1/marketplace${query}`)).body
const search = (q: string, more = '') => browse(`?q=${encodeURIComponent(q)}${more}`)
const set = (slug: string, fields: object) =>
  server.db.updateTable('products').set(fields).where('slug', '=', slug).execute()

describe('search words', () => {
  test.each([
    ['ticket triage', 'ticket-triage-by-content'],
    ['nudges waiting customer', 'stale-ticket-nudges'],
  ])('%s finds %s first', async (q, slug) => {
    const { items, how } = await search(q)
    expect([how, items[0]?.slug]).toEqual(['all', slug])
  })
  test.each([
    'it glue',
    'HaloPSA',
    'halo psa',
    'ninja one',
    'N-able',
    '3cx',
    'M365',
    'o365',
    'quickbooks',
    'conn',
    'offboarding',
  ])('%s finds products by another spelling, an abbreviation or a beginning', async (q) => {
    const { total, how } = await search(q)
    expect([total > 0, ['all', 'corrected'].includes(how)], q).toEqual([true, true])
  })
  test.each([
    ['autotsk', 'autotask'],
    ['offbording', 'offboarding'],
    ['connectwsie', 'connectwise'],
    ['licences', 'licenses'],
    ['itglue', 'it glue'],
    ['bakcup verification', 'backup verification'],
    ['quick boks', 'quickbooks'],
    ['connect wise autotsk', 'connectwise autotask'],
  ])('%s is corrected to %s', async (q, instead) => {
    const found = await search(q)
    expect([found.how, found.instead, found.total > 0]).toEqual(['corrected', instead, true])
    expect((await list(`?q=${encodeURIComponent(q)}`)).instead).toBe(instead)
  })
  test('a sentence finds products with most of its words, and the answer says so', async () => {
    const { how, items } = await search('how do I stop paying for unused licenses')
    expect([how, items[0]?.slug]).toEqual(['some', 'unused-licenses-before-renewal'])
  })
  test.each([
    'zzzzqqq',
    '!!!',
    '%',
    '\\',
    "'; drop table products; --",
    'a:* & b | !c',
    '<script>alert(1)</script>',
    '日本語',
    'x'.repeat(200),
    '('.repeat(200),
    '\u202e\ufeff',
    "''''",
    '\\\\ \\',
  ])('the unusual search words %j cause no error', async (q) => {
    const r = await server.call<Browse>('GET', `/v1/marketplace?q=${encodeURIComponent(q)}`)
    expect(r.status, q).toBe(200)
    expect((await server.call('GET', `/v1/products?q=${encodeURIComponent(q)}`)).status).toBe(200)
  })
})

describe('filters', () => {
  const all = () => browse()
  const countOf = (found: Browse, group: keyof Browse['counts'], key: string) =>
    found.counts[group].find((c) => c.key === key)?.count ?? 0

  test('without filters all products are listed, and the counts match the catalog', async () => {
    const { total, found, all: everything, counts, pages } = await all()
    expect([total, found, everything, pages]).toEqual([
      catalogue.length,
      catalogue.length,
      catalogue.length,
      Math.ceil(catalogue.length / 18),
    ])
    for (const { key, count } of counts.category)
      expect(count, key).toBe(catalogue.filter((e) => e.category === key).length)
    for (const { key, count } of counts.price)
      expect(count, key).toBe(catalogue.filter((e) => e.price.model === key).length)
    for (const { key, count } of counts.audience)
      expect(count, key).toBe(catalogue.filter((e) => e.audience.includes(key as never)).length)
    for (const { key, count } of counts.integration)
      expect(count, key).toBe(catalogue.filter((e) => e.integrations.includes(key)).length)
    expect(new Set(counts.integration.map((c) => c.key))).toEqual(new Set(catalogue.flatMap((e) => e.integrations)))
  })
  test('a count is the number of products that its option would show', async () => {
    const query = '?q=ticket&price=monthly&integration=HaloPSA'
    const before = await browse(query)
    expect(before.total).toBeGreaterThan(2)
    for (const [group, param] of [
      ['category', 'category'],
      ['audience', 'audience'],
    ] as const)
      for (const { key, count } of before.counts[group]) {
        const { total } = await browse(`${query}&${param}=${key}`)
        expect(total, key).toBe(count)
      }
    // The values of one filter are combined with "or", so a choice does not reduce the counts of its own filter.
    const alone = await browse('?q=ticket&integration=HaloPSA')
    expect(countOf(before, 'price', 'one_time')).toBe(countOf(alone, 'price', 'one_time'))
    const both = await browse('?q=ticket&price=monthly&integration=HaloPSA&integration=NinjaOne')
    expect(both.total).toBeGreaterThan(before.total)
    expect(both.items.every((p) => p.integrations.some((i) => i === 'HaloPSA' || i === 'NinjaOne'))).toBe(true)
  })
  test('an unknown option is an error, an unknown tool name shows nothing', async () => {
    expect((await server.call('GET', '/v1/products?category=nothing')).status).toBe(400)
    expect((await server.call('GET', '/v1/marketplace?price=free')).status).toBe(400)
    const { total, counts } = await browse('?integration=Nobody%20Has%20It')
    expect([total, counts.integration.at(-1)]).toEqual([0, { key: 'Nobody Has It', name: 'Nobody Has It', count: 0 }])
  })
})

describe('paging', () => {
  test.each(['', '?sort=new', '?sort=name', '?q=ticket', '?q=microsoft&sort=popular'])(
    'the pages of %j hold every product once, in one order, by cursor and by number',
    async (query) => {
      const sign = query ? '&' : '?'
      const byCursor: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: List = await list(`${query}${sign}limit=23${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)
        byCursor.push(...page.items.map((p) => p.slug))
        cursor = page.nextCursor
      }
      const byNumber: string[] = []
      const { pages, total } = await browse(query)
      for (let n = 1; n <= pages; n++)
        byNumber.push(...(await browse(`${query}${sign}page=${n}`)).items.map((p) => p.slug))
      expect(byCursor.length).toBe(total)
      expect(new Set(byCursor).size).toBe(total)
      expect(byNumber).toEqual(byCursor)
    },
  )
  test('the first page shows every category, A–Z sorts by name, and a page beyond the end is the last', async () => {
    expect(new Set((await list('?limit=12')).items.map((p) => p.category.key)).size).toBe(12)
    const names = (await list('?sort=name&limit=100')).items.map((p) => p.name.toLowerCase())
    expect(names).toEqual(names.toSorted())
    const far = await browse('?page=9000')
    expect([far.page, far.items.length > 0]).toEqual([far.pages, true])
    for (const bad of ['?page=0', '?page=x', '?limit=0', '?limit=101', '?cursor=x'])
      expect((await server.call('GET', `/v1/${/page/.test(bad) ? 'marketplace' : 'products'}${bad}`)).status, bad).toBe(
        400,
      )
    const cursor = (await list('?limit=1')).nextCursor
    expect((await server.call('GET', `/v1/products?sort=name&cursor=${cursor}`)).status).toBe(400)
  })
})

describe('a product', () => {
  test('returns all contents of its entry, and similar products', async () => {
    const entry = catalogue[0] as (typeof catalogue)[number]
    const { status, body } = await server.call<
      Row & { steps: string[]; needs: string[]; limits: string[]; intake: unknown[]; similar: Row[] }
    >('GET', `/v1/products/${entry.slug}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      slug: entry.slug,
      name: entry.name,
      promise: entry.promise,
      problem: entry.problem,
      steps: entry.steps,
      needs: entry.needs,
      included: entry.included,
      limits: entry.limits,
      integrations: entry.integrations,
      audience: entry.audience,
      minutesPerRun: entry.minutesPerRun,
      runsPerMonth: entry.runsPerMonth,
      minutesWhy: entry.minutesWhy,
      setupDays: entry.setupDays,
      intake: entry.intake,
      currency: 'usd',
    })
    expect(body.similar.length).toBe(3)
    for (const near of body.similar) {
      expect(near.slug).not.toBe(entry.slug)
      expect(
        near.category.key === entry.category || near.integrations.some((i) => entry.integrations.includes(i)),
      ).toBe(true)
    }
    expect((await server.call('GET', `/v1/products/${entry.slug}`)).body).toEqual(body)
  })
  test('that is not published cannot be found', async () => {
    const [, gone, draft] = catalogue
    if (!gone || !draft) throw new Error('too few')
    await set(gone.slug, { status: 'archived' })
    await set(draft.slug, { status: 'draft', published_at: null, name: 'Xylophone automation' })
    const unknown = await server.call('GET', '/v1/products/nothing-of-the-kind')
    for (const { slug } of [gone, draft]) {
      const r = await server.call<{ error: object }>('GET', `/v1/products/${slug}`)
      expect([r.status, { ...r.body.error, requestId: '' }]).toEqual([
        404,
        { ...(unknown.body.error as object), requestId: '' },
      ])
    }
    expect((await browse()).all).toBe(catalogue.length - 2)
    const slugs = async (q: string) => (await list(`?limit=100&q=${encodeURIComponent(q)}`)).items.map((p) => p.slug)
    expect(await slugs(gone.name)).not.toContain(gone.slug)
    expect(await slugs('xylophone')).toEqual([])
    // Words of hidden products are not suggested either.
    expect((await search('xylophnoe')).instead).toBeNull()
    const { body } = await server.call<{ items: { slug: string }[] }>('GET', '/v1/marketplace/addresses')
    expect(body.items.length).toBe(catalogue.length - 2)
    for (const { slug } of catalogue.slice(3, 12)) {
      const near = await server.call<{ similar: Row[] }>('GET', `/v1/products/${slug}`)
      expect(near.body.similar.some((p) => p.slug === gone.slug || p.slug === draft.slug)).toBe(false)
    }
    await set(draft.slug, { status: 'published', published_at: new Date().toISOString() })
    expect(await slugs('xylophone')).toEqual([draft.slug])
    expect((await search('xylophnoe')).instead).toBe('xylophone')
    // Sorted by newest, the product that was published last comes first.
    expect((await list('?sort=new&limit=1')).items[0]?.slug).toBe(draft.slug)
  })
  test('changed tools are found and counted immediately', async () => {
    const product = await server.db
      .selectFrom('products')
      .select(['company_id', 'id', 'slug'])
      .limit(1)
      .where('status', '=', 'published')
      .executeTakeFirstOrThrow()
    await server.db
      .insertInto('product_integrations')
      .values({ company_id: product.company_id, product_id: product.id, name: 'Quibblesoft', position: 99 })
      .execute()
    expect((await search('quibblesoft')).items.map((p) => p.slug)).toEqual([product.slug])
    expect((await browse('?integration=Quibblesoft')).total).toBe(1)
    await server.db.deleteFrom('product_integrations').where('name', '=', 'Quibblesoft').execute()
    expect((await search('quibblesoft')).total).toBe(0)
  })
})

describe('loading', () => {
  test('again adds nothing and keeps the changes of staff', async () => {
    const [first, second] = catalogue
    await set(first?.slug ?? '', { promise: 'Changed by staff.', price_cents: 12_300, version: 2 })
    const before = await server.db.selectFrom('products').selectAll().orderBy('id').execute()
    const tools = await server.db
      .selectFrom('product_integrations')
      .selectAll()
      .orderBy('product_id')
      .orderBy('name')
      .execute()
    expect(await loadCatalogue(server.db)).toBe(0)
    expect(await server.db.selectFrom('products').selectAll().orderBy('id').execute()).toEqual(before)
    expect(
      await server.db.selectFrom('product_integrations').selectAll().orderBy('product_id').orderBy('name').execute(),
    ).toEqual(tools)
    expect(before.find((p) => p.slug === second?.slug)?.status).toBe('archived')
  })
  test('adds only new entries, even when loaded concurrently', async () => {
    const entry = { ...(catalogue[5] as (typeof catalogue)[number]), slug: 'a-new-one', name: 'A new one' }
    const added = await Promise.all(Array.from({ length: 4 }, () => loadCatalogue(server.db, [...catalogue, entry])))
    expect(added.toSorted()).toEqual([0, 0, 0, 1])
    const { body } = await server.call<Row>('GET', '/v1/products/a-new-one')
    expect(body.integrations).toEqual(entry.integrations)
  })
})

describe('access', () => {
  test('all users find products in the palette, with misspelled words too', async () => {
    for (const as of [world.north.member, world.engineer]) {
      const { body } = await server.call<{ items: { kind: string; path: string }[] }>(
        'GET',
        '/v1/search?q=unused%20lisenses',
        { as },
      )
      expect(body.items.find((hit) => hit.kind === 'product')?.path).toBe('/marketplace/unused-licenses-before-renewal')
    }
  })
  test('the database role of visitors can only read published products', async () => {
    const { visitorActor: visitor } = await import('./queries.ts')
    const ask = (text: string) =>
      server.platform.db.askAs(visitor, async (db) => (await sql.raw<Record<string, unknown>>(text).execute(db)).rows)
    expect((await ask('select slug from catalogue')).length).toBeGreaterThan(100)
    for (const hidden of [
      'select * from products',
      'select * from product_integrations',
      'select * from derived.catalogue_texts',
    ])
      await expect(ask(hidden)).rejects.toThrow(/permission denied/)
    for (const empty of ['tickets', 'profiles', 'companies', 'contacts'])
      expect(
        await ask(`select company_id from ${empty}`.replace('company_id from companies', 'id from companies')),
        empty,
      ).toEqual([])
    await expect(ask("update catalogue set name = 'x'")).rejects.toThrow(/permission denied/)
  })
})
