import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeClient, makeContact } from '../../../test/factories/contacts.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { isPhone } from '../../contract/contacts/fields.ts'
import type { Client, Contact, ContactRow } from '../../contract/contacts/index.ts'
import { mergeFields, searchPatterns, whyRefused } from './policy.ts'

type C = z.infer<typeof Contact>
type L = z.infer<typeof Client>
type Row = z.infer<typeof ContactRow>
type List<T = Row> = { items: T[]; nextCursor: string | null }

let server: TestServer
let world: World
let owner: Person
let member: Person
let engineer: Person
let stranger: Person
let people: [string, Person][]

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  ;({ owner, member } = world.north)
  ;({ engineer } = world)
  stranger = world.south.owner
  people = [
    ['owner', owner],
    ['member', member],
    ['engineer', engineer],
    ['admin', world.admin],
  ]
})
afterAll(() => server.close())

const call = <T = C>(method: string, path: string, as: Person, body?: unknown, headers?: Record<string, string>) =>
  server.call<T & ErrorShape>(method, `/v1${path}`, {
    as,
    ...(body === undefined ? {} : { body }),
    ...(headers ? { headers } : {}),
  })
const create = async (body: object = {}, as: Person = owner) => {
  const r = await call('POST', '/contacts', as, { fullName: 'Pat Doe', ...body })
  expect([r.status, r.body.error?.fields]).toEqual([201, undefined])
  return r.body
}
let n = 0
const client = async (body: object = {}, as: Person = owner) => {
  const r = await call<L>('POST', '/clients', as, { name: `Lakeshore ${++n}`, ...body })
  expect([r.status, r.body.error?.fields]).toEqual([201, undefined])
  return r.body
}
const list = async (query: string, as: Person = owner) => (await call<List>('GET', `/contacts?${query}`, as)).body
const acts = (id: string) =>
  server.db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).orderBy('id').execute()

