import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Report, Table } from './model.ts'
import { ReportChart } from './report-chart.tsx'

test('a day on which more hours were returned than used is negative in the table and has no bar', () => {
  const columns: Table['columns'] = ['hours.drawn', 'hours.added']
  const table: Table = {
    key: 'hours.byTime',
    columns,
    rows: [
      { id: '2026-11-02', name: 'Nov 2', values: [120, 0] },
      { id: '2026-11-03', name: 'Nov 3', values: [-90, 0] },
    ],
  }
  const report = {
    definitions: {
      'hours.drawn': { name: 'Hours used', means: '', unit: 'minutes' },
      'hours.added': { name: 'Hours added', means: '', unit: 'minutes' },
    },
    headings: { 'hours.byTime': { title: 'Hours over time', first: 'Time' } },
    period: { from: '2026-11-02', to: '2026-11-03', name: 'Nov 2–3, 2026' },
  } as unknown as Report
  const html = renderToStaticMarkup(<ReportChart table={table} report={report} />)
  const cells = [...html.matchAll(/<td[^>]*>([^<]*)</g)].map(([, text]) => text)
  // The last day comes first.
  expect(cells).toEqual(['−1:30', '0:00', '2:00', '0:00'])
  expect(html).toContain('Hours used: 30 min')
  expect(html).not.toMatch(/height="-/)
})
