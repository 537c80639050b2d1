import { expect, test } from 'vitest'
import { compareField, mergeForm } from './merge-form.ts'

const base = { name: 'Standard', targets: { P1: { minutes: '15' }, P2: { minutes: '60' } }, days: ['mon'] }

test('keeps their changes and applies mine on top, in nested objects too', () => {
  const theirs = { ...base, targets: { ...base.targets, P1: { minutes: '30' } }, days: ['mon', 'tue'] }
  const mine = { ...base, name: 'Standard support', targets: { ...base.targets, P2: { minutes: '90' } } }
  expect(mergeForm(base, theirs, mine)).toEqual({
    name: 'Standard support',
    targets: { P1: { minutes: '30' }, P2: { minutes: '90' } },
    days: ['mon', 'tue'],
  })
})

test('keeps my value if both sides changed a field or a list', () => {
  const theirs = { ...base, name: 'Theirs', days: ['tue'] }
  const mine = { ...base, name: 'Mine', days: ['mon', 'wed'] }
  expect(mergeForm(base, theirs, mine)).toEqual(mine)
})

test('lists a field only if at least one side changed it', () => {
  expect(compareField('Name', ['a', 'a', 'a'])).toEqual([])
  expect(compareField('Name', ['a', '', 'c'])).toEqual([
    { name: 'Name', before: 'a', theirs: 'Empty', mine: 'c', both: true },
  ])
  expect(compareField('Name', ['a', 'c', 'c'])).toMatchObject([{ mine: 'c', both: false }])
})
