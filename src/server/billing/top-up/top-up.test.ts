// Automatic top-up: once per episode, never above the cap, and with approval where it is required.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeHours } from '../../../../test/factories/hours.ts'
import {
  type ErrorShape,
  type Person,
  startServer,
  type TestServer,
  type World,
} from '../../../../test/harness/server.ts'
import { BALANCE_LOW, deductMinutes } from '../../hours/index.ts'
import { systemOf } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { runTopUp } from './run-top-up.ts'

type TopUp = {
  id: string
  state: string
  priceCents: number
  failure: string | null
  order: { status: string; invoice: string | null } | null
  can: { decide: boolean }
}
type Settings = {
  rule: { version: number; enabled: boolean; pack: { id: string } | null; method: string } | null
  spentCents: number
  approvers: { id: string }[]
  methods: string[]
  topUps: TopUp[]
  can: { edit: boolean }
}
type Pack = { id: string; name: string; priceCents: number; version: number }

let server: TestServer
let world: World
let pack: Pack
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  const { body } = await server.call<{ items: Pack[] }>('GET', '/v1/hour-packs', { as: world.admin })
  pack = body.items[0] as Pack
})
afterAll(() => server.close())

let owner: Person
let companyId: string
beforeEach(async () => {
  const company = await server.company({ name: 'Topped' })
  companyId = company.id
  owner = await server.person(company, 'owner')
  await makeHours(server.db, companyId, { minutes: 600 })
})

const wish = (more: object = {}) => ({
  version: 0,
  enabled: true,
  thresholdMinutes: 120,
  packId: pack.id,
  monthlyCapCents: 500_000,
  approverId: null,
  method: 'invoice',
  ...more,
})
const set = (more: object = {}, as = owner) =>
  server.call<Settings & ErrorShape>('PUT', '/v1/top-up', { as, body: wish(more) })
const settings = async (as = owner) => (await server.call<Settings>('GET', '/v1/top-up', { as })).body
const draw = (minutes: number) =>
  server.platform.db.asActor(systemOf(companyId), (db) =>
    deductMinutes(db, { actor: systemOf(companyId) }, { companyId, minutes, reason: 'test' }),
  )
const episode = async () =>
  (
    await server.db
      .selectFrom('hour_balances')
      .select('episode')
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow()
  ).episode
const run = async (platform: Platform = server.platform) => runTopUp(platform, { companyId, episode: await episode() })
const orders = () =>
  server.db
    .selectFrom('orders')
    .select(['source', 'status', 'method', 'placed_by'])
    .where('company_id', '=', companyId)
    .execute()

describe('settings', () => {
  test('are set by an owner, and the balance watch follows them', async () => {
    expect(await settings()).toMatchObject({
      rule: null,
      spentCents: 0,
      approvers: [{ id: owner.id }],
      methods: ['invoice'],
      can: { edit: true },
    })
    const done = await set()
    expect([done.status, done.body.rule]).toMatchObject([200, { version: 1, enabled: true, pack: { id: pack.id } }])
    const watch = async () =>
      (
        await server.db
          .selectFrom('hour_balances')
          .select('watch')
          .where('company_id', '=', companyId)
          .executeTakeFirst()
      )?.watch
    expect(await watch()).toBe(120)
    expect((await set({ version: 1, enabled: false })).body.rule).toMatchObject({ version: 2, enabled: false })
    expect(await watch()).toBeNull()
    const old = await set({ version: 1 })
    expect([old.status, old.body.error.current]).toMatchObject([409, { rule: { version: 2 } }])
    const told = await server.db
      .selectFrom('audit_log')
      .select('action')
      .where('company_id', '=', companyId)
      .where('action', '=', 'top-up.set')
      .execute()
    expect(told).toHaveLength(2)
  })

  test('reject invalid values with field errors', async () => {
    const stranger = world.south.owner.id
    const member = await server.person({ id: companyId } as never, 'member')
    for (const [more, code, field] of [
      [{ packId: crypto.randomUUID() }, 'PACK_GONE', 'packId'],
      [{ approverId: stranger }, 'NO_OWNER', 'approverId'],
      [{ approverId: member.id }, 'NO_OWNER', 'approverId'],
      [{ method: 'card' }, 'NO_CARD', 'method'],
      [{ monthlyCapCents: pack.priceCents - 1 }, 'CAP_TOO_LOW', 'monthlyCapCents'],
    ] as const) {
      const { status, body } = await set(more)
      expect([status, body.error.code, Object.keys(body.error.fields ?? {})]).toEqual([422, code, [field]])
    }
    expect((await settings()).rule).toBeNull()
    for (const as of [member, world.admin]) expect((await set({}, as)).status).toBe(403)
    expect(
      (await server.call<Settings>('GET', `/v1/top-up?companyId=${companyId}`, { as: world.admin })).body.can.edit,
    ).toBe(false)
    expect((await server.call('GET', '/v1/top-up', { as: world.engineer })).status).toBe(403)
    // Never returns the settings of another company.
    await set()
    expect(
      (await server.call<Settings>('GET', `/v1/top-up?companyId=${companyId}`, { as: world.south.owner })).body.rule,
    ).toBeNull()
  })

  test('start a top-up immediately when the balance is already low', async () => {
    await draw(500)
    await set()
    const { rows } = await sql<{
      data: object
    }>`select data from jobs.job where name = ${BALANCE_LOW} and data->>'companyId' = ${companyId}`.execute(server.db)
    expect(rows).toMatchObject([{ data: { companyId, episode: await episode(), balance: 100 } }])
  })
})

