import { type ReactNode, useId } from 'react'
import { cx } from '../cx'

interface SegmentedProps<Value extends string> {
  /** The accessible name of the group. */
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode; icon?: ReactNode }[]
  className?: string
}

/** A segmented control: a few options side by side. They are radio buttons, so arrow keys move between them. */
export function Segmented<Value extends string>({ label, value, onChange, options, className }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx(
        'inline-grid h-9 max-w-full auto-cols-fr grid-flow-col rounded-sm border border-line bg-surface p-[3px] max-md:h-12',
        className,
      )}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-w-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-[4px] px-3 font-medium text-muted text-sm outline-accent outline-offset-2 transition-colors hover:text-text has-checked:mark-chosen has-checked:bg-line has-checked:text-text has-focus-visible:outline-2 forced-colors:forced-color-adjust-none forced-colors:text-[CanvasText] forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText]"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none"
          />
          {option.icon}
          <span className="truncate">{option.label}</span>
        </label>
      ))}
    </div>
  )
}
