// What partners see of their automations and what they can request, through the API.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MadeRun, makeInstallation, makeRuns } from '../../../test/factories/automations.ts'
import { makeClient } from '../../../test/factories/contacts.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { AutomationSummary, Installation, InstallationRow, Run, RunRow } from '../../contract/automations/index.ts'
import { addDays } from '../../contract/plain/days.ts'
import { loadCatalogue } from '../marketplace/index.ts'
import { staffActsNotifier } from './staff-notices.ts'

type One = (typeof Installation)['_output']
type Row = (typeof InstallationRow)['_output']
type Summary = (typeof AutomationSummary)['_output']
type Page<T> = { items: T[]; nextCursor: string | null }

const DAY = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString()

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  await loadCatalogue(server.db)
})
afterAll(() => server.close())

const get = async <T>(path: string, as: Person) => (await server.call<T & ErrorShape>('GET', `/v1${path}`, { as })).body
const send = <T = One>(method: string, path: string, as: Person, body?: unknown) =>
  server.call<T & ErrorShape>(method, `/v1${path}`, { as, ...(body === undefined ? {} : { body }) })
const product = (slug: string) =>
  server.db.selectFrom('products').select(['id', 'name']).where('slug', '=', slug).executeTakeFirstOrThrow()
/** Creates a new partner, so that tests do not affect each other. */
const partner = async (name: string, fields: object = {}) => {
  const company = await server.company({ name, ...fields })
  return { company, owner: await server.person(company, 'owner'), member: await server.person(company, 'member') }
}

