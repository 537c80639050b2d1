// What is recommended: only what can be bought and is wanted, with figures that the company can check.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeInstallation } from '../../../test/factories/automations.ts'
import type { MadeCompany } from '../../../test/factories/people.ts'
import { makeTicket } from '../../../test/factories/tickets.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { Recommendation } from '../../contract/automations.ts'
import { loadCatalogue } from '../marketplace/index.ts'
import { type Candidate, type Known, reasonsOf, recommend } from './recommend.ts'

type One = (typeof Recommendation)['_output']
type Answer = { items: One[]; dismissed: number } & ErrorShape

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  await loadCatalogue(server.db)
})
afterAll(() => server.close())

const asked = async (as: Person) => (await server.call<Answer>('GET', '/v1/recommendations', { as })).body
const partner = async (tools: string[]) => {
  const company = await server.company()
  await setTools(company, tools)
  return { company, owner: await server.person(company, 'owner'), member: await server.person(company, 'member') }
}
const setTools = (company: MadeCompany, tools: string[]) =>
  server.db.updateTable('companies').set({ tools }).where('id', '=', company.id).execute()
/** Numbers that come again in the same order. */
const dice = (seed: number) => {
  let state = seed
  return (to: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * to)
  }
}

test('whatever a company has and does not want: never installed, dismissed or unpublished, and the figures are its own', async () => {
  const roll = dice(7)
  const products = await server.db.selectFrom('products').select(['id', 'slug']).orderBy('slug').execute()
  const names = (
    await sql<{ name: string }>`select distinct name from product_integrations order by 1`.execute(server.db)
  ).rows.map((r) => r.name)
  const categories = [
    'automation',
    'integration',
    'licences',
    'reporting',
    'voice',
    'account',
    'billing',
    'other',
    'ai',
  ]
  const gone = new Set(products.filter(() => roll(10) === 0).map((p) => p.id))
  await server.db
    .updateTable('products')
    .set({ status: 'archived' })
    .where('id', 'in', [...gone])
    .execute()
  for (let round = 0; round < 12; round++) {
    const tools = Array.from({ length: roll(5) }, () => names[roll(names.length)] as string)
    const { company, owner, member } = await partner([...new Set(tools)].map((t) => (roll(2) ? t : t.toUpperCase())))
    const tickets = Array.from({ length: roll(12) }, () => categories[roll(categories.length)] as string)
    for (const category of tickets) await makeTicket(server.db, { requester: owner, category })
    // Too long ago to count.
    await makeTicket(server.db, {
      requester: owner,
      category: 'voice',
      created_at: new Date(Date.now() - 91 * 86_400_000).toISOString(),
    })
    const first = (await asked(owner)).items
    const unwanted = new Set<string>()
    const installed = new Set<string>()
    for (const { product } of first) {
      const what = roll(3)
      if (what === 0) {
        expect((await server.call('POST', `/v1/recommendations/${product.id}/dismiss`, { as: member })).status).toBe(
          200,
        )
        unwanted.add(product.id)
      } else if (what === 1) {
        const status = (['requested', 'live', 'paused', 'failing'] as const)[roll(4)] as 'live'
        await makeInstallation(server.db, { companyId: company.id, productId: product.id, priceModel: 'quote', status })
        installed.add(product.id)
      }
    }
    const { items, dismissed } = await asked(member)
    expect(dismissed).toBe(unwanted.size)
    expect(items.length).toBeLessThanOrEqual(6)
    expect(new Set(items.map((i) => i.product.id)).size).toBe(items.length)
    for (const i of items) {
      expect([gone.has(i.product.id), unwanted.has(i.product.id), installed.has(i.product.id)]).toEqual([
        false,
        false,
        false,
      ])
      const { rows } = await sql<{ name: string }>`
        select name from product_integrations where product_id = ${i.product.id}`.execute(server.db)
      const connects = rows.map((r) => r.name.toLowerCase())
      const own = (
        await server.db.selectFrom('companies').select('tools').where('id', '=', company.id).executeTakeFirstOrThrow()
      ).tools
      expect(new Set(i.tools)).toEqual(new Set(own.filter((t) => connects.includes(t.toLowerCase()))))
      if (i.tickets) {
        const { count, of, category } = i.tickets
        expect([count, of]).toEqual([tickets.filter((c) => c === category).length, tickets.length])
        expect(i.reason).toMatch(
          new RegExp(`^(You use .*\\. )?${count} of your ${of} tickets? of the last 90 days (was|were) about`),
        )
      }
      for (const tool of i.tools.slice(0, 3)) expect(i.reason).toContain(tool)
      expect(i.tools.length > 0 || i.tickets !== null || i.others !== null).toBe(true)
      expect(i.reason).not.toBe('')
    }
    // The same again.
    expect((await asked(owner)).items).toEqual(items)
  }
})

