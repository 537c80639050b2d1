import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeProject } from '../../../test/factories/projects.ts'
import { makeTicket } from '../../../test/factories/tickets.ts'
import { makeTime } from '../../../test/factories/time.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { dayIn } from '../../contract/plain/time-zone.ts'
import type { Message, Ticket } from '../../contract/tickets/index.ts'
import type { TimeChange, TimeEntry, Timer, TimeTotals } from '../../contract/time.ts'
import { systemOf } from '../platform/database/db.ts'
import { moveTime, sumTicketMinutes } from './index.ts'

type Entry = z.infer<typeof TimeEntry>
type OneTimer = { timer: z.infer<typeof Timer> | null }

let server: TestServer
let world: World
let owner: Person
let engineer: Person
let admin: Person

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  ;({ owner } = world.north)
  ;({ engineer, admin } = world)
})
afterAll(() => server.close())

const ticketOf = (of: Person = owner) => makeTicket(server.db, { requester: of })
const book = (ticketId: string, body: object, as: Person = engineer, headers: Record<string, string> = {}) =>
  server.call<Entry & ErrorShape>('POST', `/v1/tickets/${ticketId}/time`, { as, body, headers })
const list = async (query: string, as: Person) =>
  (await server.call<{ items: Entry[]; nextCursor: string | null }>('GET', `/v1/time-entries?${query}`, { as })).body
const edit = (id: string, as: Person, body: object) =>
  server.call<Entry & ErrorShape>('PATCH', `/v1/time-entries/${id}`, { as, body })
const remove = (id: string, as: Person, body: object) =>
  server.call<Entry & ErrorShape>('DELETE', `/v1/time-entries/${id}`, { as, body })
const ticketMinutes = async (id: string, as: Person = owner) =>
  (await server.call<z.infer<typeof Ticket>>('GET', `/v1/tickets/${id}`, { as })).body.minutes
const yesterday = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

