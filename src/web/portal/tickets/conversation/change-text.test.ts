import { afterAll, expect, test, vi } from 'vitest'
import type { Side } from '../facts/labels.ts'
import type { TicketChange } from '../model.ts'

// The modules below expect a browser, but need only this while they load.
vi.stubGlobal('addEventListener', () => {})
afterAll(() => vi.unstubAllGlobals())
const { changeText: say } = await import('./change-text.ts')

const changeText = (change: TicketChange, side: Side) => say(change, side, 'Cy Moss')

test('describes a change as the rest of a sentence', () => {
  expect(changeText({ type: 'status', from: 'new', to: 'in_progress' }, 'staff')).toBe(
    'changed the status from New to In progress',
  )
  expect(changeText({ type: 'status', from: 'in_progress', to: 'waiting_on_partner' }, 'staff')).toBe(
    'changed the status from In progress to Waiting on partner',
  )
  expect(changeText({ type: 'status', from: 'in_progress', to: 'waiting_on_partner' }, 'partner')).toBe(
    'changed the status from In progress to Awaiting your reply',
  )
  expect(changeText({ type: 'status', from: 'in_progress', to: 'resolved' }, 'partner')).toBe('resolved the ticket')
  expect(changeText({ type: 'status', from: 'resolved', to: 'closed' }, 'partner')).toBe('closed the ticket')
  expect(changeText({ type: 'status', from: 'closed', to: 'in_progress' }, 'partner')).toBe('reopened the ticket')
  expect(changeText({ type: 'priority', from: 'P3', to: 'P1' }, 'partner')).toBe(
    'changed the priority from P3 normal to P1 urgent',
  )
  expect(changeText({ type: 'assignee', from: null, to: 'Ana Ruiz' }, 'partner')).toBe(
    'assigned the ticket to Ana Ruiz',
  )
  expect(changeText({ type: 'assignee', from: 'Ana Ruiz', to: null }, 'partner')).toBe('unassigned Ana Ruiz')
  expect(changeText({ type: 'assignee', from: 'Ana Ruiz', to: 'Bo Lind' }, 'partner')).toBe(
    'reassigned the ticket from Ana Ruiz to Bo Lind',
  )
  expect(changeText({ type: 'category', from: 'licenses', to: 'ai' }, 'partner')).toBe(
    'changed the category from Licenses to AI',
  )
  expect(changeText({ type: 'subject', from: 'a', to: 'b' }, 'partner')).toBe('changed the subject from “a” to “b”')
})

test('does not name the assignee twice when they assign the ticket to themselves', () => {
  const assignee = (from: string | null, to: string | null) => changeText({ type: 'assignee', from, to }, 'staff')
  expect(assignee(null, 'Cy Moss')).toBe('assigned the ticket to themselves')
  expect(assignee('Ana Ruiz', 'Cy Moss')).toBe('reassigned the ticket from Ana Ruiz to themselves')
  expect(assignee('Cy Moss', null)).toBe('unassigned themselves')
})

test('shows an unknown value unchanged', () => {
  expect(changeText({ type: 'status', from: 'new', to: 'parked' }, 'partner')).toBe(
    'changed the status from New to parked',
  )
  expect(changeText({ type: 'category', from: 'ai', to: 'iot' }, 'partner')).toBe('changed the category from AI to iot')
})
