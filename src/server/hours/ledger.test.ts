// Compares the database functions with a short model in TypeScript, for random commands in random order.
import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDraw, makeHours } from '../../../test/factories/hours.ts'
import { makeTicket } from '../../../test/factories/tickets.ts'
import { makeTime } from '../../../test/factories/time.ts'
import { inLane } from '../../../test/harness/lane.ts'
import { Model, type Policy, Refused } from '../../../test/harness/ledger-model.ts'
import { startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { systemOf } from '../platform/database/db.ts'
import { refusalOf } from '../platform/http/api.ts'
import { activateBlock, deductMinutes, expireBlocks, revokeMinutes, voidBlock } from './index.ts'
import { reconcileLedger } from './reconcile.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

const ENTRIES = 5
const FIRST = Date.UTC(2026, 0, 10, 17)
const dayOf = (n: number) => new Date(FIRST + n * 86_400_000).toISOString().slice(0, 10)

type Command =
  | { does: 'grant'; minutes: number; lasts: number | null; active: boolean }
  | { does: 'activate' | 'void'; block: number }
  | { does: 'takeBack'; block: number; minutes: number }
  | { does: 'charge'; entry: number; ago: number; minutes: number; policy: Policy }
  | { does: 'deduct'; minutes: number; block: number | null }
  | { does: 'expire' }
  | { does: 'wait'; days: number }

const policy = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Policy>({ overage: 'stop', percent: 0 }) },
  { weight: 2, arbitrary: fc.constant<Policy>({ overage: 'bill', percent: 0 }) },
  {
    weight: 3,
    arbitrary: fc.record({ overage: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 100 }) }),
  },
)
const block = fc.nat({ max: 7 })
const charge = fc.record({
  does: fc.constant('charge' as const),
  entry: fc.nat({ max: ENTRIES - 1 }),
  ago: fc.nat({ max: 25 }),
  minutes: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 200 })),
  policy,
})
const grant = fc.record({
  does: fc.constant('grant' as const),
  minutes: fc.integer({ min: 1, max: 250 }),
  lasts: fc.option(fc.integer({ min: -3, max: 20 })),
  active: fc.boolean(),
})
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 9, arbitrary: charge },
  { weight: 4, arbitrary: grant },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('activate' as const), block }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('void' as const), block }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('takeBack' as const), block, minutes: fc.integer({ min: 1, max: 200 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('deduct' as const),
      minutes: fc.integer({ min: 1, max: 200 }),
      block: fc.option(block),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ does: 'expire' as const }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 12 }) }) },
)

const beginning = fc.array(grant, { minLength: 1, maxLength: 3 })

/** Creates a company with entries that have drawn nothing, and a function that runs a command on it. */
async function stage() {
  const company = await server.company()
  const owner = await server.person(company, 'owner')
  const ticket = await makeTicket(server.db, { requester: owner })
  const entries: string[] = []
  for (let n = 0; n < ENTRIES; n++)
    entries.push((await makeTime(server.db, { ticket, by: world.engineer, minutes: 60 })).id)
  const ids: string[] = []
  const by = { actor: systemOf(company.id) }
  const { db } = server
  let steps = 0
  const at = (today: number) => new Date(FIRST + today * 86_400_000 + ++steps * 1_000).toISOString()
  const real = async (model: Model, c: Exclude<Command, { does: 'wait' }>): Promise<unknown> => {
    const when = { at: at(model.today) }
    switch (c.does) {
      case 'grant': {
        const id = uuid()
        ids.push(id)
        return makeHours(db, company.id, {
          id,
          minutes: c.minutes,
          expiresOn: c.lasts === null ? null : dayOf(model.today + c.lasts),
          state: c.active ? 'active' : 'pending',
          ...when,
        })
      }
      case 'activate':
        return activateBlock(db, by, company.id, ids[c.block] as string, when)
      case 'void':
        return voidBlock(db, by, company.id, ids[c.block] as string, 'a reason', when)
      case 'takeBack':
        return revokeMinutes(db, by, company.id, ids[c.block] as string, c.minutes, 'a reason', when)
      case 'deduct':
        return deductMinutes(db, by, {
          companyId: company.id,
          minutes: c.minutes,
          blockId: c.block === null ? undefined : ids[c.block],
          reason: 'a reason',
          ...when,
        })
      case 'expire':
        return expireBlocks(db, by, company.id, when)
      case 'charge':
        // As in a request, a refusal rolls back the changed day too.
        return db.transaction().execute(async (tx) => {
          const id = entries[c.entry] as string
          await tx
            .updateTable('time_entries')
            .set({ worked_on: dayOf(model.today - c.ago) })
            .where('id', '=', id)
            .execute()
          return makeDraw(tx, {
            companyId: company.id,
            id,
            minutes: c.minutes,
            overage: c.policy.overage,
            overagePercent: c.policy.overage === 'percent' ? c.policy.percent : null,
            ...when,
          })
        })
    }
  }
  const state = async () => {
    const { rows } = await sql<{ state: unknown }>`
      select jsonb_build_object(
        'balance', b.balance, 'below', -b.lowest, 'base', b.base, 'episode', b.episode, 'alerted', b.alerted,
        'sum', (select coalesce(sum(l.minutes), 0) from hour_ledger l where l.company_id = b.company_id),
        'told', (select count(*) from events v where v.company_id = b.company_id and v.topic = 'hours' and v.kind = 'low'),
        'blocks', (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'state', k.state, 'remaining', k.remaining, 'expired', k.expired)), '[]')
          from hour_blocks k where k.company_id = b.company_id),
        'held', (select coalesce(jsonb_agg(jsonb_build_object('entry', h.entry_id, 'block', h.block_id, 'minutes', h.minutes, 'overage', h.overage)), '[]')
          from (select l.entry_id, l.block_id, -sum(l.minutes) as minutes, sum(l.overage) as overage from hour_ledger l
            where l.company_id = b.company_id and l.entry_id is not null group by 1, 2 having sum(l.minutes) <> 0 or sum(l.overage) <> 0) h)
      ) as state from hour_balances b where b.company_id = ${company.id}`.execute(db)
    return rows[0]?.state as
      | undefined
      | {
          balance: number
          sum: number
          blocks: { id: string; state: string; remaining: number; expired: number }[]
          held: { entry: string; block: string | null; minutes: number; overage: number }[]
        }
  }
  return { company, ids, entries, real, state }
}

