import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatHoursMinutes, formatMinutes } from '../../../../contract/plain/durations.ts'
import { nameTimeZone } from '../../../../contract/plain/time-zone.ts'
import { ChartBars } from '../../../ui/charts/chart-bars.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Segmented } from '../../../ui/forms/segmented.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { parseFailure } from '../../platform/data/api.ts'
import { daysOptions } from '../automation-queries.ts'
import { listPlaces, RANGES, type Range } from '../model.ts'

const count = (n: number) => n.toLocaleString('en-US')
const heads: Record<Range, string> = { days: 'Day', weeks: 'Week', months: 'Month' }

/** Charts an automation's runs or minutes saved by day, week or month. */
export function DayChart({ id, name }: { id: string; name: string }) {
  const [range, setRange] = useState<Range>('days')
  const [what, setWhat] = useState<'runs' | 'minutes'>('runs')
  const { data, error, isFetching, refetch } = useQuery({
    ...daysOptions(id, RANGES[range]),
    placeholderData: keepPreviousData,
  })
  const places = data ? listPlaces(data.items, range) : []
  const runs = what === 'runs'
  const sum = (of: (p: (typeof places)[number]) => number) => places.reduce((total, p) => total + of(p), 0)
  return (
    <section aria-labelledby="by-day" className="rounded-md border border-line bg-surface p-4">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id="by-day" className="font-medium">
            {runs ? 'Runs' : 'Time saved'} {range === 'days' ? 'by day' : range === 'weeks' ? 'by week' : 'by month'}
          </h2>
          <p className="mt-0.5 min-h-4 text-muted text-xs">{data && `Dates are in ${nameTimeZone(data.timeZone)}`}</p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          <Segmented
            label="Figure"
            value={what}
            onChange={setWhat}
            options={[
              { value: 'runs', label: 'Runs' },
              { value: 'minutes', label: 'Time saved' },
            ]}
            className="max-sm:w-full"
          />
          <Segmented
            label="Period"
            value={range}
            onChange={setRange}
            options={[
              { value: 'days', label: '30 days' },
              { value: 'weeks', label: '13 weeks' },
              { value: 'months', label: '12 months' },
            ]}
            className="max-sm:w-full"
          />
        </div>
      </div>
      {data ? (
        <ChartBars
          label={runs ? `Runs of ${name}` : `Time saved by ${name}`}
          summary={
            runs
              ? `${count(sum((p) => p.succeeded))} succeeded and ${count(sum((p) => p.failed))} failed in total.`
              : `${formatMinutes(sum((p) => p.minutes))} in total.`
          }
          series={runs ? ['Succeeded', 'Failed'] : ['Time saved']}
          bad={runs}
          places={places.map((p) => ({
            key: p.key,
            name: p.name,
            short: p.short,
            values: runs ? [p.succeeded, p.failed] : [p.minutes],
          }))}
          valueText={runs ? count : formatMinutes}
          axisText={runs ? count : formatHoursMinutes}
          cellText={runs ? count : formatHoursMinutes}
          placeHead={heads[range]}
        />
      ) : error ? (
        <ErrorState
          title="Couldn’t load the chart"
          message={parseFailure(error)?.message ?? 'Check your connection and try again.'}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Skeleton className="h-71 max-md:h-76" />
      )}
    </section>
  )
}
