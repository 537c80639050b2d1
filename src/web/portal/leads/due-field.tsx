import type { UseFormRegisterReturn } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { inDays, nextMonday } from './due.ts'

interface DueFieldProps {
  error: string | undefined
  value: string
  /** One of the buttons was pressed. */
  onPick: (due: string) => void
  input: UseFormRegisterReturn
}

const picks = [
  { label: 'Tomorrow', of: () => inDays(1) },
  { label: 'In 3 days', of: () => inDays(3) },
  { label: 'Monday', of: () => nextMonday() },
]

/** When something is due: a date with time, or one of the usual ones. */
export function DueField({ error, value, onPick, input }: DueFieldProps) {
  return (
    <div className="flex flex-col gap-2">
      <Field label="Due" optional error={error}>
        <TextInput type="datetime-local" {...input} className="[color-scheme:dark]" />
      </Field>
      <div className="flex flex-wrap gap-1.5">
        {picks.map(({ label, of }) => (
          <Button
            key={label}
            size="sm"
            className="max-md:!h-11"
            aria-pressed={value !== '' && value === of()}
            onClick={() => onPick(of())}
          >
            {label}
          </Button>
        ))}
        {value && (
          <Button size="sm" variant="ghost" className="max-md:!h-11" onClick={() => onPick('')}>
            No date
          </Button>
        )}
      </div>
    </div>
  )
}
