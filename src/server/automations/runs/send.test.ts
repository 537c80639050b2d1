// Reporting runs: what is accepted, what is rejected and how, and that each run counts once.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeInstallation, makeKey } from '../../../../test/factories/automations.ts'
import { makeClient } from '../../../../test/factories/contacts.ts'
import { type ErrorShape, startServer, type TestServer, type World } from '../../../../test/harness/server.ts'
import { checkAutomations } from '../watching/watch.ts'
import { recountDays } from './recount.ts'

type Answer = {
  accepted: number
  repeated: number
  runs: { externalId: string; id: string; state: 'accepted' | 'repeated' }[]
} & ErrorShape
type Run = Record<string, unknown> & { externalId: string }

let server: TestServer
let world: World
let key: string
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  key = (await makeKey(server.db, world.north.owner)).key
})
afterAll(() => server.close())

const MINUTE = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()
let n = 0
const run = (more: Record<string, unknown> = {}): Run => ({
  externalId: `run ${++n}`,
  status: 'succeeded',
  startedAt: ago(60),
  finishedAt: ago(59),
  ...more,
})
const send = (id: string, body: unknown, headers: Record<string, string> = { 'x-api-key': key }) =>
  server.call<Answer>('POST', `/v1/automations/${id}/runs`, { body, headers })
const make = (more: Partial<Parameters<typeof makeInstallation>[1]> = {}) =>
  makeInstallation(server.db, { companyId: world.north.company.id, ...more })
const storedRuns = (id: string) =>
  server.db
    .selectFrom('runs')
    .selectAll()
    .where('installation_id', '=', id)
    .orderBy('started_at')
    .orderBy('external_id')
    .execute()
const daysOf = (id: string) => server.db.selectFrom('run_days').selectAll().where('installation_id', '=', id).execute()

