import { expect, it } from 'vitest'
import { changesOf, companyOf, differences, formOf, tagsOf } from './lead-form.ts'
import type { Lead } from './model.ts'

const lead = { name: 'Pat', organization: null, email: 'pat@acme.example', phone: '1', tags: ['a', 'b'] } as Lead

it('says only what was changed', () => {
  expect(changesOf(lead, formOf(lead))).toEqual({})
  expect(
    changesOf(lead, { ...formOf(lead), name: ' Pat ', organization: 'Acme ', phone: ' ', tags: 'b,a ,, a' }),
  ).toEqual({
    organization: 'Acme',
    phone: null,
    tags: ['b', 'a'],
  })
  expect(tagsOf(' x , y,x')).toEqual(['x', 'y'])
})

it('puts what both changed side by side', () => {
  const theirs = { ...lead, name: 'Patricia', phone: '2' }
  expect(differences(lead, theirs, { name: 'Pat Doe', tags: ['c'] })).toEqual([
    { name: 'Name', before: 'Pat', theirs: 'Patricia', mine: 'Pat Doe', both: true },
    { name: 'Phone', before: '1', theirs: '2', mine: undefined, both: false },
    { name: 'Tags', before: 'a, b', theirs: 'a, b', mine: 'c', both: false },
  ])
})

it('guesses the company from the address, unless everybody has one there', () => {
  expect(companyOf(lead)).toEqual({ name: 'acme.example', website: 'https://acme.example', phone: '1' })
  expect(companyOf({ ...lead, organization: 'Acme', email: 'pat@gmail.com' })).toEqual({
    name: 'Acme',
    website: '',
    phone: '1',
  })
  expect(companyOf({ name: 'Pat', organization: null, email: null, phone: null })).toEqual({
    name: 'Pat',
    website: '',
    phone: '',
  })
})
