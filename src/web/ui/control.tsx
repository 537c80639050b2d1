// What every control of a form is made of. Apart from `field.tsx`, because lists need it and nothing else of a form.
import { ChevronDown, CircleAlert } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import { cx } from './cx'

interface Wiring {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}

/** What a `Field` tells the control in it. */
export const FieldContext = createContext<Wiring | null>(null)

/** What a control inside a `Field` takes over from it; its own props win. */
export function useWiring(
  props: Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid' | 'aria-required'>,
) {
  const field = use(FieldContext)
  return {
    id: props.id ?? field?.id,
    'aria-describedby': cx(props['aria-describedby'], field?.describedBy) || undefined,
    'aria-invalid': props['aria-invalid'] ?? (field?.invalid || undefined),
    'aria-required': props['aria-required'] ?? (field?.required || undefined),
  }
}

/** The box of every text-like control. 16 px on phones, so that iOS does not zoom in. */
export const controlClass =
  'w-full min-w-0 rounded-sm border border-edge bg-ink text-base text-text transition-colors placeholder:text-muted placeholder:opacity-100 hover:border-muted aria-invalid:border-bad disabled:cursor-not-allowed disabled:border-line disabled:bg-surface disabled:text-muted md:text-sm'

/** The height of a control of one line. */
export const lineClass = 'h-9 px-3 max-md:h-11'

/** What is wrong with a field, beneath it. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex gap-1.5 text-bad text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}

/** The system's own choice list, which is best on phones. Pass `<option>` as children. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className={cx('relative block', className)}>
      <select
        {...props}
        {...useWiring(props)}
        className={cx(controlClass, lineClass, 'appearance-none truncate pr-9 [&>option]:bg-raised')}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted forced-colors:text-[CanvasText]"
      />
    </span>
  )
}
