// Compares the engine with a simple simulation that checks the local time of every minute.
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { aroundTheClock, BusinessTime, businessDay, type CalendarSpec, type Hours, WEEK } from './business-time.ts'
import {
  applyStatusChange,
  collectDueWarnings,
  countUsedMs,
  findNextCheck,
  findNextDue,
  type Level,
  recalculateOpenTargets,
  recordFirstResponse,
  startClocks,
} from './clocks.ts'

const MINUTE = 60_000
const DAY = 1_440
const at = (iso: string) => Date.parse(iso)
const nine = [{ from: '09:00', to: '17:00' }]
const office = (timeZone: string, more: Partial<CalendarSpec> = {}): CalendarSpec => ({
  timeZone,
  hours: { mon: nine, tue: nine, wed: nine, thu: nine, fri: nine, sat: [], sun: [] },
  holidays: [],
  ...more,
})

// ---- the simulation -----------------------------------------------------------------------------------------------
const minute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
/** Returns whether this local date and minute is open. */
function openAt(date: Looked, wall: number): boolean {
  const night = (h: Hours) => minute(h.to) <= minute(h.from)
  const within = date.hours.some((h) => wall >= minute(h.from) && (night(h) || wall < minute(h.to)))
  if (within || date.holiday) return within
  return date.before.some((h) => night(h) && wall < minute(h.to))
}
type Looked = { hours: readonly Hours[]; before: readonly Hours[]; holiday: boolean }
/** Returns the hours that begin on a date, and those of the day before. */
function look(spec: CalendarSpec, date: Temporal.PlainDate): Looked {
  const holiday = (d: Temporal.PlainDate) => spec.holidays.find((h) => h.date === d.toString())
  const begun = (d: Temporal.PlainDate) => holiday(d)?.hours ?? spec.hours[WEEK[d.dayOfWeek - 1] as 'mon']
  return { hours: begun(date), before: begun(date.subtract({ days: 1 })), holiday: holiday(date) !== undefined }
}
/**
 * Returns for every minute from an instant whether it is open. Clocks change on quarter hours, so the offset is looked
 * up once in each.
 */
function simulate(spec: CalendarSpec, from: number, minutes: number): boolean[] {
  const out: boolean[] = []
  let offset = 0
  let known = Number.NaN
  let date: Looked = { hours: [], before: [], holiday: false }
  for (let i = 0; i < minutes; i++) {
    const instant = from + i * MINUTE
    if (i === 0 || instant % (15 * MINUTE) === 0)
      offset = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(spec.timeZone).offsetNanoseconds / 1e6
    const wall = (instant + offset) / MINUTE
    const day = Math.floor(wall / DAY)
    if (day !== known) {
      known = day
      date = look(spec, Temporal.PlainDate.from('1970-01-01').add({ days: day }))
    }
    out.push(openAt(date, wall - day * DAY))
  }
  return out
}

// ---- generated calendars and times -------------------------------------------------------------------------------
const zone = fc.constantFrom(
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/Havana',
  'Africa/Casablanca',
  'Pacific/Apia',
  'UTC',
)
/** Days around clock changes somewhere, and any other days. */
const start = fc
  .oneof(
    fc.constantFrom(
      '2026-03-07T00:00Z',
      '2026-03-28T00:00Z',
      '2026-04-03T12:00Z',
      '2026-10-02T12:00Z',
      '2026-10-24T00:00Z',
      '2026-10-31T00:00Z',
      '2011-12-28T12:00Z',
    ),
    fc.integer({ min: 0, max: 4_000 }).map((d) => new Date(at('2022-01-01T00:00Z') + d * DAY * MINUTE).toISOString()),
  )
  .chain((iso) => fc.integer({ min: 0, max: 2 * DAY }).map((m) => at(iso) + m * MINUTE))
const two = (n: number) => String(n).padStart(2, '0')
const clock = (m: number) => (m === DAY ? '24:00' : `${two(Math.floor(m / 60))}:${two(m % 60)}`)
/** Opening hours of one day; the last may run past midnight. */
const periods = fc
  .uniqueArray(fc.integer({ min: 0, max: DAY }), { minLength: 0, maxLength: 6 })
  .map((cuts): Hours[] => {
    const sorted = cuts.toSorted((a, b) => a - b)
    const out: Hours[] = []
    for (let i = 0; i + 1 < sorted.length; i += 2)
      out.push({ from: clock(sorted[i] as number), to: clock(sorted[i + 1] as number) })
    return out
  })
