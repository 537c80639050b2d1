import { CircleAlert, Copy, Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { TimeInput } from '../../ui/forms/time-input.tsx'
import { formatHoursRange, weekDays } from '../../ui/text/week-hours.ts'
import type { Day, Period, Week } from './model.ts'
import { findPeriodsProblem } from './target-text.ts'

const MOST = 6
const next = (periods: readonly Period[]): Period => {
  const last = periods.at(-1)?.to
  if (!last || last >= '23:00') return { from: '09:00', to: '17:00' }
  const at = (hour: number) => `${String(Math.min(hour, 24)).padStart(2, '0')}:00`
  const hour = Number(last.slice(0, 2)) + 1
  return { from: at(hour), to: at(hour + 4) }
}

/** Edits when the calendar is open per weekday. A period that ends at or before its start ends on the next day. */
export function WeekEditor({
  value,
  onChange,
  errors,
}: {
  value: Week
  onChange: (week: Week) => void
  errors: Partial<Record<Day, string>>
}) {
  const id = useId()
  return (
    <ul className="divide-y divide-line rounded-md border border-line bg-surface">
      {weekDays.map(({ day, label }) => (
        <li
          key={day}
          aria-labelledby={`${id}-${day}`}
          className="grid items-start gap-x-4 gap-y-2 px-3.5 py-2.5 sm:grid-cols-[6rem_minmax(0,1fr)_auto]"
        >
          <span id={`${id}-${day}`} className="font-medium text-sm leading-9">
            {label}
          </span>
          <div>
            <Periods
              name={label}
              value={value[day]}
              closed="Closed"
              error={errors[day]}
              onChange={(periods) => onChange({ ...value, [day]: periods })}
            />
          </div>
          <div className="flex gap-1 sm:h-9 sm:items-center">
            {value[day].length < MOST && (
              <Button
                size="sm"
                variant="ghost"
                icon={<Plus aria-hidden className="size-3.5" />}
                onClick={() => onChange({ ...value, [day]: [...value[day], next(value[day])] })}
              >
                Add<span className="sr-only"> hours on {label}</span>
              </Button>
            )}
            {value[day].length > 0 && (
              <Button
                size="sm"
                variant="ghost"
                icon={<Copy aria-hidden className="size-3.5" />}
                onClick={() => {
                  const copy = () => value[day].map((p) => ({ ...p }))
                  onChange({ ...value, mon: copy(), tue: copy(), wed: copy(), thu: copy(), fri: copy() })
                }}
              >
                <span>
                  Copy<span className="sr-only"> {label}</span> to weekdays
                </span>
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Edits the periods of one day. */
export function Periods({
  name,
  value,
  closed,
  error,
  onChange,
}: {
  name: string
  value: readonly Period[]
  /** Shown if there are no periods. */
  closed: string
  error: string | undefined
  onChange: (periods: Period[]) => void
}) {
  const problem = findPeriodsProblem(value) ?? error
  const set = (index: number, more: Partial<Period>) =>
    onChange(value.map((p, i) => (i === index ? { ...p, ...more } : p)))
  return (
    <div className="flex flex-col gap-2">
      {value.length === 0 && <span className="text-muted text-sm leading-9">{closed}</span>}
      {value.map((period, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a period has no id other than its index
        <div key={index} className="flex flex-wrap items-center gap-2">
          <TimeInput
            className="w-26!"
            label={`${name}, opens`}
            value={period.from}
            invalid={Boolean(problem)}
            onChange={(from) => set(index, { from })}
          />
          <span aria-hidden className="text-muted">
            –
          </span>
          <TimeInput
            className="w-26!"
            label={`${name}, closes`}
            // The end of the day is stored as 24:00, but a time input only knows 00:00.
            value={period.to === '24:00' ? '00:00' : period.to}
            invalid={Boolean(problem)}
            onChange={(to) => set(index, { to: to === '00:00' ? '24:00' : to })}
          />
          <IconButton
            size="sm"
            label={`Remove ${formatHoursRange(period)}, ${name}`}
            icon={<X aria-hidden className="size-4" />}
            onClick={() => onChange(value.filter((_, i) => i !== index))}
          />
          {period.to < period.from && <span className="text-muted text-xs">next day</span>}
        </div>
      ))}
      {problem && (
        <p role="alert" className="flex gap-1.5 text-bad text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {problem}
        </p>
      )}
    </div>
  )
}
