import { Info } from 'lucide-react'
import { Suspense } from 'react'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { lazy } from '../platform/loading/lazy.ts'
import type { Asked, Figure as FigureOf, Report, Section as SectionOf } from './model.ts'
import { CsvButton, ReportTable } from './report-table.tsx'
import { changeOf, formatFigure } from './words.ts'

// Charts load later, because figures are read first.
const ReportChart = lazy(() => import('./report-chart.tsx').then((m) => ({ default: m.ReportChart })))

/** The titles of the sections. */
export const titles: Record<SectionOf['key'], string> = {
  tickets: 'Tickets',
  hours: 'Hours',
  automations: 'Automations',
  projects: 'Projects',
  companies: 'Companies',
  workload: 'Workload',
  revenue: 'Revenue',
}
const tones = { good: 'text-good', bad: 'text-bad', none: 'text-muted' }

interface SectionProps {
  section: SectionOf
  report: Report
  asked: Asked
  /** Returns the address that a table row links to. */
  hrefOf: (table: SectionOf['tables'][number]['key'], id: string) => string | undefined
}

/** A section of a report: figures with explanations, charts over time, and tables. */
export function Section({ section, report, asked, hrefOf }: SectionProps) {
  // A single bar says no more than the figure.
  const overTime = section.tables.filter(
    (t) => (t.key.endsWith('.byTime') || t.key === 'revenue.byMonth') && t.rows.length > 1,
  )
  const others = section.tables.filter((t) => !overTime.includes(t))
  return (
    <section aria-labelledby={`section-${section.key}`} className="flex min-w-0 flex-col gap-8">
      <h2 id={`section-${section.key}`} className="sr-only">
        {titles[section.key]}
      </h2>
      {section.figures.length > 0 && (
        <dl className="grid grid-cols-2 items-start gap-x-4 gap-y-5 md:grid-cols-3 xl:grid-cols-4">
          {section.figures.map((f) => (
            <Figure key={f.key} figure={f} report={report} />
          ))}
        </dl>
      )}
      {section.notes.map((note) => (
        <p key={note} className="max-w-prose text-muted text-sm">
          {note}
        </p>
      ))}
      {overTime.map((t) => (
        <div key={t.key}>
          <div className="mb-3 flex min-h-9 items-center justify-between gap-4">
            <h3 className="font-medium text-sm">{report.headings[t.key]?.title}</h3>
            <CsvButton table={t} report={report} asked={asked} />
          </div>
          <Suspense fallback={<Skeleton className="h-60" />}>
            <ReportChart table={t} report={report} />
          </Suspense>
        </div>
      ))}
      {others.map((t) => (
        <ReportTable key={t.key} table={t} report={report} asked={asked} hrefOf={(id) => hrefOf(t.key, id)} />
      ))}
    </section>
  )
}

/** A figure, its change from the previous period, and how it is calculated. */
function Figure({ figure: { key, value, before }, report }: { figure: FigureOf; report: Report }) {
  const of = report.definitions[key]
  if (!of) return null
  const name = report.before?.name
  const change = changeOf(of, value, before)
  return (
    <div className="min-w-0 border-line border-l pl-3">
      <dt className="text-xs">
        <details>
          <summary className="inline-flex min-h-6 cursor-pointer items-center gap-1.5 rounded-sm text-muted hover:text-text max-md:min-h-11">
            {of.name}
            <Info aria-hidden className="size-3.5 shrink-0" />
            <span className="sr-only">: what it means</span>
          </summary>
          <p className="mt-1 mb-2 text-muted">{of.means}</p>
        </details>
      </dt>
      <dd>
        <span className="tabular block font-semibold text-lg">{formatFigure(of, value)}</span>
        {change && (
          <span
            className={cx('tabular block text-xs', tones[change.tone])}
            title={name && `${formatFigure(of, before)} in ${name}`}
          >
            {change.text}
          </span>
        )}
      </dd>
    </div>
  )
}
