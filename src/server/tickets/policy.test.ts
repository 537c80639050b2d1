import { expect, test } from 'vitest'
import { IMPACTS, STATUSES, URGENCIES } from '../../contract/tickets/index.ts'
import { priorityOf, statusAfterReply, ticketPermissions } from './policy.ts'

const partner = { kind: 'tenant' } as const
const staff = { kind: 'staff' } as const

test('priority follows the matrix of impact and urgency', () => {
  const matrix = IMPACTS.map((impact) => URGENCIES.map((urgency) => priorityOf(impact, urgency)))
  expect(matrix).toEqual([
    ['P4', 'P4', 'P3'],
    ['P4', 'P3', 'P2'],
    ['P3', 'P2', 'P1'],
  ])
})

test('partners can only close and reopen; staff can do everything else', () => {
  expect(Object.fromEntries(STATUSES.map((s) => [s, ticketPermissions(partner, s).statuses]))).toEqual({
    new: ['closed'],
    in_progress: ['closed'],
    waiting_on_partner: ['closed'],
    waiting_on_third_party: ['closed'],
    resolved: ['in_progress', 'closed'],
    closed: ['in_progress'],
  })
  for (const s of STATUSES) {
    expect(ticketPermissions(partner, s)).toMatchObject({
      note: false,
      assign: false,
      prioritise: false,
      reply: s !== 'closed',
      edit: s !== 'closed',
    })
    expect(ticketPermissions(staff, s)).toMatchObject({ note: true, assign: s !== 'closed', reply: s !== 'closed' })
    expect(ticketPermissions(staff, s).statuses).not.toContain(s)
    expect(ticketPermissions(staff, s).statuses).not.toContain('new')
  }
})

test('a reply changes the status only if it is clear who is next', () => {
  expect(statusAfterReply(staff, 'new')).toBe('in_progress')
  expect(statusAfterReply(staff, 'waiting_on_partner')).toBe('waiting_on_partner')
  expect(statusAfterReply(partner, 'waiting_on_partner')).toBe('in_progress')
  expect(statusAfterReply(partner, 'new')).toBe('new')
  expect(statusAfterReply(partner, 'resolved')).toBe('resolved')
})
