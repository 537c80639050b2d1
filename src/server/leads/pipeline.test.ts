import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeLead } from '../../../test/factories/leads.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type * as contract from '../../contract/leads/index.ts'
import { zoneOf } from '../../contract/plain/time-zone.ts'
import { jobDefinitions } from '../composition.ts'
import { makeFormToken } from './form-token.ts'
import { leadPermissions, reminderDay } from './policy.ts'
import { remindOfNextActions } from './remind.ts'

type Lead = z.infer<typeof contract.Lead>
type Row = z.infer<typeof contract.LeadRow>
type Activity = z.infer<typeof contract.LeadActivity>
type Page<T> = { items: T[]; nextCursor: string | null }

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

const call = <T = Lead & ErrorShape>(method: string, path: string, body?: unknown, as: Person = world.engineer) =>
  server.call<T>(method, `/v1${path}`, { as, ...(body === undefined ? {} : { body }) })
const make = (fields: Parameters<typeof makeLead>[2] = {}) => makeLead(server.db, world.provider, fields)
const get = async (id: string, as = world.engineer) => (await call('GET', `/leads/${id}`, undefined, as)).body
const feed = async (id: string) => (await call<Page<Activity>>('GET', `/leads/${id}/activities?limit=100`)).body.items
const list = async (query: string, as = world.engineer) =>
  call<Page<Row> & ErrorShape>('GET', `/leads?${query}`, undefined, as)
const ids = async (query: string) => (await list(query)).body.items.map((row) => row.id)

describe('permissions', () => {
  test('partners have no access; engineers work on leads; administrators convert and delete them', async () => {
    const { id } = await make()
    const version = 1
    const company = { name: 'X' }
    const asks: [string, string, unknown?][] = [
      ['GET', '/leads'],
      ['GET', '/leads/counts'],
      ['GET', `/leads/${id}`],
      ['GET', `/leads/${id}/activities`],
      ['POST', '/leads/manual', { name: 'A', phone: '1' }],
      ['PATCH', `/leads/${id}`, { version, name: 'B' }],
      ['POST', `/leads/${id}/stage`, { stage: 'contacted' }],
      ['POST', `/leads/${id}/status`, { status: 'spam' }],
      ['POST', `/leads/${id}/notes`, { text: 'x' }],
      ['POST', `/leads/${id}/merge`, { ids: [id] }],
      ['GET', '/leads.csv'],
      ['POST', `/leads/${id}/convert`, { version, company, owner: null }],
      ['DELETE', `/leads/${id}`],
    ]
    for (const [method, path, body] of asks) {
      for (const as of [world.north.member, world.north.owner])
        expect((await call(method, path, body, as)).status, `${method} ${path}`).toBe(403)
      expect((await server.call(method, `/v1${path}`, body ? { body } : {})).status, `${method} ${path}`).toBe(401)
    }
    for (const [method, path, body] of asks.slice(-2))
      expect((await call(method, path, body)).status, `${method} ${path}`).toBe(403)
    expect((await get(id)).status).toBe('open')
  })
  test('responses contain them', async () => {
    const { id } = await make()
    expect((await get(id)).can).toEqual({
      edit: true,
      note: true,
      stage: true,
      statuses: ['open', 'lost', 'spam'],
      convert: false,
      merge: true,
      remove: false,
    })
    expect((await get(id, world.admin)).can).toMatchObject({ convert: true, remove: true })
    for (const role of ['engineer', 'admin'] as const) {
      for (const status of ['won', 'lost', 'spam'] as const)
        expect(leadPermissions({ role }, status).convert).toBe(false)
      expect(leadPermissions({ role }, 'won')).toMatchObject({ edit: false, note: true, stage: false, statuses: [] })
    }
  })
  test('an unknown id is not found', async () => {
    const id = crypto.randomUUID()
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/activities'],
      ['PATCH', '', { version: 1 }],
      ['POST', '/stage', { stage: 'contacted' }],
      ['POST', '/status', { status: 'spam' }],
      ['POST', '/notes', { text: 'x' }],
      ['POST', '/merge', { ids: [id] }],
      ['POST', '/convert', { version: 1, company: { name: 'X' }, owner: null }],
      ['DELETE', ''],
    ] as const)
      expect((await call(method, `/leads/${id}${path}`, body, world.admin)).status, path).toBe(404)
  })
  test('the database hides leads from partners and keeps activities immutable', async () => {
    const { id } = await make()
    await call('POST', `/leads/${id}/notes`, { text: 'between us' })
    const { companyId, id: userId } = world.north.owner
    const actor = { kind: 'tenant' as const, companyId, userId, role: 'owner' as const }
    for (const table of ['leads', 'lead_activities', 'lead_reminders'] as const) {
      await expect(
        server.platform.db.askAs(actor, (db) => db.selectFrom(table).select('company_id').execute()),
      ).rejects.toThrow(/permission denied/)
    }
    await expect(
      server.platform.db.askAs(actor, (db) => sql`select find_leads('a:*', ${world.provider.id}::uuid)`.execute(db)),
    ).rejects.toThrow(/permission denied/)
    await expect(server.db.updateTable('lead_activities').set({ text: 'x' }).execute()).rejects.toThrow(/append-only/)
    const staff = {
      kind: 'staff' as const,
      companyId: world.provider.id,
      userId: world.engineer.id,
      role: 'engineer' as const,
    }
    await expect(server.platform.db.askAs(staff, (db) => db.deleteFrom('lead_activities').execute())).rejects.toThrow(
      /permission denied/,
    )
  })
})