describe('what similar companies run', () => {
  test('is counted from three on, says no name, and asks nobody else’s tools', async () => {
    const { items: before, ...rest } = await asked((await partner([])).owner)
    expect([before, rest.dismissed]).toEqual([[], 0])
    const product = await server.db
      .selectFrom('products')
      .select('id')
      .where('status', '=', 'published')
      .orderBy('slug')
      .executeTakeFirstOrThrow()
    const { owner, company } = await partner(['A tool of ours'])
    const find = async () => (await asked(owner)).items.find((i) => i.product.id === product.id)
    const others: MadeCompany[] = []
    for (let n = 0; n < 4; n++) {
      const other = await server.company({ name: `Neighbour ${n}` })
      await setTools(other, n === 3 ? ['Something else'] : ['a TOOL of ours'])
      await makeInstallation(server.db, { companyId: other.id, productId: product.id, priceModel: 'quote' })
      others.push(other)
      const found = await find()
      if (n < 2) expect([n, found]).toEqual([n, undefined])
      else expect([n, found?.others, found?.reason]).toEqual([n, 3, '3 companies with tools like yours run it.'])
    }
    // A second one at the same company counts once; one that is only ordered or over does not count.
    await makeInstallation(server.db, {
      companyId: others[0]?.id as string,
      productId: product.id,
      priceModel: 'quote',
    })
    expect((await find())?.others).toBe(3)
    await sql`update installations set status = 'requested' where company_id = ${others[0]?.id as string}`.execute(
      server.db,
    )
    expect(await find()).toBeUndefined()
    expect(JSON.stringify(await asked(owner))).not.toContain('Neighbour')
    expect(company.id).toBeTruthy()
  })
})

test('dismissing and restoring: for the whole company, once, and not what is not on sale', async () => {
  const { owner, member, company } = await partner(['Autotask PSA', 'Datto RMM', 'Microsoft 365'])
  const [first] = (await asked(owner)).items
  const id = first?.product.id as string
  const call = (method: string, of: string, as: Person) =>
    server.call<ErrorShape>(method, `/v1/recommendations/${of}/dismiss`, { as })
  expect((await call('POST', id, owner)).status).toBe(200)
  expect((await call('POST', id, member)).status).toBe(200)
  const kept = await server.db
    .selectFrom('dismissed_recommendations')
    .selectAll()
    .where('company_id', '=', company.id)
    .execute()
  expect(kept).toMatchObject([{ product_id: id, dismissed_by: owner.id }])
  expect((await asked(member)).items.map((i) => i.product.id)).not.toContain(id)
  // The neighbour is not asked, and cannot take it back.
  expect((await call('DELETE', id, world.south.owner)).status).toBe(404)
  expect((await call('DELETE', id, member)).status).toBe(200)
  expect((await call('DELETE', id, member)).status).toBe(404)
  expect((await asked(member)).items[0]).toEqual(first)
  expect((await call('POST', crypto.randomUUID(), owner)).status).toBe(404)
  const draft = await server.db
    .selectFrom('products')
    .select('id')
    .where('status', '=', 'archived')
    .executeTakeFirstOrThrow()
  expect((await call('POST', draft.id, owner)).status).toBe(404)
  expect((await call('POST', id, world.admin)).status).toBe(403)
})

describe('the order', () => {
  const candidate = (id: string, category: string, integrations: string[], popular = 1): Candidate => ({
    id,
    category,
    integrations,
    popular,
  })
  const nothing: Known = { tools: [], tickets: {}, others: new Map() }

  test('without a reason there is nothing', () => {
    expect(recommend([candidate('a', 'psa', ['X'])], nothing)).toEqual([])
  })
  test('no kind crowds out the others, ties are decided by popularity, then by id', () => {
    const known = { ...nothing, tools: ['X'] }
    const all = [
      ...['d', 'c', 'b', 'a'].map((id) => candidate(id, 'psa', ['X'])),
      candidate('z', 'voice', ['X'], 9),
      candidate('y', 'rmm', ['X'], 0),
    ]
    const ids = recommend(all, known).map((r) => r.id)
    expect(ids).toEqual(['y', 'a', 'b', 'z', 'c', 'd'])
    expect(recommend(all.toReversed(), known).map((r) => r.id)).toEqual(ids)
  })
  test('says it in words', () => {
    expect(
      reasonsOf({ tools: ['Autotask', 'Pax8'], tickets: { category: 'licences', count: 4, of: 11 }, others: null }),
    ).toEqual(['You use Autotask and Pax8.', '4 of your 11 tickets of the last 90 days were about licenses.'])
    expect(reasonsOf({ tools: [], tickets: { category: 'voice', count: 1, of: 1 }, others: 12 })).toEqual([
      '1 of your 1 ticket of the last 90 days was about voice.',
      '12 companies with tools like yours run it.',
    ])
  })
})
