// Shared parts of form controls. Separate from `field.tsx`, because lists need only these.
import { ChevronDown, CircleAlert } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import { cx } from '../cx'

interface Wiring {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}

/** The props that a `Field` passes to the control in it. */
export const FieldContext = createContext<Wiring | null>(null)

/** Returns the id and ARIA props of a control inside a `Field`. The control's own props win. */
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

/** Classes of text-like controls. The text has 16 px on phones, so that iOS does not zoom in. */
export const controlClass =
  'w-full min-w-0 rounded-sm border border-edge bg-ink text-base text-text transition-colors placeholder:text-muted placeholder:opacity-100 hover:border-muted aria-invalid:border-bad disabled:cursor-not-allowed disabled:border-line disabled:bg-surface disabled:text-muted md:text-sm'

/** Height and padding of a single-line control. */
export const lineClass = 'h-9 px-3 max-md:h-11'

/** An error message below a field. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex gap-1.5 text-bad text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}

/** A native select, which works best on phones. Pass `<option>` elements as children. */
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
