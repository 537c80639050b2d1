import { ChartBars } from '../../ui/charts/chart-bars.tsx'
import type { Report, Table } from './model.ts'
import { formatFigure, formatFigureCell, formatFigureShort, thinOutNames } from './words.ts'

/** The columns that each chart shows. The table behind it shows the same, and the CSV has every column. */
const DRAWN: Partial<Record<Table['key'], Table['columns']>> = {
  'tickets.byTime': ['tickets.opened', 'tickets.resolved'],
  'hours.byTime': ['hours.drawn', 'hours.added'],
  'automations.byTime': ['automations.succeeded', 'automations.failed'],
  'revenue.byMonth': ['revenue.invoiced', 'revenue.paid'],
}

/** Charts a table over time, with the data as a table. */
export function ReportChart({ table, report }: { table: Table; report: Report }) {
  const { definitions, headings, period } = report
  const keys = (DRAWN[table.key] ?? []).filter((k) => table.columns.includes(k))
  const of = keys.flatMap((k) => definitions[k] ?? [])
  const [first] = of
  const heading = headings[table.key]
  if (!first || !heading) return null
  const at = keys.map((k) => table.columns.indexOf(k))
  const names = thinOutNames(table.rows)
  const sums = keys.map((_, n) => {
    const sum = table.rows.reduce((s, r) => s + (r.values[at[n] ?? 0] ?? 0), 0)
    return `${of[n]?.name}: ${formatFigure(first, sum)}`
  })
  return (
    <ChartBars
      label={`${heading.title}, ${period.name}`}
      summary={`${sums.join(', ')}.`}
      series={of.map((d) => d.name)}
      bad={keys[1] === 'automations.failed'}
      places={table.rows.map((r, i) => ({
        key: r.id ?? r.name,
        name: r.name,
        short: names[i] ?? '',
        values: at.map((c) => r.values[c] ?? 0),
      }))}
      valueText={(v) => formatFigure(first, v)}
      axisText={(v) => formatFigureShort(first, v)}
      cellText={(v) => formatFigureCell(first, v)}
      placeHead={heading.first}
    />
  )
}