describe('stage and status', () => {
  test('are independent, and each change records who, from and to', async () => {
    const { id } = await make()
    const { body: staged } = await call('POST', `/leads/${id}/stage`, { stage: 'qualified', version: 1 })
    expect([staged.stage, staged.status, staged.version]).toEqual(['qualified', 'open', 2])
    const { body: lost } = await call('POST', `/leads/${id}/status`, {
      status: 'lost',
      lostReason: 'Too dear',
      version: 2,
    })
    expect([lost.stage, lost.status, lost.lostReason, lost.version]).toEqual(['qualified', 'lost', 'Too dear', 3])
    // The stage can still be corrected, and the status stays as it is.
    const { body: again } = await call('POST', `/leads/${id}/stage`, { stage: 'proposal' })
    expect([again.stage, again.status, again.lostReason]).toEqual(['proposal', 'lost', 'Too dear'])
    const { body: open } = await call('POST', `/leads/${id}/status`, { status: 'open' })
    expect([open.stage, open.status, open.lostReason]).toEqual(['proposal', 'open', null])
    const said = (await feed(id)).map((a) => [a.kind, a.change?.from, a.change?.to, a.text, a.author.name])
    expect(said).toEqual([
      ['status', 'lost', 'open', '', 'Erin Engineer'],
      ['stage', 'qualified', 'proposal', '', 'Erin Engineer'],
      ['status', 'open', 'lost', 'Too dear', 'Erin Engineer'],
      ['stage', 'new', 'qualified', '', 'Erin Engineer'],
    ])
  })
  test('setting the same value changes nothing', async () => {
    const { id } = await make()
    expect((await call('POST', `/leads/${id}/stage`, { stage: 'new' })).body.version).toBe(1)
    expect((await call('POST', `/leads/${id}/status`, { status: 'open' })).body.version).toBe(1)
    expect(await feed(id)).toEqual([])
  })
  test('only lost has a reason, and won requires conversion', async () => {
    const { id } = await make()
    const fields = async (body: object, as = world.admin) => {
      const r = await call('POST', `/leads/${id}/status`, body, as)
      return [r.status, r.body.error.fields]
    }
    expect(await fields({ status: 'lost' })).toEqual([422, { lostReason: ['Enter a reason.'] }])
    expect(await fields({ status: 'lost', lostReason: '  ' })).toEqual([400, { lostReason: ['Enter a reason.'] }])
    expect(await fields({ status: 'spam', lostReason: 'x' })).toEqual([
      422,
      { lostReason: ['Leave the reason out unless the lead is lost.'] },
    ])
    expect(await fields({ status: 'won' })).toEqual([
      422,
      { status: ['To mark a lead as won, convert it to a company.'] },
    ])
    await expect(server.db.updateTable('leads').set({ status: 'won' }).where('id', '=', id).execute()).rejects.toThrow(
      /check constraint/,
    )
  })
  test('a conflict returns the current lead', async () => {
    const { id } = await make()
    await call('POST', `/leads/${id}/stage`, { stage: 'contacted', version: 1 })
    for (const [method, path, body] of [
      ['POST', '/stage', { stage: 'proposal', version: 1 }],
      ['POST', '/status', { status: 'spam', version: 1 }],
      ['PATCH', '', { name: 'Late', version: 1 }],
      ['POST', '/merge', { ids: [id], version: 1 }],
      ['POST', '/convert', { version: 1, company: { name: 'X' }, owner: null }],
    ] as const) {
      const r = await call(method, `/leads/${id}${path}`, body, world.admin)
      expect([r.status, r.body.error.code, (r.body.error.current as Lead).stage], path).toEqual([
        409,
        'CONFLICT',
        'contacted',
      ])
    }
    const all = await Promise.all(
      ['qualified', 'proposal', 'negotiation'].map((stage) =>
        call('POST', `/leads/${id}/stage`, { stage, version: 2 }),
      ),
    )
    expect(all.map((r) => r.status).toSorted()).toEqual([200, 409, 409])
  })
})

