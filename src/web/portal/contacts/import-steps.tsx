import { Check } from 'lucide-react'
import { cx } from '../../ui/cx.ts'

const STEPS = ['Upload', 'Check', 'Import']

/** The steps of an import, with the current one marked. */
export function ImportSteps({ step }: { step: number }) {
  return (
    <ol aria-label="Steps" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm max-sm:gap-x-2">
      {STEPS.map((name, i) => {
        const done = i + 1 < step
        const now = i + 1 === step
        return (
          <li
            key={name}
            aria-current={now ? 'step' : undefined}
            className={cx(
              'flex items-center gap-2',
              now ? 'font-medium' : 'text-muted',
              i > 0 && 'before:mr-1 before:h-px before:w-3 before:bg-line sm:before:w-12',
            )}
          >
            <span
              aria-hidden
              className={cx(
                'grid size-6 place-items-center rounded-full border font-medium text-xs',
                now
                  ? 'border-accent bg-accent text-ink'
                  : done
                    ? 'border-accent/40 bg-accent/10 text-accent'
                    : 'border-line',
              )}
            >
              {done ? <Check className="size-3.5" /> : i + 1}
            </span>
            {name}
            {done && <span className="sr-only"> (done)</span>}
          </li>
        )
      })}
    </ol>
  )
}