describe('a contact', () => {
  test('is created in the actor’s company and records an event and an audit entry', async () => {
    const at = await client()
    const c = await create({
      fullName: '  Zoë Müller ',
      email: ' Zoe@Client.example ',
      phone: '+1 (555) 014-2200 ext 7',
      title: 'Office manager',
      clientId: at.id,
      notes: '**Calls** before noon',
    })
    expect(c).toMatchObject({
      fullName: 'Zoë Müller',
      email: 'Zoe@Client.example',
      phone: '+1 (555) 014-2200 ext 7',
      title: 'Office manager',
      client: { id: at.id, name: at.name, archived: false },
      company: { id: owner.companyId, name: 'North' },
      source: 'manual',
      archivedAt: null,
      version: 1,
      can: { edit: true, archive: true, delete: true, merge: true },
    })
    expect(await acts(c.id)).toMatchObject([
      { action: 'contact.create', actor_id: owner.id, company_id: owner.companyId },
    ])
    expect(
      await server.db.selectFrom('events').select(['topic', 'kind']).where('subject_id', '=', c.id).execute(),
    ).toEqual([{ topic: 'contact', kind: 'created' }])
  })
  test('can be edited but not archived, deleted or merged by members', async () => {
    const c = await create({}, member)
    expect(c.can).toEqual({ edit: true, archive: false, delete: false, merge: false })
    expect((await call('PATCH', `/contacts/${c.id}`, member, { version: 1, title: 'CFO' })).body.title).toBe('CFO')
    const other = await create()
    expect((await list('limit=1', member)).items[0]?.can).toEqual(c.can)
    const merge = { otherId: other.id, version: 2, otherVersion: 1 }
    expect((await call('POST', `/contacts/${c.id}/merge`, member, merge)).status).toBe(403)
    expect((await call('POST', `/contacts/${c.id}/archive`, member, { archived: true })).status).toBe(403)
    expect((await call('DELETE', `/contacts/${c.id}`, member)).status).toBe(403)
    expect((await call('GET', `/contacts/${c.id}`, member)).status).toBe(200)
  })
  test('is created by staff in the company that they name', async () => {
    expect((await call('POST', '/contacts', engineer, { fullName: 'X' })).body.error.fields).toEqual({
      companyId: ['Choose a company.'],
    })
    expect(
      (await call('POST', '/contacts', engineer, { fullName: 'X', companyId: crypto.randomUUID() })).body.error.fields,
    ).toEqual({ companyId: ['This company doesn’t exist. Choose another one.'] })
    const c = await create({ companyId: stranger.companyId }, engineer)
    expect(c.company.id).toBe(stranger.companyId)
    expect((await call('GET', `/contacts/${c.id}`, owner)).status).toBe(404)
    expect((await call('GET', `/contacts/${c.id}`, stranger)).status).toBe(200)
  })
  test('reports every invalid field with a message', async () => {
    const r = await call('POST', '/contacts', owner, {
      fullName: ' ',
      email: 'pat@',
      phone: 'call me',
      title: 'x'.repeat(101),
      clientId: 'x',
      notes: 7,
    })
    expect(r.status).toBe(400)
    expect(r.body.error.fields).toEqual({
      fullName: ['Enter a name.'],
      email: ['Enter an email address, such as pat@client.example.'],
      phone: ['Enter a phone number, such as +1 555 0142.'],
      title: ['At most 100 characters.'],
      clientId: ['This is not a valid ID.'],
      notes: ['Enter text.'],
    })
  })
  test('accepts fields at their maximum length, rejects longer ones, and stores empty text as null', async () => {
    const local = 'a'.repeat(60)
    const email = `${local}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`
    const c = await create({
      fullName: 'ü'.repeat(100),
      email,
      phone: `+1${'5'.repeat(48)}`,
      title: 't'.repeat(100),
      notes: 'n'.repeat(5_000),
    })
    expect([c.fullName.length, c.notes.length]).toEqual([100, 5_000])
    expect(await create({ email: '', phone: ' ', title: '', notes: '' })).toMatchObject({
      email: null,
      phone: null,
      title: null,
      notes: '',
    })
    for (const body of [
      { fullName: 'x'.repeat(101) },
      { fullName: 'two\nlines' },
      { fullName: 'x', email: `${local}@${`${'b'.repeat(60)}.`.repeat(4)}example` },
      { fullName: 'x', phone: `+1${'5'.repeat(49)}` },
      { fullName: 'x', phone: '12' },
      { fullName: 'x', notes: 'n'.repeat(5_001) },
    ])
      expect(
        (await call('POST', '/contacts', owner, body)).status,
        Object.entries(body)
          .map(([name, value]) => `${name} ${value.slice(0, 9)}`)
          .join(', '),
      ).toBe(400)
  })
  test('rejects a text of a megabyte for its length alone', async () => {
    // Checking the form of this phone number took minutes.
    const phone = `1${' '.repeat(900_000)}!`
    const { status, body } = await call('POST', '/contacts', owner, { fullName: 'x', phone })
    expect([status, body.error.fields]).toEqual([400, { phone: ['At most 50 characters.'] }])
    expect(isPhone(phone)).toBe(false)
    expect(isPhone('+1 (555) 014-2200 ext. 7')).toBe(true)
  })
  test('ignores body fields that the caller may not set', async () => {
    const c = await create({
      id: crypto.randomUUID(),
      companyId: stranger.companyId,
      company_id: stranger.companyId,
      source: 'import',
      importId: crypto.randomUUID(),
      version: 99,
      archivedAt: new Date().toISOString(),
      role: 'admin',
      isInternal: true,
    })
    expect(c).toMatchObject({ company: { id: owner.companyId }, source: 'manual', version: 1, archivedAt: null })
    const e = await call('PATCH', `/contacts/${c.id}`, owner, {
      version: 1,
      companyId: stranger.companyId,
      source: 'import',
      archivedAt: new Date().toISOString(),
      title: 'CEO',
    })
    expect(e.body).toMatchObject({ company: { id: owner.companyId }, source: 'manual', version: 2, archivedAt: null })
  })
  test('rejects another company’s client like an unknown id', async () => {
    const theirs = await makeClient(server.db, { company_id: stranger.companyId })
    const words = { clientId: ['This client no longer exists. Choose another.'] }
    const c = await create()
    for (const clientId of [theirs.id, crypto.randomUUID()]) {
      const made = await call('POST', '/contacts', owner, { fullName: 'x', clientId })
      expect([made.status, made.body.error.fields]).toEqual([422, words])
      const edited = await call('PATCH', `/contacts/${c.id}`, owner, { version: 1, clientId })
      expect([edited.status, edited.body.error.fields]).toEqual([422, words])
      // Staff see both companies, but the client must belong to the contact's company.
      const staff = await call('PATCH', `/contacts/${c.id}`, engineer, { version: 1, clientId })
      expect([staff.status, staff.body.error.fields]).toEqual([422, words])
    }
    const away = await makeClient(server.db, { company_id: owner.companyId, archived_at: new Date().toISOString() })
    const put = await call('PATCH', `/contacts/${c.id}`, owner, { version: 1, clientId: away.id })
    expect(put.body.error.fields?.clientId?.[0]).toMatch(/archived/)
  })
  test('returns the current contact on a version conflict and overwrites nothing', async () => {
    const c = await create()
    const edit = (version: number, fullName: string) => call('PATCH', `/contacts/${c.id}`, owner, { version, fullName })
    expect((await edit(1, 'First')).body).toMatchObject({ fullName: 'First', version: 2 })
    const slow = await edit(1, 'Second')
    expect([slow.status, slow.body.error.code]).toEqual([409, 'CONFLICT'])
    expect(slow.body.error.current).toMatchObject({ fullName: 'First', version: 2 })
    const all = await Promise.all(Array.from({ length: 6 }, (_, i) => edit(2, `Try ${i}`)))
    expect(all.map((r) => r.status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    // Saving the same values again changes nothing.
    const now = (await call('GET', `/contacts/${c.id}`, owner)).body
    expect((await edit(3, now.fullName)).body.version).toBe(3)
    expect((await acts(c.id)).map((a) => a.action)).toEqual(['contact.create', 'contact.edit', 'contact.edit'])
    expect((await acts(c.id))[1]).toMatchObject({ before: { full_name: 'Pat Doe' }, after: { full_name: 'First' } })
  })
  test('creates one contact per idempotency key and rejects the key with another body', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const once = () => call('POST', '/contacts', owner, { fullName: 'Only Once' }, key)
    const all = await Promise.all([once(), once(), once()])
    expect(new Set(all.map((r) => r.body.id)).size).toBe(1)
    expect((await list('q=only+once')).items).toHaveLength(1)
    expect((await call('POST', '/contacts', owner, { fullName: 'Other' }, key)).status).toBe(409)
  })
  test('can be archived, restored and deleted; the audit log keeps its values', async () => {
    const c = await create({ fullName: 'Going Away', email: 'away@client.example' })
    const away = await call('POST', `/contacts/${c.id}/archive`, owner, { archived: true })
    expect(away.body.archivedAt).not.toBeNull()
    expect((await call('POST', `/contacts/${c.id}/archive`, owner, { archived: true })).body.version).toBe(2)
    expect((await list('q=going+away')).items).toEqual([])
    expect((await list('q=going+away&state=archived')).items.map((x) => x.id)).toEqual([c.id])
    await call('POST', `/contacts/${c.id}/archive`, engineer, { archived: false })
    expect((await list('q=going+away')).items).toHaveLength(1)
    expect((await call('DELETE', `/contacts/${c.id}`, owner)).body).toEqual({ id: c.id })
    expect((await call('DELETE', `/contacts/${c.id}`, owner)).status).toBe(404)
    expect((await acts(c.id)).at(-1)).toMatchObject({
      action: 'contact.delete',
      before: { full_name: 'Going Away', email: 'away@client.example' },
    })
  })
})

describe('duplicates', () => {
  const same = async (query: Record<string, string>, as: Person = owner) =>
    (await call<{ items: (Row & { same: string })[] }>('GET', `/contacts/duplicates?${new URLSearchParams(query)}`, as))
      .body.items
  test('are found by email regardless of case, and by name at the same client', async () => {
    const at = await client()
    const a = await create({ fullName: 'Dup Licate', email: 'dup@client.example', clientId: at.id })
    expect((await same({ email: ' DUP@client.Example ' })).map((d) => [d.id, d.same])).toEqual([[a.id, 'email']])
    expect((await same({ fullName: 'dup LICATE', client: at.id })).map((d) => [d.id, d.same])).toEqual([[a.id, 'name']])
    expect(await same({ fullName: 'Dup Licate' })).toEqual([])
    expect(await same({ email: 'dup@client.example', except: a.id })).toEqual([])
    expect(await same({ email: '' })).toEqual([])
    expect(await same({ email: 'dup@client.example', fullName: 'Dup Licate', client: at.id })).toHaveLength(1)
  })
  test('are limited to the actor’s company, whatever company is named', async () => {
    await create({ fullName: 'Secret', email: 'secret@client.example' })
    expect(await same({ email: 'secret@client.example' }, stranger)).toEqual([])
    expect(await same({ email: 'secret@client.example', company: owner.companyId }, stranger)).toEqual([])
    expect(await same({ email: 'secret@client.example', company: owner.companyId }, engineer)).toHaveLength(1)
    expect(await same({ email: 'secret@client.example' }, engineer)).toEqual([])
  })
})

describe('merging', () => {
  const merge = (id: string, otherId: string, as: Person = owner, more: object = {}) =>
    call('POST', `/contacts/${id}/merge`, as, { otherId, version: 1, otherVersion: 1, ...more })
  test('keeps one contact, fills its empty fields and keeps the other’s values in the notes', async () => {
    const at = await client()
    const a = await create({ fullName: 'Pat Doe', email: 'pat@old.example', notes: 'Knows the server room.' })
    const b = await create({
      fullName: 'Patricia Doe',
      email: 'pat@new.example',
      phone: '+1 555 0101',
      clientId: at.id,
      notes: 'Prefers mail.',
    })
    const r = await merge(a.id, b.id, owner, { take: { email: 'other' } })
    expect(r.body).toMatchObject({
      id: a.id,
      fullName: 'Pat Doe',
      email: 'pat@new.example',
      phone: '+1 555 0101',
      client: { id: at.id },
      version: 2,
    })
    for (const words of ['Knows the server room.', 'Prefers mail.', 'Email: pat@old.example', 'Name: Patricia Doe'])
      expect(r.body.notes).toContain(words)
    expect((await call('GET', `/contacts/${b.id}`, owner)).status).toBe(404)
    expect((await list('q=patricia')).items).toEqual([])
    const [loser] = (await acts(b.id)).slice(-1)
    expect(loser).toMatchObject({
      action: 'contact.merged-away',
      before: { full_name: 'Patricia Doe', email: 'pat@new.example' },
      after: { into: a.id },
    })
    expect((await acts(a.id)).at(-1)).toMatchObject({ action: 'contact.merge', before: { email: 'pat@old.example' } })
  })
  test('treats another company’s contact like an unknown id and changes neither contact', async () => {
    const mine = await create()
    const theirs = await makeContact(server.db, { company_id: stranger.companyId })
    const answers = await Promise.all([theirs.id, crypto.randomUUID()].map((id) => merge(mine.id, id)))
    expect(answers.map((r) => [r.status, r.body.error.code])).toEqual([
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
    ])
    expect((await merge(theirs.id, mine.id)).status).toBe(404)
    const across = await merge(mine.id, theirs.id, engineer)
    expect(across.body.error.fields).toEqual({ otherId: ['Choose two contacts from the same company.'] })
    expect((await call('GET', `/contacts/${mine.id}`, owner)).body.version).toBe(1)
    expect((await call('GET', `/contacts/${theirs.id}`, stranger)).status).toBe(200)
  })
  test('rejects the same contact, outdated versions and notes that are too long', async () => {
    const [a, b] = [await create({ notes: 'a'.repeat(4_000) }), await create({ notes: 'b'.repeat(4_000) })]
    expect((await merge(a.id, a.id)).body.error.fields?.otherId?.[0]).toMatch(/another contact/)
    expect((await merge(a.id, b.id)).body.error.fields?.otherId?.[0]).toMatch(/5,000/)
    await call('PATCH', `/contacts/${b.id}`, owner, { version: 1, notes: '' })
    const stale = await merge(a.id, b.id)
    expect([stale.status, (stale.body.error.current as { id: string }).id]).toEqual([409, b.id])
    expect((await merge(a.id, b.id, owner, { otherVersion: 2 })).status).toBe(200)
  })
  test('lets one of two opposite merges win', async () => {
    const [a, b] = [await create(), await create()]
    const both = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)])
    // The slower merge finds one of its contacts deleted or changed.
    expect(both.filter((r) => r.status === 200)).toHaveLength(1)
    expect(both.filter((r) => r.status === 404 || r.status === 409)).toHaveLength(1)
  })
  test('takes each field from the chosen contact', () => {
    const none = { full_name: 'A', email: null, phone: null, title: null, client_id: null, client: null, notes: '' }
    const take = { fullName: 'this', email: 'this', phone: 'this', title: 'this', client: 'this' } as const
    expect(mergeFields(none, { ...none, phone: '1' }, take, '2026-01-01')).toMatchObject({ phone: '1', notes: '' })
    const both = mergeFields({ ...none, notes: 'same' }, { ...none, full_name: 'B', notes: 'same' }, take, '2026-01-01')
    expect(both.notes).toBe('same\n\nMerged on Jan 1, 2026. Values that were not kept:\n- Name: B')
    expect(mergeFields({ ...none, title: 'x' }, none, { ...take, title: 'other' }, 'd').title).toBe('x')
  })
})

