import { Eye, EyeOff } from 'lucide-react'
import { type ChangeEvent, type ComponentProps, type ReactNode, useId, useMemo, useState } from 'react'
import { IconButton } from '../button'
import { cx } from '../cx'
import { controlClass, FieldContext, FieldError, lineClass, useWiring } from './control'

export { Checkbox } from './checkbox'
export { controlClass, Select, useWiring } from './control'

interface FieldProps {
  label: ReactNode
  /** Shown below; says what to enter. */
  hint?: ReactNode
  /** Says what is wrong and how to fix it. */
  error?: string
  /** Marks the label with an asterisk and the control with `aria-required`. */
  required?: boolean
  /** Shows "Optional" beside the label. */
  optional?: boolean
  className?: string
  children: ReactNode
}

const readOnlyClass = 'read-only:border-line read-only:bg-surface'

/** A label, one control, and the hint and error below. Connects the control to them through context. */
export function Field({ label, hint, error, required = false, optional, className, children }: FieldProps) {
  const id = useId()
  const describedBy = cx(error && `${id}-error`, hint && `${id}-hint`) || undefined
  const wiring = useMemo(
    () => ({ id, describedBy, invalid: Boolean(error), required }),
    [id, describedBy, error, required],
  )
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className="flex items-baseline gap-2 font-medium text-sm">
        <LabelText required={required} optional={optional}>
          {label}
        </LabelText>
      </label>
      <FieldContext value={wiring}>{children}</FieldContext>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
    </div>
  )
}

/** Several controls under one legend, such as a group of checkboxes. */
export function FieldSet({ label, hint, error, required, optional, className, children }: FieldProps) {
  const id = useId()
  return (
    <fieldset
      aria-describedby={cx(error && `${id}-error`, hint && `${id}-hint`) || undefined}
      className={cx('flex min-w-0 flex-col gap-1.5', className)}
    >
      <legend className="mb-2.5 flex items-baseline gap-2 font-medium text-sm">
        <LabelText required={required} optional={optional}>
          {label}
        </LabelText>
      </legend>
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
    </fieldset>
  )
}

function LabelText({ required, optional, children }: Pick<FieldProps, 'required' | 'optional' | 'children'>) {
  return (
    <>
      <span>
        {children}
        {required && (
          <span aria-hidden className="text-muted">
            {' *'}
          </span>
        )}
      </span>
      {optional && <span className="font-normal text-muted text-xs">Optional</span>}
    </>
  )
}

function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="text-muted text-xs">
      {children}
    </p>
  )
}

/** A single-line text input. Accepts the props from react-hook-form's `register`. */
export function TextInput({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input
      type="text"
      {...props}
      {...useWiring(props)}
      className={cx(controlClass, readOnlyClass, lineClass, className)}
    />
  )
}

const rowClasses = {
  2: 'min-h-[3.75rem]',
  3: 'min-h-20',
  6: 'min-h-36',
  10: 'min-h-56',
}

/** A multi-line text input that grows with its content, up to 60% of the window's height. */
export function TextArea({
  rows = 3,
  className,
  onChange,
  ...props
}: Omit<ComponentProps<'textarea'>, 'rows'> & { rows?: 2 | 3 | 6 | 10 }) {
  return (
    <textarea
      {...props}
      {...useWiring(props)}
      rows={rows}
      onChange={(event) => {
        growByHand(event)
        onChange?.(event)
      }}
      className={cx(
        controlClass,
        readOnlyClass,
        'scroll-thin field-sizing-content block max-h-[60vh] resize-y px-3 py-2',
        rowClasses[rows],
        className,
      )}
    />
  )
}

/** Grows the text area in browsers without `field-sizing: content`. */
function growByHand({ currentTarget }: ChangeEvent<HTMLTextAreaElement>) {
  if (CSS.supports('field-sizing', 'content')) return
  currentTarget.style.height = 'auto'
  currentTarget.style.height = `${currentTarget.scrollHeight + 2}px`
}

/** A password input with a button that shows the password. Set `autoComplete`. */
export function PasswordInput({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <span className={cx('relative block', className)}>
      <input
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        {...useWiring(props)}
        type={shown ? 'text' : 'password'}
        className={cx(controlClass, lineClass, 'pr-11 [&::-ms-reveal]:hidden')}
      />
      <IconButton
        size="sm"
        label={shown ? 'Hide password' : 'Show password'}
        icon={shown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
        onClick={() => setShown(!shown)}
        className="!absolute inset-y-0 right-1 my-auto"
      />
    </span>
  )
}
