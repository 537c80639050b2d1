import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { formatMonthRange } from '../../../../contract/plain/date-ranges.ts'
import { formatMonth } from '../../../../contract/plain/dates.ts'
import { formatHoursMinutes, formatMinutes } from '../../../../contract/plain/durations.ts'
import { Anchor } from '../../../ui/anchor.tsx'
import { Button } from '../../../ui/button.tsx'
import { getNowDate } from '../../../ui/clock.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field, Select } from '../../../ui/forms/field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { formatCents, formatCentsShort } from '../../../ui/text/money-text.ts'
import { api, client, parseFailure } from '../../platform/data/api.ts'
import { saveFile } from '../../platform/data/upload.ts'
import { useLive } from '../../platform/live/use-live.ts'
import { lazy } from '../../platform/loading/lazy.ts'
import { useAddress } from '../../platform/use-address.ts'
import { revenueOptions } from '../billing-queries.ts'
import type { Revenue } from '../model.ts'
import { buildRevenueCsv, type CompanyFigures, fetchLiability, listCompanyFigures } from './revenue-figures.ts'

const ChartBars = lazy(() => import('../../../ui/charts/chart-bars.tsx').then((m) => ({ default: m.ChartBars })))
const MONTHS = ['6', '12', '24', '36'] as const
const PERIOD = 'months'

/** Query options for hours that are paid but not used yet, of all companies and in total. */
const liabilityOptions = {
  queryKey: [...api.hours.liability.key(), 'all companies'],
  queryFn: () => fetchLiability((input) => client.hours.liability(input)),
  staleTime: 2_000,
}

const short = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const shortMonth = (month: string) => short.format(new Date(`${month}-01T00:00:00Z`))
/** Returns the first month of a period that ends with the current month. */
function since(months: number): string {
  const now = getNowDate()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 1)).toISOString().slice(0, 7)
}

/** Revenue by month and by company, and the unused hours with their value. For administrators. */
export function RevenueView() {
  const [query, set] = useAddress()
  const months = MONTHS.find((m) => m === query.get(PERIOD)) ?? '12'
  const money = useQuery(revenueOptions({ from: since(Number(months)) }))
  const hours = useQuery(liabilityOptions)
  useLive(['billing', 'hours'], () => {
    void money.refetch()
    void hours.refetch()
  })
  const error = money.error ?? hours.error
  const period = (
    <Field label="Period" className="w-44">
      <Select
        value={months}
        onChange={(e) => {
          const { value } = e.currentTarget
          set({ [PERIOD]: value })
        }}
      >
        {MONTHS.map((m) => (
          <option key={m} value={m}>{`Last ${m} months`}</option>
        ))}
      </Select>
    </Field>
  )
  if (!money.data || !hours.data)
    return error ? (
      <ErrorState
        message={parseFailure(error)?.message ?? 'Couldn’t load the revenue figures.'}
        onRetry={() => void Promise.all([money.refetch(), hours.refetch()])}
        retrying={money.isFetching || hours.isFetching}
      />
    ) : (
      <div className="flex flex-col gap-6" aria-busy>
        {period}
        <Skeleton className="h-24" />
        <Skeleton className="h-64" />
      </div>
    )
  const { totals } = money.data
  const { total } = hours.data
  const rows = listCompanyFigures(money.data.companies, hours.data.items)
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        {period}
        <Button
          icon={<Download aria-hidden className="size-4" />}
          onClick={() =>
            saveFile(
              new Blob([buildRevenueCsv(money.data, rows)], { type: 'text/csv' }),
              `revenue-${money.data.from}-${money.data.to}.csv`,
            )
          }
        >
          Export CSV
        </Button>
      </div>
      <Section title="Revenue">
        <Figures>
          <Figure name="Invoiced" value={formatCents(totals.invoicedCents)}>
            {formatMonthRange(`${money.data.from}-01`, `${money.data.to}-01`)}
          </Figure>
          <Figure name="Received" value={formatCents(totals.paidCents)}>
            {totals.refundedCents > 0 ? `${formatCents(totals.refundedCents)} refunded` : 'No refunds'}
          </Figure>
          <Figure name="Open now" value={formatCents(totals.openCents)}>
            All open invoices, from any period
          </Figure>
          <Figure name="Overdue now" value={formatCents(totals.overdueCents)} bad={totals.overdueCents > 0}>
            {totals.overdueCents > 0 ? 'Reminders are sent automatically' : 'No overdue invoices'}
          </Figure>
        </Figures>
        <div className="mt-6">
          <h3 className="mb-3 font-medium">Invoiced and received by month (US dollars)</h3>
          <Suspense fallback={<Skeleton className="h-60" />}>
            <ChartBars
              label="Invoiced and received by month (US dollars)"
              summary={`${formatCents(totals.invoicedCents)} invoiced and ${formatCents(totals.paidCents)} received.`}
              series={['Invoiced', 'Received']}
              places={places(money.data)}
              valueText={formatCents}
              axisText={formatCentsShort}
              placeHead="Month"
            />
          </Suspense>
        </div>
      </Section>
      <Section title="Hours, all time">
        <Figures>
          <Figure name="Sold" value={formatMinutes(total.sold)}>
            {formatCents(total.soldCents)}
          </Figure>
          <Figure name="Used" value={formatMinutes(total.drawn)}>
            {share(total.drawn, total.sold)}
          </Figure>
          <Figure name="Expired" value={formatMinutes(total.expired)}>
            {share(total.expired, total.sold)}
          </Figure>
          <Figure name="Outstanding" value={formatMinutes(total.remaining)}>
            Value {formatCents(total.remainingCents)}
          </Figure>
        </Figures>
      </Section>
      <Section title="By company">
        <Companies rows={rows} />
      </Section>
    </div>
  )
}

