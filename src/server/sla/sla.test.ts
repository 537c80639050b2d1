import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { Calendar, Policy, Previewed, SlaChange } from '../../contract/sla.ts'

type P = z.infer<typeof Policy>
type C = z.infer<typeof Calendar>

let server: TestServer
let world: World
let admin: Person
let engineer: Person

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  ;({ admin, engineer } = world)
})
afterAll(() => server.close())

const policies = async (as = admin) => (await server.call<{ items: P[] }>('GET', '/v1/sla/policies', { as })).body.items
const calendars = async () => (await server.call<{ items: C[] }>('GET', '/v1/sla/calendars', { as: admin })).body.items
const standard = async () => (await policies()).find((p) => p.name === 'Standard') as P
const hours = async () => (await calendars()).find((c) => c.name === 'Business hours') as C
const post = <T = ErrorShape>(path: string, body: object, as = admin) =>
  server.call<T & ErrorShape>('POST', `/v1/sla/${path}`, { as, body })
const patch = <T = ErrorShape>(path: string, body: object, as = admin) =>
  server.call<T & ErrorShape>('PATCH', `/v1/sla/${path}`, { as, body })
const b = (minutes: number) => ({ minutes, clock: 'business' })
const every = (response: unknown, resolution: unknown) => {
  const both = { response, resolution }
  return { P1: both, P2: both, P3: both, P4: both }
}
const add = async (name: string) => {
  const r = await post<P>('policies', { name, calendarId: (await hours()).id, targets: every(b(10), b(20)) })
  expect(r.status).toBe(201)
  return r.body
}

describe('the built-in policy', () => {
  test('is one default policy in business hours with the published targets', async () => {
    const all = await policies(engineer)
    expect(all).toHaveLength(1)
    expect(all[0]).toMatchObject({
      isDefault: true,
      calendar: { timeZone: 'America/New_York', dayMinutes: 480 },
      targets: {
        P1: { response: b(15), resolution: b(120) },
        P2: { response: b(60), resolution: b(240) },
        P3: { response: b(120), resolution: b(480) },
        P4: { response: b(240), resolution: b(1440) },
      },
      can: { edit: false },
    })
  })
  test('is hidden from partners and read-only for engineers', async () => {
    expect((await server.call('GET', '/v1/sla/policies', { as: world.north.owner })).status).toBe(403)
    const { id, version } = await standard()
    expect((await patch(`policies/${id}`, { version, name: 'x', reason: 'x' }, engineer)).status).toBe(403)
  })
})

