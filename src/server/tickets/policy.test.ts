import { expect, test } from 'vitest'
import { IMPACTS, STATUSES, URGENCIES } from '../../contract/tickets.ts'
import { can, priorityOf, statusAfterReply } from './policy.ts'

const partner = { kind: 'tenant' } as const
const staff = { kind: 'staff' } as const

test('priority is the matrix of impact and urgency', () => {
  const matrix = IMPACTS.map((impact) => URGENCIES.map((urgency) => priorityOf(impact, urgency)))
  expect(matrix).toEqual([
    ['P4', 'P4', 'P3'],
    ['P4', 'P3', 'P2'],
    ['P3', 'P2', 'P1'],
  ])
})

test('partners close and reopen; everything else is the provider’s', () => {
  expect(Object.fromEntries(STATUSES.map((s) => [s, can(partner, s).statuses]))).toEqual({
    new: ['closed'],
    in_progress: ['closed'],
    waiting_on_partner: ['closed'],
    waiting_on_third_party: ['closed'],
    resolved: ['in_progress', 'closed'],
    closed: ['in_progress'],
  })
  for (const s of STATUSES) {
    expect(can(partner, s)).toMatchObject({
      note: false,
      assign: false,
      prioritise: false,
      reply: s !== 'closed',
      edit: s !== 'closed',
    })
    expect(can(staff, s)).toMatchObject({ note: true, assign: s !== 'closed', reply: s !== 'closed' })
    expect(can(staff, s).statuses).not.toContain(s)
    expect(can(staff, s).statuses).not.toContain('new')
  }
})

test('an answer moves the ticket only where it is clear who is next', () => {
  expect(statusAfterReply(staff, 'new')).toBe('in_progress')
  expect(statusAfterReply(staff, 'waiting_on_partner')).toBe('waiting_on_partner')
  expect(statusAfterReply(partner, 'waiting_on_partner')).toBe('in_progress')
  expect(statusAfterReply(partner, 'new')).toBe('new')
  expect(statusAfterReply(partner, 'resolved')).toBe('resolved')
})