const night = fc.constantFrom<Hours[][]>([{ from: '22:00', to: '06:00' }], [{ from: '18:30', to: '02:30' }])
const day = fc.oneof({ weight: 3, arbitrary: periods }, { weight: 1, arbitrary: night })
const calendarFrom = (from: number) =>
  fc
    .record({
      timeZone: zone,
      hours: fc.record({ mon: day, tue: day, wed: fc.constant(nine), thu: day, fri: day, sat: day, sun: day }),
      off: fc.array(fc.tuple(fc.integer({ min: -1, max: 9 }), fc.oneof(fc.constant([] as Hours[]), periods)), {
        maxLength: 3,
      }),
    })
    .map(
      ({ off, ...rest }): CalendarSpec => ({
        ...rest,
        holidays: [...new Map(off)].map(([days, hours]) => ({
          date: new Date(from + days * DAY * MINUTE).toISOString().slice(0, 10),
          hours,
        })),
      }),
    )
const SPAN = 9 * DAY

describe('business time compared with counting minutes', () => {
  test('measures between two instants', () => {
    fc.assert(
      fc.property(
        start.chain((from) => fc.tuple(fc.constant(from), calendarFrom(from))),
        fc.integer({ min: 0, max: SPAN }),
        ([from, spec], length) => {
          const counted = simulate(spec, from, length).filter(Boolean).length
          expect(new BusinessTime(spec).between(from, from + length * MINUTE)).toBe(counted * MINUTE)
        },
      ),
      { numRuns: 120 },
    )
  })
  test('adds to an instant, in any order of calls', () => {
    fc.assert(
      fc.property(
        start.chain((from) => fc.tuple(fc.constant(from), calendarFrom(from))),
        fc.array(fc.integer({ min: 1, max: 1_500 }), { minLength: 1, maxLength: 4 }),
        ([from, spec], targets) => {
          const open = simulate(spec, from, SPAN)
          const time = new BusinessTime(spec)
          for (const target of targets) {
            let left = target
            const i = open.findIndex((is) => is && --left === 0)
            if (i >= 0) expect(time.add(from, target * MINUTE)).toBe(from + (i + 1) * MINUTE)
          }
        },
      ),
      { numRuns: 120 },
    )
  })
  test('adding and measuring are inverse, to the millisecond', () => {
    fc.assert(
      fc.property(
        start.chain((from) => fc.tuple(fc.constant(from), calendarFrom(from))),
        fc.integer({ min: 1, max: 20 * 60 * MINUTE }),
        ([from, spec], ms) => {
          const time = new BusinessTime(spec)
          expect(time.between(from, time.add(from, ms))).toBe(ms)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('business time in known cases', () => {
  test('a P3 opened on Friday at 16:30 is due on Monday at 10:30 after two hours', () => {
    const time = new BusinessTime(office('America/New_York'))
    expect(time.add(at('2026-11-20T21:30Z'), 120 * MINUTE)).toBe(at('2026-11-23T15:30Z'))
  })
  test('skips the missing hour and counts the repeated hour twice at clock changes', () => {
    const always = [{ from: '00:00', to: '24:00' }]
    const week = { mon: always, tue: always, wed: always, thu: always, fri: always, sat: always, sun: always }
    const day = (zone: string, from: string, to: string) =>
      new BusinessTime(office(zone, { hours: week })).between(at(from), at(to)) / MINUTE
    // Local midnight to local midnight.
    expect(day('America/New_York', '2026-03-08T05:00Z', '2026-03-09T04:00Z')).toBe(23 * 60)
    expect(day('Europe/Berlin', '2026-10-24T22:00Z', '2026-10-25T23:00Z')).toBe(25 * 60)
    const nights = new BusinessTime(
      office('Australia/Lord_Howe', { hours: { ...week, sun: [{ from: '01:00', to: '03:00' }] } }),
    )
    // Clocks go half an hour forward at two o'clock on October 4, 2026.
    expect(nights.between(at('2026-10-03T13:30Z'), at('2026-10-04T12:00Z')) / MINUTE).toBe(90)
  })
  test('a night shift belongs to its start day; a holiday ends the night before at midnight', () => {
    const shift = [{ from: '22:00', to: '06:00' }]
    const spec = office('UTC', { hours: { ...office('UTC').hours, mon: shift, tue: shift } })
    const open = (holidays: CalendarSpec['holidays']) =>
      new BusinessTime({ ...spec, holidays }).between(at('2026-11-23T00:00Z'), at('2026-11-25T09:00Z')) / 3_600_000
    expect(open([])).toBe(16)
    expect(open([{ date: '2026-11-24', hours: [] }])).toBe(2)
    expect(open([{ date: '2026-11-24', hours: [{ from: '09:00', to: '13:00' }] }])).toBe(2 + 4)
  })
  test('a business day has the length of most working days', () => {
    const { hours } = office('UTC')
    expect(businessDay(hours)).toBe(480)
    expect(businessDay({ ...hours, fri: [{ from: '09:00', to: '13:00' }] })).toBe(480)
    expect(
      businessDay({
        ...hours,
        mon: [
          { from: '08:00', to: '12:00' },
          { from: '13:00', to: '19:00' },
        ],
      }),
    ).toBe(480)
  })
})

// ---- the two targets ---------------------------------------------------------------------------------------------
const level = (time: BusinessTime, response: number, resolution: number, always = false): Level => ({
  policyId: 'p',
  revision: 1,
  time,
  response: { minutes: response, clock: always ? 'always' : 'business' },
  resolution: { minutes: resolution, clock: 'business' },
})
type Act = 'wait' | 'third' | 'work' | 'reply' | 'policy' | 'recalculate'

describe('SLA targets compared with counting minutes', () => {
  test('random histories: pauses, replies, priorities, and calendars', () => {
    fc.assert(
      fc.property(
        start.chain((from) => fc.tuple(fc.constant(from), calendarFrom(from), calendarFrom(from))),
        fc.tuple(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 2_000 }), fc.boolean()),
        fc.tuple(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 2_000 }), fc.boolean()),
        fc.array(
          fc.tuple(
            fc.integer({ min: 0, max: 500 }),
            fc.constantFrom<Act[]>('wait', 'work', 'third', 'work', 'reply', 'policy', 'recalculate'),
          ),
          { maxLength: 12 },
        ),
        ([from, first, second], one, other, acts) => {
          const specs = [first, second]
          const levels = [level(new BusinessTime(first), ...one), level(new BusinessTime(second), ...other)]
          let which = 0
          let status = 'in_progress'
          let now = from
          let clocks = recalculateOpenTargets(startClocks(from), levels[0], now)
          // The simulation only records the minutes in which the ticket waited.
          const waited: boolean[] = []
          let answered: { at: number; which: number; waiting: boolean; waited: number } | undefined
          for (const [pause, act] of acts) {
            for (let i = 0; i < pause; i++) waited.push(status.startsWith('waiting'))
            now += pause * MINUTE
            const to =
              act === 'wait'
                ? 'waiting_on_partner'
                : act === 'third'
                  ? 'waiting_on_third_party'
                  : act === 'work'
                    ? 'in_progress'
                    : status
            if (to !== status) clocks = applyStatusChange(clocks, levels[which], status, to, now)
            status = to
            if (act === 'reply') {
              answered ??= { at: now, which, waiting: status.startsWith('waiting'), waited: waited.length }
              clocks = recordFirstResponse(clocks, levels[which], now)
            }
            if (act === 'policy') which = 1 - which
            clocks = recalculateOpenTargets(clocks, levels[which], now)
          }
          const simulated: Record<number, boolean[]> = {}
          const opens = (by: number) => (simulated[by] ??= simulate(specs[by] as CalendarSpec, from, SPAN))
          const check = (name: 'response' | 'resolution') => {
            // A met target keeps the policy it was judged by.
            const judged = name === 'response' && answered
            const by = judged ? judged.which : which
            const lived = judged ? waited.slice(0, judged.waited) : waited
            const stands = judged ? judged.waiting : status.startsWith('waiting')
            const upTo = judged ? judged.at : now
            const always = levels[by]?.[name].clock === 'always'
            const open = opens(by)
            const counts = (i: number) => (always || open[i]) && !lived[i]
            const goal = levels[by]?.[name].minutes as number
            let counted = 0
            let due: number | undefined
            for (let i = 0; i < SPAN && due === undefined; i++) {
              // Nothing counts while the ticket waits. After a reply during that time, counting would continue.
              if (stands && !judged && from + i * MINUTE >= upTo) break
              if (counts(i) && ++counted === goal) due = from + (i + 1) * MINUTE
            }
            if (due === undefined && !stands) return // further away than was simulated
            if (due !== undefined && stands && judged && due > upTo && clocks[name].dueAt === due) return
            if (stands && !judged) {
              if (due !== undefined && due <= (clocks.pausedAt as number)) expect(clocks[name].dueAt).toBe(due)
              else
                expect([clocks[name].dueAt, clocks[name].leftMs]).toEqual([null, Math.max(0, goal - counted) * MINUTE])
            } else if (due !== undefined) expect(clocks[name].dueAt).toBe(due)
          }
          check('response')
          check('resolution')
        },
      ),
      { numRuns: 150 },
    )
  })
  test('a pause that begins when a target is due keeps its due time, also for a reply during the pause', () => {
    const from = at('2026-11-20T12:00Z')
    const promised = level(new BusinessTime(office('UTC')), 30, 600, true)
    const due = from + 30 * MINUTE
    let clocks = recalculateOpenTargets(startClocks(from), promised, from)
    clocks = recalculateOpenTargets(
      applyStatusChange(clocks, promised, 'in_progress', 'waiting_on_partner', due),
      promised,
      due,
    )
    expect(clocks.response.dueAt).toBe(due)
    expect(recordFirstResponse(clocks, promised, due + MINUTE).response.dueAt).toBe(due)
  })
  test('each warning is sent once at any check interval, and outdated ones are skipped', () => {
    fc.assert(
      fc.property(
        start,
        fc.integer({ min: 4, max: 400 }),
        fc.integer({ min: 4, max: 900 }),
        fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 30 }),
        (from, response, resolution, steps) => {
          const promised = level(new BusinessTime(office('UTC')), response, resolution)
          let clocks = recalculateOpenTargets(startClocks(from), promised, from)
          const given: string[] = []
          let now = from
          for (const step of steps) {
            now += step * MINUTE
            const checked = findNextCheck(clocks)
            const { clocks: next, warnings } = collectDueWarnings(clocks, now)
            expect(warnings.length > 0).toBe(checked !== null && checked <= now)
            given.push(...warnings.map((w) => `${w.clock} ${w.percent}`))
            clocks = recalculateOpenTargets(next, promised, now)
            expect(collectDueWarnings(clocks, now).warnings).toEqual([])
          }
          expect(new Set(given).size).toBe(given.length)
          for (const name of ['response', 'resolution'] as const)
            expect(given.includes(`${name} 100`)).toBe(now >= (clocks[name].dueAt as number))
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('defects of other help desks', () => {
  const monday = at('2026-11-23T14:00Z') // 9:00 in New York
  const h = (hours: number) => monday + hours * 60 * MINUTE
  const time = new BusinessTime(office('America/New_York'))
  const p3 = level(time, 120, 480)
  const open = () => recalculateOpenTargets(startClocks(monday), p3, monday)

  test('GLPI: a pause is not lost when the policy changes', () => {
    let c = applyStatusChange(open(), p3, 'in_progress', 'waiting_on_partner', h(1))
    c = applyStatusChange(c, p3, 'waiting_on_partner', 'in_progress', h(3))
    const tighter = level(time, 60, 240)
    expect(recalculateOpenTargets(c, tighter, h(3)).resolution.dueAt).toBe(h(6))
    // The same holds when the policy changes while the ticket waits.
    let w = applyStatusChange(open(), p3, 'in_progress', 'waiting_on_partner', h(1))
    w = recalculateOpenTargets(w, tighter, h(2))
    expect(w.resolution).toMatchObject({ dueAt: null, leftMs: 180 * MINUTE })
    expect(applyStatusChange(w, tighter, 'waiting_on_partner', 'in_progress', h(3)).resolution.dueAt).toBe(h(6))
  })
  test('several pauses add up and survive a new priority', () => {
    let c = open()
    for (const hour of [1, 2, 3]) {
      c = applyStatusChange(c, p3, 'in_progress', 'waiting_on_partner', h(hour))
      c = applyStatusChange(c, p3, 'waiting_on_partner', 'in_progress', h(hour + 0.5))
    }
    expect(c.resolution.dueAt).toBe(h(24 + 1.5))
    expect(recalculateOpenTargets(c, level(time, 60, 240), h(4)).resolution.dueAt).toBe(h(5.5))
    expect(countUsedMs(time, c, h(4))).toBe(2.5 * 60 * MINUTE)
    expect(countUsedMs(time, { ...c, pausedAt: h(4) }, h(6))).toBe(2.5 * 60 * MINUTE)
  })
  test('a later due time rearms warnings that no longer apply', () => {
    const tight = level(time, 60, 60)
    const warned = collectDueWarnings(recalculateOpenTargets(startClocks(monday), tight, monday), h(1)).clocks
    expect([warned.response.warned, warned.resolution.warned]).toEqual([100, 100])
    const loose = recalculateOpenTargets(warned, level(time, 80, 480), h(1))
    expect([loose.response.warned, loose.resolution.warned]).toEqual([75, 0])
    expect(collectDueWarnings(loose, h(6)).warnings).toEqual([
      { clock: 'response', percent: 100 },
      { clock: 'resolution', percent: 75 },
    ])
  })
  test('Frappe: no time counts while a target is shown as paused', () => {
    const c = applyStatusChange(open(), p3, 'in_progress', 'waiting_on_third_party', h(1))
    for (const later of [1, 5, 500, 5_000]) {
      const again = recalculateOpenTargets(c, p3, h(later))
      expect(again.resolution).toEqual(c.resolution)
      expect([findNextCheck(again), collectDueWarnings(again, h(later)).warnings]).toEqual([null, []])
    }
    expect([c.response.leftMs, c.resolution.leftMs]).toEqual([60 * MINUTE, 420 * MINUTE])
  })
  test('Frappe: a reply meets the first response and not the resolution', () => {
    const c = recordFirstResponse(open(), p3, h(1))
    expect(c).toMatchObject({ respondedAt: h(1), doneAt: null, resolution: { dueAt: h(8) } })
    expect(findNextDue(c)).toBe(h(8))
    const done = applyStatusChange(open(), p3, 'new', 'resolved', h(1))
    expect(done).toMatchObject({ respondedAt: null, doneAt: h(1) })
  })
  test('Zammad: a ticket that was paused past its due time is not breached when it resumes', () => {
    const c = applyStatusChange(open(), p3, 'in_progress', 'waiting_on_partner', h(7))
    const on = applyStatusChange(c, p3, 'waiting_on_partner', 'in_progress', h(24 * 7))
    expect(on.resolution.dueAt).toBe(h(24 * 7 + 1))
    // It is no closer to its due time than when it stopped.
    expect(collectDueWarnings({ ...on, response: { ...on.response, warned: 100 } }, h(24 * 7)).warnings).toEqual([
      { clock: 'resolution', percent: 75 },
    ])
  })
  test('Zammad: reopening restores the remaining time; a breached target gets a quarter', () => {
    const done = applyStatusChange(open(), p3, 'in_progress', 'resolved', h(2))
    const again = applyStatusChange(done, p3, 'resolved', 'in_progress', h(24))
    expect(again.resolution).toMatchObject({ dueAt: h(24 + 6), warned: 0 })
    expect(again.extraMs).toBe(0)
    const late = applyStatusChange(open(), p3, 'in_progress', 'resolved', h(24 + 3))
    const back = applyStatusChange({ ...late, respondedAt: h(1) }, p3, 'resolved', 'in_progress', h(48))
    expect(back.resolution.dueAt).toBe(h(48 + 2))
    expect(collectDueWarnings(back, h(48)).warnings).toEqual([])
    expect(collectDueWarnings(back, h(50)).warnings).toEqual([{ clock: 'resolution', percent: 100 }])
  })
  test('a 24/7 target ignores the calendar and can be paused', () => {
    const c = recalculateOpenTargets(
      startClocks(monday),
      { ...p3, resolution: { minutes: 600, clock: 'always' } },
      monday,
    )
    expect(c.resolution.dueAt).toBe(h(10))
    expect(aroundTheClock.between(h(1), h(0))).toBe(0)
  })
})
