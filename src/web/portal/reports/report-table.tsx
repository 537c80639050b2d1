import { Download } from 'lucide-react'
import { Anchor } from '../../ui/anchor.tsx'
import { Button } from '../../ui/button.tsx'
import { useOnDemand } from '../platform/loading/on-demand.tsx'
import type { Asked, Report, Table } from './model.ts'
import { formatFigureCell, nameColumn } from './words.ts'

const load = () => import('../lists/export-csv.ts')
/** Number of rows shown before the user asks for all. */
const SHOWN = 12
const COUNT = { unit: 'count' } as const

/** Exports one table with all its columns as CSV. */
export function CsvButton({ table, report, asked }: { table: Table; report: Report; asked: Asked }) {
  const { get, pending } = useOnDemand(load)
  const title = report.headings[table.key]?.title
  const query = new URLSearchParams({ table: table.key })
  for (const key of ['company', 'client', 'from', 'to'] as const) if (asked[key]) query.set(key, asked[key])
  return (
    <Button
      size="sm"
      variant="ghost"
      pending={pending}
      icon={<Download aria-hidden className="size-4" />}
      aria-label={`Export “${title}” as CSV`}
      onClick={async () => {
        const loaded = await get()
        await loaded?.exportCsv(
          `/reports.csv?${query}`,
          `report ${table.key.replace('.', ' ')}`.toLowerCase(),
          () => {},
        )
      }}
    >
      CSV
    </Button>
  )
}

interface ReportTableProps {
  table: Table
  report: Report
  asked: Asked
  /** Returns the address that a row links to, or undefined. */
  hrefOf: (id: string) => string | undefined
}

/** A table of a report. On phones each row becomes a small list, so that nothing scrolls sideways. */
export function ReportTable({ table, report, asked, hrefOf }: ReportTableProps) {
  const title = report.headings[table.key]?.title
  const most = Math.max(0, ...table.rows.map((r) => r.values[0] ?? 0))
  const [shown, rest] = [table.rows.slice(0, SHOWN), table.rows.slice(SHOWN)]
  const body = (rows: Table['rows']) => <Rows table={table} report={report} rows={rows} most={most} hrefOf={hrefOf} />
  return (
    <section aria-label={title} className="min-w-0">
      <div className="mb-2 flex min-h-9 items-center justify-between gap-4">
        <h3 className="font-medium text-sm">{title}</h3>
        <CsvButton table={table} report={report} asked={asked} />
      </div>
      {table.rows.length === 0 ? (
        <p className="rounded-md border border-line px-4 py-6 text-center text-muted text-sm">
          No data for this period. Choose a longer period above.
        </p>
      ) : (
        <div className="overflow-hidden rounded-md border border-line">
          {body(shown)}
          {rest.length > 0 && (
            <details className="border-line border-t">
              <summary className="flex min-h-11 cursor-pointer items-center px-3 text-muted text-xs hover:text-text">
                {rest.length === 1 ? 'Show 1 more row' : `Show ${rest.length} more rows`}
              </summary>
              {body(rest)}
            </details>
          )}
        </div>
      )}
      <Meanings table={table} report={report} />
    </section>
  )
}

function Rows({
  table,
  report,
  rows,
  most,
  hrefOf,
}: {
  table: Table
  report: Report
  rows: Table['rows']
  most: number
  hrefOf: ReportTableProps['hrefOf']
}) {
  const { first, title } = report.headings[table.key] ?? {}
  const name = (row: Table['rows'][number]) => {
    const href = row.id ? hrefOf(row.id) : undefined
    return href ? (
      <Anchor
        href={href}
        className="block truncate rounded-sm underline decoration-line underline-offset-3 hover:decoration-accent max-md:min-h-6"
      >
        <bdi>{row.name}</bdi>
      </Anchor>
    ) : (
      <bdi className="block truncate">{row.name}</bdi>
    )
  }
  return (
    <>
      <table className="w-full text-sm max-md:hidden">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-line border-b bg-surface text-muted text-xs">
            <th scope="col" className="px-3 py-2 text-left font-medium">
              {first}
            </th>
            {table.columns.map((c) => (
              <th key={c} scope="col" className="text-balance px-3 py-2 text-right font-medium">
                {nameColumn(report.definitions[c])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id ?? row.name} className="border-line border-t first:border-t-0">
              <th scope="row" className="w-[30%] max-w-64 px-3 py-2 text-left font-normal">
                {name(row)}
                <svg
                  aria-hidden="true"
                  viewBox="0 0 100 2"
                  preserveAspectRatio="none"
                  className="mt-1 block h-0.5 w-full"
                >
                  <rect
                    width={most > 0 ? (Math.max(0, row.values[0] ?? 0) / most) * 100 : 0}
                    height="2"
                    className="fill-accent/60"
                  />
                </svg>
              </th>
              {row.values.map((v, i) => {
                const key = table.columns[i]
                return key ? (
                  <td key={key} className="tabular px-3 py-2 text-right">
                    {formatFigureCell(report.definitions[key] ?? COUNT, v)}
                  </td>
                ) : null
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="md:hidden">
        {rows.map((row) => (
          <li key={row.id ?? row.name} className="border-line border-t px-4 py-3 text-sm first:border-t-0">
            <span className="font-medium">{name(row)}</span>
            <dl className="tabular mt-1.5 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-xs">
              {table.columns.map((c, i) => (
                <div key={c} className="contents">
                  <dt className="text-muted">{nameColumn(report.definitions[c])}</dt>
                  <dd className="text-end">
                    {formatFigureCell(report.definitions[c] ?? COUNT, row.values[i] ?? null)}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Explains how each column is calculated. */
function Meanings({ table, report }: { table: Table; report: Report }) {
  return (
    <details className="mt-1">
      <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-sm text-muted text-xs hover:text-text max-md:min-h-11">
        Column definitions
      </summary>
      <dl className="mt-1 grid max-w-3xl gap-2 text-xs">
        {table.columns.map((c) => (
          <div key={c}>
            <dt className="font-medium">{report.definitions[c]?.name}</dt>
            <dd className="text-muted">{report.definitions[c]?.means}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
