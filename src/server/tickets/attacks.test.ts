// What somebody hostile, hasty or unlucky does to tickets, against a real server.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact } from '../../../test/factories/contacts.ts'
import { makeMessage, makeTicket } from '../../../test/factories/tickets.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

const ticketOf = (requester: Person, fields = {}) => makeTicket(server.db, { requester, ...fields })
const merged = async () => {
  const { owner } = world.north
  const [from, into] = [await ticketOf(owner), await ticketOf(owner)]
  await server.call('POST', `/v1/tickets/${from.id}/merge`, { as: world.engineer, body: { intoId: into.id } })
  return { from, into }
}

test('merged: undeclared refusals', async () => {
  const { from } = await merged()
  const who = { kind: 'user', id: world.north.member.id }
  const out: unknown[] = []
  for (const [as, method, path, body] of [
    [world.engineer, 'POST', `watchers`, { who }],
    [world.engineer, 'DELETE', `watchers/${uuid()}`, undefined],
    [world.north.owner, 'POST', `estimates/${uuid()}/decision`, { decision: 'approved' }],
    [world.engineer, 'POST', `estimates/${uuid()}/withdraw`, undefined],
    [world.engineer, 'POST', `estimates`, { minutes: 10, note: 'x' }],
    [world.engineer, 'POST', `status`, { status: 'resolved' }],
    [world.engineer, 'POST', `assignee`, { assigneeId: null }],
    [world.engineer, 'POST', `split`, { messageIds: [uuid()], subject: 'x' }],
    [world.engineer, 'POST', `links`, { otherId: (await ticketOf(world.north.owner)).id, kind: 'related' }],
    [world.engineer, 'POST', `time`, { minutes: 5 }],
    [world.north.owner, 'PUT', `rating`, { rating: 5 }],
    [world.engineer, 'POST', `presence`, {}],
    [world.engineer, 'POST', `messages`, { body: 'x' }],
    [world.engineer, 'PATCH', `messages/${uuid()}`, { body: 'x', version: 1 }],
  ] as const) {
    const r = await server.call<ErrorShape>(method, `/v1/tickets/${from.id}/${path}`, { as, ...(body ? { body } : {}) })
    out.push([method, path, r.status, r.body.error?.code])
  }
  console.log(out)
})

test('drafts of any size', async () => {
  const { owner } = world.north
  for (const fields of [{ a: 'x'.repeat(30_000) }, { a: Array(3000).fill(1e300) }, { a: 1e300 }]) {
    const r = await server.call<ErrorShape>('PUT', '/v1/drafts', { as: owner, body: { kind: 'new', body: 'x', fields, revision: null } })
    console.log('draft', r.status, r.text.slice(0, 200))
  }
})

test('far estimate', async () => {
  const t = await ticketOf(world.north.owner)
  for (const expiresAt of ['9999-12-31T00:00:00Z', '2400-01-01T00:00:00Z']) {
    const r = await server.call<ErrorShape>('POST', `/v1/tickets/${t.id}/estimates`, { as: world.engineer, body: { minutes: 10, note: 'x', expiresAt } })
    console.log('estimate', r.status, r.text.slice(0, 200))
  }
})

test('many filters', async () => {
  const r = await server.call<ErrorShape>('POST', '/rpc/tickets/list', { as: world.north.owner, body: { json: { status: Array(90_000).fill('new') } } })
  console.log('filters', r.status, r.text.slice(0, 200))
  const r2 = await server.call<ErrorShape>('GET', '/v1/tickets?limit=1', { as: world.north.owner })
  console.log('after', r2.status)
})

