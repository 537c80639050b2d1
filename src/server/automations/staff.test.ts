// What staff do with companies' automations: statuses, connections, API keys, and the notifications about them.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeInstallation } from '../../../test/factories/automations.ts'
import { happened } from '../../../test/harness/happened.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import {
  type Connection,
  INSTALLATION_STATES,
  type Installation,
  type InstallationStatus,
} from '../../contract/automations/index.ts'
import type { DueConnection, InstallationAct } from '../../contract/installing.ts'
import type { Notice } from '../platform/events/notifiers.ts'
import { staffActsNotifier } from './staff-notices.ts'
import { movesFrom, staffCan, statusNeedsReason } from './staff-policy.ts'
import { notifyOfConnections } from './watching/connections-due.ts'

type I = z.infer<typeof Installation>
type C = z.infer<typeof Connection>
type Status = z.infer<typeof InstallationStatus>
type Page<T> = { items: T[]; nextCursor: string | null }

let server: TestServer
let world: World
let engineer: Person
let admin: Person
let north: string

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  ;({ engineer, admin } = world)
  north = world.north.company.id
})
afterAll(() => server.close())

const call = <T = I>(method: string, at: string, body?: object, as: Person = engineer) =>
  server.call<T & ErrorShape>(method, `/v1/automations${at}`, { as, ...(body ? { body } : {}) })
const get = async (id: string, as = engineer) => (await call('GET', `/${id}`, undefined, as)).body as I
const make = async (status: Status = 'live', companyId = north) =>
  get((await makeInstallation(server.db, { companyId, status })).id)
const set = (a: Pick<I, 'id' | 'version'>, status: string, reason: string | null = 'Agreed by phone.', as = engineer) =>
  call('POST', `/${a.id}/status`, { version: a.version, status, reason }, as)
const fieldsOf = (r: { body: ErrorShape }) => Object.keys(r.body.error?.fields ?? {}).sort()
const SPOT = {
  tool: 'Autotask',
  label: 'API user of the help desk board',
  reference: '1Password: Millwright / Autotask',
}
const connect = async (a: Pick<I, 'id'>, more: object = {}) => {
  const r = await call<C>('POST', `/${a.id}/connections`, { ...SPOT, ...more })
  expect(r.body.error).toBeUndefined()
  return r.body
}
/** Returns the notifications about the last event of a kind. */
const noticesOfLast = async (kind: string, id: string): Promise<(Notice & { to: { userId: string } })[]> => {
  const e = await server.db
    .selectFrom('events')
    .selectAll()
    .where('topic', '=', 'automation')
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return (await staffActsNotifier.collectNotices(server.platform, server.db as never, happened(e))) as never
}

describe('permissions', () => {
  test('engineers and administrators can make changes; partners get the same answer as for a random id', async () => {
    const a = await make()
    const c = await connect(a)
    const now = await get(a.id)
    const acts: [string, string, object | undefined, boolean][] = [
      ['GET', `/${a.id}/history`, undefined, false],
      ['PATCH', `/${a.id}`, { version: now.version, alertRuns: 11 }, false],
      ['POST', `/${a.id}/status`, { version: now.version + 1, status: 'paused', reason: 'x' }, false],
      ['POST', `/${a.id}/connections`, SPOT, false],
      ['DELETE', `/${a.id}/connections/${c.id}`, undefined, false],
      ['POST', '', { companyId: north, name: 'By hand', minutesPerRun: 3 }, false],
      ['POST', `/${a.id}/keys`, { name: 'Runs' }, true],
    ]
    for (const [method, at, body, adminOnly] of acts) {
      for (const as of [world.north.owner, world.north.member, world.south.owner])
        expect((await call(method, at, body, as)).status, `${method} ${at}`).toBe(403)
      const r = await call(method, at, body, engineer)
      expect(r.status >= 400, `${method} ${at}`).toBe(adminOnly)
    }
    expect((await server.call('GET', '/v1/admin/connections', { as: world.north.owner })).status).toBe(403)
    const random = crypto.randomUUID()
    expect((await call('PATCH', `/${random}`, { version: 1, alertRuns: 3 })).status).toBe(404)
    expect((await call('POST', `/${random}/status`, { version: 1, status: 'live' })).status).toBe(404)
    expect((await call('POST', `/${random}/connections`, SPOT)).status).toBe(404)
    // A connection of another automation is not found.
    const other = await make()
    expect((await call('DELETE', `/${other.id}/connections/${(await connect(a)).id}`)).status).toBe(404)
  })
  test('`can` says what the reader may do', async () => {
    const a = await make()
    const { can: mine } = await get(a.id)
    expect(mine).toMatchObject({ edit: true, setStatus: true, setPrice: false, makeKey: false })
    expect(mine.statuses).toEqual(['paused', 'retired'])
    expect((await get(a.id, admin)).can).toMatchObject({ setPrice: true, makeKey: true })
    expect((await get(a.id, world.north.owner)).can).toMatchObject({
      edit: false,
      setStatus: false,
      setPrice: false,
      makeKey: false,
      statuses: [],
    })
  })
})

