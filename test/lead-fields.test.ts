import { afterAll, expect, test, vi } from 'vitest'
import { EditLead, Lead, LeadFilter, LeadRow } from '../src/contract/leads/index.ts'
import { LEAD_SOURCE_NAMES, LEAD_STATUS_NAMES, STAGE_NAMES } from '../src/server/leads/words.ts'
import { leadSourceLabels, leadStatusLooks, stageLabels } from '../src/web/portal/leads/labels.ts'

// The module below is made for a browser and uses this global while loading.
vi.stubGlobal('addEventListener', () => {})
afterAll(() => vi.unstubAllGlobals())
const { editableLeadFields, leadFields, leadFilters } = await import('../src/web/portal/leads/fields.tsx')

test('every field of a lead has its place on the screens', () => {
  // Ids and versions are not shown. Submissions show whether there is consent.
  const rows = [...Object.keys(LeadRow.shape).filter((key) => !['id', 'version'].includes(key)), 'submissions']
  expect(Object.keys(leadFields).sort(), 'Declare it in src/web/portal/leads/fields.tsx.').toEqual(rows.sort())
  expect(Object.keys(Lead.shape)).toContain('submissions')
  // The owner is chosen in a menu, and the next action has its own form.
  const elsewhere = ['ownerId', 'nextAction', 'nextActionAt']
  const inputs = Object.keys(EditLead.shape).filter((key) => !['id', 'version', ...elsewhere].includes(key))
  expect(editableLeadFields.map(({ key }) => key).sort(), 'Give it `edit` in src/web/portal/leads/fields.tsx.').toEqual(
    inputs.sort(),
  )
})

test('the forms accept the same values as the API', () => {
  for (const [key, of] of Object.entries({
    name: leadFields.name,
    organization: leadFields.organization,
    phone: leadFields.phone,
    nextAction: leadFields.nextAction,
  })) {
    const takes = (length: number) => EditLead.shape[key as 'name'].safeParse('x'.repeat(length)).success
    expect([takes(of.max ?? 0), takes((of.max ?? 0) + 1)], key).toEqual([true, false])
  }
  const { check } = leadFields.tags.edit ?? {}
  for (const tags of [Array.from('abcdefghij'), Array.from('abcdefghijk'), ['x'.repeat(40)], ['x'.repeat(41)]])
    expect(check?.(tags.join(',')) === true, `${tags}`).toBe(EditLead.shape.tags.safeParse(tags).success)
})

test('lists have the filters of the API', () => {
  // The tag filter is set by links elsewhere. Search, sort and order belong to every list.
  const promised = Object.keys(LeadFilter.shape).filter((key) => !['q', 'sort', 'order', 'tag'].includes(key))
  expect(Object.keys(leadFilters).sort()).toEqual(promised.sort())
})

test('values have the same names in files and on screens', () => {
  expect(STAGE_NAMES).toEqual(stageLabels)
  expect(LEAD_SOURCE_NAMES).toEqual(leadSourceLabels)
  expect(LEAD_STATUS_NAMES).toEqual(
    Object.fromEntries(Object.entries(leadStatusLooks).map(([key, { label }]) => [key, label])),
  )
})
