import { afterAll, expect, test, vi } from 'vitest'
import { Company, CompanyFilter, CompanyRow, EditCompany } from '../src/contract/companies/index.ts'

// The modules below are made for a browser and use this global while loading.
vi.stubGlobal('addEventListener', () => {})
afterAll(() => vi.unstubAllGlobals())
const { companyFields, companyFilters } = await import('../src/web/portal/companies/fields.tsx')
const { editableProfileFields, profileFields } = await import('../src/web/portal/companies/profile-fields.tsx')

const without = (shape: object, ...names: string[]) =>
  Object.keys(shape)
    .filter((key) => !names.includes(key))
    .sort()

test('every field of a company has its place in the list', () => {
  // The name column shows logo and `placeholder`. The column of hours left also shows the hours used.
  expect(Object.keys(companyFields).sort(), 'Declare it in src/web/portal/companies/fields.tsx.').toEqual(
    without(CompanyRow.shape, 'id', 'slug', 'placeholder', 'logoEtag', 'hoursUsed'),
  )
  expect(Object.keys(companyFilters).sort()).toEqual(without(CompanyFilter.shape, 'q', 'sort', 'order'))
})

test('every field of a profile has its place on the page and in the form', () => {
  // The page header shows the logo, the kind and the mail.
  const elsewhere = ['id', 'slug', 'is_internal', 'placeholder', 'logoEtag', 'version', 'can', 'mail']
  expect(Object.keys(profileFields).sort(), 'Declare it in src/web/portal/companies/profile-fields.tsx.').toEqual(
    without(Company.shape, ...elsewhere),
  )
  expect(editableProfileFields.map(({ key }) => key).sort()).toEqual(without(EditCompany.shape, 'version'))
})