describe('status', () => {
  test('allows exactly the defined transitions', async () => {
    for (const from of INSTALLATION_STATES)
      for (const to of INSTALLATION_STATES) {
        const a = await make(from)
        const r = await set(a, to)
        const may = movesFrom(from).includes(to)
        expect(r.status, `${from} ${to}`).toBe(may ? 200 : 422)
        expect((await get(a.id)).status, `${from} ${to}`).toBe(may ? to : from)
      }
  })
  test('any sequence of transitions keeps the invariants', async () => {
    let seed = 7
    const random = (n: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % n
    }
    for (let walk = 0; walk < 12; walk++) {
      let a = await make('requested')
      let live: string | null = null
      for (let step = 0; step < 8; step++) {
        const to = INSTALLATION_STATES[random(INSTALLATION_STATES.length)] as Status
        const reason = random(3) === 0 ? null : 'Because.'
        const r = await set(a, to, reason)
        const may = movesFrom(a.status).includes(to) && (reason !== null || !statusNeedsReason(to))
        expect(r.status, `${a.status} ${to} ${reason}`).toBe(may ? 200 : 422)
        const next = await get(a.id)
        expect(next.version).toBe(a.version + (may ? 1 : 0))
        // The first time it went live is kept.
        if (live) expect(next.liveAt).toBe(live)
        live = next.liveAt
        expect(next.retiredAt !== null).toBe(next.status === 'retired')
        if (next.status === 'live') expect([next.pausedAt, next.pauseReason]).toEqual([null, null])
        if (next.status === 'paused') expect(next.pauseReason).toBe('Because.')
        expect(next.can.statuses).toEqual([...movesFrom(next.status)])
        a = next
      }
    }
  })
  test('a change closes the partner’s request and an open alert', async () => {
    const a = await make('failing')
    await server.db
      .insertInto('alert_episodes')
      .values({ company_id: north, id: crypto.randomUUID(), installation_id: a.id, kind: 'failing' })
      .execute()
    await call('POST', `/${a.id}/ask`, { want: 'pause', reason: 'Audit week' }, world.north.owner)
    const asked = await get(a.id)
    expect([asked.asked, asked.episode?.kind]).toEqual(['pause', 'failing'])
    const r = await set(asked, 'paused', 'As you asked.')
    expect(r.body).toMatchObject({ status: 'paused', asked: null, askedReason: null, askedAt: null, episode: null })
    expect(r.body.episodes[0]?.endedAt).not.toBeNull()
    const notices = await noticesOfLast('status', a.id)
    expect(notices.map((n) => [n.to.userId, n.kind, n.title, n.body]).sort()).toEqual(
      [world.north.owner.id, world.north.member.id]
        .map((id) => [id, 'automation_changed', `${a.name} is paused`, 'As you asked.'])
        .sort(),
    )
  })
  test('pausing and retiring need a reason, and of two concurrent changes one is a conflict', async () => {
    const a = await make()
    expect(fieldsOf(await set(a, 'paused', null))).toEqual(['reason'])
    expect(fieldsOf(await set(a, 'retired', '  '))).toEqual(['reason'])
    const both = await Promise.all(['paused', 'retired'].map((to) => set(a, to)))
    expect(both.map((r) => r.status).sort()).toEqual([200, 409])
    const late = both.find((r) => r.status === 409)
    expect((late as { body: ErrorShape }).body.error.current).toMatchObject({ status: (await get(a.id)).status })
  })
  test('a retired automation cannot be changed', async () => {
    const a = await make('retired')
    expect((await call('PATCH', `/${a.id}`, { version: a.version, name: 'Other' })).body.error.code).toBe(
      'WRONG_STATUS',
    )
    expect((await call('POST', `/${a.id}/connections`, SPOT)).body.error.code).toBe('WRONG_STATUS')
    expect(staffCan(engineer as never, 'retired').edit).toBe(false)
  })
})

