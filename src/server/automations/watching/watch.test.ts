// Alerts about failing and silent automations: one ticket per alert, notifications to both sides, none for old runs.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeInstallation, makeKey } from '../../../../test/factories/automations.ts'
import { happened } from '../../../../test/harness/happened.ts'
import { startServer, type TestServer, type World } from '../../../../test/harness/server.ts'
import { deliverEvent } from '../../notifications/deliver.ts'
import { failingOf, graceOf, hasRecovered, isSilent } from './alert-policy.ts'
import { CHECK_AUTOMATION, checkAutomation, checkAutomations } from './watch.ts'

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
const DAY = 24 * 60 * MINUTE
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()
let n = 0
const run = (status: string, more: Record<string, unknown> = {}) => ({
  externalId: `w${++n}`,
  status,
  startedAt: ago(30),
  finishedAt: ago(29),
  ...more,
})
const at = (minutes: number) => ({ startedAt: ago(minutes), finishedAt: ago(minutes) })
const send = async (id: string, runs: object[]) => {
  const post = () => server.call('POST', `/v1/automations/${id}/runs`, { body: runs, headers: { 'x-api-key': key } })
  let r = await post()
  // On 503 the same request is sent again, as docs/automations.md says.
  while (r.status === 503) r = await post()
  expect([r.status, r.body]).toEqual([200, expect.anything()])
}
const make = (more: Partial<Parameters<typeof makeInstallation>[1]> = {}) =>
  makeInstallation(server.db, { companyId: world.north.company.id, ...more })
const lookAt = (a: { id: string; companyId: string }) =>
  checkAutomation(server.platform, { companyId: a.companyId, installationId: a.id })
