import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeBalance } from '../../../test/factories/hours.ts'
import { makeTicket } from '../../../test/factories/tickets.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { Company, CompanyActivity, CompanyNote, CompanyRow } from '../../contract/companies/index.ts'
import { getCompanyHealth, slugOf } from './policy.ts'
import { cleanTools } from './tools.ts'

type C = z.infer<typeof Company>
type Row = z.infer<typeof CompanyRow>
type Note = z.infer<typeof CompanyNote>
type Act = z.infer<typeof CompanyActivity>
type List<T> = { items: T[]; nextCursor: string | null }

let server: TestServer
let world: World
let owner: Person
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  ;({ owner } = world.north)
})
afterAll(() => server.close())

const save = (body: object, as: Person = owner) => server.call<C & ErrorShape>('PATCH', '/v1/company', { as, body })
const read = async (id: string, as: Person = owner) => (await server.call<C>('GET', `/v1/companies/${id}`, { as })).body
const stored = (id: string) =>
  server.db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

describe('the company’s own profile', () => {
  test('a blank name keeps the name, and empty fields become null', async () => {
    const whole = await save({
      name: ' Northgate IT ',
      phone: '+1 555 0142',
      website: 'northgate.example',
      address: '418 Harbor Street\nDuluth, MN 55802',
      description: 'Managed services.',
    })
    expect(whole.status).toBe(200)
    expect(whole.body).toMatchObject({
      id: owner.companyId,
      name: 'Northgate IT',
      placeholder: false,
      phone: '+1 555 0142',
      website: 'https://northgate.example',
      address: '418 Harbor Street\nDuluth, MN 55802',
      can: { edit: true, notes: false, keys: true, export: true },
    })
    const emptied = await save({ name: '   ', phone: '', website: ' ', address: '', description: '' })
    expect(emptied.body).toMatchObject({ name: 'Northgate IT', phone: null, website: null, address: null })
    expect(await stored(owner.companyId)).toMatchObject({ name: 'Northgate IT', description: null, website: null })
    // Omitted fields keep their value.
    await save({ phone: '1' })
    expect((await save({ address: 'x' })).body).toMatchObject({ phone: '1', address: 'x' })
    expect((await save({})).status).toBe(200)
  })
  test('a placeholder stays one until it is named', async () => {
    for (const name of ['New Company', 'company-7f3a91']) {
      const newcomer = await server.person(await server.company({ name }), 'owner')
      expect(await read(newcomer.companyId, newcomer)).toMatchObject({ name, placeholder: true })
      expect((await save({ name: '' }, newcomer)).body).toMatchObject({ name, placeholder: true })
      expect((await save({ name: 'Harbor MSP' }, newcomer)).body).toMatchObject({ placeholder: false })
    }
    const other = await server.person(await server.company({ name: 'New Company' }), 'owner')
    for (const name of ['New company', 'company', 'Company-1', 'My company-1'])
      expect((await save({ name }, other)).body).toMatchObject({ name, placeholder: false })
  })
  test('owners edit it, members read it, other companies get NOT_FOUND', async () => {
    for (const as of [world.north.member, world.engineer, world.admin])
      expect((await save({ name: 'x' }, as)).status).toBe(403)
    const mine = await server.call<C>('GET', '/v1/company', { as: world.north.member })
    expect(mine.body).toMatchObject({ id: owner.companyId, can: { edit: false, keys: false, export: false } })
    for (const id of [world.south.company.id, world.provider.id, crypto.randomUUID()])
      expect((await server.call('GET', `/v1/companies/${id}`, { as: owner })).status).toBe(404)
  })
  test('ignores body fields that a company may not set', async () => {
    const before = await stored(owner.companyId)
    await save({
      id: world.south.company.id,
      slug: 'mine',
      is_internal: true,
      isInternal: true,
      placeholder: true,
      version: before.version,
      created_at: '2001-01-01T00:00:00Z',
      company_id: world.south.company.id,
      description: 'Changed.',
    })
    const after = await stored(owner.companyId)
    expect(after).toMatchObject({ description: 'Changed.', slug: before.slug, is_internal: false })
    expect([after.id, after.created_at, after.version]).toEqual([before.id, before.created_at, before.version + 1])
    expect((await stored(world.south.company.id)).description).toBeNull()
    // The database role of requests cannot change these columns either.
    const { companyId, id } = owner
    for (const change of [{ is_internal: true }, { slug: 'x' }, { id: crypto.randomUUID() }]) {
      const write = server.platform.db.asActor({ kind: 'tenant', companyId, userId: id, role: 'owner' }, (db) =>
        db.updateTable('companies').set(change).where('id', '=', companyId).execute(),
      )
      await expect(write).rejects.toThrow(/permission denied/)
    }
  })
  test('validates a change without saving it', async () => {
    const before = await stored(owner.companyId)
    const check = (body: object, as: Person = owner) =>
      server.call<C & ErrorShape>('POST', '/v1/company/check', { as, body })
    expect((await check({ website: 'not a website' })).body.error.fields).toEqual({
      website: ['Enter a web address, such as https://northgate.example.'],
    })
    expect((await check({ name: 'Another name', website: 'other.example' })).status).toBe(200)
    expect((await check({ name: 'x' }, world.north.member)).status).toBe(403)
    expect(await stored(owner.companyId)).toEqual(before)
  })
  test('reports every invalid field with a message', async () => {
    const r = await save({
      name: 'x'.repeat(201),
      phone: '1'.repeat(51),
      website: 'javascript:alert(1)',
      address: 'x'.repeat(501),
      description: 'x'.repeat(2001),
      timeZone: 'Mars/Olympus',
      tools: ['x'.repeat(51), ''],
      businessHours: { mon: [{ from: '17:00', to: '09:00' }], tue: [{ from: '25:00', to: '26:00' }] },
    })
    expect(r.status).toBe(400)
    expect(r.body.error.fields).toEqual({
      name: ['At most 200 characters.'],
      phone: ['At most 50 characters.'],
      website: ['Enter a web address, such as https://northgate.example.'],
      address: ['At most 500 characters.'],
      description: ['At most 2,000 characters.'],
      timeZone: ['Choose a time zone.'],
      'tools.0': ['At most 50 characters.'],
      'tools.1': ['Enter a tool name.'],
      'businessHours.mon.0.to': ['Choose a closing time after the opening time.'],
      'businessHours.tue.0.from': ['Enter a time from 00:00 to 23:59.'],
      'businessHours.tue.0.to': ['Enter a time from 00:01 to 24:00.'],
    })
    expect((await save({ tools: Array.from({ length: 41 }, (_, i) => `Tool ${i}`) })).body.error.fields).toEqual({
      tools: ['At most 40 tools.'],
    })
    expect(
      (
        await save({
          phone: '1'.repeat(50),
          address: 'x'.repeat(500),
          description: 'x'.repeat(2000),
          name: 'x'.repeat(200),
        })
      ).status,
    ).toBe(200)
    await save({ name: 'North' })
  })
  test.each([
    ['northgate.example', 'https://northgate.example'],
    ['HTTP://Northgate.Example/', 'http://northgate.example'],
    ['https://northgate.example/about?x=1#top', 'https://northgate.example/about?x=1#top'],
    ['northgate.example:8443/it', 'https://northgate.example:8443/it'],
    ['bücher.example', 'https://xn--bcher-kva.example'],
  ])('the web address %s becomes %s', async (typed, whole) =>
    expect((await save({ website: typed })).body.website).toBe(whole),
  )
  test.each([
    'ftp://a.example',
    'northgate',
    'localhost',
    'https://user:pass@a.example',
    'data:text/html,x',
    'a b.example',
    'https://',
    '.example',
  ])('the web address %j is refused', async (typed) =>
    expect(Object.keys((await save({ website: typed })).body.error.fields ?? {})).toEqual(['website']),
  )
  test('sorts business hours, rejects overlaps, and resets them to the default with null', async () => {
    const day = [
      { from: '13:00', to: '24:00' },
      { from: '08:00', to: '12:00' },
    ]
    const r = await save({
      timeZone: 'America/Chicago',
      businessHours: { mon: day, fri: [{ from: '08:00', to: '15:00' }] },
    })
    expect(r.body).toMatchObject({
      timeZone: 'America/Chicago',
      businessHours: { mon: [{ from: '08:00' }, { from: '13:00' }], tue: [], fri: [{ to: '15:00' }], sun: [] },
    })
    for (const businessHours of [
      {
        mon: [
          { from: '08:00', to: '12:00' },
          { from: '11:59', to: '13:00' },
        ],
      },
      {},
      { mon: [] },
      { mon: Array.from({ length: 5 }, (_, i) => ({ from: `0${i}:00`, to: `0${i}:30` })) },
    ])
      expect((await save({ businessHours })).status).toBe(400)
    expect((await save({ businessHours: null, timeZone: '' })).body).toMatchObject({
      businessHours: null,
      timeZone: null,
    })
    for (const timeZone of ['+02:00', 'Europe/Nowhere']) expect((await save({ timeZone })).status).toBe(400)
  })
  test('removes duplicate tools and normalizes the spelling of known ones', async () => {
    const r = await save({ tools: ['autotask', 'Autotask', ' Our own scripts ', 'ninjaone', 'OUR OWN SCRIPTS'] })
    expect(r.body.tools).toEqual(['Autotask', 'Our own scripts', 'NinjaOne'])
    const known = (await server.call<{ items: { name: string }[] }>('GET', '/v1/tools', { as: owner })).body.items
    expect(known.length).toBeGreaterThan(80)
    expect(new Set(known.map((t) => t.name.toLowerCase())).size).toBe(known.length)
    expect(cleanTools(known.map((t) => t.name))).toHaveLength(known.length)
  })
  test('returns the current company on a conflict', async () => {
    const { version } = (await save({ phone: '1' })).body
    expect((await save({ phone: '2', version })).status).toBe(200)
    const late = await save({ phone: '3', version })
    expect([late.status, late.body.error.code]).toEqual([409, 'CONFLICT'])
    expect(late.body.error.current).toMatchObject({ phone: '2', version: version + 1 })
    expect((await stored(owner.companyId)).phone).toBe('2')
    // Without a change there is no new version and no audit log entry.
    expect((await save({ phone: '2' })).body.version).toBe(version + 1)
  })
  test('records an event and the previous values', async () => {
    const of = await server.company({ name: 'Traced' })
    const boss = await server.person(of, 'owner')
    await save({ phone: '1', description: 'new' }, boss)
    await save({ phone: '1' }, boss)
    const acts = await server.db.selectFrom('audit_log').selectAll().where('company_id', '=', of.id).execute()
    expect(acts).toMatchObject([
      {
        action: 'company.edit',
        actor_id: boss.id,
        before: { phone: null, description: null },
        after: { phone: '1', description: 'new' },
      },
    ])
    const events = await server.db
      .selectFrom('events')
      .select(['topic', 'kind'])
      .where('company_id', '=', of.id)
      .execute()
    expect(events).toEqual([{ topic: 'company', kind: 'edited' }])
  })
})