describe('settings', () => {
  test('change in part, are recorded in the audit log, and only administrators change the price', async () => {
    const a = await make()
    const edit = (body: object, as = engineer, version = a.version) =>
      call('PATCH', `/${a.id}`, { version, ...body }, as)
    const r = await edit({ name: 'Offboarding', expectedMinutes: 60, alertPercent: 30, minutesPerRun: 15 })
    expect(r.body).toMatchObject({ name: 'Offboarding', expectedMinutes: 60, alertPercent: 30, alertRuns: 10 })
    expect((await edit({ alertRuns: 4 })).status).toBe(409)
    const v = r.body.version
    expect(fieldsOf(await edit({ priceModel: 'monthly', priceCents: 4_900 }, engineer, v))).toEqual(['priceCents'])
    expect(fieldsOf(await edit({ priceModel: 'monthly' }, admin, v))).toEqual(['priceCents'])
    const priced = await edit({ priceModel: 'monthly', priceCents: 4_900 }, admin, v)
    expect(priced.body).toMatchObject({ priceModel: 'monthly', priceCents: 4_900 })
    const acts = (await call<Page<z.infer<typeof InstallationAct>>>('GET', `/${a.id}/history`)).body.items
    expect(acts.slice(0, 2).map((x) => [x.action, x.actor?.id, x.after])).toEqual([
      ['edited', admin.id, { priceModel: 'monthly', priceCents: 4_900 }],
      ['edited', engineer.id, { name: 'Offboarding', expectedMinutes: 60, alertPercent: 30, minutesPerRun: 15 }],
    ])
  })
  test.each<[object, string]>([
    [{ name: ' ' }, 'name'],
    [{ minutesPerRun: 481 }, 'minutesPerRun'],
    [{ minutesPerRun: 1.5 }, 'minutesPerRun'],
    [{ expectedMinutes: 4 }, 'expectedMinutes'],
    [{ expectedMinutes: 527_041 }, 'expectedMinutes'],
    [{ alertPercent: 0 }, 'alertPercent'],
    [{ alertPercent: 101 }, 'alertPercent'],
    [{ alertRuns: 0 }, 'alertRuns'],
  ])('%j is rejected with an error for %s', async (body, field) => {
    const a = await make()
    const r = await call('PATCH', `/${a.id}`, { version: a.version, ...body })
    expect([r.status, fieldsOf(r)]).toEqual([400, [field]])
  })
  test('no other fields can be set', async () => {
    const a = await make()
    const r = await call('PATCH', `/${a.id}`, {
      version: a.version,
      name: 'Mine',
      companyId: world.south.company.id,
      company_id: world.south.company.id,
      status: 'retired',
      orderId: crypto.randomUUID(),
      liveAt: '2001-01-01T00:00:00Z',
      lastRunAt: '2001-01-01T00:00:00Z',
      timeZone: 'Asia/Tokyo',
    })
    const { name, version, updatedAt, ...rest } = a
    expect(r.body).toMatchObject({ ...rest, name: 'Mine', version: version + 1 })
    expect([name, updatedAt]).not.toContain(r.body.updatedAt)
  })
})

describe('added by staff', () => {
  test('can be a product or a custom automation', async () => {
    const own = await call('POST', '', {
      companyId: north,
      name: 'Nightly bridge',
      minutesPerRun: 7,
      expectedMinutes: 1_440,
    })
    expect(own.status).toBe(201)
    expect(own.body).toMatchObject({ status: 'requested', product: null, expectedMinutes: 1_440, priceModel: 'quote' })
    expect((await get(own.body.id, world.north.member)).name).toBe('Nightly bridge')
    expect((await call('GET', `/${own.body.id}`, undefined, world.south.owner)).status).toBe(404)
    const priced = { priceModel: 'monthly', priceCents: 100 }
    expect(fieldsOf(await call('POST', '', { companyId: north, name: 'x', minutesPerRun: 1, ...priced }))).toEqual([
      'priceCents',
    ])
    const r = await call('POST', '', { companyId: north, name: 'x', minutesPerRun: 1, ...priced }, admin)
    expect(r.body).toMatchObject(priced)
  })
  test.each<[string, () => object, string[]]>([
    ['nobody', () => ({ companyId: crypto.randomUUID(), name: 'x', minutesPerRun: 1 }), ['companyId']],
    ['the provider', () => ({ companyId: world.provider.id, name: 'x', minutesPerRun: 1 }), ['companyId']],
    [
      'no such product',
      () => ({ companyId: north, productId: crypto.randomUUID() }),
      ['minutesPerRun', 'name', 'productId'],
    ],
    ['no name', () => ({ companyId: north }), ['minutesPerRun', 'name']],
  ])('%s is rejected', async (_, body, fields) => {
    const r = await call('POST', '', body())
    expect([r.status, fieldsOf(r)]).toEqual([422, fields])
  })
})