describe('manual entry', () => {
  const enter = (body: object, key?: string) =>
    server.call<{ id: string } & ErrorShape>('POST', '/v1/leads/manual', {
      as: world.engineer,
      body,
      headers: key ? { 'idempotency-key': key } : {},
    })
  test('creates a lead once, with all details', async () => {
    const body = {
      name: 'Pat Doe',
      organization: 'Doe IT',
      email: 'Pat@Doe.example',
      phone: '+1 555 0100',
      message: 'Met at the fair.',
      tags: ['fair', 'fair', 'voice'],
      stage: 'contacted',
      ownerId: world.admin.id,
      nextAction: 'Call back',
      nextActionAt: '2026-12-01T15:00:00Z',
    }
    const first = await enter(body, 'hand-1')
    expect(first.status).toBe(201)
    expect((await enter(body, 'hand-1')).body).toEqual(first.body)
    expect((await enter({ ...body, name: 'Other' }, 'hand-1')).status).toBe(409)
    // The stored idempotency key keeps no personal data.
    const kept = await server.db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', 'hand-1')
      .executeTakeFirst()
    expect(JSON.stringify(kept)).not.toMatch(/Pat.?Doe|doe\.example/i)
    expect(await get(first.body.id)).toMatchObject({
      name: 'Pat Doe',
      organization: 'Doe IT',
      email: 'pat@doe.example',
      source: 'manual',
      stage: 'contacted',
      status: 'open',
      tags: ['fair', 'voice'],
      owner: { id: world.admin.id, name: 'Ada Admin' },
      nextAction: 'Call back',
      nextActionAt: '2026-12-01T15:00:00Z',
      submissions: [{ source: 'manual', message: 'Met at the fair.', page: null, consentAt: null }],
    })
    expect((await feed(first.body.id)).map((a) => a.kind)).toEqual(['created'])
  })
  test('requires a way to reach the person, an owner from staff, and an action for a date', async () => {
    const wrong = async (body: object) => (await enter({ name: 'A', phone: '1', ...body })).body.error.fields
    expect(await wrong({ phone: '' })).toEqual({ email: ['Enter an email address or a phone number.'] })
    expect(await wrong({ name: ' ' })).toEqual({ name: ['Enter a name.'] })
    expect(await wrong({ name: 'a\nb' })).toEqual({ name: ['Use a single line.'] })
    expect(await wrong({ email: 'nonsense' })).toEqual({ email: ['Invalid email address'] })
    expect(await wrong({ ownerId: world.north.owner.id })).toEqual({ ownerId: ['Choose a member of our team.'] })
    expect(await wrong({ ownerId: crypto.randomUUID() })).toEqual({ ownerId: ['Choose a member of our team.'] })
    expect(await wrong({ nextActionAt: '2026-12-01T15:00:00Z' })).toEqual({
      nextAction: ['Enter what is due on this date.'],
    })
    expect(await wrong({ nextAction: 'x', nextActionAt: '9999-12-01T15:00:00Z' })).toEqual({
      nextActionAt: ['Choose a date from 2000 to 2099.'],
    })
    expect(await wrong({ tags: Array.from({ length: 11 }, (_, i) => `t${i}`) })).toEqual({ tags: ['At most 10 tags.'] })
    expect(await wrong({ nextAction: 'x'.repeat(201) })).toEqual({ nextAction: ['At most 200 characters.'] })
  })
  test('ignores fields that cannot be set', async () => {
    const { body } = await enter({
      name: 'Eve',
      phone: '1',
      status: 'won',
      companyId: world.north.company.id,
      convertedCompanyId: world.north.company.id,
      version: 9,
      createdAt: '2001-01-01T00:00:00Z',
    })
    expect(await get(body.id)).toMatchObject({ status: 'open', version: 1, convertedTo: null })
  })
})

