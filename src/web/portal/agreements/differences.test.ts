import { expect, test } from 'vitest'
import { compareAgreements } from './differences.ts'
import { toTypedTerms } from './form-model.ts'

const before = { name: 'Retainer', type: 'retainer' as const, source: 'Old text', typed: toTypedTerms({}) }
const theirs = { ...before, typed: { ...before.typed, monthlyPrice: '900' } }

test('lists a change of only the terms', () => {
  expect(compareAgreements(before, theirs, { ...before, name: 'Small retainer' }, [])).toEqual([
    { name: 'Name', before: 'Retainer', theirs: 'Retainer', mine: 'Small retainer', both: false },
    expect.objectContaining({ name: 'Monthly price', theirs: '900', mine: undefined, both: false }),
  ])
})

test('shows labels of choices, names of SLA policies and lengths of texts', () => {
  const typed = { ...before.typed, rollover: 'full' as const, coversTime: true, slaPolicyId: 'a' }
  const rows = compareAgreements(before, { ...before, typed }, { ...before, source: 'New text' }, [
    { id: 'a', name: 'Premium' },
  ])
  expect(rows.map(({ name, before: was, theirs, mine }) => [name, was, theirs, mine])).toEqual([
    ['Price covers our time', 'No', 'Yes', undefined],
    ['SLA policy', 'Empty', 'Premium', undefined],
    ['Unused hours', 'Expire at the end of the month', 'All roll over until the agreement ends', undefined],
    ['Text', '2 words', '2 words', '2 words, changed'],
  ])
})
