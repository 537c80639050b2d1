import { expect, test } from 'vitest'
import { buildRevenueCsv, fetchLiability, listCompanyFigures } from './revenue-figures.ts'

const money = (id: string, name: string, invoicedCents: number) => ({
  company: { id, name },
  invoicedCents,
  paidCents: 0,
  refundedCents: 0,
  openCents: invoicedCents,
  overdueCents: 0,
})
const hours = (id: string, name: string, remaining: number) =>
  ({
    company: { id, name },
    sold: 600,
    drawn: 600 - remaining,
    expired: 0,
    remaining,
    remainingCents: remaining * 10,
  }) as never

test('lists each company with revenue, hours or both once, highest invoiced amount first', () => {
  const rows = listCompanyFigures(
    [money('a', 'A', 100), money('b', 'B', 900)],
    [hours('a', 'A', 60), hours('c', 'C', 30)],
  )
  expect(rows.map((r) => [r.company.name, r.invoicedCents, r.remaining])).toEqual([
    ['B', 900, 0],
    ['A', 100, 60],
    ['C', 0, 30],
  ])
})
test('fetches the hours of all companies, page by page', async () => {
  const total = { sold: 1_800 } as never
  const pages = [
    { items: [hours('a', 'A', 60)], nextCursor: 'b', total },
    { items: [hours('b', 'B', 30)], nextCursor: 'c', total },
    { items: [hours('c', 'C', 10)], nextCursor: null, total },
  ]
  const read = async ({ cursor }: { cursor?: string | undefined }) =>
    pages[cursor === undefined ? 0 : cursor === 'b' ? 1 : 2] as (typeof pages)[number]
  const found = await fetchLiability(read)
  expect(found.items.map((h) => h.remaining)).toEqual([60, 30, 10])
  expect(found.total).toBe(total)
})
test('prefixes a company name that a spreadsheet would read as a formula', () => {
  const csv = buildRevenueCsv({ months: [] }, listCompanyFigures([money('a', '=HYPERLINK("x"),1', 12_345)], []))
  expect(csv).toContain(`"'=HYPERLINK(""x""),1",123.45,0.00`)
})
