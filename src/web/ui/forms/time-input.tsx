import { cx } from '../cx'
import { controlClass } from './control'

interface TimeInputProps {
  label: string
  /** `HH:MM`. */
  value: string
  invalid: boolean
  onChange: (time: string) => void
  className?: string
}

/** A time of day without a visible label, for rows with several inputs. */
export function TimeInput({ label, value, invalid, onChange, className }: TimeInputProps) {
  return (
    <input
      type="time"
      aria-label={label}
      aria-invalid={invalid || undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      className={cx(
        controlClass,
        'tabular h-9 px-2.5 max-md:h-11 [color-scheme:dark] [&::-webkit-calendar-picker-indicator]:hidden',
        className,
      )}
    />
  )
}
