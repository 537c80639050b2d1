import { describe, expect, test } from 'vitest'
import type { TicketRow } from '../model.ts'
import { describePause, formatDue, formatSpan, getClockLook, getDueLook } from './sla-text.ts'

const now = Date.parse('2026-11-20T15:00:00Z')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const clock = { dueAt: null, metAt: null, breached: false, remainingMinutes: null }
const sla = (more: Partial<TicketRow['sla']>): TicketRow['sla'] => ({
  response: clock,
  resolution: clock,
  paused: null,
  nextDueAt: null,
  soonAt: null,
  closedUnanswered: false,
  ...more,
})

test('formats durations the way people say them', () => {
  expect(
    [20_000, 60_000 * 59, 3_600_000, 3_600_000 * 3 + 300_000, 86_400_000 - 60_000, 86_400_000, 86_400_000 * 3].map(
      formatSpan,
    ),
  ).toEqual(['under 1 min', '59 min', '1 h', '3 h 5 min', '23 h', '1 day', '3 days'])
})
test('formats due times in the reader’s time zone', () => {
  expect(formatDue('2026-11-20T21:30:00Z', now, 'America/New_York')).toBe('today 4:30 PM')
  expect(formatDue('2026-11-23T15:30:00Z', now, 'America/New_York')).toBe('Mon 10:30 AM')
  expect(formatDue('2026-11-23T15:30:00Z', now, 'Europe/Berlin')).toBe('Mon 4:30 PM')
  expect(formatDue('2026-12-07T15:30:00Z', now, 'America/New_York')).toBe('Mon, Dec 7, 10:30 AM')
})
describe('the text of a row', () => {
  const text = (s: TicketRow['sla'], status: TicketRow['status'] = 'in_progress') =>
    getDueLook(s, status, now, 'UTC')?.text
  test('shows what is due, overdue or paused, and nothing without a target', () => {
    expect(text(sla({ nextDueAt: at(25) }))).toBe('in 25 min')
    expect(text(sla({ nextDueAt: at(3 * 1440) }))).toBe('Mon 3:00 PM')
    expect(text(sla({ nextDueAt: at(-130) }))).toBe('2 h 10 min overdue')
    expect(text(sla({ paused: { since: at(-9), for: 'partner' } }))).toBe('Paused')
    // It was late before it was paused, which matters more.
    expect(text(sla({ nextDueAt: at(-9), paused: { since: at(-5), for: 'partner' } }))).toBe('9 min overdue')
    expect(text(sla({}))).toBeUndefined()
    expect(text(sla({ resolution: { ...clock, dueAt: at(5), metAt: at(-5) } }), 'resolved')).toBe('Within SLA')
    expect(text(sla({ resolution: { ...clock, dueAt: at(-5), metAt: at(-1), breached: true } }), 'closed')).toBe(
      'Past SLA',
    )
  })
  test('shows neither on time nor late if the partner closed the ticket before a reply', () => {
    const unanswered = (resolution: Partial<TicketRow['sla']['resolution']>) =>
      text(sla({ closedUnanswered: true, resolution: { ...clock, ...resolution } }), 'closed')
    expect(unanswered({ dueAt: at(5) })).toBe('Not applicable')
    expect(unanswered({ dueAt: at(-5), breached: true })).toBe('Past SLA')
  })
  test('warns once three quarters of the time is used', () => {
    expect(getDueLook(sla({ nextDueAt: at(25), soonAt: at(-1) }), 'new', now)?.tone).toBe('warn')
    expect(getDueLook(sla({ nextDueAt: at(25), soonAt: at(1) }), 'new', now)?.tone).toBe('neutral')
  })
})
test('describes the state of one target', () => {
  const text = (more: object, done = false) => getClockLook({ ...clock, ...more }, done, now)?.text
  expect(text({ dueAt: at(65) })).toBe('Due in 1 h 5 min')
  expect(text({ dueAt: at(-5), breached: true })).toBe('5 min overdue')
  expect(text({ dueAt: at(-5), metAt: at(-10) })).toBe('Met on time')
  expect(text({ dueAt: at(-25), metAt: at(-10), breached: true })).toBe('Missed by 15 min')
  expect(text({ remainingMinutes: 30 })).toBe('Paused')
  expect(text({ remainingMinutes: 30 }, true)).toBe('Not applicable')
  expect(getClockLook({ ...clock, remainingMinutes: 30 }, true, now, 'Closed before a first response')?.text).toBe(
    'Closed before a first response',
  )
  // Closed without an answer, so it does not get any later.
  expect(text({ dueAt: at(-90), breached: true }, true)).toBe('Missed')
  expect(describePause({ since: at(0), for: 'partner' }, 'partner')).toBe('you')
})