test('assign to deactivated', async () => {
  const gone = await server.person(world.provider, 'engineer', { fullName: 'Gone' })
  await server.db.updateTable('profiles').set({ deactivated_at: new Date().toISOString() }).where('id', '=', gone.id).execute()
  const t = await ticketOf(world.north.owner)
  const r = await server.call<ErrorShape>('POST', `/v1/tickets/${t.id}/assignee`, { as: world.engineer, body: { assigneeId: gone.id } })
  const b = await server.call<ErrorShape>('POST', `/v1/tickets/bulk`, { as: world.engineer, body: { tickets: [{ id: t.id }], change: { assigneeId: gone.id } } })
  console.log('deactivated', r.status, b.status, b.text.slice(0, 200))
  const s = await server.call('GET', '/v1/staff', { as: world.engineer })
  console.log('staff', s.text)
})

test('staff watcher events', async () => {
  const t = await ticketOf(world.north.owner)
  const before = await server.db.selectFrom('events').select(sql<number>`max(id)`.as('id')).executeTakeFirst()
  await server.call('POST', `/v1/tickets/${t.id}/watchers`, { as: world.engineer, body: { who: { kind: 'user', id: world.engineer.id } } })
  const w = await server.call<any>('GET', `/v1/tickets/${t.id}`, { as: world.engineer })
  await server.call('DELETE', `/v1/tickets/${t.id}/watchers/${w.body.watchers[0].id}`, { as: world.engineer })
  const e = await server.db.selectFrom('events').select(['kind', 'staff_only', 'actor_id']).where('id', '>', Number(before?.id ?? 0)).where('subject_id', '=', t.id).execute()
  console.log('watch events', e)
})

test('race: time while merge', async () => {
  let lost = 0
  for (let i = 0; i < 5; i++) {
    const { owner } = world.north
    const [from, into] = [await ticketOf(owner), await ticketOf(owner)]
    await Promise.all([
      server.call('POST', `/v1/tickets/${from.id}/merge`, { as: world.engineer, body: { intoId: into.id } }),
      ...Array.from({ length: 5 }, () => server.call('POST', `/v1/tickets/${from.id}/time`, { as: world.admin, body: { minutes: 5 } })),
    ])
    lost += (await server.db.selectFrom('time_entries').select('id').where('ticket_id', '=', from.id).execute()).length
  }
  console.log('lost time', lost)
})

test('soonAt for partners', async () => {
  await server.call('POST', '/v1/tickets', { as: world.north.owner, body: { subject: 'x', description: 'y' } })
  const r = await server.call<any>('GET', '/v1/tickets', { as: world.north.owner })
  console.log(r.body.items.map((t: any) => t.sla.soonAt))
})

test('search regex', async () => {
  for (let i = 0; i < 30; i++) {
    const t = await ticketOf(world.north.owner, { description: 'ab '.repeat(16000), subject: 'ab cd' })
    for (let k = 0; k < 3; k++) await makeMessage(server.db, { ticket: t, author: world.north.owner, byStaff: false, body: 'ab '.repeat(16000) })
  }
  for (const q of ['"ab ab ab ab ab ab ab ab ab ab ab ac"', 'ab', 'ab ab ab ab ab ab', '"ab ab" "ab cd" "ab ac ad" "ab ab ab ae"', 'abx aby abz abk abl']) {
    const t0 = performance.now()
    const r = await server.call<any>('GET', `/v1/tickets?limit=100&q=${encodeURIComponent(q)}`, { as: world.north.owner })
    console.log('search', q, r.status, r.body.items?.length, Math.round(performance.now() - t0), 'ms')
  }
}, 120_000)

test('people moved', async () => {
  const p = await server.person(world.north.company, 'member', { fullName: 'Mover' })
  const t = await ticketOf(world.north.owner)
  await server.call('POST', `/v1/tickets/${t.id}/watchers`, { as: world.north.owner, body: { who: { kind: 'user', id: p.id } } })
  const d = await server.call<any>('PUT', '/v1/drafts', { as: p, body: { kind: 'reply', ticketId: t.id, body: 'secret of north', revision: null } })
  await server.call('POST', `/v1/users/${p.id}/company`, { as: world.admin, body: { companyId: world.south.company.id, role: 'member' } }).then((r) => console.log('move', r.status, r.text.slice(0, 200)))
  console.log(d.status)
})
