import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { type SavedView, VIEWS_MAX } from '../../contract/lists.ts'

type View = z.infer<typeof SavedView>
type Kept = { views: View[]; columns: string[] | null }

let server: TestServer
let world: World
let owner: Person
let member: Person

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  ;({ owner, member } = world.north)
})
afterAll(() => server.close())

const getList = async (as: Person, list = 'tickets') =>
  (await server.call<Kept>('GET', `/v1/lists/${list}`, { as })).body
const save = (as: Person, body: object, list = 'tickets', headers: Record<string, string> = {}) =>
  server.call<View & ErrorShape>('POST', `/v1/lists/${list}/views`, { as, body, headers })
const change = (as: Person, id: string, body: object, list = 'tickets') =>
  server.call<View & ErrorShape>('PATCH', `/v1/lists/${list}/views/${id}`, { as, body })
const remove = (as: Person, id: string, list = 'tickets') =>
  server.call<ErrorShape>('DELETE', `/v1/lists/${list}/views/${id}`, { as })
const order = (as: Person, ids: string[], list = 'tickets') =>
  server.call<Kept & ErrorShape>('PUT', `/v1/lists/${list}/views`, { as, body: { ids } })
const setColumns = (as: Person, columns: unknown, list = 'tickets') =>
  server.call<Kept & ErrorShape>('PUT', `/v1/lists/${list}/columns`, { as, body: { columns } })
const somebody = (role: 'owner' | 'member' = 'owner') => server.person(world.north.company, role)

