// Recommendations: only products that can be bought and were not dismissed, with figures that the company can check.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeInstallation } from '../../../../test/factories/automations.ts'
import type { MadeCompany } from '../../../../test/factories/people.ts'
import { makeTicket } from '../../../../test/factories/tickets.ts'
import {
  type ErrorShape,
  type Person,
  startServer,
  type TestServer,
  type World,
} from '../../../../test/harness/server.ts'
import type { Recommendation } from '../../../contract/automations/index.ts'
import { loadCatalogue } from '../../marketplace/index.ts'
import { type Candidate, type Known, listRecommendationReasons, rankRecommendations } from './rank.ts'

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

const getAnswer = async (as: Person) => (await server.call<Answer>('GET', '/v1/recommendations', { as })).body
const partner = async (tools: string[]) => {
  const company = await server.company()
  await setTools(company, tools)
  return { company, owner: await server.person(company, 'owner'), member: await server.person(company, 'member') }
}
const setTools = (company: MadeCompany, tools: string[]) =>
  server.db.updateTable('companies').set({ tools }).where('id', '=', company.id).execute()
/** Returns a seeded random number generator. */
const dice = (seed: number) => {
  let state = seed
  return (to: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * to)
  }
}

test('never recommends installed, dismissed or unpublished products, and uses the company’s own figures', async () => {
  const roll = dice(7)
  const products = await server.db.selectFrom('products').select(['id', 'slug']).orderBy('slug').execute()
  const names = (
    await sql<{ name: string }>`select distinct name from product_integrations order by 1`.execute(server.db)
  ).rows.map((r) => r.name)
  const categories = [
    'automation',
    'integration',
    'licenses',
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
    // This ticket is too old to count.
    await makeTicket(server.db, {
      requester: owner,
      category: 'voice',
      created_at: new Date(Date.now() - 91 * 86_400_000).toISOString(),
    })
    const first = (await getAnswer(owner)).items
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
    const { items, dismissed } = await getAnswer(member)
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
          new RegExp(`^(You use .*\\. )?${count} of your ${of} tickets? in the last 90 days (was|were) about`),
        )
      }
      for (const tool of i.tools.slice(0, 3)) expect(i.reason).toContain(tool)
      expect(i.tools.length > 0 || i.tickets !== null || i.others !== null).toBe(true)
      expect(i.reason).not.toBe('')
    }
    // A second request returns the same items.
    expect((await getAnswer(owner)).items).toEqual(items)
  }
})

describe('what similar companies run', () => {
  test('is shown from three companies on, without names, and only for shared tools', async () => {
    const { items: before, ...rest } = await getAnswer((await partner([])).owner)
    expect([before, rest.dismissed]).toEqual([[], 0])
    const product = await server.db
      .selectFrom('products')
      .select('id')
      .where('status', '=', 'published')
      .orderBy('slug')
      .executeTakeFirstOrThrow()
    const { owner, company } = await partner(['A tool of ours'])
    const find = async () => (await getAnswer(owner)).items.find((i) => i.product.id === product.id)
    const others: MadeCompany[] = []
    for (let n = 0; n < 4; n++) {
      const other = await server.company({ name: `Neighbour ${n}` })
      await setTools(other, n === 3 ? ['Something else'] : ['a TOOL of ours'])
      await makeInstallation(server.db, { companyId: other.id, productId: product.id, priceModel: 'quote' })
      others.push(other)
      const found = await find()
      if (n < 2) expect(found, `n ${n}`).toBeUndefined()
      else expect([found?.others, found?.reason], `n ${n}`).toEqual([3, '3 companies with tools like yours run it.'])
    }
    // A company with two counts once. An automation that is only ordered or has ended does not count.
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
    expect(JSON.stringify(await getAnswer(owner))).not.toContain('Neighbour')
    expect(company.id).toBeTruthy()
  })
})

test('dismisses and restores for the whole company, once, and only products that are on sale', async () => {
  const { owner, member, company } = await partner(['Autotask PSA', 'Datto RMM', 'Microsoft 365'])
  const [first] = (await getAnswer(owner)).items
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
  expect((await getAnswer(member)).items.map((i) => i.product.id)).not.toContain(id)
  // Another company cannot restore it.
  expect((await call('DELETE', id, world.south.owner)).status).toBe(404)
  expect((await call('DELETE', id, member)).status).toBe(200)
  expect((await call('DELETE', id, member)).status).toBe(404)
  expect((await getAnswer(member)).items[0]).toEqual(first)
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

  test('leaves out candidates without a reason', () => {
    expect(rankRecommendations([candidate('a', 'psa', ['X'])], nothing)).toEqual([])
  })
  test('no category crowds out the others, and ties are decided by popularity, then by id', () => {
    const known = { ...nothing, tools: ['X'] }
    const all = [
      ...['d', 'c', 'b', 'a'].map((id) => candidate(id, 'psa', ['X'])),
      candidate('z', 'voice', ['X'], 9),
      candidate('y', 'rmm', ['X'], 0),
    ]
    const ids = rankRecommendations(all, known).map((r) => r.id)
    expect(ids).toEqual(['y', 'a', 'b', 'z', 'c', 'd'])
    expect(rankRecommendations(all.toReversed(), known).map((r) => r.id)).toEqual(ids)
  })
  test('describes the reasons in sentences', () => {
    expect(
      listRecommendationReasons({
        tools: ['Autotask', 'Pax8'],
        tickets: { category: 'licenses', count: 4, of: 11 },
        others: null,
      }),
    ).toEqual(['You use Autotask and Pax8.', '4 of your 11 tickets in the last 90 days were about licenses.'])
    expect(
      listRecommendationReasons({ tools: [], tickets: { category: 'voice', count: 1, of: 1 }, others: 12 }),
    ).toEqual(['1 of your 1 ticket in the last 90 days was about voice.', '12 companies with tools like yours run it.'])
  })
})