describe('logging time', () => {
  test('shows the partner who, how long, when, and the note, but not the internal note', async () => {
    const ticket = await ticketOf()
    const { status, body } = await book(ticket.id, {
      minutes: 45,
      workedOn: '2026-03-02',
      oldDateConfirmed: true,
      startedAt: '2026-03-02T09:00:00Z',
      workType: 'development',
      note: 'Mended the mapping',
      internalNote: 'Their export is odd',
    })
    expect([status, body.internalNote, body.company.name]).toEqual([201, 'Their export is odd', 'North'])
    const [seen] = (await list(`ticket=${ticket.id}`, owner)).items
    expect(seen).toMatchObject({
      minutes: 45,
      workedOn: '2026-03-02',
      workType: 'development',
      billable: true,
      reason: null,
      note: 'Mended the mapping',
      internalNote: null,
      user: { name: 'Erin Engineer' },
      can: { change: false },
    })
    expect(await ticketMinutes(ticket.id)).toBe(45)
    const audit = await server.db.selectFrom('audit_log').selectAll().where('subject_id', '=', body.id).execute()
    expect(audit).toMatchObject([{ action: 'time.book', actor_id: engineer.id, company_id: owner.companyId }])
    expect(
      await server.db.selectFrom('events').select(['kind', 'staff_only']).where('subject_id', '=', ticket.id).execute(),
    ).toEqual([{ kind: 'time', staff_only: false }])
  })
  test('returns errors by field', async () => {
    const ticket = await ticketOf()
    for (const [body, field, status] of [
      [{ minutes: 0 }, 'minutes', 400],
      [{ minutes: 1.5 }, 'minutes', 400],
      [{ minutes: 1441 }, 'minutes', 400],
      [{ minutes: 5, billable: false }, 'reason', 422],
      [{ minutes: 5, billable: false, reason: 'because' }, 'reason', 400],
      [{ minutes: 5, workedOn: '2999-01-01' }, 'workedOn', 422],
      [{ minutes: 5, workedOn: '2026-02-30' }, 'workedOn', 400],
      [{ minutes: 5, note: 'x'.repeat(1001) }, 'note', 400],
    ] as const) {
      const r = await book(ticket.id, body)
      expect([r.status, Object.keys(r.body.error.fields ?? {})], JSON.stringify(body)).toEqual([status, [field]])
    }
    expect((await list(`ticket=${ticket.id}`, engineer)).items).toEqual([])
  })
  test('takes the day of the start, or today, in the time zone of the person who worked', async () => {
    const ticket = await ticketOf()
    const person = await server.person(world.provider, 'engineer')
    // Of these two, one has another date than UTC at any moment.
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await server.db.updateTable('profiles').set({ time_zone: zone }).where('id', '=', person.id).execute()
      const startedAt = yesterday(30 * 24)
      const days = await Promise.all([
        book(ticket.id, { minutes: 5, startedAt }, person),
        book(ticket.id, { minutes: 5 }, person),
      ])
      expect(days.map((r) => r.body.workedOn)).toEqual([
        dayIn(zone, Date.parse(startedAt)),
        dayIn(zone, Date.parse(days[1]?.body.createdAt as string)),
      ])
    }
  })
  test('refuses time that cannot be: another date than the start, an end in the future, too long ago, 25 hours a day', async () => {
    const ticket = await ticketOf()
    const person = await server.person(world.provider, 'engineer')
    await server.db.updateTable('profiles').set({ time_zone: 'UTC' }).where('id', '=', person.id).execute()
    const day = (back: number) => yesterday(back * 24).slice(0, 10)
    const at = (r: { status: number; body: ErrorShape }) => [r.status, Object.keys(r.body.error?.fields ?? {})]
    const send = (body: object) => book(ticket.id, body, person)
    expect(at(await send({ minutes: 60, workedOn: day(10), startedAt: `${day(4)}T15:00:00Z` }))).toEqual([
      422,
      ['startedAt'],
    ])
    expect(at(await send({ minutes: 600, startedAt: yesterday(0) }))).toEqual([422, ['minutes']])
    expect(at(await send({ minutes: 5, workedOn: day(91) }))).toEqual([422, ['workedOn']])
    const old = await send({ minutes: 5, workedOn: day(91), oldDateConfirmed: true })
    expect(old.status).toBe(201)
    const full = await Promise.all([1, 2, 3].map(() => send({ minutes: 720, workedOn: day(12) })))
    expect(full.map((r) => r.status).toSorted()).toEqual([201, 201, 422])
    expect(full.map(at)).toContainEqual([422, ['minutes']])

    // An edit does not reject values that it leaves unchanged.
    const change = (body: object) =>
      edit(old.body.id, person, { version: old.body.version, changeReason: 'x', ...body })
    expect(at(await change({ workedOn: day(12) }))).toEqual([422, ['minutes']])
    expect(at(await change({ workedOn: day(92) }))).toEqual([422, ['workedOn']])
    expect((await change({ note: 'Replaced the fan' })).status).toBe(200)
  })
  test('stores no reason for billable time, and rejects unknown tickets and partners', async () => {
    const ticket = await ticketOf()
    expect((await book(ticket.id, { minutes: 5, reason: 'goodwill' })).body.reason).toBe(null)
    expect((await book(ticket.id, { minutes: 5, billable: false, reason: 'repair' })).body.reason).toBe('repair')
    expect((await book(crypto.randomUUID(), { minutes: 5 })).status).toBe(404)
    expect((await book(ticket.id, { minutes: 5 }, owner)).status).toBe(403)
  })
  test('happens once per idempotency key', async () => {
    const ticket = await ticketOf()
    const key = { 'idempotency-key': 'time once' }
    const all = await Promise.all([1, 2, 3].map(() => book(ticket.id, { minutes: 7 }, engineer, key)))
    expect(new Set(all.map((r) => r.body.id)).size).toBe(1)
    expect(await ticketMinutes(ticket.id)).toBe(7)
  })
})

