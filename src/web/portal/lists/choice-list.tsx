import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'

/** One entry of a choice list. */
export type Choice<Value extends string> = { value: Value; label: ReactNode }

interface ChoiceListProps<Value extends string> {
  /** Names the group, for screen readers. */
  label: string
  choices: readonly Choice<Value>[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
  /** Whether several can be chosen, or only one. */
  several?: boolean
}

/** Checkboxes or radio buttons as rows with a mark, in the order of `choices`. */
export function ChoiceList<Value extends string>({
  label,
  choices,
  chosen,
  onChange,
  several,
}: ChoiceListProps<Value>) {
  const name = useId()
  const toggle = (value: Value, on: boolean) => {
    if (!several) return onChange([value])
    onChange(choices.map((c) => c.value).filter((v) => (v === value ? on : chosen.includes(v))))
  }
  return (
    <fieldset aria-label={label} className="flex min-w-0 flex-col">
      {choices.map(({ value, label: text }) => (
        <label
          key={value}
          className="group relative flex min-h-8 items-center gap-2.5 rounded-sm px-2 py-1 text-sm outline-accent -outline-offset-2 transition-colors hover:bg-line/60 has-focus-visible:outline-2 max-md:min-h-11"
        >
          <input
            type={several ? 'checkbox' : 'radio'}
            name={name}
            checked={chosen.includes(value)}
            onChange={(event) => toggle(value, event.currentTarget.checked)}
            className="peer absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none"
          />
          <span className="min-w-0 flex-1 truncate text-muted transition-colors peer-checked:text-text group-hover:text-text">
            {text}
          </span>
          <Check aria-hidden className="invisible size-4 shrink-0 text-accent peer-checked:visible" />
        </label>
      ))}
    </fieldset>
  )
}