describe('invalid input', () => {
  const fields = (r: { status: number; body: ErrorShape }) => [r.status, Object.keys(r.body.error?.fields ?? {}).sort()]
  test('targets must be 1 minute to 30 days, and the response not after the resolution', async () => {
    const { id: calendarId } = await hours()
    const make = (response: object, resolution: object) =>
      post('policies', { name: 'x', calendarId, targets: { ...every(b(1), b(43_200)), P2: { response, resolution } } })
    for (const wrong of [0, -1, 1.5, 43_201, 1e12, 'soon', null])
      expect([wrong, ...fields(await make({ minutes: wrong, clock: 'business' }, b(43_200)))]).toEqual([
        wrong,
        400,
        ['targets.P2.response.minutes'],
      ])
    expect(fields(await make(b(3), b(2)))).toEqual([400, ['targets.P2.response.minutes']])
    expect(fields(await make(b(3), { minutes: 4, clock: 'moon' }))).toEqual([400, ['targets.P2.resolution.clock']])
    // Targets with different clocks cannot be compared.
    expect((await make({ minutes: 60, clock: 'always' }, b(30))).status).toBe(201)
  })
  test('a week needs hours without overlaps in a known time zone', async () => {
    const nine = { from: '09:00', to: '17:00' }
    const none = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }
    const make = (more: object) =>
      post('calendars', {
        name: 'y',
        timeZone: 'Europe/Berlin',
        hours: { ...none, mon: [nine] },
        holidays: [],
        ...more,
      })
    for (const [more, field] of [
      [{ hours: none }, 'hours.mon'],
      [{ hours: { ...none, tue: [nine, { from: '16:59', to: '18:00' }] } }, 'hours.tue'],
      [
        {
          hours: {
            ...none,
            tue: [
              { from: '22:00', to: '06:00' },
              { from: '05:00', to: '06:00' },
            ],
            wed: [{ from: '05:59', to: '07:00' }],
          },
        },
        'hours.wed',
      ],
      [{ hours: { ...none, sun: [{ from: '22:00', to: '09:01' }], mon: [nine] } }, 'hours.mon'],
      [{ hours: { ...none, mon: [{ from: '09:00', to: '09:00' }] } }, 'hours.mon.0.to'],
      [{ hours: { ...none, mon: [{ from: '9:00', to: '24:01' }] } }, 'hours.mon.0.from'],
      [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
      [{ timeZone: '+02:00' }, 'timeZone'],
      [{ holidays: [{ date: '2026-02-30', name: 'x', hours: [] }] }, 'holidays.0.date'],
      [{ holidays: [{ date: '2026-12-25', name: ' ', hours: [] }] }, 'holidays.0.name'],
      [
        {
          holidays: [
            { date: '2026-12-25', name: 'x', hours: [] },
            { date: '2026-12-25', name: 'y', hours: [] },
          ],
        },
        'holidays',
      ],
      [{ name: '' }, 'name'],
    ] as const) {
      const r = await make(more)
      expect([r.status, Object.keys(r.body.error?.fields ?? {}).includes(field)], field).toEqual([400, true])
    }
    // Overnight, until midnight, and twice a day are all valid.
    const fine = {
      ...none,
      fri: [{ from: '22:00', to: '06:00' }],
      sat: [
        { from: '06:00', to: '12:00' },
        { from: '18:00', to: '24:00' },
      ],
    }
    expect((await make({ hours: fine })).status).toBe(201)
    expect((await make({ hours: fine, name: 'Y' })).body.error).toMatchObject({
      code: 'NAME_TAKEN',
      fields: { name: [expect.any(String)] },
    })
  })
  test('rejects an unknown calendar, a name in use, and a change without a reason', async () => {
    const { id: calendarId } = await hours()
    const body = { name: 'Standard', calendarId, targets: every(b(1), b(2)) }
    expect((await post('policies', body)).body.error.code).toBe('NAME_TAKEN')
    const lost = await post('policies', { ...body, name: 'Lost', calendarId: crypto.randomUUID() })
    expect([lost.status, Object.keys(lost.body.error.fields ?? {})]).toEqual([422, ['calendarId']])
    const { id, version } = await standard()
    expect(fields(await patch(`policies/${id}`, { version, name: 'Z' }))).toEqual([400, ['reason']])
    expect((await patch(`policies/${crypto.randomUUID()}`, { version, name: 'Z', reason: 'x' })).status).toBe(404)
  })
})