describe('accepted runs', () => {
  test('accepts one run as the body, with all fields', async () => {
    const { id } = await make()
    const client = await makeClient(server.db, { company_id: world.north.company.id })
    const output = { tickets: ['T1'], nested: { deep: [1, null, true, 'ü'] } }
    const sent = run({ minutesSaved: 7, message: ' All good. ', output, clientId: client.id })
    const r = await send(id, sent)
    expect([r.status, r.body.accepted, r.body.repeated]).toEqual([200, 1, 0])
    expect(r.body.runs).toEqual([{ externalId: sent.externalId, id: expect.any(String), state: 'accepted' }])
    expect(await storedRuns(id)).toMatchObject([
      {
        id: r.body.runs[0]?.id,
        status: 'succeeded',
        minutes_saved: 7,
        message: 'All good.',
        output,
        client_id: client.id,
      },
    ])
    const [i] = await server.db.selectFrom('installations').selectAll().where('id', '=', id).execute()
    expect([Date.parse(i?.last_run_at ?? ''), i?.last_run_status]).toEqual([
      Date.parse(sent.finishedAt as string),
      'succeeded',
    ])
    expect(i?.first_success_at).not.toBeNull()
  })

  test('accepts a batch of up to 500 as `runs` or as a bare list', async () => {
    const { id } = await make()
    expect((await send(id, { runs: [run(), run()] })).body).toMatchObject({ accepted: 2, repeated: 0 })
    expect((await send(id, [run(), run(), run()])).body).toMatchObject({ accepted: 3, repeated: 0 })
    const most = Array.from({ length: 500 }, () => run())
    expect((await send(id, most)).body).toMatchObject({ accepted: 500, repeated: 0 })
    const more = await send(id, [...most, run()])
    expect([more.status, more.body.error.fields]).toEqual([400, { runs: ['Send at most 500 runs per request.'] }])
    expect((await send(id, [])).body.error.fields).toEqual({ runs: ['Send at least one run.'] })
    expect((await send(id, { ...run(), runs: [run()] })).status).toBe(400)
    expect((await storedRuns(id)).length).toBe(505)
  })

  test('accepts the status names of other tools', async () => {
    const { id } = await make()
    const words = [
      'success',
      'OK',
      'Succeeded',
      'completed',
      'error',
      'Failure',
      'TimedOut',
      'crashed',
      'skipped',
      'Cancelled',
    ]
    await send(
      id,
      words.map((status) => run({ status, externalId: status })),
    )
    const found = new Map((await storedRuns(id)).map((r) => [r.external_id, r.status]))
    expect(words.map((w) => found.get(w))).toEqual([
      ...Array(4).fill('succeeded'),
      ...Array(4).fill('failed'),
      ...Array(2).fill('skipped'),
    ])
    for (const status of ['running', 'waiting', '', 7, null])
      expect((await send(id, run({ status }))).status, `status ${status}`).toBe(400)
  })

  test('counts the minutes of the run, or those of the automation if it succeeded, or none', async () => {
    const { id } = await make({ minutesPerRun: 12 })
    const said = {
      a: run(),
      b: run({ status: 'failed' }),
      c: run({ status: 'skipped' }),
      d: run({ minutesSaved: 0 }),
      e: run({ status: 'failed', minutesSaved: 3 }),
    }
    await send(id, Object.values(said))
    const found = new Map((await storedRuns(id)).map((r) => [r.external_id, r.minutes_saved]))
    expect(Object.values(said).map((r) => found.get(r.externalId))).toEqual([12, 0, 0, 0, 3])
    expect(await daysOf(id)).toMatchObject([{ succeeded: 2, failed: 2, skipped: 1, minutes_saved: 15, seconds: 300 }])
  })

  test('accepts times with an offset, and with as many digits as PowerShell writes', async () => {
    const { id } = await make()
    const at = Date.now() - 3 * 60 * MINUTE
    const local = new Date(at + 120 * MINUTE).toISOString().replace('Z', '+02:00')
    const digits = new Date(at + MINUTE).toISOString().replace('Z', '4567Z')
    const r = await send(id, run({ startedAt: local, finishedAt: digits }))
    expect(r.status).toBe(200)
    const [row] = await storedRuns(id)
    expect([Date.parse(row?.started_at ?? ''), Date.parse(row?.finished_at ?? '')]).toEqual([at, at + MINUTE])
  })

  test('counts a run on its day in the automation’s own time zone', async () => {
    const { id } = await make()
    await server.db.updateTable('installations').set({ name: 'x' }).where('id', '=', id).execute()
    await sql`update installations set time_zone = 'Pacific/Auckland' where id = ${id}`.execute(server.db)
    // 22:00 UTC is the next morning in Auckland.
    const day = new Date(Date.now() - 3 * 24 * 60 * MINUTE).toISOString().slice(0, 10)
    await send(id, run({ startedAt: `${day}T22:00:00Z`, finishedAt: `${day}T22:01:00Z` }))
    const { rows } = await sql<{ day: string }>`select day::text from run_days where installation_id = ${id}`.execute(
      server.db,
    )
    expect(rows).toEqual([{ day: new Date(Date.parse(day) + 24 * 60 * MINUTE).toISOString().slice(0, 10) }])
  })

  test('accepts runs from staff with a token for any company, and from partners only with a key', async () => {
    const { id } = await make()
    for (const as of [world.engineer, world.admin])
      expect((await server.call('POST', `/v1/automations/${id}/runs`, { as, body: run() })).status).toBe(200)
    for (const as of [world.north.owner, world.north.member])
      expect((await server.call('POST', `/v1/automations/${id}/runs`, { as, body: run() })).status).toBe(403)
  })

  test('records runs that are late, and runs of automations that are paused or not live yet', async () => {
    for (const status of ['requested', 'provisioning', 'paused', 'failing'] as const) {
      const { id } = await make({ status })
      expect((await send(id, run())).status, status).toBe(200)
    }
    const { id } = await make()
    const old = run({ startedAt: ago(390 * 24 * 60), finishedAt: ago(390 * 24 * 60 - 1) })
    expect((await send(id, [old, run()])).status).toBe(200)
    const first = await server.db
      .selectFrom('installations')
      .select(['last_run_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await send(id, run({ startedAt: ago(600), finishedAt: ago(599), status: 'failed' }))
    const then = await server.db
      .selectFrom('installations')
      .select(['last_run_at', 'last_run_status'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(then).toEqual({ ...first, last_run_status: 'succeeded' })
  })

  test('creates a missing monthly partition with its first run', async () => {
    const { id } = await make()
    const at = new Date(Date.now() - 200 * 24 * 60 * MINUTE)
    const partition = `runs_${at.toISOString().slice(0, 7).replace('-', '_')}`
    await sql`drop table ${sql.table(partition)}`.execute(server.db)
    const body = () => run({ startedAt: at.toISOString(), finishedAt: at.toISOString() })
    expect(await Promise.all([1, 2, 3].map(async () => (await send(id, body())).status))).toEqual([200, 200, 200])
    expect((await storedRuns(id)).length).toBe(3)
    const { rows } = await sql<{
      fenced: boolean
    }>`select relforcerowsecurity as fenced from pg_class where relname = ${partition}`.execute(server.db)
    expect(rows).toEqual([{ fenced: true }])
  })
})

describe('rejected runs, of which nothing is recorded', () => {
  test('rejects impossible times with an error for the field of the run', async () => {
    const { id } = await make()
    const wrong: [Record<string, unknown>, string, RegExp][] = [
      [{ startedAt: ago(10), finishedAt: ago(11) }, 'finishedAt', /before the start/],
      [{ startedAt: ago(-6), finishedAt: ago(-7) }, 'startedAt', /in the future/],
      [{ startedAt: ago(10), finishedAt: ago(-6) }, 'finishedAt', /in the future/],
      [{ startedAt: ago(400 * 24 * 60), finishedAt: ago(1) }, 'startedAt', /13 months/],
      [{ startedAt: '0001-01-01T00:00:00Z', finishedAt: ago(1) }, 'startedAt', /13 months/],
    ]
    for (const [times, field, words] of wrong) {
      const one = await send(id, run(times))
      expect([one.status, one.body.error.code], JSON.stringify(times)).toEqual([422, 'UNPROCESSABLE'])
      expect(one.body.error.fields?.[field]?.[0]).toMatch(words)
      const many = await send(id, [run(), run(), run(times)])
      expect(many.body.error.fields?.[`runs.2.${field}`]?.[0]).toMatch(words)
    }
    // A clock that is four minutes ahead is tolerated.
    expect((await send(id, run({ startedAt: ago(-4), finishedAt: ago(-4) }))).status).toBe(200)
    expect((await storedRuns(id)).length).toBe(1)
  })

  test('rejects malformed input with an error for the field', async () => {
    const { id } = await make()
    const wrong: [Record<string, unknown>, string][] = [
      [{ externalId: '' }, 'externalId'],
      [{ externalId: ' ' }, 'externalId'],
      [{ externalId: 'x'.repeat(201) }, 'externalId'],
      [{ externalId: 7 }, 'externalId'],
      [{ startedAt: 'yesterday' }, 'startedAt'],
      [{ startedAt: '2026-11-22' }, 'startedAt'],
      [{ startedAt: '2026-11-22T10:00:00' }, 'startedAt'],
      [{ startedAt: '2026-02-30T10:00:00Z' }, 'startedAt'],
      [{ finishedAt: null }, 'finishedAt'],
      [{ minutesSaved: -1 }, 'minutesSaved'],
      [{ minutesSaved: 1.5 }, 'minutesSaved'],
      [{ minutesSaved: '3' }, 'minutesSaved'],
      [{ minutesSaved: 1e9 }, 'minutesSaved'],
      [{ message: 'x'.repeat(2_001) }, 'message'],
      [{ message: { a: 1 } }, 'message'],
      [{ output: 'x'.repeat(65_535) }, 'output'],
      [{ output: { a: 'ü'.repeat(33_000) } }, 'output'],
      [{ clientId: 'x' }, 'clientId'],
    ]
    for (const [field, name] of wrong) {
      const r = await send(id, { ...run(), ...field })
      expect([r.status, Object.keys(r.body.error.fields ?? {})], JSON.stringify(field)).toEqual([400, [name]])
    }
    const missing = await send(id, {})
    expect([missing.status, Object.keys(missing.body.error.fields ?? {})]).toEqual([
      400,
      ['externalId', 'status', 'startedAt', 'finishedAt'],
    ])
    expect((await send(id, [run(), 7])).status).toBe(400)
    for (const body of ['a', 7, null, true]) expect((await send(id, body)).status).toBe(400)
    expect((await send(id, run({ message: 'a\0b' }))).status).toBe(400)
    expect((await send(id, run({ output: { a: '\ud800' } }))).status).toBe(400)
    const deep = `${`{"a":`.repeat(10_000)}1${'}'.repeat(10_000)}`
    const raw = (body: string, type = 'application/json') =>
      server.call<Answer>('POST', `/v1/automations/${id}/runs`, {
        raw: body,
        headers: { 'x-api-key': key, 'content-type': type },
      })
    expect((await raw(`{"externalId":"x","output":${deep}}`)).status).toBe(400)
    expect((await raw('{"__proto__":{"a":1},"externalId":"x"}')).status).toBe(400)
    expect((await raw('[')).status).toBe(400)
    expect((await raw('a=b', 'application/x-www-form-urlencoded')).status).toBe(415)
    expect(
      (await raw(JSON.stringify(Array.from({ length: 400 }, () => run({ output: 'x'.repeat(26_000) }))))).status,
    ).toBe(413)
    expect(await storedRuns(id)).toEqual([])
    expect(await daysOf(id)).toEqual([])
  })

  test('answers for another company’s automation as for one that does not exist', async () => {
    const theirs = await make({ companyId: world.south.company.id })
    const real = await send(theirs.id, run())
    const none = await send(crypto.randomUUID(), run())
    expect([real.status, { ...real.body.error, requestId: '' }]).toEqual([404, { ...none.body.error, requestId: '' }])
    expect((await send('x', run())).status).toBe(400)
    expect(await storedRuns(theirs.id)).toEqual([])
  })

  test('rejects another company’s client like one that does not exist, with an error for the run', async () => {
    const { id } = await make()
    const theirs = await makeClient(server.db, { company_id: world.south.company.id })
    for (const clientId of [theirs.id, crypto.randomUUID()]) {
      const r = await send(id, [run(), run({ clientId })])
      expect([r.status, r.body.error.fields]).toEqual([
        422,
        { 'runs.1.clientId': ['This is not a client of the company.'] },
      ])
      expect(Object.keys((await send(id, run({ clientId }))).body.error.fields ?? {})).toEqual(['clientId'])
    }
    // Staff see both companies, but the client must belong to the automation's company.
    const r = await server.call('POST', `/v1/automations/${id}/runs`, {
      as: world.admin,
      body: run({ clientId: theirs.id }),
    })
    expect(r.status).toBe(422)
    expect(await storedRuns(id)).toEqual([])
  })

  test('rejects runs of a retired automation', async () => {
    const { id } = await make({ status: 'retired' })
    const r = await send(id, run())
    expect([r.status, r.body.error.code]).toEqual([422, 'AUTOMATION_RETIRED'])
  })

  test('rejects keys that are unknown, have another scope or were just revoked', async () => {
    const { id } = await make()
    expect((await send(id, run(), { 'x-api-key': 'mwk_nobody' })).status).toBe(401)
    const other = await makeKey(server.db, world.north.owner, ['tickets:write', 'automations:read'])
    expect((await send(id, run(), { 'x-api-key': other.key })).status).toBe(403)
    const own = await makeKey(server.db, world.north.owner)
    expect((await send(id, run(), { 'x-api-key': own.key })).status).toBe(200)
    await server.db.updateTable('api_keys').set({ revoked_at: sql<string>`now()` }).where('id', '=', own.id).execute()
    expect((await send(id, run(), { 'x-api-key': own.key })).status).toBe(401)
    // A key that can only report runs cannot read them.
    expect((await server.call('GET', `/v1/automations/${id}/runs`, { headers: { 'x-api-key': key } })).status).toBe(403)
  })

  test('ignores fields of the body that the sender cannot set', async () => {
    const { id } = await make()
    await send(
      id,
      run({
        companyId: world.south.company.id,
        company_id: world.south.company.id,
        id: crypto.randomUUID(),
        receivedAt: ago(9),
      }),
    )
    expect(await storedRuns(id)).toMatchObject([{ company_id: world.north.company.id }])
    expect(
      await server.db.selectFrom('runs').select('id').where('company_id', '=', world.south.company.id).execute(),
    ).toEqual([])
  })

  test('limits the runs of one key without slowing down other keys', async () => {
    const { id } = await make()
    const own = await makeKey(server.db, world.north.owner)
    const batch = Array.from({ length: 500 }, () => run())
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(id, batch, { 'x-api-key': own.key })))
    const refused = answers.filter((r) => r.status !== 200)
    expect(refused.map((r) => r.status)).toEqual([429, 429])
    for (const r of refused) expect(Number(r.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await send(id, run())).status).toBe(200)
  })
})

describe('each run counts once', () => {
  test('reports a run that is sent again as repeated, with keys in another order and next to new runs', async () => {
    const { id } = await make()
    const a = run({ output: { x: 1, y: [2] }, message: 'm' })
    const first = (await send(id, a)).body
    const again = (
      await send(id, [run(), { ...Object.fromEntries(Object.entries(a).toReversed()), output: { y: [2], x: 1 } }])
    ).body
    expect(again).toMatchObject({ accepted: 1, repeated: 1 })
    expect(again.runs[1]).toEqual({ ...first.runs[0], state: 'repeated' })
    const local = new Date(Date.parse(a.startedAt as string) + 60 * MINUTE).toISOString().replace('Z', '+01:00')
    expect((await send(id, { ...a, startedAt: local, status: 'OK', minutesSaved: null })).body.repeated).toBe(1)
    expect((await storedRuns(id)).length).toBe(2)
  })

  test('keeps the first version when a run is sent again with other times of day and words', async () => {
    const { id } = await make()
    const a = run({ status: 'failed', message: 'The mailbox is full.' })
    const [first] = (await send(id, a)).body.runs
    const later = (minutes: number) => new Date(Date.parse(a.startedAt as string) + minutes * MINUTE).toISOString()
    for (const other of [
      { startedAt: later(14), finishedAt: later(14) },
      { startedAt: later(-14) },
      { message: 'The mailbox is still full.', output: { tries: 2 }, minutesSaved: 3 },
    ]) {
      const again = await send(id, [
        { ...a, ...other },
        { ...a, message: null },
      ])
      expect([again.status, again.body]).toEqual([
        200,
        { accepted: 0, repeated: 2, runs: [1, 2].map(() => ({ ...first, state: 'repeated' })) },
      ])
    }
    expect(await storedRuns(id)).toMatchObject([{ message: 'The mailbox is full.' }])
    expect(await recountDays(server.platform, 400)).toBe(0)
  })

  test('counts a run that is twice in a call once; rejects the call and names runs with another result or time', async () => {
    const { id } = await make()
    const a = run()
    expect((await send(id, [a, a, a])).body).toMatchObject({ accepted: 1, repeated: 2 })
    const b = run()
    for (const calls of [
      [run(), { ...a, status: 'failed' }],
      [run(), { ...a, startedAt: ago(76) }],
      [run(), { ...a, startedAt: ago(24 * 60), finishedAt: ago(24 * 60) }],
    ]) {
      const r = await send(id, calls)
      expect([r.status, r.body.error.code]).toEqual([409, 'RUN_CHANGED'])
      expect((r.body.error as { externalIds?: string[] }).externalIds).toEqual([a.externalId])
    }
    const within = await send(id, [b, { ...b, status: 'failed' }, run()])
    expect([within.status, (within.body.error as { externalIds?: string[] }).externalIds]).toEqual([
      409,
      [b.externalId],
    ])
    expect((await storedRuns(id)).length).toBe(1)
  })

  test('two automations can use the same external id', async () => {
    const [a, b] = [await make(), await make()]
    const one = run()
    expect((await send(a.id, one)).body.accepted).toBe(1)
    expect((await send(b.id, { ...one, status: 'failed' })).body.accepted).toBe(1)
  })

  test('ten concurrent calls with the same batch have one effect', async () => {
    const { id } = await make()
    const batch = Array.from({ length: 40 }, () => run({ status: n % 3 ? 'succeeded' : 'failed' }))
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => send(id, i % 2 ? batch : batch.toReversed())),
    )
    expect(answers.map((r) => r.status)).toEqual(Array(10).fill(200))
    expect(answers.reduce((sum, r) => sum + r.body.accepted, 0)).toBe(40)
    expect((await storedRuns(id)).length).toBe(40)
    expect(await recountDays(server.platform, 400)).toBe(0)
  })

  test('the daily figures are the sum of the runs, however often, late and concurrently they are sent', async () => {
    const clients = await Promise.all([1, 2].map(() => makeClient(server.db, { company_id: world.north.company.id })))
    const one = fc.record({
      n: fc.nat({ max: 25 }),
      status: fc.constantFrom('succeeded', 'failed', 'skipped'),
      hours: fc.nat({ max: 24 * 60 }),
      seconds: fc.nat({ max: 4_000 }),
      minutes: fc.option(fc.nat({ max: 90 }), { nil: undefined }),
      client: fc.option(fc.nat({ max: 1 }), { nil: undefined }),
    })
    const begin = Date.now() - 61 * 24 * 60 * MINUTE
    const body = (r: {
      n: number
      status: string
      hours: number
      seconds: number
      minutes?: number | undefined
      client?: number | undefined
    }) => ({
      externalId: `p${r.n}`,
      status: r.status,
      startedAt: new Date(begin + r.hours * 60 * MINUTE).toISOString(),
      finishedAt: new Date(begin + r.hours * 60 * MINUTE + r.seconds * 500).toISOString(),
      minutesSaved: r.minutes,
      clientId: r.client === undefined ? null : clients[r.client]?.id,
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(one, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 }),
        async (batches) => {
          const { id } = await make({ minutesPerRun: 9 })
          await sql`update installations set time_zone = 'America/Chicago' where id = ${id}`.execute(server.db)
          const own = await makeKey(server.db, world.north.owner)
          const model = new Map<string, ReturnType<typeof body>>()
          for (const batch of batches) {
            const sent = batch.map(body)
            // Half of the batches arrive twice at the same time.
            const answers = await Promise.all(
              [sent, ...(sent.length % 2 ? [sent] : [])].map((b) => send(id, b, { 'x-api-key': own.key })),
            )
            const known = (r: ReturnType<typeof body>) => model.get(r.externalId)
            const clash = sent.some(
              (r) =>
                (known(r) && JSON.stringify(known(r)) !== JSON.stringify(r)) ||
                sent.some((o) => o.externalId === r.externalId && JSON.stringify(o) !== JSON.stringify(r)),
            )
            expect(answers.map((a) => a.status)).toEqual(answers.map(() => (clash ? 409 : 200)))
            if (!clash) for (const r of sent) model.set(r.externalId, r)
          }
          const all = [...model.values()]
          const { rows } = await sql<
            Record<string, number>
          >`select coalesce(sum(succeeded), 0)::int as succeeded, coalesce(sum(failed), 0)::int as failed,
          coalesce(sum(skipped), 0)::int as skipped, coalesce(sum(minutes_saved), 0)::int as minutes from run_days where installation_id = ${id}`.execute(
            server.db,
          )
          expect(rows[0]).toEqual({
            succeeded: all.filter((r) => r.status === 'succeeded').length,
            failed: all.filter((r) => r.status === 'failed').length,
            skipped: all.filter((r) => r.status === 'skipped').length,
            minutes: all.reduce((sum, r) => sum + (r.minutesSaved ?? (r.status === 'succeeded' ? 9 : 0)), 0),
          })
          expect((await storedRuns(id)).length).toBe(all.length)
        },
      ),
      { numRuns: 25 },
    )
    expect(await recountDays(server.platform, 400)).toBe(0)
  })
})

