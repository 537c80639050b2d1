import { describe, expect, test } from 'vitest'
import type { TicketRow } from './model.ts'
import { clockLook, dueLook, dueText, spanText, waitingFor } from './sla-text.ts'

const now = Date.parse('2026-11-20T15:00:00Z')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const clock = { dueAt: null, metAt: null, breached: false, remainingMinutes: null }
const sla = (more: Partial<TicketRow['sla']>): TicketRow['sla'] => ({
  response: clock,
  resolution: clock,
  paused: null,
  nextDueAt: null,
  soonAt: null,
  ...more,
})

test('spans are said as people say them', () => {
  expect(
    [20_000, 60_000 * 59, 3_600_000, 3_600_000 * 3 + 300_000, 86_400_000 - 60_000, 86_400_000, 86_400_000 * 3].map(
      spanText,
    ),
  ).toEqual(['under 1 min', '59 min', '1 h', '3 h 5 min', '23 h', '1 day', '3 days'])
})
test('due times are those of the reader’s zone', () => {
  expect(dueText('2026-11-20T21:30:00Z', now, 'America/New_York')).toBe('today 4:30 PM')
  expect(dueText('2026-11-23T15:30:00Z', now, 'America/New_York')).toBe('Mon 10:30 AM')
  expect(dueText('2026-11-23T15:30:00Z', now, 'Europe/Berlin')).toBe('Mon 4:30 PM')
  expect(dueText('2026-12-07T15:30:00Z', now, 'America/New_York')).toBe('Mon, Dec 7, 10:30 AM')
})
describe('a row', () => {
  const text = (s: TicketRow['sla'], status: TicketRow['status'] = 'in_progress') =>
    dueLook(s, status, now, 'UTC')?.text
  test('says what is due, late, or paused, and nothing where nothing is promised', () => {
    expect(text(sla({ nextDueAt: at(25) }))).toBe('in 25 min')
    expect(text(sla({ nextDueAt: at(3 * 1440) }))).toBe('Mon 3:00 PM')
    expect(text(sla({ nextDueAt: at(-130) }))).toBe('2 h 10 min late')
    expect(text(sla({ paused: { since: at(-9), for: 'partner' } }))).toBe('Paused')
    // Late before it was paused: that matters more.
    expect(text(sla({ nextDueAt: at(-9), paused: { since: at(-5), for: 'partner' } }))).toBe('9 min late')
    expect(text(sla({}))).toBeUndefined()
    expect(text(sla({ resolution: { ...clock, dueAt: at(5), metAt: at(-5) } }), 'resolved')).toBe('In time')
    expect(text(sla({ resolution: { ...clock, dueAt: at(-5), metAt: at(-1), breached: true } }), 'closed')).toBe('Late')
  })
  test('is warned of from three quarters on', () => {
    expect(dueLook(sla({ nextDueAt: at(25), soonAt: at(-1) }), 'new', now)?.tone).toBe('warn')
    expect(dueLook(sla({ nextDueAt: at(25), soonAt: at(1) }), 'new', now)?.tone).toBe('neutral')
  })
})
test('one clock says how it stands', () => {
  const text = (more: object, done = false) => clockLook({ ...clock, ...more }, done, now)?.text
  expect(text({ dueAt: at(65) })).toBe('Due in 1 h 5 min')
  expect(text({ dueAt: at(-5), breached: true })).toBe('5 min late')
  expect(text({ dueAt: at(-5), metAt: at(-10) })).toBe('Met in time')
  expect(text({ dueAt: at(-25), metAt: at(-10), breached: true })).toBe('Met 15 min late')
  expect(text({ remainingMinutes: 30 })).toBe('Paused')
  expect(text({ remainingMinutes: 30 }, true)).toBe('Not needed')
  // Closed without an answer: it does not get later and later.
  expect(text({ dueAt: at(-90), breached: true }, true)).toBe('Missed')
  expect(waitingFor({ since: at(0), for: 'partner' }, 'partner')).toBe('you')
})
