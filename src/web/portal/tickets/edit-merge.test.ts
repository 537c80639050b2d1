import { expect, test } from 'vitest'
import { changesOf, differences, formOf, inputOf, upon } from './edit-merge.ts'
import type { Ticket } from './model.ts'

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

test('only what differs is sent', () => {
  expect(changesOf(ticket, formOf(ticket))).toEqual({})
  expect(changesOf(ticket, { ...formOf(ticket), subject: ' Sync stopped again ' })).toEqual({
    subject: 'Sync stopped again',
  })
  expect(changesOf(ticket, { ...formOf(ticket), impact: 'all', urgency: 'high' })).toEqual({
    impact: 'all',
    urgency: 'high',
  })
})

test('a priority set by hand goes with its reason, and null gives it back', () => {
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

test('client and contact go by their ids, and null takes them off', () => {
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

test('of tags both keep what they added and what they took away', () => {
  const mine = changesOf(ticket, { ...formOf(ticket), tags: ['backup', 'mine'] })
  expect(mine).toEqual({ tags: ['backup', 'mine'] })
  expect(upon(ticket, { ...ticket, tags: ['old', 'theirs'] }, mine).tags).toEqual(['theirs', 'mine'])
  expect(changesOf(ticket, { ...formOf(ticket), tags: ['old', 'backup'] })).toEqual({})
  expect(differences(ticket, { ...ticket, tags: ['old', 'theirs'] }, mine, 'staff')).toEqual([
    { name: 'Tags', before: 'backup, old', theirs: 'old, theirs', mine: 'theirs, mine', both: false },
  ])
})

test('differences name what they did, what I want, and where both touched the same', () => {
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
