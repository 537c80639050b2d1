import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeTicket } from '../../../test/factories/tickets.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { Message, Ticket, TicketRow } from '../../contract/tickets/index.ts'

type T = z.infer<typeof Ticket>
type M = z.infer<typeof Message>
type List = { items: z.infer<typeof TicketRow>[]; nextCursor: string | null }

let server: TestServer
let world: World
let owner: Person
let member: Person
let engineer: Person

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  ;({ owner, member } = world.north)
  ;({ engineer } = world)
})
afterAll(() => server.close())

const open = async (as: Person = owner, more: object = {}) => {
  const r = await server.call<T>('POST', '/v1/tickets', {
    as,
    body: { subject: 'Sync stopped', description: 'Since **six**.', ...more },
  })
  expect(r.status).toBe(201)
  return r.body
}
const get = (id: string, as: Person = owner) => server.call<T>('GET', `/v1/tickets/${id}`, { as })
const reply = (id: string, as: Person, body: object) =>
  server.call<M & ErrorShape>('POST', `/v1/tickets/${id}/messages`, { as, body })
const conversation = async (id: string, as: Person) =>
  (await server.call<{ items: M[] }>('GET', `/v1/tickets/${id}/messages?limit=100`, { as })).body.items
const setStatus = (id: string, as: Person, status: string, version?: number) =>
  server.call<T & ErrorShape>('POST', `/v1/tickets/${id}/status`, {
    as,
    body: { status, ...(version === undefined ? {} : { version }) },
  })

describe('opening', () => {
  test('creates a numbered, new ticket of the company with the priority from impact and urgency', async () => {
    const t = await open(member, { impact: 'all', urgency: 'high', category: 'integration' })
    expect(t).toMatchObject({
      status: 'new',
      priority: 'P1',
      category: 'integration',
      source: 'portal',
      company: { name: 'North' },
      requester: { name: 'North Member' },
      assignee: null,
    })
    expect(t.number).toBeGreaterThan(1000)
    expect((await open()).number).toBeGreaterThan(t.number)
    expect((await get(t.id, owner)).body.subject).toBe('Sync stopped')
    expect((await get(t.id, engineer)).body.can).toMatchObject({ note: true, assign: true })
  })
  test('finds a ticket by its number; another company’s number is NOT_FOUND', async () => {
    const t = await open()
    for (const as of [owner, member, engineer])
      for (const number of [`T-${t.number}`, `t-${t.number}`])
        expect(await get(number, as)).toMatchObject({ status: 200, body: { id: t.id, number: t.number } })
    const body = async (id: string) => {
      const r = await server.call<ErrorShape>('GET', `/v1/tickets/${id}`, { as: world.south.owner })
      return [r.status, { ...r.body.error, requestId: '' }]
    }
    const stranger = await body(crypto.randomUUID())
    expect(stranger[0]).toBe(404)
    expect(await body(`T-${t.number}`)).toEqual(stranger)
    expect(await body('T-999999999')).toEqual(stranger)
    for (const bad of ['T-0', 'T-1x', 'T-9999999999', `${t.number}`, 'A-1001'])
      expect((await get(bad)).status).toBe(400)
  })
  test('writes an event, an audit log entry, and a count', async () => {
    const before = (await server.call<{ byStatus: { new: number } }>('GET', '/v1/tickets/counts', { as: owner })).body
      .byStatus.new
    const t = await open()
    const after = (await server.call<{ byStatus: { new: number } }>('GET', '/v1/tickets/counts', { as: owner })).body
      .byStatus.new
    expect(after - before).toBe(1)
    const acts = await server.db.selectFrom('audit_log').selectAll().where('subject_id', '=', t.id).execute()
    expect(acts).toMatchObject([
      { action: 'ticket.open', actor_id: owner.id, actor_role: 'owner', company_id: owner.companyId },
    ])
    expect(await server.db.selectFrom('events').select('kind').where('subject_id', '=', t.id).execute()).toEqual([
      { kind: 'opened' },
    ])
  })
  test('requires staff to choose a requester', async () => {
    expect(
      (await server.call('POST', '/v1/tickets', { as: engineer, body: { subject: 'x', description: 'y' } })).status,
    ).toBe(422)
  })
  test('returns a message for every invalid field', async () => {
    const r = await server.call<ErrorShape>('POST', '/v1/tickets', {
      as: owner,
      body: { subject: ' ', description: '', category: 'printers', impact: 'many', urgency: 7, fileIds: ['x'] },
    })
    expect(r.status).toBe(400)
    expect(r.body.error.code).toBe('BAD_REQUEST')
    expect(r.body.error.fields).toEqual({
      subject: ['Enter a subject.'],
      description: ['Enter a message.'],
      category: ['Choose a category.'],
      impact: ['Choose how many people are affected.'],
      urgency: ['Choose how urgent it is.'],
      'fileIds.0': ['This is not a valid ID.'],
    })
  })
  test('accepts fields at their limits and rejects longer ones', async () => {
    const t = await open(owner, { subject: 'ü'.repeat(200), description: 'x'.repeat(50_000) })
    expect(t.subject).toHaveLength(200)
    for (const body of [
      { subject: 'x'.repeat(201), description: 'y' },
      { subject: 'two\nlines', description: 'y' },
      { subject: 'x', description: 'y'.repeat(50_001) },
    ]) {
      expect((await server.call('POST', '/v1/tickets', { as: owner, body })).status).toBe(400)
    }
  })
  test('ignores fields that the caller may not set', async () => {
    const t = await open(owner, {
      id: crypto.randomUUID(),
      companyId: world.south.company.id,
      company_id: world.south.company.id,
      status: 'closed',
      priority: 'P1',
      number: 1,
      requester_id: engineer.id,
      assignee_id: engineer.id,
      version: 99,
      role: 'admin',
      isInternal: true,
    })
    expect(t).toMatchObject({
      status: 'new',
      priority: 'P4',
      version: 1,
      assignee: null,
      requester: { id: owner.id },
      company: { id: owner.companyId },
    })
  })
})