describe('edit', () => {
  test('changes details, owner, next action and tags, and records each change', async () => {
    const { id } = await make({ name: 'Pat', email: 'pat@edit.example' })
    const { body } = await call('PATCH', `/leads/${id}`, {
      version: 1,
      name: 'Pat Doe',
      phone: '+1 555 0101',
      ownerId: world.engineer.id,
      nextAction: 'Send the offer',
      nextActionAt: '2026-12-01T15:00:00Z',
      tags: ['hot'],
    })
    expect(body).toMatchObject({
      name: 'Pat Doe',
      phone: '+1 555 0101',
      owner: { name: 'Erin Engineer' },
      nextAction: 'Send the offer',
      tags: ['hot'],
      version: 2,
      email: 'pat@edit.example',
    })
    expect((await feed(id)).map((a) => [a.kind, a.change]).toReversed()).toEqual([
      ['edited', { field: 'name', from: 'Pat', to: 'Pat Doe', at: null }],
      ['edited', { field: 'phone', from: null, to: '+1 555 0101', at: null }],
      ['edited', { field: 'tags', from: null, to: 'hot', at: null }],
      ['owner', { field: 'owner', from: null, to: 'Erin Engineer', at: null }],
      ['next_action', { field: 'nextAction', from: null, to: 'Send the offer', at: '2026-12-01T15:00:00Z' }],
    ])
    // Removing the action removes its date.
    const done = await call('PATCH', `/leads/${id}`, { version: 2, nextAction: null })
    expect(done.body).toMatchObject({ nextAction: null, nextActionAt: null, version: 3 })
    // The same values again are not a change.
    expect((await call('PATCH', `/leads/${id}`, { version: 3, name: 'Pat Doe', tags: ['hot'] })).body.version).toBe(3)
  })
  test('keeps the lead reachable', async () => {
    const { id } = await make()
    expect((await call('PATCH', `/leads/${id}`, { version: 1, email: '' })).body.error.fields).toEqual({
      email: ['You can’t remove this email address. Correct it instead.'],
    })
    expect((await call('PATCH', `/leads/${id}`, { version: 1, ownerId: world.south.owner.id })).status).toBe(422)
    expect((await get(id)).version).toBe(1)
  })
  test('stores hostile text unchanged', async () => {
    const { id } = await make()
    const text = `<script>alert(1)</script> '; drop table leads; -- \u202e 😀 {{7*7}}`
    expect((await call('PATCH', `/leads/${id}`, { version: 1, nextAction: text, name: text })).body).toMatchObject({
      nextAction: text,
      name: text,
    })
    await call('POST', `/leads/${id}/notes`, { text: `${text}\nsecond line` })
    expect((await feed(id))[0]).toMatchObject({ kind: 'note', text: `${text}\nsecond line` })
    expect((await call('POST', `/leads/${id}/notes`, { text: ' \n ' })).body.error.fields).toEqual({
      text: ['Enter a note.'],
    })
    expect((await call('POST', `/leads/${id}/notes`, { text: 'x'.repeat(5_001) })).status).toBe(400)
    expect((await call('POST', `/leads/${id}/notes`, { text: 'a\0b' })).status).toBe(400)
  })
})

