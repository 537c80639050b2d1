import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

interface ChoiceCardProps {
  name: string
  checked: boolean
  onChoose: () => void
  title: ReactNode
  children: ReactNode
}
/** A radio button as a card with a title and a description. */
export function ChoiceCard({ name, checked, onChoose, title, children }: ChoiceCardProps) {
  return (
    <label
      className={cx(
        'relative flex min-h-11 cursor-pointer gap-3 rounded-md border p-4 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
        checked ? 'border-accent bg-accent/6' : 'border-line bg-surface hover:border-edge',
      )}
    >
      <input type="radio" name={name} checked={checked} onChange={onChoose} className="peer sr-only" />
      <span
        aria-hidden
        className={cx(
          'mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border',
          checked ? 'border-accent bg-accent text-ink' : 'border-edge',
        )}
      >
        {checked && <Check className="size-3" strokeWidth={3} />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span className="mt-0.5 block text-muted text-xs">{children}</span>
      </span>
    </label>
  )
}
