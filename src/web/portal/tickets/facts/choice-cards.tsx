import { type ChangeEvent, type Ref, useId } from 'react'

interface ChoiceCardsProps<Value extends string> {
  name: string
  value: Value
  onChange: (value: Value) => void
  choices: readonly { value: Value; label: string; meaning: string }[]
  /** The first choice, for a form that moves focus to an invalid field. */
  ref?: Ref<HTMLInputElement>
}

/** Radio buttons as cards, each with its meaning. Use it in a `FieldSet`, which names the group. */
export function ChoiceCards<Value extends string>({ name, value, onChange, choices, ref }: ChoiceCardsProps<Value>) {
  const id = useId()
  return (
    <div className="grid gap-2 sm:grid-cols-3">
      {choices.map((choice, index) => (
        <label
          key={choice.value}
          className="relative flex min-w-0 flex-col gap-0.5 rounded-sm border border-line bg-surface px-3.5 py-2.5 text-sm outline-accent outline-offset-2 transition-colors hover:border-edge has-checked:border-accent has-checked:bg-accent/8 has-focus-visible:outline-2"
        >
          <input
            ref={index === 0 ? ref : undefined}
            type="radio"
            name={`${id}${name}`}
            value={choice.value}
            checked={choice.value === value}
            onChange={(event: ChangeEvent<HTMLInputElement>) => event.currentTarget.checked && onChange(choice.value)}
            aria-describedby={`${id}-${choice.value}`}
            aria-labelledby={`${id}-${choice.value}-name`}
            className="peer absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none"
          />
          <span id={`${id}-${choice.value}-name`} className="font-medium peer-checked:text-accent">
            {choice.label}
          </span>
          <span id={`${id}-${choice.value}`} className="text-muted text-xs">
            {choice.meaning}
          </span>
        </label>
      ))}
    </div>
  )
}