describe('a client', () => {
  test('is created, edited, archived and restored', async () => {
    const l = await client({
      name: ' Harlan & Pruitt LLP ',
      website: 'harlan.example/people',
      phone: '555 0199',
      address: '1 Main St\nDuluth',
      industry: 'Law firm',
    })
    expect(l).toMatchObject({
      name: 'Harlan & Pruitt LLP',
      website: 'https://harlan.example/people',
      address: '1 Main St\nDuluth',
      contacts: 0,
      version: 1,
      can: { edit: true, archive: true, delete: true },
    })
    const e = await call<L>('PATCH', `/clients/${l.id}`, member, { version: 1, industry: '' })
    expect(e.body).toMatchObject({ industry: null, version: 2, can: { archive: false, delete: false } })
    const slow = await call<L>('PATCH', `/clients/${l.id}`, owner, { version: 1, name: 'Slow' })
    expect([slow.status, (slow.body.error.current as L).version]).toEqual([409, 2])
    expect((await call('POST', `/clients/${l.id}/archive`, member, { archived: true })).status).toBe(403)
    expect((await call('DELETE', `/clients/${l.id}`, member)).status).toBe(403)
    expect(
      (await call<L>('POST', `/clients/${l.id}/archive`, owner, { archived: true })).body.archivedAt,
    ).not.toBeNull()
    expect((await acts(l.id)).map((a) => a.action)).toEqual(['client.create', 'client.edit', 'client.archive'])
  })
  test('has a unique name in its company, ignoring case, until it is archived', async () => {
    const l = await client({ name: 'Kessler Precision' })
    const again = await call<L>('POST', '/clients', owner, { name: 'KESSLER precision' })
    expect([again.status, again.body.error.code, again.body.error.fields]).toEqual([
      409,
      'NAME_TAKEN',
      { name: ['A client with this name already exists. Choose a different name.'] },
    ])
    expect((await call<L>('POST', '/clients', stranger, { name: 'Kessler Precision' })).status).toBe(201)
    const other = await client()
    expect((await call('PATCH', `/clients/${other.id}`, owner, { version: 1, name: 'kessler precision' })).status).toBe(
      409,
    )
    await call('POST', `/clients/${l.id}/archive`, owner, { archived: true })
    expect((await call<L>('POST', '/clients', owner, { name: 'Kessler Precision' })).status).toBe(201)
    const back = await call('POST', `/clients/${l.id}/archive`, owner, { archived: false })
    expect([back.status, back.body.error.code]).toEqual([409, 'NAME_TAKEN'])
  })
  test('is created once when many requests use the same name', async () => {
    const all = await Promise.all(
      Array.from({ length: 6 }, () => call('POST', '/clients', owner, { name: 'Race LLC' })),
    )
    expect(all.map((r) => r.status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })
  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://x.example',
    'nodots',
    'https://user:pass@x.example',
    'two words.example',
    'https://',
  ])('is rejected with the website %s', async (website) => {
    const r = await call('POST', '/clients', owner, { name: 'Web', website })
    expect([r.status, r.body.error.fields]).toEqual([
      400,
      { website: ['Enter a web address, such as northgate.example.'] },
    ])
  })
  test('counts its contacts, updates their search text, and leaves them without a client when deleted', async () => {
    const l = await client({ name: 'Before Inc' })
    const a = await create({ fullName: 'Ann', clientId: l.id })
    const b = await create({ fullName: 'Ben', clientId: l.id })
    await call('POST', `/contacts/${b.id}/archive`, owner, { archived: true })
    expect((await call<L>('GET', `/clients/${l.id}`, owner)).body.contacts).toBe(1)
    expect((await list('q=before')).items.map((c) => c.id)).toEqual([a.id])
    await call('PATCH', `/clients/${l.id}`, owner, { version: 1, name: 'Afterwards Inc' })
    expect((await list('q=before')).items).toEqual([])
    expect((await list('q=afterw+ann')).items.map((c) => [c.id, c.client?.name])).toEqual([[a.id, 'Afterwards Inc']])
    expect((await list(`client=${l.id}`)).items.map((c) => c.id)).toEqual([a.id])
    expect((await call('DELETE', `/clients/${l.id}`, owner)).status).toBe(200)
    expect((await call('GET', `/contacts/${a.id}`, owner)).body).toMatchObject({ client: null, version: 2 })
    expect((await list('q=afterwards&state=all')).items).toEqual([])
    expect((await acts(l.id)).at(-1)).toMatchObject({
      action: 'client.delete',
      before: { name: 'Afterwards Inc', contacts: 2 },
    })
  })
})