describe('saved views', () => {
  test('are stored as saved, changed in part, and deleted', async () => {
    const as = await somebody()
    expect(await getList(as)).toEqual({ views: [], columns: null })
    const saved = await save(as, { name: ' Urgent ', query: 'priority=P1&priority=P2', columns: ['status', 'opened'] })
    expect(saved.status).toBe(201)
    expect(saved.body).toEqual({
      id: expect.any(String),
      name: 'Urgent',
      query: 'priority=P1&priority=P2',
      columns: ['status', 'opened'],
    })
    const { id } = saved.body
    expect((await change(as, id, { name: 'Pressing' })).body).toEqual({ ...saved.body, name: 'Pressing' })
    expect((await change(as, id, { query: '', columns: null })).body).toEqual({
      id,
      name: 'Pressing',
      query: '',
      columns: null,
    })
    expect((await getList(as)).views).toEqual([{ id, name: 'Pressing', query: '', columns: null }])
    expect((await remove(as, id)).status).toBe(200)
    expect((await getList(as)).views).toEqual([])
    expect((await remove(as, id)).status).toBe(404)
  })

  test('belong to one list, and unknown lists are rejected', async () => {
    const as = await somebody()
    await save(as, { name: 'One', query: '' }, 'tickets')
    const { body } = await save(as, { name: 'One', query: '' }, 'contacts')
    expect((await getList(as, 'tickets')).views).toHaveLength(1)
    expect((await getList(as, 'users')).views).toEqual([])
    // A view is found only under its own list.
    expect((await change(as, body.id, { name: 'Two' }, 'tickets')).status).toBe(404)
    expect((await remove(as, body.id, 'tickets')).status).toBe(404)
    expect((await getList(as, 'contacts')).views).toHaveLength(1)
    expect((await save(as, { name: 'One', query: '' }, 'secrets')).status).toBe(400)
  })

  test('have unique names, ignoring case, also concurrently', async () => {
    const as = await somebody()
    const all = await Promise.all(Array.from({ length: 8 }, () => save(as, { name: 'Mine', query: 'q=1' })))
    expect(all.map((r) => r.status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
    const refused = all.find((r) => r.status === 409)
    expect(refused?.body.error).toMatchObject({ code: 'NAME_TAKEN', fields: { name: [expect.any(String)] } })
    const second = await save(as, { name: 'Other', query: '' })
    expect((await change(as, second.body.id, { name: 'MINE' })).body.error.code).toBe('NAME_TAKEN')
    // Its own name in other letter case does not count as taken.
    expect((await change(as, second.body.id, { name: 'OTHER' })).body.name).toBe('OTHER')
  })

  test(`a list has at most ${VIEWS_MAX}, even with parallel requests`, async () => {
    const as = await somebody()
    for (let i = 0; i < VIEWS_MAX - 1; i++) expect((await save(as, { name: `View ${i}`, query: '' })).status).toBe(201)
    const last = await Promise.all(Array.from({ length: 5 }, (_, i) => save(as, { name: `Last ${i}`, query: '' })))
    expect(last.map((r) => r.status).sort()).toEqual([201, 422, 422, 422, 422])
    expect(last.find((r) => r.status === 422)?.body.error.code).toBe('TOO_MANY_VIEWS')
    expect((await getList(as)).views).toHaveLength(VIEWS_MAX)
    expect((await save(as, { name: 'Elsewhere', query: '' }, 'contacts')).status).toBe(201)
  })

  test.each([
    ['name', { name: '', query: '' }],
    ['name', { name: '   ', query: '' }],
    ['name', { name: 'x'.repeat(61), query: '' }],
    ['name', { name: 'a\nb', query: '' }],
    ['query', { name: 'x', query: 'q='.padEnd(2001, 'x') }],
    ['query', { name: 'x', query: '?q=1' }],
    ['query', { name: 'x', query: 'q=a b' }],
    ['columns', { name: 'x', query: '', columns: [] }],
    ['columns', { name: 'x', query: '', columns: ['a', 'a'] }],
    ['columns.0', { name: 'x', query: '', columns: ['<script>'] }],
    ['columns', { name: 'x', query: '', columns: Array.from({ length: 51 }, (_, i) => `c${i}`) }],
  ])('a wrong %s is reported beside its field', async (field, body) => {
    const r = await save(member, body)
    expect(r.status).toBe(400)
    expect(Object.keys(r.body.error.fields ?? {})).toEqual([field])
  })

  test('can have a name of 60 characters and a query of 2,000', async () => {
    const as = await somebody()
    const body = { name: 'ü'.repeat(60), query: 'q='.padEnd(2000, 'x'), columns: null }
    expect((await save(as, body)).body).toMatchObject(body)
  })

  test('keep the given order, with unlisted views last; unknown views are rejected', async () => {
    const as = await somebody()
    const ids: string[] = []
    for (const name of ['a', 'b', 'c']) ids.push((await save(as, { name, query: '' })).body.id)
    const [a, b, c] = ids as [string, string, string]
    expect((await getList(as)).views.map((v) => v.name)).toEqual(['a', 'b', 'c'])
    expect((await order(as, [c, a])).body.views.map((v) => v.name)).toEqual(['c', 'a', 'b'])
    expect((await getList(as)).views.map((v) => v.name)).toEqual(['c', 'a', 'b'])
    expect((await order(as, [b, crypto.randomUUID()])).status).toBe(404)
    expect((await getList(as)).views.map((v) => v.name)).toEqual(['c', 'a', 'b'])
    await remove(as, a)
    await save(as, { name: 'd', query: '' })
    expect((await getList(as)).views.map((v) => v.name)).toEqual(['c', 'b', 'd'])
  })

  test('are saved once per idempotency key', async () => {
    const as = await somebody()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const [one, two] = [
      await save(as, { name: 'Once', query: '' }, 'tickets', headers),
      await save(as, { name: 'Once', query: '' }, 'tickets', headers),
    ]
    expect([one.status, two.status, two.body.id]).toEqual([201, 201, one.body.id])
  })
})

describe('ownership', () => {
  test('views of another user are NOT_FOUND for colleagues, staff, and other companies', async () => {
    const { body } = await save(owner, { name: 'Private', query: 'q=secret' })
    await setColumns(owner, ['status'])
    for (const as of [member, world.south.owner, world.engineer, world.admin]) {
      const seen = await getList(as)
      expect(seen.views.map((v) => v.id)).not.toContain(body.id)
      expect(seen.columns).toBeNull()
      for (const id of [body.id, crypto.randomUUID()]) {
        const answers = [await change(as, id, { name: 'Mine' }), await remove(as, id), await order(as, [id])]
        expect(answers.map((r) => [r.status, r.body.error.code, r.body.error.message])).toEqual(
          answers.map(() => [404, 'NOT_FOUND', 'Not found.']),
        )
      }
    }
    expect((await getList(owner)).views).toContainEqual(body)
  })

  test('colleagues may use the same name', async () => {
    const [a, b] = [await somebody(), await somebody('member')]
    expect((await save(a, { name: 'Ours', query: '' })).status).toBe(201)
    expect((await save(b, { name: 'Ours', query: '' })).status).toBe(201)
  })

  test('views move with the user to another company', async () => {
    const as = await somebody()
    await save(as, { name: 'Carried', query: '' })
    await setColumns(as, ['status'])
    const { id } = world.south.company
    await server.db.updateTable('profiles').set({ company_id: id }).where('id', '=', as.id).execute()
    const rows = await server.db
      .selectFrom('saved_views')
      .select('company_id')
      .where('user_id', '=', as.id)
      .union(server.db.selectFrom('list_columns').select('company_id').where('user_id', '=', as.id))
      .execute()
    expect(rows).toEqual([{ company_id: id }])
  })
})

describe('columns', () => {
  test('are stored per list and user, and can be reset', async () => {
    const as = await somebody()
    expect((await setColumns(as, ['status', 'updated'])).body.columns).toEqual(['status', 'updated'])
    expect((await setColumns(as, ['updated'])).status).toBe(200)
    await setColumns(as, ['name'], 'contacts')
    expect((await getList(as)).columns).toEqual(['updated'])
    expect((await getList(as, 'contacts')).columns).toEqual(['name'])
    expect((await setColumns(as, null)).status).toBe(200)
    expect((await getList(as)).columns).toBeNull()
    expect((await getList(as, 'contacts')).columns).toEqual(['name'])
  })
  test.each([[[]], [['a b']], [['a', 'a']], ['status'], [undefined]])('%j is refused', async (columns) =>
    expect((await setColumns(member, columns)).status).toBe(400),
  )
})
