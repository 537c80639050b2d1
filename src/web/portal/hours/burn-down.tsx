import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatHoursMinutes, formatMinutes } from '../../../contract/plain/durations.ts'
import { ChartArea } from '../../ui/charts/chart-area.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isSettled } from '../platform/data/is-settled.ts'
import { blocksOptions, type HoursOf, seriesOptions } from './hours-queries.ts'
import { countDaysTo, describeMethod, formatHoursDay, fromDayNumber, toDayNumber } from './words.ts'

const DAYS = 90
const LEAST_DAYS = 7
const MOST_DAYS = 366
/** The maximum length of the forecast, relative to the days shown. */
const AHEAD = 0.75

interface BurnDownProps {
  of: HoursOf
  /** Called when the height of the chart is known. */
  onKnown: () => void
}

/** Charts the balance by day, with a forecast. */
export function BurnDown({ of, onKnown }: BurnDownProps) {
  const [range, setRange] = useState<'days' | 'since'>('days')
  const blocks = useQuery(blocksOptions(of, false))
  const last = blocks.data?.items
    .map((b) => b.activatedAt)
    .filter((at) => at !== null)
    .toSorted()
    .at(-1)
  const since = last ? Math.min(MOST_DAYS, Math.max(LEAST_DAYS, 1 - countDaysTo(last.slice(0, 10)))) : undefined
  const days = range === 'since' && since ? since : DAYS
  const series = useQuery({ ...seriesOptions(of, days), placeholderData: (before) => before })
  const { data, isPending } = series
  const known = isSettled(series) && isSettled(blocks)
  useEffect(() => {
    if (known) onKnown()
  }, [known, onKnown])
  const points = data?.items.map((d) => ({ x: toDayNumber(d.day), y: d.balance })) ?? []
  const end = points.at(-1)
  return (
    <section aria-labelledby="burn-down" className="flex min-w-0 flex-col">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id="burn-down" className="font-medium">
            Hours left by day
          </h2>
          <p className="mt-0.5 min-h-4 text-muted text-xs">{data && describeMethod(data.forecast)}</p>
        </div>
        {blocks.isPending && <Skeleton className="h-9 w-64 max-md:h-11 max-sm:w-full" />}
        {since && (
          <Segmented
            label="Period"
            value={range}
            onChange={setRange}
            options={[
              { value: 'days', label: '90 days' },
              { value: 'since', label: 'Since last purchase' },
            ]}
            className="max-sm:w-full"
          />
        )}
      </div>
      {isPending && <Skeleton className="h-56 rounded-md" />}
      {end && (
        <ChartArea
          label="Hours left by day"
          summary={`${formatMinutes(points[0]?.y ?? 0)} on ${formatHoursDay(fromDayNumber(points[0]?.x ?? 0))}, ${formatMinutes(end.y)} now.`}
          points={points}
          {...aheadOf(end, data?.forecast.runsOutOn ?? null, points.length)}
          valueText={formatMinutes}
          axisText={formatHoursMinutes}
          cellText={formatHoursMinutes}
          placeText={(x) => formatHoursDay(fromDayNumber(x))}
          unit={60}
          columns={['Day', 'Hours left']}
        />
      )}
    </section>
  )
}

/** Returns the forecast line, up to the day the hours run out or as far as the chart has room. */
function aheadOf(end: { x: number; y: number }, runsOutOn: string | null, shown: number) {
  if (!runsOutOn || end.y <= 0) return {}
  const out = toDayNumber(runsOutOn)
  const room = end.x + Math.max(14, Math.round(shown * AHEAD))
  if (out <= end.x) return {}
  if (out <= room) return { ahead: [{ x: out, y: 0 }], aheadLabel: `Forecast: used up ${formatHoursDay(runsOutOn)}` }
  return {
    aheadLabel: `Forecast: used up ${formatHoursDay(runsOutOn)}`,
    ahead: [{ x: room, y: Math.round(end.y * (1 - (room - end.x) / (out - end.x))) }],
  }
}
