import { expect, test } from 'vitest'
import { compareCompanies, listFormChanges, toCompanyForm } from './form-model.ts'
import { getDefaultHours } from './hours.ts'
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
  businessHours: getDefaultHours(),
  logoEtag: null,
  version: 1,
  createdAt: '2026-01-01T00:00:00Z',
  can: { edit: true, notes: false, keys: true, export: true, approveMail: false },
  mail: { trust: 'approved', approved: null },
}

test('sends only changed fields, regardless of the order of days', () => {
  const form = toCompanyForm(company)
  const turned = Object.fromEntries(Object.entries(getDefaultHours()).toReversed()) as never
  expect(listFormChanges(company, { ...form, name: ' North ', businessHours: turned })).toEqual({})
  expect(listFormChanges(company, { ...form, phone: '', tools: [] })).toEqual({ phone: '', tools: [] })
  expect(listFormChanges(company, { ...form, businessHours: null })).toEqual({ businessHours: null })
})
test('shows both versions in a conflict and marks fields that both changed', () => {
  const theirs = { ...company, phone: '2', description: 'New', version: 2 }
  expect(compareCompanies(company, theirs, { phone: '3', tools: ['Autotask', 'Hudu'] })).toEqual([
    { name: 'Phone', before: '1', theirs: '2', mine: '3', both: true },
    { name: 'Description', before: 'Empty', theirs: 'New', mine: undefined, both: false },
    { name: 'Tools in use', before: 'Autotask', theirs: 'Autotask', mine: 'Autotask, Hudu', both: false },
  ])
  expect(compareCompanies(company, theirs, { phone: '2' })[0]?.both).toBe(false)
})
