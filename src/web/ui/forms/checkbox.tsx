import { Check, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import { cx } from '../cx'
import { FieldError } from './control'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  /** Text beside the box. Without it, set `aria-label`. */
  label?: ReactNode
  description?: ReactNode
  error?: string
  /** Neither on nor off, when part of a group is selected. */
  indeterminate?: boolean
}

/** A checkbox, with or without text beside it. */
export function Checkbox({
  label,
  description,
  error,
  indeterminate = false,
  className,
  ref,
  ...props
}: CheckboxProps) {
  const id = useId()
  const inputId = props.id ?? id
  const box = (
    <span className="relative grid size-6 shrink-0 place-items-center">
      <input
        {...props}
        id={inputId}
        type="checkbox"
        ref={(node) => {
          if (node) node.indeterminate = indeterminate
          return passRef(ref, node)
        }}
        aria-invalid={props['aria-invalid'] ?? (error ? true : undefined)}
        aria-describedby={
          cx(props['aria-describedby'], error && `${id}-error`, description && `${id}-text`) || undefined
        }
        className="peer absolute inset-0 m-0 size-6 cursor-pointer appearance-none rounded-sm outline-none disabled:cursor-not-allowed"
      />
      <span
        aria-hidden
        className="pointer-events-none grid size-[18px] place-items-center rounded-[5px] border border-edge bg-ink text-ink outline-accent outline-offset-2 transition-colors peer-checked:border-accent peer-checked:bg-accent peer-indeterminate:border-accent peer-indeterminate:bg-accent peer-hover:border-muted peer-focus-visible:outline-2 peer-disabled:opacity-40 peer-aria-invalid:border-bad forced-colors:text-[CanvasText] [&_svg]:invisible peer-checked:[&_svg]:visible peer-indeterminate:[&_svg]:visible"
      >
        {indeterminate ? <Minus className="size-3.5 stroke-3" /> : <Check className="size-3.5 stroke-3" />}
      </span>
    </span>
  )
  if (!label) return <span className={cx('inline-flex', className)}>{box}</span>
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={inputId} className="flex w-fit gap-2 text-sm">
        <span className="-my-0.5 -ml-[3px]">{box}</span>
        <span className="min-w-0">
          {label}
          {description && (
            <span id={`${id}-text`} className="block text-muted text-xs leading-5">
              {description}
            </span>
          )}
        </span>
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

function passRef(ref: Ref<HTMLInputElement> | undefined, node: HTMLInputElement | null) {
  if (typeof ref === 'function') return ref(node)
  if (ref) ref.current = node
}
