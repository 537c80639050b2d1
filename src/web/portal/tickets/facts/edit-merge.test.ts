import { afterAll, expect, test, vi } from 'vitest'
import type { Ticket } from '../model.ts'

// The modules below expect a browser, but need only this while they load.
vi.stubGlobal('addEventListener', () => {})
afterAll(() => vi.unstubAllGlobals())
const {
  listTicketChanges: changesOf,
  compareTickets: differences,
  toTicketForm: formOf,
  toTicketInput: inputOf,
  mergeTicketForm: upon,
} = await import('./edit-merge.ts')

const ticket = {
  subject: 'Sync stopped',
  category: 'integration',
  impact: 'some',
  urgency: 'medium',
  priority: 'P3',
  priorityReason: null,
  status: 'new',
  assignee: null,
  client: null,
  contact: null,
  agreement: null,
  installation: null,
  tags: ['backup', 'old'],
} as unknown as Ticket
const raised: Ticket = { ...ticket, priority: 'P1', priorityReason: 'Payroll is due' }

test('sends only what differs', () => {
  expect(changesOf(ticket, formOf(ticket))).toEqual({})
  expect(changesOf(ticket, { ...formOf(ticket), subject: ' Sync stopped again ' })).toEqual({
    subject: 'Sync stopped again',
  })
  expect(changesOf(ticket, { ...formOf(ticket), impact: 'all', urgency: 'high' })).toEqual({
    impact: 'all',
    urgency: 'high',
  })
})

test('sends a manual priority with its reason, and null to reset it', () => {
  expect(changesOf(ticket, { ...formOf(ticket), priority: 'P1', priorityReason: 'Payroll is due' })).toEqual({
    priority: 'P1',
    priorityReason: 'Payroll is due',
  })
  expect(changesOf(raised, formOf(raised))).toEqual({})
  expect(changesOf(raised, { ...formOf(raised), priorityReason: 'Payroll is late' })).toEqual({
    priority: 'P1',
    priorityReason: 'Payroll is late',
  })
  expect(changesOf(raised, { ...formOf(raised), priority: '' })).toEqual({ priority: null })
})

test('sends client and contact by id, and null to remove them', () => {
  const pat = { id: '1', name: 'Pat' }
  const changes = changesOf(ticket, { ...formOf(ticket), contact: pat })
  expect([changes, inputOf(changes)]).toEqual([{ contact: pat }, { contactId: '1' }])
  expect(inputOf(changesOf({ ...ticket, contact: pat }, formOf(ticket)))).toEqual({ contactId: null })
  const care = { id: '2', number: 1001, name: 'Care' }
  const chosen = changesOf(ticket, { ...formOf(ticket), agreement: { id: '2', name: 'A-1001 Care' } })
  expect(inputOf(chosen)).toEqual({ agreementId: '2' })
  expect(inputOf(changesOf({ ...ticket, agreement: care }, formOf(ticket)))).toEqual({ agreementId: null })
  expect(changesOf({ ...ticket, agreement: care }, formOf({ ...ticket, agreement: care }))).toEqual({})
  expect(differences(ticket, { ...ticket, agreement: care }, chosen, 'staff')).toEqual([
    { name: 'Agreement', before: 'None', theirs: 'A-1001 Care', mine: 'A-1001 Care', both: false },
  ])
})

test('keeps the tags that both sides added and removed', () => {
  const mine = changesOf(ticket, { ...formOf(ticket), tags: ['backup', 'mine'] })
  expect(mine).toEqual({ tags: ['backup', 'mine'] })
  expect(upon(ticket, { ...ticket, tags: ['old', 'theirs'] }, mine).tags).toEqual(['theirs', 'mine'])
  expect(changesOf(ticket, { ...formOf(ticket), tags: ['old', 'backup'] })).toEqual({})
  expect(differences(ticket, { ...ticket, tags: ['old', 'theirs'] }, mine, 'staff')).toEqual([
    { name: 'Tags', before: 'backup, old', theirs: 'old, theirs', mine: 'theirs, mine', both: false },
  ])
})

test('lists both sides’ changes and marks fields that both changed', () => {
  const theirs: Ticket = {
    ...ticket,
    subject: 'Sync stopped since noon',
    status: 'in_progress',
    category: 'automation',
  }
  expect(
    differences(ticket, theirs, { subject: 'Sync is down', category: 'automation', urgency: 'high' }, 'staff'),
  ).toEqual([
    { name: 'Subject', before: 'Sync stopped', theirs: 'Sync stopped since noon', mine: 'Sync is down', both: true },
    { name: 'Category', before: 'Integration', theirs: 'Automation', mine: 'Automation', both: false },
    { name: 'Urgency', before: 'Medium', theirs: 'Medium', mine: 'High', both: false },
    { name: 'Status', before: 'New', theirs: 'In progress', mine: undefined, both: false },
  ])
})
