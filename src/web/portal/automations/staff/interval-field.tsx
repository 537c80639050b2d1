import { useState } from 'react'
import { Field, Select, TextInput } from '../../../ui/forms/field.tsx'

const UNITS = { minutes: 1, hours: 60, days: 1_440 } as const
type Unit = keyof typeof UNITS
const UNIT_LABELS: Record<Unit, string> = { minutes: 'Minutes', hours: 'Hours', days: 'Days' }
const PRESETS: { minutes: number | null; label: string }[] = [
  { minutes: null, label: 'No schedule' },
  { minutes: 15, label: 'Every 15 minutes' },
  { minutes: 60, label: 'Every hour' },
  { minutes: 1_440, label: 'Every day' },
  { minutes: 4_320, label: 'Every 3 days (allows for weekends)' },
  { minutes: 10_080, label: 'Every week' },
  { minutes: 44_640, label: 'Every month' },
]
const OTHER = 'other'

const split = (minutes: number): [number, Unit] =>
  minutes % UNITS.days === 0
    ? [minutes / UNITS.days, 'days']
    : minutes % UNITS.hours === 0
      ? [minutes / UNITS.hours, 'hours']
      : [minutes, 'minutes']

interface IntervalFieldProps {
  /** In minutes. Null means no interval. */
  value: number | null
  onChange: (value: number | null) => void
  error: string | undefined
}

/** Chooses how often a run is expected: a preset, or a typed interval. */
export function IntervalField({ value, onChange, error }: IntervalFieldProps) {
  const [other, setOther] = useState(() => !PRESETS.some((p) => p.minutes === value))
  const [count, unit] = value === null ? [1, 'hours' as const] : split(value)
  const [typed, setTyped] = useState(String(count))
  const [of, setOf] = useState<Unit>(unit)
  function own(text: string, u: Unit) {
    setTyped(text)
    setOf(u)
    const n = Number(text)
    onChange(Number.isInteger(n) && n > 0 ? n * UNITS[u] : 0)
  }
  return (
    <div className="flex flex-wrap items-start gap-4">
      <Field
        label="Expected schedule"
        className="min-w-60 flex-1"
        {...(error && !other ? { error } : {})}
        hint="If no run arrives in time, we open a ticket and mark the automation as not reporting."
      >
        <Select
          value={other ? OTHER : String(value)}
          onChange={(event) => {
            const chosen = event.currentTarget.value
            setOther(chosen === OTHER)
            if (chosen === OTHER) own(typed, of)
            else onChange(chosen === 'null' ? null : Number(chosen))
          }}
        >
          {PRESETS.map((p) => (
            <option key={String(p.minutes)} value={String(p.minutes)}>
              {p.label}
            </option>
          ))}
          <option value={OTHER}>Custom interval</option>
        </Select>
      </Field>
      {other && (
        <div className="flex gap-2">
          <Field label="Every" {...(error ? { error } : {})} className="w-24">
            <TextInput
              inputMode="numeric"
              value={typed}
              onChange={(event) => own(event.currentTarget.value.replace(/\D/g, ''), of)}
            />
          </Field>
          <Field label="Unit" className="w-32">
            <Select value={of} onChange={(event) => own(typed, event.currentTarget.value as Unit)}>
              {(Object.keys(UNITS) as Unit[]).map((u) => (
                <option key={u} value={u}>
                  {UNIT_LABELS[u]}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      )}
    </div>
  )
}
