import { afterAll, expect, test, vi } from 'vitest'
import { EditTicket, TicketRow } from '../src/contract/tickets/index.ts'

// The module below is made for a browser and uses this global while loading.
vi.stubGlobal('addEventListener', () => {})
afterAll(() => vi.unstubAllGlobals())
const { ticketFields } = await import('../src/web/portal/tickets/fields.tsx')

test('every field of a ticket has its place on the screens', () => {
  // The number is shown with the subject. Ids and versions are not shown. `found` exists only in a search.
  const unseen = ['id', 'number', 'version', 'found']
  const rows = Object.keys(TicketRow.shape).filter((key) => !unseen.includes(key))
  expect(Object.keys(ticketFields).sort(), 'Declare it in src/web/portal/tickets/fields.tsx.').toEqual(rows.sort())
  // The reason is edited with the priority.
  const inputs = Object.keys(EditTicket.shape).filter((key) => !['id', 'version', 'priorityReason'].includes(key))
  const edited = Object.entries(ticketFields).flatMap(([key, { edit }]) => (edit ? [edit.input ?? key] : []))
  expect(edited.sort()).toEqual(inputs.sort())
})