describe('connections', () => {
  test('record where a secret is stored, and change by version', async () => {
    const a = await make()
    const c = await connect(a)
    expect(c).toMatchObject({ ...SPOT, state: 'waiting', expiresOn: null, version: 1 })
    const edit = (body: object) => call<C>('PATCH', `/${a.id}/connections/${c.id}`, { version: 1, ...body })
    const r = await edit({ state: 'working', expiresOn: '2027-03-31' })
    expect(r.body).toMatchObject({ state: 'working', expiresOn: '2027-03-31', version: 2 })
    const late = await edit({ state: 'broken' })
    expect([late.status, (late.body.error.current as C).state]).toEqual([409, 'working'])
    expect((await get(a.id, world.north.owner)).connections).toEqual([r.body])
    await call('DELETE', `/${a.id}/connections/${c.id}`)
    expect((await get(a.id)).connections).toEqual([])
  })
  test.each([
    ['reference', 'sk_live_51HxyzABCDEFGHijkl'],
    ['reference', 'password: Winter2026!'],
    ['label', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'],
    ['reference', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc'],
    ['reference', 'AKIAIOSFODNN7EXAMPLE'],
    ['label', 'Token = a8F3kQ9z'],
  ])('%s rejects %s', async (field, text) => {
    const a = await make()
    const r = await call('POST', `/${a.id}/connections`, { ...SPOT, [field]: text })
    expect([r.status, fieldsOf(r)]).toEqual([422, [field]])
    const c = await connect(a)
    const edited = await call('PATCH', `/${a.id}/connections/${c.id}`, { version: 1, [field]: text })
    expect([edited.status, fieldsOf(edited)]).toEqual([422, [field]])
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from audit_log where after::text like ${`%${text}%`}`.execute(server.db)
    expect(rows[0]?.n).toBe(0)
  })
  test('that expire or are broken are listed, and engineers are notified once of each', async () => {
    await server.db.deleteFrom('connections').execute()
    const a = await make()
    const inDays = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
    const soon = await connect(a, { expiresOn: inDays(29), label: 'Soon' })
    await connect(a, { expiresOn: inDays(40), label: 'Later' })
    const broken = await connect(a, { state: 'broken', label: 'Broken' })
    const gone = await connect(await make(), { expiresOn: inDays(3), label: 'Retired' })
    await server.db
      .updateTable('installations')
      .set({ status: 'retired' })
      .where((e) => e('id', '=', e.selectFrom('connections').select('installation_id').where('id', '=', gone.id)))
      .execute()
    const due = await server.call<{ items: z.infer<typeof DueConnection>[]; more: number }>(
      'GET',
      '/v1/admin/connections',
      { as: engineer },
    )
    expect(due.body.items.map((c) => [c.label, c.installation.name, c.company.id])).toEqual([
      ['Broken', a.name, north],
      ['Soon', a.name, north],
    ])
    expect(due.body.more).toBe(0)
    const list = await call<Page<I>>('GET', '?trouble=connection')
    expect(list.body.items.map((i) => i.id)).toEqual([a.id])
    const events = async () =>
      (
        await server.db.selectFrom('events').select('data').where('kind', '=', 'connection_due').orderBy('id').execute()
      ).map((e) => (e.data as { connectionId: string }).connectionId)
    await Promise.all([notifyOfConnections(server.platform), notifyOfConnections(server.platform)])
    await notifyOfConnections(server.platform)
    expect((await events()).sort()).toEqual([soon.id, broken.id].sort())
    const notices = await noticesOfLast('connection_due', a.id)
    expect(notices.map((n) => n.to.userId).sort()).toEqual([engineer.id, admin.id].sort())
    // A new expiry date and a second break each cause another notification.
    await call('PATCH', `/${a.id}/connections/${soon.id}`, { version: 1, expiresOn: inDays(10) })
    await call('PATCH', `/${a.id}/connections/${broken.id}`, { version: 1, state: 'working' })
    await notifyOfConnections(server.platform)
    await call('PATCH', `/${a.id}/connections/${broken.id}`, { version: 2, state: 'broken' })
    await notifyOfConnections(server.platform)
    expect((await events()).filter((id) => id === soon.id).length).toBe(2)
    expect((await events()).filter((id) => id === broken.id).length).toBe(2)
  })
})

describe('keys', () => {
  test('an administrator creates one: it is shown once, owners are notified and can revoke it', async () => {
    const a = await make()
    await server.db.deleteFrom('api_keys').execute()
    const without = await call<Page<I>>('GET', `?trouble=no_key&company=${north}&limit=100`)
    expect(without.body.items.map((i) => i.id)).toContain(a.id)
    const key = crypto.randomUUID()
    const send = () =>
      server.call<{ id: string; key: string; scopes: string[] } & ErrorShape>('POST', `/v1/automations/${a.id}/keys`, {
        as: admin,
        body: { name: 'n8n sends runs' },
        headers: { 'idempotency-key': key },
      })
    const made = await send()
    expect([made.status, made.body.scopes, made.body.key.startsWith('mwk_')]).toEqual([201, ['runs:write'], true])
    expect((await send()).body).toEqual(made.body)
    const rows = await server.db.selectFrom('api_keys').select(['company_id', 'created_by', 'hash']).execute()
    expect(rows.map((r) => [r.company_id, r.created_by])).toEqual([[north, admin.id]])
    expect(JSON.stringify(rows)).not.toContain(made.body.key)
    const kept = await server.db
      .selectFrom('audit_log')
      .select('after')
      .where('subject_id', '=', made.body.id)
      .execute()
    expect(kept.length).toBe(1)
    expect(JSON.stringify(kept)).not.toContain(made.body.key)
    const notices = await noticesOfLast('key_made', a.id)
    expect(notices.map((n) => [n.to.userId, n.path])).toEqual([[world.north.owner.id, '/settings/api-keys']])
    expect(JSON.stringify(notices)).not.toContain(made.body.key)
    const now = await call<Page<I>>('GET', `?trouble=no_key&company=${north}&limit=100`)
    expect(now.body.items).toEqual([])
    // The key can only report runs.
    const tickets = await server.call('GET', '/v1/tickets', { headers: { 'x-api-key': made.body.key } })
    expect(tickets.status).toBe(403)
    const revoked = await server.call('DELETE', `/v1/api-keys/${made.body.id}`, { as: world.north.owner })
    expect(revoked.status).toBe(200)
  })

  test('the database accepts no other keys from staff', async () => {
    const insert = (role: 'engineer' | 'admin', scope: string) =>
      server.platform.db.asActor({ kind: 'staff', companyId: north, userId: admin.id, role }, async (db) => {
        await db
          .insertInto('api_keys')
          .values({
            company_id: north,
            id: crypto.randomUUID(),
            name: 'Direct',
            prefix: 'mwk_direct',
            hash: crypto.randomUUID(),
            scopes: [scope],
            created_by: admin.id,
          })
          .execute()
      })
    await expect(insert('engineer', 'runs:write')).rejects.toThrow('only an administrator can create keys')
    await expect(insert('admin', 'tickets:read')).rejects.toThrow('only an administrator can create keys')
    await expect(insert('admin', 'runs:write')).resolves.toBeUndefined()
  })
})

test('the list filters by problem', async () => {
  const a = await make('failing', world.south.company.id)
  await server.db
    .insertInto('alert_episodes')
    .values({ company_id: a.company.id, id: crypto.randomUUID(), installation_id: a.id, kind: 'silent' })
    .execute()
  const ids = async (query: string) => (await call<Page<I>>('GET', query)).body.items.map((i) => i.id)
  expect(await ids('?trouble=silent')).toEqual([a.id])
  expect(await ids(`?trouble=silent&trouble=connection&company=${a.company.id}`)).toEqual([a.id])
  expect(await ids(`?trouble=silent&company=${north}`)).toEqual([])
  expect((await call('GET', '?trouble=nothing')).status).toBe(400)
})
