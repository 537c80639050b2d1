import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Report, Table } from './model.ts'
import { ReportTable } from './report-table.tsx'

test('a row with more hours returned than used is negative and has no bar', () => {
  const key = 'hours.byCategory'
  const columns: Table['columns'] = ['hours.drawn']
  const table: Table = {
    key,
    columns,
    rows: [
      { id: null, name: 'Licenses', values: [120] },
      { id: null, name: 'Devices', values: [-90] },
    ],
  }
  const report = {
    definitions: { 'hours.drawn': { name: 'Hours used', means: '', unit: 'minutes' } },
    headings: { [key]: { title: 'Hours by category', first: 'Category' } },
  } as unknown as Report
  const html = renderToStaticMarkup(<ReportTable table={table} report={report} asked={{}} hrefOf={() => undefined} />)
  expect(html).toContain('−1:30')
  expect([...html.matchAll(/<rect width="([^"]*)"/g)].map(([, width]) => width)).toEqual(['100', '0'])
})