describe('staff', () => {
  test('administrators can edit and add companies, engineers cannot', async () => {
    const id = world.south.company.id
    const change = (as: Person, body: object) =>
      server.call<C & ErrorShape>('PATCH', `/v1/companies/${id}`, { as, body })
    expect((await change(world.engineer, { name: 'x' })).status).toBe(403)
    expect((await change(owner, { name: 'x' })).status).toBe(403)
    const { version } = await read(id, world.admin)
    const r = await change(world.admin, { name: 'South MSP', version, slug: 'x', is_internal: true })
    expect(r.body).toMatchObject({
      name: 'South MSP',
      slug: world.south.company.slug,
      is_internal: false,
      version: version + 1,
    })
    expect((await change(world.admin, { name: 'y', version })).status).toBe(409)

    const add = (as: Person, body: object, headers = {}) =>
      server.call<C & ErrorShape>('POST', '/v1/companies', { as, body, headers })
    expect((await add(world.engineer, { name: 'x' })).status).toBe(403)
    expect((await add(world.admin, { name: '  ' })).body.error.fields).toEqual({ name: ['Enter a company name.'] })
    const body = { name: 'Café Company-Ä & Sons', website: 'sons.example', is_internal: true, slug: 'x', id }
    const [a, b] = [
      await add(world.admin, body, { 'idempotency-key': 'one' }),
      await add(world.admin, body, { 'idempotency-key': 'one' }),
    ]
    expect([a.status, b.body.id]).toEqual([201, a.body.id])
    expect(a.body).toMatchObject({
      is_internal: false,
      website: 'https://sons.example',
      placeholder: false,
      version: 1,
    })
    expect(a.body.slug).toMatch(/^cafe-company-a-sons-[0-9a-f]{6}$/)
    expect([slugOf('company-x', '1'), slugOf('日本', '1')]).toEqual(['partner-company-x-1', 'partner-1'])
  })
  test('lists users, tickets and health with filters and sorting', async () => {
    const [busy, still, fresh] = await Promise.all([
      server.company({ name: 'Zz Busy', website: 'https://busy.example' } as never),
      server.company({ name: 'Zz Still' }),
      server.company({ name: 'Zz company' }),
    ])
    const boss = await server.person(busy, 'owner', { fullName: 'Bo Boss' })
    const quiet = await server.person(still, 'owner')
    const gone = await server.person(fresh, 'owner')
    await server.db
      .updateTable('profiles')
      .set({ last_seen_at: ago(0) })
      .where('id', '=', boss.id)
      .execute()
    await server.db
      .updateTable('profiles')
      .set({ last_seen_at: ago(45) })
      .where('id', '=', quiet.id)
      .execute()
    await server.db
      .updateTable('profiles')
      .set({ deactivated_at: ago(1) })
      .where('id', '=', gone.id)
      .execute()
    await makeTicket(server.db, { requester: boss, priority: 'P1', created_at: ago(3) })
    await makeTicket(server.db, { requester: boss, priority: 'P2' })
    await makeTicket(server.db, { requester: boss, priority: 'P1', status: 'closed', created_at: ago(9) })
    await makeTicket(server.db, { requester: quiet })
    await makeBalance(server.db, still.id, 120, 600)
    await makeBalance(server.db, busy.id, -30, 600)

    const list = async (query: string) =>
      (await server.call<List<Row>>('GET', `/v1/companies?${query}`, { as: world.engineer })).body.items
    const names = async (query: string) => (await list(query)).map((c) => c.name)
    const [first] = await list('q=zz%20busy')
    expect(first).toMatchObject({
      owners: [{ id: boss.id, name: 'Bo Boss' }],
      users: 1,
      openTickets: 2,
      urgentTickets: 2,
      health: { state: 'attention', reason: '1 urgent ticket (P1 or P2) has been open for more than a day.' },
    })
    expect(await list('q=zz')).toMatchObject([
      { name: 'Zz Busy' },
      {
        name: 'Zz company',
        users: 0,
        owners: [],
        lastSeenAt: null,
        health: { state: 'quiet', reason: 'No one has signed in yet.' },
      },
      { name: 'Zz Still', health: { state: 'quiet', reason: 'No one has been active for 45 days.' } },
    ])
    expect((await list('q=zz&sort=hours')).map((c) => [c.name, c.hours, c.hoursUsed])).toEqual([
      ['Zz Busy', -30, 105],
      ['Zz Still', 120, 80],
      ['Zz company', null, null],
    ])
    expect(await names('q=zz&hours=low&sort=hours')).toEqual(['Zz Busy', 'Zz Still'])
    expect(await names('q=zz&hours=out')).toEqual(['Zz Busy'])
    await makeBalance(server.db, still.id, 121, 600)
    expect(await names('q=zz&hours=low')).toEqual(['Zz Busy'])
    expect(await names('q=BUSY.example')).toEqual(['Zz Busy'])
    expect(await names('q=%25')).toEqual([])
    expect(await names('q=zz&sort=openTickets&order=desc')).toEqual(['Zz Busy', 'Zz Still', 'Zz company'])
    expect(await names('q=zz&sort=lastSeen&order=asc')).toEqual(['Zz company', 'Zz Still', 'Zz Busy'])
    expect(await names('q=zz&openTickets=no')).toEqual(['Zz company'])
    expect(await names('q=zz&openTickets=yes&quietDays=30')).toEqual(['Zz Still'])
    expect(await names('kind=internal')).toEqual(['Provider'])
    const newcomer = await server.company({ name: 'New Company' })
    expect((await list('kind=placeholder')).map((c) => c.id)).toContain(newcomer.id)
    expect((await list('kind=partner&limit=100')).some((c) => c.placeholder || c.is_internal)).toBe(false)
    expect((await server.call('GET', '/v1/companies', { as: owner })).status).toBe(403)

    // In every order, paging returns each company exactly once.
    for (const sort of ['name', 'openTickets', 'hours', 'lastSeen', 'created']) {
      for (const order of ['asc', 'desc']) {
        const whole = (await list(`sort=${sort}&order=${order}&limit=100`)).map((c) => c.id)
        const paged: string[] = []
        for (let cursor = ''; ; ) {
          const r = await server.call<List<Row>>('GET', `/v1/companies?sort=${sort}&order=${order}&limit=1${cursor}`, {
            as: world.admin,
          })
          expect(r.status, `${sort} ${order}`).toBe(200)
          paged.push(...r.body.items.map((c) => c.id))
          if (!r.body.nextCursor) break
          cursor = `&cursor=${r.body.nextCursor}`
        }
        expect(paged, `${sort} ${order}`).toEqual(whole)
      }
    }
    const one = await server.call<Row>('GET', `/v1/companies/${busy.id}/summary`, { as: world.engineer })
    expect(one.body).toEqual(first)
    const csv = await server.call('GET', '/v1/companies.csv?q=zz&sort=openTickets&order=desc', { as: world.engineer })
    const lines = csv.text.trim().split('\r\n')
    expect(lines[0]).toContain('Name,Website,Owners,Users,Open tickets')
    expect(lines[1]).toContain('Zz Busy,https://busy.example,Bo Boss,1,2,2,Needs attention')
    expect(lines).toHaveLength(4)
    expect((await server.call('GET', '/v1/companies.csv', { as: owner })).status).toBe(403)
  })
  test('calculates health', () => {
    const now = new Date('2026-06-01T12:00:00Z')
    const of = (known: Partial<Parameters<typeof getCompanyHealth>[0]>) =>
      getCompanyHealth({ urgentOverdue: 0, waitingOnUs: 0, lastSeenAt: '2026-06-01T00:00:00Z', ...known }, now)
    expect(of({}).state).toBe('good')
    expect(of({ waitingOnUs: 10 }).state).toBe('good')
    expect(of({ waitingOnUs: 11 })).toEqual({ state: 'attention', reason: '11 tickets are new or in progress.' })
    expect(of({ urgentOverdue: 2, lastSeenAt: null }).reason).toBe(
      '2 urgent tickets (P1 or P2) have been open for more than a day.',
    )
    expect(of({ lastSeenAt: '2026-05-03T00:00:00Z' }).state).toBe('good')
    expect(of({ lastSeenAt: '2026-05-02T12:00:00Z' }).state).toBe('quiet')
  })
})

