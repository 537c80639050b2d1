import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Anchor, type AnchorProps } from './anchor'
import { cx } from './cx'

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger'
type Size = 'sm' | 'md' | 'lg'

interface Look {
  variant?: Variant
  size?: Size
  /** Shown before the text, at 16 px. */
  icon?: ReactNode
}

const base =
  'relative print:hidden inline-flex shrink-0 select-none items-center justify-center overflow-hidden whitespace-nowrap border font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-busy:cursor-progress [&_svg]:shrink-0'

const variants: Record<Variant, string> = {
  primary: 'border-transparent bg-accent text-ink hover:bg-accent/88 active:bg-accent/75',
  secondary: 'border-line bg-raised text-text hover:border-edge hover:bg-line/70 active:bg-line',
  ghost:
    'border-transparent text-muted hover:bg-line/60 hover:text-text active:bg-line data-popup-open:bg-line/60 data-popup-open:text-text',
  danger: 'border-bad/35 bg-bad/10 text-bad hover:border-bad/60 hover:bg-bad/16 active:bg-bad/24',
}

const sizes: Record<Size, string> = {
  sm: 'h-7 gap-1.5 rounded-sm px-2.5 text-xs max-md:h-11',
  md: 'h-9 gap-2 rounded-sm px-3.5 text-sm max-md:h-11',
  lg: 'h-11 gap-2 rounded-md px-5 text-base',
}

const squares: Record<Size, string> = {
  sm: 'size-7 rounded-sm max-md:size-11',
  md: 'size-9 rounded-sm max-md:size-11',
  lg: 'size-11 rounded-md',
}

function look({ variant = 'secondary', size = 'md' }: Look, className?: string) {
  return cx(base, variants[variant], sizes[size], className)
}

type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** Whether an action is running. The button keeps its width and focus, shows progress and ignores clicks. */
    pending?: boolean
  }

/** A button, by default with `type="button"`. */
export function Button({ variant, size, icon, pending, className, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={pending ? swallow : onClick}
      className={look({ variant, size }, className)}
    >
      {icon}
      {children}
      {pending && <PendingLine />}
    </button>
  )
}

/** A link that looks like a button. */
export function LinkButton({ variant, size, icon, className, children, ...rest }: AnchorProps & Look) {
  return (
    <Anchor {...rest} className={look({ variant, size }, className)}>
      {icon}
      {children}
    </Anchor>
  )
}

type IconButtonProps = Omit<ButtonProps, 'icon' | 'children' | 'aria-label'> & {
  /** The accessible name. Wrap the button in `Tooltip` to show it as well. */
  label: string
  icon: ReactNode
}

/** A square button with an icon and no text. */
export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size = 'md',
  pending,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={pending ? swallow : onClick}
      className={cx(base, variants[variant], squares[size], className)}
    >
      {icon}
      {pending && <PendingLine />}
    </button>
  )
}

function swallow(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}

/** The moving line at the bottom of a pending button. It does not move under reduced motion. */
function PendingLine() {
  return (
    <span aria-hidden className="absolute inset-0 bg-ink/25">
      <span className="absolute inset-x-0 bottom-0 h-0.5 animate-sweep bg-current motion-reduce:mx-auto motion-reduce:w-1/2" />
    </span>
  )
}