describe('editing', () => {
  test('needs the current version; a concurrent edit gets the current entry', async () => {
    const ticket = await ticketOf()
    const { body: entry } = await book(ticket.id, { minutes: 30 })
    const both = await Promise.all([40, 50].map((minutes) => edit(entry.id, engineer, { version: 1, minutes })))
    expect(both.map((r) => r.status).sort()).toEqual([200, 409])
    const lost = both.find((r) => r.status === 409)
    const won = both.find((r) => r.status === 200)
    expect((lost?.body.error.current as Entry | undefined)?.minutes).toBe(won?.body.minutes)
    expect(await ticketMinutes(ticket.id)).toBe(won?.body.minutes)
  })
  test('is allowed to the person who worked and to administrators', async () => {
    const other = await server.person(world.provider, 'engineer')
    const { body: entry } = await book((await ticketOf()).id, { minutes: 30 })
    expect((await edit(entry.id, other, { version: 1, minutes: 31 })).status).toBe(403)
    expect((await remove(entry.id, other, { version: 1 })).status).toBe(403)
    expect((await edit(entry.id, owner, { version: 1, minutes: 31 })).status).toBe(403)
    expect((await edit(entry.id, admin, { version: 1, minutes: 31 })).body).toMatchObject({
      minutes: 31,
      user: { id: engineer.id },
    })
  })
  test('needs a reason after one day, and the history shows who, when, and why', async () => {
    const ticket = await ticketOf()
    const old = await makeTime(server.db, {
      ticket,
      by: engineer,
      created_at: yesterday(25),
      updated_at: yesterday(25),
    })
    const young = await makeTime(server.db, { ticket, by: engineer, created_at: yesterday(23) })
    expect((await edit(young.id, engineer, { version: 1, minutes: 20 })).status).toBe(200)
    const refused = await edit(old.id, engineer, { version: 1, minutes: 20 })
    expect([refused.status, Object.keys(refused.body.error.fields ?? {})]).toEqual([422, ['changeReason']])
    const why = { version: 1, minutes: 20, billable: false, reason: 'own_mistake', changeReason: 'Was our own typo' }
    expect((await edit(old.id, engineer, why)).body).toMatchObject({ minutes: 20, billable: false })
    const { body } = await server.call<{ items: z.infer<typeof TimeChange>[] }>(
      'GET',
      `/v1/time-entries/${old.id}/history`,
      { as: admin },
    )
    expect(body.items).toMatchObject([
      {
        who: 'Erin Engineer',
        action: 'edit',
        reason: 'Was our own typo',
        before: { minutes: 30, billable: true },
        after: { minutes: 20, reason: 'own_mistake' },
      },
    ])
    expect((await server.call('GET', `/v1/time-entries/${old.id}/history`, { as: owner })).status).toBe(403)
  })
  test('a deleted entry no longer counts, is hidden from partners, and stays visible to staff', async () => {
    const ticket = await ticketOf()
    const { body: entry } = await book(ticket.id, { minutes: 30 })
    const gone = await remove(entry.id, engineer, { version: 1 })
    expect(gone.body.removed?.by).toBe('Erin Engineer')
    expect(await ticketMinutes(ticket.id)).toBe(0)
    expect((await list(`ticket=${ticket.id}`, engineer)).items).toEqual([])
    expect((await list(`ticket=${ticket.id}&removed=also`, engineer)).items).toHaveLength(1)
    expect((await list(`ticket=${ticket.id}&removed=also`, owner)).items).toEqual([])
    expect((await edit(entry.id, engineer, { version: 2, minutes: 5 })).status).toBe(403)
  })
  test('keeps entries of a deactivated engineer', async () => {
    const leaver = await server.person(world.provider, 'engineer', { fullName: 'Lea Leaver' })
    const ticket = await ticketOf()
    await book(ticket.id, { minutes: 12 }, leaver)
    await server.call('POST', `/v1/users/${leaver.id}/deactivate`, { as: admin, body: {} })
    expect((await list(`ticket=${ticket.id}`, owner)).items).toMatchObject([
      { minutes: 12, user: { name: 'Lea Leaver' } },
    ])
  })
})

