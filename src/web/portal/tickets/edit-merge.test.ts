import { expect, test } from 'vitest'
import { changesOf, differences, formOf } from './edit-merge.ts'
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
} as Ticket
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
