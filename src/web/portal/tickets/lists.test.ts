import { afterAll, expect, test, vi } from 'vitest'

// The modules below expect a browser, but need only this while they load.
vi.stubGlobal('addEventListener', () => {})
afterAll(() => vi.unstubAllGlobals())
const { toFilterInput: inputOf, readFilter } = await import('../lists/filter.ts')
const { mapCountsByView: countsByView, queueCounts } = await import('./lists.tsx')
const { ownTickets } = await import('./own-list.ts')
const { ticketQueue } = await import('./queue/queue-list.ts')

test('lists open tickets by default: last changed first, and in the queue next due first', () => {
  for (const [list, sort, order] of [
    [ownTickets, 'updated', 'desc'],
    [ticketQueue, 'due', 'asc'],
  ] as const)
    expect(inputOf(list.filter, readFilter(list.filter, new URLSearchParams()))).toEqual({
      status: ['new', 'in_progress', 'waiting_on_partner', 'waiting_on_third_party'],
      sort,
      order,
    })
})

test('adds up the counts of every view', () => {
  const given = {
    byStatus: { new: 1, in_progress: 2, waiting_on_partner: 4, waiting_on_third_party: 8, resolved: 16, closed: 32 },
    unassigned: 3,
    mine: 5,
  }
  const [counts, queue] = [countsByView(given), queueCounts(given)]
  expect(ownTickets.views.map((v) => counts[v.key])).toEqual([15, 4, 16, 32, 63])
  // The number of due tickets changes with time, so it is not counted.
  expect(ticketQueue.views.map((v) => queue[v.key])).toEqual([15, 5, 3, undefined, 12, 16, 32, 63])
})