describe('lists', () => {
  test('filter, sort and page without gaps, also where the next action is missing', async () => {
    const tag = `t${Date.now()}`
    const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString()
    for (let n = 1; n <= 7; n++) {
      await make({
        name: `Name ${String.fromCharCode(72 - n)}`,
        tags: [tag],
        created_at: day(n),
        updated_at: day(20 - n),
        stage: n % 2 ? 'new' : 'proposal',
        owner_id: n <= 2 ? world.engineer.id : n === 3 ? world.admin.id : null,
        ...(n <= 4
          ? {
              next_action: `Act ${n}`,
              next_action_at: n === 1 ? day(1) : new Date(Date.now() + n * 86_400_000).toISOString(),
            }
          : {}),
      })
    }
    const all = async (query: string) => {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const { body, status } = await list(`tag=${tag}&limit=2&${query}${cursor ? `&cursor=${cursor}` : ''}`)
        expect(status).toBe(200)
        seen.push(...body.items.map((row) => row.name?.slice(-1) as string))
        cursor = body.nextCursor
      } while (cursor)
      return seen.join('')
    }
    expect(await all('')).toBe('ABCDEFG')
    expect(await all('order=asc')).toBe('GFEDCBA')
    expect(await all('sort=updated')).toBe('GFEDCBA')
    expect(await all('sort=name&order=asc')).toBe('ABCDEFG')
    const byAction = await all('sort=next_action&order=asc')
    expect(byAction.slice(0, 4)).toBe('GFED')
    expect([...byAction.slice(4)].toSorted().join('')).toBe('ABC')
    expect([...(await all('sort=next_action&order=desc'))].toSorted().join('')).toBe('ABCDEFG')
    expect(await all('stage=new')).toBe('ACEG')
    expect(await all('stage=new&stage=proposal')).toBe('ABCDEFG')
    expect(await all('status=won')).toBe('')
    expect(await all('status=open&source=contact_form')).toBe('ABCDEFG')
    expect(await all('source=notice')).toBe('')
    expect(await all('owner=me')).toBe('FG')
    expect(await all(`owner=${world.admin.id}`)).toBe('E')
    expect(await all('owner=none')).toBe('ABCD')
    expect(await all('due=overdue')).toBe('G')
    expect(await all('due=week&sort=name&order=asc')).toBe('DEFG')
    expect(await all('due=none')).toBe('ABC')
    expect((await list(`sort=name&cursor=${(await list('limit=1')).body.nextCursor}`)).status).toBe(400)
    for (const query of ['stage=nonsense', 'due=soon', 'owner=you', 'limit=0', 'sort=email'])
      expect((await list(query)).status, query).toBe(400)
  })
  test('search matches word prefixes in name, organization, address, phone and message', async () => {
    const word = `q${Date.now().toString(36)}`
    const one = await make({
      name: `Zoë ${word}`,
      organization: 'Lake-Side Dental',
      email: `zoe.${word}@harbor.example`,
      phone: '+1 (555) 014-2299',
      message: 'We count licenses by hand.',
    })
    for (const q of [
      word,
      `zoë ${word.slice(0, 6)}`,
      `lake ${word}`,
      `harbor ${word}`,
      `2299 ${word}`,
      `license ${word}`,
    ])
      expect(await ids(`q=${encodeURIComponent(q)}`), q).toEqual([one.id])
    expect(await ids(`q=${word}nothing`)).toEqual([])
    for (const q of ['%%%', "' or 1=1 --", '(((', '&|!:*', '\\'])
      expect((await list(`q=${encodeURIComponent(q)}`)).status, q).toBe(200)
  })
  test('counts open leads by stage and all leads by status', async () => {
    type Counts = {
      byStage: Record<string, number>
      byStatus: Record<string, number>
      mine: number
      unowned: number
      overdue: number
    }
    const counts = async () => (await call<Counts>('GET', '/leads/counts')).body
    const before = await counts()
    const { id } = await make({
      owner_id: world.engineer.id,
      next_action: 'x',
      next_action_at: '2026-01-01T00:00:00Z',
      stage: 'proposal',
    })
    await make({ status: 'spam' })
    const after = await counts()
    expect(after.byStage.proposal).toBe((before.byStage.proposal ?? 0) + 1)
    expect([after.mine - before.mine, after.overdue - before.overdue, after.unowned - before.unowned]).toEqual([
      1, 1, 0,
    ])
    expect([after.byStatus.spam, after.byStatus.open]).toEqual([
      (before.byStatus.spam ?? 0) + 1,
      (before.byStatus.open ?? 0) + 1,
    ])
    await call('POST', `/leads/${id}/status`, { status: 'lost', lostReason: 'x' })
    expect((await counts()).byStage).toEqual(before.byStage)
  })
  test('CSV contains the filtered leads and escapes formulas', async () => {
    const { id } = await make({ name: '=cmd()', tags: ['csv-me'] })
    await call('PATCH', `/leads/${id}`, { version: 1, nextAction: '+1 call' })
    const r = await server.call('GET', '/v1/leads.csv?tag=csv-me', { as: world.engineer })
    expect([r.status, r.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const lines = r.text.trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toBe('Name,Company,Email,Phone,Source,Stage,Status,Owner,Next action,Due,Tags,Received,Updated')
    expect(lines[1]).toContain(',Contact form,New,Open,')
    expect(lines[1]).toContain("'=cmd()")
    expect(lines[1]).toContain("'+1 call")
    expect((await server.call('GET', '/v1/leads.csv?sort=x', { as: world.engineer })).status).toBe(400)
  })
})

describe('incoming leads', () => {
  test('from a form are open and new, have a source, and notify staff', async () => {
    const email = `new${Date.now()}@form.example`
    const body = {
      kind: 'contact',
      email,
      page: '/contact',
      consent: true,
      name: 'New One',
      message: 'Hi',
      token: makeFormToken(server.platform, Date.now() - 60_000),
    }
    expect((await server.call('POST', '/v1/leads', { body })).status).toBe(201)
    const [row] = (await list(`q=${email}`)).body.items
    expect(row).toMatchObject({ source: 'contact_form', stage: 'new', status: 'open', owner: null, version: 1 })
    const event = await server.db
      .selectFrom('events')
      .selectAll()
      .where('subject_id', '=', row?.id as string)
      .executeTakeFirst()
    expect(event).toMatchObject({ topic: 'lead', kind: 'received', staff_only: true, company_id: world.provider.id })
  })
  test('shows that an address belongs to a user, and the company only to administrators', async () => {
    const { id } = await make({ email: world.south.owner.email })
    expect((await get(id)).account).toEqual({ company: null })
    expect((await get(id, world.admin)).account).toEqual({
      company: { id: world.south.company.id, name: world.south.company.name },
    })
  })
})

describe('merge', () => {
  test('takes over submissions and activities of leads with the same address', async () => {
    const email = 'twice@merge.example'
    const first = await make({ email, name: null, message: 'First', created_at: '2026-01-01T00:00:00Z', tags: ['a'] })
    const second = await make({
      email,
      name: 'Pat',
      phone: '1',
      message: 'Second',
      created_at: '2026-01-02T00:00:00Z',
      tags: ['b'],
      next_action: 'Call',
    })
    const third = await make({ email, message: 'Third', created_at: '2026-01-03T00:00:00Z' })
    await call('POST', `/leads/${second.id}/notes`, { text: 'about the second' })
    expect((await get(first.id)).sameAddress.map((s) => s.id)).toEqual([third.id, second.id])
    // Merging a lead also merges the leads that were merged into it earlier.
    await call('POST', `/leads/${second.id}/merge`, { ids: [third.id] })
    const { body, status } = await call('POST', `/leads/${first.id}/merge`, { ids: [second.id], version: 1 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Pat',
      phone: '1',
      tags: ['a', 'b'],
      nextAction: 'Call',
      sameAddress: [],
      version: 2,
    })
    expect(body.submissions.map((s) => s.message)).toEqual(['Third', 'Second', 'First'])
    expect((await feed(first.id)).map((a) => a.kind)).toEqual(['merged', 'merged', 'note'])
    // The URL of a merged lead shows the lead it was merged into. It is in no list and cannot be changed.
    expect((await get(third.id)).id).toBe(first.id)
    expect(await ids(`q=merge.example`)).toEqual([first.id])
    expect(await ids(`q=Second+merge.example`)).toEqual([first.id])
    expect((await call('POST', `/leads/${second.id}/stage`, { stage: 'proposal' })).status).toBe(404)
  })
  test('requires the same address and unconverted leads, and handles two merges at the same time', async () => {
    const one = await make({ email: 'one@merge2.example' })
    const other = await make({ email: 'other@merge2.example' })
    const r = await call('POST', `/leads/${one.id}/merge`, { ids: [other.id] })
    expect([r.status, r.body.error.fields]).toEqual([
      422,
      { ids: ['You can only merge leads with the same email address.'] },
    ])
    const a = await make({ email: 'pair@merge2.example' })
    const b = await make({ email: 'pair@merge2.example' })
    const both = await Promise.all([
      call('POST', `/leads/${a.id}/merge`, { ids: [b.id] }),
      call('POST', `/leads/${b.id}/merge`, { ids: [a.id] }),
    ])
    expect(both.map((x) => x.status).toSorted()).toEqual([200, 404])
    expect(await ids('q=pair+merge2.example')).toHaveLength(1)
  })
})

describe('convert', () => {
  const convert = (id: string, body: object, as = world.admin, key?: string) =>
    server.call<{ company: { id: string; name: string; slug: string }; invited: boolean } & ErrorShape>(
      'POST',
      `/v1/leads/${id}/convert`,
      { as, body, headers: key ? { 'idempotency-key': key } : {} },
    )
  const wish = (n: string) => ({
    version: 1,
    company: { name: `Acme ${n}`, website: 'https://acme.example', phone: '+1 555 0199' },
    owner: { email: `Owner-${n}@acme.example`, fullName: 'Olga Owner' },
  })
  const companies = () =>
    server.db
      .selectFrom('companies')
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()

  test('creates company, contact and invitation and wins the lead; repeats with the idempotency key', async () => {
    const { id } = await make({
      name: 'Pat Doe',
      email: 'pat@acme.example',
      phone: 'ask for Pat',
      stage: 'proposal',
      next_action: 'Sign',
    })
    const mails = await waiting('platform.send-mail')
    const first = await convert(id, wish('one'), world.admin, 'convert-1')
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({ company: { name: 'Acme one' }, invited: true })
    const { company } = first.body
    expect(company.slug).toMatch(/^acme-one/)
    expect((await convert(id, wish('one'), world.admin, 'convert-1')).body).toEqual(first.body)
    const twice = await convert(id, wish('one'))
    expect([twice.status, twice.body.error.code]).toEqual([409, 'LEAD_CONVERTED'])

    expect(await get(id)).toMatchObject({
      status: 'won',
      stage: 'proposal',
      nextAction: null,
      convertedTo: { id: company.id, name: 'Acme one' },
      can: { edit: false, stage: false, statuses: [], note: true },
    })
    const row = await server.db
      .selectFrom('companies')
      .selectAll()
      .where('id', '=', company.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ is_internal: false, website: 'https://acme.example', phone: '+1 555 0199' })
    const contacts = await server.db.selectFrom('contacts').selectAll().where('company_id', '=', company.id).execute()
    expect(contacts).toMatchObject([
      { full_name: 'Pat Doe', email: 'pat@acme.example', phone: null, notes: 'Phone: ask for Pat' },
    ])
    const invitations = await server.db
      .selectFrom('invitations')
      .selectAll()
      .where('company_id', '=', company.id)
      .execute()
    expect(invitations).toMatchObject([{ email: 'owner-one@acme.example', role: 'owner', full_name: 'Olga Owner' }])
    expect(await waiting('platform.send-mail')).toBe(mails + 1)
    expect((await feed(id))[0]).toMatchObject({ kind: 'converted', text: 'Acme one', author: { name: 'Ada Admin' } })
    // A converted lead cannot be changed, but a note can be added.
    for (const [path, body] of [
      ['/stage', { stage: 'new' }],
      ['/status', { status: 'open' }],
    ] as const)
      expect((await call('POST', `/leads/${id}${path}`, body, world.admin)).body.error.code).toBe('LEAD_CONVERTED')
    expect((await call('PATCH', `/leads/${id}`, { version: 2, name: 'X' })).body.error.code).toBe('LEAD_CONVERTED')
    expect((await call('POST', `/leads/${id}/notes`, { text: 'They signed.' })).status).toBe(201)
  })
  test('creates one company for eight simultaneous requests', async () => {
    const { id } = await make()
    const before = await companies()
    const all = await Promise.all(Array.from({ length: 8 }, () => convert(id, { ...wish('eight'), owner: null })))
    expect(all.map((r) => r.status).toSorted()).toEqual([201, ...Array(7).fill(409)])
    expect((await companies()).n).toBe(before.n + 1)
  })
  test('creates no company when the address already belongs to a user', async () => {
    const { id } = await make()
    const before = await companies()
    const r = await convert(id, { ...wish('taken'), owner: { email: world.north.owner.email.toUpperCase() } })
    expect([r.status, r.body.error.code]).toEqual([409, 'ADDRESS_IN_USE'])
    expect(r.body.error.fields).toEqual({ 'owner.email': ['This address already belongs to a user of North.'] })
    expect((await companies()).n).toBe(before.n)
    expect(await get(id)).toMatchObject({ status: 'open', version: 1 })
    // The same key with the corrected request is a new request; without an owner nobody is invited.
    const { body } = await convert(id, { ...wish('taken'), owner: null, contact: false })
    expect(body.invited).toBe(false)
    expect(
      await server.db.selectFrom('contacts').selectAll().where('company_id', '=', body.company.id).execute(),
    ).toEqual([])
  })
  test('can invite a user of a placeholder company', async () => {
    const placeholder = await server.company({ name: 'New Company' })
    const newcomer = await server.person(placeholder, 'owner')
    const { id } = await make({ email: newcomer.email })
    expect((await get(id, world.admin)).account).toBe(null)
    expect((await convert(id, { ...wish('free'), owner: { email: newcomer.email } })).status).toBe(201)
  })
  test('requires an open lead and valid fields', async () => {
    const { id } = await make({ status: 'spam' })
    expect((await convert(id, wish('spam'))).body.error.code).toBe('LEAD_NOT_OPEN')
    const open = await make()
    const r = await convert(open.id, { version: 1, company: { name: ' ' }, owner: { email: 'x' } })
    expect([r.status, r.body.error.fields]).toEqual([
      400,
      { 'company.name': ['Enter a company name.'], 'owner.email': ['Invalid email address'] },
    ])
  })
  test('gives two companies with the same name different slugs', async () => {
    const slugs = []
    for (let i = 0; i < 2; i++) {
      const { id } = await make()
      slugs.push((await convert(id, { ...wish('same'), owner: null })).body.company.slug)
    }
    expect(new Set(slugs).size).toBe(2)
  })
})