describe('lists', () => {
  test('list every entry once across pages, with matching totals, and a CSV with escaped formulas', async () => {
    const ticket = await ticketOf()
    for (let n = 1; n <= 7; n++)
      await makeTime(server.db, {
        ticket,
        by: n > 5 ? admin : engineer,
        minutes: n,
        worked_on: `2026-04-0${Math.ceil(n / 2)}`,
        note: '=1+1',
        internal_note: 'between us',
        ...(n === 1 ? { billable: false, reason: 'goodwill' } : {}),
      })
    const seen: number[] = []
    for (let cursor = ''; ; ) {
      const page = await list(`ticket=${ticket.id}&limit=2${cursor}`, owner)
      seen.push(...page.items.map((e) => e.minutes))
      if (!page.nextCursor) break
      cursor = `&cursor=${page.nextCursor}`
    }
    expect(seen.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(seen.slice(0, 1)).toEqual([7])
    const totals = async (query: string, as: Person) =>
      (
        await server.call<z.infer<typeof TimeTotals>>('GET', `/v1/time-entries/totals?ticket=${ticket.id}&${query}`, {
          as,
        })
      ).body
    expect(await totals('', owner)).toEqual({ entries: 7, minutes: 28, billable: 27, charged: 0 })
    expect(await totals(`user=${admin.id}`, engineer)).toEqual({ entries: 2, minutes: 13, billable: 13, charged: 0 })
    expect(await totals('user=me', engineer)).toMatchObject({ entries: 5 })
    expect(await totals('from=2026-04-02&to=2026-04-03', owner)).toMatchObject({ entries: 4 })
    expect(await totals('billable=no', owner)).toMatchObject({ minutes: 1 })
    const csv = await server.call('GET', `/v1/time-entries.csv?ticket=${ticket.id}`, { as: owner })
    const lines = csv.text.trim().split('\r\n')
    expect(lines).toHaveLength(8)
    expect(lines[1]).toContain(`2026-04-04,North,T-${ticket.number},`)
    expect(csv.text).toContain("'=1+1")
    expect(csv.text).not.toContain('between us')
    expect((await server.call('GET', '/v1/time-entries?cursor=nonsense', { as: owner })).status).toBe(400)
  })
  test('hide other companies’ time for every filter', async () => {
    const theirs = await makeTicket(server.db, { requester: world.south.owner })
    await book(theirs.id, { minutes: 33, note: 'xylophone' })
    for (const query of [`ticket=${theirs.id}`, `company=${world.south.company.id}`, `user=${engineer.id}`]) {
      const { items } = await list(query, owner)
      expect(items.filter((e) => e.company.id !== owner.companyId)).toEqual([])
      const csv = await server.call('GET', `/v1/time-entries.csv?${query}`, { as: owner })
      expect(csv.text).not.toContain('xylophone')
    }
    expect((await list(`ticket=${theirs.id}`, world.south.member)).items).toHaveLength(1)
  })
})

describe('the public API of the module', () => {
  test('sums time by ticket, and moves entries and timers to another ticket', async () => {
    const [a, b] = [await ticketOf(), await ticketOf()]
    await book(a.id, { minutes: 10 })
    await book(a.id, { minutes: 5, billable: false, reason: 'goodwill' })
    await book(b.id, { minutes: 1 })
    await server.call('POST', '/v1/timer', { as: engineer, body: { ticketId: a.id } })
    const actor = systemOf(owner.companyId)
    const sums = await server.platform.db.asActor(actor, async (db) => {
      const before = await sumTicketMinutes(db, [a.id, b.id])
      expect(before.get(a.id)).toEqual({ minutes: 15, billable: 10 })
      await moveTime(db, { actor }, owner.companyId, a.id, b.id)
      return sumTicketMinutes(db, [a.id, b.id])
    })
    expect(Object.fromEntries(sums)).toEqual({ [b.id]: { minutes: 16, billable: 11 } })
    const { timer } = (await server.call<OneTimer>('GET', '/v1/timer', { as: engineer })).body
    expect(timer?.ticket?.id).toBe(b.id)
    await server.call('DELETE', '/v1/timer', { as: engineer, body: { id: timer?.id } })
    const theirs = await makeTicket(server.db, { requester: world.south.owner })
    await expect(
      server.platform.db.asActor(actor, (db) => moveTime(db, { actor }, owner.companyId, b.id, theirs.id)),
    ).rejects.toThrow(/foreign key/)
  })
})

describe('a reply with time', () => {
  const reply = (ticketId: string, body: object, as: Person = engineer, headers: Record<string, string> = {}) =>
    server.call<z.infer<typeof Message> & ErrorShape>('POST', `/v1/tickets/${ticketId}/messages`, { as, body, headers })
  const countMessages = async (ticketId: string) =>
    (
      await server.db
        .selectFrom('messages')
        .select('id')
        .where('ticket_id', '=', ticketId)
        .where('kind', '<>', 'event')
        .execute()
    ).length
  test('stores both, links the entry to the reply, and adds nothing when repeated', async () => {
    const ticket = await ticketOf()
    const key = { 'idempotency-key': 'reply with time' }
    const body = { body: 'Done.', time: { minutes: 25, workedOn: '2026-05-05', oldDateConfirmed: true } }
    const [a, b] = [await reply(ticket.id, body, engineer, key), await reply(ticket.id, body, engineer, key)]
    expect([a.status, a.body.id]).toEqual([201, b.body.id])
    expect((await list(`ticket=${ticket.id}`, owner)).items).toMatchObject([{ minutes: 25, messageId: a.body.id }])
    expect([await countMessages(ticket.id), await ticketMinutes(ticket.id)]).toEqual([1, 25])
  })
  test('stores neither if one is rejected', async () => {
    const ticket = await ticketOf()
    const noReason = await reply(ticket.id, { body: 'x', time: { minutes: 5, billable: false } })
    expect([noReason.status, Object.keys(noReason.body.error.fields ?? {})]).toEqual([422, ['time.reason']])
    const noTimer = await reply(ticket.id, { body: 'x', time: { minutes: 5, timerId: crypto.randomUUID() } })
    expect([noTimer.status, noTimer.body.error.code]).toEqual([409, 'TIMER_GONE'])
    const noFile = await reply(ticket.id, { body: 'x', time: { minutes: 5 }, fileIds: [crypto.randomUUID()] })
    expect(noFile.status).toBe(422)
    expect((await reply(ticket.id, { body: 'x', time: { minutes: 5 } }, owner)).status).toBe(403)
    expect([await countMessages(ticket.id), await ticketMinutes(ticket.id)]).toEqual([0, 0])
  })
  test('does not reveal an internal note to the partner', async () => {
    const ticket = await ticketOf()
    await reply(ticket.id, { kind: 'note', body: 'between us', time: { minutes: 5 } })
    expect((await list(`ticket=${ticket.id}`, owner)).items).toMatchObject([{ minutes: 5, messageId: null, note: '' }])
  })
})

describe('the timer', () => {
  const call = (method: string, path: string, as: Person, body?: object) =>
    server.call<OneTimer & ErrorShape>(method, `/v1${path}`, { as, ...(body ? { body } : {}) })
  const start = (ticketId: string, as: Person = engineer) => call('POST', '/timer', as, { ticketId })
  beforeEach(() => server.db.deleteFrom('timers').execute())
  /** Makes the timer look as if it had been started earlier. */
  const age = (seconds: number) =>
    server.db
      .updateTable('timers')
      .set({ running_since: new Date(Date.now() - seconds * 1000).toISOString() })
      .where('running_since', 'is not', null)
      .execute()

  test('is one per user, however many tabs start it', async () => {
    const [a, b] = [await ticketOf(), await ticketOf()]
    const all = await Promise.all([a, a, b, b].map((t) => start(t.id)))
    expect(all.filter((r) => r.status === 200).length).toBe(2)
    const refused = all.filter((r) => r.status !== 200)
    expect(refused.map((r) => r.body.error.code)).toEqual(['TIMER_RUNNING', 'TIMER_RUNNING'])
    expect(await server.db.selectFrom('timers').select('id').execute()).toHaveLength(1)
    // Another person has a separate timer.
    expect((await start(b.id, admin)).status).toBe(200)
    expect((await call('GET', '/timer', owner)).status).toBe(403)
    expect((await start(crypto.randomUUID(), await server.person(world.provider, 'engineer'))).status).toBe(404)
  })
  test('counts only while it runs', async () => {
    const t = (await start((await ticketOf()).id)).body.timer
    const id = t?.id
    await age(600)
    const paused = (await call('POST', '/timer/pause', engineer, { id, running: false })).body.timer
    // A second can pass between two calls.
    const seconds = paused?.seconds ?? 0
    expect([paused?.running, seconds >= 600]).toEqual([false, true])
    await call('POST', '/timer/pause', engineer, { id, running: false })
    expect((await call('GET', '/timer', engineer)).body.timer?.seconds).toBe(seconds)
    await call('POST', '/timer/pause', engineer, { id, running: true })
    await age(60)
    const resumed = (await call('GET', '/timer', engineer)).body.timer
    expect(resumed).toMatchObject({ running: true, forgotten: false })
    expect(resumed?.seconds).toBeGreaterThanOrEqual(seconds + 60)
  })
  test('is flagged after more than eight hours and kept', async () => {
    await start((await ticketOf()).id)
    await age(8 * 3600 + 5)
    expect((await call('GET', '/timer', engineer)).body.timer).toMatchObject({ forgotten: true, running: true })
  })
  test('logs time once when stopped twice at the same time', async () => {
    const ticket = await ticketOf()
    const id = (await start(ticket.id)).body.timer?.id
    const both = await Promise.all([1, 2].map(() => book(ticket.id, { minutes: 10, timerId: id })))
    expect(both.map((r) => r.status).sort()).toEqual([201, 409])
    expect(await ticketMinutes(ticket.id)).toBe(10)
    expect((await call('GET', '/timer', engineer)).body.timer).toBe(null)
    expect((await call('DELETE', '/timer', engineer, { id })).body.error.code).toBe('TIMER_GONE')
  })
  test('runs on a ticket or a task and logs time there; a task with a timer cannot be removed', async () => {
    const project = await makeProject(server.db, {
      company_id: owner.companyId,
      by: engineer,
      tasks: [{ title: 'Copy mail' }, { title: 'Check mail flow' }],
    })
    const [copy, check] = project.taskIds as [string, string]
    const ticket = await ticketOf()
    const begin = (on: object) => call('POST', '/timer', engineer, on)
    const { timer } = (await begin({ taskId: copy })).body
    expect(timer).toMatchObject({
      ticket: null,
      running: true,
      task: { id: copy, title: 'Copy mail', project: { id: project.id, number: project.number } },
    })
    for (const elsewhere of [{ ticketId: ticket.id }, { taskId: check }]) {
      const refused = await begin(elsewhere)
      expect([refused.status, refused.body.error.code]).toEqual([409, 'TIMER_RUNNING'])
    }
    expect((await begin({ taskId: copy })).body.timer?.id).toBe(timer?.id)
    for (const wrong of [{}, { ticketId: ticket.id, taskId: copy }]) expect((await begin(wrong)).status).toBe(400)
    expect((await begin({ taskId: crypto.randomUUID() })).status).toBe(404)
    const removed = await server.call<ErrorShape>('DELETE', `/v1/project-tasks/${copy}`, {
      as: engineer,
      body: { version: 1 },
    })
    expect([removed.status, removed.body.error.code]).toEqual([409, 'TASK_IN_USE'])
    const booked = await server.call<Entry>('POST', `/v1/project-tasks/${copy}/time`, {
      as: engineer,
      body: { minutes: 25, timerId: timer?.id },
    })
    expect([booked.status, booked.body.task?.id]).toEqual([201, copy])
    expect((await call('GET', '/timer', engineer)).body.timer).toBe(null)
  })
  test('of another user cannot be paused, discarded, or logged', async () => {
    const ticket = await ticketOf()
    const id = (await start(ticket.id, admin)).body.timer?.id
    expect((await call('POST', '/timer/pause', engineer, { id, running: false })).status).toBe(409)
    expect((await call('DELETE', '/timer', engineer, { id })).status).toBe(409)
    expect((await book(ticket.id, { minutes: 10, timerId: id })).status).toBe(409)
    expect((await call('GET', '/timer', admin)).body.timer?.running).toBe(true)
    // Partners are not notified.
    const told = await server.db
      .selectFrom('events')
      .select(['company_id', 'staff_only'])
      .where('topic', '=', 'timer')
      .execute()
    expect(told.every((e) => e.staff_only && e.company_id === world.provider.id)).toBe(true)
  })
})