describe('open pages', () => {
  // Two processes on one database, because notifications go through the database.
  let second: TestServer
  let words: { subjectId: string }[]
  const hear = (channel: string, payload: string) => {
    const said = JSON.parse(payload) as { subjectId: string; kind: string }
    if (channel === 'presence' && said.kind === 'runs') words.push({ subjectId: said.subjectId })
  }
  beforeAll(async () => {
    words = []
    second = await startServer({ PUBLIC_URL: server.url }, server.database)
    second.platform.bus.on('message', hear)
  })
  afterAll(() => second.close())
  const of = (id: string) => words.filter((w) => w.subjectId === id)
  /** Returns whether open pages were notified of all runs, by the clock of the database. */
  const allNotified = async (id: string) =>
    (
      await sql<{ told: boolean }>`
        select not i.untold and i.told_at >= (select max(received_at) from runs where installation_id = i.id) as told
        from installations i where id = ${id}`.execute(server.db)
    ).rows[0]?.told
  const from = (at: TestServer, id: string, runs: Run[]) =>
    at.call('POST', `/v1/automations/${id}/runs`, { body: { runs }, headers: { 'x-api-key': key } })

  test('are notified of batches at most once a second across processes, and always of the last one', async () => {
    const [one, other] = [await make(), await make()]
    // Log the times by the database's clock, which also sets `told_at`.
    await sql`create table told_log (installation_id uuid, at timestamptz);
      grant insert on told_log to public;
      create function log_told() returns trigger language plpgsql as $$ begin
        insert into public.told_log values (new.id, new.told_at); return new; end $$;
      create trigger log_told after update of told_at on installations for each row
        when (old.told_at is distinct from new.told_at) execute function log_told()`.execute(server.db)
    for (let turn = 0; turn < 5; turn++)
      await Promise.all(
        [server, second, server, second].map((at) =>
          from(at, one.id, [run(), run()]).then((r) => expect(r.status).toBe(200)),
        ),
      )
    await from(second, other.id, [run()])
    await expect.poll(() => allNotified(one.id)).toBe(true)
    await expect.poll(() => of(other.id).length).toBe(1)
    const heard = of(one.id)
    // The first notification is sent immediately, and each later one at least a second after the one before it.
    const { rows } = await sql<{ n: number; apart: boolean }>`select count(*)::int as n, bool_and(apart) as apart from (
      select coalesce(at - lag(at) over (order by at) >= interval '1 second', true) as apart
      from told_log where installation_id = ${one.id}) l`.execute(server.db)
    expect(rows[0]).toEqual({ n: expect.any(Number), apart: true })
    expect(rows[0]?.n).toBeGreaterThanOrEqual(1)
    expect(heard.length).toBeLessThanOrEqual(rows[0]?.n ?? 0)
    expect(heard.length).toBeGreaterThanOrEqual(1)
    await sql`drop trigger log_told on installations; drop function log_told; drop table told_log`.execute(server.db)
    expect(await storedRuns(one.id)).toHaveLength(40)
  })

  test('are notified by the process that took the runs, or by the schedule if that process was lost', async () => {
    const { id } = await make()
    await from(server, id, [run()])
    await from(server, id, [run()])
    // The flag in the database is set before the notification arrives, so it is true here.
    await expect.poll(() => of(id).length).toBe(2)
    expect(await allNotified(id)).toBe(true)
    await sql`update installations set untold = true, told_at = now() - interval '11 seconds' where id = ${id}`.execute(
      server.db,
    )
    await checkAutomations(server.platform)
    await expect.poll(() => of(id).length).toBe(3)
    await checkAutomations(server.platform)
    expect(await allNotified(id)).toBe(true)
    expect(of(id)).toHaveLength(3)
  })
})

describe('the nightly count', () => {
  test('finds a day with other figures, notifies administrators once, and closes the discrepancy when it is gone', async () => {
    const { id, companyId } = await make()
    await send(id, [run(), run({ status: 'failed' })])
    const found = () =>
      server.db.selectFrom('findings').selectAll().where('kind', '=', 'run_days').where('subject_id', '=', id).execute()
    await recountDays(server.platform)
    expect(await found()).toEqual([])
    await sql`update run_days set failed = failed + 2 where installation_id = ${id}`.execute(server.db)
    await recountDays(server.platform)
    await recountDays(server.platform)
    expect(await found()).toMatchObject([
      { company_id: companyId, expected: { failed: 1 }, found: { failed: 3 }, resolved_at: null },
    ])
    await sql`update run_days set failed = failed - 2 where installation_id = ${id}`.execute(server.db)
    await recountDays(server.platform)
    expect((await found()).map((f) => f.resolution)).toEqual(['No longer found.'])
    const events = await server.db
      .selectFrom('events')
      .select('id')
      .where('topic', '=', 'automation')
      .where('kind', '=', 'finding')
      .execute()
    expect(events.length).toBe(1)
  })
})