describe('conversation', () => {
  test('a staff reply moves a new ticket to in progress and meets the first response once', async () => {
    const t = await open()
    const first = await reply(t.id, engineer, { body: 'Looking.' })
    expect(first.body).toMatchObject({ kind: 'reply', author: { name: 'Erin Engineer', kind: 'agent' } })
    const now = (await get(t.id)).body
    expect(now).toMatchObject({ status: 'in_progress', firstResponseAt: first.body.createdAt })
    await reply(t.id, engineer, { body: 'Found it.' })
    expect((await get(t.id)).body.firstResponseAt).toBe(first.body.createdAt)
    expect((await conversation(t.id, owner)).map((m) => [m.kind, m.change?.to ?? m.body])).toEqual([
      ['reply', 'Looking.'],
      ['event', 'in_progress'],
      ['reply', 'Found it.'],
    ])
  })
  test('a partner’s reply is not a first response, and moves a waiting ticket to in progress', async () => {
    const t = await open()
    await reply(t.id, member, { body: 'One more thing.' })
    expect((await get(t.id)).body).toMatchObject({ status: 'new', firstResponseAt: null })
    await reply(t.id, engineer, { body: 'Which server?', status: 'waiting_on_partner' })
    expect((await get(t.id)).body.status).toBe('waiting_on_partner')
    await reply(t.id, owner, { body: 'The old one.' })
    expect((await get(t.id)).body.status).toBe('in_progress')
  })
  test('notes are hidden from partners in conversation, search, events, and update time', async () => {
    const t = await open()
    const before = (await get(t.id)).body.updatedAt
    expect((await reply(t.id, engineer, { kind: 'note', body: 'zugzwang between us' })).status).toBe(201)
    expect((await get(t.id)).body).toMatchObject({ updatedAt: before, status: 'new', firstResponseAt: null })
    expect(await conversation(t.id, owner)).toEqual([])
    expect((await conversation(t.id, engineer)).map((m) => m.kind)).toEqual(['note'])
    expect((await server.call<List>('GET', '/v1/tickets?q=zugzwang', { as: owner })).body.items).toEqual([])
    expect(
      (await server.call<List>('GET', '/v1/tickets?q=zugzwang', { as: engineer })).body.items.map((x) => x.id),
    ).toEqual([t.id])
    expect((await reply(t.id, owner, { kind: 'note', body: 'mine' })).status).toBe(403)
  })
  test('a reply keeps a resolved ticket resolved unless it reopens it explicitly', async () => {
    const t = await open()
    await reply(t.id, engineer, { body: 'Done.', status: 'resolved' })
    await reply(t.id, owner, { body: 'Thanks!' })
    expect((await get(t.id)).body.status).toBe('resolved')
    await reply(t.id, owner, { body: 'It is back.', status: 'in_progress' })
    expect((await get(t.id)).body).toMatchObject({ status: 'in_progress', resolvedAt: null })
  })
  test('rejects replies to a closed ticket and stores nothing of them', async () => {
    const t = await open()
    expect((await setStatus(t.id, owner, 'closed')).body).toMatchObject({
      status: 'closed',
      can: { reply: false, reopen: true },
    })
    const refused = await reply(t.id, owner, { body: 'Hello?' })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'TICKET_CLOSED'])
    expect((await conversation(t.id, owner)).map((m) => m.kind)).toEqual(['event'])
    expect((await setStatus(t.id, owner, 'in_progress')).body.status).toBe('in_progress')
    expect((await reply(t.id, owner, { body: 'Hello again.' })).status).toBe(201)
  })
  test('pages of a conversation have no gaps or duplicates', async () => {
    const t = await open()
    for (let i = 0; i < 7; i++) await reply(t.id, owner, { body: `line ${i}` })
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const at: string = `/v1/tickets/${t.id}/messages?limit=3${cursor ? `&cursor=${cursor}` : ''}`
      const { body }: { body: { items: M[]; nextCursor: string | null } } = await server.call('GET', at, { as: owner })
      seen.push(...body.items.map((m) => m.body))
      cursor = body.nextCursor
    }
    expect(seen).toEqual(Array.from({ length: 7 }, (_, i) => `line ${i}`))
  })
})