describe('figures', () => {
  test('of the list, the page, the summary and the days match a recount', async () => {
    const { company, owner, member } = await partner('Recount')
    await sql`update companies set loaded_rate_cents = 7300, time_zone = 'America/Chicago' where id = ${company.id}`.execute(
      server.db,
    )
    const client = await makeClient(server.db, { company_id: company.id })
    const a = await makeInstallation(server.db, {
      companyId: company.id,
      name: 'A',
      priceModel: 'monthly',
      priceCents: 14_900,
      minutesPerRun: 7,
      liveAt: ago(100),
    })
    const b = await makeInstallation(server.db, {
      companyId: company.id,
      name: 'B',
      priceModel: 'one_time',
      priceCents: 99_000,
      minutesPerRun: 11,
      liveAt: ago(10),
    })
    const states = ['succeeded', 'succeeded', 'succeeded', 'failed', 'skipped'] as const
    const runsOf = (n: number, step: number) =>
      Array.from({ length: n }, (_, k) => ({
        startedAt: new Date(Date.now() - k * step - 60_000).toISOString(),
        status: states[(k * 7) % 5] as 'failed',
        ...(k % 3 === 0 ? { clientId: client.id } : {}),
        ...(k % 4 === 0 && states[(k * 7) % 5] === 'succeeded' ? { minutesSaved: 31 } : {}),
      }))
    await makeRuns(server.db, a, runsOf(400, DAY / 5))
    await makeRuns(server.db, b, runsOf(60, DAY / 8))
    const { rows } = await sql<{ id: string; late: boolean; status: string; n: number; minutes: number }>`
      select r.installation_id as id, r.status, count(*)::int as n, sum(r.minutes_saved)::int as minutes,
        (r.started_at at time zone 'America/Chicago')::date > (now() at time zone 'America/Chicago')::date - 30 as late
      from runs r where r.company_id = ${company.id}
        and (r.started_at at time zone 'America/Chicago')::date > (now() at time zone 'America/Chicago')::date - 60 group by 1, 2, 5`.execute(
      server.db,
    )
    const counted = (late: boolean, id?: string) => {
      const of = rows.filter((r) => r.late === late && (!id || r.id === id))
      const n = (status: string) => of.filter((r) => r.status === status).reduce((s, r) => s + r.n, 0)
      const [succeeded, failed, skipped] = [n('succeeded'), n('failed'), n('skipped')]
      return {
        runs: succeeded + failed + skipped,
        succeeded,
        failed,
        skipped,
        successRate: succeeded + failed ? Math.round((succeeded * 10_000) / (succeeded + failed)) / 10_000 : null,
        minutesSaved: of.reduce((s, r) => s + r.minutes, 0),
      }
    }
    const { items } = await get<Page<Row>>('/automations', member)
    expect(items.map((i) => i.name)).toEqual(['A', 'B'])
    for (const i of items) {
      expect([i.last30, i.before30]).toEqual([counted(true, i.id), counted(false, i.id)])
      expect(i.worth.savedCents).toBe(Math.round((i.last30.minutesSaved * 7300) / 60))
      expect([i.worth.rateCents, i.worth.rateOf]).toEqual([7300, 'company'])
    }
    // Members see no invoices; owners see that nothing was invoiced, whatever the prices are.
    for (const i of items) expect(i.worth).toMatchObject({ costCents: null, paidCents: null })
    for (const i of (await get<Page<Row>>('/automations', owner)).items)
      expect(i.worth).toMatchObject({ costCents: 0, paidCents: 0 })
    const summary = await get<Summary>('/automations/summary', member)
    expect([summary.last30, summary.before30]).toEqual([counted(true), counted(false)])
    expect(summary.savedCents).toBe(Math.round((summary.last30.minutesSaved * 7300) / 60))
    expect([summary.costCents, summary.paidCents]).toEqual([null, null])
    expect(summary).toMatchObject({
      withRuns: 2,
      rate: { cents: 7300, of: 'company', can: { set: false } },
    })
    const one = await get<One>(`/automations/${a.id}`, owner)
    expect(one.last30).toEqual(counted(true, a.id))
    expect(one.lifetime.figures.runs).toBe(400)
    expect(one.lifetime.worth).toMatchObject({ costCents: 0, paidCents: 0 })
    const { items: days, timeZone } = await get<{
      timeZone: string
      items: { day: string; succeeded: number; failed: number; skipped: number; minutesSaved: number }[]
    }>(`/automations/${a.id}/days?days=60`, member)
    expect([timeZone, days.length]).toEqual(['America/Chicago', 60])
    expect(days.at(-1)?.day).toBe(new Date().toLocaleDateString('en-CA', { timeZone: 'America/Chicago' }))
    const sum = (from: number, to: number, of: 'succeeded' | 'failed' | 'skipped' | 'minutesSaved') =>
      days.slice(from, to).reduce((s, d) => s + d[of], 0)
    for (const of of ['succeeded', 'failed', 'skipped', 'minutesSaved'] as const)
      expect([sum(30, 60, of), sum(0, 30, of)], of).toEqual([counted(true, a.id)[of], counted(false, a.id)[of]])
    const mine = await get<{ items: { succeeded: number }[] }>(`/automations/${a.id}/days?client=${client.id}`, member)
    expect(mine.items.reduce((s, d) => s + d.succeeded, 0)).toBeLessThan(counted(true, a.id).succeeded)
  })

  test('use the default rate if the company has none, and are zero without runs', async () => {
    const { company, owner } = await partner('Empty')
    await makeInstallation(server.db, { companyId: company.id, priceModel: 'quote', status: 'requested' })
    const { items } = await get<Page<Row>>('/automations', owner)
    expect(items[0]).toMatchObject({
      last30: { runs: 0, successRate: null, minutesSaved: 0 },
      worth: { savedCents: 0, costCents: 0, paidCents: 0, rateCents: 6000, rateOf: 'house' },
      lastRunAt: null,
    })
    expect(await get<Summary>('/automations/summary', owner)).toMatchObject({
      savedCents: 0,
      costCents: 0,
      paidCents: 0,
      statuses: { requested: 1, live: 0 },
      rate: { can: { set: true } },
    })
  })
})