describe('when hours run low', () => {
  test('ten parallel events make one automatic order at the pack price', async () => {
    await set()
    await draw(500)
    const all = await Promise.all(Array.from({ length: 10 }, () => run()))
    expect(all.filter((s) => s === 'ordered')).toHaveLength(1)
    expect(all.filter((s) => s === null)).toHaveLength(9)
    expect(await orders()).toEqual([{ source: 'top_up', status: 'open', method: 'invoice', placed_by: null }])
    const now = await settings()
    expect(now).toMatchObject({
      spentCents: pack.priceCents,
      topUps: [
        {
          state: 'ordered',
          priceCents: pack.priceCents,
          order: { status: 'open', invoice: expect.stringMatching(/^INV-/) },
        },
      ],
    })
    // The hours cannot be used before they are paid, and are not bought again in the same episode.
    expect(await run()).toBeNull()
    expect(
      await server.db
        .selectFrom('hour_blocks')
        .select('state')
        .where('company_id', '=', companyId)
        .where('source', '=', 'top_up')
        .execute(),
    ).toEqual([{ state: 'pending' }])
  })

  test('an ended episode buys nothing', async () => {
    await set()
    const before = await episode()
    await makeHours(server.db, companyId, { minutes: 60 })
    expect(await runTopUp(server.platform, { companyId, episode: before })).toBeNull()
    expect(await orders()).toEqual([])
  })

  test('orders stay below the monthly cap over many episodes; canceled ones do not count', async () => {
    await set({ monthlyCapCents: 2 * pack.priceCents })
    for (let i = 0; i < 4; i++) {
      await Promise.all([run(), run(), run()])
      await makeHours(server.db, companyId, { minutes: 60 })
    }
    const { topUps, spentCents } = await settings()
    expect(topUps.map((t) => t.state).toSorted()).toEqual(['capped', 'capped', 'ordered', 'ordered'])
    expect(topUps.find((t) => t.state === 'capped')?.failure).toContain('monthly cap')
    expect(spentCents).toBe(2 * pack.priceCents)
    await server.db.updateTable('orders').set({ status: 'canceled' }).where('company_id', '=', companyId).execute()
    expect(await run()).toBe('ordered')
    // Last month's purchases do not count.
    await server.db
      .updateTable('orders')
      .set({ created_at: sql<string>`now() - interval '32 days'` })
      .where('company_id', '=', companyId)
      .execute()
    expect((await settings()).spentCents).toBe(0)
  })

  test('the reason for a failed top-up is shown: an archived pack or a missing card', async () => {
    const made = await server.call<Pack>('POST', '/v1/hour-packs', {
      as: world.admin,
      body: { name: `P ${companyId}`, minutes: 60, priceCents: 1_000 },
    })
    await set({ packId: made.body.id })
    await server.call('POST', `/v1/hour-packs/${made.body.id}/archive`, {
      as: world.admin,
      body: { version: 1, archived: true },
    })
    expect(await run()).toBe('failed')
    expect((await settings()).topUps).toMatchObject([
      { state: 'failed', failure: expect.stringContaining('no longer sold'), order: null },
    ])
    expect((await settings()).rule?.pack).toBeNull()
    await makeHours(server.db, companyId, { minutes: 60 })
    await set({ version: 1 })
    await server.db.updateTable('top_up_rules').set({ method: 'card' }).where('company_id', '=', companyId).execute()
    expect(await run()).toBe('failed')
    expect((await settings()).topUps[0]?.failure).toContain('No stored card')
    expect(await orders()).toEqual([])
  })

  test('a disabled rule buys nothing', async () => {
    await set()
    await set({ version: 1, enabled: false })
    expect(await run()).toBeNull()
  })
})