const waiting = async (name: string) =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from jobs.job where name = ${name} and state < 'completed'`.execute(server.db)
  ).rows[0]?.n ?? 0

describe('delete', () => {
  test('removes all personal data and records only that it happened', async () => {
    const word = 'Quillfeather'
    const email = 'quill@feather.example'
    const { id } = await make({ name: word, email, organization: `${word} Ltd`, message: `I am ${word}` })
    const other = await make({ name: word, email, message: `${word} again` })
    await call('PATCH', `/leads/${id}`, { version: 1, phone: '+1 555 7777777', nextAction: `Call ${word}` })
    await server.call('POST', `/v1/leads/${id}/notes`, {
      as: world.engineer,
      body: { text: `${word} is nice` },
      headers: { 'idempotency-key': 'quill' },
    })
    await call('POST', `/leads/${id}/merge`, { ids: [other.id] })
    expect((await call('DELETE', `/leads/${id}`, undefined, world.admin)).body).toEqual({ removed: true })
    for (const gone of [id, other.id]) expect((await call('GET', `/leads/${gone}`)).status).toBe(404)
    // Search every text in every table.
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth', 'jobs')`.execute(
      server.db,
    )
    for (const { name } of tables) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.raw(name)} t where t::text ilike any(array['%quillfeather%', '%feather.example%', '%7777777%'])`.execute(
        server.db,
      )
      expect(rows[0]?.n, name).toBe(0)
    }
    const audit = await server.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_id', '=', id)
      .orderBy('id', 'desc')
      .execute()
    expect(audit[0]).toMatchObject({
      action: 'lead.remove',
      actor_id: world.admin.id,
      before: { source: 'contact_form', status: 'open' },
    })
  })
  test('deletes a converted lead and keeps its company', async () => {
    const { id } = await make()
    const { body } = await call<{ company: { id: string } }>(
      'POST',
      `/leads/${id}/convert`,
      { version: 1, company: { name: 'Stays' }, owner: null },
      world.admin,
    )
    expect((await call('DELETE', `/leads/${id}`, undefined, world.admin)).status).toBe(200)
    expect((await server.call('GET', `/v1/companies/${body.company.id}`, { as: world.admin })).status).toBe(200)
  })
})

describe('reminder', () => {
  test('sends one email per day to every owner with overdue actions, from the morning in their time zone', async () => {
    const provider = world.provider
    const ann = await server.person(provider, 'engineer', {
      fullName: 'Ann',
      email: `ann${Date.now()}@provider.example`,
    })
    const bob = await server.person(provider, 'engineer', { fullName: 'Bob' })
    const gone = await server.person(provider, 'engineer', { fullName: 'Gone' })
    await server.db.updateTable('leads').set({ owner_id: null }).execute()
    await server.db.updateTable('profiles').set({ time_zone: 'Europe/Berlin' }).where('id', '=', ann.id).execute()
    await server.db
      .updateTable('profiles')
      .set({ deactivated_at: new Date().toISOString() })
      .where('id', '=', gone.id)
      .execute()
    const overdue = { next_action: 'Call back', next_action_at: '2026-01-05T15:00:00Z' }
    await make({ ...overdue, owner_id: ann.id, name: 'Late Larry', organization: 'Larry IT' })
    await make({ ...overdue, owner_id: ann.id, status: 'lost', lost_reason: 'x', name: 'Lost' })
    await make({ owner_id: ann.id, next_action: 'Later', next_action_at: '2099-01-05T15:00:00Z', name: 'Later' })
    await make({ owner_id: bob.id, next_action: 'No date' })
    await make({ ...overdue, owner_id: gone.id })
    const queued = async () =>
      (
        await sql<{
          data: { ownerId: string; day: string }
        }>`select data from jobs.job where name = 'leads.mail-reminder'`.execute(server.db)
      ).rows.map((r) => [r.data.ownerId, r.data.day])

    await remindOfNextActions(server.platform, new Date('2026-11-20T06:59:00Z')) // 07:59 in Berlin
    expect(await queued()).toEqual([])
    await Promise.all([1, 2, 3].map(() => remindOfNextActions(server.platform, new Date('2026-11-20T07:07:00Z'))))
    await remindOfNextActions(server.platform, new Date('2026-11-20T22:07:00Z'))
    expect(await queued()).toEqual([[ann.id, '2026-11-20']])
    await remindOfNextActions(server.platform, new Date('2026-11-21T08:07:00Z'))
    expect(await queued()).toHaveLength(2)

    await server.platform.jobs.work(server.platform, jobDefinitions, [])
    await expect.poll(() => waiting('leads.mail-reminder'), { interval: 50 }).toBe(0)
    const mails = (await server.platform.mail.kept())?.filter((m) => m.to.includes(ann.email)) ?? []
    expect(mails).toHaveLength(2)
    expect(mails[0]?.subject).toMatch(/^One next action is overdue/)
    const mail = await server.platform.mail.read(mails[0]?.id ?? '')
    expect(mail?.text).toContain('Late Larry, Larry IT: Call back, due Jan 5, 2026, 4:00 PM')
    expect(mail?.text).toContain('/admin/contacts?tab=leads&owner=me&due=overdue')
    expect(mail?.text).not.toMatch(/Lost|Later/)
  })
  test('knows the local day and hour, and ignores an unknown time zone', () => {
    expect(reminderDay(new Date('2026-11-20T12:59:00Z'), 'America/New_York')).toBe(undefined)
    expect(reminderDay(new Date('2026-11-20T13:00:00Z'), 'America/New_York')).toBe('2026-11-20')
    expect(reminderDay(new Date('2026-11-20T22:30:00Z'), 'Pacific/Auckland')).toBe('2026-11-21')
    expect(zoneOf('Nowhere/Land', null, 'Europe/Berlin')).toBe('Europe/Berlin')
    expect(zoneOf(null)).toBe('America/New_York')
  })
})