describe('changes', () => {
  test('partners may only close and reopen', async () => {
    const t = await open()
    for (const status of ['in_progress', 'waiting_on_partner', 'resolved', 'new']) {
      const r = await setStatus(t.id, owner, status)
      if (status === 'new')
        expect(r.status).toBe(200) // it has this status already
      else expect([r.status, r.body.error?.code]).toEqual([422, 'UNPROCESSABLE'])
    }
  })
  test('the second of two tabs gets a conflict with the current ticket', async () => {
    const t = await open()
    const edit = (version: number, subject: string) =>
      server.call<T & ErrorShape>('PATCH', `/v1/tickets/${t.id}`, { as: owner, body: { version, subject } })
    expect((await edit(t.version, 'First')).body.subject).toBe('First')
    const slow = await edit(t.version, 'Second')
    expect([slow.status, slow.body.error.code]).toEqual([409, 'CONFLICT'])
    expect(slow.body.error.current).toMatchObject({ subject: 'First', version: t.version + 1 })
    expect((await get(t.id)).body.subject).toBe('First')
  })
  test('exactly one of many concurrent changes with the same version wins', async () => {
    const t = await open()
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        server.call('PATCH', `/v1/tickets/${t.id}`, { as: owner, body: { version: t.version, subject: `Try ${i}` } }),
      ),
    )
    expect(all.map((r) => r.status).sort()).toEqual([200, ...Array(7).fill(409)])
  })
  test('concurrent changes of two tickets in opposite order do not deadlock', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => open()))
    const flip = async (id: string) => {
      const statuses = []
      for (const status of ['resolved', 'in_progress', 'resolved', 'in_progress'])
        statuses.push((await setStatus(id, engineer, status)).status)
      return statuses
    }
    const answers = await Promise.all(all.map((t) => flip(t.id)))
    expect(answers.flat()).toEqual(Array(48).fill(200))
    const { byStatus } = (
      await server.call<{ byStatus: Record<string, number> }>('GET', '/v1/tickets/counts', { as: owner })
    ).body
    const real = await server.db
      .selectFrom('tickets')
      .select((e) => ['status', e.fn.countAll<number>().as('n')])
      .where('company_id', '=', owner.companyId)
      .groupBy('status')
      .execute()
    for (const { status, n } of real) expect(byStatus[status], status).toBe(n)
  })
  test('priority follows impact and urgency until staff override it with a reason', async () => {
    const t = await open()
    const edit = (as: Person, version: number, body: object) =>
      server.call<T & ErrorShape>('PATCH', `/v1/tickets/${t.id}`, { as, body: { version, ...body } })
    expect((await edit(owner, 1, { impact: 'all', urgency: 'high' })).body.priority).toBe('P1')
    expect((await edit(owner, 2, { priority: 'P4', priorityReason: 'x' })).status).toBe(403)
    expect((await edit(engineer, 2, { priority: 'P3' })).body.error.fields).toEqual({
      priorityReason: ['Enter a reason.'],
    })
    expect((await edit(engineer, 2, { priority: 'P3', priorityReason: 'Test system.' })).body).toMatchObject({
      priority: 'P3',
      priorityReason: 'Test system.',
    })
    expect((await edit(owner, 3, { urgency: 'low' })).body.priority).toBe('P3')
    expect((await edit(engineer, 4, { priority: null })).body).toMatchObject({ priority: 'P3', priorityReason: null })
    const reasons = await server.db
      .selectFrom('audit_log')
      .select('reason')
      .where('subject_id', '=', t.id)
      .where('reason', 'is not', null)
      .execute()
    expect(reasons).toEqual([{ reason: 'Test system.' }])
  })
  test('only staff can be assigned', async () => {
    const t = await open()
    const assign = (as: Person, assigneeId: string | null) =>
      server.call<T & ErrorShape>('POST', `/v1/tickets/${t.id}/assignee`, { as, body: { assigneeId } })
    expect((await assign(engineer, engineer.id)).body.assignee).toEqual({ id: engineer.id, name: 'Erin Engineer' })
    expect((await get(t.id, member)).body.assignee?.name).toBe('Erin Engineer')
    expect((await assign(engineer, owner.id)).status).toBe(422)
    expect((await assign(engineer, crypto.randomUUID())).status).toBe(422)
    expect((await assign(owner, engineer.id)).status).toBe(403)
    expect((await assign(engineer, null)).body.assignee).toBeNull()
    expect((await conversation(t.id, owner)).map((m) => [m.change?.from, m.change?.to])).toEqual([
      [null, 'Erin Engineer'],
      ['Erin Engineer', null],
    ])
  })
})