/** Returns the state of the model in the shape of the database's state. */
function expected(model: Model, ids: string[], entries: string[]) {
  const held = model.entries.flatMap((e, i) => {
    const of = new Map<string | null, { minutes: number; overage: number }>()
    for (const h of e.held) {
      const key = h.block === null ? null : (ids[h.block] as string)
      of.set(key, { minutes: (of.get(key)?.minutes ?? 0) + h.minutes, overage: 0 })
    }
    if (e.overage) of.set(null, { minutes: of.get(null)?.minutes ?? 0, overage: e.overage })
    return [...of].map(([block, h]) => ({ entry: entries[i] as string, block, ...h }))
  })
  return {
    balance: model.balance,
    sum: model.balance,
    below: model.below,
    base: model.base,
    episode: model.episode,
    alerted: model.alerted,
    told: model.told,
    blocks: model.blocks.map((b) => ({
      id: ids[b.n] as string,
      state: b.state,
      remaining: b.remaining,
      expired: b.expired,
    })),
    held,
  }
}
const key = (x: { id?: string; entry?: string; block?: string | null }) =>
  `${x.id ?? ''}${x.entry ?? ''}${x.block ?? ''}`
const sorted = <T extends { blocks: { id: string }[]; held: { entry: string; block: string | null }[] }>(s: T): T => ({
  ...s,
  blocks: s.blocks.toSorted((a, b) => key(a).localeCompare(key(b))),
  held: s.held.toSorted((a, b) => key(a).localeCompare(key(b))),
})

/**
 * Runs one command on both and checks that they agree on the result or on the refusal. Returns the model after the
 * command.
 */
async function runBoth(model: Model, run: Awaited<ReturnType<typeof stage>>, c: Command): Promise<Model> {
  if (c.does === 'wait') {
    model.today += c.days
    return model
  }
  if ('block' in c && c.block !== null && c.block >= model.blocks.length) return model
  const next = model.copy()
  let says: unknown
  try {
    says = apply(next, c)
  } catch (e) {
    if (!(e instanceof Refused)) throw e
    const refused = await run.real(model, c).then(
      () => undefined,
      (x) => refusalOf(x),
    )
    expect(refused?.code, JSON.stringify(c)).toBe(c.does === 'charge' ? 'HOURS_EXHAUSTED' : 'HOURS_SHORT')
    if (c.does === 'charge')
      expect([refused?.data?.missing, refused?.data?.balance], JSON.stringify(c)).toEqual([e.missing, model.balance])
    return model
  }
  const said = await run.real(model, c)
  if (c.does === 'void' || c.does === 'takeBack' || c.does === 'activate') expect(said, JSON.stringify(c)).toEqual(says)
  return next
}
function apply(model: Model, c: Exclude<Command, { does: 'wait' }>): unknown {
  switch (c.does) {
    case 'grant':
      return model.grant(c.minutes, c.lasts === null ? null : model.today + c.lasts, c.active)
    case 'activate':
      return model.activate(c.block)
    case 'void':
      return model.void(c.block)
    case 'takeBack':
      return model.takeBack(c.block, c.minutes)
    case 'deduct':
      return model.deduct(c.minutes, c.block)
    case 'expire':
      return model.expire()
    case 'charge':
      return model.charge(c.entry, model.today - c.ago, c.minutes, c.policy)
  }
}
describe('the ledger', () => {
  test('matches the model for random operations in random order', async () => {
    let refusals = 0
    let lines = 0
    await fc.assert(
      fc.asyncProperty(
        beginning,
        fc.array(command, { minLength: 6, maxLength: 40, size: 'max' }),
        async (first, commands) => {
          const run = await stage()
          let model = new Model(ENTRIES)
          for (const c of [...first, ...commands]) {
            const before = model
            model = await runBoth(model, run, c)
            if (before === model && c.does === 'charge') refusals++
            const state = await run.state()
            if (state) expect(sorted(state), JSON.stringify(c)).toEqual(sorted(expected(model, run.ids, run.entries)))
          }
          const { n } = await server.db
            .selectFrom('hour_ledger')
            .select((e) => e.fn.countAll<number>().as('n'))
            .where('company_id', '=', run.company.id)
            .executeTakeFirstOrThrow()
          lines += n
        },
      ),
      { numRuns: inLane(15, 100) },
    )
    // Both refusals and successes occurred often.
    expect(refusals).toBeGreaterThan(inLane(0, 20))
    expect(lines).toBeGreaterThan(inLane(100, 1_000))
    // Every line continues from the one before, every block is the sum of its lines, and every entry drew what it is
    // charged.
    expect(await reconcileLedger(server.platform)).toBe(0)
  })
})
