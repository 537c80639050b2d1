import { CircleAlert, Copy, Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { TimeInput } from '../../ui/forms/time-input.tsx'
import { weekDays } from '../../ui/text/week-hours.ts'
import { copyToWorkingDays, findHoursProblem, getDefaultHours, MOST_RANGES, suggestRange } from './hours.ts'
import type { BusinessHours, Day } from './model.ts'

interface HoursEditorProps {
  /** Null means the provider's default hours. */
  value: BusinessHours | null
  onChange: (value: BusinessHours | null) => void
  /** Server errors by day. */
  errors?: Partial<Record<Day, string>>
}

/** Edits when a company works: the provider's default hours, or ranges per weekday. */
export function HoursEditor({ value, onChange, errors = {} }: HoursEditorProps) {
  const id = useId()
  const set = (day: Day, ranges: BusinessHours[Day]) => value && onChange({ ...value, [day]: ranges })
  return (
    <div className="flex flex-col gap-4">
      <Segmented
        label="Business hours"
        value={value ? 'own' : 'usual'}
        onChange={(which) => onChange(which === 'own' ? getDefaultHours() : null)}
        options={[
          { value: 'usual', label: 'Default hours' },
          { value: 'own', label: 'Custom hours' },
        ]}
        className="max-sm:w-full sm:self-start"
      />
      {value === null ? (
        <p className="text-muted text-sm">
          Your team uses our default business hours. Choose custom hours if yours differ.
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line bg-surface">
          {weekDays.map(({ day, label }) => {
            const ranges = value[day]
            const problem = findHoursProblem(ranges) ?? errors[day]
            return (
              <li
                key={day}
                aria-labelledby={`${id}-${day}`}
                className="grid items-start gap-x-4 gap-y-2 px-3.5 py-2.5 sm:grid-cols-[6rem_minmax(0,1fr)_13rem]"
              >
                <span id={`${id}-${day}`} className="font-medium text-sm leading-9">
                  {label}
                </span>
                <div className="flex flex-col gap-2">
                  {ranges.length === 0 && <span className="text-muted text-sm leading-9">Closed</span>}
                  {ranges.map((range, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a range has no id other than its index
                    <div key={index} className="flex min-w-0 items-center gap-2">
                      <TimeInput
                        className="w-28! min-w-0"
                        label={`${label}, opens`}
                        value={range.from}
                        invalid={Boolean(problem)}
                        onChange={(from) => set(day, ranges.with(index, { ...range, from }))}
                      />
                      <span aria-hidden className="text-muted">
                        –
                      </span>
                      <TimeInput
                        className="w-28! min-w-0"
                        label={`${label}, closes`}
                        // The end of the day is stored as 24:00, but a time input only knows 00:00.
                        value={range.to === '24:00' ? '00:00' : range.to}
                        invalid={Boolean(problem)}
                        onChange={(to) => set(day, ranges.with(index, { ...range, to: to === '00:00' ? '24:00' : to }))}
                      />
                      <IconButton
                        size="sm"
                        label={`Remove ${range.from} to ${range.to} on ${label}`}
                        icon={<X aria-hidden className="size-4" />}
                        onClick={() => set(day, ranges.toSpliced(index, 1))}
                      />
                    </div>
                  ))}
                  {problem && (
                    <p role="alert" className="flex gap-1.5 text-bad text-sm">
                      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
                      {problem}
                    </p>
                  )}
                </div>
                <div className="flex gap-1 sm:h-9 sm:items-center">
                  {ranges.length < MOST_RANGES && (
                    <Button
                      size="sm"
                      variant="ghost"
                      icon={<Plus aria-hidden className="size-3.5" />}
                      onClick={() => set(day, [...ranges, suggestRange(ranges)])}
                    >
                      Add<span className="sr-only"> hours on {label}</span>
                    </Button>
                  )}
                  {ranges.length > 0 && (
                    <Button
                      size="sm"
                      variant="ghost"
                      icon={<Copy aria-hidden className="size-3.5" />}
                      onClick={() => onChange(copyToWorkingDays(value, day))}
                    >
                      <span>
                        Copy<span className="sr-only"> {label}</span> to weekdays
                      </span>
                    </Button>
                  )}
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