describe('list', () => {
  let company: World['south']
  beforeAll(async () => {
    company = world.south
    for (let i = 0; i < 30; i++) {
      await makeTicket(server.db, {
        requester: i % 2 ? company.owner : company.member,
        subject: `Ticket ${String(i).padStart(2, '0')} about ${i % 3 ? 'licenses' : 'backups'}`,
        status: (['new', 'in_progress', 'closed'] as const)[i % 3] as string,
        impact: i % 5 === 0 ? 'all' : 'one',
        urgency: i % 5 === 0 ? 'high' : 'low',
        // Ten of them have the same time, so the id decides.
        updated_at: new Date(Date.UTC(2026, 0, 1, 0, i < 10 ? 0 : i)).toISOString(),
      })
    }
  })
  const list = async (query: string, as = company.owner) =>
    (await server.call<List>('GET', `/v1/tickets?${query}`, { as })).body

  test.each(['updated', 'created', 'number', 'priority'])(
    'pages by %s join without gap or double, both ways',
    async (sort) => {
      for (const order of ['asc', 'desc']) {
        const ids: string[] = []
        let cursor = ''
        do {
          const page = await list(`limit=7&sort=${sort}&order=${order}${cursor && `&cursor=${cursor}`}`)
          ids.push(...page.items.map((t) => t.id))
          cursor = page.nextCursor ?? ''
        } while (cursor)
        expect([ids.length, new Set(ids).size], `${sort} ${order}`).toEqual([30, 30])
        const all = (await list(`limit=100&sort=${sort}&order=${order}`)).items
        expect(all.map((t) => t.id)).toEqual(ids)
        const values = all.map((t) =>
          sort === 'updated'
            ? t.updatedAt
            : sort === 'created'
              ? t.createdAt
              : sort === 'number'
                ? t.number
                : t.priority,
        )
        const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect(values).toEqual(order === 'asc' ? sorted : sorted.reverse())
      }
    },
  )
  test('filters work alone and combined', async () => {
    expect((await list('status=new&limit=100')).items).toHaveLength(10)
    expect((await list('status=new&status=closed&limit=100')).items).toHaveLength(20)
    expect((await list('requester=me&limit=100')).items).toHaveLength(15)
    expect((await list('priority=P1&limit=100')).items).toHaveLength(6)
    expect((await list('priority=P1&status=new&requester=me&limit=100')).items).toHaveLength(1)
    expect((await list('assignee=none&limit=100')).items).toHaveLength(30)
    expect((await list('assignee=me&limit=100')).items).toEqual([])
  })
  test('search finds words, prefixes, and numbers; hostile text breaks nothing', async () => {
    expect((await list('q=backup&limit=100')).items).toHaveLength(10)
    expect((await list('q=LICENSES%20about&limit=100')).items).toHaveLength(20)
    const [one] = (await list('limit=1')).items
    for (const q of [`T-${one?.number}`, `t${one?.number}`, String(one?.number)]) {
      expect((await list(`q=${q}`)).items.map((t) => t.id)).toContain(one?.id)
    }
    for (const q of [
      "'; drop table tickets; --",
      '&|!():*',
      '%',
      '\\',
      '" or ""="',
      '𝕏',
      '&amp;',
      '...',
      "a'b & !c:*",
    ]) {
      expect((await server.call('GET', `/v1/tickets?q=${encodeURIComponent(q)}`, { as: company.owner })).status).toBe(
        200,
      )
    }
    expect((await list(`q=${encodeURIComponent('...')}`)).items).toEqual([])
  })
  test('rejects a cursor of another sort, another list, or with invalid content', async () => {
    const { nextCursor } = await list('limit=2')
    for (const query of [
      `sort=number&cursor=${nextCursor}`,
      'cursor=abc',
      ...[
        '["updated desc","not a time","ID"]',
        '["updated desc","2026-01-01T00:00:00Z","---"]',
        '["updated desc","2026-01-01T00:00:00Z\\u0000","ID"]',
        '[1]',
        'null',
        '{}',
      ].map((text) => `cursor=${Buffer.from(text.replace('ID', crypto.randomUUID())).toString('base64url')}`),
      `sort=number&cursor=${Buffer.from(`["number desc","${'9'.repeat(40)}","${crypto.randomUUID()}"]`).toString('base64url')}`,
      `cursor=${Buffer.from('["updated desc","x","y"]').toString('base64url')}`,
    ]) {
      expect((await server.call('GET', `/v1/tickets?${query}`, { as: company.owner })).status).toBe(400)
    }
  })
  test('staff see all companies and can filter by one', async () => {
    const all = (await list('limit=100', engineer)).items
    expect(new Set(all.map((t) => t.company.name))).toEqual(new Set(['North', 'South']))
    expect((await list(`company=${company.company.id}&limit=100`, engineer)).items).toHaveLength(30)
  })
  test('the CSV matches the list and escapes formulas', async () => {
    await makeTicket(server.db, {
      requester: company.owner,
      subject: '=HYPERLINK("http://evil.example")',
      status: 'resolved',
    })
    await makeTicket(server.db, { requester: company.owner, subject: '@SUM(1), "quoted"', status: 'resolved' })
    const r = await server.call('GET', '/v1/tickets.csv?status=resolved&sort=number&order=asc', { as: company.owner })
    expect(r.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = r.text.trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(/^Number,Subject,Status/)
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    expect(lines[2]).toContain(`"'@SUM(1), ""quoted"""`)
    expect((await server.call('GET', '/v1/tickets.csv?status=nope', { as: company.owner })).status).toBe(400)
  })
  test('the CSV contains more than one page', async () => {
    const big = await server.company()
    const requester = await server.person(big, 'owner')
    for (let i = 0; i < 1001; i += 143)
      await Promise.all(Array.from({ length: 143 }, () => makeTicket(server.db, { requester })))
    const r = await server.call('GET', '/v1/tickets.csv', { as: requester })
    expect(r.text.trim().split('\r\n')).toHaveLength(1 + 1001)
  })
})

describe('idempotency keys', () => {
  test('return the first result for the same key and body, also concurrently, and reject another body', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const body = { subject: 'Once', description: 'x' }
    const all = await Promise.all(
      Array.from({ length: 10 }, () => server.call<T>('POST', '/v1/tickets', { as: owner, body, headers: key })),
    )
    expect(new Set(all.map((r) => r.status))).toEqual(new Set([201]))
    expect(new Set(all.map((r) => r.body.id)).size).toBe(1)
    const other = await server.call('POST', '/v1/tickets', {
      as: owner,
      body: { ...body, subject: 'Twice' },
      headers: key,
    })
    expect(other.status).toBe(409)
    expect((await server.call<List>('GET', '/v1/tickets?q=Once', { as: owner })).body.items).toHaveLength(1)
  })
  test('are per user, and stay unused after a rejected call', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const gone = { subject: 'With file', description: 'x', fileIds: [crypto.randomUUID()] }
    expect((await server.call('POST', '/v1/tickets', { as: owner, body: gone, headers: key })).status).toBe(422)
    const mine = await server.call<T>('POST', '/v1/tickets', {
      as: owner,
      body: { subject: 'Mine', description: 'x' },
      headers: key,
    })
    const theirs = await server.call<T>('POST', '/v1/tickets', {
      as: world.south.owner,
      body: { subject: 'Theirs', description: 'x' },
      headers: key,
    })
    expect([mine.status, theirs.status]).toEqual([201, 201])
    expect(mine.body.id).not.toBe(theirs.body.id)
  })
  test('work for replies', async () => {
    const t = await open()
    const headers = { 'idempotency-key': 'reply-once' }
    const twice = await Promise.all(
      [1, 2].map(() =>
        server.call<M>('POST', `/v1/tickets/${t.id}/messages`, { as: owner, body: { body: 'Once' }, headers }),
      ),
    )
    expect(twice[0]?.body.id).toBe(twice[1]?.body.id)
    expect(await conversation(t.id, owner)).toHaveLength(1)
  })
})

