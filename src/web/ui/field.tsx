import { Check, ChevronDown, CircleAlert, Eye, EyeOff, Minus } from 'lucide-react'
import {
  type ChangeEvent,
  type ComponentProps,
  createContext,
  type ReactNode,
  type Ref,
  use,
  useId,
  useMemo,
  useState,
} from 'react'
import { IconButton } from './button'
import { cx } from './cx'

interface Wiring {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}

const FieldContext = createContext<Wiring | null>(null)

interface FieldProps {
  label: ReactNode
  /** Stands beneath and says what to enter. */
  hint?: ReactNode
  /** Says what is wrong and how to mend it. */
  error?: string
  /** Marks the label with an asterisk and the control with `aria-required`. */
  required?: boolean
  /** Writes "Optional" beside the label. */
  optional?: boolean
  className?: string
  children: ReactNode
}

/** Label above, one control, hint and error beneath; wires the control inside by context. */
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

function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex gap-1.5 text-bad text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}

function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="text-muted text-xs">
      {children}
    </p>
  )
}

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

const readOnlyClass = 'read-only:border-line read-only:bg-surface'

const lineClass = 'h-9 px-3 max-md:h-10'

/** One line of text. Takes what react-hook-form's `register` returns. */
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

/** Several lines of text; grows with what is typed, up to 60 % of the window's height. */
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

/** For browsers without `field-sizing: content`. */
function growByHand({ currentTarget }: ChangeEvent<HTMLTextAreaElement>) {
  if (CSS.supports('field-sizing', 'content')) return
  currentTarget.style.height = 'auto'
  currentTarget.style.height = `${currentTarget.scrollHeight + 2}px`
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

/** A password with a button that shows it. Give `autoComplete`. */
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

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  /** Text beside the box. Without it, give `aria-label`. */
  label?: ReactNode
  description?: ReactNode
  error?: string
  /** Neither on nor off: part of a group is chosen. */
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