describe('list', () => {
  test('every sort order returns every row once, page by page', async () => {
    const { company, owner } = await partner('Orders')
    const states = ['live', 'failing', 'paused', 'requested', 'provisioning', 'retired'] as const
    for (let n = 0; n < 13; n++) {
      const made = await makeInstallation(server.db, {
        companyId: company.id,
        // The database and JavaScript write the last letter of the Greek word differently in lower case.
        name: `${['Name', 'name', 'ΟΔΟΣ'][n % 3]} ${n % 4}`,
        status: states[n % 6] as 'live',
      })
      if (n % 3) await makeRuns(server.db, made, [{ startedAt: ago(n % 5), minutesSaved: n % 4 }])
    }
    for (const sort of ['name', 'lastRun', 'saved', 'status', 'updated'])
      for (const order of ['asc', 'desc']) {
        const all = (await get<Page<Row>>(`/automations?limit=100&sort=${sort}&order=${order}`, owner)).items
        const seen: string[] = []
        let cursor: string | null = ''
        while (cursor !== null && seen.length < 20) {
          const page: Page<Row> = await get<Page<Row>>(
            `/automations?limit=4&sort=${sort}&order=${order}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
            owner,
          )
          seen.push(...page.items.map((i) => i.id))
          cursor = page.nextCursor
        }
        expect(seen, `${sort} ${order}`).toEqual(all.map((i) => i.id))
        expect(seen.length).toBe(13)
      }
    const saved = (await get<Page<Row>>('/automations?limit=100&sort=saved&order=desc', owner)).items
    const minutes = saved.map((i) => i.last30.minutesSaved)
    expect(minutes).toEqual(minutes.toSorted((a, b) => b - a))
    const first = (await get<Page<Row>>('/automations?sort=status', owner)).items[0]
    expect(first?.status).toBe('failing')
    expect((await send('GET', '/automations?cursor=abc', owner)).status).toBe(400)
  })

  test('filters apply to the list and to the CSV', async () => {
    const { company, owner } = await partner('Filters')
    const client = await makeClient(server.db, { company_id: company.id })
    const triage = await product('ticket-triage-by-content')
    const a = await makeInstallation(server.db, { companyId: company.id, productId: triage.id, priceModel: 'quote' })
    const b = await makeInstallation(server.db, { companyId: company.id, name: '=Odd, "one"', status: 'failing' })
    await send('PUT', `/automations/${a.id}/clients`, owner, { clientIds: [client.id] })
    const ids = async (query: string, as = owner) =>
      (await get<Page<Row>>(`/automations?company=${company.id}&${query}`, as)).items.map((i) => i.id)
    expect(await ids('status=failing')).toEqual([b.id])
    expect(await ids(`client=${client.id}`)).toEqual([a.id])
    expect(await ids(`product=${triage.id}`)).toEqual([a.id])
    expect(await ids('q=ODD')).toEqual([b.id])
    expect(await ids('attention=yes', world.engineer)).toEqual([b.id])
    await send('POST', `/automations/${a.id}/ask`, owner, { want: 'pause' })
    expect(await ids('asked=yes', world.admin)).toEqual([a.id])
    expect((await ids('attention=yes', world.engineer)).length).toBe(2)
    const csv = await server.call('GET', '/v1/automations.csv?status=failing', { as: owner })
    expect(csv.status).toBe(200)
    expect(csv.text.trim().split('\n').length).toBe(2)
    expect(csv.text).toContain(`"'=Odd, ""one"""`)
  })

  test('of a client includes automations that reported runs for it without having it in their list', async () => {
    const { company, owner } = await partner('Unlisted')
    const client = await makeClient(server.db, { company_id: company.id })
    const made = (name: string) => makeInstallation(server.db, { companyId: company.id, name, minutesPerRun: 10 })
    const listed = await made('A listed')
    await send('PUT', `/automations/${listed.id}/clients`, owner, { clientIds: [client.id] })
    await makeRuns(server.db, await made('B unlisted'), [{ startedAt: ago(3), clientId: client.id }])
    await makeRuns(server.db, await made('C long ago'), [{ startedAt: ago(70), clientId: client.id }])
    await makeRuns(server.db, await made('D without a client'), [{ startedAt: ago(3) }])
    const rowsOf = async (as: Person) =>
      (await get<Page<Row>>(`/automations?client=${client.id}`, as)).items.map((i) => [i.name, i.last30.minutesSaved])
    const rows = [
      ['A listed', 0],
      ['B unlisted', 10],
    ]
    expect([await rowsOf(owner), await rowsOf(world.engineer)]).toEqual([rows, rows])
    expect(await rowsOf(world.south.owner)).toEqual([])
  })

  test('shows the name of a product that is no longer sold', async () => {
    const { company, owner } = await partner('Archived')
    const of = await product('stale-ticket-nudges')
    const a = await makeInstallation(server.db, { companyId: company.id, productId: of.id })
    await server.db.updateTable('products').set({ status: 'archived' }).where('id', '=', of.id).execute()
    expect((await get<One>(`/automations/${a.id}`, owner)).product?.name).toBe(of.name)
  })
})

describe('runs', () => {
  test('are listed newest first, filtered by status, days and client, page by page, and as CSV', async () => {
    const { company, owner } = await partner('Runs', { time_zone: 'Pacific/Tarawa' })
    const client = await makeClient(server.db, { company_id: company.id, name: 'Kessler' })
    const a = await makeInstallation(server.db, { companyId: company.id })
    // Days count in the company's time zone, 12 hours ahead: there, the first run is on the day before the second.
    const day = addDays(new Date().toISOString().slice(0, 10), -40)
    const next = addDays(day, 1)
    const ids = await makeRuns(server.db, a, [
      { startedAt: `${day}T11:59:00Z`, status: 'failed', message: '=cmd()', output: { html: '<b>x</b>' } },
      { startedAt: `${day}T12:01:00Z`, status: 'succeeded', clientId: client.id },
      { startedAt: `${next}T11:59:00Z`, status: 'skipped' },
      { startedAt: `${next}T12:01:00Z`, status: 'failed', clientId: client.id, message: 'x'.repeat(2000) },
    ])
    const list = async (query = '') =>
      (await get<Page<(typeof RunRow)['_output']>>(`/automations/${a.id}/runs?${query}`, owner)).items
    const numbers = async (query: string) => (await list(query)).map((r) => ids.indexOf(r.id))
    expect(await numbers('')).toEqual([3, 2, 1, 0])
    expect(await numbers('status=failed')).toEqual([3, 0])
    expect(await numbers('status=failed&status=succeeded')).toEqual([3, 1, 0])
    expect(await numbers(`from=${next}&to=${next}`)).toEqual([2, 1])
    expect(await numbers(`client=${client.id}`)).toEqual([3, 1])
    expect(await numbers('client=none&status=skipped')).toEqual([2])
    const [first] = await list()
    expect(first).toMatchObject({ message: 'x'.repeat(300), client: { name: 'Kessler' }, hasOutput: false })
    const page = await get<Page<(typeof RunRow)['_output']>>(`/automations/${a.id}/runs?limit=3`, owner)
    const rest = await get<Page<(typeof RunRow)['_output']>>(
      `/automations/${a.id}/runs?limit=3&cursor=${encodeURIComponent(page.nextCursor as string)}`,
      owner,
    )
    expect([...page.items, ...rest.items].map((r) => ids.indexOf(r.id))).toEqual([3, 2, 1, 0])
    expect(rest.nextCursor).toBeNull()
    const one = await get<(typeof Run)['_output']>(`/automations/${a.id}/runs/${ids[0]}`, owner)
    expect(one).toMatchObject({ message: '=cmd()', output: { html: '<b>x</b>' }, hasOutput: true })
    const csv = await server.call('GET', `/v1/runs.csv?automation=${a.id}&status=failed`, { as: owner })
    expect(csv.text.trim().split('\n').length).toBe(3)
    expect(csv.text).toContain("'=cmd()")
    expect(csv.text).toContain('x'.repeat(2000))
    for (const bad of ['status=done', 'from=tomorrow', 'client=x', 'limit=0'])
      expect((await send('GET', `/automations/${a.id}/runs?${bad}`, owner)).status, bad).toBe(400)
  })

  test('every page is complete, although the last two months are queried first', async () => {
    const { company, owner } = await partner('Pages', { time_zone: 'America/Chicago' })
    const client = await makeClient(server.db, { company_id: company.id })
    const a = await makeInstallation(server.db, { companyId: company.id })
    const states = ['succeeded', 'failed', 'skipped'] as const
    // Close together and months apart, several at the same time, and across midnight in both time zones.
    const made = Array.from({ length: 90 }, (_, n) => ({
      startedAt: new Date(Date.now() - (n < 40 ? 0.4 * n : 4.4 * n) * DAY - (n % 3) * 7_200_000 - 1).toISOString(),
      status: states[n % 7 === 0 ? 1 : n % 11 === 0 ? 2 : 0],
      ...(n % 4 === 0 ? { clientId: client.id } : {}),
    })) as MadeRun[]
    for (const n of [3, 20, 60]) made.push({ ...(made[n] as MadeRun) }, { ...(made[n] as MadeRun) })
    const ids = await makeRuns(server.db, a, made)
    const all = made.map((r, n) => ({ ...r, id: ids[n] as string }))
    const dayOf = (at: string) => new Date(at).toLocaleDateString('sv', { timeZone: 'America/Chicago' })
    const [early, late] = [dayOf(all[70]?.startedAt as string), dayOf(all[10]?.startedAt as string)]
    const cases: [string, (r: (typeof all)[number]) => boolean][] = [
      ['', () => true],
      ['status=failed', (r) => r.status === 'failed'],
      [`client=${client.id}&status=succeeded&status=skipped`, (r) => r.clientId === client.id && r.status !== 'failed'],
      [`client=none&to=${late}`, (r) => !r.clientId && dayOf(r.startedAt) <= late],
      [`from=${early}&to=${late}`, (r) => dayOf(r.startedAt) >= early && dayOf(r.startedAt) <= late],
    ]
    const pages = async (query: string, limit: number) => {
      const found: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const more: string = cursor && `&cursor=${encodeURIComponent(cursor)}`
        const page: Page<{ id: string }> = await get(`/automations/${a.id}/runs?${query}&limit=${limit}${more}`, owner)
        found.push(...page.items.map((r) => r.id))
        cursor = page.nextCursor
      }
      return found
    }
    for (const [query, passes] of cases)
      for (const [order, limit] of [
        ['desc', 7],
        ['asc', 20],
        ['desc', 100],
      ] as const) {
        const sign = order === 'asc' ? 1 : -1
        const expected = all
          .filter(passes)
          .sort((x, y) => sign * (x.startedAt.localeCompare(y.startedAt) || x.id.localeCompare(y.id)))
        expect(await pages(`${query}&order=${order}`, limit), `${query} ${order}`).toEqual(expected.map((r) => r.id))
      }
  })

  test('an automation without runs has an empty list, an unknown one is not found', async () => {
    const { company, owner } = await partner('None')
    const a = await makeInstallation(server.db, { companyId: company.id })
    expect((await get<Page<Row>>(`/automations/${a.id}/runs`, owner)).items).toEqual([])
    expect((await send('GET', `/automations/${crypto.randomUUID()}/runs`, owner)).status).toBe(404)
  })
})

test('filtered by client, the list shows the figures of that client', async () => {
  const { company, owner } = await partner('Shares')
  const [x, y] = [
    await makeClient(server.db, { company_id: company.id }),
    await makeClient(server.db, { company_id: company.id }),
  ]
  const a = await makeInstallation(server.db, { companyId: company.id })
  await send('PUT', `/automations/${a.id}/clients`, owner, { clientIds: [x.id, y.id] })
  await makeRuns(server.db, a, [
    { startedAt: ago(1), minutesSaved: 5, clientId: x.id },
    { startedAt: ago(2), minutesSaved: 7, clientId: y.id },
    { startedAt: ago(3), minutesSaved: 11 },
  ])
  const minutes = async (query: string) =>
    (await get<Page<Row>>(`/automations${query}`, owner)).items.map((i) => i.last30.minutesSaved)
  expect([await minutes(''), await minutes(`?client=${x.id}`), await minutes(`?client=${y.id}&sort=saved`)]).toEqual([
    [23],
    [5],
    [7],
  ])
})

describe('tickets about an automation', () => {
  test('partners link it when they open the ticket, staff at any time; lists and the CSV filter by it', async () => {
    const { company, owner, member } = await partner('Tickets')
    const a = await makeInstallation(server.db, { companyId: company.id, name: 'Sorter' })
    const theirs = await makeInstallation(server.db, { companyId: world.south.company.id })
    type Ticket = { id: string; version: number; installation: { id: string; name: string } | null }
    const open = (installationId: string | null) =>
      send<Ticket>('POST', '/tickets', member, { subject: 'Wrong board', description: 'x', installationId })
    const opened = await open(a.id)
    expect(opened.body.installation).toEqual({ id: a.id, name: 'Sorter' })
    const plain = await open(null)
    for (const stranger of [theirs.id, crypto.randomUUID()]) {
      const r = await open(stranger)
      expect([r.status, Object.keys(r.body.error.fields ?? {})]).toEqual([422, ['installationId']])
    }
    const ids = async (query: string, as: Person = owner) =>
      (await get<Page<{ id: string }>>(`/tickets?company=${company.id}&${query}`, as)).items.map((t) => t.id)
    expect(await ids(`installation=${a.id}`)).toEqual([opened.body.id])
    expect(await ids('installation=none', world.engineer)).toEqual([plain.body.id])
    expect(await ids(`installation=${theirs.id}`)).toEqual([])
    const edit = (as: Person, installationId: string | null) =>
      send<Ticket>('PATCH', `/tickets/${plain.body.id}`, as, { version: plain.body.version, installationId })
    expect((await edit(owner, a.id)).status).toBe(403)
    expect((await edit(world.engineer, theirs.id)).status).toBe(422)
    expect((await edit(world.engineer, a.id)).body.installation).toEqual({ id: a.id, name: 'Sorter' })
    const csv = await server.call('GET', `/v1/tickets.csv?installation=${a.id}`, { as: owner })
    expect(csv.text.match(/Sorter/g)?.length).toBe(2)
  })
})

describe('requesting a pause', () => {
  test('is recorded once, can be canceled, notifies staff, and is rejected if nothing can be paused', async () => {
    const { company, owner, member } = await partner('Asking')
    const a = await makeInstallation(server.db, { companyId: company.id })
    const paused = await makeInstallation(server.db, { companyId: company.id, status: 'paused' })
    const of = await get<One>(`/automations/${a.id}`, member)
    const asked = await send('POST', `/automations/${a.id}/ask`, member, {
      want: 'pause',
      reason: ' We move the board. ',
      version: of.version,
    })
    expect(asked.body).toMatchObject({ asked: 'pause', askedReason: 'We move the board.', askedBy: { id: member.id } })
    const again = await send('POST', `/automations/${a.id}/ask`, owner, { want: 'pause', version: of.version })
    expect(again.status).toBe(409)
    expect((again.body as unknown as { error: { current: One } }).error.current.version).toBe(asked.body.version)
    const refused = await send('POST', `/automations/${a.id}/ask`, owner, { want: 'resume' })
    expect([refused.status, refused.body.error.code]).toEqual([422, 'CANNOT_ASK'])
    expect((await send('POST', `/automations/${paused.id}/ask`, owner, { want: 'pause' })).status).toBe(422)
    expect((await send('POST', `/automations/${paused.id}/ask`, owner, { want: 'resume' })).body.asked).toBe('resume')
    expect((await send('DELETE', `/automations/${a.id}/ask`, member)).body).toMatchObject({
      asked: null,
      askedAt: null,
    })
    expect((await send('DELETE', `/automations/${a.id}/ask`, member)).status).toBe(200)
    expect((await send('POST', `/automations/${a.id}/ask`, world.admin, { want: 'pause' })).status).toBe(403)
    const { rows } = await sql<{
      kind: string
    }>`select kind from events where company_id = ${company.id} and topic = 'automation'
      and kind in ('asked', 'unasked') order by id`.execute(server.db)
    expect(rows.map((r) => r.kind)).toEqual(['asked', 'asked', 'unasked'])
    // Only the two staff users get the notification.
    const event = {
      id: 1,
      companyId: company.id,
      topic: 'automation',
      subjectId: a.id,
      staffOnly: false,
      createdAt: '',
    }
    const told = await server.db.transaction().execute((tx) =>
      staffActsNotifier.collectNotices(server.platform, tx, {
        ...event,
        kind: 'asked',
        actorId: member.id,
        data: { want: 'pause', reason: 'We move the board.' },
      }),
    )
    expect(told.map((n) => (n.to as { userId: string }).userId).sort()).toEqual(
      [world.admin.id, world.engineer.id].sort(),
    )
    expect(told[0]).toMatchObject({
      kind: 'automation_changed',
      title: 'Asking asked us to pause Mailbox cleanup',
      body: 'We move the board.',
      path: `/apps-automations/${a.id}`,
    })
  })
})

describe('clients', () => {
  test('owners and staff choose clients of the company, members cannot', async () => {
    const { company, owner, member } = await partner('Clients')
    const a = await makeInstallation(server.db, { companyId: company.id })
    const [x, y] = [
      await makeClient(server.db, { company_id: company.id, name: 'Xavier' }),
      await makeClient(server.db, { company_id: company.id, name: 'Yara' }),
    ]
    const theirs = await makeClient(server.db, { company_id: world.south.company.id })
    const put = (as: Person, clientIds: string[], version?: number) =>
      send('PUT', `/automations/${a.id}/clients`, as, { clientIds, version })
    expect((await put(member, [x.id])).status).toBe(403)
    const first = await put(owner, [y.id, x.id, x.id])
    expect(first.body.clientList.map((c) => c.name)).toEqual(['Xavier', 'Yara'])
    expect((await put(owner, [x.id], first.body.version - 1)).status).toBe(409)
    for (const stranger of [theirs.id, crypto.randomUUID()]) {
      const r = await put(owner, [x.id, stranger])
      expect([r.status, r.body.error.fields?.clientIds?.length]).toEqual([422, 1])
    }
    expect((await put(world.engineer, [theirs.id])).status).toBe(422)
    // An archived client stays where it was chosen but cannot be chosen again.
    await server.db
      .updateTable('clients')
      .set({ archived_at: ago(0) })
      .where('id', '=', y.id)
      .execute()
    expect((await put(owner, [y.id])).status).toBe(200)
    expect((await put(owner, [])).body).toMatchObject({ clientList: [], clients: 0 })
    expect((await put(owner, [y.id])).status).toBe(422)
  })
})

describe('reporting a problem', () => {
  test('opens a ticket with the run, whose content is shown as plain text', async () => {
    const { company, owner, member } = await partner('Reports')
    const a = await makeInstallation(server.db, { companyId: company.id, name: 'Triage' })
    const hostile = '```\n<script>alert(1)</script> [click](javascript:alert(1)) ![x](http://evil.example/x.png)\n````'
    const [runId] = await makeRuns(server.db, a, [
      { startedAt: ago(1), status: 'failed', message: hostile, output: { a: '````` <img src=x onerror=alert(1)>' } },
    ])
    const key = crypto.randomUUID()
    const report = () =>
      server.call<{ ticket: { id: string; number: number } }>('POST', `/v1/automations/${a.id}/problems`, {
        as: member,
        headers: { 'idempotency-key': key },
        body: { description: 'It sorted a ticket into the wrong board.', runId, urgency: 'high' },
      })
    const [r, same] = [await report(), await report()]
    expect([r.status, same.body]).toEqual([201, r.body])
    const ticket = (
      await server.call<Record<string, unknown>>('GET', `/v1/tickets/${r.body.ticket.id}`, { as: member })
    ).body
    expect(ticket).toMatchObject({
      subject: 'A run of Triage failed',
      category: 'automation',
      urgency: 'high',
      source: 'portal',
      requester: { id: member.id },
    })
    const text = ticket.description as string
    expect(text.startsWith('It sorted a ticket')).toBe(true)
    // The fence of the code block is longer than any fence in the text.
    expect(text).toContain(`\`\`\`\`\`text\n${hostile}\n\`\`\`\`\``)
    expect(text).toContain('``````text\n{')
    const { installation_id } = await server.db
      .selectFrom('tickets')
      .select('installation_id')
      .where('id', '=', r.body.ticket.id)
      .executeTakeFirstOrThrow()
    expect(installation_id).toBe(a.id)
    const other = await makeInstallation(server.db, { companyId: company.id })
    const post = (id: string, as: Person, body: object) => send('POST', `/automations/${id}/problems`, as, body)
    expect((await post(other.id, owner, { description: 'x', runId })).body.error.fields).toHaveProperty('runId')
    expect((await post(a.id, owner, { description: '  ' })).body.error.fields).toHaveProperty('description')
    expect((await post(a.id, world.engineer, { description: 'x' })).status).toBe(403)
    expect((await post(a.id, world.south.owner, { description: 'x' })).status).toBe(404)
    const retired = await makeInstallation(server.db, { companyId: company.id, status: 'retired' })
    expect((await post(retired.id, owner, { description: 'x' })).status).toBe(422)
  })
})

describe('the rate', () => {
  test('owners set it, the figures change, and an outdated version is a conflict', async () => {
    const { company, owner, member } = await partner('Rate')
    const a = await makeInstallation(server.db, { companyId: company.id })
    await makeRuns(server.db, a, [{ startedAt: ago(1), minutesSaved: 90 }])
    const before = await get<Summary>('/automations/summary', owner)
    expect(before.savedCents).toBe(9_000)
    const put = (as: Person, body: object) => send<Summary>('PUT', '/automations/rate', as, body)
    const version = before.rate?.version
    const r = await put(owner, { rateCents: 8_000, version })
    expect(r.body).toMatchObject({ savedCents: 12_000, rate: { cents: 8_000, of: 'company' } })
    expect((await put(owner, { rateCents: 9_000, version })).status).toBe(409)
    expect((await put(owner, { rateCents: null })).body).toMatchObject({ savedCents: 9_000, rate: { of: 'house' } })
    for (const rateCents of [0, 99, 100_001, 1.5, '60'])
      expect((await put(owner, { rateCents })).status, `rateCents ${rateCents}`).toBe(400)
    for (const as of [member, world.admin]) expect((await put(as, { rateCents: 5_000 })).status).toBe(403)
  })
})

describe('other companies', () => {
  test('cannot find the automation by id, in a filter or in a file', async () => {
    const theirs = await makeInstallation(server.db, { companyId: world.south.company.id, name: 'Secret name' })
    const [runId] = await makeRuns(server.db, theirs, [{ startedAt: ago(1), message: 'secret' }])
    const client = await makeClient(server.db, { company_id: world.south.company.id })
    const { owner } = world.north
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/runs'],
      ['GET', `/runs/${runId}`],
      ['GET', '/days'],
      ['POST', '/ask', { want: 'pause' }],
      ['DELETE', '/ask'],
      ['PUT', '/clients', { clientIds: [] }],
      ['POST', '/problems', { description: 'x' }],
    ] as const) {
      const mine = await send(method, `/automations/${theirs.id}${path}`, owner, body)
      const random = await send(method, `/automations/${crypto.randomUUID()}${path}`, owner, body)
      expect([mine.status, mine.body.error.code, mine.body.error.message], path).toEqual([
        404,
        random.body.error.code,
        random.body.error.message,
      ])
    }
    for (const query of [`company=${world.south.company.id}`, `client=${client.id}`, 'q=secret'])
      expect((await get<Page<Row>>(`/automations?${query}`, owner)).items).toEqual([])
    expect((await send('GET', `/automations/summary?company=${world.south.company.id}`, owner)).status).toBe(404)
    const csv = await server.call('GET', `/v1/runs.csv?automation=${theirs.id}`, { as: owner })
    expect(csv.text).not.toContain('secret')
    expect(
      (await get<Summary>(`/automations/summary?company=${world.south.company.id}`, world.engineer)).withRuns,
    ).toBe(1)
    // For staff, without a company: the figures of all companies, which have no rate.
    expect((await get<Summary>('/automations/summary', world.engineer)).rate).toBeNull()
  })

  test('members and engineers cannot see the order', async () => {
    const { company, owner, member } = await partner('Orders seen')
    const a = await makeInstallation(server.db, { companyId: company.id })
    const order = crypto.randomUUID()
    await server.db
      .insertInto('orders')
      .values({ company_id: company.id, id: order, source: 'purchase', method: 'invoice', total_cents: 1 })
      .execute()
    await server.db.updateTable('installations').set({ order_id: order }).where('id', '=', a.id).execute()
    const seen = async (as: Person) => (await get<One>(`/automations/${a.id}`, as)).order?.id ?? null
    expect([await seen(owner), await seen(member), await seen(world.engineer), await seen(world.admin)]).toEqual([
      order,
      null,
      null,
      order,
    ])
  })
})
