import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { FilterBar } from './filter-bar.tsx'
import type { Report } from './model.ts'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['America/New_York', { from: '2026-02-01', to: '2026-02-28' }],
  ['Pacific/Kiritimati', { from: '2026-03-01', to: '2026-03-31' }],
])('the last month is that of a report in %s, whatever the time zone of the device', (timeZone, asked) => {
  // In New York it is still March.
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-04-01T03:00:00Z'))
  const html = renderToStaticMarkup(<FilterBar asked={asked} change={() => {}} staff report={{ timeZone } as Report} />)
  expect(html).toMatch(/<option value="last-month" selected="">/)
})