const stateOf = async ({ id }: { id: string }) => {
  const i = await server.db.selectFrom('installations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const episodes = await server.db
    .selectFrom('alert_episodes')
    .selectAll()
    .where('installation_id', '=', id)
    .orderBy('started_at')
    .execute()
  const tickets = await server.db
    .selectFrom('tickets')
    .selectAll()
    .where('installation_id', '=', id)
    .orderBy('number')
    .execute()
  return { status: i.status, installation: i, episodes, tickets }
}
const jobs = async (id: string) =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from jobs.job where name = ${CHECK_AUTOMATION} and data->>'installationId' = ${id}`.execute(
      server.db,
    )
  ).rows[0]?.n
/** Makes the automation and its runs this many minutes older, as if that time had passed. */
const pass = async ({ id }: { id: string }, minutes: number) => {
  const of = sql`where installation_id = ${id}`
  const by = sql`make_interval(mins => ${minutes})`
  await sql`update installations set watched_from = watched_from - ${by}, last_run_at = last_run_at - ${by} where id = ${id}`.execute(
    server.db,
  )
  await sql`update alert_episodes set started_at = started_at - ${by}, ended_at = ended_at - ${by} ${of}`.execute(
    server.db,
  )
  await sql`update runs set started_at = started_at - ${by}, finished_at = finished_at - ${by} ${of}`.execute(server.db)
  await sql`update run_keys set started_at = started_at - ${by} ${of}`.execute(server.db)
}
const failed = (message?: string) => [3, 2, 1].map((m) => run('failed', { ...at(m), ...(message ? { message } : {}) }))

describe('the rules', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const runs = (states: string) =>
    [...states].map((s, i) => {
      const when = new Date(now - (i + 1) * MINUTE).toISOString()
      return { status: s === 'f' ? ('failed' as const) : ('succeeded' as const), startedAt: when, finishedAt: when }
    })
  const limit = { percent: 20, runs: 10 }
  test('failing: enough of the last runs failed, and at least three or as many as the limit considers', () => {
    expect(failingOf(runs('ff'), limit, null, now)).toBeUndefined()
    expect(failingOf(runs('fff'), limit, null, now)).toEqual({ failed: 3, of: 3 })
    expect(failingOf(runs('fsfsfsssss'), limit, null, now)).toEqual({ failed: 3, of: 10 })
    expect(failingOf(runs('fssssssssfff'), limit, null, now)).toBeUndefined()
    expect(failingOf(runs('fsfsfsssss'), { percent: 31, runs: 10 }, null, now)).toBeUndefined()
    expect(failingOf(runs('f'), { percent: 100, runs: 1 }, null, now)).toEqual({ failed: 1, of: 1 })
    expect(failingOf([], limit, null, now)).toBeUndefined()
  })
  test('not failing when the newest runs all succeeded, or the failures are older than a day', () => {
    expect(failingOf(runs('sssfff'), limit, null, now)).toBeUndefined()
    expect(failingOf(runs('ssfff'), limit, null, now)).toEqual({ failed: 3, of: 5 })
    expect(failingOf(runs('fff'), limit, null, now + 2 * DAY)).toBeUndefined()
    // For a weekly automation, a failure a week ago is recent.
    expect(failingOf(runs('fff'), limit, 7 * 1_440, now + 7 * DAY)).toEqual({ failed: 3, of: 3 })
  })
  test('recovered: three successful runs that started after the alert', () => {
    const alerted = new Date(now - 3.5 * MINUTE).toISOString()
    expect(hasRecovered(runs('sss'), limit, alerted)).toBe(true)
    expect(hasRecovered(runs('ss'), limit, alerted)).toBe(false)
    expect(hasRecovered(runs('sfs'), limit, alerted)).toBe(false)
    expect(hasRecovered(runs('ssfss'), limit, new Date(now - 2.5 * MINUTE).toISOString())).toBe(false)
    expect(hasRecovered(runs('s'), { percent: 20, runs: 1 }, alerted)).toBe(true)
  })
  test('silent: a tenth of the interval overdue, at least five minutes and at most two hours', () => {
    expect([5, 60, 1_440, 527_040].map(graceOf)).toEqual([5, 6, 120, 120])
    expect(isSilent(60, now - 66 * MINUTE, now)).toBe(false)
    expect(isSilent(60, now - 67 * MINUTE, now)).toBe(true)
    expect(isSilent(null, 0, now)).toBe(false)
  })
})

describe('failing', () => {
  test('opens one ticket with the details of the run and notifies both sides', async () => {
    const a = await make({ name: 'Nightly [sync](https://evil.example) **now**' })
    const hostile = '```\n# Not a heading <script>alert(1)</script> ![x](https://evil.example/p.png) @[Ada](user:1)'
    await send(a.id, [...Array.from({ length: 7 }, (_, i) => run('succeeded', at(40 - i))), ...failed()])
    await send(a.id, [run('failed', { message: hostile, output: { stdout: '```js\nboom' }, ...at(0) })])
    expect(await jobs(a.id)).toBe(1)
    await lookAt(a)
    const { status, episodes, tickets } = await stateOf(a)
    expect(status).toBe('failing')
    expect(episodes).toMatchObject([
      { kind: 'failing', ended_at: null, facts: { failed: 4, of: 10, limit: 20 }, ticket_id: tickets[0]?.id },
    ])
    expect(tickets).toMatchObject([
      {
        source: 'automation',
        category: 'automation',
        status: 'new',
        company_id: a.companyId,
        requester_id: world.north.owner.id,
      },
    ])
    const { subject, description } = tickets[0] as { subject: string; description: string }
    expect(subject).toMatch(/: 4 of the last 10 runs failed$/)
    expect(description).toContain('uses no hours')
    // What the automation sent is in code blocks whose fences are longer than any in the text.
    expect(description).toContain(`\`\`\`\`text\n${hostile}\n\`\`\`\``)
    expect(description.replace(/(`{3,})text\n[\s\S]*?\n\1(?!`)/g, '')).not.toMatch(/evil|script|boom/)

    const events = await server.db
      .selectFrom('events')
      .selectAll()
      .where('company_id', '=', a.companyId)
      .where((e) => e.or([e('subject_id', '=', a.id), e('subject_id', '=', tickets[0]?.id as string)]))
      .orderBy('id')
      .execute()
    for (const e of events)
      await server.platform.db.system.transaction().execute((tx) => deliverEvent(server.platform, tx, happened(e)))
    const told = await server.db
      .selectFrom('notifications')
      .select(['user_id', 'kind', 'path'])
      .where('kind', 'like', 'automation_f%')
      .execute()
    const ticketPath = `/tickets/${tickets[0]?.id}`
    expect(new Map(told.map((t) => [t.user_id, t.path]))).toEqual(
      new Map([
        [world.north.owner.id, ticketPath],
        [world.north.member.id, ticketPath],
        [world.engineer.id, `/admin${ticketPath}`],
        [world.admin.id, `/admin${ticketPath}`],
      ]),
    )
    const mails = await server.mails()
    expect(mails.map((m) => m.to).toSorted()).toEqual(
      [world.north.owner, world.engineer, world.admin].map((p) => p.email).toSorted(),
    )
    // There is no second notification about the opened ticket.
    expect(
      await server.db.selectFrom('notifications').select('id').where('kind', '=', 'ticket_opened').execute(),
    ).toEqual([])
  })

  test('fifty concurrent batches with failures schedule one check and open one ticket', async () => {
    const a = await make()
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => send(a.id, [run('failed', at(i % 7)), run('failed', at(1))])),
    )
    expect(await jobs(a.id)).toBe(1)
    await Promise.all(Array.from({ length: 10 }, () => lookAt(a)))
    const { status, episodes, tickets } = await stateOf(a)
    expect([status, episodes.length, tickets.length]).toEqual(['failing', 1, 1])
    // Runs that arrive while it is failing are checked and change nothing.
    await send(a.id, failed())
    expect(await jobs(a.id)).toBe(2)
    await lookAt(a)
    expect((await stateOf(a)).tickets.length).toBe(1)
  })

  test('late runs do not start an alert', async () => {
    const a = await make()
    const old = 3 * 24 * 60
    await send(
      a.id,
      [5, 4, 3, 2, 1].map((m) => run('failed', at(old + m))),
    )
    await lookAt(a)
    expect((await stateOf(a)).status).toBe('live')
    const b = await make()
    await send(
      b.id,
      [1, 2, 3].map((m) => run('succeeded', at(m))),
    )
    await send(
      b.id,
      [20, 21, 22].map((m) => run('failed', at(m))),
    )
    await lookAt(b)
    expect((await stateOf(b)).status).toBe('live')
  })

  test('paused, requested and provisioning automations open no ticket', async () => {
    for (const status of ['paused', 'requested', 'provisioning', 'retired'] as const) {
      const a = await make({ status: status === 'retired' ? 'live' : status })
      await send(a.id, failed())
      if (status === 'retired')
        await server.db.updateTable('installations').set({ status }).where('id', '=', a.id).execute()
      await lookAt(a)
      const s = await stateOf(a)
      expect([s.status, s.episodes.length, s.tickets.length], status).toEqual([status, 0, 0])
    }
  })

  test('skipped runs are not considered', async () => {
    const a = await make()
    await send(a.id, [
      run('failed', at(9)),
      run('failed', at(8)),
      ...Array.from({ length: 9 }, (_, i) => run('skipped', at(i))),
    ])
    await lookAt(a)
    expect((await stateOf(a)).status).toBe('live')
    await send(a.id, [run('failed', at(7.5))])
    await lookAt(a)
    expect((await stateOf(a)).episodes).toMatchObject([{ facts: { failed: 3, of: 3 } }])
  })

  test('an automation of a company without users is failing without a ticket', async () => {
    const empty = await server.company({ name: 'Nobody' })
    const a = await make({ companyId: empty.id })
    await server.call('POST', `/v1/automations/${a.id}/runs`, { as: world.engineer, body: failed() })
    await lookAt(a)
    const { status, episodes, tickets } = await stateOf(a)
    expect([status, episodes.length, episodes[0]?.ticket_id, tickets.length]).toEqual(['failing', 1, null, 0])
  })
})