describe('notes', () => {
  const add = (as: Person, id: string, body: string) =>
    server.call<Note & ErrorShape>('POST', `/v1/companies/${id}/notes`, { as, body: { body } })
  const list = (as: Person, id: string) => server.call<List<Note>>('GET', `/v1/companies/${id}/notes`, { as })

  test('are added by staff, and edited and deleted only by their author', async () => {
    const id = world.north.company.id
    const mine = (await add(world.engineer, id, '  Prefers calls.  ')).body
    const hers = (await add(world.admin, id, 'Renewal in May.')).body
    expect(mine).toMatchObject({
      body: 'Prefers calls.',
      author: { name: 'Erin Engineer' },
      version: 1,
      editedAt: null,
    })
    const seen = (await list(world.engineer, id)).body.items
    expect(seen.map((n) => [n.body, n.can.edit])).toEqual([
      ['Renewal in May.', false],
      ['Prefers calls.', true],
    ])
    const edit = (as: Person, note: Note, body: object) =>
      server.call<Note & ErrorShape>('PATCH', `/v1/company-notes/${note.id}`, { as, body })
    expect((await edit(world.engineer, hers, { body: 'x' })).status).toBe(403)
    const changed = await edit(world.engineer, mine, { body: 'Prefers mail.', version: 1 })
    expect(changed.body).toMatchObject({ body: 'Prefers mail.', version: 2 })
    expect(changed.body.editedAt).not.toBeNull()
    expect((await edit(world.engineer, mine, { body: 'y', version: 1 })).body.error).toMatchObject({
      code: 'CONFLICT',
      current: { body: 'Prefers mail.' },
    })
    const remove = (as: Person, note: Note) => server.call('DELETE', `/v1/company-notes/${note.id}`, { as })
    expect((await remove(world.engineer, hers)).status).toBe(403)
    expect((await remove(world.engineer, mine)).status).toBe(200)
    expect((await remove(world.engineer, mine)).status).toBe(404)
    expect((await list(world.admin, id)).body.items).toHaveLength(1)
    expect((await add(world.engineer, id, ' ')).body.error.fields).toEqual({ body: ['Enter a note.'] })
    expect((await add(world.engineer, id, 'x'.repeat(10_001))).status).toBe(400)
    expect((await add(world.engineer, crypto.randomUUID(), 'x')).status).toBe(404)
    expect((await list(world.engineer, crypto.randomUUID())).status).toBe(404)
  })
  test('are hidden from the company', async () => {
    const id = world.north.company.id
    await add(world.engineer, id, 'Between us.')
    for (const as of [owner, world.north.member]) {
      expect((await list(as, id)).status).toBe(403)
      expect((await add(as, id, 'x')).status).toBe(403)
    }
    const { companyId, id: userId } = owner
    const peek = server.platform.db.askAs({ kind: 'tenant', companyId, userId, role: 'owner' }, (db) =>
      db.selectFrom('company_notes').selectAll().execute(),
    )
    await expect(peek).rejects.toThrow(/permission denied/)
    const told = await server.db
      .selectFrom('events')
      .select('staff_only')
      .where('company_id', '=', id)
      .where('kind', '=', 'note')
      .execute()
    expect(told.length).toBeGreaterThan(0)
    expect(told.every((e) => e.staff_only)).toBe(true)
  })
})