describe('with an approver', () => {
  const waiting = async (as = owner) =>
    (await server.call<{ items: { kind: string; id: string }[] }>('GET', '/v1/waiting', { as })).body.items.filter(
      (i) => i.kind === 'top_up',
    )
  let proposal: TopUp
  beforeEach(async () => {
    await set({ approverId: owner.id })
    expect(await run()).toBe('proposed')
    proposal = (await settings()).topUps[0] as TopUp
  })
  const decide = (what: 'approve' | 'decline', body: object = { expectedCents: pack.priceCents }, as = owner) =>
    server.call<TopUp & ErrorShape>('POST', `/v1/top-ups/${proposal.id}/${what}`, { as, body })

  test('nothing is bought until they approve the action item', async () => {
    expect(await orders()).toEqual([])
    expect(await waiting()).toMatchObject([{ id: proposal.id }])
    expect(await waiting(world.south.owner)).toEqual([])
    const done = await decide('approve')
    expect([done.status, done.body]).toMatchObject([
      200,
      { state: 'ordered', order: { status: 'open' }, can: { decide: false } },
    ])
    expect(await orders()).toEqual([{ source: 'top_up', status: 'open', method: 'invoice', placed_by: owner.id }])
    expect(await waiting()).toEqual([])
    const again = await decide('approve')
    expect([again.status, again.body.error.code]).toEqual([409, 'GONE'])
  })

  test('ten parallel approvals make one order', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => decide('approve')))
    expect(all.filter((r) => r.status === 200)).toHaveLength(1)
    expect(await orders()).toHaveLength(1)
  })

  test('a decline is final for the episode', async () => {
    expect((await decide('decline', {})).body).toMatchObject({ state: 'declined', order: null })
    expect(await run()).toBeNull()
    expect(await orders()).toEqual([])
  })

  test('a changed price, a reached cap and other users are rejected', async () => {
    const wrong = await decide('approve', { expectedCents: 1 })
    expect([wrong.status, wrong.body.error.code, wrong.body.error.current]).toMatchObject([
      409,
      'PRICE_CHANGED',
      { priceCents: pack.priceCents },
    ])
    await server.db
      .updateTable('top_up_rules')
      .set({ monthly_cap_cents: 1 })
      .where('company_id', '=', companyId)
      .execute()
    const much = await decide('approve')
    expect([much.status, much.body.error.code]).toEqual([422, 'CAP_REACHED'])
    expect((await decide('approve', { expectedCents: 1 }, world.south.owner)).status).toBe(404)
    expect((await decide('decline', {}, world.admin)).status).toBe(403)
    expect(await orders()).toEqual([])
  })

  test('a proposal is obsolete when hours are added, and a new one replaces it', async () => {
    await makeHours(server.db, companyId, { minutes: 60 })
    expect(await waiting()).toEqual([])
    expect(await run()).toBe('proposed')
    expect((await settings()).topUps.map((t) => t.state)).toEqual(['proposed', 'declined'])
    expect(await waiting()).toHaveLength(1)
  })
})
