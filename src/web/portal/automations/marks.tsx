import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { cx } from '../../ui/cx.ts'
import { StatusMark } from '../../ui/status.tsx'
import { formatCentsShort } from '../../ui/text/money-text.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import {
  type AutomationRow,
  automationStatusLooks,
  calculateTrend,
  formatPercent,
  type RunStatus,
  runLooks,
  type Status,
} from './model.ts'

/** Shows the status of an automation. */
export function AutomationStatus({ status }: { status: Status }) {
  const { label, ...look } = automationStatusLooks[status]
  return <StatusMark {...look}>{label}</StatusMark>
}

/** Shows the result of a run. */
export function RunMark({ status }: { status: RunStatus }) {
  const { label, ...look } = runLooks[status]
  return <StatusMark {...look}>{label}</StatusMark>
}

/** When the automation last ran, and the result. */
export function LastRun({ of }: { of: Pick<AutomationRow, 'lastRunAt' | 'lastRunStatus'> }) {
  if (!of.lastRunAt || !of.lastRunStatus) return <span className="text-muted">No runs yet</span>
  return (
    // One element, because a flex row would drop the space between separate parts.
    <span>
      <RelativeTime iso={of.lastRunAt} />,{' '}
      <span className={cx(of.lastRunStatus === 'failed' && 'text-bad')}>
        {runLooks[of.lastRunStatus].label.toLowerCase()}
      </span>
    </span>
  )
}

/** Compares a number with the previous 30 days. */
export function Trend({ now, before }: { now: number; before: number }) {
  const trend = calculateTrend(now, before)
  if (!trend) return null
  const Icon = trend.up ? ArrowUpRight : ArrowDownRight
  return (
    <span className="tabular inline-flex items-center gap-0.5 whitespace-nowrap text-muted text-xs" title={trend.words}>
      {/\d/.test(trend.text) && <Icon aria-hidden className="size-3" />}
      <span aria-hidden>{trend.text}</span>
      <span className="sr-only">{trend.words}</span>
    </span>
  )
}

type Of = Pick<AutomationRow, 'last30' | 'before30'> & {
  savedCents: number
  /** Compares the value with the cost. Empty for readers who cannot see invoices. */
  against: string
}

/** The figures of the last 30 days as items of a `dl`: runs, success rate, time and value. */
export const MainFigures = ({ last30, before30, savedCents, against }: Of) => (
  <>
    <Figure
      name="Runs, 30 days"
      value={last30.runs.toLocaleString('en-US')}
      more={<Trend now={last30.runs} before={before30.runs} />}
    />
    <Figure name="Success rate" value={formatPercent(last30.successRate)} />
    <Figure
      name="Time saved"
      value={formatMinutes(last30.minutesSaved)}
      more={<Trend now={last30.minutesSaved} before={before30.minutesSaved} />}
    />
    <Figure
      name="Value vs. cost"
      value={formatCentsShort(savedCents)}
      more={against && <span className="font-normal text-muted text-xs">{against}</span>}
    />
  </>
)

/** A labeled figure in a `dl`. */
export function Figure({ name, value, more }: { name: string; value: ReactNode; more?: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="tabular mt-0.5 flex flex-wrap items-baseline gap-x-1.5 font-medium">
        {value}
        {more}
      </dd>
    </div>
  )
}
