import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/forms/field.tsx'
import { type FieldErrors, findErrorsBelow } from '../platform/data/use-sending.ts'
import type { Holiday } from './model.ts'
import { formatHoliday } from './target-text.ts'
import { Periods } from './week-editor.tsx'

/** Edits the days that differ from their weekday: closed, or open at other times. */
export function HolidayEditor({
  value,
  onChange,
  errors,
}: {
  value: Holiday[]
  onChange: (holidays: Holiday[]) => void
  errors: FieldErrors
}) {
  const id = useId()
  const set = (index: number, more: Partial<Holiday>) =>
    onChange(value.map((h, i) => (i === index ? { ...h, ...more } : h)))
  return (
    <div className="flex flex-col gap-3">
      {value.length > 0 && (
        <ul aria-label="Holidays" className="divide-y divide-line rounded-md border border-line bg-surface">
          {value.map((holiday, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: neither date nor name is unique while they are typed
              key={`${id}${index}`}
              className="grid items-start gap-3 px-3.5 py-3 sm:grid-cols-[10rem_minmax(0,1fr)_minmax(0,1.2fr)_auto]"
            >
              <Field label="Date" error={errors[`holidays.${index}.date`]}>
                <TextInput
                  type="date"
                  value={holiday.date}
                  onChange={(event) => set(index, { date: event.currentTarget.value })}
                  className="[color-scheme:dark]"
                />
              </Field>
              <Field label="Name" error={errors[`holidays.${index}.name`]}>
                <TextInput
                  value={holiday.name}
                  maxLength={100}
                  placeholder="Thanksgiving"
                  onChange={(event) => set(index, { name: event.currentTarget.value })}
                />
              </Field>
              <div className="flex flex-col gap-1.5">
                <span className="font-medium text-sm">Open hours</span>
                <div className="flex flex-wrap items-center gap-x-3">
                  <Periods
                    name={holiday.name || (holiday.date ? formatHoliday(holiday.date) : 'Holiday')}
                    value={holiday.hours}
                    closed="Closed all day"
                    error={findErrorsBelow(errors, `holidays.${index}.hours`)}
                    onChange={(hours) => set(index, { hours })}
                  />
                  {holiday.hours.length === 0 && (
                    <Button
                      size="sm"
                      variant="ghost"
                      icon={<Plus aria-hidden className="size-3.5" />}
                      onClick={() => set(index, { hours: [{ from: '09:00', to: '13:00' }] })}
                    >
                      Half day
                    </Button>
                  )}
                </div>
              </div>
              <IconButton
                size="sm"
                className="sm:mt-7"
                label={`Remove ${holiday.name || 'this holiday'}`}
                icon={<X aria-hidden className="size-4" />}
                onClick={() => onChange(value.filter((_, i) => i !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      <Button
        size="sm"
        className="self-start"
        icon={<Plus aria-hidden className="size-3.5" />}
        onClick={() => onChange([...value, { date: '', name: '', hours: [] }])}
      >
        Add holiday
      </Button>
    </div>
  )
}
