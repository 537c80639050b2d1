import { afterAll, expect, test, vi } from 'vitest'
import type { Site } from '../../context.ts'

// The modules below expect a browser, but need only this while they load.
vi.stubGlobal('addEventListener', () => {})
afterAll(() => vi.unstubAllGlobals())
const { ticketReads } = await import('./prefetch.ts')

const ID = '01a2b3c4-0000-7000-8000-000000000001'
const readsOf = (path: string, suggestions: boolean, id = ID) =>
  ticketReads({ params: { id }, url: new URL(path + id, 'http://localhost'), site: { suggestions } as Site }).map(
    ({ queryKey }) => (queryKey[0] as string[]).join('/'),
  )

test('a ticket begins with its conversation and, for staff with a model, with its suggestions', () => {
  const ticket = ['tickets/get', 'tickets/messages']
  expect(readsOf('/tickets/', true)).toEqual(ticket)
  expect(readsOf('/admin/tickets/', false)).toEqual(ticket)
  expect(readsOf('/admin/tickets/', true)).toEqual([...ticket, 'prompts/ofTicket'])
  expect(readsOf('/admin/tickets/', true, 'new')).toEqual([])
})