test('activity is paged, filtered by kind, and only for staff', async () => {
  const of = await server.company({ name: 'Active' })
  const boss = await server.person(of, 'owner', { fullName: 'Ann Active' })
  const ticket = await server.call<{ id: string; number: number }>('POST', '/v1/tickets', {
    as: boss,
    body: { subject: 'x', description: 'y' },
  })
  for (const phone of ['1', '2', '3']) await save({ phone }, boss)
  const ask = async (query = '') =>
    (await server.call<List<Act>>('GET', `/v1/companies/${of.id}/activity?${query}`, { as: world.engineer })).body
  expect(
    (await ask()).items.map((a) => [a.action, a.actor?.name, a.before?.phone ?? null, a.after?.phone ?? null]),
  ).toEqual([
    ['company.edit', 'Ann Active', '2', '3'],
    ['company.edit', 'Ann Active', '1', '2'],
    ['company.edit', 'Ann Active', null, '1'],
    ['ticket.open', 'Ann Active', null, null],
  ])
  expect((await ask('kind=tickets')).items).toMatchObject([
    { subjectId: ticket.body.id, subjectName: `T-${ticket.body.number}` },
  ])
  expect((await ask('kind=people&kind=access')).items).toEqual([])
  const first = await ask('limit=2')
  const second = await ask(`limit=2&cursor=${first.nextCursor}`)
  expect([...first.items, ...second.items].map((a) => a.action)).toHaveLength(4)
  expect(second.nextCursor).toBeNull()
  expect((await server.call('GET', `/v1/companies/${of.id}/activity`, { as: boss })).status).toBe(403)
  expect((await server.call('GET', `/v1/companies/${crypto.randomUUID()}/activity`, { as: world.admin })).status).toBe(
    404,
  )
})