describe('lists', () => {
  let there: World['south']
  beforeAll(async () => {
    there = world.south
    const dental = await makeClient(server.db, { company_id: there.company.id, name: 'Lakeshore Family Dental' })
    for (let i = 0; i < 30; i++) {
      await makeContact(server.db, {
        company_id: there.company.id,
        full_name: `${['Ann', 'bob', 'Çelik', 'ann'][i % 4]} Number ${i % 7}`,
        email: i % 2 ? `p${i}@lakeshoredental.example` : null,
        phone: i % 3 ? `+1 (555) 020-${1000 + i}` : null,
        client_id: i < 6 ? dental.id : null,
        updated_at: new Date(Date.UTC(2026, 0, 1, 0, i < 10 ? 0 : i)).toISOString(),
        created_at: new Date(Date.UTC(2026, 0, 1, 0, i < 10 ? 0 : i)).toISOString(),
      })
    }
  })
  test.each(['name', 'updated', 'created'])('pages by %s join without gap or double, both ways', async (sort) => {
    for (const order of ['asc', 'desc']) {
      const ids: string[] = []
      let cursor = ''
      do {
        const page = await list(
          `limit=7&sort=${sort}&order=${order}&q=number${cursor && `&cursor=${cursor}`}`,
          there.owner,
        )
        ids.push(...page.items.map((t) => t.id))
        cursor = page.nextCursor ?? ''
      } while (cursor)
      expect([ids.length, new Set(ids).size], `${sort} ${order}`).toEqual([30, 30])
      const all = (await list(`limit=100&sort=${sort}&order=${order}&q=number`, there.owner)).items
      expect(all.map((t) => t.id)).toEqual(ids)
      if (sort === 'name') {
        const names = all.map((t) => t.fullName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase())
        const sorted = names.toSorted()
        expect(names).toEqual(order === 'asc' ? sorted : sorted.reverse())
      }
    }
  })
  test('search ignores accents and phone formats, and finds parts of addresses and the client', async () => {
    const find = async (q: string) => (await list(`limit=100&q=${encodeURIComponent(q)}`, there.owner)).items.length
    expect(await find('celik')).toBe(7)
    expect(await find('ÇELIK number')).toBe(7)
    expect(await find('dental.example')).toBe(15)
    expect(await find('p29@')).toBe(1)
    expect(await find('0201029')).toBe(1)
    expect(await find('555 020 1029')).toBe(1)
    expect(await find('(555) 020-1029')).toBe(1)
    expect(await find('lakeshore family')).toBe(6)
    expect(await find('bo')).toBe(8)
    // One or two letters only match the beginning of a word.
    expect(await find('el')).toBe(0)
    expect(await find('%')).toBe(0)
    expect(await find('_')).toBe(0)
    expect(await find('\\')).toBe(0)
    expect(await find("'; drop table contacts; --")).toBe(0)
    expect(await find('   ')).toBeGreaterThan(29)
    expect(searchPatterns('a%b ée')).toEqual(['%a\\%b%', '% ee%'])
  })
  test('search never returns other companies’ contacts to partners; staff can choose the company', async () => {
    const only = async (query: string, as: Person) => new Set((await list(query, as)).items.map((c) => c.company.id))
    expect(await only('q=number', owner)).toEqual(new Set())
    expect(await only(`q=number&company=${there.company.id}`, owner)).toEqual(new Set())
    expect(await only(`company=${there.company.id}`, owner)).toEqual(new Set())
    expect(await only('q=number', engineer)).toEqual(new Set([there.company.id]))
    expect(await only(`q=number&company=${owner.companyId}`, engineer)).toEqual(new Set())
    expect(await only(`company=${there.company.id}`, engineer)).toEqual(new Set([there.company.id]))
    const theirs = await server.db
      .selectFrom('clients')
      .select('id')
      .where('name', '=', 'Lakeshore Family Dental')
      .executeTakeFirstOrThrow()
    expect(await only(`client=${theirs.id}`, owner)).toEqual(new Set())
    expect((await list('client=none&q=number&limit=100', there.owner)).items).toHaveLength(24)
    // A cursor from another company's list reveals nothing about that company.
    const { nextCursor } = await list('limit=2&q=number', there.owner)
    expect(
      (await list(`limit=100&cursor=${nextCursor}`, owner)).items.every((c) => c.company.id === owner.companyId),
    ).toBe(true)
  })
  test('staff page through matches of all companies without gaps', async () => {
    const many = (companyId: string, from: number, to: number, name: string) =>
      sql`insert into contacts (company_id, id, full_name)
        select ${companyId}::uuid, gen_random_uuid(), ${name} || lpad(i::text, 5, '0')
        from generate_series(${from}::int, ${to}::int) as i`.execute(server.db)
    await many(owner.companyId, 1, 3, 'Aaquill ')
    await many(owner.companyId, 1, 1_100, 'Aazz ')
    await many(there.company.id, 4, 6, 'Zzquill ')
    const pages: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: List = await list(`limit=2&q=quill${cursor && `&cursor=${cursor}`}`, engineer)
      pages.push(...page.items.map((c) => c.fullName))
      cursor = page.nextCursor
    }
    expect(pages).toEqual([1, 2, 3, 4, 5, 6].map((i) => `${i < 4 ? 'Aa' : 'Zz'}quill 0000${i}`))
    expect((await list('limit=100&q=quill&order=desc', engineer)).items.map((c) => c.fullName)).toEqual(
      pages.toReversed(),
    )
    await server.db.deleteFrom('contacts').where('full_name', 'like', 'Aa%').execute()
    await server.db.deleteFrom('contacts').where('full_name', 'like', 'Zzquill%').execute()
  })
  test('rejects a cursor of another list', async () => {
    const { nextCursor } = await list('limit=2', there.owner)
    for (const query of [`cursor=${nextCursor}&order=desc`, `cursor=${nextCursor}&sort=updated`, 'cursor=garbage'])
      expect((await call('GET', `/contacts?limit=2&${query}`, there.owner)).status).toBe(400)
  })
  test('clients are listed, searched and paged the same way', async () => {
    for (let i = 0; i < 12; i++)
      await makeClient(server.db, {
        company_id: there.company.id,
        name: `Shop ${i % 10}${i}`,
        industry: 'Craft brewery',
        website: 'https://shop.example',
      })
    const page = async (query: string, as: Person) => (await call<List<L>>('GET', `/clients?${query}`, as)).body
    const first = await page('q=brewery&limit=10', there.owner)
    const second = await page(`q=brewery&limit=10&cursor=${first.nextCursor}`, there.owner)
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([10, 2, null])
    const names = [...first.items, ...second.items].map((l) => l.name)
    expect(names).toEqual(names.toSorted())
    expect((await page('q=lakeshore', there.owner)).items.map((l) => [l.name, l.contacts])).toEqual([
      ['Lakeshore Family Dental', 6],
    ])
    expect((await page('q=brewery', owner)).items).toEqual([])
    expect((await page(`company=${there.company.id}`, owner)).items).toEqual([])
    expect((await page(`q=brewery&company=${there.company.id}`, engineer)).items).toHaveLength(12)
  })
  test('each role sees what it should', async () => {
    for (const [role, as] of people) {
      const companies = new Set((await list('limit=100&state=all', as)).items.map((c) => c.company.id))
      expect(companies.size > 1, role).toBe(role === 'engineer' || role === 'admin')
    }
  })
})