const share = (part: number, whole: number) =>
  whole > 0 ? `${Math.round((part * 100) / whole)}% of hours sold` : 'No hours sold'
const places = ({ months }: Revenue) =>
  months.map((m) => ({
    key: m.month,
    name: formatMonth(m.month),
    short: shortMonth(m.month),
    values: [m.invoicedCents, m.paidCents],
  }))

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-3 font-semibold text-base">{title}</h2>
    {children}
  </section>
)
const Figures = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line lg:grid-cols-4">
    {children}
  </dl>
)
function Figure({ name, value, bad, children }: { name: string; value: string; bad?: boolean; children: ReactNode }) {
  return (
    <div className="min-w-0 bg-surface px-4 py-3.5">
      <dt className="text-muted text-xs">{name}</dt>
      <dd>
        <span className={`tabular mt-0.5 block font-semibold text-lg max-md:text-base ${bad ? 'text-bad' : ''}`}>
          {value}
        </span>
        <span className="block text-muted text-xs">{children}</span>
      </dd>
    </div>
  )
}

function Companies({ rows }: { rows: CompanyFigures[] }) {
  if (rows.length === 0) return <p className="text-muted">No sales yet.</p>
  const head = 'px-3 py-2 text-right font-medium first:text-left'
  const cell = 'tabular px-3 py-2.5 text-right'
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <table className="w-full max-md:hidden">
        <thead>
          <tr className="border-line border-b bg-surface text-muted text-xs">
            <th scope="col" className={head}>
              Company
            </th>
            {['Invoiced', 'Received', 'Open', 'Overdue', 'Hours outstanding', 'Value'].map((name) => (
              <th key={name} scope="col" className={head}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((r) => (
            <tr key={r.company.id} className="border-line border-t first:border-t-0">
              <th scope="row" className="max-w-56 px-3 py-2.5 text-left font-normal">
                <CompanyLink row={r} />
              </th>
              <td className={cell}>{formatCents(r.invoicedCents)}</td>
              <td className={cell}>{formatCents(r.paidCents)}</td>
              <td className={cell}>{formatCents(r.openCents)}</td>
              <td className={`${cell} ${r.overdueCents > 0 ? 'text-bad' : ''}`}>{formatCents(r.overdueCents)}</td>
              <td className={cell}>{formatHoursMinutes(r.remaining)}</td>
              <td className={cell}>{formatCents(r.remainingCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="md:hidden">
        {rows.map((r) => (
          <li key={r.company.id} className="border-line border-t px-4 py-3 first:border-t-0">
            <CompanyLink row={r} />
            <dl className="tabular mt-1.5 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-xs [&>dd]:text-end">
              <dt className="text-muted">Invoiced</dt>
              <dd>{formatCents(r.invoicedCents)}</dd>
              <dt className="text-muted">Received</dt>
              <dd>{formatCents(r.paidCents)}</dd>
              <dt className="text-muted">Open</dt>
              <dd>{formatCents(r.openCents)}</dd>
              {r.overdueCents > 0 && (
                <>
                  <dt className="text-muted">Overdue</dt>
                  <dd className="text-bad">{formatCents(r.overdueCents)}</dd>
                </>
              )}
              <dt className="text-muted">Hours outstanding</dt>
              <dd>
                {formatHoursMinutes(r.remaining)}, {formatCents(r.remainingCents)}
              </dd>
            </dl>
          </li>
        ))}
      </ul>
    </div>
  )
}
const CompanyLink = ({ row }: { row: CompanyFigures }) => (
  <Anchor
    href={`/companies/${row.company.id}?tab=billing`}
    className="block truncate rounded-sm font-medium underline decoration-line underline-offset-3 hover:decoration-accent max-md:min-h-6"
  >
    <bdi>{row.company.name}</bdi>
  </Anchor>
)
