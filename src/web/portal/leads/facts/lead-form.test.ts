import { afterAll, expect, it, vi } from 'vitest'
import type { Lead } from '../model.ts'

// The module is written for browsers, but needs only this function while it loads.
vi.stubGlobal('addEventListener', () => {})
afterAll(() => vi.unstubAllGlobals())
const {
  listLeadChanges: changesOf,
  suggestCompany: companyOf,
  compareLeads: differences,
  toLeadInput: factsOf,
  toLeadForm: formOf,
} = await import('./lead-form.ts')

const lead = { name: 'Pat', organization: null, email: 'pat@acme.example', phone: '1', tags: ['a', 'b'] } as Lead

it('sends only changed fields', () => {
  expect(changesOf(lead, formOf(lead))).toEqual({})
  expect(
    changesOf(lead, { ...formOf(lead), name: ' Pat ', organization: 'Acme ', phone: ' ', tags: 'b,a ,, a' }),
  ).toEqual({
    organization: 'Acme',
    phone: null,
    tags: ['b', 'a'],
  })
  expect(factsOf({ ...formOf(lead), tags: ' x , y,x' }).tags).toEqual(['x', 'y'])
})

it('compares fields that both changed', () => {
  const theirs = { ...lead, name: 'Patricia', phone: '2' }
  expect(differences(lead, theirs, { name: 'Pat Doe', tags: ['c'] })).toEqual([
    { name: 'Name', before: 'Pat', theirs: 'Patricia', mine: 'Pat Doe', both: true },
    { name: 'Phone', before: '1', theirs: '2', mine: undefined, both: false },
    { name: 'Tags', before: 'a, b', theirs: 'a, b', mine: 'c', both: false },
  ])
})

it('guesses the company from the address, except for public email providers', () => {
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
