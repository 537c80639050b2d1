import { expect, test, vi } from 'vitest'

// The modules below belong to a browser; what they touch while loading is little.
vi.stubGlobal('addEventListener', () => {})
const { inputOf, readFilter } = await import('../lists/filter.ts')
const { countsByView } = await import('./lists.tsx')
const { ownTickets } = await import('./own-list.ts')
const { ticketQueue } = await import('./queue-list.ts')

test('an empty address shows what is open, latest change first', () => {
  for (const list of [ownTickets, ticketQueue]) {
    expect(inputOf(list.filter, readFilter(list.filter, new URLSearchParams()))).toEqual({
      status: ['new', 'in_progress', 'waiting_on_partner', 'waiting_on_third_party'],
      sort: 'updated',
      order: 'desc',
    })
  }
})

test('counts add up, for every view', () => {
  const counts = countsByView({
    byStatus: { new: 1, in_progress: 2, waiting_on_partner: 4, waiting_on_third_party: 8, resolved: 16, closed: 32 },
    unassigned: 3,
    mine: 5,
  })
  expect(ownTickets.views.map((v) => counts[v.key])).toEqual([15, 4, 16, 32, 63])
  expect(ticketQueue.views.map((v) => counts[v.key])).toEqual([15, 3, 5, 4, 8, 16, 32, 63])
})
