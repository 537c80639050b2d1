import { expect, test } from 'vitest'
import { changesOf, differences, formOf } from './form-model.ts'
import { usualHours } from './hours.ts'
import type { Company } from './model.ts'

const company: Company = {
  id: '1',
  name: 'North',
  slug: 'north',
  is_internal: false,
  placeholder: false,
  phone: '1',
  website: null,
  address: null,
  description: null,
  timeZone: null,
  tools: ['Autotask'],
  businessHours: usualHours(),
  logoEtag: null,
  version: 1,
  createdAt: '2026-01-01T00:00:00Z',
  can: { edit: true, notes: false, keys: true, export: true },
}

test('only what differs is sent; the order of days makes no difference', () => {
  const form = formOf(company)
  const turned = Object.fromEntries(Object.entries(usualHours()).toReversed()) as never
  expect(changesOf(company, { ...form, name: ' North ', businessHours: turned })).toEqual({})
  expect(changesOf(company, { ...form, phone: '', tools: [] })).toEqual({ phone: '', tools: [] })
  expect(changesOf(company, { ...form, businessHours: null })).toEqual({ businessHours: null })
})
test('a conflict shows theirs beside mine and marks what both changed', () => {
  const theirs = { ...company, phone: '2', description: 'New', version: 2 }
  expect(differences(company, theirs, { phone: '3', tools: ['Autotask', 'Hudu'] })).toEqual([
    { name: 'Phone', before: '1', theirs: '2', mine: '3', both: true },
    { name: 'Description', before: 'Empty', theirs: 'New', mine: undefined, both: false },
    { name: 'Tools in use', before: 'Autotask', theirs: 'Autotask', mine: 'Autotask, Hudu', both: false },
  ])
  expect(differences(company, theirs, { phone: '2' })[0]?.both).toBe(false)
})
