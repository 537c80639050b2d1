import type { UseFormRegisterReturn } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/forms/field.tsx'
import { getMorningInDays, getMorningOfNextMonday } from './due.ts'

interface DueFieldProps {
  error: string | undefined
  value: string
  /** Called when one of the shortcut buttons is pressed. */
  onPick: (due: string) => void
  input: UseFormRegisterReturn
}

const picks = [
  { label: 'Tomorrow', of: () => getMorningInDays(1) },
  { label: 'In 3 days', of: () => getMorningInDays(3) },
  { label: 'Monday', of: () => getMorningOfNextMonday() },
]

/** A due date with time, with buttons for common choices. */
export function DueField({ error, value, onPick, input }: DueFieldProps) {
  return (
    <div className="flex flex-col gap-2">
      <Field label="Due" optional error={error}>
        <TextInput type="datetime-local" {...input} className="[color-scheme:dark]" />
      </Field>
      <div className="flex flex-wrap gap-1.5">
        {picks.map(({ label, of }) => (
          <Button key={label} size="sm" aria-pressed={value !== '' && value === of()} onClick={() => onPick(of())}>
            {label}
          </Button>
        ))}
        {value && (
          <Button size="sm" variant="ghost" onClick={() => onPick('')}>
            No date
          </Button>
        )}
      </div>
    </div>
  )
}