describe('recovery', () => {
  const failing = async () => {
    const a = await make()
    await send(a.id, failed())
    await lookAt(a)
    await pass(a, 10)
    return a
  }
  const good = [3, 2, 1].map((m) => m)
  test('three successful runs end the alert, and an untouched ticket is resolved with a message', async () => {
    const a = await failing()
    await send(a.id, [run('succeeded', at(3)), run('succeeded', at(2))])
    await lookAt(a)
    expect((await stateOf(a)).status).toBe('failing')
    await send(a.id, [run('succeeded', at(1))])
    await Promise.all([lookAt(a), lookAt(a), lookAt(a)])
    const { status, episodes, tickets } = await stateOf(a)
    expect([status, episodes.length, episodes[0]?.ended_at !== null, tickets.map((t) => t.status)]).toEqual([
      'live',
      1,
      true,
      ['resolved'],
    ])
    const said = await server.call<{ items: { kind: string; body: string; author: { kind: string } }[] }>(
      'GET',
      `/v1/tickets/${tickets[0]?.id}/messages`,
      { as: world.north.member },
    )
    expect(said.body.items.filter((m) => m.kind === 'reply')).toMatchObject([
      { body: expect.stringMatching(/is working again.*resolved automatically/), author: { kind: 'system' } },
    ])
  })

  test('a ticket in progress keeps its status and gets a message', async () => {
    const a = await failing()
    const [ticket] = (await stateOf(a)).tickets
    const reply = await server.call('POST', `/v1/tickets/${ticket?.id}/messages`, {
      as: world.engineer,
      body: { body: 'On it.' },
    })
    expect(reply.status).toBe(201)
    const before = (await stateOf(a)).tickets[0]?.status
    await send(
      a.id,
      good.map((m) => run('succeeded', at(m))),
    )
    await lookAt(a)
    const { status, tickets } = await stateOf(a)
    expect([status, tickets[0]?.status]).toEqual(['live', before])
    const said = await server.db
      .selectFrom('messages')
      .select(['body', 'author_kind'])
      .where('ticket_id', '=', ticket?.id as string)
      .where('kind', '=', 'reply')
      .orderBy('created_at')
      .execute()
    expect(said.map((m) => m.author_kind)).toEqual(['agent', 'system'])
    expect(said[1]?.body).toContain('has not changed')
  })

  test('earlier failures no longer count: the next alert opens a new ticket', async () => {
    const a = await failing()
    await send(
      a.id,
      good.map((m) => run('succeeded', at(m))),
    )
    await lookAt(a)
    await lookAt(a)
    expect((await stateOf(a)).episodes.length).toBe(1)
    await pass(a, 30)
    await send(a.id, failed())
    await lookAt(a)
    const { episodes, tickets } = await stateOf(a)
    expect([episodes.length, new Set(tickets.map((t) => t.id)).size]).toEqual([2, 2])
  })

  test('setting it live, paused or retired ends the alert', async () => {
    for (const status of ['live', 'paused', 'retired'] as const) {
      const a = await failing()
      const { version } = (await stateOf(a)).installation
      const r = await server.call('POST', `/v1/automations/${a.id}/status`, {
        as: world.engineer,
        body: { status, version, reason: 'Limits were wrong.' },
      })
      expect(r.status, status).toBe(200)
      await lookAt(a)
      const s = await stateOf(a)
      expect([s.status, s.episodes.filter((e) => e.ended_at === null).length], status).toEqual([status, 0])
    }
  })
})