describe('changes', () => {
  test('record who, when, why, and the previous values; a concurrent change is a conflict', async () => {
    const p = await add('Premium')
    const more = {
      targets: { ...every(b(10), b(20)), P1: { response: b(5), resolution: b(20) } },
      reason: 'Their renewal',
    }
    const first = await patch<P>(`policies/${p.id}`, { version: p.version, ...more })
    expect([first.status, first.body.version]).toEqual([200, p.version + 1])
    const second = await patch(`policies/${p.id}`, { version: p.version, name: 'Gold', reason: 'x' })
    expect([second.status, second.body.error.current]).toEqual([409, first.body])
    const { items } = (
      await server.call<{ items: z.infer<typeof SlaChange>[] }>('GET', `/v1/sla/history?id=${p.id}`, { as: engineer })
    ).body
    expect(items.map((c) => [c.action, c.actor?.name, c.reason])).toEqual([
      ['sla.policy-edited', 'Ada Admin', 'Their renewal'],
      ['sla.policy-created', 'Ada Admin', null],
    ])
    expect(items[0]).toMatchObject({
      before: { targets: { P1: { response: b(10) } } },
      after: { targets: { P1: { response: b(5) } } },
    })
    // An edit without changes keeps the version.
    await patch(`policies/${p.id}`, { version: first.body.version, name: 'Premium', reason: 'x' })
    expect((await policies()).find((x) => x.id === p.id)?.version).toBe(first.body.version)
  })
  test('there is one default, and a policy in use cannot be removed', async () => {
    const [old, p] = [await standard(), await add('Second')]
    const away = (path: string, of: { version: number }) =>
      server.call<ErrorShape>('DELETE', `/v1/sla/${path}`, { as: admin, body: { version: of.version, reason: 'x' } })
    expect((await away(`policies/${old.id}`, old)).body.error.code).toBe('IN_USE')
    const north = world.north.company.id
    await post(`companies/${north}`, { policyId: p.id, reason: 'x' })
    expect((await away(`policies/${p.id}`, p)).body.error.code).toBe('IN_USE')
    expect((await policies()).find((x) => x.id === p.id)?.companies).toEqual([{ id: north, name: 'North' }])
    await post(`companies/${north}`, { policyId: null, reason: 'x' })
    const next = await post<P>(`policies/${p.id}/default`, { version: p.version, reason: 'Better' })
    expect((await policies()).filter((x) => x.isDefault).map((x) => x.id)).toEqual([p.id])
    await post(`policies/${old.id}/default`, { version: old.version, reason: 'Back' })
    expect((await away(`policies/${p.id}`, next.body)).status).toBe(200)
    expect((await policies()).some((x) => x.id === p.id)).toBe(false)
    const calendar = await hours()
    expect((await away(`calendars/${calendar.id}`, calendar)).body.error.code).toBe('IN_USE')
  })
  test('a company has an assigned policy or the default; unknown policies and companies are rejected', async () => {
    const at = `companies/${world.south.company.id}`
    expect((await post(at, { policyId: crypto.randomUUID(), reason: 'x' })).status).toBe(422)
    expect((await post(`companies/${crypto.randomUUID()}`, { policyId: null, reason: 'x' })).status).toBe(404)
    // The provider itself has no service level.
    expect((await post(`companies/${world.provider.id}`, { policyId: null, reason: 'x' })).status).toBe(404)
    const r = await server.call('GET', `/v1/sla/${at}`, { as: engineer })
    expect(r.body).toMatchObject({ policy: { name: 'Standard' }, own: false })
  })
})

describe('the preview', () => {
  test('calculates a P3 opened on Friday at 16:30, over a holiday, and with unsaved hours', async () => {
    const { targets, calendar } = await standard()
    const ask = async (more: object = {}) => {
      const r = await post<z.infer<typeof Previewed>>(
        'preview',
        { targets, calendar: calendar.id, openedAt: '2026-11-20T16:30', ...more },
        engineer,
      )
      return r.body.priorities?.find((p) => p.priority === 'P3')
    }
    expect(await ask()).toEqual({
      priority: 'P3',
      responseDueAt: '2026-11-23T15:30:00.000Z',
      resolutionDueAt: '2026-11-23T21:30:00.000Z',
    })
    const kept = await hours()
    const closed = {
      timeZone: kept.timeZone,
      hours: kept.hours,
      holidays: [{ date: '2026-11-23', name: 'Off', hours: [] }],
    }
    expect((await ask({ calendar: closed }))?.responseDueAt).toBe('2026-11-24T15:30:00.000Z')
    // A local time that clocks skip is the moment after the gap.
    const gap = await post<z.infer<typeof Previewed>>('preview', {
      targets,
      calendar: calendar.id,
      openedAt: '2026-03-08T02:30',
    })
    expect(gap.body.openedAt).toBe('2026-03-08T07:00:00.000Z')
    expect((await post('preview', { targets, calendar: calendar.id, openedAt: '2026-13-41T16:30' })).status).toBe(400)
    expect(
      (await post('preview', { targets, calendar: crypto.randomUUID(), openedAt: '2026-11-20T16:30' })).status,
    ).toBe(422)
  })
  test('does not use archived business hours', async () => {
    const { targets } = await standard()
    const { timeZone, hours: week } = await hours()
    const made = await post<C>('calendars', { name: 'Closed down', timeZone, hours: week, holidays: [] })
    const ask = () => post('preview', { targets, calendar: made.body.id, openedAt: '2026-11-20T16:30' })
    expect((await ask()).status).toBe(200)
    const archived = await server.call('DELETE', `/v1/sla/calendars/${made.body.id}`, {
      as: admin,
      body: { version: made.body.version, reason: 'Closed' },
    })
    expect(archived.status).toBe(200)
    expect((await ask()).status).toBe(422)
  })
})
