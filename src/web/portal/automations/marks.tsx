import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { showMinutes } from '../../ui/minutes-text.ts'
import { shortCents } from '../../ui/money-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusMark } from '../../ui/status.tsx'
import {
  type AutomationRow,
  percentText,
  type RunStatus,
  runLooks,
  type Status,
  statusLooks,
  trendOf,
} from './model.ts'

/** The status of an automation. */
export function AutomationStatus({ status }: { status: Status }) {
  const { label, ...look } = statusLooks[status]
  return <StatusMark {...look}>{label}</StatusMark>
}

/** How a run went. */
export function RunMark({ status }: { status: RunStatus }) {
  const { label, ...look } = runLooks[status]
  return <StatusMark {...look}>{label}</StatusMark>
}

/** When it last ran, and how that went. */
export function LastRun({ of }: { of: Pick<AutomationRow, 'lastRunAt' | 'lastRunStatus'> }) {
  if (!of.lastRunAt || !of.lastRunStatus) return <span className="text-muted">No run yet</span>
  return (
    // One piece: between the parts of a row that flexes, the blank would be lost.
    <span>
      <RelativeTime iso={of.lastRunAt} />,{' '}
      <span className={cx(of.lastRunStatus === 'failed' && 'text-bad')}>
        {runLooks[of.lastRunStatus].label.toLowerCase()}
      </span>
    </span>
  )
}

/** How a number stands to the 30 days before. */
export function Trend({ now, before }: { now: number; before: number }) {
  const trend = trendOf(now, before)
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
  savedCents: number /** What the worth is held against. */
  against: string
}

/** The figures of 30 days, for a `dl`: runs, success, time, worth. */
export const MainFigures = ({ last30, before30, savedCents, against }: Of) => (
  <>
    <Figure
      name="Runs, 30 days"
      value={last30.runs.toLocaleString('en-US')}
      more={<Trend now={last30.runs} before={before30.runs} />}
    />
    <Figure name="Success rate" value={percentText(last30.successRate)} />
    <Figure
      name="Time saved"
      value={showMinutes(last30.minutesSaved)}
      more={<Trend now={last30.minutesSaved} before={before30.minutesSaved} />}
    />
    <Figure
      name="Worth, against price"
      value={shortCents(savedCents)}
      more={<span className="font-normal text-muted text-xs">{against}</span>}
    />
  </>
)

/** A figure under its name. */
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