describe('silent', () => {
  const silentSince = async (minutes: number, more = {}) => {
    const a = await make({ expectedMinutes: 60, ...more })
    await send(a.id, [run('succeeded', at(5))])
    await pass(a, minutes)
    return a
  }
  test('an overdue run opens one ticket, and the next run ends the alert', async () => {
    const a = await silentSince(55)
    await checkAutomations(server.platform)
    expect((await stateOf(a)).status).toBe('live')
    await pass(a, 10)
    await Promise.all([checkAutomations(server.platform), checkAutomations(server.platform), lookAt(a)])
    const { status, episodes, tickets } = await stateOf(a)
    expect([status, episodes.map((e) => e.kind), tickets.length]).toEqual(['failing', ['silent'], 1])
    expect(tickets[0]?.description).toMatch(/at least every hour\. The last one ended/)
    await pass(a, 10)
    // A run from before the alert that is reported late does not end it.
    await send(a.id, [run('succeeded', at(300))])
    await lookAt(a)
    expect((await stateOf(a)).status).toBe('failing')
    // A failed run also ends a silence.
    await send(a.id, [run('failed', at(1))])
    await lookAt(a)
    const after = await stateOf(a)
    expect([after.status, after.episodes[0]?.ended_at !== null, after.tickets[0]?.status]).toEqual([
      'live',
      true,
      'resolved',
    ])
  })

  test('the first run is expected from the time it went live', async () => {
    const a = await make({ expectedMinutes: 30 })
    await sql`update installations set watched_from = now() - interval '36 minutes' where id = ${a.id}`.execute(
      server.db,
    )
    await checkAutomations(server.platform)
    expect((await stateOf(a)).tickets[0]?.description).toContain('None has arrived yet.')
  })

  test('no run is expected when it is paused, has no interval or has just gone live', async () => {
    const all = [
      await silentSince(500, { status: 'paused' }),
      await make(),
      await make({ status: 'paused', expectedMinutes: 30 }),
    ]
    await server.db
      .updateTable('installations')
      .set({ status: 'live' })
      .where('id', '=', all[2]?.id as string)
      .execute()
    await checkAutomations(server.platform)
    for (const a of all) expect((await stateOf(a)).episodes).toEqual([])
  })

  test('time in which the server was down does not count as silence', async () => {
    const a = await silentSince(120)
    await sql`update feed.listening set heard_at = now() - interval '11 minutes'`.execute(server.db)
    await checkAutomations(server.platform)
    expect((await stateOf(a)).episodes).toEqual([])
    await sql`update feed.listening set since = now() - interval '67 minutes'`.execute(server.db)
    await checkAutomations(server.platform)
    expect((await stateOf(a)).episodes.length).toBe(1)
  })

  test('removing the interval ends the alert', async () => {
    const a = await silentSince(120)
    await checkAutomations(server.platform)
    await server.db.updateTable('installations').set({ expected_minutes: null }).where('id', '=', a.id).execute()
    await checkAutomations(server.platform)
    expect((await stateOf(a)).status).toBe('live')
  })
})

describe('going live', () => {
  test('the first successful run takes it live, a failed run does not', async () => {
    const a = await make({ status: 'provisioning' })
    await send(a.id, [run('failed')])
    expect(await jobs(a.id)).toBe(0)
    await lookAt(a)
    expect((await stateOf(a)).status).toBe('provisioning')
    await send(a.id, [run('succeeded')])
    expect(await jobs(a.id)).toBe(1)
    await lookAt(a)
    const { status, installation } = await stateOf(a)
    expect([status, installation.live_at !== null, installation.first_success_at !== null]).toEqual([
      'live',
      true,
      true,
    ])
  })

  test('the schedule repeats a check that was lost', async () => {
    const a = await make({ status: 'provisioning' })
    await send(a.id, [run('succeeded')])
    await checkAutomations(server.platform)
    expect((await stateOf(a)).status).toBe('provisioning')
    await sql`update installations set look_at = now() - interval '3 minutes' where id = ${a.id}`.execute(server.db)
    await checkAutomations(server.platform)
    const { status, installation } = await stateOf(a)
    expect([status, installation.look_at]).toEqual(['live', null])
  })
})
