import { expect, test } from 'vitest'
import {
  apiFilter,
  countOf,
  exportQuery,
  inView,
  isNarrowed,
  isView,
  readFilter,
  viewsOf,
  widened,
  writeFilter,
} from './list-filter.ts'

const person = '0198c0de-0000-7000-8000-000000000001'
const read = (query: string) => readFilter(new URLSearchParams(query))

test('an empty address shows what is open, latest change first', () => {
  expect(apiFilter(read(''))).toEqual({
    status: ['new', 'in_progress', 'waiting_on_partner', 'waiting_on_third_party'],
    sort: 'updated',
    order: 'desc',
  })
  expect(writeFilter(read('')).toString()).toBe('')
})

test('what is written can be read again', () => {
  const query = `q=a+b&status=new&status=closed&priority=P1&priority=P2&category=ai&assignee=${person}&requester=me&company=${person}&sort=priority&order=asc`
  expect(writeFilter(read(query)).toString()).toBe(query)
  expect(writeFilter(read('status=all')).toString()).toBe('status=all')
})

test('what an address cannot mean is left out', () => {
  const filter = read(
    `status=lost&priority=P9&assignee=everyone&requester=none&company=1&sort=colour&order=up&q=${'x'.repeat(300)}`,
  )
  expect(filter).toMatchObject({
    status: undefined,
    priority: [],
    assignee: undefined,
    requester: undefined,
    company: undefined,
    sort: 'updated',
    order: 'desc',
  })
  expect(filter.q).toHaveLength(200)
})

test('the export asks for the same as the list', () => {
  expect(exportQuery(read('status=all&q=x&priority=P1&priority=P2'))).toBe(
    'sort=updated&order=desc&q=x&priority=P1&priority=P2',
  )
  expect(new URLSearchParams(exportQuery(read(''))).getAll('status')).toHaveLength(4)
})

test('each view knows itself and keeps what narrows it', () => {
  for (const side of ['partner', 'staff'] as const) {
    for (const view of viewsOf(side)) {
      const filter = inView(view, read(`q=x&priority=P1&company=${person}`))
      expect(viewsOf(side).filter((v) => isView(v, filter))).toEqual([view])
      expect(filter).toMatchObject({ q: 'x', priority: ['P1'], company: person })
      expect(isNarrowed(filter)).toBe(true)
      expect(isView(view, widened(filter))).toBe(true)
      expect(isNarrowed(widened(filter))).toBe(false)
    }
  }
})

test('leaving "Mine" forgets me, and keeps a person who was chosen', () => {
  const [open, , , waiting] = viewsOf('staff')
  if (!open || !waiting) throw new Error('views are missing')
  expect(inView(open, read('assignee=me')).assignee).toBeUndefined()
  expect(inView(waiting, read(`assignee=${person}`)).assignee).toBe(person)
})

test('counts add up', () => {
  const counts = {
    byStatus: { new: 1, in_progress: 2, waiting_on_partner: 4, waiting_on_third_party: 8, resolved: 16, closed: 32 },
    unassigned: 3,
    mine: 5,
  }
  expect(viewsOf('partner').map((v) => countOf(v, counts))).toEqual([15, 4, 16, 32, 63])
  expect(viewsOf('staff').map((v) => countOf(v, counts))).toEqual([15, 3, 5, 4, 8, 16, 32, 63])
})
