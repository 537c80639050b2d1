import { cx } from './cx'

/** A grey bar in the place of what is coming. Give its size as classes. Put `aria-busy` on the region around it. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        'block animate-breathe rounded-sm bg-line forced-colors:border forced-colors:border-[GrayText]',
        className,
      )}
    />
  )
}