describe('automatic closing', () => {
  test('sends the job in the transaction that resolves; the job closes only unchanged tickets', async () => {
    const { closeQuiet } = await import('./close-quiet.ts')
    const quiet = await open()
    const resolved = (await setStatus(quiet.id, engineer, 'resolved')).body
    const jobs = await server.db.executeQuery<{ data: { ticketId: string } }>(
      (await import('kysely'))
        .sql`select data, start_after - created_on as wait from jobs.job where data->>'ticketId' = ${quiet.id}`.compile(
        server.db,
      ),
    )
    expect(jobs.rows).toHaveLength(1)
    const busy = await open()
    const once = (await setStatus(busy.id, engineer, 'resolved')).body
    await setStatus(busy.id, owner, 'in_progress')
    for (const [t, version] of [
      [quiet, resolved.version],
      [busy, once.version],
    ] as const) {
      await closeQuiet(server.platform, { companyId: owner.companyId, ticketId: t.id, version })
    }
    expect((await get(quiet.id)).body.status).toBe('closed')
    expect((await get(busy.id)).body.status).toBe('in_progress')

    // A resolved ticket was edited: the waiting period starts again, and then the ticket closes.
    const corrected = await open()
    const first = (await setStatus(corrected.id, engineer, 'resolved')).body
    const edited = await server.call<{ version: number }>('PATCH', `/v1/tickets/${corrected.id}`, {
      as: engineer,
      body: { id: corrected.id, version: first.version, subject: 'As it should have been called' },
    })
    expect(edited.status).toBe(200)
    const again = () =>
      sql<{ n: number }>`select count(*)::int as n from jobs.job where name = 'tickets.close-quiet'
        and data->>'ticketId' = ${corrected.id} and (data->>'version')::int = ${edited.body.version}
        and start_after > now() + interval '6 days'`.execute(server.db)
    expect((await again()).rows).toEqual([{ n: 0 }])
    await closeQuiet(server.platform, { companyId: owner.companyId, ticketId: corrected.id, version: first.version })
    expect((await get(corrected.id)).body.status).toBe('resolved')
    expect((await again()).rows).toEqual([{ n: 1 }])
    await closeQuiet(server.platform, {
      companyId: owner.companyId,
      ticketId: corrected.id,
      version: edited.body.version,
    })
    expect((await get(corrected.id)).body.status).toBe('closed')
    expect((await conversation(quiet.id, owner)).at(-1)).toMatchObject({
      kind: 'event',
      author: { kind: 'system', id: null },
    })
  })
})
