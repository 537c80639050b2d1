import { expect, test } from 'vitest'
import { CatalogueFilter, CatalogueProduct, CatalogueRow, ProductContent } from '../src/contract/catalogue.ts'
import { AUDIENCE_NAMES, categoryName, PRICE_NAMES, PRODUCT_STATUS_NAMES } from '../src/server/marketplace/words.ts'
import {
  editableProductFields,
  findInputName,
  getFieldTexts,
  productFields,
  productFilters,
} from '../src/web/portal/marketplace/fields.tsx'
import {
  audienceLabels,
  priceLabels,
  productCategoryLabels,
  productStatusLooks,
} from '../src/web/portal/marketplace/model.ts'

const WHERE = 'Declare it in src/web/portal/marketplace/fields.tsx.'

test('every field of a product has its place on the screens', () => {
  // Ids, versions and derived fields are not shown. The price is declared as the field that users edit.
  const unseen = ['id', 'version', 'can', 'currency', 'publishedAt', 'createdAt', 'priceCents']
  const all = new Set([...Object.keys(CatalogueRow.shape), ...Object.keys(CatalogueProduct.shape), 'price'])
  expect(Object.keys(productFields).sort(), WHERE).toEqual([...all].filter((key) => !unseen.includes(key)).sort())
  const inputs = editableProductFields.flatMap(({ key, edit }) => (edit.once ? [] : [edit.input ?? key]))
  expect(inputs.sort(), WHERE).toEqual(Object.keys(ProductContent.shape).sort())
  for (const input of inputs) expect(findInputName(input)).toBeTruthy()
  expect(new Set(editableProductFields.map(({ edit }) => edit.row)).size).toBe(editableProductFields.length)
})

test('the form accepts the same values as the API', () => {
  const lists = ['steps', 'needs', 'included', 'limits', 'integrations']
  const limited = editableProductFields.filter(
    ({ key, edit }) => edit.max !== undefined && !edit.once && key !== 'slug',
  )
  expect(limited.length).toBeGreaterThan(8)
  for (const { key } of limited) {
    const max = getFieldTexts(key).max ?? 0
    const takes = (length: number) => {
      const text = 'x'.repeat(length)
      return ProductContent.shape[key as 'name'].safeParse(lists.includes(key) ? [text] : text).success
    }
    expect([takes(max), takes(max + 1)], key).toEqual([true, false])
  }
})

test('the list has the filters of the API', () => {
  const promised = Object.keys(CatalogueFilter.shape).filter((key) => !['q', 'sort', 'order'].includes(key))
  expect(Object.keys(productFilters).sort(), WHERE).toEqual(promised.sort())
})

test('values have the same names in files and on screens', () => {
  expect(AUDIENCE_NAMES).toEqual(audienceLabels)
  expect(PRICE_NAMES).toEqual(priceLabels)
  expect(PRODUCT_STATUS_NAMES).toEqual(
    Object.fromEntries(Object.entries(productStatusLooks).map(([key, { label }]) => [key, label])),
  )
  for (const [key, label] of Object.entries(productCategoryLabels)) expect(categoryName(key)).toBe(label)
})