describe('CSV', () => {
  const lines = (text: string) =>
    text
      .replace(/^\ufeff/, '')
      .trim()
      .split('\r\n')
  test('exports the filtered contacts and escapes formulas', async () => {
    const at = await client({ name: '=cmd|calc' })
    await create({
      fullName: '=1+1',
      email: 'csv@client.example',
      phone: '+1 555 0142',
      clientId: at.id,
      title: '@sum',
      notes: 'a "b"\nc',
    })
    const r = await server.call('GET', '/v1/contacts.csv?q=csv@client', { as: owner })
    expect(r.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(lines(r.text)[0]).toBe(
      'Name,Email,Phone,Title,Client,Notes,Company,Source,Email bounced,Archived,Added,Updated',
    )
    expect(lines(r.text)[1]).toMatch(
      /^'=1\+1,csv@client\.example,'\+1 555 0142,'@sum,'=cmd\|calc,"a ""b""\nc",North,Manual entry,,,/,
    )
    expect(lines((await server.call('GET', '/v1/contacts.csv?q=csv@client', { as: stranger })).text)).toHaveLength(1)
    expect(
      lines((await server.call('GET', `/v1/contacts.csv?company=${owner.companyId}`, { as: stranger })).text).filter(
        (l) => l.includes('North'),
      ),
    ).toEqual([])
  })
  test('exports more contacts than one page', async () => {
    const big = await server.company({ name: 'Big' })
    const boss = await server.person(big, 'owner')
    const rows = Array.from({ length: 2_345 }, (_, i) => ({
      company_id: big.id,
      id: crypto.randomUUID(),
      full_name: `Person ${i % 50}`,
    }))
    await server.db.insertInto('contacts').values(rows.slice(0, 1_200)).execute()
    await server.db.insertInto('contacts').values(rows.slice(1_200)).execute()
    expect(lines((await server.call('GET', '/v1/contacts.csv', { as: boss })).text)).toHaveLength(2_346)
    // Too many matches to sort by id: the list is read in its own order, and each contact still appears once.
    const seen = new Set<string>()
    let cursor = ''
    do {
      const page = await list(`limit=100&q=person${cursor && `&cursor=${cursor}`}`, boss)
      for (const c of page.items) seen.add(c.id)
      cursor = page.nextCursor ?? ''
    } while (cursor)
    expect(seen.size).toBe(2_345)
  })
  test('exports clients with their number of contacts', async () => {
    const l = await client({ name: 'Csv Client', industry: 'Retail', website: 'csv.example' })
    await create({ clientId: l.id })
    const r = await server.call('GET', '/v1/clients.csv?q=csv+client', { as: owner })
    expect(lines(r.text)[1]).toMatch(/^Csv Client,Retail,https:\/\/csv\.example,,,1,,North,,/)
  })
})

test('explains any bounce status in plain words', () => {
  expect(['5.1.1', '5.1.2', '5.2.2', '5.4.4', '5.7.26', '5.0.0', ''].map(whyRefused)).toEqual([
    'The mailbox does not exist.',
    'The domain of this address does not exist.',
    'The mailbox is full.',
    'The mail server could not accept the email.',
    'The mail server blocks our email.',
    'The mail server permanently rejected the email.',
    'The mail server permanently rejected the email.',
  ])
})
